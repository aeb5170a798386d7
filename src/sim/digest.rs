//! An order-dependent hash of state, the same on every platform: what replays and both storages are compared by.

use glam::Vec2;

/// A digest being made. Not for security: it finds differences, not forgeries.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    /// Of nothing.
    pub fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    /// Adds 64 bits.
    pub fn add(&mut self, bits: u64) {
        self.0 = mix(self.0 ^ bits);
    }

    /// Adds a number by its bits.
    pub fn add_f32(&mut self, value: f32) {
        self.add(u64::from(value.to_bits()));
    }

    /// Adds a point by its bits.
    pub fn add_vec2(&mut self, value: Vec2) {
        self.add(u64::from(value.x.to_bits()) << 32 | u64::from(value.y.to_bits()));
    }

    /// The digest.
    pub fn value(self) -> u64 {
        self.0
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

/// SOURCE: the finaliser of SplitMix64 (Steele, Lea, Flood 2014, with Stafford's constants): every input bit changes half of the output's.
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_sign_of_zero_matter() {
        let of = |values: &[f32]| {
            let mut digest = Digest::new();
            values.iter().for_each(|value| digest.add_f32(*value));
            digest.value()
        };
        assert_ne!(of(&[1.0, 2.0]), of(&[2.0, 1.0]));
        assert_ne!(of(&[0.0]), of(&[-0.0]));
        assert_ne!(of(&[]), of(&[0.0]));
    }
}

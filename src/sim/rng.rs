//! The world's own random source. Floats are derived from its integers here, so that the sequence is the same on every platform and release.

/// Seeded source. Cloned with the world, so a snapshot repeats its future.
#[derive(Clone, Debug, PartialEq)]
pub struct Rng {
    source: fastrand::Rng,
    /// Given in place of what is drawn.
    forced: Option<f32>,
}

impl Rng {
    /// A source that depends on `seed` alone.
    pub fn new(seed: u64) -> Self {
        Self { source: fastrand::Rng::with_seed(seed), forced: None }
    }

    /// From now on every number in [0, 1) is this one: for traces that are compared with others'.
    pub fn force(&mut self, unit: f32) {
        self.forced = Some(unit.clamp(0.0, 1.0 - f32::EPSILON));
    }

    /// 32 random bits.
    pub fn bits(&mut self) -> u32 {
        match self.forced {
            None => self.source.u32(..),
            Some(unit) => (f64::from(unit) * 4_294_967_296.0) as u32,
        }
    }

    /// A number in [0, 1), in steps of 2^-24.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 * (1.0 / 16_777_216.0)
    }

    /// A number in [low, high); `low` when the range is empty.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// An integer in 0..count; 0 when `count` is 0.
    pub fn below(&mut self, count: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(count)) >> 32) as u32
    }

    /// The state, for the digest.
    pub fn state(&self) -> u64 {
        self.source.get_seed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forced_number_is_given_by_every_question() {
        let mut rng = Rng::new(1);
        rng.force(0.5);
        assert_eq!((rng.unit(), rng.range(2.0, 6.0), rng.below(10), rng.state()), (0.5, 4.0, 5, Rng::new(1).state()));
        rng.force(1.0);
        assert!(rng.unit() < 1.0 && rng.below(10) == 9, "below 1 in any case");
    }
}

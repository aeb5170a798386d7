//! The world's own random source. Floats are derived from its integers here, so that the sequence is the same on every platform and release.

/// Seeded source. Cloned with the world, so a snapshot repeats its future.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(fastrand::Rng);

impl Rng {
    /// A source that depends on `seed` alone.
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// 32 random bits.
    pub fn bits(&mut self) -> u32 {
        self.0.u32(..)
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
        self.0.get_seed()
    }
}

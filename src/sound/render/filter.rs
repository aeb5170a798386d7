//! A filter of two poles that may move while it works.
//!
//! SOURCE: Zavalishin, "The art of VA filter design", 2012: the state variable filter in its topology-preserving form, stable however it moves.

use crate::sim::math;
use crate::sound::RATE_HZ;
use crate::sound::format::FilterFormat;

/// A filter under way.
pub struct Filter {
    format: FilterFormat,
    is_high: bool,
    /// How far a sample moves it.
    gain: f32,
    damping: f32,
    band: f32,
    low: f32,
}

impl Filter {
    /// Keeps what is lower.
    pub fn low_pass(format: FilterFormat) -> Self {
        Self::new(format, false)
    }

    /// Keeps what is higher.
    pub fn high_pass(format: FilterFormat) -> Self {
        Self::new(format, true)
    }

    fn new(format: FilterFormat, is_high: bool) -> Self {
        Self { format, is_high, gain: 0.0, damping: 1.0 / format.q, band: 0.0, low: 0.0 }
    }

    /// So much of the tone is over, 0 to 1.
    pub fn set_moment(&mut self, share: f32) {
        let FilterFormat { hz, to_hz, .. } = self.format;
        let hz = hz * math::pow(to_hz.unwrap_or(hz) / hz, share);
        self.gain = math::tan_deg(180.0 * hz / RATE_HZ as f32);
    }

    /// What becomes of a sample.
    pub fn pass(&mut self, sample: f32) -> f32 {
        let (g, k) = (self.gain, self.damping);
        let high = (sample - (g + k) * self.band - self.low) / (1.0 + g * (g + k));
        let band = g * high + self.band;
        let low = g * band + self.low;
        self.band = g * high + band;
        self.low = g * band + low;
        if self.is_high { high } else { low }
    }
}

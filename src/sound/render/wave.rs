//! The waves themselves, one sample after the other, from -1 to 1.

use crate::sim::math;
use crate::sim::rng::Rng;
use crate::sound::RATE_HZ;
use crate::sound::format::Wave;

impl Wave {
    /// Whether no two of its renderings are the same.
    pub fn is_random(self) -> bool {
        matches!(self, Wave::Noise | Wave::Crackle)
    }
}

/// A wave under way.
pub struct Oscillator {
    wave: Wave,
    /// Part of the swing that is over, 0 to 1.
    phase: f32,
    /// What noise stands at.
    value: f32,
}

impl Oscillator {
    /// At the beginning of a swing, where the wave is 0 if it ever is.
    pub fn new(wave: Wave) -> Self {
        // Noise takes its first value at once.
        let phase = if wave == Wave::Noise { 1.0 } else { 0.0 };
        Self { wave, phase, value: 0.0 }
    }

    /// The next sample at this pitch, which is less than half the rate.
    pub fn next(&mut self, hz: f32, rng: &mut Rng) -> f32 {
        let step = hz / RATE_HZ as f32;
        let phase = self.phase;
        let out = match self.wave {
            Wave::Sine => math::sin_deg(360.0 * phase),
            Wave::Triangle => 1.0 - 4.0 * ((phase + 0.25).fract() - 0.5).abs(),
            Wave::Square => {
                let raw = if phase < 0.5 { 1.0 } else { -1.0 };
                raw + corner(phase, step) - corner((phase + 0.5).fract(), step)
            }
            Wave::Saw => 2.0 * phase - 1.0 - corner(phase, step),
            Wave::Noise => {
                if phase >= 1.0 {
                    self.value = rng.range(-1.0, 1.0);
                    self.phase -= 1.0;
                }
                self.value
            }
            Wave::Crackle => {
                let click = rng.range(-1.0, 1.0);
                if rng.unit() < step { click } else { 0.0 }
            }
        };
        self.phase += step;
        if self.phase >= 1.0 && self.wave != Wave::Noise {
            self.phase = self.phase.fract();
        }
        out
    }
}

/// What rounds the jump of a wave at phase 0, so that it has nothing above half the rate.
/// SOURCE: Välimäki, Huovilainen, "Antialiasing oscillators in subtractive synthesis", 2007 (polynomial band-limited step).
fn corner(phase: f32, step: f32) -> f32 {
    if phase < step {
        let t = phase / step;
        2.0 * t - t * t - 1.0
    } else if phase > 1.0 - step {
        let t = (phase - 1.0) / step;
        t * t + 2.0 * t + 1.0
    } else {
        0.0
    }
}

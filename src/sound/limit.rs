//! Keeps what is added up below full scale: turned down before it clips, up again slowly.
//!
//! Invariant: what comes out is below 1, whatever goes in.

use super::RATE_HZ;

/// From here on it is turned down.
const LOUDEST: f32 = 0.8;
/// Time in which it is turned up again (to a third of what is missing), s.
const RELEASE_S: f32 = 0.15;

/// The state of the limiter.
#[derive(Clone, Copy, Debug)]
pub struct Limiter {
    gain: f32,
}

impl Default for Limiter {
    fn default() -> Self {
        Self { gain: 1.0 }
    }
}

impl Limiter {
    /// Limits a few samples of both ears, in place; the fewer, the closer it follows.
    pub fn pass(&mut self, samples: &mut [f32]) {
        let peak = samples.iter().fold(0.0, |most: f32, sample| most.max(sample.abs()));
        let wanted = if peak > LOUDEST { LOUDEST / peak } else { 1.0 };
        let seconds = samples.len() as f32 * 0.5 / RATE_HZ as f32;
        let next = if wanted < self.gain { wanted } else { self.gain + (wanted - self.gain) * (seconds / RELEASE_S).min(1.0) };
        let step = (next - self.gain) / samples.len().max(1) as f32;
        for sample in samples {
            self.gain += step;
            *sample = soft(*sample * self.gain);
        }
        self.gain = next;
    }
}

/// The same up to `LOUDEST`; beyond it bends towards 1, which it does not reach.
fn soft(sample: f32) -> f32 {
    let over = sample.abs() - LOUDEST;
    if over <= 0.0 {
        return sample;
    }
    // What is no number is silence.
    if !over.is_finite() {
        return 0.0;
    }
    let room = 0.999 - LOUDEST;
    (LOUDEST + room * over / (over + room)).copysign(sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_things_pass_and_loud_ones_stay_below_full_scale() {
        let mut limiter = Limiter::default();
        let mut samples = [0.5, -0.7, 0.1, 0.0];
        limiter.pass(&mut samples);
        assert_eq!(samples, [0.5, -0.7, 0.1, 0.0]);
        for loud in [1.0, 3.0, 1e9, f32::INFINITY, f32::NAN] {
            let mut limiter = Limiter::default();
            let mut samples = [loud, -loud, loud, -loud];
            limiter.pass(&mut samples);
            assert!(samples.iter().all(|sample| sample.abs() < 1.0), "{loud}: {samples:?}");
        }
    }

    #[test]
    fn it_is_turned_down_at_once_and_up_again_within_a_second() {
        let mut limiter = Limiter::default();
        for _ in 0..3 {
            limiter.pass(&mut [2.0; 128]);
        }
        let mut samples = [2.0; 128];
        limiter.pass(&mut samples);
        assert!(samples.iter().all(|sample| (sample - LOUDEST).abs() < 1e-3), "no bend any more: {}", samples[0]);
        let mut first = [0.5; 128];
        limiter.pass(&mut first);
        assert!(first[0] < 0.25);
        let mut last = [0.5; 128];
        (0..750).for_each(|_| {
            last = [0.5; 128];
            limiter.pass(&mut last);
        });
        assert!(last[0] > 0.49, "{}", last[0]);
    }
}

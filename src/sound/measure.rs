//! What can be said of samples without hearing them: level, push, length, spectrum.
//!
//! Units: shares of full scale, ms, Hz. Must not know: where the samples are from.

use super::RATE_HZ;
use crate::sim::math;

/// Samples of a look at the spectrum: 21 ms.
const WINDOW: usize = 1024;
/// Bands of the spectrum, an octave each; the first is from 39 to 78 Hz.
pub const BAND_COUNT: usize = 9;
/// Softer than this is silence: 60 dB below full scale.
const SILENT: f32 = 0.001;

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// How long it is, ms.
    pub length_ms: f32,
    /// From its beginning to where it stays silent, ms.
    pub heard_ms: f32,
    /// The greatest sample, of either sign.
    pub peak: f32,
    /// The root of the mean square of what is heard.
    pub rms: f32,
    /// The mean: what pushes the loudspeaker to one side.
    pub offset: f32,
    /// The greatest of the last two ms.
    pub end: f32,
    /// The middle of its spectrum, weighed by loudness.
    pub center_hz: f32,
    /// The share of its power in each band.
    pub bands: [f32; BAND_COUNT],
}

/// The greatest sample, of either sign.
pub fn peak(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |most, sample| most.max(sample.abs()))
}

/// Measures a mono sound. What is empty is silent.
pub fn measure(samples: &[f32]) -> Measured {
    let ms = |count: usize| count as f32 * 1000.0 / RATE_HZ as f32;
    let heard = samples.iter().rposition(|sample| sample.abs() >= SILENT).map_or(0, |last| last + 1);
    let sum = |f: fn(f64) -> f64| samples[..heard].iter().map(|sample| f(f64::from(*sample))).sum::<f64>() / heard.max(1) as f64;
    let tail = samples.len().saturating_sub(RATE_HZ as usize / 500);
    let power = spectrum(samples);
    let total = power.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    let hz = |bin: usize| bin as f32 * RATE_HZ as f32 / WINDOW as f32;
    let mut bands = [0.0; BAND_COUNT];
    for (bin, power) in power.iter().enumerate().skip(1) {
        bands[(bin.ilog2() as usize).min(BAND_COUNT - 1)] += power / total;
    }
    Measured {
        length_ms: ms(samples.len()),
        heard_ms: ms(heard),
        peak: peak(samples),
        rms: sum(|sample| sample * sample).sqrt() as f32,
        offset: sum(|sample| sample) as f32,
        end: peak(&samples[tail..]),
        center_hz: power.iter().enumerate().map(|(bin, power)| hz(bin) * power).sum::<f32>() / total,
        bands,
    }
}

/// The power at each of `WINDOW / 2` pitches, over the whole sound.
fn spectrum(samples: &[f32]) -> Vec<f32> {
    let mut power = vec![0.0; WINDOW / 2];
    for start in (0..samples.len()).step_by(WINDOW / 2) {
        for (sum, more) in power.iter_mut().zip(look(samples, start)) {
            *sum += more;
        }
    }
    power
}

/// The power at each of `WINDOW / 2` pitches around one moment, for a picture of the spectrum over time. Beyond the end is silence.
pub fn look(samples: &[f32], start: usize) -> Vec<f32> {
    let mut real: Vec<f32> = (0..WINDOW)
        .map(|at| {
            let hann = 0.5 - 0.5 * math::cos_deg(360.0 * at as f32 / WINDOW as f32);
            samples.get(start + at).copied().unwrap_or(0.0) * hann
        })
        .collect();
    let mut imaginary = vec![0.0; WINDOW];
    transform(&mut real, &mut imaginary);
    real.iter().zip(&imaginary).take(WINDOW / 2).map(|(a, b)| a * a + b * b).collect()
}

/// The discrete Fourier transform, in place.
/// SOURCE: Cooley, Tukey, "An algorithm for the machine calculation of complex Fourier series", 1965.
fn transform(real: &mut [f32], imaginary: &mut [f32]) {
    let count = real.len();
    for at in 0..count {
        let mirrored = at.reverse_bits() >> (usize::BITS - count.ilog2());
        if at < mirrored {
            real.swap(at, mirrored);
            imaginary.swap(at, mirrored);
        }
    }
    let mut half = 1;
    while half < count {
        for at in 0..half {
            let (sin, cos) = math::sin_cos_deg(-180.0 * at as f32 / half as f32);
            for low in (at..count).step_by(2 * half) {
                let high = low + half;
                let (a, b) = (real[high] * cos - imaginary[high] * sin, real[high] * sin + imaginary[high] * cos);
                (real[high], imaginary[high]) = (real[low] - a, imaginary[low] - b);
                (real[low], imaginary[low]) = (real[low] + a, imaginary[low] + b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sine(hz: f32, level: f32) -> Vec<f32> {
        (0..RATE_HZ as usize / 2).map(|at| level * math::sin_deg(360.0 * (hz * at as f32 / RATE_HZ as f32).fract())).collect()
    }

    #[test]
    fn a_sine_is_where_it_is() {
        let found = measure(&sine(1500.0, 0.5));
        assert!((found.center_hz - 1500.0).abs() < 30.0, "{found:?}");
        assert!((found.peak - 0.5).abs() < 1e-3 && (found.rms - 0.5 / 2f32.sqrt()).abs() < 1e-3 && found.offset.abs() < 1e-3);
        // 1500 Hz is bin 32: the band from 1,500 to 3,000, and its neighbour below by half of the leak.
        assert!(found.bands[5] > 0.7 && found.bands[4] + found.bands[5] > 0.99, "{:?}", found.bands);
    }

    #[test]
    fn a_push_an_end_and_silence_are_seen() {
        let pushed: Vec<f32> = sine(200.0, 0.2).iter().map(|sample| sample + 0.1).collect();
        let found = measure(&pushed);
        assert!((found.offset - 0.1).abs() < 1e-3 && found.end > 0.09, "{found:?}");
        let mut ended = sine(200.0, 0.2);
        ended.resize(RATE_HZ as usize, 0.0);
        let found = measure(&ended);
        assert!((found.heard_ms - 500.0).abs() < 3.0 && found.length_ms == 1000.0 && found.end == 0.0, "{found:?}");
        assert_eq!(measure(&[]).heard_ms, 0.0);
    }
}

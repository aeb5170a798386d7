//! A sound as samples: its tones added up, its echo, its peak as asked for, silence at the end.
//!
//! Units: samples at `RATE_HZ`, from -1 to 1. Invariant: the same format and variant give the same bits everywhere; the last sample is 0.

mod filter;
mod wave;

use super::format::{EchoFormat, SoundFormat, ToneFormat};
use super::{RATE_HZ, samples};
use crate::sim::math;
use crate::sim::rng::Rng;
use filter::Filter;
use wave::Oscillator;

/// Samples for which pitch and filters stand still: a third of a ms, which no ear tells from sliding.
const GRAIN: usize = 16;
/// The end fades over so many ms, so that nothing clicks.
const FADE_MS: f32 = 4.0;
/// What is lower than this is no sound but a push of the loudspeaker.
const LOWEST_HZ: f32 = 18.0;
/// What a tone has become when it is over.
const OVER: f32 = 0.001;

/// The samples of a sound; variants differ in their pitch, as far as it wanders, and in their noise.
pub fn render(sound: &SoundFormat, variant: u32) -> Vec<f32> {
    let mut rng = Rng::new(0x50_4E_44 + u64::from(variant));
    let cents = if variant == 0 { 0.0 } else { rng.range(-1.0, 1.0) * sound.wander_cents };
    let transposed = math::pow(2.0, cents / 1200.0);
    let mut out = vec![0.0; samples(sound.length_ms()).max(1)];
    for tone in &sound.tones {
        add_tone(tone, transposed, &mut rng, &mut out);
    }
    if let Some(echo) = &sound.echo {
        add_echo(echo, &mut out);
    }
    finish(&mut out, sound.peak);
    out
}

fn add_tone(tone: &ToneFormat, transposed: f32, rng: &mut Rng, out: &mut [f32]) {
    let start = samples(tone.delay_ms).min(out.len());
    let length = samples(tone.length_ms());
    let out = &mut out[start..];
    let out_count = length.min(out.len());
    let mut own = vec![0.0; out_count];
    let parts = [(1.0, 1.0, 1.0)].into_iter().chain(tone.partials.iter().map(|part| (part.ratio, part.level, part.decay)));
    for (ratio, level, decay) in parts {
        let envelope = Envelope::new(tone, decay);
        add_wave(tone, ratio * transposed, level, envelope, rng, &mut own);
    }
    let filters = [tone.low_pass.map(Filter::low_pass), tone.high_pass.map(Filter::high_pass)];
    for mut filter in filters.into_iter().flatten() {
        let grains = own.len().div_ceil(GRAIN).max(1) as f32;
        for (index, grain) in own.chunks_mut(GRAIN).enumerate() {
            filter.set_moment(index as f32 / grains);
            grain.iter_mut().for_each(|sample| *sample = filter.pass(*sample));
        }
    }
    for (sum, sample) in out.iter_mut().zip(own) {
        *sum += sample * tone.level;
    }
}

fn add_wave(tone: &ToneFormat, ratio: f32, level: f32, mut envelope: Envelope, rng: &mut Rng, out: &mut [f32]) {
    let slide = tone.to_hz.unwrap_or(tone.pitch_hz) / tone.pitch_hz;
    let slide_grains = samples(tone.slide_ms.unwrap_or(tone.length_ms())).div_ceil(GRAIN).max(1) as f32;
    let mut oscillator = Oscillator::new(tone.wave);
    for (index, grain) in out.chunks_mut(GRAIN).enumerate() {
        let mut hz = tone.pitch_hz * ratio * math::pow(slide, (index as f32 / slide_grains).min(1.0));
        if let Some(vibrato) = tone.vibrato {
            let seconds = (index * GRAIN) as f32 / RATE_HZ as f32;
            hz *= math::pow(2.0, vibrato.cents / 1200.0 * math::sin_deg(360.0 * vibrato.hz * seconds));
        }
        // What is above half the rate would come back as another pitch.
        let audible = if hz > RATE_HZ as f32 * 0.45 && !tone.wave.is_random() { 0.0 } else { level };
        for sample in grain {
            *sample += oscillator.next(hz, rng) * envelope.next() * audible;
        }
    }
}

/// How loud a wave is, sample by sample: up in a line, there, down by the same share in every sample.
struct Envelope {
    attack: usize,
    hold: usize,
    at: usize,
    level: f32,
    fall: f32,
}

impl Envelope {
    fn new(tone: &ToneFormat, decay: f32) -> Self {
        let fall = math::pow(OVER, 1.0 / (samples(tone.decay_ms * decay).max(1) as f32));
        Self { attack: samples(tone.attack_ms), hold: samples(tone.hold_ms), at: 0, level: 1.0, fall }
    }

    fn next(&mut self) -> f32 {
        let at = self.at;
        self.at += 1;
        if at < self.attack {
            return (at + 1) as f32 / (self.attack + 1) as f32;
        }
        if at >= self.attack + self.hold {
            self.level *= self.fall;
        }
        self.level
    }
}

fn add_echo(echo: &EchoFormat, out: &mut [f32]) {
    let every = samples(echo.every_ms).max(1);
    let dry = out.to_vec();
    let mut level = 1.0;
    for nth in 1..=echo.count as usize {
        level *= echo.level;
        for (sum, sample) in out.iter_mut().skip(nth * every).zip(&dry) {
            *sum += sample * level;
        }
    }
}

/// Takes away what is no sound, gives it its peak, lets it end in silence.
fn finish(out: &mut [f32], peak: f32) {
    let keep = 1.0 - 360.0 * LOWEST_HZ / RATE_HZ as f32 * (std::f32::consts::PI / 180.0);
    let (mut before, mut passed) = (0.0, 0.0);
    for sample in out.iter_mut() {
        passed = *sample - before + keep * passed;
        before = std::mem::replace(sample, passed);
    }
    let fade = samples(FADE_MS).min(out.len());
    let from = out.len() - fade;
    for (index, sample) in out[from..].iter_mut().enumerate() {
        *sample *= 1.0 - (index + 1) as f32 / fade as f32;
    }
    let loudest = out.iter().fold(0.0, |most: f32, sample| most.max(sample.abs()));
    let scale = if loudest > 0.0 { peak / loudest } else { 0.0 };
    out.iter_mut().for_each(|sample| *sample *= scale);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::measure;

    fn sound(text: &str) -> SoundFormat {
        let format: SoundFormat =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME).from_str(text).expect(text);
        assert_eq!(format.check(), [], "{text}");
        format
    }

    #[test]
    fn a_sine_swings_as_often_as_it_says_and_dies_in_its_time() {
        let out = render(&sound("(peak: 0.5, tones: [(wave: Sine, pitch_hz: 1000, attack_ms: 5, hold_ms: 200, decay_ms: 300)])"), 0);
        assert_eq!(out.len(), samples(505.0));
        let ups = out[samples(10.0)..samples(210.0)].windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
        assert!((199..=201).contains(&ups), "{ups} in 200 ms");
        let level = |at_ms: f32| measure::peak(&out[samples(at_ms)..samples(at_ms + 4.0)]);
        assert!((level(100.0) - 0.5).abs() < 0.01 && (measure::peak(&out) - 0.5).abs() < 1e-6);
        // 60 dB in 300 ms is 20 dB in 100.
        assert!((level(305.0) - 0.05).abs() < 0.006, "{}", level(305.0));
        assert_eq!(*out.last().expect("samples"), 0.0);
    }

    #[test]
    fn a_slide_ends_an_octave_higher_and_stays() {
        let out = render(&sound("(tones: [(wave: Sine, pitch_hz: 500, to_hz: 1000, slide_ms: 100, hold_ms: 300, decay_ms: 1)])"), 0);
        let ups = |from_ms: f32, to_ms: f32| {
            out[samples(from_ms)..samples(to_ms)].windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count()
        };
        assert!((99..=101).contains(&ups(150.0, 250.0)), "{}", ups(150.0, 250.0));
        assert!((68..=76).contains(&ups(0.0, 100.0)), "{}: the mean of an exponential slide", ups(0.0, 100.0));
    }

    #[test]
    fn filters_take_away_what_they_say() {
        let noise =
            |filter: &str| render(&sound(&format!("(tones: [(wave: Noise, pitch_hz: 20000, hold_ms: 200, decay_ms: 1{filter})])")), 0);
        let center = |filter: &str| measure::measure(&noise(filter)).center_hz;
        let (plain, low, high) = (center(""), center(", low_pass: (hz: 500)"), center(", high_pass: (hz: 12000)"));
        assert!(low < 900.0 && low < plain * 0.2 && high > plain * 1.2, "{low} {plain} {high}");
    }

    #[test]
    fn every_wave_is_heard_and_has_no_push() {
        for wave in ["Sine", "Triangle", "Square", "Saw", "Noise", "Crackle"] {
            let out = render(&sound(&format!("(peak: 0.6, tones: [(wave: {wave}, pitch_hz: 300, hold_ms: 300)])")), 0);
            let found = measure::measure(&out);
            assert!((found.peak - 0.6).abs() < 1e-6 && found.rms > 0.005 && found.offset.abs() < 0.01, "{wave}: {found:?}");
        }
    }

    #[test]
    fn variants_differ_and_each_is_the_same_again() {
        let sound = sound("(wander_cents: 200, tones: [(wave: Triangle, pitch_hz: 300)])");
        assert_eq!(sound.variant_count(), 3);
        assert_ne!(render(&sound, 0), render(&sound, 1));
        assert_eq!(render(&sound, 1), render(&sound, 1));
    }

    #[test]
    fn an_echo_repeats_more_softly() {
        let out = render(
            &sound("(peak: 0.8, tones: [(wave: Sine, pitch_hz: 2000, decay_ms: 20)], echo: (every_ms: 100, level: 0.5, count: 2))"),
            0,
        );
        let level = |at_ms: f32| measure::peak(&out[samples(at_ms)..samples(at_ms + 20.0)]);
        assert!((level(100.0) / level(0.0) - 0.5).abs() < 0.02 && (level(200.0) / level(0.0) - 0.25).abs() < 0.02);
        assert!(level(60.0) < 0.001);
    }

    #[test]
    fn the_samples_are_the_same_everywhere() {
        let sound = sound(
            "(tones: [(wave: Saw, pitch_hz: 220, to_hz: 110, low_pass: (hz: 2000, to_hz: 300, q: 2), decay_ms: 200),
            (wave: Noise, pitch_hz: 9000, decay_ms: 50, vibrato: (cents: 30, hz: 6))])",
        );
        let digest = render(&sound, 2).iter().fold(0u32, |hash, sample| (hash ^ sample.to_bits()).wrapping_mul(0x0100_0193));
        assert_eq!(digest, 906_494_448, "changed on purpose? Then the changelog says why");
    }
}

//! What can be wrong with a sound file: numbers out of range, silence, too much of it.

use super::format::{EchoFormat, FilterFormat, SoundFormat, ToneFormat};
use crate::sim::problem::{Key, Problem};

/// Longest sound, its echo included, ms.
const LENGTH_MS_MAX: f32 = 6_000.0;
/// All sounds of a content together, every variant counted, ms: 48 MB of samples.
pub const TOTAL_MS_MAX: f32 = 250_000.0;
const PITCH_HZ: (f32, f32) = (20.0, 20_000.0);

impl SoundFormat {
    /// Everything that is wrong, in the order of the file.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.tones.is_empty() || self.tones.len() > 12 {
            problems.push(Problem::new(vec!["tones".into()], format!("there are {} tones", self.tones.len()), "from 1 to 12 tones"));
        }
        for (index, tone) in self.tones.iter().enumerate() {
            problems.extend(check_tone(tone).into_iter().map(|problem| problem.under(index).under("tones")));
        }
        let mut own = Check::default();
        own.number("peak", self.peak, 0.01, 0.9);
        own.number("rest_ticks", self.rest_ticks as f32, 0.0, 600.0);
        own.number("voices", self.voices as f32, 1.0, 8.0);
        own.number("wander_cents", self.wander_cents, 0.0, 1200.0);
        own.number("duck", self.duck, 0.0, 0.9);
        problems.extend(own.problems);
        if let Some(echo) = &self.echo {
            problems.extend(check_echo(echo).into_iter().map(|problem| problem.under("echo")));
        }
        // Only of sound parts can more be said.
        if problems.is_empty() {
            if self.tones.iter().all(|tone| tone.level == 0.0) {
                problems.push(Problem::new(vec!["tones".into()], "every `level` is 0: nothing is heard", "a tone with a level"));
            }
            if self.length_ms() > LENGTH_MS_MAX {
                let found = format!("it lasts {} ms with its echo", self.length_ms());
                problems.push(Problem::new(vec!["tones".into()], found, format!("at most {LENGTH_MS_MAX} ms")));
            }
        }
        problems
    }

    /// How long it lasts, ms.
    pub fn length_ms(&self) -> f32 {
        let dry_ms = self.tones.iter().map(ToneFormat::end_ms).fold(0.0, f32::max);
        dry_ms + self.echo.map_or(0.0, |echo| echo.every_ms * echo.count as f32)
    }

    /// How many different renderings of it there are.
    pub fn variant_count(&self) -> usize {
        let is_random = self.tones.iter().any(|tone| tone.wave.is_random());
        if self.wander_cents > 0.0 || is_random { 3 } else { 1 }
    }
}

impl ToneFormat {
    /// How long it lasts without the silence before, ms.
    pub fn length_ms(&self) -> f32 {
        self.attack_ms + self.hold_ms + self.decay_ms
    }

    fn end_ms(&self) -> f32 {
        self.delay_ms + self.length_ms()
    }
}

#[derive(Default)]
struct Check {
    problems: Vec<Problem>,
}

impl Check {
    fn number(&mut self, field: &str, value: f32, min: f32, max: f32) {
        if !(min..=max).contains(&value) {
            self.problems.push(Problem::range(vec![Key::from(field)], field, value, format!("a number from {min} to {max}")));
        }
    }

    fn pitch(&mut self, field: &str, value: Option<f32>) {
        if let Some(value) = value {
            self.number(field, value, PITCH_HZ.0, PITCH_HZ.1);
        }
    }
}

fn check_tone(tone: &ToneFormat) -> Vec<Problem> {
    let mut found = Check::default();
    found.pitch("pitch_hz", Some(tone.pitch_hz));
    found.pitch("to_hz", tone.to_hz);
    if let Some(slide_ms) = tone.slide_ms {
        found.number("slide_ms", slide_ms, 1.0, 5000.0);
    }
    found.number("delay_ms", tone.delay_ms, 0.0, 3000.0);
    found.number("attack_ms", tone.attack_ms, 0.0, 2000.0);
    found.number("hold_ms", tone.hold_ms, 0.0, 2000.0);
    found.number("decay_ms", tone.decay_ms, 1.0, 5000.0);
    found.number("level", tone.level, 0.0, 1.0);
    let mut problems = found.problems;
    if let Some(vibrato) = &tone.vibrato {
        let mut found = Check::default();
        found.number("cents", vibrato.cents, 0.0, 1200.0);
        found.number("hz", vibrato.hz, 0.1, 60.0);
        problems.extend(found.problems.into_iter().map(|problem| problem.under("vibrato")));
    }
    if tone.partials.len() > 8 {
        let count = tone.partials.len();
        problems.push(Problem::new(vec!["partials".into()], format!("there are {count} partials"), "at most 8"));
    }
    for (index, partial) in tone.partials.iter().enumerate() {
        let mut found = Check::default();
        found.number("ratio", partial.ratio, 0.1, 32.0);
        found.number("level", partial.level, 0.0, 2.0);
        found.number("decay", partial.decay, 0.01, 1.0);
        problems.extend(found.problems.into_iter().map(|problem| problem.under(index).under("partials")));
    }
    for (name, filter) in [("low_pass", &tone.low_pass), ("high_pass", &tone.high_pass)] {
        let found = filter.iter().flat_map(check_filter);
        problems.extend(found.map(|problem| problem.under(name)));
    }
    problems
}

fn check_filter(filter: &FilterFormat) -> Vec<Problem> {
    let mut found = Check::default();
    found.pitch("hz", Some(filter.hz));
    found.pitch("to_hz", filter.to_hz);
    found.number("q", filter.q, 0.3, 20.0);
    found.problems
}

fn check_echo(echo: &EchoFormat) -> Vec<Problem> {
    let mut found = Check::default();
    found.number("every_ms", echo.every_ms, 10.0, 600.0);
    found.number("level", echo.level, 0.05, 0.8);
    found.number("count", echo.count as f32, 1.0, 8.0);
    found.problems
}

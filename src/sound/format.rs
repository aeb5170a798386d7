//! The file format of a sound, `assets/sounds/<name>.ron`: tones that sound together, and how the game may use them.
//!
//! Units: ms, Hz, cents (a hundredth of a semitone), ticks; levels and peaks are shares, 1 the most there is.

use serde::Deserialize;

/// A sound effect.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundFormat {
    /// What sounds, 1 to 12 tones.
    pub tones: Vec<ToneFormat>,
    /// How loud its loudest moment is, whatever its tones add up to, 0.01 to 0.9; default 0.3.
    #[serde(default = "default_peak")]
    pub peak: f32,
    /// Least time from one beginning to the next, ticks, 0 to 600; what happens in between is not heard. Default 0.
    #[serde(default)]
    pub rest_ticks: u32,
    /// How often it may sound at the same time, 1 to 8; once more, and the oldest ends. Default 2.
    #[serde(default = "default_voices")]
    pub voices: u32,
    /// How far its pitch wanders from one time to the next, cents, 0 to 1200. Default 0.
    #[serde(default)]
    pub wander_cents: f32,
    /// How much all other sounds are lowered while it sounds, 0 to 0.9. Default 0.
    #[serde(default)]
    pub duck: f32,
    /// Repeats that die away, as between walls; none if left out.
    pub echo: Option<EchoFormat>,
}

/// One tone: a wave, its pitch, how it comes and goes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToneFormat {
    /// What swings.
    pub wave: Wave,
    /// Its pitch at the beginning, Hz, 20 to 20000. Of noise: how often it takes another value; of a crackle: clicks a second.
    pub pitch_hz: f32,
    /// Its pitch at the end of the slide, Hz, 20 to 20000; as at the beginning if left out.
    pub to_hz: Option<f32>,
    /// How long the slide takes, ms, 1 to 5000; as long as the tone if left out.
    pub slide_ms: Option<f32>,
    /// Trembling of the pitch; none if left out.
    pub vibrato: Option<VibratoFormat>,
    /// Further waves at multiples of its pitch, as in bells and wood, at most 8.
    #[serde(default)]
    pub partials: Vec<PartialFormat>,
    /// Silence before it begins, ms, 0 to 3000. Default 0.
    #[serde(default)]
    pub delay_ms: f32,
    /// How long it takes to come, ms, 0 to 2000. Default 1.
    #[serde(default = "default_attack_ms")]
    pub attack_ms: f32,
    /// How long it stays, ms, 0 to 2000. Default 0.
    #[serde(default)]
    pub hold_ms: f32,
    /// How long it takes to go (to a thousandth), ms, 1 to 5000. Default 100.
    #[serde(default = "default_decay_ms")]
    pub decay_ms: f32,
    /// How loud it is beside the other tones, 0 to 1. Default 1.
    #[serde(default = "default_level")]
    pub level: f32,
    /// Takes away what is higher; nothing if left out.
    pub low_pass: Option<FilterFormat>,
    /// Takes away what is lower; nothing if left out.
    pub high_pass: Option<FilterFormat>,
}

/// A form of wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Wave {
    /// One pure tone: bells, drums.
    Sine,
    /// Soft and hollow: flutes, wood.
    Triangle,
    /// Hollow and hard: reeds.
    Square,
    /// Bright: strings, brass; best through a `low_pass`.
    Saw,
    /// Random values: wind, breath, paper that is torn.
    Noise,
    /// Single random clicks: paper that is crumpled, sand, sparks.
    Crackle,
}

/// A further wave of a tone.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartialFormat {
    /// Its pitch, times the tone's, 0.1 to 32.
    pub ratio: f32,
    /// How loud it is beside the tone itself, 0 to 2.
    pub level: f32,
    /// How long it takes to go, as a share of the tone's, 0.01 to 1. Default 1.
    #[serde(default = "default_decay")]
    pub decay: f32,
}

/// Trembling of the pitch.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VibratoFormat {
    /// How far to each side, cents, 0 to 1200.
    pub cents: f32,
    /// How often, Hz, 0.1 to 60.
    pub hz: f32,
}

/// A filter of 12 dB an octave.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilterFormat {
    /// Where it cuts at the beginning, Hz, 20 to 20000.
    pub hz: f32,
    /// Where it cuts at the end of the tone, Hz, 20 to 20000; as at the beginning if left out.
    pub to_hz: Option<f32>,
    /// How much it rings there, 0.3 to 20; 0.7 does not. Default 0.7.
    #[serde(default = "default_q")]
    pub q: f32,
}

/// Repeats that die away.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EchoFormat {
    /// From one to the next, ms, 10 to 600.
    pub every_ms: f32,
    /// How loud each is beside the one before, 0.05 to 0.8.
    pub level: f32,
    /// How many, 1 to 8. Default 3.
    #[serde(default = "default_count")]
    pub count: u32,
}

fn default_peak() -> f32 {
    0.3
}

fn default_voices() -> u32 {
    2
}

fn default_attack_ms() -> f32 {
    1.0
}

fn default_decay_ms() -> f32 {
    100.0
}

fn default_level() -> f32 {
    1.0
}

fn default_decay() -> f32 {
    1.0
}

fn default_q() -> f32 {
    0.7
}

fn default_count() -> u32 {
    3
}

//! Sound effects: described in RON, made into samples once, chosen by what happened, mixed.
//!
//! ```text
//! assets/sounds/*.ron -> format, check -> render -> Bank ----.
//! events of a tick -> Ear: one sound each, however many -> Play -> Mixer -> samples for whoever has a device
//! ```
//! Units: ms, Hz, ticks, samples at [`RATE_HZ`]; a share of full scale is 1 at most. Invariant: the same text gives the same samples everywhere.
//! Must not know: devices, threads, files, the settings.

mod bank;
mod check;
mod ear;
mod format;
mod limit;
pub mod measure;
mod mixer;
mod render;
pub mod wav;

pub use bank::{Bank, Rendered};
pub use check::TOTAL_MS_MAX;
pub use ear::{Ear, PLAYS_PER_TICK_MAX, Play, Role};
pub use format::{EchoFormat, FilterFormat, PartialFormat, SoundFormat, ToneFormat, VibratoFormat, Wave};
pub use mixer::{Mixer, VOICES_MAX};
pub use render::render;

/// Samples a second, for each ear.
pub const RATE_HZ: u32 = 48_000;

/// A sound that passed its check.
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    /// Its file's name without ending.
    pub name: String,
    /// What it is made of.
    pub format: SoundFormat,
}

/// Samples in so many milliseconds.
fn samples(ms: f32) -> usize {
    (ms * RATE_HZ as f32 / 1000.0) as usize
}

//! Recorded runs: header, inputs, digest checkpoints; record, play, verify.
//!
//! Invariant: a replay in memory is well formed (`decode` and `Recorder` are its only makers): runs add up to the ticks, and there is one
//! checkpoint for every sixtieth tick and the last. Must not know: files, where content comes from.

mod bytes;
mod codec;
mod play;
mod record;
mod verify;

pub use play::Playback;
pub use record::Recorder;
pub use verify::{Verdict, check_origin, verify, verify_with};

use crate::sim::input::Input;
use crate::sim::world::{Config, Outcome};
use std::fmt;

/// The rules of this engine; replays of another version are not promised to run alike.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");
/// Ticks between two checkpoints.
pub const CHECKPOINT_TICKS: u32 = 60;
/// Longest replay: six hours, in ticks.
pub const TICKS_MAX: u32 = 6 * 60 * 60 * 60;
/// Most mods that are named in a replay.
pub const MODS_MAX: usize = 16;
/// Largest replay file, bytes.
pub const LIMIT_BYTES: u64 = 16 * 1024 * 1024;

/// What was played, by whom, and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Version of the engine that recorded it.
    pub engine_version: String,
    /// Digest of the content it was played with.
    pub content_digest: u64,
    /// Place of the stage in the campaign, from 1.
    pub stage: u32,
    /// What the run started from: seed, difficulty, stock, assists, storage mode.
    pub config: Config,
    /// Name of the player, at most 255 bytes are kept.
    pub player_name: String,
    /// When it began, seconds since 1970.
    pub unix_seconds: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Final score.
    pub score: u64,
    /// Ids and versions of the mods it was played with, the lowest first; at most 16 are kept. The digest counts, these are for people.
    pub mods: Vec<String>,
    /// The ticks before content was first read again while playing: from there on inputs alone do not repeat the run. `None`: it never was.
    pub reloaded_after: Option<u32>,
}

impl Header {
    /// The header of a run that begins now, with this engine.
    pub fn new(content_digest: u64, stage: u32, config: Config, player_name: &str, unix_seconds: u64) -> Self {
        Self {
            engine_version: ENGINE_VERSION.to_owned(),
            content_digest,
            stage,
            config,
            player_name: player_name.to_owned(),
            unix_seconds,
            outcome: Outcome::GaveUp,
            score: 0,
            mods: Vec::new(),
            reloaded_after: None,
        }
    }

    /// The same, played with these mods.
    pub fn with_mods(mut self, mods: &[String]) -> Self {
        self.mods = mods.iter().take(MODS_MAX).cloned().collect();
        self
    }
}

/// The same input for some ticks, at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    ticks: u16,
    input: Input,
}

/// A recorded run.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What was played.
    pub header: Header,
    runs: Vec<Run>,
    /// The world's digest after tick 60, 120, ... and after the last.
    checkpoints: Vec<u64>,
}

impl Replay {
    /// Its length in ticks.
    pub fn tick_count(&self) -> u32 {
        self.runs.iter().map(|run| u32::from(run.ticks)).sum()
    }

    /// Its inputs, one a tick.
    pub fn inputs(&self) -> Playback<&Replay> {
        Playback::new(self)
    }

    /// The world's digest after the last tick.
    pub fn last_digest(&self) -> u64 {
        self.checkpoints.last().copied().unwrap_or_default()
    }
}

/// Whether a digest is recorded after `tick` of a run of `tick_count`.
fn is_checkpoint(tick: u32, tick_count: u32) -> bool {
    tick.is_multiple_of(CHECKPOINT_TICKS) || tick == tick_count
}

/// Why bytes are not a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It does not begin like one.
    NotAReplay,
    /// It is shorter than it says.
    CutShort,
    /// It is longer than it says, or than any replay may be.
    TooLong,
    /// Its checksum is wrong.
    Damaged,
    /// It is whole, but of another version of the format.
    OtherFormat(u16),
    /// It is whole, but says something that cannot be.
    Invalid(&'static str),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ReadError::NotAReplay => f.write_str("not a replay of this game"),
            ReadError::CutShort => f.write_str("cut short: the end of the replay is missing"),
            ReadError::TooLong => f.write_str("too long: there is more than the replay itself"),
            ReadError::Damaged => f.write_str("damaged: its checksum is wrong"),
            ReadError::OtherFormat(version) => write!(f, "a replay of format {version}; this program reads format {}", codec::FORMAT),
            ReadError::Invalid(what) => write!(f, "not a valid replay: {what}"),
        }
    }
}

impl std::error::Error for ReadError {}

//! Plays a replay again without a window and compares every checkpoint.

use super::{CHECKPOINT_TICKS, ENGINE_VERSION, Header, Playback, Replay};
use crate::sim::bullet::Mode;
use crate::sim::input::Input;
use crate::sim::stage::data::StageData;
use crate::sim::world::{Config, World};
use std::fmt;
use std::sync::Arc;

/// What playing again showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every digest agreed, to the last tick.
    Verified {
        /// Length in ticks.
        ticks: u32,
    },
    /// The runs part between two checkpoints.
    Desync {
        /// Tick of the last digest that agreed; 0 when not even the first did.
        good_tick: u32,
        /// Tick of the first digest that differed.
        bad_tick: u32,
    },
    /// All agreed, but not the score in the header.
    OtherScore {
        /// What the header says.
        recorded: u64,
        /// What was reached.
        reached: u64,
    },
    /// Played with other content; not run.
    OtherContent {
        /// Digest of the content it was recorded with.
        recorded: u64,
        /// Digest of ours.
        ours: u64,
    },
    /// Content was read again while it was played: every digest before that agreed, the rest cannot be repeated.
    Reloaded {
        /// Ticks before that.
        after: u32,
    },
    /// Recorded by another version of the engine; not run.
    OtherVersion {
        /// That version.
        recorded: String,
    },
}

/// Whether a replay can be expected to run alike here; else the verdict.
///
/// # Errors
/// `OtherVersion` or `OtherContent`.
pub fn check_origin(header: &Header, content_digest: u64) -> Result<(), Verdict> {
    if header.engine_version != ENGINE_VERSION {
        return Err(Verdict::OtherVersion { recorded: header.engine_version.clone() });
    }
    if header.content_digest != content_digest {
        return Err(Verdict::OtherContent { recorded: header.content_digest, ours: content_digest });
    }
    Ok(())
}

/// Plays `replay` on `stage` (the one that its header names) in the given storage mode. `content_digest` is that of the content at hand.
pub fn verify(replay: &Replay, stage: &Arc<StageData>, content_digest: u64, mode: Mode) -> Verdict {
    verify_with(replay, stage, content_digest, mode, World::step)
}

/// The same with ticks run by `step`, for instance measured.
pub fn verify_with(
    replay: &Replay,
    stage: &Arc<StageData>,
    content_digest: u64,
    mode: Mode,
    mut step: impl FnMut(&mut World, Input),
) -> Verdict {
    let header = &replay.header;
    if let Err(verdict) = check_origin(header, content_digest) {
        return verdict;
    }
    let mut world = World::new(Arc::clone(stage), Config { mode, ..header.config });
    let mut playback = Playback::new(replay);
    while let Some(input) = playback.next() {
        if let Some(after) = header.reloaded_after.filter(|after| playback.tick() > *after) {
            return Verdict::Reloaded { after };
        }
        step(&mut world, input);
        if playback.agrees(|| world.digest()) == Some(false) {
            let bad_tick = playback.tick();
            return Verdict::Desync { good_tick: (bad_tick - 1) / CHECKPOINT_TICKS * CHECKPOINT_TICKS, bad_tick };
        }
    }
    let reached = world.hud().score.score;
    if reached != header.score {
        return Verdict::OtherScore { recorded: header.score, reached };
    }
    Verdict::Verified { ticks: playback.tick() }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Verdict::Verified { ticks } => write!(f, "verified to the last of {ticks} ticks"),
            Verdict::Desync { good_tick, bad_tick } => {
                write!(f, "desync: equal at tick {good_tick}, different at tick {bad_tick}")
            }
            Verdict::OtherScore { recorded, reached } => write!(f, "desync: the score is {reached}, the header says {recorded}"),
            Verdict::Reloaded { after } => {
                write!(f, "verified to tick {after}; then content was read again, which inputs alone do not repeat")
            }
            Verdict::OtherContent { recorded, ours } => {
                write!(f, "recorded with other content: {recorded:016x}, ours is {ours:016x}")
            }
            Verdict::OtherVersion { recorded } => write!(f, "recorded by version {recorded}, this is version {ENGINE_VERSION}"),
        }
    }
}

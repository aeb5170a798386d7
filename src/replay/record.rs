//! Records a run while it is played. Always on, so it is cheap: one comparison a tick, a digest every sixtieth.

use super::{CHECKPOINT_TICKS, Header, Replay, Run, TICKS_MAX};
use crate::mem::counter::{Tag, scope};
use crate::sim::input::Input;
use crate::sim::world::Outcome;

/// Runs of equal inputs for which memory is taken at the start: about ten minutes of busy keys.
const RUNS_AT_START: usize = 32 * 1024;
/// Checkpoints for which memory is taken at the start: 34 minutes.
const CHECKPOINTS_AT_START: usize = 2048;

/// A replay in the making. Its memory is not on the simulation's account.
#[derive(Debug)]
pub struct Recorder {
    header: Header,
    runs: Vec<Run>,
    checkpoints: Vec<u64>,
    ticks: u32,
    spoilt: bool,
}

impl Recorder {
    /// Begins; takes its memory. The header's `outcome` and `score` are filled in by `finish`.
    pub fn new(header: Header) -> Self {
        let _account = scope(Tag::Transition);
        let checkpoints = Vec::with_capacity(CHECKPOINTS_AT_START);
        Self { header, runs: Vec::with_capacity(RUNS_AT_START), checkpoints, ticks: 0, spoilt: false }
    }

    /// Call once for every tick, after the world has stepped with `input`. `digest` is called every sixtieth time.
    /// LIMIT: beyond `TICKS_MAX` nothing is recorded, and there will be no replay.
    pub fn record(&mut self, input: Input, digest: impl FnOnce() -> u64) {
        self.ticks = self.ticks.saturating_add(1);
        if self.ticks > TICKS_MAX {
            return;
        }
        match self.runs.last_mut() {
            Some(run) if run.input == input && run.ticks < u16::MAX => run.ticks += 1,
            _ => {
                let _account = scope(Tag::Transition);
                self.runs.push(Run { ticks: 1, input });
            }
        }
        if self.ticks.is_multiple_of(CHECKPOINT_TICKS) {
            let digest = digest();
            let _account = scope(Tag::Transition);
            self.checkpoints.push(digest);
        }
    }

    /// Something other than inputs changed the run (a stress load): there will be no replay.
    pub fn spoil(&mut self) {
        self.spoilt = true;
    }

    /// Content was read again: what follows is not repeated by inputs alone. The replay says so.
    pub fn reloaded(&mut self) {
        self.header.reloaded_after.get_or_insert(self.ticks);
    }

    /// Ticks recorded.
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// The replay of what was recorded so far; recording may go on. `digest` is the world's now.
    /// `None` for a run without a tick, one beyond `TICKS_MAX`, or a spoilt one.
    pub fn finish(&self, outcome: Outcome, score: u64, digest: u64) -> Option<Replay> {
        if self.spoilt || self.ticks == 0 || self.ticks > TICKS_MAX {
            return None;
        }
        let _account = scope(Tag::Transition);
        let mut checkpoints = self.checkpoints.clone();
        if !self.ticks.is_multiple_of(CHECKPOINT_TICKS) {
            checkpoints.push(digest);
        }
        Some(Replay { header: Header { outcome, score, ..self.header.clone() }, runs: self.runs.clone(), checkpoints })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::world::Config;

    #[test]
    fn long_holds_and_limits() {
        let mut recorder = Recorder::new(Header::new(0, 1, Config::default(), "", 0));
        assert!(recorder.finish(Outcome::Over, 0, 0).is_none(), "nothing happened yet");
        for _ in 0..200_000 {
            recorder.record(Input::default(), || 1);
        }
        let replay = recorder.finish(Outcome::Over, 0, 0).expect("under an hour");
        assert_eq!(replay.tick_count(), 200_000);
        assert!(replay.encode().len() < 200_000 / 60 * 8 + 200, "three long runs and the digests");
        for _ in 200_000..TICKS_MAX {
            recorder.record(Input::default(), || 1);
        }
        assert!(recorder.finish(Outcome::Over, 0, 0).is_some());
        recorder.record(Input::default(), || 1);
        assert!(recorder.finish(Outcome::Over, 0, 0).is_none(), "beyond the limit");

        let mut spoilt = Recorder::new(Header::new(0, 1, Config::default(), "", 0));
        spoilt.record(Input::default(), || 1);
        spoilt.spoil();
        assert!(spoilt.finish(Outcome::Over, 0, 0).is_none());
    }
}

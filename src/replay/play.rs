//! Gives the inputs of a replay back, tick by tick. Allocates nothing.

use super::{Replay, is_checkpoint};
use crate::sim::input::Input;
use std::borrow::Borrow;

/// A place in a replay; holds the replay itself (`Playback<Replay>`, `Playback<Arc<Replay>>`) or borrows it (`Playback<&Replay>`).
#[derive(Clone, Debug)]
pub struct Playback<R> {
    replay: R,
    run: usize,
    used: u16,
    tick: u32,
}

impl<R: Borrow<Replay>> Playback<R> {
    /// At the start.
    pub fn new(replay: R) -> Self {
        Self { replay, run: 0, used: 0, tick: 0 }
    }

    /// The replay.
    pub fn replay(&self) -> &Replay {
        self.replay.borrow()
    }

    /// Ticks given back so far.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// After the world has stepped with the last input: whether its digest is the recorded one; `None` where none was recorded,
    /// which is at all but every sixtieth tick and the last. `digest` is called only at a checkpoint.
    pub fn agrees(&self, digest: impl FnOnce() -> u64) -> Option<bool> {
        let replay = self.replay();
        let last = replay.tick_count();
        if self.tick == 0 || !is_checkpoint(self.tick, last) {
            return None;
        }
        let recorded = replay.checkpoints[(self.tick as usize).div_ceil(super::CHECKPOINT_TICKS as usize) - 1];
        Some(digest() == recorded)
    }
}

impl<R: Borrow<Replay>> Iterator for Playback<R> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        let run = *self.replay.borrow().runs.get(self.run)?;
        self.used += 1;
        self.tick += 1;
        if self.used == run.ticks {
            self.used = 0;
            self.run += 1;
        }
        Some(run.input)
    }
}

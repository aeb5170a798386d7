//! The A/B run: the last seconds of a run again and again, with the storages in turns.
//!
//! Units: ticks. Invariant: every block begins in the same state and gets the same inputs and the same load, so only the storage differs, and the same ticks of each are
//! compared; digests of every tick are compared across the storages. Must not know: who watches, clocks.

use super::past::Past;
use super::{Laps, Segment};
use crate::sim::bullet::Mode;
use crate::sim::world::World;

/// Ticks at the beginning of a block that do not count: as many as a start or a switch spoils.
pub const WARM_UP_TICKS: usize = 120;
/// Ticks of a block that are compared.
pub const COMPARED_TICKS: usize = 360;
/// Ticks of a block.
pub const BLOCK_TICKS: usize = WARM_UP_TICKS + COMPARED_TICKS;
/// A drift of the machine in one direction weighs on both storages alike.
pub const ORDER: [Mode; 4] = [Mode::Pooled, Mode::Boxed, Mode::Boxed, Mode::Pooled];

/// What a step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// One tick of the block.
    Tick {
        /// It does not count.
        warm_up: bool,
        /// Digests of this tick, pooled and boxed, once it has run in both storages.
        digests: Option<(u64, u64)>,
    },
    /// Nothing: the block is through, and its last frame is being written down.
    Rest,
    /// Went back to the beginning of the block, in the next storage. Takes as long as all ticks before.
    Rewound,
    /// The first block did not end where the run is: what is known of its past is not all.
    Lost,
    /// All blocks are through.
    Done,
}

/// Blocks of the same ticks.
pub struct AbRun {
    past: Past,
    end_digest: u64,
    pooled_digests: Vec<u64>,
    block: usize,
    tick: usize,
    world: World,
}

impl AbRun {
    /// The last [`BLOCK_TICKS`] of a run that has come to `end_digest`. `None` if it is shorter. Does not rewind yet: that is the first step.
    pub fn new(past: Past, end_digest: u64) -> Option<AbRun> {
        if past.inputs.len() < BLOCK_TICKS {
            return None;
        }
        let world = past.world(0);
        Some(AbRun { past, end_digest, pooled_digests: Vec::with_capacity(BLOCK_TICKS), block: 0, tick: BLOCK_TICKS + 1, world })
    }

    /// The world of the block.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The block that runs, from 1; 0 before the first.
    pub fn block(&self) -> usize {
        self.block
    }

    /// One tick, or the way back to the beginning of the next block.
    pub fn step(&mut self, laps: &mut Laps) -> Step {
        if self.tick == BLOCK_TICKS {
            self.tick += 1;
            return if self.is_lost() { Step::Lost } else { Step::Rest };
        }
        let first = self.past.inputs.len() - BLOCK_TICKS;
        if self.tick > BLOCK_TICKS {
            let Some(mode) = ORDER.get(self.block) else { return Step::Done };
            self.world = self.past.world(first);
            self.world.set_mode(*mode);
            (self.block, self.tick) = (self.block + 1, 0);
            return Step::Rewound;
        }
        self.past.stress(&mut self.world, first + self.tick);
        self.world.step_probed(self.past.inputs[first + self.tick], laps);
        laps.enter(Segment::Input);
        let digest = self.world.digest();
        if self.block == 1 {
            self.pooled_digests.push(digest);
        }
        // A pooled block after the first has nothing to be compared with but itself.
        let digests = (self.world.mode() == Mode::Boxed).then(|| (self.pooled_digests[self.tick], digest));
        self.tick += 1;
        Step::Tick { warm_up: self.tick <= WARM_UP_TICKS, digests }
    }

    /// Whether the first block, which is through, has led elsewhere than the run.
    fn is_lost(&mut self) -> bool {
        self.past.stress(&mut self.world, self.past.inputs.len());
        self.block == 1 && self.world.digest() != self.end_digest
    }
}

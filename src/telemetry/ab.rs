//! The A/B run: the last seconds of a run again and again, with the storages in turns.
//!
//! Units: ticks. Invariant: every block begins in the same state and gets the same inputs, so only the storage differs; digests of every
//! tick are compared with those of the first block. Must not know: who watches, clocks.

use super::{Laps, Segment};
use crate::sim::bullet::Mode;
use crate::sim::input::Input;
use crate::sim::stage::data::StageData;
use crate::sim::world::{Config, World};
use std::sync::Arc;

/// Ticks of a block.
pub const BLOCK_TICKS: usize = 360;
/// A drift of the machine in one direction weighs on both storages alike.
pub const ORDER: [Mode; 4] = [Mode::Pooled, Mode::Boxed, Mode::Boxed, Mode::Pooled];

/// What a step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// One tick of the block.
    Tick {
        /// Digest of this tick in the first block.
        first: u64,
        /// Digest now.
        now: u64,
    },
    /// Went back to the beginning of the block, in the next storage. Takes as long as all ticks before.
    Rewound,
    /// All blocks are through.
    Done,
}

/// Blocks of the same ticks.
pub struct AbRun {
    stage: Arc<StageData>,
    config: Config,
    inputs: Vec<Input>,
    stress_count: usize,
    first_digests: Vec<u64>,
    block: usize,
    tick: usize,
    world: World,
}

impl AbRun {
    /// The last [`BLOCK_TICKS`] of the run that `inputs` lead through, under a load of `stress_count` bullets from its start on. `None`
    /// if the run is shorter. Does not rewind yet: that is the first step.
    pub fn new(stage: Arc<StageData>, config: Config, inputs: Vec<Input>, stress_count: usize) -> Option<AbRun> {
        if inputs.len() < BLOCK_TICKS {
            return None;
        }
        let world = World::new(Arc::clone(&stage), config);
        let first_digests = Vec::with_capacity(BLOCK_TICKS);
        Some(AbRun { stage, config, inputs, stress_count, first_digests, block: 0, tick: BLOCK_TICKS, world })
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
            let Some(mode) = ORDER.get(self.block) else { return Step::Done };
            self.rewind(*mode);
            (self.block, self.tick) = (self.block + 1, 0);
            return Step::Rewound;
        }
        let input = self.inputs[self.inputs.len() - BLOCK_TICKS + self.tick];
        self.world.step_probed(input, laps);
        laps.enter(Segment::Input);
        let now = self.world.digest();
        if self.block == 1 {
            self.first_digests.push(now);
        }
        self.tick += 1;
        Step::Tick { first: self.first_digests[self.tick - 1], now }
    }

    fn rewind(&mut self, mode: Mode) {
        // The way there is pooled, which is faster; the state is the same in both storages.
        self.world = World::new(Arc::clone(&self.stage), Config { mode: Mode::Pooled, ..self.config });
        self.world.set_stress_count(self.stress_count);
        self.inputs[..self.inputs.len() - BLOCK_TICKS].iter().for_each(|input| self.world.step(*input));
        self.world.set_mode(mode);
    }
}

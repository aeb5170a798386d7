//! A run's past: all that it takes to go the whole way again.
//!
//! Units: ticks. Invariant: the way is that of the run in every storage. Must not know: who asks, and what for.

use crate::sim::bullet::Mode;
use crate::sim::input::Input;
use crate::sim::stage::data::StageData;
use crate::sim::world::{Config, World};
use std::sync::Arc;

/// What a run started from, every input, and the load as it was changed.
#[derive(Clone)]
pub struct Past {
    /// What it runs on.
    pub stage: Arc<StageData>,
    /// What it started from.
    pub config: Config,
    /// The rank that it was held at from its start on, if it was.
    pub rank: Option<f32>,
    /// One a tick.
    pub inputs: Vec<Input>,
    /// Changes of the load: the ticks that had passed, and the number of bullets from then on.
    pub stresses: Vec<(u32, usize)>,
}

impl Past {
    /// A past of no tick; with room for `tick_count`.
    pub fn new(stage: Arc<StageData>, config: Config, tick_count: usize) -> Past {
        Past { stage, config, rank: None, inputs: Vec::with_capacity(tick_count), stresses: Vec::new() }
    }

    /// The world after so many ticks, pooled, which is the quickest way there. Takes as long as all of them.
    pub fn world(&self, tick_count: usize) -> World {
        let mut world = World::new(Arc::clone(&self.stage), Config { mode: Mode::Pooled, ..self.config });
        if let Some(rank) = self.rank {
            world.set_rank(rank);
        }
        for (tick, input) in self.inputs.iter().enumerate().take(tick_count) {
            self.stress(&mut world, tick);
            world.step(*input);
        }
        world
    }

    /// Sets the load as it was set when `tick` ticks had passed, if it was.
    pub fn stress(&self, world: &mut World, tick: usize) {
        let then = self.stresses.iter().filter(|(after, _)| *after as usize == tick);
        then.for_each(|(_, count)| world.set_stress_count(*count));
    }
}

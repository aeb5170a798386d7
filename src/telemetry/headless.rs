//! Measuring without a window: a tick is a frame, judged and recorded by the same rules as a drawn one.
//!
//! Invariant: the world does what it would do unwatched. Must not know: which load it is, where figures go.

use super::frame::{Frame, Marks, Segment};
use super::{Laps, Sample, Telemetry};
use crate::sim::input::Input;
use crate::sim::world::World;
use std::time::Duration;

/// Steps worlds and writes each tick down.
pub struct Headless {
    laps: Laps,
    telemetry: Telemetry,
    last_mode: Option<crate::sim::bullet::Mode>,
}

impl Headless {
    /// Takes all memory. `clock` is monotonic.
    pub fn new(clock: fn() -> Duration) -> Headless {
        Headless { laps: Laps::new(clock), telemetry: Telemetry::new(), last_mode: None }
    }

    /// One tick of `world`; gives what was written down about it. A change of mode since the last tick counts as a switch.
    pub fn step(&mut self, world: &mut World, input: Input) -> &Sample {
        // What the caller did since the last tick is not part of this one.
        self.laps.frame();
        world.step_probed(input, &mut self.laps);
        self.laps.enter(Segment::Input);
        let timing = self.laps.frame();
        let mode = world.mode();
        let switched = self.last_mode.replace(mode).is_some_and(|last| last != mode);
        self.telemetry.push(Frame {
            timing,
            tick: world.tick(),
            ticks: 1,
            dropped_ticks: 0,
            mode,
            marks: Marks { switched, ..Marks::default() },
            pools: world.bullets().rows(),
            arena: world.arena_stats(),
        });
        self.telemetry.frames().newest().expect("a frame was just pushed")
    }

    /// What the ticks say.
    pub fn telemetry(&mut self) -> &mut Telemetry {
        &mut self.telemetry
    }
}

//! Shadow mode: the same tick in both storages, one after the other, timed apart, and the digests compared.
//!
//! Units: ticks, ms. Invariant: the run goes on as if nobody watched; who of the two goes first changes from tick to tick, so that a warm cache favours
//! neither. Must not know: the window, where inputs come from.

use super::Laps;
use super::frame::{Segment, Timing};
use super::order::{self, P50, P99};
use super::past::Past;
use super::ring::Window;
use crate::sim::bullet::Mode;
use crate::sim::input::Input;
use crate::sim::world::World;
use std::time::Duration;

/// Ticks behind the percentiles.
const TICKS: usize = 1_200;

/// The world in the other storage.
pub struct Shadow {
    twin: World,
    laps: Laps,
    twin_first: bool,
}

/// What one tick came to in both storages.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// The tick.
    pub tick: u32,
    /// Pooled.
    pub pooled: Side,
    /// Boxed.
    pub boxed: Side,
}

/// A tick in one storage.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Side {
    /// S.
    pub sim_ms: f32,
    /// Digest after it.
    pub digest: u64,
    /// Heap operations in the simulation's tags; `None` when nothing counts.
    pub operations: Option<u64>,
}

impl Shadow {
    /// Goes the whole way of the run again, in the storage that `world` is not in. Takes as long as all its ticks. `None` if that leads
    /// elsewhere: then inputs alone do not say what happened. `clock` as in [`Laps::new`].
    pub fn new(world: &World, past: &Past, clock: fn() -> Duration) -> Option<Shadow> {
        let mut twin = past.world(past.inputs.len());
        past.stress(&mut twin, past.inputs.len());
        twin.set_mode(other(world.mode()));
        let laps = Laps::new(clock);
        (twin.digest() == world.digest()).then_some(Shadow { twin, laps, twin_first: false })
    }

    /// One tick of both. `laps` is told of the world's alone: time and heap operations of its shadow do not count as the frame's work.
    pub fn step(&mut self, world: &mut World, input: Input, laps: &mut Laps) -> Pair {
        // The run may have been switched or loaded since.
        if self.twin.mode() == world.mode() {
            self.twin.set_mode(other(world.mode()));
        }
        if self.twin.stress_count() != world.stress_count() {
            self.twin.set_stress_count(world.stress_count());
        }
        let twin_first = self.twin_first;
        self.twin_first = !twin_first;
        let first = twin_first.then(|| self.step_twin(input, laps));
        let before = laps.sim_so_far();
        world.step_probed(input, laps);
        laps.enter(Segment::Input);
        let after = laps.sim_so_far();
        let shadow = first.unwrap_or_else(|| self.step_twin(input, laps));
        let operations = after.1.zip(before.1).map(|(after, before)| after.wrapping_sub(before));
        let ours = Side { sim_ms: after.0 - before.0, digest: world.digest(), operations };
        let heap = shadow.counts.map(|counts| counts.sim().operations());
        let theirs = Side { sim_ms: shadow.sim_ms(), digest: self.twin.digest(), operations: heap };
        let (pooled, boxed) = if world.mode() == Mode::Pooled { (ours, theirs) } else { (theirs, ours) };
        Pair { tick: world.tick(), pooled, boxed }
    }

    fn step_twin(&mut self, input: Input, laps: &mut Laps) -> Timing {
        // Not ours to work: W goes on to say what the game costs.
        laps.enter(Segment::EnginePresent);
        self.laps.frame();
        self.twin.step_probed(input, &mut self.laps);
        self.laps.enter(Segment::EnginePresent);
        let timing = self.laps.frame();
        timing.counts.iter().for_each(|counts| laps.leave_out(counts));
        laps.enter(Segment::Input);
        timing
    }
}

fn other(mode: Mode) -> Mode {
    match mode {
        Mode::Pooled => Mode::Boxed,
        Mode::Boxed => Mode::Pooled,
    }
}

/// What the ticks in shadow mode came to.
pub struct Figures {
    pooled_ms: Window<f32>,
    boxed_ms: Window<f32>,
    tick_count: u64,
    equal_count: u64,
    operations: Option<[u64; 2]>,
    parted: Option<Pair>,
}

/// The same, worked out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Ticks in shadow mode.
    pub tick_count: u64,
    /// Of these, those with equal digests.
    pub equal_count: u64,
    /// Median S, pooled and boxed, of the last 1,200 ticks.
    pub p50_ms: [Option<f32>; 2],
    /// 99th percentile.
    pub p99_ms: [Option<f32>; 2],
    /// Heap operations a tick, mean of all ticks.
    pub operations_mean: [Option<f32>; 2],
    /// The first tick whose digests differ.
    pub parted: Option<Pair>,
}

impl Figures {
    pub(super) fn new() -> Figures {
        Figures {
            pooled_ms: Window::new(TICKS),
            boxed_ms: Window::new(TICKS),
            tick_count: 0,
            equal_count: 0,
            operations: Some([0; 2]),
            parted: None,
        }
    }

    pub(super) fn clear(&mut self) {
        self.pooled_ms.clear();
        self.boxed_ms.clear();
        (self.tick_count, self.equal_count, self.operations, self.parted) = (0, 0, Some([0; 2]), None);
    }

    pub(super) fn push(&mut self, pair: &Pair) {
        self.pooled_ms.push(pair.pooled.sim_ms);
        self.boxed_ms.push(pair.boxed.sim_ms);
        self.tick_count += 1;
        let both = pair.pooled.operations.zip(pair.boxed.operations);
        self.operations = self.operations.zip(both).map(|(sum, (pooled, boxed))| [sum[0] + pooled, sum[1] + boxed]);
        if pair.pooled.digest == pair.boxed.digest {
            self.equal_count += 1;
        } else if self.parted.is_none() {
            self.parted = Some(*pair);
        }
    }

    /// `None` before the first tick.
    pub fn summary(&self) -> Option<Summary> {
        let windows = [&self.pooled_ms, &self.boxed_ms];
        let count = self.tick_count as f32;
        (self.tick_count > 0).then(|| Summary {
            tick_count: self.tick_count,
            equal_count: self.equal_count,
            p50_ms: windows.map(|window| order::percentile(window.sorted(), P50)),
            p99_ms: windows.map(|window| order::percentile(window.sorted(), P99)),
            operations_mean: [0, 1].map(|side| self.operations.map(|sum: [u64; 2]| sum[side] as f32 / count)),
            parted: self.parted,
        })
    }
}

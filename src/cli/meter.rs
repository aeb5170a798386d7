//! Measures ticks without a window: the stopwatch of the window's telemetry, walked through the parts of one tick at a time.
//!
//! Units: ms. Invariant: only the tick itself is timed, and on the simulation's account; what comes between ticks is not.

use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tamafubuki::mem::arena::ArenaStats;
use tamafubuki::sim::bullet::Bullets;
use tamafubuki::sim::input::Input;
use tamafubuki::sim::world::World;
use tamafubuki::telemetry::order::{P50, P95, P99, P999, nearest_rank, percentile};
use tamafubuki::telemetry::{Frame, Laps, Segment, Timing};

/// The parts of a tick.
pub const PARTS: [Segment; 4] = [Segment::Pattern, Segment::Step, Segment::Collide, Segment::Labels];

/// The quantiles that are told, in thousandths.
const QUANTILES: [u32; 4] = [P50, P95, P99, P999];

/// Measures one tick after another.
pub struct Meter {
    laps: Laps,
    frames: Vec<Frame>,
}

fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

impl Meter {
    /// Takes memory for `ticks`.
    pub fn new(ticks: usize) -> Self {
        Self { frames: Vec::with_capacity(ticks), laps: Laps::new(clock) }
    }

    /// Runs one tick, which walks the stopwatch through its parts; `after` tells what there is after it.
    pub fn measure<W>(&mut self, world: &mut W, tick: impl FnOnce(&mut W, &mut Laps), after: impl FnOnce(&W) -> (&Bullets, ArenaStats)) {
        let timing = self.time(|laps| tick(world, laps));
        let (bullets, arena) = after(world);
        let tick = self.frames.len() as u32 + 1;
        self.frames.push(Frame { timing, tick, ticks: 1, mode: bullets.mode(), pools: bullets.rows(), arena, ..Frame::default() });
    }

    /// Runs one tick of a world.
    pub fn measure_world(&mut self, world: &mut World, input: Input) {
        let timing = self.time(|laps| world.step_probed(input, laps));
        self.frames.push(Frame { timing, ..Frame::of(world) });
    }

    fn time(&mut self, tick: impl FnOnce(&mut Laps)) -> Timing {
        self.laps.frame();
        tick(&mut self.laps);
        self.laps.enter(Segment::EnginePresent);
        self.laps.frame()
    }

    /// What was measured, a frame a tick.
    pub fn into_frames(self) -> Vec<Frame> {
        self.frames
    }
}

/// Of several measurements of the same deterministic ticks, the fastest of each: what the machine did besides falls away.
pub fn least(runs: Vec<Vec<Frame>>) -> Vec<Frame> {
    runs.into_iter().reduce(keep_least).unwrap_or_default()
}

/// The faster of two measurements of each tick.
pub fn keep_least(mut best: Vec<Frame>, run: Vec<Frame>) -> Vec<Frame> {
    for (best, frame) in best.iter_mut().zip(run) {
        if frame.timing.sim_ms() < best.timing.sim_ms() {
            *best = frame;
        }
    }
    best
}

/// Percentiles and slowest of all measurements of all ticks, as they came: what the machine did besides is in them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Raw {
    /// As in `Figures`.
    pub tick_ms: [Option<f32>; 4],
    /// Slowest tick, ms.
    pub max_ms: f32,
}

impl Raw {
    /// Those of `times_ms`, in any order.
    pub fn of(mut times_ms: Vec<f32>) -> Raw {
        times_ms.sort_by(f32::total_cmp);
        Raw { tick_ms: QUANTILES.map(|per_mille| percentile(&times_ms, per_mille)), max_ms: times_ms.last().copied().unwrap_or_default() }
    }
}

/// Figures of many ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// 50th, 95th, 99th, 99.9th percentile of the tick, ms; `None` where there are too few ticks to say.
    pub tick_ms: [Option<f32>; 4],
    /// Slowest tick, ms.
    pub max_ms: f32,
    /// Median of each part, ms.
    pub part_ms: [f32; PARTS.len()],
    /// Allocations, reallocations, frees a tick, mean; `None` when nothing counts them.
    pub heap: Option<[f64; 3]>,
    /// Most heap operations in one tick.
    pub operations_max: Option<u64>,
    /// Bullets alive, mean.
    pub bullets_mean: f64,
    /// Bullets alive, most.
    pub bullets_max: u32,
}

impl Figures {
    /// Those of `frames`.
    pub fn of(frames: &[Frame]) -> Figures {
        let sorted = |value: &dyn Fn(&Frame) -> f32| {
            let mut values: Vec<f32> = frames.iter().map(value).collect();
            values.sort_by(f32::total_cmp);
            values
        };
        let count = frames.len().max(1) as f64;
        let total = sorted(&|frame| frame.timing.sim_ms());
        let heap: Option<Vec<_>> = frames.iter().map(|frame| frame.timing.counts.map(|counts| counts.sim())).collect();
        let heap = heap.filter(|heap| !heap.is_empty());
        Figures {
            tick_ms: QUANTILES.map(|per_mille| percentile(&total, per_mille)),
            max_ms: total.last().copied().unwrap_or_default(),
            part_ms: PARTS.map(|part| nearest_rank(&sorted(&|frame| frame.timing.segment_ms(part)), P50).unwrap_or_default()),
            heap: heap.as_ref().map(|heap| {
                let sums = heap.iter().fold([0; 3], |sum, tag| [sum[0] + tag.allocs, sum[1] + tag.reallocs, sum[2] + tag.frees]);
                sums.map(|sum| sum as f64 / count)
            }),
            operations_max: heap.and_then(|heap| heap.iter().map(|tag| tag.operations()).max()),
            bullets_mean: frames.iter().map(|frame| f64::from(frame.bullet_count())).sum::<f64>() / count,
            bullets_max: frames.iter().map(Frame::bullet_count).max().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamafubuki::sim::bullet::{Mode, Policy};
    use tamafubuki::sim::probe::{Part, Probe};

    fn frame(step_ms: f32) -> Frame {
        let mut frame = Frame::default();
        frame.timing.segments_ms[Segment::Step as usize] = step_ms;
        frame
    }

    #[test]
    fn the_least_of_repeats_and_its_figures() {
        let first: Vec<Frame> = (1..=1000).map(|tick| frame(tick as f32)).collect();
        let second: Vec<Frame> = (1..=1000).map(|tick| frame(if tick % 2 == 0 { 0.5 } else { 2000.0 })).collect();
        let best = least(vec![first.clone(), second]);
        assert_eq!([0, 1, 2].map(|index: usize| best[index].timing.sim_ms()), [1.0, 0.5, 3.0]);
        let figures = Figures::of(&first);
        assert_eq!(figures.tick_ms, [Some(500.0), Some(950.0), Some(990.0), None], "1,000 ticks say nothing about one in a thousand");
        assert_eq!((figures.max_ms, figures.part_ms, figures.heap), (1000.0, [0.0, 500.0, 0.0, 0.0], None));
    }

    #[test]
    fn raw_figures_are_of_all_repeats() {
        let raw = Raw::of((1..=100).rev().chain(101..=200).map(|ms| ms as f32).collect());
        assert_eq!((raw.tick_ms, raw.max_ms), ([Some(100.0), Some(190.0), None, None], 200.0));
    }

    #[test]
    fn parts_are_told_apart_and_heap_operations_counted() {
        let mut meter = Meter::new(1);
        let mut bullets = Bullets::new(4, Policy::Reject, Mode::Boxed);
        let tick = |_: &mut Bullets, laps: &mut Laps| {
            Probe::enter(laps, Part::Step);
            std::thread::sleep(Duration::from_millis(2));
            Probe::enter(laps, Part::Labels);
            std::hint::black_box(vec![1_u8, 2]);
        };
        meter.measure(&mut bullets, tick, |bullets| (bullets, ArenaStats::default()));
        let figures = Figures::of(&meter.into_frames());
        assert!(figures.part_ms[1] >= 2.0 && figures.part_ms[0] == 0.0 && figures.part_ms[2] == 0.0);
        let counted = cfg!(feature = "count-alloc").then_some([1.0, 0.0, 1.0]);
        assert_eq!(figures.heap, counted);
    }
}

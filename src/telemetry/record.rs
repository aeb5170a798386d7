//! The clean frames of one storage mode and what they say: percentiles, 1 % low, the link between spikes and allocations.
//!
//! Units: milliseconds, counts a frame. Invariant: at most the newest `FRAME_COUNT` clean frames; nothing allocates after construction.
//! Must not know: the other mode, drawing.

use super::compare::{BLOCK_FRAMES_MIN, Block};
use super::link::{self, Coincidence};
use super::order;
use super::ring::{Ring, Window};
use super::spike::BASELINE_COUNT_MIN;
use super::{FRAME_COUNT, Spike};
use crate::sim::bullet::Mode;

/// A clean frame, as far as figures need it.
#[derive(Clone, Copy, Debug)]
pub struct Clean {
    /// Sequence number of the frame.
    pub frame: u64,
    /// Number of its tick.
    pub tick: u32,
    /// Frame start to frame start.
    pub interval_ms: f32,
    /// All segments without engine + present.
    pub work_ms: f32,
    /// Pattern + step + collide + labels.
    pub sim_ms: f32,
    /// The instrument's own segment.
    pub overlay_ms: f32,
    /// Bullets alive.
    pub bullet_count: u32,
    /// Heap bytes alive at the end of the frame, all tags.
    pub live_bytes: i64,
    /// Heap operations in the simulation's tags; `None` when nothing counts them.
    pub heap: Option<Heap>,
    /// Whether the frame is allocation-heavy.
    pub heavy: bool,
}

/// Heap operations in the simulation's tags.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Heap {
    /// Blocks taken.
    pub allocs: u32,
    /// Blocks resized.
    pub reallocs: u32,
    /// Blocks given back.
    pub frees: u32,
}

impl Heap {
    /// All three together.
    pub fn operations(&self) -> u32 {
        self.allocs + self.reallocs + self.frees
    }
}

/// Nearest-rank percentiles of one figure; each `None` while the frames are too few for it.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Percentiles {
    /// Half of the frames are at or below.
    pub p50: Option<f32>,
    /// 95 %.
    pub p95: Option<f32>,
    /// 99 %.
    pub p99: Option<f32>,
    /// 99.9 %.
    pub p999: Option<f32>,
    /// The largest.
    pub max: Option<f32>,
}

/// What the clean frames of a mode say.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Stats {
    /// Clean frames behind the figures.
    pub frame_count: usize,
    /// Interval, ms.
    pub interval: Percentiles,
    /// Work, ms.
    pub work: Percentiles,
    /// Simulation, ms.
    pub sim: Percentiles,
    /// The instrument's own cost, ms.
    pub overlay: Percentiles,
    /// Frames a second in the slowest hundredth.
    pub one_percent_low_fps: Option<f32>,
    /// Simulation allocations a frame, mean.
    pub allocs_mean: Option<f32>,
    /// Simulation frees a frame, mean.
    pub frees_mean: Option<f32>,
    /// Spikes and how many of them were allocation-heavy; `None` when nothing counts allocations or there is no clean frame.
    pub coincidence: Option<Coincidence>,
    /// Bullets alive, mean.
    pub bullets_mean: f32,
    /// Heap bytes alive at the end of the newest frame.
    pub live_bytes: Option<i64>,
    /// Spikes in the time of the frames.
    pub spike_count: u32,
    /// Correlation of simulation allocs + frees with simulation time; `None` below 60 frames.
    pub pearson: Option<f32>,
}

/// The newest clean frames of a mode.
pub struct Record {
    frames: Ring<Clean>,
    interval_ms: Window<f32>,
    work_ms: Window<f32>,
    sim_ms: Window<f32>,
    overlay_ms: Window<f32>,
    scratch: Vec<f32>,
}

impl Record {
    pub(super) fn new() -> Record {
        let window = || Window::new(FRAME_COUNT);
        Record {
            frames: Ring::new(FRAME_COUNT),
            interval_ms: window(),
            work_ms: window(),
            sim_ms: window(),
            overlay_ms: window(),
            scratch: Vec::with_capacity(FRAME_COUNT),
        }
    }

    pub(super) fn push(&mut self, frame: Clean) {
        self.interval_ms.push(frame.interval_ms);
        self.work_ms.push(frame.work_ms);
        self.sim_ms.push(frame.sim_ms);
        self.overlay_ms.push(frame.overlay_ms);
        self.frames.push(frame);
    }

    pub(super) fn clear(&mut self) {
        self.frames.clear();
        for window in [&mut self.interval_ms, &mut self.work_ms, &mut self.sim_ms, &mut self.overlay_ms] {
            window.clear();
        }
    }

    /// The clean frames, oldest first.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = &Clean> + DoubleEndedIterator + Clone {
        self.frames.iter()
    }

    /// Works everything out; `spikes` are those of this mode. Times are kept sorted, so this is cheap, but not for every frame.
    pub(super) fn stats<'s>(&self, spikes: impl Iterator<Item = &'s Spike>) -> Stats {
        let mut stats = Stats { frame_count: self.frames.len(), ..Stats::default() };
        stats.interval = percentiles(&self.interval_ms);
        stats.one_percent_low_fps = order::one_percent_low_fps(self.interval_ms.sorted());
        stats.work = percentiles(&self.work_ms);
        stats.sim = percentiles(&self.sim_ms);
        stats.overlay = percentiles(&self.overlay_ms);
        stats.bullets_mean = self.bullets_mean(self.frames.len());
        let oldest = self.frames.iter().next().map_or(u64::MAX, |frame| frame.frame);
        let mut heavy_count = 0;
        for spike in spikes.filter(|spike| spike.event.peak.frame >= oldest) {
            stats.spike_count += 1;
            heavy_count += u32::from(spike.heavy);
        }
        self.link(&mut stats, heavy_count);
        stats
    }

    /// The newest `count` clean frames as a block; `None` if they are too few for one.
    pub(super) fn block(&mut self, mode: Mode, count: usize) -> Option<Block> {
        if count < BLOCK_FRAMES_MIN {
            return None;
        }
        self.scratch.clear();
        self.scratch.extend(self.frames.last(count).map(|frame| frame.sim_ms));
        self.scratch.sort_unstable_by(f32::total_cmp);
        let sim_p50_ms = order::nearest_rank(&self.scratch, order::P50)?;
        Some(Block { mode, sim_p50_ms, bullets_mean: self.bullets_mean(count) })
    }

    fn bullets_mean(&self, count: usize) -> f32 {
        let frames = self.frames.last(count);
        let count = frames.len().max(1);
        frames.map(|frame| frame.bullet_count as f32).sum::<f32>() / count as f32
    }

    fn link(&self, stats: &mut Stats, heavy_count: u32) {
        let counted = self.frames.iter().filter_map(|frame| frame.heap.map(|heap| (frame, heap)));
        let (mut count, mut heavy_frames, mut allocs, mut frees) = (0_u32, 0, 0_u64, 0_u64);
        for (frame, heap) in counted.clone() {
            count += 1;
            heavy_frames += u32::from(frame.heavy);
            allocs += u64::from(heap.allocs);
            frees += u64::from(heap.frees);
        }
        if count == 0 {
            return;
        }
        stats.live_bytes = self.frames.newest().map(|frame| frame.live_bytes);
        stats.allocs_mean = Some(allocs as f32 / count as f32);
        stats.frees_mean = Some(frees as f32 / count as f32);
        stats.coincidence = link::coincidence(heavy_count, stats.spike_count, heavy_frames, count);
        if count as usize >= BASELINE_COUNT_MIN {
            stats.pearson = link::pearson(counted.map(|(frame, heap)| ((heap.allocs + heap.frees) as f32, frame.sim_ms)));
        }
    }
}

fn percentiles(window: &Window<f32>) -> Percentiles {
    let sorted = window.sorted();
    let of = |per_mille| order::percentile(sorted, per_mille);
    Percentiles { p50: of(order::P50), p95: of(order::P95), p99: of(order::P99), p999: of(order::P999), max: sorted.last().copied() }
}

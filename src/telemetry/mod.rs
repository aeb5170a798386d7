//! Telemetry: the last 1,200 frames with times, heap operations and fill levels, and the figures drawn from them.
//!
//! Owns: the ring of frames, spikes, allocation-heavy frames, clean-frame rules, percentiles. Units: milliseconds, counts, bytes.
//! Invariant: all memory is taken at construction; a figure that the data cannot carry is `None`, never a guess.
//! Must not know: clocks other than the one handed to [`Laps`], the window, how figures are drawn.
//!
//! | name | formula |
//! |---|---|
//! | interval I; work W; sim S | frame start to frame start; sum of segments without engine+present; pattern+step+collide+labels |
//! | clean | not the first 120 after start or resume, not within 30 of a mode switch, focused, no resize or load, exactly one tick |
//! | p50 p95 p99 p99.9 | nearest rank: ascending, index ceil(q n) - 1, last 1,200 clean frames of the mode; `None` while n < 10 / (1 - q) |
//! | 1% low | 1,000 / mean of the slowest ceil(n / 100) intervals |
//! | miss; over | I > 25.0 ms; W > 16.67 ms, in frames clean but for the number of their ticks |
//! | spike | x > median + max(floor, 6 * 1.4826 * MAD) of the 240 clean frames before (60 at least; anew after a mode switch), for S (floor 0.10 ms) and W (floor 0.50 ms); within 200 ms one event, shown at its worst frame |
//! | allocation-heavy | sim allocs + frees + reallocs > max(0, their own p95) over the 600 clean frames before |
//! | block; ratio | clean frames between mode switches, 120 at least; boxed / pooled S p50 of neighbouring blocks whose mean bullet counts differ by 10 % at most |
//! | coincidence | k of n spikes on allocation-heavy frames, and n * heavy / clean expected by chance |

pub mod ab;
pub mod aged;
pub mod compare;
pub mod frame;
pub mod inspect;
pub mod laps;
pub mod link;
pub mod load;
pub mod machine;
pub mod order;
pub mod past;
pub mod record;
pub mod recording;
pub mod report;
pub mod ring;
pub mod shadow;
pub mod spike;
pub mod table;
pub mod tour;

pub use frame::{Frame, Marks, OverlayParts, SEGMENT_COUNT, Segment, Timing};
pub use laps::Laps;
pub use record::{Record, Stats};

use crate::sim::bullet::Mode;
use compare::{Block, Blocks, Comparison};
use record::{Clean, Heap};
use ring::{Ring, Window};
use spike::{Detector, Event, Peak};

/// Frames in the ring: 20 s.
pub const FRAME_COUNT: usize = 1200;
/// An interval longer than this is a missed refresh at 60 Hz.
pub const MISS_MS: f32 = 25.0;
/// What a frame has at 60 Hz.
pub const BUDGET_MS: f32 = 1000.0 / 60.0;

const FRAMES_AFTER_START: u32 = 120;
const FRAMES_AFTER_SWITCH: u32 = 30;
const HEAVY_BASELINE_COUNT: usize = 600;
/// More events than 20 s can hold at 200 ms apart.
const EVENT_COUNT: usize = 128;

/// A frame with what was found out about it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sample {
    /// As handed over.
    pub frame: Frame,
    /// Sequence number since the last reset.
    pub sequence: u64,
    /// Start of the frame since the last reset.
    pub start_ms: f64,
    /// S.
    pub sim_ms: f32,
    /// W.
    pub work_ms: f32,
    /// Heap operations in the simulation's tags.
    pub heap: Option<Heap>,
    /// Fit for figures.
    pub clean: bool,
    /// Clean but for the number of its ticks.
    pub steady: bool,
    /// More simulation heap operations than the 95th percentile of the frames before.
    pub heavy: bool,
    /// Excess of S over its threshold; `None` for no spike.
    pub sim_excess_ms: Option<f32>,
    /// Excess of W over its threshold; `None` for no spike.
    pub work_excess_ms: Option<f32>,
    /// Median S of the clean frames before.
    pub sim_median_ms: Option<f32>,
    /// Median W of the clean frames before.
    pub work_median_ms: Option<f32>,
}

/// A spike event with the heap operations of the frame that stands for it.
#[derive(Clone, Copy, Debug)]
pub struct Spike {
    /// The frames.
    pub event: Event,
    /// Simulation heap operations of the frame that stands for it.
    pub heap: Option<Heap>,
    /// Whether that frame is allocation-heavy.
    pub heavy: bool,
    /// Its tick.
    pub tick: u32,
    /// Storage of the bullets.
    pub mode: Mode,
}

/// How often both storages were seen to hold the same simulation.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct DigestChecks {
    /// Digests compared.
    pub check_count: u32,
    /// Of these, equal ones.
    pub equal_count: u32,
}

/// The instrument's memory of the last 20 s.
pub struct Telemetry {
    frames: Ring<Sample>,
    spikes: Ring<Spike>,
    pooled: Record,
    boxed: Record,
    sim: Detector,
    work: Detector,
    operations: Window<u32>,
    blocks: Blocks,
    block_mode: Mode,
    block_frame_count: usize,
    digest_checks: DigestChecks,
    shadow: shadow::Figures,
    /// Blocks that keep the heap in pieces while this is measured; `None` on the heap as the program left it.
    aged_block_count: Option<usize>,
    last_mode: Option<Mode>,
    now_ms: f64,
    since_start: u32,
    since_switch: u32,
    miss_count: u32,
    over_count: u32,
    dropped_ticks: u64,
}

impl Telemetry {
    /// Takes all memory: about 1.5 MB.
    pub fn new() -> Telemetry {
        Telemetry {
            frames: Ring::new(FRAME_COUNT),
            spikes: Ring::new(EVENT_COUNT),
            pooled: Record::new(),
            boxed: Record::new(),
            sim: Detector::new(spike::SIM_FLOOR_MS),
            work: Detector::new(spike::WORK_FLOOR_MS),
            operations: Window::new(HEAVY_BASELINE_COUNT),
            blocks: Blocks::new(),
            block_mode: Mode::default(),
            block_frame_count: 0,
            digest_checks: DigestChecks::default(),
            shadow: shadow::Figures::new(),
            aged_block_count: None,
            last_mode: None,
            now_ms: 0.0,
            since_start: 0,
            since_switch: FRAMES_AFTER_SWITCH,
            miss_count: 0,
            over_count: 0,
            dropped_ticks: 0,
        }
    }

    /// Forgets everything, as if the measurement began now.
    pub fn reset(&mut self) {
        self.frames.clear();
        self.spikes.clear();
        self.pooled.clear();
        self.boxed.clear();
        self.clear_baselines();
        self.blocks.clear();
        self.shadow.clear();
        self.aged_block_count = None;
        (self.block_frame_count, self.digest_checks) = (0, DigestChecks::default());
        (self.now_ms, self.since_start, self.since_switch) = (0.0, 0, FRAMES_AFTER_SWITCH);
        (self.miss_count, self.over_count, self.dropped_ticks) = (0, 0, 0);
    }

    /// Writes a frame down and judges it by the ones before.
    pub fn push(&mut self, frame: Frame) {
        let steady = self.steady(&frame);
        let timing = &frame.timing;
        let mut sample = Sample {
            frame,
            sequence: self.frames.next_sequence(),
            start_ms: self.now_ms,
            sim_ms: timing.sim_ms(),
            work_ms: timing.work_ms(),
            heap: timing.counts.map(|counts| {
                let sim = counts.sim();
                Heap { allocs: sim.allocs as u32, reallocs: sim.reallocs as u32, frees: sim.frees as u32 }
            }),
            clean: steady && frame.ticks == 1,
            steady,
            heavy: false,
            sim_excess_ms: None,
            work_excess_ms: None,
            sim_median_ms: None,
            work_median_ms: None,
        };
        if sample.clean {
            self.judge(&mut sample);
        }
        self.now_ms += f64::from(timing.interval_ms);
        self.dropped_ticks += u64::from(frame.dropped_ticks);
        self.tally(&sample);
    }

    /// All frames in the ring.
    pub fn frames(&self) -> &Ring<Sample> {
        &self.frames
    }

    /// Spike events, oldest first; some may be older than the ring of frames.
    pub fn spikes(&self) -> &Ring<Spike> {
        &self.spikes
    }

    /// Ticks dropped since the last reset.
    pub fn dropped_ticks(&self) -> u64 {
        self.dropped_ticks
    }

    /// Frames of the ring, of those in which the run went on, whose interval missed a refresh, and whose work was over the budget.
    pub fn misses(&self) -> (u32, u32) {
        (self.miss_count, self.over_count)
    }

    /// Frames and ticks a second over about the last second; `None` before the first frame.
    pub fn rates_hz(&self) -> Option<(f32, f32)> {
        let (mut frames, mut ticks, mut span_ms) = (0_u32, 0_u32, 0.0);
        for sample in self.frames.iter().rev().take_while(|sample| self.now_ms - sample.start_ms <= 1000.0) {
            frames += 1;
            ticks += sample.frame.ticks;
            span_ms += sample.frame.timing.interval_ms;
        }
        (span_ms > 0.0).then(|| (frames as f32 * 1000.0 / span_ms, ticks as f32 * 1000.0 / span_ms))
    }

    /// The clean frames of a mode.
    pub fn record(&self, mode: Mode) -> &Record {
        match mode {
            Mode::Pooled => &self.pooled,
            Mode::Boxed => &self.boxed,
        }
    }

    /// The figures of a mode, worked out anew: ask a few times a second.
    pub fn stats(&self, mode: Mode) -> Stats {
        self.record(mode).stats(self.spikes.iter().filter(|spike| spike.mode == mode))
    }

    /// Pooled against boxed, by blocks between mode switches; worked out anew: ask a few times a second.
    pub fn compare(&mut self) -> Comparison {
        let open = self.open_block();
        self.blocks.compare(open)
    }

    /// Ends the block that runs: at a mode switch this happens by itself.
    pub fn close_block(&mut self) {
        if let Some(block) = self.open_block() {
            self.blocks.close(block);
        }
        self.block_frame_count = 0;
    }

    /// Notes whether the simulation had the same digest in both storages: before and after a switch, or run side by side.
    pub fn note_digests(&mut self, pooled: u64, boxed: u64) {
        self.digest_checks.check_count += 1;
        self.digest_checks.equal_count += u32::from(pooled == boxed);
    }

    /// What [`Telemetry::note_digests`] noted since the last reset.
    pub fn digest_checks(&self) -> DigestChecks {
        self.digest_checks
    }

    /// Notes a tick of shadow mode.
    pub fn note_pair(&mut self, pair: &shadow::Pair) {
        self.note_digests(pair.pooled.digest, pair.boxed.digest);
        self.shadow.push(pair);
    }

    /// What shadow mode said since the last reset.
    pub fn shadow(&self) -> Option<shadow::Summary> {
        self.shadow.summary()
    }

    /// Notes that what is measured from now on runs on an aged heap, kept in pieces by so many blocks, until the next reset.
    pub fn note_aged(&mut self, block_count: usize) {
        self.aged_block_count = Some(block_count);
    }

    /// What [`Telemetry::note_aged`] noted since the last reset; `None` for the heap as the program left it.
    pub fn aged_block_count(&self) -> Option<usize> {
        self.aged_block_count
    }

    fn open_block(&mut self) -> Option<Block> {
        let (mode, count) = (self.block_mode, self.block_frame_count);
        self.record_mut(mode).block(mode, count)
    }

    fn record_mut(&mut self, mode: Mode) -> &mut Record {
        match mode {
            Mode::Pooled => &mut self.pooled,
            Mode::Boxed => &mut self.boxed,
        }
    }

    fn steady(&mut self, frame: &Frame) -> bool {
        let marks = &frame.marks;
        self.since_start = if marks.resumed { 1 } else { self.since_start.saturating_add(1) };
        self.since_switch = self.since_switch.saturating_add(1);
        if self.last_mode.replace(frame.mode).is_some_and(|last| last != frame.mode) {
            self.close_block();
            self.since_switch = 0;
            self.clear_baselines();
        }
        self.since_start > FRAMES_AFTER_START
            && self.since_switch > FRAMES_AFTER_SWITCH
            && !marks.unfocused
            && !marks.resized
            && !marks.loaded
    }

    fn clear_baselines(&mut self) {
        self.sim.clear();
        self.work.clear();
        self.operations.clear();
    }

    fn judge(&mut self, sample: &mut Sample) {
        let (sim, work) = (self.sim.judge(sample.sim_ms), self.work.judge(sample.work_ms));
        (sample.sim_median_ms, sample.work_median_ms) = (sim.median_ms, work.median_ms);
        (sample.sim_excess_ms, sample.work_excess_ms) = (sim.excess_ms, work.excess_ms);
        if let Some(heap) = sample.heap {
            let before = self.operations.sorted();
            let usual = if before.len() < spike::BASELINE_COUNT_MIN { None } else { order::nearest_rank(before, order::P95) };
            sample.heavy = usual.is_some_and(|usual| heap.operations() > usual);
            self.operations.push(heap.operations());
        }
        if sim.excess_ms.is_some() || work.excess_ms.is_some() {
            let peak =
                Peak { frame: sample.sequence, start_ms: sample.start_ms, sim_excess_ms: sim.excess_ms, work_excess_ms: work.excess_ms };
            self.mark(peak, sample);
        }
        let clean = Clean {
            frame: sample.sequence,
            tick: sample.frame.tick,
            interval_ms: sample.frame.timing.interval_ms,
            work_ms: sample.work_ms,
            sim_ms: sample.sim_ms,
            overlay_ms: sample.frame.timing.segment_ms(Segment::Overlay),
            bullet_count: sample.frame.bullet_count(),
            live_bytes: sample.frame.timing.live_bytes,
            heap: sample.heap,
            heavy: sample.heavy,
        };
        (self.block_mode, self.block_frame_count) = (sample.frame.mode, self.block_frame_count + 1);
        self.record_mut(sample.frame.mode).push(clean);
    }

    fn mark(&mut self, peak: Peak, sample: &Sample) {
        let mode = sample.frame.mode;
        let here = Spike { event: Event::new(peak), heap: sample.heap, heavy: sample.heavy, tick: sample.frame.tick, mode };
        if let Some(last) = self.spikes.newest_mut().filter(|last| last.mode == mode)
            && last.event.merge(peak)
        {
            if last.event.peak == peak {
                *last = Spike { event: last.event, ..here };
            }
            return;
        }
        self.spikes.push(here);
    }

    fn tally(&mut self, sample: &Sample) {
        let went_on = |sample: &Sample| sample.steady && sample.frame.ticks > 0;
        let missed = |sample: &Sample| u32::from(went_on(sample) && sample.frame.timing.interval_ms > MISS_MS);
        let over = |sample: &Sample| u32::from(went_on(sample) && sample.work_ms > BUDGET_MS);
        self.miss_count += missed(sample);
        self.over_count += over(sample);
        if let Some(gone) = self.frames.push(*sample) {
            self.miss_count -= missed(&gone);
            self.over_count -= over(&gone);
        }
    }
}

impl Default for Telemetry {
    fn default() -> Self {
        Telemetry::new()
    }
}

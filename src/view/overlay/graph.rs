//! The graph: 240 frames as stacked bars, the simulation alone on an axis of its own, heap operations, and the spikes above all three.
//!
//! Units: physical pixels, milliseconds. Invariant: the newest frame is at the right edge; drawn each frame, allocates nothing.
//! Must not know: how spikes are found.

use super::page::{Hand, Page};
use super::style::{self, Sizes, faded};
use super::words::{Short, Words};
use crate::view::chart::{COLUMN_COUNT, Columns, HEIGHT_COUNT, Strip};
use crate::view::ink::{Align, Ink, Rgba};
use crate::view::layout::Rect;
use tamafubuki::telemetry::order::{self, P50};
use tamafubuki::telemetry::{BUDGET_MS, SEGMENT_COUNT, Sample, Segment, Spike, Telemetry};

/// Frames shown: 4 s.
pub const BAR_COUNT: usize = COLUMN_COUNT;

/// Top of the axis of whole frames.
const FRAME_TOP_MS: f32 = 25.0;
/// Tops that the simulation's axis may have.
const SIM_TOPS_MS: [f32; 12] = [0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0];
/// The simulation's axis keeps its usual frame at least this tall, whatever a spike does.
const SIM_TOP_IN_MEDIANS: f32 = 12.0;
/// Frames that take no part in the figures are drawn with this share of their alpha.
const UNCLEAN_ALPHA: f32 = 0.45;

/// What stands over a bar that is too tall.
const CAP_PX: f32 = 2.0;

/// Strips of the chart: frames by segment, the simulation by segment, heap operations of usual and of allocation-heavy frames.
const FRAMES: Strip = Strip { first_row: 0, row_count: 2 };
const SIM: Strip = Strip { first_row: 2, row_count: 1 };
const HEAP: Strip = Strip { first_row: 3, row_count: 1 };
/// Lines over the first two: nothing up to the median, then the line.
const WORK_MEDIAN: Strip = Strip { first_row: 4, row_count: 1 };
const SIM_MEDIAN: Strip = Strip { first_row: 5, row_count: 1 };
const SIM_SEGMENTS: [Segment; 4] = [Segment::Pattern, Segment::Step, Segment::Collide, Segment::Labels];

/// Axes of the graph, fitted a few times a second, and where its parts stand.
#[derive(Clone, Copy)]
pub struct Graph {
    markers: Rect,
    frames: Rect,
    sim: Rect,
    heap: Rect,
    sim_top_ms: f32,
    operations_top: u32,
}

impl Graph {
    /// Fits the graph into `area` and its axes to the frames; puts titles and axis labels on the page.
    pub fn fit(area: Rect, sizes: &Sizes, telemetry: &Telemetry, page: &mut Page) -> Graph {
        let gutter = (sizes.text * 2.9).round();
        let (x, w) = (area.x + gutter, area.w - gutter);
        let between = sizes.row * 1.2;
        let rest = area.h - 1.7 * sizes.row - 2.0 * between;
        let strip = |y: f32, h: f32| Rect::new(x, y.round(), w, h.round());
        let markers = strip(area.y, sizes.row * 1.7);
        let frames = strip(markers.bottom(), rest * 0.44);
        let sim = strip(frames.bottom() + between, rest * 0.34);
        let heap = strip(sim.bottom() + between, area.bottom() - sim.bottom() - between);
        let graph = Graph { markers, frames, sim, heap, sim_top_ms: sim_top_ms(telemetry), operations_top: operations_top(telemetry) };
        graph.label(area.x, sizes, page);
        graph
    }

    fn label(&self, left: f32, sizes: &Sizes, page: &mut Page) {
        let (title, label) = (Hand::new(sizes.text, style::TITLE), Hand::new(sizes.text - 2.0, style::FAINT));
        let over = |rect: &Rect| rect.y - sizes.text * 0.3;
        page.put(self.frames.x + 4.0, self.frames.y + sizes.text, Align::Left, title, format_args!("frames, ms"));
        page.put(left, over(&self.sim), Align::Left, title, format_args!("simulation, ms"));
        page.put(left, over(&self.heap), Align::Left, title, format_args!("simulation allocs + frees + reallocs (log)"));
        let right = self.frames.x - sizes.text * 0.35;
        let drop = sizes.text * 0.36;
        let mut tick = |y: f32, text: std::fmt::Arguments| page.put(right, y + drop, Align::Right, label, text);
        tick(self.frames.y, format_args!("{FRAME_TOP_MS}"));
        tick(self.frames.bottom() - self.frames.h * BUDGET_MS / FRAME_TOP_MS, format_args!("16.67"));
        tick(self.sim.y + drop, format_args!("{}", self.sim_top_ms));
        tick(self.heap.y + drop, format_args!("{}", Short(u64::from(self.operations_top))));
    }

    /// Draws the newest frames.
    pub fn draw(&self, ink: &mut Ink, sizes: &Sizes, telemetry: &Telemetry) {
        for rect in [&self.frames, &self.sim, &self.heap] {
            ink.rect(rect.x, rect.y, rect.w, rect.h, style::GROUND);
        }
        let columns = ink.columns();
        columns.clear();
        columns.paint(&colors(), style::TEXT);
        let samples = telemetry.frames().last(BAR_COUNT);
        let first = BAR_COUNT - samples.len();
        for (index, sample) in (first..).zip(samples) {
            self.column(columns, index, sample, sizes);
        }
        for (nth, (rect, strip)) in (0..).zip([(self.frames, FRAMES), (self.sim, SIM)]) {
            ink.bars(rect, strip.bars());
            ink.bars(Rect::new(rect.x, rect.y - CAP_PX, rect.w, CAP_PX), Strip::caps(nth));
        }
        ink.bars(self.heap, HEAP.bars());
        ink.bars(self.frames, WORK_MEDIAN.bars());
        ink.bars(self.sim, SIM_MEDIAN.bars());
        let budget_y = (self.frames.bottom() - self.frames.h * BUDGET_MS / FRAME_TOP_MS).round();
        ink.rect(self.frames.x, budget_y, self.frames.w, sizes.line, style::BUDGET);
        self.spikes(ink, sizes, telemetry);
    }

    /// Left and right edge of a bar: whole pixels, so that bars do not shimmer.
    fn slot(&self, index: usize) -> (f32, f32) {
        let edge = |index: usize| whole(self.frames.x + self.frames.w * index as f32 / BAR_COUNT as f32);
        (edge(index), edge(index + 1))
    }

    fn column(&self, columns: &mut Columns, column: usize, sample: &Sample, sizes: &Sizes) {
        let mut too_tall = [false; 2];
        for (nth, (strip, top_ms, segments)) in
            [(FRAMES, FRAME_TOP_MS, &Segment::ALL[..]), (SIM, self.sim_top_ms, &SIM_SEGMENTS[..])].into_iter().enumerate()
        {
            let mut below_ms = 0.0;
            let tops = segments.iter().map(|segment| {
                below_ms += sample.frame.timing.segment_ms(*segment);
                below_ms / top_ms
            });
            columns.stack(column, strip, tops);
            too_tall[nth] = below_ms > top_ms;
        }
        let medians = [
            (WORK_MEDIAN, sample.work_median_ms, &self.frames, FRAME_TOP_MS),
            (SIM_MEDIAN, sample.sim_median_ms, &self.sim, self.sim_top_ms),
        ];
        for (strip, median_ms, rect, top_ms) in medians {
            if let Some(median_ms) = median_ms {
                let below = whole(rect.h * (median_ms / top_ms).min(1.0)).min(rect.h - sizes.line);
                columns.stack(column, strip, [below, below + sizes.line].map(|px| px / rect.h));
            }
        }
        columns.mark(column, if sample.clean { 1.0 } else { UNCLEAN_ALPHA }, too_tall);
        let operations = sample.heap.map_or(0, |heap| heap.operations());
        if operations > 0 {
            let share = (1.0 + operations as f32).ln() / (1.0 + self.operations_top as f32).ln();
            // However few they were, they can be seen.
            let seen = share.max(2.0 / self.heap.h.max(2.0));
            // Of the strip's two colours the first is that of usual frames.
            columns.stack(column, HEAP, if sample.heavy { [0.0, seen] } else { [seen, seen] });
        }
    }

    /// A marker and the number of heap operations at each spike; newer ones get room first.
    fn spikes(&self, ink: &mut Ink, sizes: &Sizes, telemetry: &Telemetry) {
        let oldest = telemetry.frames().next_sequence().saturating_sub(BAR_COUNT as u64);
        let mut lanes_end = [f32::INFINITY; 2];
        for spike in telemetry.spikes().iter().rev() {
            let frame = spike.event.peak.frame;
            if frame < oldest {
                break;
            }
            let newest_offset = telemetry.frames().next_sequence() - frame;
            let (left, right) = self.slot(BAR_COUNT - newest_offset as usize);
            self.marker(ink, sizes, spike, (left + right) * 0.5, &mut lanes_end);
        }
    }

    fn marker(&self, ink: &mut Ink, sizes: &Sizes, spike: &Spike, x: f32, lanes_end: &mut [f32; 2]) {
        let operations = spike.heap.map(|heap| u64::from(heap.operations()));
        let rgba = marker_color(spike.heavy, operations);
        ink.rect((x - 0.5).round(), self.frames.y, 1.0, self.heap.bottom() - self.frames.y, faded(rgba, 0.4));
        let (tip, half) = (self.frames.y, sizes.text * if spike.heavy { 0.38 } else { 0.28 });
        ink.triangle([[x - half, tip - half * 1.6], [x + half, tip - half * 1.6], [x, tip]], rgba);
        let size_px = sizes.text;
        let words = marker_words(operations);
        let half_text = ink.text_width(size_px, words.as_str()) * 0.5;
        let center = x.clamp(self.markers.x + half_text, self.markers.right() - half_text);
        let Some(lane) = lanes_end.iter().position(|end| center + half_text + 2.0 <= *end) else { return };
        lanes_end[lane] = center - half_text;
        let y = self.frames.y - sizes.text * 0.75 - lane as f32 * sizes.text * 0.95;
        ink.text(center, y, size_px, Align::Center, rgba, words.as_str());
    }
}

/// The nearest whole pixel of a place in the window, which is never negative: `round` is a call into the library where no instruction for it can be
/// taken for granted, and the graph rounds thousands of times a frame.
fn whole(px: f32) -> f32 {
    (px + 0.5) as u32 as f32
}

/// Colours of the bars, by height.
fn colors() -> [Rgba; HEIGHT_COUNT] {
    let mut colors = [style::RED; HEIGHT_COUNT];
    colors[..SEGMENT_COUNT].copy_from_slice(&style::SEGMENTS);
    for (color, segment) in colors[SEGMENT_COUNT..].iter_mut().zip(SIM_SEGMENTS) {
        *color = style::SEGMENTS[segment as usize];
    }
    let first = |strip: Strip| usize::from(strip.first_row) * 4;
    colors[first(HEAP)] = style::GREY;
    for strip in [WORK_MEDIAN, SIM_MEDIAN] {
        colors[first(strip)..][..2].copy_from_slice(&[[0; 4], style::MEDIAN]);
    }
    colors
}

/// The number at a marker.
pub fn marker_words(operations: Option<u64>) -> Words {
    match operations {
        Some(count) => Words::new(format_args!("{}", Short(count))),
        None => Words::new(format_args!("n/a")),
    }
}

/// Red if the frame is allocation-heavy, grey if it has no heap operation, pale between.
pub fn marker_color(heavy: bool, operations: Option<u64>) -> Rgba {
    match operations {
        _ if heavy => style::RED,
        None | Some(0) => style::GREY,
        Some(_) => style::TEXT,
    }
}

/// The lowest top that shows every frame, but not so high that usual frames vanish beneath a spike.
fn sim_top_ms(telemetry: &Telemetry) -> f32 {
    let mut times_ms = [0.0; BAR_COUNT];
    let samples = telemetry.frames().last(BAR_COUNT);
    let count = samples.len();
    times_ms.iter_mut().zip(samples).for_each(|(time_ms, sample)| *time_ms = sample.sim_ms);
    let times_ms = &mut times_ms[..count];
    times_ms.sort_unstable_by(f32::total_cmp);
    let max_ms = times_ms.last().copied().unwrap_or(0.0);
    let median_ms = order::nearest_rank(times_ms, P50).unwrap_or(0.0);
    let wanted_ms = max_ms.min((median_ms * SIM_TOP_IN_MEDIANS).max(SIM_TOPS_MS[0]));
    SIM_TOPS_MS.into_iter().find(|top_ms| *top_ms >= wanted_ms).unwrap_or(SIM_TOPS_MS[SIM_TOPS_MS.len() - 1])
}

fn operations_top(telemetry: &Telemetry) -> u32 {
    let most = telemetry.frames().last(BAR_COUNT).filter_map(|sample| sample.heap).map(|heap| heap.operations()).max();
    most.unwrap_or(0).max(10).next_multiple_of(10)
}

/// Mean times of the segments over the newest `count` frames.
pub fn segment_means_ms(telemetry: &Telemetry, count: usize) -> [f32; SEGMENT_COUNT] {
    let samples = telemetry.frames().last(count);
    let mut means_ms = [0.0; SEGMENT_COUNT];
    let share = 1.0 / samples.len().max(1) as f32;
    for sample in samples {
        for (mean_ms, ms) in means_ms.iter_mut().zip(sample.frame.timing.segments_ms) {
            *mean_ms += ms * share;
        }
    }
    means_ms
}

//! The inspector's page: the frame at the cursor between its neighbours, its heap operations by tag, and the list of the slowest frames.
//!
//! Owns: the order and wording of its rows. Invariant: a frame that is no longer in the ring leaves its place empty. Must not know: how the cursor moves.

use super::column::Column;
use super::mode_name;
use super::page::{Hand, Page};
use super::style::{self, Sizes};
use super::words::{Bytes, Ms, Short, Words};
use crate::view::grouped::Grouped;
use crate::view::ink::{Align, Rgba};
use crate::view::layout::Rect;
use tamafubuki::mem::counter::Tag;
use tamafubuki::telemetry::inspect::{Inspector, NEIGHBOUR_COUNT};
use tamafubuki::telemetry::{Sample, Segment, Telemetry};

/// Right edges of the columns of frames, the first of the three before; the one at the cursor is the fourth.
const FRAMES: [f32; 7] = [0.37, 0.475, 0.58, 0.685, 0.79, 0.895, 1.0];
/// Right edges: allocs, frees, reallocs, bytes.
const HEAP: [f32; 4] = [0.44, 0.6, 0.78, 1.0];
/// Right edges in half of the width: rank, tick, W, S, heap operations.
const LIST: [f32; 5] = [0.04, 0.18, 0.275, 0.375, 0.465];

/// Writes the page into `area`; gives the lowest baseline.
pub fn write(page: &mut Page, area: Rect, sizes: Sizes, telemetry: &Telemetry, inspector: &Inspector) -> f32 {
    let mut column = Column::new(page, sizes, area);
    let Some(sample) = telemetry.frames().get(inspector.cursor()) else {
        column.row();
        column.left(0.0, style::FAINT, format_args!("no frame to inspect"));
        return column.y;
    };
    head(&mut column, sample, telemetry);
    column.rule();
    // Seven columns of figures beside their names, and two lists side by side: in the small size they stay apart.
    let small = Sizes { text: sizes.text - 2.0, ..sizes };
    column.sizes = small;
    neighbours(&mut column, inspector.cursor(), telemetry);
    column.sizes = sizes;
    column.rule();
    heap(&mut column, sample);
    column.rule();
    column.row();
    column.left(0.0, style::TITLE, format_args!("the slowest"));
    column.sizes = small;
    list(&mut column, telemetry, inspector);
    column.sizes = sizes;
    column.rule();
    for (keys, act) in
        [("left, right", "a frame; with Shift ten"), ("up, down", "the next of the slowest"), ("F6, Esc", "back to the run, paused")]
    {
        column.row();
        column.left(0.0, style::TEXT, format_args!("{keys}"));
        column.left(0.25, style::FAINT, format_args!("{act}"));
    }
    column.y
}

fn head(column: &mut Column, sample: &Sample, telemetry: &Telemetry) {
    column.y += column.sizes.large;
    let (x, y, hand) = (column.at(0.0), column.y, Hand::new(column.sizes.large, style::TEXT));
    column.page.put(x, y, Align::Left, hand, format_args!("tick {}", Grouped(u64::from(sample.frame.tick))));
    let (name, rgba) = mode_name(sample.frame.mode);
    column.right(1.0, rgba, format_args!("{name}"));
    let newest = telemetry.frames().newest().map_or(0.0, |newest| newest.start_ms);
    let ago = Words::new(format_args!("{:.2} s before the newest frame", (newest - sample.start_ms) / 1000.0));
    column.row();
    column.left(0.0, style::FAINT, format_args!("{}", ago.as_str()));
    let (rgba, what) = judgement(sample);
    column.row();
    column.left(0.0, rgba, format_args!("{what}"));
}

/// What the frame is, in words.
fn judgement(sample: &Sample) -> (Rgba, &'static str) {
    let is_spike = sample.sim_excess_ms.is_some() || sample.work_excess_ms.is_some();
    match (is_spike, sample.heavy, sample.clean) {
        (false, false, true) if sample.work_median_ms.is_none() => (style::FAINT, "not judged: fewer than 60 clean frames before it"),
        (true, true, _) => (style::RED, "spike, allocation-heavy"),
        (true, false, _) => (style::GREY, "spike, not allocation-heavy"),
        (false, true, _) => (style::RED, "allocation-heavy"),
        (false, false, true) => (style::FAINT, "usual"),
        (false, false, false) => (style::FAINT, "not clean: no part of the figures"),
    }
}

/// The frame between the three before and after.
fn neighbours(column: &mut Column, cursor: u64, telemetry: &Telemetry) {
    let sample = |index: usize| (cursor + index as u64).checked_sub(NEIGHBOUR_COUNT).and_then(|frame| telemetry.frames().get(frame));
    let names = ["-3", "-2", "-1", "here", "+1", "+2", "+3"];
    column.row();
    column.left(0.0, style::TITLE, format_args!("ms"));
    for (index, name) in names.into_iter().enumerate() {
        column.right(FRAMES[index], hue(index, style::FAINT), format_args!("{name}"));
    }
    let mut figures = |name: &str, swatch: Option<Rgba>, of: &dyn Fn(&Sample) -> Words| {
        column.row();
        swatch.iter().for_each(|rgba| column.swatch(0.0, *rgba));
        column.left(0.035, style::FAINT, format_args!("{name}"));
        for (index, share) in FRAMES.into_iter().enumerate() {
            if let Some(sample) = sample(index) {
                column.right(share, hue(index, style::TEXT), format_args!("{}", of(sample).as_str()));
            }
        }
    };
    let ms = |ms: f32| Words::new(format_args!("{}", Ms(Some(ms))));
    for segment in Segment::ALL {
        let rgba = style::SEGMENTS[segment as usize];
        figures(segment.name(), Some(rgba), &|sample| ms(sample.frame.timing.segment_ms(segment)));
    }
    figures("S", None, &|sample| ms(sample.sim_ms));
    figures("W", None, &|sample| ms(sample.work_ms));
    figures("interval", None, &|sample| ms(sample.frame.timing.interval_ms));
    figures("sim heap ops", None, &|sample| operations(sample));
    figures("bullets", None, &|sample| Words::new(format_args!("{}", Short(u64::from(sample.frame.bullet_count())))));
}

/// The frame at the cursor stands out.
fn hue(index: usize, usual: Rgba) -> Rgba {
    if index as u64 == NEIGHBOUR_COUNT { style::AMBER } else { usual }
}

fn operations(sample: &Sample) -> Words {
    match sample.heap {
        Some(heap) => Words::new(format_args!("{}", Short(u64::from(heap.operations())))),
        None => Words::new(format_args!("n/a")),
    }
}

/// Heap operations of the frame by tag.
fn heap(column: &mut Column, sample: &Sample) {
    column.title("heap, this frame", &[(HEAP[0], "allocs"), (HEAP[1], "frees"), (HEAP[2], "reallocs"), (HEAP[3], "bytes")]);
    let Some(counts) = sample.frame.timing.counts else {
        column.row();
        return column.left(0.0, style::FAINT, format_args!("n/a: this build does not count"));
    };
    for tag in Tag::ALL {
        let row = counts.of(tag);
        column.row();
        let rgba = if row.operations() > 0 { style::TEXT } else { style::FAINT };
        column.left(0.035, style::FAINT, format_args!("{}", tag.name()));
        let (allocs, frees, reallocs) = (Grouped(row.allocs), Grouped(row.frees), Grouped(row.reallocs));
        column.figures(rgba, &[(HEAP[0], &allocs), (HEAP[1], &frees), (HEAP[2], &reallocs), (HEAP[3], &Bytes(row.bytes))]);
    }
}

/// The slowest frames, in two halves side by side.
fn list(column: &mut Column, telemetry: &Telemetry, inspector: &Inspector) {
    column.row();
    for half in [0.0, 0.535] {
        for (share, name) in LIST.into_iter().zip(["", "tick", "W ms", "S ms", "ops"]).skip(1) {
            column.right(half + share, style::FAINT, format_args!("{name}"));
        }
    }
    let slowest = inspector.slowest();
    if slowest.is_empty() {
        column.row();
        return column.left(0.0, style::FAINT, format_args!("no frames yet: the first 120 do not count"));
    }
    let top = column.y;
    let mut lowest = top;
    for (rank, sequence) in slowest.iter().enumerate() {
        let rows = slowest.len().div_ceil(2);
        let (half, row) = (if rank < rows { 0.0 } else { 0.535 }, rank % rows);
        column.y = top + column.sizes.row * (row + 1) as f32;
        lowest = column.y.max(lowest);
        let Some(sample) = telemetry.frames().get(*sequence) else { continue };
        let rgba = match (*sequence == inspector.cursor(), sample.heavy) {
            (true, _) => style::AMBER,
            (false, true) => style::RED,
            (false, false) => style::TEXT,
        };
        let tick = Grouped(u64::from(sample.frame.tick));
        let operations = operations(sample);
        column.right(half + LIST[0], style::FAINT, format_args!("{}", rank + 1));
        column.figures(
            rgba,
            &[(half + LIST[1], &tick), (half + LIST[2], &Ms(Some(sample.work_ms))), (half + LIST[3], &Ms(Some(sample.sim_ms)))],
        );
        column.right(half + LIST[4], rgba, format_args!("{}", operations.as_str()));
    }
    column.y = lowest;
}

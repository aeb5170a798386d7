//! A recording: frames kept one by one, written as CSV or JSON with a preamble that says how they came about.
//!
//! Owns: the columns, in one list for both formats. Units stand in the column names. Invariant: keeping a frame allocates nothing.
//! Must not know: files. The text goes to whoever asked; writing it in one piece is the caller's business.

use super::Sample;
use super::frame::{OverlayParts, Segment};
use crate::mem::counter::Tag;
use crate::sim::bullet::{KINDS, Mode};
use std::fmt::{self, Display, Write};

/// Most frames of a recording. LIMIT: 10 minutes at 60 Hz, about 40 MB; later frames are not kept.
pub const FRAME_COUNT_MAX: usize = 36_000;

/// What stands behind the figures, for a reader who has only the file.
pub(super) const DEFINITIONS: [(&str, &str); 7] = [
    ("interval, work, sim", "frame start to frame start; segments without engine+present; pattern+step+collide+labels"),
    (
        "clean",
        "not the first 120 frames after start or resume, not within 30 of a mode switch, focused, no resize or load, exactly one tick",
    ),
    (
        "excess",
        "x - (median + max(floor, 6 * 1.4826 * MAD)) of the 240 clean frames before (60 clean frames at least, anew after a mode switch), where positive; floor 0.10 ms for sim, 0.50 ms for work; spikes within 200 ms are one event",
    ),
    ("heavy", "sim allocs + frees + reallocs > max(0, their own p95) over the 600 clean frames before"),
    ("sim heap", "tags sim, pattern and collide; a free counts for the tag current at the free"),
    ("percentiles", "nearest rank, ascending, index ceil(q n) - 1; n/a while n < 10 / (1 - q)"),
    ("bytes", "sizes of allocations and growth of reallocations"),
];

/// Frames being kept.
pub struct Recording {
    preamble: Vec<(String, String)>,
    samples: Vec<Sample>,
}

/// A figure in its column.
enum Cell {
    Whole(i64),
    Ms(f32),
    Word(&'static str),
    Missing,
}

impl Recording {
    /// Takes room for every frame. `preamble` says what is recorded: version, machine, load, seed.
    pub fn start(preamble: Vec<(String, String)>) -> Recording {
        Recording { preamble, samples: Vec::with_capacity(FRAME_COUNT_MAX) }
    }

    /// Adds an entry to the preamble.
    pub fn note(&mut self, name: String, value: String) {
        self.preamble.push((name, value));
    }

    /// Keeps a frame; `false` when there is no more room.
    pub fn push(&mut self, sample: &Sample) -> bool {
        let room = self.samples.len() < FRAME_COUNT_MAX;
        if room {
            self.samples.push(*sample);
        }
        room
    }

    /// Frames kept.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether no frame was kept.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Comma-separated: the preamble as `# name: value`, a line of names, a line a frame; a missing figure is empty.
    pub fn to_csv(&self) -> String {
        let mut text = String::with_capacity(4096 + 400 * self.samples.len());
        self.entries(|name, value| line(&mut text, format_args!("# {name}: {}", value.replace('\n', " "))));
        let mut comma = "";
        columns(&Sample::default(), |name, _| {
            put(&mut text, format_args!("{comma}{name}"));
            comma = ",";
        });
        text.push('\n');
        for sample in &self.samples {
            let mut comma = "";
            columns(sample, |_, cell| {
                put(&mut text, format_args!("{comma}{cell}"));
                comma = ",";
            });
            text.push('\n');
        }
        text
    }

    /// One object: `preamble`, `columns`, and `rows` as arrays in the order of the columns; a missing figure is null.
    pub fn to_json(&self) -> String {
        let mut text = String::with_capacity(4096 + 400 * self.samples.len());
        text.push_str("{\"preamble\":{");
        let mut comma = "";
        self.entries(|name, value| {
            put(&mut text, format_args!("{comma}\n{}:{}", Quoted(name), Quoted(value)));
            comma = ",";
        });
        text.push_str("},\n\"columns\":[");
        comma = "";
        columns(&Sample::default(), |name, _| {
            put(&mut text, format_args!("{comma}\"{name}\""));
            comma = ",";
        });
        text.push_str("],\n\"rows\":[");
        for (index, sample) in self.samples.iter().enumerate() {
            text.push_str(if index == 0 { "\n[" } else { ",\n[" });
            let mut comma = "";
            columns(sample, |_, cell| {
                match cell {
                    Cell::Missing => put(&mut text, format_args!("{comma}null")),
                    Cell::Word(word) => put(&mut text, format_args!("{comma}\"{word}\"")),
                    figure => put(&mut text, format_args!("{comma}{figure}")),
                }
                comma = ",";
            });
            text.push(']');
        }
        text.push_str("\n]}\n");
        text
    }

    fn entries(&self, mut entry: impl FnMut(&str, &str)) {
        self.preamble.iter().for_each(|(name, value)| entry(name, value));
        DEFINITIONS.iter().for_each(|(name, value)| entry(name, value));
    }
}

/// Every column of a frame: its name and its figure.
fn columns(sample: &Sample, mut column: impl FnMut(&dyn Display, Cell)) {
    let frame = &sample.frame;
    let timing = &frame.timing;
    let whole = |value: u64| Cell::Whole(value as i64);
    column(&"frame", whole(sample.sequence));
    column(&"tick", whole(frame.tick.into()));
    column(&"mode", Cell::Word(mode_word(frame.mode)));
    column(&"clean", whole(sample.clean.into()));
    column(&"ticks", whole(frame.ticks.into()));
    column(&"dropped_ticks", whole(frame.dropped_ticks.into()));
    column(&"interval_ms", Cell::Ms(timing.interval_ms));
    column(&"work_ms", Cell::Ms(sample.work_ms));
    column(&"sim_ms", Cell::Ms(sample.sim_ms));
    for segment in Segment::ALL {
        column(&format_args!("{}_ms", segment.name()), Cell::Ms(timing.segment_ms(segment)));
    }
    for (name, ms) in overlay_parts(&frame.overlay) {
        column(&format_args!("overlay_{name}_ms"), Cell::Ms(ms));
    }
    column(&"overlay_disturbed", whole(frame.overlay.disturbed.into()));
    column(&"sim_excess_ms", sample.sim_excess_ms.map_or(Cell::Missing, Cell::Ms));
    column(&"work_excess_ms", sample.work_excess_ms.map_or(Cell::Missing, Cell::Ms));
    column(&"heavy", whole(sample.heavy.into()));
    column(&"sim_heap_operations", sample.heap.map_or(Cell::Missing, |heap| Cell::Whole(heap.operations().into())));
    for tag in Tag::ALL {
        let counts = timing.counts.map(|counts| counts.of(tag));
        let mut count = |what: &str, of: fn(&crate::mem::counter::TagCounts) -> u64| {
            column(&format_args!("{}_{what}", tag.name()), counts.as_ref().map_or(Cell::Missing, |counts| Cell::Whole(of(counts) as i64)));
        };
        count("allocs", |counts| counts.allocs);
        count("frees", |counts| counts.frees);
        count("reallocs", |counts| counts.reallocs);
        count("bytes", |counts| counts.bytes);
    }
    column(&"live_blocks", Cell::Whole(timing.live_blocks));
    column(&"live_bytes", Cell::Whole(timing.live_bytes));
    for (kind, pool) in KINDS.iter().zip(&frame.pools) {
        let name = kind.name;
        column(&format_args!("{name}_bullets"), whole(pool.len as u64));
        column(&format_args!("{name}_steals"), whole(pool.steals));
        column(&format_args!("{name}_refused"), whole(pool.refused));
    }
    column(&"lasers", whole(frame.lasers.len as u64));
    column(&"lasers_refused", whole(frame.lasers.refused));
    column(&"scripts", whole(frame.scripts.len as u64));
    column(&"arena_used_bytes", whole(frame.arena.used_bytes as u64));
    column(&"arena_overflows", whole(frame.arena.overflow_count));
}

fn overlay_parts(parts: &OverlayParts) -> [(&'static str, f32); 4] {
    [("judge", parts.judge_ms), ("write", parts.write_ms), ("fill", parts.fill_ms), ("submit", parts.submit_ms)]
}

/// The word of a mode in files.
pub fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Pooled => "pooled",
        Mode::Boxed => "boxed",
    }
}

impl Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Cell::Whole(value) => value.fmt(out),
            // Tenths of a microsecond: the clock's own grain is coarser. JSON has no word for what is not finite.
            Cell::Ms(value) if value.is_finite() => write!(out, "{value:.4}"),
            Cell::Word(word) => out.write_str(word),
            Cell::Ms(_) | Cell::Missing => Ok(()),
        }
    }
}

/// A JSON string.
struct Quoted<'t>(&'t str);

impl Display for Quoted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_char('"')?;
        for ch in self.0.chars() {
            match ch {
                '"' | '\\' => write!(out, "\\{ch}")?,
                ch if ch < ' ' => write!(out, "\\u{:04x}", ch as u32)?,
                ch => out.write_char(ch)?,
            }
        }
        out.write_char('"')
    }
}

fn put(text: &mut String, arguments: fmt::Arguments) {
    // Writing into a String cannot fail.
    let _ = text.write_fmt(arguments);
}

fn line(text: &mut String, arguments: fmt::Arguments) {
    put(text, arguments);
    text.push('\n');
}

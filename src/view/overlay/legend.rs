//! The legend: every definition behind the figures, as in the documentation of `telemetry`.

use super::column::Column;
use super::page::Page;
use super::style::{self, Sizes};
use crate::view::layout::Rect;

/// Name, then lines of its definition.
const DEFINITIONS: [(&str, &[&str]); 15] = [
    ("interval I", &["start of a frame to start of the next"]),
    ("work W", &["all segments but engine+present"]),
    ("simulation S", &["pattern + step + collide + labels"]),
    ("engine+present", &["submit, swap and the wait for the", "display: our side cannot tell them apart"]),
    (
        "clean",
        &[
            "not the first 120 after start or pause,",
            "not within 30 of a mode switch, focused,",
            "no resize or load, exactly one tick;",
            "other frames are drawn pale",
        ],
    ),
    ("p50 p95 p99", &["nearest rank: ascending, ceil(q n) - 1,", "last 1,200 clean frames of the mode;", "n/a while n < 10 / (1 - q)"]),
    ("1% low", &["1,000 / mean of the slowest", "ceil(n / 100) intervals"]),
    ("miss, over", &["I > 25.0 ms, W > 16.67 ms, of the frames", "here in which the run went on"]),
    ("dropped", &["ticks that the clock asked for, beyond", "four a frame: they never run"]),
    (
        "spike",
        &[
            "x > median + max(floor, 6 * 1.4826 * MAD)",
            "of the 240 clean frames before (60 at",
            "least), for S (floor 0.10 ms) and for W",
            "(0.50 ms); within 200 ms they are one",
        ],
    ),
    ("marker", &["simulation allocs + frees + reallocs of", "that frame: red if heavy, grey if 0"]),
    ("heavy", &["their number > max(0, its own p95)", "over the 600 clean frames before"]),
    ("by chance", &["spikes * heavy frames / clean frames"]),
    ("r", &["Pearson, allocs + frees against S;", "n/a when one is constant, or n < 60"]),
    (
        "letters",
        &[
            "W: 80 % full (the arena: once was);",
            "F: full, or the arena overflowed;",
            "s: bullets were stolen or refused;",
            "A: on an aged heap",
        ],
    ),
];

/// Writes the legend into `area`; gives the lowest baseline.
pub fn write(page: &mut Page, area: Rect, sizes: Sizes) -> f32 {
    let mut column = Column::new(page, sizes, area);
    column.row();
    column.left(0.0, style::TITLE, format_args!("what the figures mean"));
    for (name, lines) in DEFINITIONS {
        column.y += sizes.gap * 0.7;
        for (index, line) in lines.iter().enumerate() {
            column.row();
            if index == 0 {
                column.left(0.0, style::TEXT, format_args!("{name}"));
            }
            column.left(0.29, style::FAINT, format_args!("{line}"));
        }
    }
    column.y
}

//! Colours and sizes of the overlay.
//!
//! Units: straight RGBA; sizes in physical pixels from the layout's scale. Must not know: what is shown.

pub use crate::view::brush::faded;
use crate::view::ink::Rgba;
use tamafubuki::telemetry::SEGMENT_COUNT;

/// The plate under everything. Nothing of the panel shows through: it would stand between the figures.
pub const PLATE: Rgba = [15, 17, 30, 255];
/// Edge of the plate.
pub const EDGE: Rgba = [236, 226, 200, 60];
/// Ground of a graph.
pub const GROUND: Rgba = [0, 0, 0, 90];
/// Thin lines.
pub const HAIRLINE: Rgba = [236, 226, 200, 40];
/// Figures.
pub const TEXT: Rgba = [240, 234, 218, 255];
/// Names of figures.
pub const FAINT: Rgba = [168, 166, 178, 255];
/// Titles of sections.
pub const TITLE: Rgba = [226, 186, 110, 255];
/// A warning.
pub const AMBER: Rgba = [255, 184, 62, 255];
/// A failure; an allocation-heavy frame.
pub const RED: Rgba = [255, 86, 72, 255];
/// A spike without allocations.
pub const GREY: Rgba = [176, 178, 190, 255];
/// Text on a chip of colour.
pub const ON_CHIP: Rgba = [18, 18, 26, 255];
/// The pooled mode.
pub const POOLED: Rgba = [84, 196, 164, 255];
/// The boxed mode.
pub const BOXED: Rgba = [238, 138, 92, 255];
/// The 16.67 ms line.
pub const BUDGET: Rgba = [255, 250, 235, 150];
/// The running median.
pub const MEDIAN: Rgba = [255, 255, 255, 230];

/// Segments, by `Segment as usize`: neighbours differ in lightness as well as in hue; the wait for the display stays in the back.
pub const SEGMENTS: [Rgba; SEGMENT_COUNT] = [
    [142, 150, 176, 255],
    [190, 130, 232, 255],
    [78, 150, 246, 255],
    [94, 214, 226, 255],
    [126, 214, 124, 255],
    [232, 196, 84, 255],
    [240, 128, 168, 255],
    [56, 62, 88, 255],
];

/// Smaller text cannot be read.
pub const TEXT_MIN_PX: f32 = 8.0;
/// A single line rather shrinks or goes beyond the playfield.
const LINE_MIN_PX: f32 = 9.0;

/// Sizes for a window.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sizes {
    /// Text, px: a whole number, so that glyphs stay sharp.
    pub text: f32,
    /// Title of the plate, px.
    pub large: f32,
    /// From baseline to baseline.
    pub row: f32,
    /// Between sections and to the plate's edge.
    pub gap: f32,
    /// The thinnest line.
    pub line: f32,
}

impl Sizes {
    /// Sizes of a plate at a layout's scale (px a unit).
    pub fn at(scale: f32) -> Sizes {
        // Rounded up, the rows would not fit into the page's height.
        Sizes::of_text((scale * 6.6 + 0.2).floor().max(TEXT_MIN_PX), scale)
    }

    /// Sizes of a line of that many em widths in so many pixels: as on a plate, or as small as it takes.
    pub fn in_line(scale: f32, width_px: f32, width_em: f32) -> Sizes {
        let fits = (width_px / width_em).floor();
        Sizes::of_text((scale * 6.6 + 0.2).floor().max(LINE_MIN_PX).min(fits.max(5.0)), scale)
    }

    fn of_text(text: f32, scale: f32) -> Sizes {
        Sizes {
            text,
            large: (text * 1.5).round(),
            row: (text * 1.28).round(),
            gap: (text * 0.62).round(),
            line: (scale * 0.5).round().max(1.0),
        }
    }
}

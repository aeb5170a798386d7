//! The pen: how a line of text stands and looks, and which glyphs that asks for.
//! Owns no state. Units: physical pixels. Must not know what is written.

use crate::view::glyphs::{Face, Key};

/// How a text stands to its x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// x is the left end.
    Left,
    /// x is the middle.
    Center,
    /// x is the right end.
    Right,
}

/// How a line of text stands and looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Anchor, px.
    pub x: f32,
    /// Baseline, px.
    pub y: f32,
    /// Em size at which the glyphs are rasterised, px; rounded to a whole pixel.
    pub size_px: f32,
    /// Cut.
    pub face: Face,
    /// How the text stands to `x`.
    pub align: Align,
    /// Magnification of the finished glyphs; 1 keeps them on the pixel grid.
    pub scale: f32,
    /// Thickening, px: 0 for the text itself, more for what lies behind it as an outline.
    pub outline_px: f32,
}

/// Which glyph a character is at that size, thickened by `outline_px` if that is more than 0.
pub fn key(ch: char, size_px: f32, face: Face, outline_px: f32) -> Key {
    let outline_px = if outline_px > 0.0 { outline_width(outline_px) } else { 0 };
    Key { ch, size_px: size_px.round().clamp(4.0, 400.0) as u16, face, outline_px }
}

/// Outlines come in whole pixels, at least one.
pub fn outline_width(outline_px: f32) -> u8 {
    outline_px.round().clamp(1.0, 8.0) as u8
}

/// Left end of a text `width` wide.
pub fn start(x: f32, width: f32, align: Align) -> f32 {
    match align {
        Align::Left => x,
        Align::Center => x - width * 0.5,
        Align::Right => x - width,
    }
}

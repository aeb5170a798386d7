//! A page of texts and bars: worked out a few times a second, drawn each frame.
//!
//! Units: physical pixels. Invariant: room is taken once; what does not fit is left out. Must not know: what the texts say.

use super::words::Words;
use crate::view::ink::{Align, Ink, Kept, Rgba};
use std::fmt::Arguments;

const CELL_COUNT: usize = 420;
const BAR_COUNT: usize = 256;
/// What a full page takes: four vertices a glyph.
const VERTEX_COUNT: usize = 16_384;

struct Cell {
    x: f32,
    y: f32,
    size_px: f32,
    align: Align,
    rgba: Rgba,
    bold: bool,
    words: Words,
}

struct Bar {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
    rgba: Rgba,
}

/// A text and where it stands.
#[cfg(test)]
pub struct Extent<'p> {
    pub x: f32,
    pub y: f32,
    pub size_px: f32,
    pub align: Align,
    pub bold: bool,
    pub text: &'p str,
}

/// How a text is written.
#[derive(Clone, Copy)]
pub struct Hand {
    /// Em size.
    pub size_px: f32,
    /// Colour.
    pub rgba: Rgba,
    /// In the bold cut; figures of the regular cut all take the same width.
    pub bold: bool,
}

impl Hand {
    /// The regular cut.
    pub const fn new(size_px: f32, rgba: Rgba) -> Hand {
        Hand { size_px, rgba, bold: false }
    }

    /// The bold cut.
    pub const fn bold(size_px: f32, rgba: Rgba) -> Hand {
        Hand { size_px, rgba, bold: true }
    }

    /// The same in another colour.
    pub const fn colored(self, rgba: Rgba) -> Hand {
        Hand { rgba, ..self }
    }
}

/// Texts and bars with their places.
pub struct Page {
    cells: Vec<Cell>,
    bars: Vec<Bar>,
    kept: Kept,
}

impl Page {
    /// An empty page.
    pub fn new() -> Page {
        Page { cells: Vec::with_capacity(CELL_COUNT), bars: Vec::with_capacity(BAR_COUNT), kept: Kept::with_capacity(VERTEX_COUNT) }
    }

    /// Wipes the page.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.bars.clear();
        self.kept.clear();
    }

    /// Puts a text; `y` is the baseline.
    pub fn put(&mut self, x: f32, y: f32, align: Align, hand: Hand, text: Arguments) {
        if self.cells.len() < CELL_COUNT {
            let Hand { size_px, rgba, bold } = hand;
            self.cells.push(Cell { x, y, size_px, align, rgba, bold, words: Words::new(text) });
        }
    }

    /// Puts a filled rectangle under the texts.
    pub fn bar(&mut self, x: f32, y: f32, w: f32, h: f32, rgba: Rgba) {
        if self.bars.len() < BAR_COUNT {
            self.bars.push(Bar { x, y, w, h, rgba });
        }
    }

    /// Whether something may have been left out.
    #[cfg(test)]
    pub fn is_full(&self) -> bool {
        self.cells.len() == CELL_COUNT || self.bars.len() == BAR_COUNT
    }

    /// Every text and its place.
    #[cfg(test)]
    pub fn extents(&self) -> impl Iterator<Item = Extent<'_>> {
        self.cells.iter().map(|cell| {
            let Cell { x, y, size_px, align, bold, .. } = *cell;
            Extent { x, y, size_px, align, bold, text: cell.words.as_str() }
        })
    }

    /// Draws bars, then texts.
    pub fn draw(&mut self, ink: &mut Ink) {
        let Page { cells, bars, kept } = self;
        ink.stamp(kept, |ink| {
            for bar in bars.iter() {
                ink.rect(bar.x, bar.y, bar.w, bar.h, bar.rgba);
            }
            for cell in cells.iter() {
                let text = cell.words.as_str();
                if cell.bold {
                    ink.bold(cell.x, cell.y, cell.size_px, cell.align, cell.rgba, text);
                } else {
                    ink.digits(cell.x, cell.y, cell.size_px, cell.align, cell.rgba, format_args!("{text}"));
                }
            }
        });
    }
}

//! A page of texts and bars: worked out a few times a second, drawn each frame.
//!
//! Units: physical pixels. Invariant: room is taken once; what does not fit is left out. Must not know: what the texts say.

use super::words::Words;
use crate::view::ink::{Align, Ink, Kept, Rgba};
use std::fmt::Arguments;

const CELL_COUNT: usize = 420;
const BAR_COUNT: usize = 256;
/// Frames from an empty page that is opened to a whole one.
pub const OPENING_FRAMES: u32 = 4;
/// What a full page takes: four vertices a glyph.
const VERTEX_COUNT: usize = 16_384;

#[derive(Clone)]
struct Cell {
    x: f32,
    y: f32,
    size_px: f32,
    align: Align,
    rgba: Rgba,
    bold: bool,
    words: Words,
}

#[derive(Clone)]
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
    /// Frames since it was opened, as far as they matter.
    opened_frames: u32,
}

impl Page {
    /// An empty page.
    pub fn new() -> Page {
        let words = Words::new(format_args!(""));
        let cell = Cell { x: 0.0, y: 0.0, size_px: 0.0, align: Align::Left, rgba: [0; 4], bold: false, words };
        let bar = Bar { x: 0.0, y: 0.0, w: 0.0, h: 0.0, rgba: [0; 4] };
        // Touched now: memory that is only reserved costs the frame that opens the overlay.
        let mut page = Page { cells: vec![cell; CELL_COUNT], bars: vec![bar; BAR_COUNT], kept: Kept::of(VERTEX_COUNT), opened_frames: 0 };
        page.clear();
        page
    }

    /// Wipes the page.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.bars.clear();
        self.kept.clear();
    }

    /// What is drawn from now on unfolds over a few frames: the first has enough to do with working the texts out.
    pub fn open(&mut self) {
        self.opened_frames = 0;
    }

    /// Nothing is drawn in the first frame.
    pub fn is_blank(&self) -> bool {
        self.opened_frames == 0
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

    /// Whole at once.
    #[cfg(test)]
    pub fn unfold(&mut self) {
        self.opened_frames = OPENING_FRAMES;
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
        let Page { cells, bars, kept, opened_frames } = self;
        if *opened_frames < OPENING_FRAMES {
            let part = |count: usize| count * *opened_frames as usize / OPENING_FRAMES as usize;
            set(&cells[..part(cells.len())], &bars[..part(bars.len())], ink);
            *opened_frames += 1;
            return;
        }
        ink.stamp(kept, |ink| set(cells, bars, ink));
    }
}

fn set(cells: &[Cell], bars: &[Bar], ink: &mut Ink) {
    for bar in bars {
        ink.rect(bar.x, bar.y, bar.w, bar.h, bar.rgba);
    }
    for cell in cells {
        let text = cell.words.as_str();
        if cell.bold {
            ink.bold(cell.x, cell.y, cell.size_px, cell.align, cell.rgba, text);
        } else {
            ink.digits(cell.x, cell.y, cell.size_px, cell.align, cell.rgba, format_args!("{text}"));
        }
    }
}

//! The contact sheet: twelve moments of a run in one picture, drawn without a window.
//!
//! Units: canvas pixels.

use super::pen::{Ground, Pen};
use glam::Vec2;
use std::io;
use std::path::Path;
use std::sync::Arc;
use tamafubuki::content::{Content, Loaded};
use tamafubuki::paper::Bitmap;
use tamafubuki::paper::canvas::{Canvas, write_png};
use tamafubuki::replay::{Playback, Replay};
use tamafubuki::sim::field::{HEIGHT_PX, TICKS_PER_SECOND, WIDTH_PX};
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::World;
use tamafubuki::telemetry::Frame;

const COLUMNS: usize = 4;
const ROWS: usize = 3;
/// Moments of a sheet.
pub const CELLS: usize = COLUMNS * ROWS;
/// Canvas pixels for a playfield px.
const SCALE: f32 = 0.8;
/// Height of the caption under each moment and of the gap around it.
const CAPTION: usize = 36;
const GAP: usize = 6;
/// Height of the line over all, if there is one.
const TITLE: usize = 24;
const FONT: &[u8] = include_bytes!("../../assets/fonts/BIZUDPGothic-Bold.subset.ttf");
const PAPER: [u8; 3] = [0xf3, 0xec, 0xdd];
const INK: [u8; 4] = [0x2a, 0x22, 0x38, 255];

/// A sheet being filled.
pub struct Sheet<'a> {
    sheet: Bitmap,
    pen: Pen<'a>,
    font: Option<fontdue::Font>,
    /// Where the first row begins.
    top: usize,
    count: usize,
}

impl<'a> Sheet<'a> {
    /// An empty sheet with a line over it; none if that is empty.
    pub fn new(content: &'a Content, ground: Ground, title: &str) -> Self {
        let top = if title.is_empty() { GAP } else { TITLE };
        let (cell_width, cell_height) = cell();
        let mut sheet = Bitmap::new(GAP + COLUMNS * (cell_width + GAP), top + ROWS * (cell_height + CAPTION + GAP));
        sheet.rgba.chunks_exact_mut(4).for_each(|pixel| pixel.copy_from_slice(&[PAPER[0], PAPER[1], PAPER[2], 255]));
        let font = fontdue::Font::from_bytes(FONT, fontdue::FontSettings::default()).ok();
        if let Some(font) = font.as_ref().filter(|_| !title.is_empty()) {
            let mut canvas = Canvas::new(sheet.width, TITLE);
            canvas.clear(PAPER);
            canvas.text(font, Vec2::new(GAP as f32 + 4.0, 17.0), 13.0, INK, title);
            sheet.paste(&canvas.bitmap(), 0, 0);
        }
        Self { sheet, pen: Pen::new(content, ground), font, top, count: 0 }
    }

    /// Draws the world as it is into the next cell, with two lines under it.
    ///
    /// # Panics
    /// If all cells are full.
    pub fn add(&mut self, world: &World, caption: [&str; 2]) {
        assert!(self.count < CELLS, "a sheet has {CELLS} cells");
        let (cell_width, cell_height) = cell();
        let mut canvas = Canvas::new(cell_width, cell_height + CAPTION);
        canvas.clear(PAPER);
        let mut view = canvas.view(SCALE);
        view.clip[3] = cell_height as f32;
        self.pen.field(world, &mut canvas, &view);
        if let Some(font) = &self.font {
            for (line, text) in caption.into_iter().enumerate() {
                canvas.text(font, Vec2::new(4.0, (cell_height + 14 + 14 * line) as f32), 11.0, INK, text);
            }
        }
        let (column, row) = (self.count % COLUMNS, self.count / COLUMNS);
        let (x, y) = (GAP + column * (cell_width + GAP), self.top + row * (cell_height + CAPTION + GAP));
        self.sheet.paste(&canvas.bitmap(), x, y);
        self.count += 1;
    }

    /// The sheet.
    pub fn finish(self) -> Bitmap {
        self.sheet
    }
}

fn cell() -> (usize, usize) {
    ((WIDTH_PX * SCALE) as usize, (HEIGHT_PX * SCALE) as usize)
}

/// Draws the moments of `replay` with most bullets, one from each twelfth of it, and writes the sheet as PNG.
///
/// # Errors
/// Those of writing.
pub fn write(path: &Path, loaded: &Loaded, stage: &Arc<StageData>, replay: &Replay, frames: &[Frame]) -> io::Result<()> {
    let mut moments = moments(frames).into_iter().peekable();
    let mut sheet = Sheet::new(&loaded.content, Ground::Moving, "");
    let mut world = World::new(Arc::clone(stage), replay.header.config);
    for input in Playback::new(replay) {
        world.step(input);
        if moments.next_if_eq(&world.tick()).is_some() {
            let seconds = world.tick() / TICKS_PER_SECOND;
            // Two lines, so that the longest name of a card stands whole.
            let numbers = format!("{}:{:02}  {}", seconds / 60, seconds % 60, counted(&world));
            sheet.add(&world, [&numbers, attack_name(&world)]);
        }
    }
    write_png(&sheet.finish(), path)
}

/// Bullets alive, and lasers if there are any.
pub fn counted(world: &World) -> String {
    let (bullets, lasers) = (world.bullets().len(), world.lasers().len());
    if lasers == 0 { format!("{bullets} bullets") } else { format!("{bullets} bullets, {lasers} lasers") }
}

/// The card's name, the boss's in its other attacks.
pub fn attack_name(world: &World) -> &str {
    let attack = world.boss().and_then(|boss| boss.attack.map(|attack| if attack.is_spell { attack.name } else { boss.name }));
    attack.unwrap_or_default()
}

/// The tick with most bullets in each of twelve equal stretches, in order.
fn moments(frames: &[Frame]) -> Vec<u32> {
    let stretch = |part: usize| part * frames.len() / CELLS..(part + 1) * frames.len() / CELLS;
    // The first of equals: `max_by_key` would take the last.
    let fullest = |part: usize| stretch(part).rev().max_by_key(|index| frames[*index].bullet_count());
    (0..CELLS).filter_map(fullest).map(|index| index as u32 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_the_fullest_tick_of_its_twelfth() {
        let mut frames = vec![Frame::default(); 120];
        for part in 0..12 {
            frames[part * 10 + part % 10].pools[0].len = 5;
        }
        let expected: Vec<u32> = (0..12).map(|part| part * 10 + part % 10 + 1).collect();
        assert_eq!(moments(&frames), expected);
        assert_eq!(moments(&[Frame::default(); 3]), [1, 2, 3]);
        assert_eq!(moments(&[]), Vec::<u32>::new());
    }
}

//! Damage numbers: outlined, they pop when hit and fade when left alone. Units: playfield units (px), ticks.

use crate::view::brush;
use crate::view::ease;
use crate::view::glyphs::Face;
use crate::view::ink::{Align, Ink, Pen, Rgba};
use crate::view::layout::Layout;
use glam::Vec2;
use tamafubuki::sim::label::LABEL_TICKS;
use tamafubuki::sim::world::World;

const PLAIN: Rgba = [0xF8, 0xF1, 0xE0, 255];
const HEAVY: Rgba = [0xFF, 0xDC, 0x7C, 255];
const EDGE: Rgba = [0x1A, 0x12, 0x26, 235];
/// Digits from which a number counts as heavy.
const HEAVY_DIGITS: usize = 4;

/// Type sizes of plain and heavy numbers, px.
const SIZES: [f32; 2] = [9.0, 11.0];

/// Rasterises the figures at this scale.
pub fn warm(ink: &mut Ink, scale: f32) {
    SIZES.iter().for_each(|size| ink.warm(size * scale, Face::Bold, scale, "0123456789"));
}

/// Draws the labels of this tick.
pub fn draw(world: &World, layout: &Layout, shake: Vec2, ink: &mut Ink) {
    for label in world.labels() {
        let quiet = label.quiet_ticks as f32 / LABEL_TICKS as f32;
        let seen = 1.0 - ease::in_cubic(quiet);
        let pop = 1.0 - ease::out_cubic(label.quiet_ticks as f32 / 8.0);
        let heavy = label.text.len() >= HEAVY_DIGITS;
        let size = SIZES[usize::from(heavy)];
        let (x, y) = layout.point(label.at.x + shake.x, label.at.y + shake.y - 16.0 * quiet);
        let size_px = size * layout.scale;
        let pen = Pen { x, y, size_px, face: Face::Bold, align: Align::Center, scale: 1.0 + 0.18 * pop, outline_px: 0.0 };
        let rgba = brush::faded(if heavy { HEAVY } else { PLAIN }, seen);
        ink.outlined(pen, layout.scale, rgba, brush::faded(EDGE, seen), format_args!("{}", label.text));
    }
}

//! The large sheet of paper of lists and options. Units: page units.

use super::page::{PALE, Page, VERMILION, faded};
use crate::view::ink::{Align, Rgba};

/// Edges of the sheet.
pub const LEFT: f32 = 92.0;
/// See `LEFT`.
pub const RIGHT: f32 = 548.0;
/// See `LEFT`.
pub const TOP: f32 = 30.0;
/// See `LEFT`.
pub const BOTTOM: f32 = 452.0;
/// Its middle.
pub const MIDDLE: f32 = (LEFT + RIGHT) * 0.5;
/// Colour of the hints under it.
pub const HINT: Rgba = [PALE[0], PALE[1], PALE[2], 190];

/// Draws the sheet with its heading; gives how far it still slides, units.
pub fn draw(page: &mut Page, heading: &str) -> f32 {
    page.dim(0.35);
    let below = page.sheet(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
    page.bold(LEFT + 34.0, TOP + 42.0 + below, 20.0, Align::Left, VERMILION, heading);
    page.line(LEFT + 34.0, TOP + 52.0 + below, RIGHT - LEFT - 68.0, faded(VERMILION, 0.5));
    below
}

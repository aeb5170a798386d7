//! The playfield: its size and the margins around it. Units: playfield units (px), origin top left, y down.

use glam::Vec2;

/// Width of the playfield, px.
pub const WIDTH_PX: f32 = 384.0;
/// Height of the playfield, px.
pub const HEIGHT_PX: f32 = 448.0;
/// A bullet whose centre is further outside than this is culled, px.
pub const CULL_MARGIN_PX: f32 = 32.0;
/// Ticks in a second of simulation.
pub const TICKS_PER_SECOND: u32 = 60;

/// Whether `at` lies in the playfield grown by `margin_px` on each side.
pub fn contains(at: Vec2, margin_px: f32) -> bool {
    at.x >= -margin_px && at.x <= WIDTH_PX + margin_px && at.y >= -margin_px && at.y <= HEIGHT_PX + margin_px
}

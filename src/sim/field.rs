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

/// Where bullets live: one whose centre is outside is culled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Its corner at the top left, px.
    pub low: Vec2,
    /// Its corner at the bottom right, px.
    pub high: Vec2,
}

impl Default for Bounds {
    /// The playfield and the margin around it.
    fn default() -> Self {
        Bounds { low: Vec2::splat(-CULL_MARGIN_PX), high: Vec2::new(WIDTH_PX + CULL_MARGIN_PX, HEIGHT_PX + CULL_MARGIN_PX) }
    }
}

/// Whether `at` lies in the playfield grown by `margin_px` on each side.
pub fn contains(at: Vec2, margin_px: f32) -> bool {
    at.x >= -margin_px && at.x <= WIDTH_PX + margin_px && at.y >= -margin_px && at.y <= HEIGHT_PX + margin_px
}

//! Where the player is.

use glam::Vec2;

/// The player at a tick: sweeping over the lower half.
pub fn player(tick: u32) -> Vec2 {
    let phase = (tick % 480) as f32 / 240.0;
    let across = if phase < 1.0 { phase } else { 2.0 - phase };
    Vec2::new(40.0 + 304.0 * across, 360.0)
}

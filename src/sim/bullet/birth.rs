//! What a pattern asks for when it fires one bullet.

use super::color::Color;
use super::look::LookId;
use glam::Vec2;

/// Most parameters that a kind may have.
pub const PARAMS_MAX: usize = 6;

/// A bullet about to be born. `Copy`, so queues of it live in the frame arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Birth {
    /// Index of its kind in THE LIST.
    pub kind: u8,
    /// Values of the kind's parameters, in the order in which the kind declares them; the rest 0.
    pub params: [f32; PARAMS_MAX],
    /// Where, px.
    pub at: Vec2,
    /// Direction, degrees.
    pub angle_deg: f32,
    /// Speed, px per tick.
    pub speed_px_per_tick: f32,
    /// Sprite and radii.
    pub look: LookId,
    /// Colour.
    pub color: Color,
    /// Collision radius, px.
    pub hit_radius_px: f32,
    /// Graze radius, px.
    pub graze_radius_px: f32,
    /// Ticks it lives, 0 for no limit.
    pub lifetime_ticks: u32,
    /// Ticks of its spawn cloud: it stands still, cannot hit and cannot be grazed; then it goes. Drawn as an unfolding flake.
    pub delay_ticks: u16,
}

impl Birth {
    /// The first tick in which the bullet moves, if it is born in `tick`.
    #[inline(always)]
    pub(super) fn wake_tick(&self, tick: u32) -> u32 {
        tick.saturating_add(u32::from(self.delay_ticks))
    }
}

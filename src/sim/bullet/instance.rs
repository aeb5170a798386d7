//! What the view needs of one bullet to draw it, laid out for the graphics card.

use super::look::{Look, Turn};
use super::record::Cold;
use glam::Vec2;

/// One bullet to draw: 20 bytes.
///
/// `v` is the displacement of the last tick, so the place between ticks is `pos - v * (1 - alpha)`; the heading is the direction of `v`. While `unfold` is below
/// 255 the bullet stands still and `v` is where it will go.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Instance {
    /// Position, px.
    pub x: f32,
    /// Position, px.
    pub y: f32,
    /// Displacement, px per tick.
    pub vx: f32,
    /// Displacement, px per tick.
    pub vy: f32,
    /// Index of the look.
    pub look: u8,
    /// Index of the colour.
    pub color: u8,
    /// How far out of its spawn cloud: 0 just spawned to 255 open.
    pub unfold: u8,
    /// Turn, 1/256 of a full one; for looks that spin, else 0.
    pub spin: u8,
}

/// What drawing asks of a look, in a form that costs nothing.
#[derive(Clone, Copy)]
pub struct DrawnLook {
    pub layer: u8,
    /// All ones if it spins, else 0.
    spin_mask: u8,
    /// Turn each tick, 1/65536 of a full one.
    spin_rate: u16,
}

impl DrawnLook {
    pub const PLAIN: DrawnLook = DrawnLook { layer: 0, spin_mask: 0, spin_rate: 0 };

    pub fn of(look: &Look) -> Self {
        let layer = look.layer.min(super::order::LAYER_COUNT as u8 - 1);
        match look.turn {
            Turn::Spin(deg) => Self { layer, spin_mask: 0xff, spin_rate: (deg * (65_536.0 / 360.0)) as i32 as u16 },
            Turn::Heading | Turn::Upright => Self { layer, ..Self::PLAIN },
        }
    }
}

impl Instance {
    /// A number kept for a while in a part of a list that is not yet drawn.
    pub(super) fn set_note(&mut self, note: u32) {
        [self.look, self.color, self.unfold, self.spin] = note.to_le_bytes();
    }

    /// The number kept by `set_note`.
    #[inline(always)]
    pub(super) fn note(&self) -> u32 {
        u32::from_le_bytes([self.look, self.color, self.unfold, self.spin])
    }

    #[inline(always)]
    pub(super) fn new(at: Vec2, velocity: Vec2, cold: &Cold, unfold: u8, spin: u8) -> Self {
        Self { x: at.x, y: at.y, vx: velocity.x, vy: velocity.y, look: cold.look, color: cold.color as u8, unfold, spin }
    }
}

/// `unfold` of a bullet that is out of its cloud.
pub(super) const OPEN: u8 = 255;

/// `unfold` of any bullet.
#[inline(always)]
pub(super) fn unfold(cold: &Cold, tick: u32) -> u8 {
    let age_ticks = tick.saturating_sub(cold.born_tick);
    let delay_ticks = u32::from(cold.delay_ticks);
    if age_ticks < delay_ticks { (age_ticks * 255 / delay_ticks) as u8 } else { OPEN }
}

/// `spin` of a bullet of this look.
#[inline(always)]
pub(super) fn spin(cold: &Cold, look: DrawnLook, tick: u32) -> u8 {
    // Neighbours of a volley begin at different turns; 40503 is 2^16 over the golden ratio.
    let turn = tick.wrapping_sub(cold.born_tick).wrapping_mul(u32::from(look.spin_rate)).wrapping_add(cold.serial.wrapping_mul(40_503));
    (turn >> 8) as u8 & look.spin_mask
}

//! What the view needs of one bullet to draw it, laid out for the graphics card.

use super::look::{Look, Turn};
use super::record::Cold;

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
    /// Look, colour, unfolding and turn: a byte each, in this order in memory. As one number, since it is then written at once.
    marks: u32,
}

/// What a bullet takes from its look for being drawn.
#[derive(Clone, Copy)]
pub struct DrawnLook {
    pub layer: u8,
    /// Turn each tick, 1/65536 of a full one; `None` if it does not spin.
    spin_rate: Option<u16>,
}

impl DrawnLook {
    pub const PLAIN: DrawnLook = DrawnLook { layer: 0, spin_rate: None };

    pub fn of(look: &Look) -> Self {
        let layer = look.layer.min(super::order::LAYER_COUNT as u8 - 1);
        match look.turn {
            Turn::Spin(deg) => Self { layer, spin_rate: Some((deg * (65_536.0 / 360.0)) as i32 as u16) },
            Turn::Heading | Turn::Upright => Self { layer, ..Self::PLAIN },
        }
    }

    /// The spin of a bullet of this look.
    #[inline]
    pub fn spin(self, serial: u32, born_tick: u32) -> Spin {
        // Neighbours of a volley begin at different turns; 40503 is 2^16 over the golden ratio.
        let first = |rate: u16| (serial as u16).wrapping_mul(40_503).wrapping_sub((born_tick as u16).wrapping_mul(rate));
        self.spin_rate.map_or(Spin::default(), |rate| Spin { rate, start: first(rate) })
    }
}

/// How a bullet spins, 1/65536 of a full turn; all 0 if it does not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spin {
    /// Each tick.
    rate: u16,
    /// Where it would have been at tick 0.
    start: u16,
}

impl Spin {
    /// 1/256 of a full turn.
    #[inline(always)]
    pub fn at(self, tick: u32) -> u8 {
        ((tick as u16).wrapping_mul(self.rate).wrapping_add(self.start) >> 8) as u8
    }
}

impl Instance {
    /// `course` is x, y, vx, vy; `marks` are look, colour, unfolding and turn, as the functions of these names give them.
    #[inline(always)]
    pub fn new(course: [f32; 4], marks: [u8; 4]) -> Self {
        let [x, y, vx, vy] = course;
        Self { x, y, vx, vy, marks: u32::from_ne_bytes(marks) }
    }

    /// Index of the look.
    pub fn look(&self) -> u8 {
        self.marks.to_ne_bytes()[0]
    }

    /// Index of the colour.
    pub fn color(&self) -> u8 {
        self.marks.to_ne_bytes()[1]
    }

    /// How far out of its spawn cloud: 0 just spawned to 255 open.
    pub fn unfold(&self) -> u8 {
        self.marks.to_ne_bytes()[2]
    }

    /// Turn, 1/256 of a full one; for looks that spin, else 0.
    pub fn spin(&self) -> u8 {
        self.marks.to_ne_bytes()[3]
    }

    #[inline(always)]
    pub(super) fn of(course: [f32; 4], cold: &Cold, unfold: u8, tick: u32) -> Self {
        Self::new(course, [cold.look, cold.color as u8, unfold, cold.spin.at(tick)])
    }

    /// Numbers kept for a while in a part of a list that is not yet drawn.
    pub(super) fn keep(&mut self, members: u64, note: u32) {
        (self.x, self.y, self.marks) = (f32::from_bits(members as u32), f32::from_bits((members >> 32) as u32), note);
    }

    /// The numbers kept.
    #[inline(always)]
    pub(super) fn kept(&self) -> (u64, u32) {
        (u64::from(self.y.to_bits()) << 32 | u64::from(self.x.to_bits()), self.marks)
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

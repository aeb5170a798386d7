//! One bullet written out in full: what goes from one storage to the other, and what the digest is of.
//!
//! Invariant: every storage keeps exactly this and nothing else, so a conversion loses nothing.

use super::birth::Birth;
use super::color::Color;
use super::instance::Spin;
use super::order::Place;
use crate::sim::digest;
use glam::Vec2;

/// Most fields of a kind's state, x, y, vx and vy included.
pub const FIELDS_MAX: usize = 12;

/// The state of a kind, in the order of its fields; the rest 0.
pub type Row = [f32; FIELDS_MAX];

/// No end of life. Ticks go up to 2^31, 400 days: signed comparisons are cheaper by lanes.
pub const NEVER: u32 = i32::MAX as u32;

/// What no step reads. In this order in memory: drawing reads look and colour at once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Cold {
    pub serial: u32,
    /// Its slot in the table of its kind.
    pub slot: u32,
    /// Its place in the draw order.
    pub place: Place,
    pub born_tick: u32,
    pub spin: Spin,
    pub look: u8,
    pub color: Color,
    pub delay_ticks: u16,
}

impl Cold {
    /// The first tick in which it moves.
    #[inline]
    pub fn wake_tick(&self) -> u32 {
        self.born_tick.saturating_add(u32::from(self.delay_ticks))
    }

    /// Whether it is out of its spawn cloud when `tick` is the last one stepped.
    pub fn is_awake(&self, tick: u32) -> bool {
        self.delay_ticks == 0 || self.wake_tick() <= tick
    }
}

/// Circles around the bullet's centre, px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Radii {
    pub hit_px: f32,
    /// 0 once it was grazed, so that it is not grazed again.
    pub graze_px: f32,
}

impl Radii {
    /// Whether and how a bullet at `at` meets the player. From its first graze on it is not grazed again.
    #[inline]
    pub fn meet(&mut self, at: Vec2, player: Vec2, hit_radius_px: f32) -> Meeting {
        let distance_squared = at.distance_squared(player);
        let hit_px = self.hit_px + hit_radius_px;
        if distance_squared < hit_px * hit_px {
            Meeting::Hit
        } else if distance_squared < self.graze_px * self.graze_px {
            self.graze_px = 0.0;
            Meeting::Graze
        } else {
            Meeting::None
        }
    }

    /// Whether `meet` may do something for a player with at most this hit radius.
    #[inline]
    pub fn may_meet(&self, at: Vec2, player: Vec2, hit_radius_max_px: f32) -> bool {
        let hit_px = self.hit_px + hit_radius_max_px;
        let reach_px = if hit_px > self.graze_px { hit_px } else { self.graze_px };
        at.distance_squared(player) < reach_px * reach_px
    }

    /// Nothing happens to a point further away than this, px.
    #[inline]
    pub fn reach_px(&self) -> f32 {
        if self.hit_px > self.graze_px { self.hit_px } else { self.graze_px }
    }
}

/// How a bullet meets the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    None,
    Graze,
    Hit,
}

/// All of a bullet but its motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Life {
    /// The tick in which it is gone; `NEVER` for no limit.
    pub expiry_tick: u32,
    pub radii: Radii,
    pub cold: Cold,
}

impl Life {
    /// The newborn's. Every field is set from the birth, so nothing of a former life can stay.
    #[inline]
    pub fn born(birth: &Birth, tick: u32, serial: u32, slot: u32, place: Place, spin: Spin) -> Self {
        let (look, color, delay_ticks) = (birth.look.0, birth.color, birth.delay_ticks);
        let cold = Cold { serial, slot, place, born_tick: tick, spin, look, color, delay_ticks };
        let expiry_tick = if birth.lifetime_ticks == 0 { NEVER } else { cold.wake_tick().saturating_add(birth.lifetime_ticks).min(NEVER) };
        Self { expiry_tick, radii: Radii { hit_px: birth.hit_radius_px, graze_px: birth.graze_radius_px }, cold }
    }
}

/// One bullet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    pub kind: u8,
    pub row: Row,
    pub life: Life,
}

impl Record {
    /// A number of this bullet's whole state. Slot and place are bookkeeping, and the spin follows from the look: they do not count.
    pub fn digest(&self) -> u64 {
        let Cold { serial, slot: _, place: _, spin: _, born_tick, look, color, delay_ticks } = self.life.cold;
        let head = mix(u64::from(serial) << 32 | u64::from(born_tick));
        let looks = u64::from(self.kind) << 32 | u64::from(look) << 24 | u64::from(color as u8) << 16 | u64::from(delay_ticks);
        let radii = u64::from(self.life.radii.hit_px.to_bits()) << 32 | u64::from(self.life.radii.graze_px.to_bits());
        let tail = [looks, u64::from(self.life.expiry_tick), radii].into_iter().fold(head, |sum, part| mix(sum ^ part));
        let pairs = self.row.as_chunks::<2>().0.iter();
        pairs.fold(tail, |sum, [a, b]| mix(sum ^ (u64::from(a.to_bits()) << 32 | u64::from(b.to_bits()))))
    }
}

/// One step of SplitMix64: unlike its finaliser alone, it does not keep 0.
fn mix(value: u64) -> u64 {
    digest::mix(value.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

//! What a pattern asks for when it fires one laser.

use crate::sim::bullet::birth::Birth;
use glam::Vec2;

/// Who fired a laser, so that it can follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// Nobody that moves.
    #[default]
    None,
    /// The boss of the moment.
    Boss,
    /// The enemy of this serial in this slot.
    Enemy {
        /// Its slot.
        slot: u32,
        /// Its serial.
        serial: u32,
    },
}

/// A laser about to be born. `Copy`, so queues of it live in the frame arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaserBirth {
    /// Place, direction and colour; of a curved one the whole birth of its head. Look and radii mean nothing.
    pub head: Birth,
    /// From the emitter to the place, px.
    pub offset: Vec2,
    /// Who fired it; the world says so.
    pub owner: Owner,
    /// Width when it is open, px.
    pub width_px: f32,
    /// Width of what hits then, px.
    pub hit_width_px: f32,
    /// Straight or curved.
    pub form: Form,
}

/// What sort of laser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// From the place along the direction.
    Straight {
        /// px.
        length_px: f32,
        /// Turn each tick, degrees.
        turn_deg: f32,
        /// Ticks as a thin line that harms nobody.
        warn_ticks: u32,
        /// Ticks in which it grows to its width.
        open_ticks: u32,
        /// Ticks at its width.
        hold_ticks: u32,
        /// Ticks in which it fades.
        close_ticks: u32,
        /// Stays where it is from its owner, and closes when the owner is gone.
        follows: bool,
    },
    /// The last positions of a head.
    Curved {
        /// How many, 2 to `TRAIL_MAX`.
        trail_count: u16,
    },
}

//! What a script may do to its bullet from outside of the kind: steer it, colour it, have it born again as another kind.
//!
//! Invariant: the same in both storages. Must not know: scripts, any kind by name.

use super::birth::{Birth, PARAMS_MAX};
use super::color::Color;
use super::look::LookId;
use super::record::{Life, NEVER};
use super::{Bullets, Handle, Mode};
use glam::Vec2;

impl Bullets {
    /// Whether the bullet of `handle` lives.
    pub fn lives(&self, handle: Handle) -> bool {
        self.resolve(handle).is_some()
    }

    /// Sets the displacement of the next tick, px; what the kind makes of it is its own business. Nothing if the bullet is gone.
    pub fn steer(&mut self, handle: Handle, velocity: Vec2) {
        let Some(position) = self.resolve(handle) else { return };
        match self.mode {
            Mode::Pooled => self.pools[handle.kind()].set_velocity(position, velocity),
            Mode::Boxed => self.boxes[position].set_velocity(velocity),
        }
    }

    /// Sets the colour. Nothing if the bullet is gone.
    pub fn recolor(&mut self, handle: Handle, color: Color) {
        let Some(position) = self.resolve(handle) else { return };
        match self.mode {
            Mode::Pooled => self.pools[handle.kind()].cold_mut(position).color = color,
            Mode::Boxed => self.boxes[position].life_mut().cold.color = color,
        }
    }

    /// The birth of one that goes on in the place of this one, as another kind, in this direction (degrees) at this speed (px per tick): its
    /// look, its colour, its circles, whether it was grazed, and the end of its life stay. `tick` is the one whose step comes next. `None` if
    /// the bullet is gone or at its end.
    pub fn reborn(
        &self,
        handle: Handle,
        (kind, params): (u8, [f32; PARAMS_MAX]),
        (angle_deg, speed): (f32, f32),
        tick: u32,
    ) -> Option<Birth> {
        let position = self.resolve(handle)?;
        let (at, life): (Vec2, Life) = match self.mode {
            Mode::Pooled => (self.pools[handle.kind()].at(position), self.pools[handle.kind()].record(position).life),
            Mode::Boxed => (self.boxes[position].course().0, *self.boxes[position].life()),
        };
        let lifetime_ticks = if life.expiry_tick == NEVER { 0 } else { life.expiry_tick.checked_sub(tick).filter(|left| *left > 0)? };
        Some(Birth {
            kind,
            params,
            at,
            angle_deg,
            speed_px_per_tick: speed,
            look: LookId(life.cold.look),
            color: life.cold.color,
            hit_radius_px: life.radii.hit_px,
            graze_radius_px: life.radii.graze_px,
            lifetime_ticks,
            delay_ticks: 0,
        })
    }
}

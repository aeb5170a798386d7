//! The boxed storage: one heap block a bullet, each step a virtual call. What a first version of such a game does, kept to be compared with and as an oracle.
//!
//! Invariant: the same bullets as pooled storage, field for field. Must not know: any kind by name.

use super::Env;
use super::kind::pass::{Columns, is_dead};
use super::record::{Cold, Radii, Record};
use glam::Vec2;

/// A bullet behind a pointer.
pub trait Bullet {
    /// One tick; false when it is to be removed.
    fn step(&mut self, env: &Env) -> bool;

    fn at(&self) -> Vec2;

    fn velocity(&self) -> Vec2;

    fn kind(&self) -> u8;

    fn cold(&self) -> &Cold;

    fn radii(&self) -> Radii;

    fn set_grazed(&mut self);

    /// All of it.
    fn record(&self) -> Record;
}

struct Boxed<K> {
    motion: K,
    expiry_tick: u32,
    kind: u8,
    radii: Radii,
    cold: Cold,
}

pub fn to_box<K: Columns>(record: &Record) -> Box<dyn Bullet> {
    let Record { kind, ref row, expiry_tick, cold, radii } = *record;
    Box::new(Boxed { motion: K::from_row(row), expiry_tick, kind, radii, cold })
}

impl<K: Columns> Bullet for Boxed<K> {
    fn step(&mut self, env: &Env) -> bool {
        if !self.cold.is_awake(env.tick) {
            return true;
        }
        self.motion.step(env);
        let at = self.motion.at();
        !is_dead(at.x, at.y, self.expiry_tick, env.tick)
    }

    fn at(&self) -> Vec2 {
        self.motion.at()
    }

    fn velocity(&self) -> Vec2 {
        self.motion.velocity()
    }

    fn kind(&self) -> u8 {
        self.kind
    }

    fn cold(&self) -> &Cold {
        &self.cold
    }

    fn radii(&self) -> Radii {
        self.radii
    }

    fn set_grazed(&mut self) {
        self.radii.graze_px = 0.0;
    }

    fn record(&self) -> Record {
        Record { kind: self.kind, row: self.motion.to_row(), expiry_tick: self.expiry_tick, cold: self.cold, radii: self.radii }
    }
}

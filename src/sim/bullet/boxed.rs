//! The boxed storage: one heap block a bullet, each step a virtual call. What a first version of such a game does, kept to be compared with and as an oracle.
//!
//! Invariant: the same bullets as pooled storage, field for field. Must not know: any kind by name.

use super::Env;
use super::kind::pass::{Columns, is_dead};
use super::record::{Cold, Life, Radii, Record};
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
    life: Life,
    kind: u8,
}

pub fn to_box<K: Columns>(kind: u8, motion: K, life: Life) -> Box<dyn Bullet> {
    Box::new(Boxed { motion, life, kind })
}

impl<K: Columns> Bullet for Boxed<K> {
    fn step(&mut self, env: &Env) -> bool {
        if !self.life.cold.is_awake(env.tick) {
            return true;
        }
        self.motion.step(env);
        let at = self.motion.at();
        !is_dead(at.x, at.y, self.life.expiry_tick, env.tick)
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
        &self.life.cold
    }

    fn radii(&self) -> Radii {
        self.life.radii
    }

    fn set_grazed(&mut self) {
        self.life.radii.graze_px = 0.0;
    }

    fn record(&self) -> Record {
        Record { kind: self.kind, row: self.motion.to_row(), life: self.life }
    }
}

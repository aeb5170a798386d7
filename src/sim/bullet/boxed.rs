//! The boxed storage: one heap block a bullet, each step a virtual call. What a first version of such a game does, kept to be compared with and as an oracle.
//!
//! Invariant: the same bullets as pooled storage, field for field. Must not know: any kind by name.

use super::Env;
use super::instance::{Instance, unfold};
use super::kind::columns::Columns;
use super::kind::pass::is_dead;
use super::order::Place;
use super::record::{Life, Meeting, Record};
use crate::sim::field::Bounds;
use glam::Vec2;

/// A bullet behind a pointer. One call does one thing to it, so that what is measured is the storage and not the number of calls.
pub trait Bullet {
    /// One tick; false when it is to be removed.
    fn step(&mut self, env: &Env, bounds: &Bounds) -> bool;

    /// Whether and how it meets a player at `player`. `tick` is the last one stepped.
    fn meet(&mut self, player: Vec2, hit_radius_px: f32, tick: u32) -> Meeting;

    /// What to draw, and its place in the order.
    fn draw(&self, tick: u32) -> (Place, Instance);

    /// Position and displacement of the last tick, px.
    fn course(&self) -> (Vec2, Vec2);

    /// Sets the displacement of the next tick, px.
    fn set_velocity(&mut self, velocity: Vec2);

    fn life(&self) -> &Life;

    fn life_mut(&mut self) -> &mut Life;

    fn kind(&self) -> u8;

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
    fn step(&mut self, env: &Env, bounds: &Bounds) -> bool {
        if !self.life.cold.is_awake(env.tick) {
            return true;
        }
        self.motion.step(env);
        let at = self.motion.at();
        !is_dead(at.x, at.y, bounds, self.life.expiry_tick, env.tick)
    }

    fn meet(&mut self, player: Vec2, hit_radius_px: f32, tick: u32) -> Meeting {
        if !self.life.cold.is_awake(tick) {
            return Meeting::None;
        }
        self.life.radii.meet(self.motion.at(), player, hit_radius_px)
    }

    fn draw(&self, tick: u32) -> (Place, Instance) {
        let cold = &self.life.cold;
        let (at, velocity) = self.course();
        (cold.place, Instance::of([at.x, at.y, velocity.x, velocity.y], cold, unfold(cold, tick), tick))
    }

    fn course(&self) -> (Vec2, Vec2) {
        (self.motion.at(), self.motion.velocity())
    }

    fn set_velocity(&mut self, velocity: Vec2) {
        self.motion.set_velocity(velocity);
    }

    fn life(&self) -> &Life {
        &self.life
    }

    fn life_mut(&mut self) -> &mut Life {
        &mut self.life
    }

    fn kind(&self) -> u8 {
        self.kind
    }

    fn record(&self) -> Record {
        Record { kind: self.kind, row: self.motion.to_row(), life: self.life }
    }
}

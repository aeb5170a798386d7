//! Lasers in the world: whom they follow, whom they meet, and what cancels them together with the bullets.

use super::World;
use super::act::scrap;
use crate::sim::bullet::Env;
use crate::sim::event::Happening;
use crate::sim::laser::{Lasers, Owner};
use glam::Vec2;

impl World {
    /// The lasers.
    pub fn lasers(&self) -> &Lasers {
        &self.lasers
    }

    /// They follow and fly; those that open are told of.
    pub(super) fn step_lasers(&mut self, env: &Env) {
        let (enemies, boss) = (self.enemies.slots(), self.boss.as_ref());
        self.lasers.step(env, |owner| match owner {
            Owner::None => None,
            Owner::Boss => boss.map(|boss| boss.pose.at),
            Owner::Enemy { slot, serial } => enemies.get(slot as usize).filter(|enemy| enemy.serial == serial).map(|enemy| enemy.pose.at),
        });
        for (at, color) in self.lasers.opening() {
            self.events.push(Happening::LaserOpens, at, color as u32);
        }
    }

    /// Lasers graze and hit the player. They stay; who was hit is safe for a while.
    pub(super) fn touch_lasers(&mut self) {
        if !self.player.in_play() {
            return;
        }
        let touches = self.lasers.touch(self.player.at, self.stage.crane.hit_radius_px, &self.arena);
        for (at, color) in touches.grazes {
            self.events.push(Happening::Graze, *at, *color as u32);
            if self.score.graze() {
                self.events.push(Happening::Extend, self.player.at, 0);
            }
        }
        if touches.hit.is_some() && self.player.can_be_hit() {
            self.hit_player();
        }
    }

    /// Bullets and lasers that come into a circle become scraps.
    pub(super) fn cancel_within(&mut self, center: Vec2, radius_px: f32) {
        scrap(self.bullets.cancel_within(center, radius_px, &self.arena), &mut self.items, &mut self.events);
        scrap(self.lasers.cancel_within(center, radius_px, &self.arena), &mut self.items, &mut self.events);
    }

    /// All bullets and lasers become scraps.
    pub(super) fn cancel_all(&mut self) {
        scrap(self.bullets.cancel_all(&self.arena), &mut self.items, &mut self.events);
        scrap(self.lasers.cancel_all(&self.arena), &mut self.items, &mut self.events);
    }

    /// All bullets and lasers are gone.
    pub(super) fn clear_bullets(&mut self) {
        self.bullets.clear();
        self.lasers.clear();
        self.marks.clear();
    }
}

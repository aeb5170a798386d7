//! What a tool does with a world that no player does: it puts the crane where it wants it, out of harm, and sets the rank.
//!
//! A rehearsed run is no longer one that can be scored or replayed.

use super::World;
use crate::sim::boss::{Boss, BossState};
use crate::sim::field::Bounds;
use crate::sim::pattern::Heading;
use crate::sim::player::PlayerState;
use glam::Vec2;

impl World {
    /// Puts the crane at a point of the playfield, px; nothing can hit it in the next tick.
    pub fn place_player(&mut self, at: Vec2) {
        (self.player.at, self.player.previous, self.player.state) = (at, at, PlayerState::Alive);
        self.keep_player_safe();
    }

    /// Nothing can hit the crane in the next tick.
    pub fn keep_player_safe(&mut self) {
        self.player.keep_safe(2);
    }

    /// Sets the rank, 0 to 1.
    pub fn set_rank(&mut self, rank: f32) {
        self.rank = rank.clamp(0.0, 1.0);
    }

    /// Bullets live in these bounds from now on.
    pub fn set_bounds(&mut self, bounds: Bounds) {
        self.bullets.set_bounds(bounds);
    }

    /// Every random number in [0, 1) is this one from now on.
    pub fn force_random(&mut self, unit: f32) {
        self.rng.force(unit);
    }

    /// Where the boss is and how it is steered; `None` if there is none or it has left by its own program.
    pub fn steered_boss(&self) -> Option<(Vec2, Heading)> {
        let boss = self.boss.as_ref().filter(|boss| !boss.runner.has_vanished())?;
        let own = Heading { angle_deg: boss.pose.angle_deg, speed_px_per_tick: boss.pose.speed_px_per_tick, drift: Vec2::ZERO };
        Some((boss.pose.at, boss.runner.heading().unwrap_or(own)))
    }

    /// Whether nothing more will happen by itself: the playfield is empty, no wave is under way, and a boss has done all it does.
    pub fn is_idle(&self) -> bool {
        let is_done = |boss: &Boss| {
            let is_last = boss.attack + 1 == self.stage.bosses[boss.kind].attacks.len();
            is_last && boss.state == BossState::Attacking && boss.runner.finished()
        };
        let is_empty = self.bullets.is_empty() && self.lasers.is_empty() && self.enemies.slots().is_empty() && !self.run.is_spawning();
        is_empty && self.boss.as_ref().is_none_or(is_done)
    }

    /// Compiled steps of the scripts of bullets that ran in the last tick.
    pub fn task_operation_count(&self) -> u32 {
        self.task_operation_count
    }

    /// Compiled steps of emitters that ran in the last tick.
    pub fn operation_count(&self) -> u32 {
        self.operation_count
    }
}

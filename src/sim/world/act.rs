//! What the player does and suffers: bomb, fold, graze, hit, loss, continue.

use super::{CONTINUE_TICKS, Course, World};
use crate::sim::bullet::Cancelled;
use crate::sim::event::{Events, Happening};
use crate::sim::item::{ItemKind, Items};
use crate::sim::player::{DEATHBOMB_TICKS, Player, PlayerState};
use crate::sim::score::FOLD_COST;
use glam::Vec2;

/// Ticks a bomb burns.
pub const BOMB_TICKS: u32 = 100;
/// Ticks of safety after a bomb.
const BOMB_SAFE_TICKS: u32 = 180;
/// Ticks a fold grows.
pub const FOLD_TICKS: u32 = 26;
/// Radius of a fold when grown, px.
const FOLD_RADIUS_PX: f32 = 124.0;
/// Bullets nearer than this vanish when a crane is lost, px.
const LOSS_RADIUS_PX: f32 = 110.0;

/// A burning bomb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bombing {
    /// Middle, px.
    pub at: Vec2,
    /// Ticks since it was lit.
    pub age_ticks: u32,
}

/// A growing fold; its middle is the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folding {
    /// Middle, px.
    pub at: Vec2,
    /// Ticks since it began.
    pub age_ticks: u32,
    /// Bullets folded so far.
    pub count: u32,
}

impl Folding {
    /// Its radius now, px.
    pub fn radius_px(&self) -> f32 {
        let left = 1.0 - self.age_ticks as f32 / FOLD_TICKS as f32;
        FOLD_RADIUS_PX * (1.0 - left * left)
    }
}

impl World {
    pub(super) fn bomb(&mut self) {
        let able = matches!(self.player.state, PlayerState::Alive | PlayerState::Hit { .. });
        if !able || self.score.bombs == 0 || self.bombing.is_some() {
            return;
        }
        self.score.bombs -= 1;
        self.score.bombs_used += 1;
        self.rank = if self.config.rank_moves { (self.rank - 0.04).max(0.0) } else { self.rank };
        self.player.state = PlayerState::Alive;
        self.player.keep_safe(BOMB_SAFE_TICKS);
        self.bombing = Some(Bombing { at: self.player.at, age_ticks: 0 });
        self.spoil();
        self.items.draw_all();
        self.events.push(Happening::Bomb, self.player.at, 0);
    }

    pub(super) fn fold(&mut self) {
        if !self.player.in_play() || self.score.gauge < FOLD_COST || self.folding.is_some() {
            return;
        }
        self.score.gauge -= FOLD_COST;
        self.score.folds_used += 1;
        self.player.keep_safe(FOLD_TICKS);
        self.folding = Some(Folding { at: self.player.at, age_ticks: 0, count: 0 });
        self.events.push(Happening::Fold, self.player.at, 0);
    }

    /// The circle grows; each bullet in it, and each piece of a laser that it meets, becomes a scrap, worth more the nearer it was and the more there are.
    pub(super) fn step_fold(&mut self) {
        let Some(mut folding) = self.folding else { return };
        folding.age_ticks += 1;
        let radius_px = folding.radius_px();
        let bullets = self.bullets.cancel_within(folding.at, radius_px, &self.arena);
        for bullet in bullets.iter().chain(self.lasers.cancel_within(folding.at, radius_px, &self.arena)) {
            folding.count += 1;
            let nearness = 1.0 - (bullet.at.distance(self.player.at) / FOLD_RADIUS_PX).min(1.0);
            let worth = (200.0 + 800.0 * nearness) as u32 + 20 * folding.count.min(200);
            self.items.spawn(ItemKind::Scrap, bullet.at, scatter(bullet.serial), worth / 10 * 10);
            self.events.push(Happening::Folded, bullet.at, bullet.color as u32);
        }
        self.folding = (folding.age_ticks < FOLD_TICKS).then_some(folding);
    }

    pub(super) fn step_bomb(&mut self) {
        let Some(mut bombing) = self.bombing else { return };
        bombing.age_ticks += 1;
        bombing.at += (self.player.at - bombing.at) * 0.05;
        let radius_px = self.bomb_radius_px(&bombing);
        self.cancel_within(bombing.at, radius_px);
        self.burn(bombing.at, radius_px);
        self.bombing = (bombing.age_ticks < BOMB_TICKS).then_some(bombing);
    }

    /// Radius of a bomb now, px.
    pub(super) fn bomb_radius_px(&self, bombing: &Bombing) -> f32 {
        let grown = (bombing.age_ticks as f32 / 36.0).min(1.0);
        self.stage.crane.bomb_radius_px * grown * (2.0 - grown)
    }

    pub(super) fn touch_bullets(&mut self) {
        if !self.player.in_play() {
            return;
        }
        let touches = self.bullets.touch(self.player.at, self.stage.crane.hit_radius_px, &self.arena);
        for graze in touches.grazes {
            self.events.push(Happening::Graze, graze.at, graze.color as u32);
            if self.score.graze() {
                self.events.push(Happening::Extend, self.player.at, 0);
            }
        }
        let hit = touches.hits.first().map(|hit| hit.handle);
        if let (Some(handle), true) = (hit, self.player.can_be_hit()) {
            self.bullets.remove(handle);
            self.hit_player();
        }
    }

    pub(super) fn touch_bodies(&mut self) {
        if !self.player.can_be_hit() {
            return;
        }
        let at = self.player.at;
        let meets = |middle: Vec2, radius_px: f32| middle.distance_squared(at) < radius_px * radius_px * 0.36;
        let enemies = self.enemies.slots().iter().any(|(_, enemy)| meets(enemy.pose.at, self.stage.enemies[enemy.kind].radius_px));
        let boss = self.boss.as_ref().is_some_and(|boss| boss.solid() && meets(boss.pose.at, self.stage.bosses[boss.kind].radius_px));
        if enemies || boss {
            self.hit_player();
        }
    }

    pub(super) fn hit_player(&mut self) {
        self.player.state = PlayerState::Hit { ticks_left: DEATHBOMB_TICKS };
        self.spoil();
        self.events.push(Happening::PlayerHit, self.player.at, 0);
    }

    pub(super) fn lose_life(&mut self) {
        let at = self.player.at;
        self.events.push(Happening::PlayerDown, at, 0);
        self.rank = if self.config.rank_moves { (self.rank - 0.15).max(0.0) } else { self.rank };
        self.cancel_within(at, LOSS_RADIUS_PX);
        for nth in 0..5 {
            self.items.spawn(ItemKind::Power, at, Vec2::new(nth as f32 * 1.2 - 2.4, -3.0), 0);
        }
        if !self.score.lose_life() {
            self.player.state = PlayerState::Gone;
            self.course = Course::Over { ticks_left: CONTINUE_TICKS };
            self.events.push(Happening::GameOver, at, 0);
        }
    }

    pub(super) fn continue_run(&mut self) {
        self.score.restart(self.config.lives);
        self.player = Player::new();
        self.clear_bullets();
        self.course = Course::Playing;
        self.events.push(Happening::Respawn, self.player.at, 0);
    }

    /// The present card can no longer be captured.
    fn spoil(&mut self) {
        if let Some(boss) = &mut self.boss {
            boss.spoiled = true;
        }
    }
}

/// Leaves a scrap for each cancelled bullet.
pub(super) fn scrap(cancelled: &[Cancelled], items: &mut Items, events: &mut Events) {
    for bullet in cancelled {
        items.spawn(ItemKind::Scrap, bullet.at, scatter(bullet.serial), 0);
        events.push(Happening::Cancel, bullet.at, bullet.color as u32);
    }
}

/// A small upward push that differs from bullet to bullet without drawing a random number.
fn scatter(serial: u32) -> Vec2 {
    let spread = (serial.wrapping_mul(0x9E37_79B9) >> 24) as f32 / 255.0 - 0.5;
    Vec2::new(spread * 1.6, -1.2 - spread.abs())
}

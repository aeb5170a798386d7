//! Damage and its consequences: hits, falls, the ends of attacks, the end of the stage.

use super::{ClearBonus, Course, World};
use crate::sim::boss::{Boss, BossState, End};
use crate::sim::collide::{self, BOSS, Target};
use crate::sim::enemy::FLASH_TICKS;
use crate::sim::event::Happening;
use crate::sim::item::{ItemKind, Items};
use crate::sim::stage::format::Drops;
use glam::Vec2;

/// A fallen enemy that cancels takes bullets nearer than this with it, px.
const FALL_CANCEL_PX: f32 = 72.0;

impl World {
    /// Brings a boss unless one is there.
    pub(super) fn bring_boss(&mut self, kind: usize) {
        if self.boss.is_none() {
            self.boss = Some(Boss::new(kind, &self.stage.bosses[kind]));
            self.events.push(Happening::BossEnters, self.stage.bosses[kind].from, 0);
        }
    }

    /// Shots meet enemies and the boss.
    pub(super) fn hit_targets(&mut self) {
        let mut targets = self.arena.scratch::<Target>();
        for (slot, enemy) in self.enemies.slots().iter() {
            targets.push(Target { id: slot as u32, at: enemy.pose.at, radius_px: self.stage.enemies[enemy.kind].radius_px });
        }
        if let Some(boss) = self.boss.as_ref().filter(|boss| boss.solid()) {
            targets.push(Target { id: BOSS, at: boss.pose.at, radius_px: self.stage.bosses[boss.kind].radius_px });
        }
        let pairs = collide::pairs(self.shots.all(), &targets, self.bullets.mode(), &self.arena);
        for pair in pairs.iter() {
            let shot = self.shots.all()[pair.shot as usize];
            let Some((target, taken)) = strike(&mut self.enemies, &mut self.boss, pair.target, shot.damage) else { continue };
            self.events.push(Happening::EnemyHit, shot.at, taken);
            if taken > 0 {
                self.labels.hit(target, shot.at - Vec2::new(0.0, 14.0), taken, self.tick);
            }
            self.score.add(u64::from(taken) * 10);
        }
        self.shots.remove(pairs.iter().map(|pair| pair.shot as usize));
        drop(pairs);
        self.fell_enemies();
    }

    /// The bomb burns all in its circle.
    pub(super) fn burn(&mut self, at: Vec2, radius_px: f32) {
        let damage = self.stage.crane.bomb_damage;
        for (_, enemy) in self.enemies.slots_mut().iter_mut() {
            if enemy.pose.at.distance_squared(at) < radius_px * radius_px {
                enemy.hp -= damage as i32;
                enemy.flash_ticks = FLASH_TICKS;
            }
        }
        if let Some(boss) = &mut self.boss
            && boss.pose.at.distance_squared(at) < radius_px * radius_px
        {
            let taken = boss.hit(damage);
            if taken > 0 {
                self.labels.hit(BOSS, boss.pose.at, taken, self.tick);
            }
        }
    }

    fn fell_enemies(&mut self) {
        for slot in 0..self.enemies.slots().capacity() {
            let fallen = self.enemies.slots().get(slot).is_some_and(|enemy| enemy.hp <= 0);
            let Some(enemy) = fallen.then(|| self.enemies.slots_mut().release(slot)).flatten() else { continue };
            let data = &self.stage.enemies[enemy.kind];
            let at = enemy.pose.at;
            self.events.push(Happening::EnemyDown, at, u32::from(data.figure));
            if self.score.add(u64::from(data.score)) {
                self.events.push(Happening::Extend, at, 0);
            }
            drop_items(&mut self.items, at, &data.drops);
            if data.cancels {
                self.cancel_within(at, FALL_CANCEL_PX);
            }
        }
    }

    /// The end of a boss's attack: bullets cancelled, items left, bonus given.
    pub(super) fn end_attack(&mut self) {
        let Some(boss) = &mut self.boss else { return };
        if boss.state == BossState::Gone {
            self.boss = None;
            return;
        }
        let data = &self.stage.bosses[boss.kind];
        let Some(end) = boss.end() else { return self.count_down() };
        let attack = &data.attacks[boss.attack];
        let at = boss.pose.at;
        let captured = end == End::Beaten && !boss.spoiled;
        let bonus = boss.bonus(attack, self.config.difficulty);
        let last = boss.next_attack(data);
        let (what, value) = match (attack.name.is_some(), captured) {
            (false, _) => (Happening::PhaseEnd, 0),
            (true, true) => (Happening::SpellCaptured, bonus),
            (true, false) => (Happening::SpellFailed, 0),
        };
        self.events.push(what, at, value);
        self.score.captures += u32::from(what == Happening::SpellCaptured);
        let mut won = self.score.add(u64::from(value));
        let (drops, score) = (attack.drops, data.score);
        self.end_phase();
        if end == End::Beaten {
            drop_items(&mut self.items, at, &drops);
        }
        if last {
            won |= self.score.add(u64::from(score));
            self.events.push(Happening::BossDown, at, score);
        }
        if won {
            self.events.push(Happening::Extend, at, 0);
        }
    }

    fn count_down(&mut self) {
        let Some(boss) = self.boss.as_ref().filter(|boss| boss.state == BossState::Attacking) else { return };
        if boss.ticks_left <= 300 && boss.ticks_left.is_multiple_of(60) {
            self.events.push(Happening::Countdown, boss.pose.at, boss.ticks_left / 60);
        }
    }

    pub(super) fn clear_stage(&mut self) {
        let bonus = ClearBonus {
            stage: u64::from(self.stage.clear_bonus.count(self.config.difficulty)),
            graze: u64::from(self.score.graze) * 1_000,
            points: u64::from(self.score.points_taken) * u64::from(self.score.point_value / 10),
            captures: u64::from(self.score.captures) * 500_000,
            lives: u64::from(self.score.lives) * 1_000_000,
        };
        self.course = Course::Clear { ticks: 0, bonus };
        let at = self.player.at;
        self.cancel_all();
        self.items.draw_all();
        self.player.keep_safe(u32::MAX / 2);
        self.events.push(Happening::StageClear, at, bonus.total().min(u64::from(u32::MAX)) as u32);
        if self.score.add(bonus.total()) {
            self.events.push(Happening::Extend, at, 0);
        }
    }
}

/// Damages a target; gives its label's target and what it took. `None` when it is gone already.
fn strike(enemies: &mut super::Enemies, boss: &mut Option<Boss>, id: u32, damage: u32) -> Option<(u32, u32)> {
    if id == BOSS {
        return boss.as_mut().map(|boss| (BOSS, boss.hit(damage)));
    }
    let enemy = enemies.slots_mut().get_mut(id as usize)?;
    enemy.hp -= damage as i32;
    enemy.flash_ticks = FLASH_TICKS;
    Some((enemy.serial, damage))
}

/// Scatters items upward from `at`, evenly.
fn drop_items(items: &mut Items, at: Vec2, drops: &Drops) {
    let kinds = [
        (ItemKind::Power, drops.power),
        (ItemKind::BigPower, drops.big_power),
        (ItemKind::Point, drops.point),
        (ItemKind::Life, drops.life),
        (ItemKind::Bomb, drops.bomb),
    ];
    let total: u32 = kinds.iter().map(|(_, count)| count).sum();
    let mut nth = 0;
    for (kind, count) in kinds {
        for _ in 0..count {
            let side = if total > 1 { nth as f32 / (total - 1) as f32 - 0.5 } else { 0.0 };
            let push = Vec2::new(side * (total as f32).min(8.0) * 0.7, -2.6 - (nth % 3) as f32 * 0.5);
            items.spawn(kind, at, push, 0);
            nth += 1;
        }
    }
}

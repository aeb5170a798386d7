//! Goes on with another version of the stage, while the run is under way: for whoever writes it.
//!
//! What is under way is found again by the names of the files. Whatever has changed begins anew; the rest goes on.
//! Invariant: afterwards every index into the stage is valid. A reloaded run is no longer one that its inputs repeat.

use super::World;
use crate::sim::boss::{Boss, BossState};
use crate::sim::bullet::look::Look;
use crate::sim::difficulty::Difficulty;
use crate::sim::enemy::Enemy;
use crate::sim::pattern::Runner;
use crate::sim::stage::data::{BossData, StageData};
use std::sync::Arc;

impl World {
    /// Takes another version of the stage.
    pub fn reload(&mut self, stage: Arc<StageData>) {
        let old = std::mem::replace(&mut self.stage, stage);
        let new = Arc::clone(&self.stage);
        if !begins_alike(&old.looks, &new.looks) {
            // A bullet knows its look by its place in the table.
            self.bullets.clear();
        }
        self.bullets.set_looks(&new.looks);
        self.run.reload(&old, &new);
        self.signals.clear();
        self.signals.reserve(new.program_count());
        // A script whose program has changed ends; its bullet flies on.
        self.tasks.change_all(|_, task| {
            let same = new.same_program(task.program, &old);
            let goes_on = same.filter(|same| new.program(*same) == old.program(task.program));
            task.program = goes_on.unwrap_or(task.program);
            goes_on.is_some()
        });
        for slot in 0..self.enemies.slots().capacity() {
            let Some(enemy) = self.enemies.slots_mut().get_mut(slot) else { continue };
            if !reload_enemy(enemy, self.config.difficulty, &old, &new) {
                self.enemies.slots_mut().release(slot);
            }
        }
        if let Some(mut boss) = self.boss.take() {
            let data = &old.bosses[boss.kind];
            if let Some(kind) = new.bosses.iter().position(|other| other.file == data.file) {
                boss.kind = kind;
                if self.reload_boss(&mut boss, data, &new.bosses[kind]) {
                    self.clear_bullets();
                }
                self.boss = Some(boss);
            }
        }
    }

    /// The boss goes on with its new data; true if its attack began anew.
    fn reload_boss(&self, boss: &mut Boss, old: &BossData, new: &BossData) -> bool {
        if matches!(boss.state, BossState::Falling | BossState::Leaving | BossState::Gone) {
            return false;
        }
        let before = old.attacks.get(boss.attack);
        let same = new.attacks.iter().position(|attack| before.is_some_and(|before| before.file == attack.file));
        boss.attack = same.unwrap_or(boss.attack.min(new.attacks.len() - 1));
        let after = &new.attacks[boss.attack];
        let is_other = before.is_none_or(|before| (&before.program, before.hp, before.ticks) != (&after.program, after.hp, after.ticks));
        if is_other && boss.state == BossState::Attacking {
            boss.begin(after, self.config.difficulty);
            return true;
        }
        false
    }
}

/// The enemy goes on with its new data; false if there is none.
fn reload_enemy(enemy: &mut Enemy, difficulty: Difficulty, old: &StageData, new: &StageData) -> bool {
    let before = &old.enemies[enemy.kind];
    let Some(kind) = new.enemies.iter().position(|other| other.file == before.file) else { return false };
    let after = &new.enemies[kind];
    enemy.kind = kind;
    let hp_max = after.hp.at(difficulty) as i32;
    enemy.hp = (enemy.hp + hp_max - enemy.hp_max).max(1);
    enemy.hp_max = hp_max;
    if before.program != after.program {
        enemy.runner = Runner::new();
    }
    true
}

/// Whether every look of the old table has its place in the new one.
fn begins_alike(old: &[Look], new: &[Look]) -> bool {
    old.len() <= new.len() && old.iter().zip(new).all(|(old, new)| old.name == new.name)
}

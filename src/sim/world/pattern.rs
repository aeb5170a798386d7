//! Runs the programs of enemies and boss, and lets their bullets and lasers be born.

use super::World;
use crate::sim::boss::BossState;
use crate::sim::bullet::birth::Birth;
use crate::sim::event::Happening;
use crate::sim::laser::{LaserBirth, Owner};
use crate::sim::pattern::{Program, Runner, Scope};
use crate::sim::probe::Probe;
use glam::Vec2;

impl World {
    /// Programs run, enemies in slot order, then the boss; then their bullets are born in the order in which they were fired.
    pub(super) fn run_patterns(&mut self, probe: &mut dyn Probe) {
        self.operation_count = 0;
        let stage = &self.stage;
        let arena = &self.arena;
        let mut births = arena.scratch::<Birth>();
        let mut lasers = arena.scratch::<LaserBirth>();
        let (player, rank, difficulty) = (self.player.at, self.rank, self.config.difficulty);
        for (slot, enemy) in self.enemies.slots_mut().iter_mut() {
            let fired = lasers.len();
            enemy.previous = enemy.pose.at;
            enemy.age_ticks += 1;
            enemy.flash_ticks = enemy.flash_ticks.saturating_sub(1);
            let mut scope = Scope {
                difficulty: difficulty as u8,
                rank,
                player,
                hp_fraction: enemy.hp as f32 / enemy.hp_max as f32,
                ticks_left: 0,
                pose: &mut enemy.pose,
                rng: &mut self.rng,
                births: &mut births,
                lasers: &mut lasers,
            };
            self.clipped_count += advance(&mut enemy.runner, &stage.enemies[enemy.kind].program, &mut scope);
            own(&mut lasers[fired..], Owner::Enemy { slot: slot as u32, serial: enemy.serial });
            self.operation_count += enemy.runner.operations();
        }
        if let Some(boss) = &mut self.boss {
            let data = &stage.bosses[boss.kind];
            let begins = boss.step(data, difficulty);
            boss.fight_if_called();
            if boss.state == BossState::Attacking {
                let attack = &data.attacks[boss.attack];
                if begins && attack.name.is_some() {
                    self.events.push(Happening::SpellDeclared, boss.pose.at, 0);
                }
                let mut scope = Scope {
                    difficulty: difficulty as u8,
                    rank,
                    player,
                    hp_fraction: boss.hp as f32 / boss.hp_max as f32,
                    ticks_left: boss.ticks_left,
                    pose: &mut boss.pose,
                    rng: &mut self.rng,
                    births: &mut births,
                    lasers: &mut lasers,
                };
                let fired = scope.lasers.len();
                self.clipped_count += advance(&mut boss.runner, &attack.program, &mut scope);
                own(&mut lasers[fired..], Owner::Boss);
                self.operation_count += boss.runner.operations();
            }
        }
        self.bullets.spawn_all(&births, self.tick, arena, |birth, bullet| probe.born(birth, bullet));
        for birth in lasers.iter() {
            let serial = self.lasers.spawn(birth, self.tick);
            probe.laser_born(birth, serial);
        }
        let mut last: Option<(Vec2, u32)> = None;
        for birth in births.iter().chain(lasers.iter().map(|laser| &laser.head)) {
            let volley = (birth.at, birth.color as u32);
            if last != Some(volley) {
                self.events.push(Happening::BulletsFired, birth.at, birth.color as u32);
                last = Some(volley);
            }
        }
    }
}

/// Says whose these lasers are.
fn own(lasers: &mut [LaserBirth], owner: Owner) {
    lasers.iter_mut().for_each(|laser| laser.owner = owner);
}

/// Runs a program for one tick; gives what its limits cut off.
fn advance(runner: &mut Runner, program: &Program, scope: &mut Scope) -> u64 {
    let before = runner.clipped();
    runner.step(program, scope);
    let after = runner.clipped();
    u64::from(after.ticks - before.ticks) + u64::from(after.births - before.births)
}

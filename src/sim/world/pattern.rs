//! Runs the programs of enemies and boss and the scripts of bullets, and lets their bullets and lasers be born.

use super::World;
use super::cues::Staging;
use super::tasks::Newborns;
use crate::sim::boss::BossState;
use crate::sim::event::Happening;
use crate::sim::laser::Owner;
use crate::sim::pattern::{Births, Clipped, Pose, ProgramId, Runner, Scope};
use crate::sim::probe::Probe;
use crate::sim::rng::Rng;
use crate::sim::signal::Signals;
use crate::sim::stage::data::StageData;
use glam::Vec2;

/// What the programs of a tick have in common.
pub(super) struct Common<'w> {
    pub stage: &'w StageData,
    pub rng: &'w mut Rng,
    pub signals: &'w mut Signals,
    pub clipped: &'w mut Clipped,
    pub player: Vec2,
    /// Where whoever bullets may home at is, px; looked up once there are tasks.
    pub enemies: &'w [Vec2],
    /// Bullets alive before those of this tick.
    pub live_count: usize,
    pub rank: f32,
    pub difficulty: u8,
}

impl World {
    /// Programs run, enemies in slot order, then the boss, then the scripts of bullets in order of serial; then what else they ask for is done, and their bullets are born in the
    /// order in which they were fired.
    pub(super) fn run_patterns(&mut self, probe: &mut dyn Probe) {
        self.operation_count = 0;
        self.signals.turn_over();
        self.tasks.reap(&self.bullets);
        let mut births = Births::new(&self.arena, self.tasks.free_count());
        let (player, rank, difficulty) = (self.player.at, self.rank, self.config.difficulty);
        let (stage, rng, signals, clipped) = (self.stage.as_ref(), &mut self.rng, &mut self.signals, &mut self.clipped);
        let mut common = Common {
            stage,
            rng,
            signals,
            clipped,
            player,
            enemies: &[],
            live_count: self.bullets.len(),
            rank,
            difficulty: difficulty as u8,
        };
        for (slot, enemy) in self.enemies.slots_mut().iter_mut() {
            enemy.previous = enemy.pose.at;
            enemy.age_ticks += 1;
            enemy.flash_ticks = enemy.flash_ticks.saturating_sub(1);
            let state = (enemy.hp as f32 / enemy.hp_max as f32, 0);
            let (id, fired) = (ProgramId::Enemy(enemy.kind as u16), births.lasers().len());
            self.operation_count += common.advance(id, &mut enemy.runner, &mut enemy.pose, state, &mut births);
            births.own_lasers(fired, Owner::Enemy { slot: slot as u32, serial: enemy.serial });
        }
        if let Some(boss) = &mut self.boss {
            let data = &stage.bosses[boss.kind];
            let begins = boss.step(data, difficulty);
            boss.fight_if_called();
            if boss.state == BossState::Attacking {
                if begins && data.attacks[boss.attack].name.is_some() {
                    self.events.push(Happening::SpellDeclared, boss.pose.at, 0);
                }
                let state = (boss.hp as f32 / boss.hp_max as f32, boss.ticks_left);
                let id = ProgramId::Attack { boss: boss.kind as u16, attack: boss.attack as u16 };
                let fired = births.lasers().len();
                self.operation_count += common.advance(id, &mut boss.runner, &mut boss.pose, state, &mut births);
                births.own_lasers(fired, Owner::Boss);
            }
        }
        if !self.tasks.is_empty() {
            let mut places = self.arena.scratch();
            self.enemies.slots().iter().for_each(|(_, enemy)| places.push(enemy.pose.at));
            places.extend(self.boss.as_ref().filter(|boss| boss.state == BossState::Attacking).map(|boss| boss.pose.at));
            common.enemies = places.into_slice();
        }
        let (operations, to_items) = common.run_tasks(&mut self.tasks, &mut self.bullets, self.tick, (&mut births, &self.arena));
        self.task_operation_count = operations;
        super::act::scrap(to_items, &mut self.items, &mut self.events);
        let staging = Staging {
            bullets: &mut self.bullets,
            lasers: &mut self.lasers,
            marks: &mut self.marks,
            items: &mut self.items,
            events: &mut self.events,
            arena: &self.arena,
            tick: self.tick,
        };
        staging.carry_out(births.cues());
        let newborns = Newborns { births: &births, tick: self.tick, arena: &self.arena };
        newborns.bear(&mut self.bullets, &mut self.tasks, probe);
        newborns.bear_lasers(&mut self.lasers, probe);
        newborns.tell(&mut self.events);
    }
}

impl Common<'_> {
    /// Runs a program for one tick; gives how many compiled steps ran. `state` is the share of hit points left, and ticks left.
    fn advance(
        &mut self,
        id: ProgramId,
        runner: &mut Runner,
        pose: &mut Pose,
        (hp_fraction, ticks_left): (f32, u32),
        births: &mut Births,
    ) -> u32 {
        let Some(program) = self.stage.program(id) else { return 0 };
        let mut given = 0;
        let mut scope = Scope {
            difficulty: self.difficulty,
            rank: self.rank,
            player: self.player,
            enemies: self.enemies,
            live_count: self.live_count,
            hp_fraction,
            ticks_left,
            pose,
            rng: self.rng,
            births,
            program: id,
            heard: self.signals.heard(id),
            given: &mut given,
        };
        let before = runner.clipped();
        runner.step(program, &mut scope);
        self.clipped.add(runner.clipped().since(before));
        self.signals.give(id, given);
        runner.operations()
    }
}

//! Runs the scripts of bullets, gives newborns theirs, and says who outlives the end of an attack.

use super::World;
use super::act::scrap;
use super::pattern::Common;
use crate::mem::arena::{FrameArena, Scratch};
use crate::sim::bullet::{Bullets, Cancelled, Handle, KINDS};
use crate::sim::event::{Events, Happening};
use crate::sim::laser::Lasers;
use crate::sim::pattern::{Births, Budget, Deeds, Host, Pose, Scope, Task};
use crate::sim::probe::Probe;
use crate::sim::task::Tasks;

/// Most compiled steps that the scripts of all bullets run in a tick; what is left runs in the next.
pub const TASKS_OPERATIONS_MAX: u32 = 32_768;

/// What a tick's tasks work with.
struct Round<'r, 'w, 'f> {
    common: &'r mut Common<'w>,
    births: &'r mut Births<'f>,
    to_items: Scratch<'f, Cancelled>,
    budget: Budget,
    tick: u32,
}

impl Common<'_> {
    /// The scripts of all bullets that are due. Gives how many compiled steps ran, and who became an item.
    pub(super) fn run_tasks<'f>(
        &mut self,
        tasks: &mut Tasks,
        bullets: &mut Bullets,
        tick: u32,
        (births, arena): (&mut Births<'f>, &'f FrameArena),
    ) -> (u32, &'f [Cancelled]) {
        if tasks.is_empty() {
            return (0, &[]);
        }
        let budget = Budget::new(TASKS_OPERATIONS_MAX);
        let mut round = Round { common: self, births, to_items: arena.scratch(), budget, tick };
        tasks.run(tick, |handle, task| round.run(bullets, handle, task));
        let Round { to_items, budget, .. } = round;
        self.clipped.add(budget.clipped);
        (TASKS_OPERATIONS_MAX - budget.operations, to_items.into_slice())
    }
}

impl Round<'_, '_, '_> {
    /// One task; gives the tick in which it is due again, and `None` if it has ended.
    fn run(&mut self, bullets: &mut Bullets, handle: Handle, task: &mut Task) -> Option<u32> {
        let due_tick = self.advance(bullets, handle, task);
        if due_tick.is_none() {
            self.births.make_room();
        }
        due_tick
    }

    fn advance(&mut self, bullets: &mut Bullets, handle: Handle, task: &mut Task) -> Option<u32> {
        let view = bullets.get(handle)?;
        let program = self.common.stage.program(task.program)?;
        let steering = KINDS[usize::from(view.kind)].steering;
        let host = Host { at: view.at, velocity: view.velocity, steering, is_grazed: view.is_grazed };
        let (mut pose, mut given) = (Pose::new(view.at, false), 0);
        let mut scope = Scope {
            difficulty: self.common.difficulty,
            rank: self.common.rank,
            player: self.common.player,
            enemies: self.common.enemies,
            live_count: self.common.live_count,
            hp_fraction: 0.0,
            ticks_left: 0,
            pose: &mut pose,
            rng: self.common.rng,
            births: self.births,
            program: task.program,
            heard: self.common.signals.heard(task.program),
            given: &mut given,
        };
        let deeds = task.step(program, &host, self.tick, &mut scope, &mut self.budget);
        self.common.signals.give(task.program, given);
        self.carry_out(&deeds, bullets, handle, task)
    }

    fn carry_out(&mut self, deeds: &Deeds, bullets: &mut Bullets, handle: Handle, task: &Task) -> Option<u32> {
        if let Some(velocity) = deeds.velocity {
            bullets.steer(handle, velocity);
        }
        if let Some(color) = deeds.color {
            bullets.recolor(handle, color);
        }
        if deeds.is_item {
            let view = bullets.get(handle)?;
            self.to_items.push(Cancelled { serial: view.serial, at: view.at, color: view.color, look: view.look });
        }
        if deeds.is_item || deeds.has_vanished {
            bullets.remove(handle);
            return None;
        }
        if let Some(motion) = deeds.becomes {
            // The task of the one that goes makes room for that of the one that comes.
            if let Some(birth) = bullets.reborn(handle, motion, task.heading(), self.tick) {
                self.births.push_reborn(birth, *task);
            }
            bullets.remove(handle);
            return None;
        }
        task.due_tick(self.tick)
    }
}

/// What was fired in a tick.
pub(super) struct Newborns<'n, 'f> {
    pub births: &'n Births<'f>,
    pub tick: u32,
    pub arena: &'n FrameArena,
}

impl Newborns<'_, '_> {
    /// They are born; those with a script get their task.
    pub(super) fn bear(&self, bullets: &mut Bullets, tasks: &mut Tasks, probe: &mut dyn Probe) {
        let mut seeds = self.births.seeds().iter().peekable();
        let mut number = 0;
        bullets.spawn_all(self.births.all(), self.tick, self.arena, |birth, bullet| {
            probe.born(birth, bullet);
            let seed = seeds.next_if(|seed| seed.number == number);
            number += 1;
            if let (Some(seed), Some(handle)) = (seed, bullet) {
                // In the tick of its birth it only flies.
                let start_tick = self.tick.saturating_add(u32::from(birth.delay_ticks).max(1));
                let mut task = seed.task;
                if !seed.has_begun {
                    task.start_at(start_tick);
                }
                tasks.adopt(handle, task, start_tick);
            }
        });
    }

    /// The lasers are born.
    pub(super) fn bear_lasers(&self, lasers: &mut Lasers, probe: &mut dyn Probe) {
        for birth in self.births.lasers() {
            let serial = lasers.spawn(birth, self.tick);
            probe.laser_born(birth, serial);
        }
    }

    /// Tells of the volleys.
    pub(super) fn tell(&self, events: &mut Events) {
        let births = self.births.all().iter().chain(self.births.lasers().iter().map(|laser| &laser.head));
        let mut volleys = births.map(|birth| (birth.at, birth.color as u32)).peekable();
        while let Some(volley) = volleys.next() {
            let mut count = 1;
            while volleys.next_if_eq(&volley).is_some() {
                count += 1;
            }
            events.push_many(Happening::BulletsFired, volley.0, volley.1, count);
        }
    }
}

impl World {
    /// An attack ends: all bullets and lasers become scraps but the bullets that wait for just that.
    pub(super) fn end_phase(&mut self) {
        self.marks.clear();
        let mut spared = self.arena.scratch();
        for (handle, task) in self.tasks.live(&self.bullets) {
            if self.stage.program(task.program).is_some_and(|program| task.awaits_phase_end(program)) {
                spared.push(handle.generation);
            }
        }
        if spared.is_empty() {
            return self.cancel_all();
        }
        self.tasks.change_all(|handle, task| {
            let is_spared = spared.binary_search(&handle.generation).is_ok();
            if is_spared {
                task.end_phase();
            }
            is_spared
        });
        scrap(self.bullets.cancel_all_but(&spared, &self.arena), &mut self.items, &mut self.events);
        scrap(self.lasers.cancel_all(&self.arena), &mut self.items, &mut self.events);
    }
}

//! What a tick's programs fire, bullets and lasers, each in order, which of it has a task, and what else they ask for.

use super::cue::Cue;
use super::task::Task;
use crate::mem::arena::{FrameArena, Scratch};
use crate::sim::bullet::birth::Birth;
use crate::sim::laser::{LaserBirth, Owner};

/// Most cues of a tick.
pub const CUES_MAX: usize = 256;

/// A task that a newborn brings along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seed {
    /// Which of the births, from 0.
    pub number: u32,
    /// The task.
    pub task: Task,
    /// Whether the task goes on with a bullet that was born again, and so has begun already.
    pub has_begun: bool,
}

/// Bullets and lasers about to be born.
pub struct Births<'f> {
    births: Scratch<'f, Birth>,
    seeds: Scratch<'f, Seed>,
    lasers: Scratch<'f, LaserBirth>,
    cues: Scratch<'f, Cue>,
    /// How many more tasks find room; below 0 while one that goes has not yet made room for the one that it becomes.
    tasks_left: i64,
}

impl<'f> Births<'f> {
    /// None yet, and room for so many tasks.
    pub fn new(arena: &'f FrameArena, tasks_left: usize) -> Self {
        Births {
            births: arena.scratch(),
            seeds: arena.scratch(),
            lasers: arena.scratch(),
            cues: arena.scratch(),
            tasks_left: tasks_left as i64,
        }
    }

    /// The bullets, in the order in which they were fired.
    pub fn all(&self) -> &[Birth] {
        &self.births
    }

    /// Those with a task, in the same order.
    pub fn seeds(&self) -> &[Seed] {
        &self.seeds
    }

    /// The lasers, in the order in which they were fired.
    pub fn lasers(&self) -> &[LaserBirth] {
        &self.lasers
    }

    /// What else is asked of the world, in the order in which it was asked.
    pub fn cues(&self) -> &[Cue] {
        &self.cues
    }

    /// Appends a cue; false if there are too many.
    pub fn push_cue(&mut self, cue: Cue) -> bool {
        let has_room = self.cues.len() < CUES_MAX;
        if has_room {
            self.cues.push(cue);
        }
        has_room
    }

    /// Appends a laser.
    pub fn push_laser(&mut self, laser: LaserBirth) {
        self.lasers.push(laser);
    }

    /// Says whose the lasers are, from one on.
    pub fn own_lasers(&mut self, from: usize, owner: Owner) {
        self.lasers[from..].iter_mut().for_each(|laser| laser.owner = owner);
    }

    /// Whether one with a task finds room.
    pub fn has_room(&self) -> bool {
        self.tasks_left > 0
    }

    /// One more task finds room.
    pub fn make_room(&mut self) {
        self.tasks_left += 1;
    }

    /// Appends a bullet.
    pub fn push(&mut self, birth: Birth) {
        self.births.push(birth);
    }

    /// Appends a bullet with a task, for which there must be room.
    pub fn push_with(&mut self, birth: Birth, task: Task) {
        self.push_seed(birth, task, false);
    }

    /// Appends a bullet that takes the place of another, whose task goes on.
    pub fn push_reborn(&mut self, birth: Birth, task: Task) {
        self.push_seed(birth, task, true);
    }

    fn push_seed(&mut self, birth: Birth, task: Task, has_begun: bool) {
        self.tasks_left -= 1;
        self.seeds.push(Seed { number: self.births.len() as u32, task, has_begun });
        self.births.push(birth);
    }
}

//! Enemies: fixed slots, each with a program of its own that moves it and fires.

use super::difficulty::Difficulty;
use super::field;
use super::pattern::{Pose, Runner};
use super::stage::data::{EnemyData, Row};
use crate::mem::free_list::FreeList;
use glam::Vec2;

/// Most enemies at once; a further one does not come and is counted.
pub const ENEMIES_MAX: usize = 96;
/// Ticks of the white flash after a hit.
pub const FLASH_TICKS: u32 = 6;
/// Ticks after which an enemy that was never inside the playfield goes.
const OUTSIDE_TICKS: u32 = 600;

/// One enemy.
#[derive(Clone, Debug)]
pub struct Enemy {
    /// Index of its kind in the stage.
    pub kind: usize,
    /// Where and how it stands; its program changes it.
    pub pose: Pose,
    /// Where it was a tick ago, px.
    pub previous: Vec2,
    /// Hit points left.
    pub hp: i32,
    /// Hit points at first.
    pub hp_max: i32,
    /// Ticks of flash left.
    pub flash_ticks: u32,
    /// Ticks since it came.
    pub age_ticks: u32,
    /// Serial of birth.
    pub serial: u32,
    /// Its program's state.
    pub runner: Runner,
    /// It has been inside the playfield.
    entered: bool,
}

/// All enemies.
#[derive(Clone, Debug)]
pub struct Enemies {
    slots: FreeList<Enemy>,
    next_serial: u32,
    refused_count: u32,
}

impl Enemies {
    /// Takes the slots.
    pub fn new() -> Self {
        Self { slots: FreeList::with_capacity(ENEMIES_MAX), next_serial: 0, refused_count: 0 }
    }

    /// Brings the `nth` of `row`, and its twin.
    pub fn spawn(&mut self, row: &Row, nth: u32, data: &EnemyData, difficulty: Difficulty) {
        let at = row.from + row.step * nth as f32;
        self.spawn_one(row.enemy, at, row.mirror, data, difficulty);
        if row.twin {
            self.spawn_one(row.enemy, at, !row.mirror, data, difficulty);
        }
    }

    fn spawn_one(&mut self, kind: usize, at: Vec2, mirror: bool, data: &EnemyData, difficulty: Difficulty) {
        self.next_serial += 1;
        let at = if mirror { Vec2::new(field::WIDTH_PX - at.x, at.y) } else { at };
        let hp = data.hp.at(difficulty) as i32;
        let enemy = Enemy {
            kind,
            pose: Pose::new(at, mirror),
            previous: at,
            hp,
            hp_max: hp,
            flash_ticks: 0,
            age_ticks: 0,
            serial: self.next_serial,
            runner: Runner::new(),
            entered: false,
        };
        if self.slots.acquire(enemy).is_err() {
            self.refused_count += 1;
        }
    }

    /// The slots.
    pub fn slots(&self) -> &FreeList<Enemy> {
        &self.slots
    }

    /// The slots.
    pub fn slots_mut(&mut self) -> &mut FreeList<Enemy> {
        &mut self.slots
    }

    /// Enemies that did not come because all slots were taken.
    pub fn refused_count(&self) -> u32 {
        self.refused_count
    }

    /// Removes those that left the playfield or whose program has ended.
    pub fn cull(&mut self) {
        for slot in 0..self.slots.capacity() {
            let Some(enemy) = self.slots.get_mut(slot) else { continue };
            let inside = field::contains(enemy.pose.at, 8.0);
            enemy.entered |= inside;
            let gone = !field::contains(enemy.pose.at, if enemy.entered { 40.0 } else { 128.0 });
            let never = !enemy.entered && enemy.age_ticks > OUTSIDE_TICKS;
            if gone || never || enemy.runner.finished() || enemy.runner.has_vanished() {
                self.slots.release(slot);
            }
        }
    }
}

impl Default for Enemies {
    fn default() -> Self {
        Self::new()
    }
}

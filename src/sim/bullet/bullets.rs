//! All bullets of a world, in whichever storage.
//!
//! Invariant: every answer that the simulation sees is the same in both modes. Must not know: any kind by name, players, score.

use super::birth::Birth;
use super::boxed::Bullet;
use super::color::Color;
use super::instance::{DrawnLook, Instance};
use super::kind::{KIND_COUNT, KINDS, OPS};
use super::look::{Look, LookId};
use super::order::DrawOrder;
use super::pool::Pool;
use super::record::{Cold, Radii, Record};
use super::slots::Slots;
use super::{Cancelled, Env, Handle, Mode, Policy, Touch, Touches};
use crate::mem::arena::{FrameArena, Scratch};
use crate::mem::lanes::Lanes;
use glam::Vec2;
use std::array;

/// All bullets.
pub struct Bullets {
    mode: Mode,
    policy: Policy,
    lanes: Lanes,
    /// Whom a handle means; the same in both modes.
    slots: [Slots; KIND_COUNT],
    counts: [Counts; KIND_COUNT],
    order: DrawOrder,
    looks: [DrawnLook; 256],
    /// Empty in boxed mode.
    pools: [Pool; KIND_COUNT],
    /// Empty in pooled mode.
    boxes: Vec<Box<dyn Bullet>>,
    /// Serial of the next birth. They begin at 1 and never come again.
    next_serial: u32,
    tick: u32,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    peak: usize,
    steals: u64,
    refused: u64,
}

/// How a kind's storage is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindRow {
    /// The kind.
    pub name: &'static str,
    /// Live bullets.
    pub len: usize,
    /// Most there may be.
    pub capacity: usize,
    /// Most there ever were.
    pub peak: usize,
    /// Births that took the place of the oldest.
    pub steals: u64,
    /// Births that were refused.
    pub refused: u64,
}

/// One bullet as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BulletView {
    /// Position, px.
    pub at: Vec2,
    /// Displacement of the last tick, px.
    pub velocity: Vec2,
    /// Index of its kind.
    pub kind: u8,
    /// Its look.
    pub look: LookId,
    /// Its colour.
    pub color: Color,
    /// Serial of birth.
    pub serial: u32,
    /// Ticks since birth, as of the last step.
    pub age_ticks: u32,
    /// Whether it still is in its spawn cloud, as of the last step.
    pub is_delayed: bool,
    /// Whether it was grazed.
    pub is_grazed: bool,
}

impl Bullets {
    /// No bullets, and room for `capacity_per_kind` of each kind, taken now.
    ///
    /// # Panics
    /// Above [`CAPACITY_MAX`](super::CAPACITY_MAX).
    pub fn new(capacity_per_kind: usize, policy: Policy, mode: Mode) -> Self {
        Self {
            mode,
            policy,
            lanes: Lanes::widest(),
            slots: array::from_fn(|_| Slots::new(capacity_per_kind)),
            counts: [Counts::default(); KIND_COUNT],
            order: DrawOrder::new(),
            looks: [DrawnLook::PLAIN; 256],
            pools: array::from_fn(|kind| Pool::new(kind as u8, capacity_per_kind)),
            boxes: Vec::new(),
            next_serial: 1,
            tick: 0,
        }
    }

    /// Tells the layers and spins of looks. Counts for bullets born from now on.
    pub fn set_looks(&mut self, looks: &[Look]) {
        for (drawn, look) in self.looks.iter_mut().zip(looks) {
            *drawn = DrawnLook::of(look);
        }
    }

    /// Chooses the instructions of the pooled step, for comparisons; the results are the same.
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.lanes = lanes;
    }

    /// The storage.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Moves every bullet into the other storage. Handles stay valid, the digest stays the same. Allocates.
    pub fn set_mode(&mut self, mode: Mode) {
        if mode == self.mode {
            return;
        }
        let mut records = Vec::with_capacity(self.len());
        self.for_each_record(|record| records.push(*record));
        records.sort_unstable_by_key(|record| record.cold.serial);
        self.pools.iter_mut().for_each(Pool::clear);
        self.boxes.clear();
        self.mode = mode;
        for record in &records {
            self.insert(record);
        }
    }

    /// A bullet is born; `None` when the policy refuses it.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn spawn(&mut self, birth: &Birth, tick: u32) -> Option<Handle> {
        let kind = usize::from(birth.kind);
        if !self.make_room(kind) {
            self.counts[kind].refused += 1;
            return None;
        }
        let serial = self.next_serial;
        self.next_serial += 1;
        let slot = self.slots[kind].acquire(serial, 0);
        let record = Record::born(birth, (OPS[kind].born)(birth), tick, serial, slot);
        self.insert(&record);
        let handle = Handle::new(birth.kind, slot, serial);
        self.order.push(usize::from(self.looks[usize::from(birth.look.0)].layer), handle);
        let len = self.slots[kind].len();
        self.counts[kind].peak = self.counts[kind].peak.max(len);
        Some(handle)
    }

    /// Whether there is room for one more of `kind`, after the policy did what it does.
    fn make_room(&mut self, kind: usize) -> bool {
        // LIMIT: 2^32 - 2 births in a world.
        if self.next_serial == u32::MAX {
            return false;
        }
        if !self.slots[kind].is_full() {
            return true;
        }
        match self.policy {
            Policy::Reject => false,
            Policy::StealOldest => {
                let Some(oldest) = self.slots[kind].oldest() else { return false };
                self.remove_at(kind, oldest as usize);
                self.counts[kind].steals += 1;
                true
            }
            Policy::Grow => {
                let capacity = (self.slots[kind].capacity() * 2).max(64);
                self.slots[kind].grow(capacity);
                self.pools[kind].grow(capacity);
                true
            }
        }
    }

    fn insert(&mut self, record: &Record) {
        let kind = usize::from(record.kind);
        match self.mode {
            Mode::Pooled => self.pools[kind].push(record, record.cold.is_awake(self.tick), &mut self.slots[kind]),
            Mode::Boxed => {
                self.slots[kind].set_position(record.cold.slot, self.boxes.len() as u32);
                self.boxes.push((OPS[kind].to_box)(record));
            }
        }
    }

    fn remove_at(&mut self, kind: usize, position: usize) {
        match self.mode {
            Mode::Pooled => self.pools[kind].remove(position, &mut self.slots[kind]),
            Mode::Boxed => {
                let bullet = self.boxes.swap_remove(position);
                self.slots[kind].release(bullet.cold().slot);
                if let Some(moved) = self.boxes.get(position) {
                    self.slots[usize::from(moved.kind())].set_position(moved.cold().slot, position as u32);
                }
            }
        }
    }

    /// One tick: those in their spawn cloud stand still, the others move, and whoever is too old or too far outside is gone.
    pub fn step(&mut self, env: &Env, arena: &FrameArena) {
        self.tick = env.tick;
        match self.mode {
            Mode::Pooled => {
                for (pool, slots) in self.pools.iter_mut().zip(&mut self.slots) {
                    pool.step(env, self.lanes, slots, arena);
                }
            }
            Mode::Boxed => {
                let mut position = 0;
                while let Some(bullet) = self.boxes.get_mut(position) {
                    if bullet.step(env) {
                        position += 1;
                    } else {
                        let kind = usize::from(bullet.kind());
                        self.remove_at(kind, position);
                    }
                }
            }
        }
        self.order.tidy(self.slots.iter().map(Slots::len).sum(), &self.slots);
    }

    /// Who meets a player at `player`. Bullets in their spawn cloud meet nobody; a graze is told once in a bullet's life.
    pub fn touch<'a>(&mut self, player: Vec2, hit_radius_px: f32, arena: &'a FrameArena) -> Touches<'a> {
        match self.mode {
            Mode::Pooled => self.touch_pooled(player, hit_radius_px, arena),
            Mode::Boxed => self.touch_boxed(player, hit_radius_px, arena),
        }
    }

    fn touch_pooled<'a>(&mut self, player: Vec2, hit_radius_px: f32, arena: &'a FrameArena) -> Touches<'a> {
        let (mut hits, mut grazes) = (arena.scratch(), arena.scratch());
        let mut near = arena.scratch();
        for pool in &mut self.pools {
            near.clear();
            pool.near(player, hit_radius_px, &mut near);
            for index in near.iter().map(|&index| index as usize) {
                let at = pool.at(index);
                let touch = Touch { serial: pool.cold(index).serial, at, handle: pool.handle(index), color: pool.cold(index).color };
                match meet(at, pool.radii(index), player, hit_radius_px) {
                    Meeting::Hit => hits.push(touch),
                    Meeting::Graze => {
                        pool.set_grazed(index);
                        grazes.push(touch);
                    }
                    Meeting::None => {}
                }
            }
        }
        Touches { hits: by_serial(hits, |touch| touch.serial), grazes: by_serial(grazes, |touch| touch.serial) }
    }

    /// The heap way: fresh vectors each tick.
    fn touch_boxed<'a>(&mut self, player: Vec2, hit_radius_px: f32, arena: &'a FrameArena) -> Touches<'a> {
        let (mut hits, mut grazes) = (Vec::new(), Vec::new());
        for bullet in &mut self.boxes {
            let (at, cold) = (bullet.at(), *bullet.cold());
            if !cold.is_awake(self.tick) {
                continue;
            }
            let touch = Touch { serial: cold.serial, at, handle: Handle::new(bullet.kind(), cold.slot, cold.serial), color: cold.color };
            match meet(at, bullet.radii(), player, hit_radius_px) {
                Meeting::Hit => hits.push(touch),
                Meeting::Graze => {
                    bullet.set_grazed();
                    grazes.push(touch);
                }
                Meeting::None => {}
            }
        }
        hits.sort_unstable_by_key(|touch| touch.serial);
        grazes.sort_unstable_by_key(|touch| touch.serial);
        Touches { hits: arena.copy_slice(&hits), grazes: arena.copy_slice(&grazes) }
    }

    /// Removes everyone and says who it was, in order of serial.
    pub fn cancel_all<'a>(&mut self, arena: &'a FrameArena) -> &'a [Cancelled] {
        let mut cancelled = arena.scratch();
        self.for_each_place(|at, cold, _| cancelled.push(cancelled_of(at, cold)));
        self.clear();
        by_serial(cancelled, |cancelled| cancelled.serial)
    }

    /// Removes those whose centre is at most `radius_px` from `center` and says who it was, in order of serial.
    pub fn cancel_within<'a>(&mut self, center: Vec2, radius_px: f32, arena: &'a FrameArena) -> &'a [Cancelled] {
        let mut cancelled = arena.scratch();
        let mut handles = arena.scratch();
        self.for_each_place(|at, cold, kind| {
            if at.distance_squared(center) <= radius_px * radius_px {
                cancelled.push(cancelled_of(at, cold));
                handles.push(Handle::new(kind, cold.slot, cold.serial));
            }
        });
        handles.iter().for_each(|&handle| _ = self.remove(handle));
        by_serial(cancelled, |cancelled| cancelled.serial)
    }

    /// Removes everyone; constant time when pooled.
    pub fn clear(&mut self) {
        self.pools.iter_mut().for_each(Pool::clear);
        self.boxes.clear();
        self.order.clear();
        for slots in &mut self.slots {
            slots.clear(self.next_serial);
        }
    }

    /// The bullet of `handle`, if it lives.
    pub fn get(&self, handle: Handle) -> Option<BulletView> {
        let position = self.resolve(handle)?;
        let (at, velocity, cold, radii) = match self.mode {
            Mode::Pooled => {
                let pool = &self.pools[handle.kind()];
                (pool.at(position), pool.velocity(position), *pool.cold(position), pool.radii(position))
            }
            Mode::Boxed => {
                let bullet = &self.boxes[position];
                (bullet.at(), bullet.velocity(), *bullet.cold(), bullet.radii())
            }
        };
        Some(BulletView {
            at,
            velocity,
            kind: handle.kind() as u8,
            look: LookId(cold.look),
            color: cold.color,
            serial: cold.serial,
            age_ticks: self.tick.saturating_sub(cold.born_tick),
            is_delayed: !cold.is_awake(self.tick),
            is_grazed: radii.graze_px == 0.0,
        })
    }

    /// Removes the bullet of `handle`; false if it was gone already.
    pub fn remove(&mut self, handle: Handle) -> bool {
        let position = self.resolve(handle);
        if let Some(position) = position {
            self.remove_at(handle.kind(), position);
        }
        position.is_some()
    }

    fn resolve(&self, handle: Handle) -> Option<usize> {
        self.slots.get(handle.kind())?.resolve(handle).map(|position| position as usize)
    }

    /// Live bullets.
    pub fn len(&self) -> usize {
        self.slots.iter().map(Slots::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How each kind's storage is doing, in the order of THE LIST.
    pub fn rows(&self) -> [KindRow; KIND_COUNT] {
        array::from_fn(|kind| {
            let Counts { peak, steals, refused } = self.counts[kind];
            let slots = &self.slots[kind];
            KindRow { name: KINDS[kind].name, len: slots.len(), capacity: slots.capacity(), peak, steals, refused }
        })
    }

    /// A number of the whole state that the future depends on: the same in both modes, whatever the order in storage.
    pub fn digest(&self) -> u64 {
        let mut sum = u64::from(self.next_serial);
        self.for_each_record(|record| sum = sum.wrapping_add(record.digest()));
        sum
    }

    /// Writes all bullets into `out` for drawing, from below to above: by layer, then by serial. `tick` is the last one stepped.
    pub fn instances(&self, tick: u32, out: &mut Vec<Instance>) {
        out.clear();
        out.reserve(self.len());
        self.order.walk(&self.slots, |kind, position| {
            let (at, velocity, cold) = match self.mode {
                Mode::Pooled => (self.pools[kind].at(position), self.pools[kind].velocity(position), self.pools[kind].cold(position)),
                Mode::Boxed => (self.boxes[position].at(), self.boxes[position].velocity(), self.boxes[position].cold()),
            };
            out.push(Instance::new(at, velocity, cold, self.looks[usize::from(cold.look)], tick));
        });
    }

    fn for_each_record(&self, mut visit: impl FnMut(&Record)) {
        for pool in &self.pools {
            (0..pool.len()).for_each(|index| visit(&pool.record(index)));
        }
        self.boxes.iter().for_each(|bullet| visit(&bullet.record()));
    }

    fn for_each_place(&self, mut visit: impl FnMut(Vec2, &Cold, u8)) {
        for (kind, pool) in self.pools.iter().enumerate() {
            (0..pool.len()).for_each(|index| visit(pool.at(index), pool.cold(index), kind as u8));
        }
        self.boxes.iter().for_each(|bullet| visit(bullet.at(), bullet.cold(), bullet.kind()));
    }
}

enum Meeting {
    None,
    Graze,
    Hit,
}

/// Whether and how a bullet meets the player.
fn meet(at: Vec2, radii: Radii, player: Vec2, hit_radius_px: f32) -> Meeting {
    let distance_squared = at.distance_squared(player);
    let hit_px = radii.hit_px + hit_radius_px;
    if distance_squared < hit_px * hit_px {
        Meeting::Hit
    } else if distance_squared < radii.graze_px * radii.graze_px {
        Meeting::Graze
    } else {
        Meeting::None
    }
}

fn cancelled_of(at: Vec2, cold: &Cold) -> Cancelled {
    Cancelled { serial: cold.serial, at, color: cold.color, look: LookId(cold.look) }
}

fn by_serial<'a, T: Copy>(list: Scratch<'a, T>, serial: impl Fn(&T) -> u32) -> &'a [T] {
    let list = list.into_slice();
    list.sort_unstable_by_key(serial);
    list
}

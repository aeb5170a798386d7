//! All bullets of a world, in whichever storage.
//!
//! Invariant: every answer that the simulation sees is the same in both modes. Must not know: any kind by name, players, score.

use super::boxed::Bullet;
use super::color::Color;
use super::instance::{DrawnLook, Instance};
use super::kind::{KIND_COUNT, KINDS, OPS};
use super::look::{Look, LookId};
use super::order::DrawOrder;
use super::pool::{Pool, StepScope};
use super::record::{Cold, Record};
use super::slots::Slots;
use super::touch::{Near, PLAYER_RADIUS_MAX_PX};
use super::{Env, Handle, Mode, Policy};
use crate::mem::arena::FrameArena;
use crate::mem::lanes::Lanes;
use crate::sim::field::Bounds;
use glam::Vec2;
use std::array;

/// All bullets.
pub struct Bullets {
    pub(super) mode: Mode,
    pub(super) policy: Policy,
    pub(super) lanes: Lanes,
    /// Whom a handle means; the same in both modes.
    pub(super) slots: [Slots; KIND_COUNT],
    pub(super) counts: [Counts; KIND_COUNT],
    pub(super) order: DrawOrder,
    pub(super) looks: [DrawnLook; 256],
    /// Empty in boxed mode.
    pub(super) pools: [Pool; KIND_COUNT],
    /// Empty in pooled mode.
    pub(super) boxes: Vec<Box<dyn Bullet>>,
    /// Serial of the next birth. They begin at 1 and never come again.
    pub(super) next_serial: u32,
    /// The last one stepped.
    pub(super) tick: u32,
    pub(super) near: Near,
    pub(super) bounds: Bounds,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub peak: usize,
    pub steals: u64,
    pub refused: u64,
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
            order: DrawOrder::new(capacity_per_kind * KIND_COUNT),
            looks: [DrawnLook::PLAIN; 256],
            pools: array::from_fn(|kind| Pool::new(kind as u8, capacity_per_kind)),
            boxes: Vec::new(),
            next_serial: 1,
            tick: 0,
            near: Near::default(),
            bounds: Bounds::default(),
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
        records.sort_unstable_by_key(|record| record.life.cold.serial);
        self.pools.iter_mut().for_each(Pool::clear);
        self.boxes.clear();
        self.mode = mode;
        for record in &records {
            let kind = usize::from(record.kind);
            let position = self.open(kind, &record.life);
            self.slots[kind].set_position(record.life.cold.slot, position as u32);
            match mode {
                Mode::Pooled => self.pools[kind].write(position, record),
                Mode::Boxed => self.boxes.push((OPS[kind].to_box)(record)),
            }
        }
    }

    pub(super) fn remove_at(&mut self, kind: usize, position: usize) {
        let Cold { slot, place, .. } = match self.mode {
            Mode::Pooled => {
                let cold = *self.pools[kind].cold(position);
                self.pools[kind].remove(position, &mut self.slots[kind]);
                cold
            }
            Mode::Boxed => {
                let bullet = self.boxes.swap_remove(position);
                if let Some(moved) = self.boxes.get(position) {
                    self.slots[usize::from(moved.kind())].set_position(moved.life().cold.slot, position as u32);
                }
                bullet.life().cold
            }
        };
        self.slots[kind].release(slot);
        self.order.remove(place);
    }

    /// One tick: those in their spawn cloud stand still, the others move, and whoever is too old or too far outside is gone.
    pub fn step(&mut self, env: &Env, arena: &FrameArena) {
        self.tick = env.tick;
        match self.mode {
            Mode::Pooled => self.step_pooled(env, arena),
            Mode::Boxed => self.step_boxed(env),
        }
    }

    fn step_pooled(&mut self, env: &Env, arena: &FrameArena) {
        let mut near = arena.scratch();
        for (pool, slots) in self.pools.iter_mut().zip(&mut self.slots) {
            let (env, bounds, lanes, order) = (*env, self.bounds, self.lanes, &mut self.order);
            pool.step(StepScope { env, bounds, lanes, slots, order, arena, near: &mut near, near_margin_px: PLAYER_RADIUS_MAX_PX });
        }
        self.near = Near { target: env.target, handles: near.keep(), is_complete: true };
    }

    fn step_boxed(&mut self, env: &Env) {
        let mut position = 0;
        while let Some(bullet) = self.boxes.get_mut(position) {
            if bullet.step(env, &self.bounds) {
                position += 1;
            } else {
                let kind = usize::from(bullet.kind());
                self.remove_at(kind, position);
            }
        }
    }

    /// Where they live from now on; at first in the playfield and its margin.
    pub fn set_bounds(&mut self, bounds: Bounds) {
        self.bounds = bounds;
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
                let (at, velocity) = bullet.course();
                (at, velocity, bullet.life().cold, bullet.life().radii)
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

    pub(super) fn resolve(&self, handle: Handle) -> Option<usize> {
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
    ///
    /// `out` gets its room at the first call and never grows again, unless the policy is `Grow`.
    pub fn instances(&self, tick: u32, out: &mut Vec<Instance>) {
        let (count, note_count) = (self.len(), self.order.cohort_count());
        let most_count = self.slots.iter().map(Slots::capacity).sum::<usize>() + self.order.capacity();
        if out.capacity() < most_count {
            out.reserve_exact(most_count - out.len());
        }
        if out.len() < count + note_count {
            out.resize(count + note_count, Instance::default());
        }
        let (drawn, notes) = out.split_at_mut(count);
        let ranks = self.order.ranks(notes);
        for pool in &self.pools {
            pool.draw(tick, self.lanes, ranks, drawn);
        }
        for bullet in &self.boxes {
            let (place, instance) = bullet.draw(tick);
            drawn[ranks.of(place)] = instance;
        }
        out.truncate(count);
    }

    pub(super) fn for_each_record(&self, mut visit: impl FnMut(&Record)) {
        for pool in &self.pools {
            (0..pool.len()).for_each(|index| visit(&pool.record(index)));
        }
        self.boxes.iter().for_each(|bullet| visit(&bullet.record()));
    }
}

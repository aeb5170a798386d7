//! The pooled storage of one kind: blocks of lanes, taken at start.
//!
//! Invariant: bullets [0, awake) move, [awake, len) are in their spawn cloud; removal swaps the last one of its part into the gap, so positions carry no meaning.
//! What the step reads (the kind's fields and the end of life, see `kind::blocks`) lies apart from what it does not. Must not know: any kind by name, policies.

mod batch;
mod draw;

pub use batch::Chosen;

use super::birth::Birth;
use super::kind::OPS;
use super::kind::blocks::{LANE_COUNT, block_len, place};
use super::kind::pass::{FindNear, Pass, Survey};
use super::order::DrawOrder;
use super::record::{Cold, Life, Radii, Record, Row};
use super::slots::Slots;
use super::{Env, Handle};
use crate::mem::arena::{FrameArena, Scratch};
use crate::mem::lanes::Lanes;
use crate::mem::prefetch::prefetch;
use crate::sim::field::Bounds;
use batch::AHEAD_COUNT;
use glam::Vec2;

pub struct Pool {
    kind: u8,
    field_count: usize,
    /// The blocks, from `first` on: rows are whole cache lines.
    block: Vec<f32>,
    first: usize,
    still: Vec<Still>,
    awake: usize,
    len: usize,
    /// No bullet since the pool was last empty reaches further than this, px.
    reach_px: f32,
}

/// What the step does not read of a bullet: half a cache line, never two halves.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Still {
    cold: Cold,
    radii: Radii,
}

/// What a step of a pool works with, besides the pool.
pub struct StepScope<'a, 'b> {
    pub env: Env,
    pub bounds: Bounds,
    pub lanes: Lanes,
    pub slots: &'a mut Slots,
    pub order: &'a mut DrawOrder,
    pub arena: &'b FrameArena,
    /// Who lives on at most `near_margin_px` further from the target than its circles reach is added here.
    pub near: &'a mut Scratch<'b, Handle>,
    pub near_margin_px: f32,
}

impl Pool {
    pub fn new(kind: u8, capacity: usize) -> Self {
        let field_count = OPS[usize::from(kind)].field_count;
        let mut pool = Self { kind, field_count, block: Vec::new(), first: 0, still: Vec::new(), awake: 0, len: 0, reach_px: 0.0 };
        pool.grow(capacity);
        pool
    }

    /// Raises the capacity. Allocates.
    pub fn grow(&mut self, capacity: usize) {
        let room = capacity.next_multiple_of(LANE_COUNT);
        let block = vec![0.0; self.place(room) + LANE_COUNT];
        let first = block.as_ptr().align_offset(LANE_COUNT * size_of::<f32>()).min(LANE_COUNT);
        let kept_len = self.place(self.len.next_multiple_of(LANE_COUNT));
        let old = std::mem::replace(&mut self.block, block);
        self.block[first..first + kept_len].copy_from_slice(&old[self.first..self.first + kept_len]);
        self.first = first;
        self.still.resize(room, Still { cold: Cold::default(), radii: Radii { hit_px: 0.0, graze_px: 0.0 } });
    }

    fn block_len(&self) -> usize {
        block_len(self.field_count)
    }

    /// Where the first field of the bullet `index` is, from `first` on.
    #[inline]
    fn place(&self, index: usize) -> usize {
        place(index, self.block_len())
    }

    /// The fields of the bullet `index`, then its end of life: one each `LANE_COUNT`.
    #[inline]
    fn fields_mut(&mut self, index: usize) -> &mut [f32] {
        let from = self.first + self.place(index);
        let len = self.block_len() - LANE_COUNT + 1;
        &mut self.block[from..from + len]
    }

    #[inline]
    fn fields(&self, index: usize) -> &[f32] {
        let from = self.first + self.place(index);
        &self.block[from..from + self.block_len() - LANE_COUNT + 1]
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Bullets in their spawn cloud.
    pub fn waiting_count(&self) -> usize {
        self.len - self.awake
    }

    pub fn at(&self, index: usize) -> Vec2 {
        let fields = self.fields(index);
        Vec2::new(fields[0], fields[LANE_COUNT])
    }

    pub fn velocity(&self, index: usize) -> Vec2 {
        let fields = self.fields(index);
        Vec2::new(fields[2 * LANE_COUNT], fields[3 * LANE_COUNT])
    }

    pub fn set_velocity(&mut self, index: usize, velocity: Vec2) {
        let fields = self.fields_mut(index);
        (fields[2 * LANE_COUNT], fields[3 * LANE_COUNT]) = (velocity.x, velocity.y);
    }

    pub fn cold(&self, index: usize) -> &Cold {
        &self.still[index].cold
    }

    pub fn cold_mut(&mut self, index: usize) -> &mut Cold {
        &mut self.still[index].cold
    }

    pub fn radii(&self, index: usize) -> Radii {
        self.still[index].radii
    }

    pub fn radii_mut(&mut self, index: usize) -> &mut Radii {
        &mut self.still[index].radii
    }

    pub fn handle(&self, index: usize) -> Handle {
        Handle::new(self.kind, self.cold(index).slot, self.cold(index).serial)
    }

    pub fn is_awake(&self, index: usize) -> bool {
        index < self.awake
    }

    pub fn record(&self, index: usize) -> Record {
        let (mut row, fields) = (Row::default(), self.fields(index));
        for (field, value) in row.iter_mut().enumerate().take(self.field_count) {
            *value = fields[field * LANE_COUNT];
        }
        let Still { cold, radii } = self.still[index];
        Record { kind: self.kind, row, life: Life { expiry_tick: fields[self.field_count * LANE_COUNT].to_bits(), radii, cold } }
    }

    /// Makes a gap for a bullet that moves (`is_awake`) or waits; there must be room. What stands in it is of the past until `write` or `write_born`.
    pub fn open(&mut self, is_awake: bool, slots: &mut Slots) -> usize {
        let end = self.len;
        self.len += 1;
        if !is_awake {
            return end;
        }
        let index = self.awake;
        self.move_to(index, end, slots);
        self.awake += 1;
        index
    }

    /// Puts a newborn at `index`.
    pub fn write_born(&mut self, index: usize, birth: &Birth, life: &Life) {
        (OPS[usize::from(self.kind)].store_born)(birth, life.cold.wake_tick(), self.fields_mut(index));
        self.write_life(index, life);
    }

    /// Puts a bullet at `index`.
    pub fn write(&mut self, index: usize, record: &Record) {
        let field_count = self.field_count;
        let fields = self.fields_mut(index);
        for (field, &value) in record.row[..field_count].iter().enumerate() {
            fields[field * LANE_COUNT] = value;
        }
        self.write_life(index, &record.life);
    }

    #[inline]
    pub fn write_life(&mut self, index: usize, life: &Life) {
        let expiry_at = self.first + self.place(index) + self.field_count * LANE_COUNT;
        self.block[expiry_at] = f32::from_bits(life.expiry_tick);
        self.still[index] = Still { cold: life.cold, radii: life.radii };
        let reach_px = life.radii.reach_px();
        if reach_px > self.reach_px {
            self.reach_px = reach_px;
        }
    }

    /// Takes the bullet at `index` out. Its slot and its place in the draw order are the caller's business.
    pub fn remove(&mut self, index: usize, slots: &mut Slots) {
        let mut gap = index;
        if index < self.awake {
            self.awake -= 1;
            self.move_to(self.awake, gap, slots);
            gap = self.awake;
        }
        self.len -= 1;
        self.move_to(self.len, gap, slots);
        if self.len == 0 {
            self.reach_px = 0.0;
        }
    }

    pub fn clear(&mut self) {
        self.awake = 0;
        self.len = 0;
        self.reach_px = 0.0;
    }

    /// Copies the bullet at `from` over the one at `to`.
    #[inline]
    fn move_to(&mut self, from: usize, to: usize, slots: &mut Slots) {
        if from != to {
            self.copy(from, to);
            slots.set_position(self.still[to].cold.slot, to as u32);
        }
    }

    #[inline]
    fn copy(&mut self, from: usize, to: usize) {
        (OPS[usize::from(self.kind)].copy)(&mut self.block[self.first..], from, to);
        self.still[to] = self.still[from];
    }

    /// One tick of everyone: wakes, moves, removes.
    pub fn step(&mut self, scope: StepScope) {
        let StepScope { env, bounds, lanes, slots, order, arena, near, near_margin_px } = scope;
        self.wake(env.tick, slots);
        let (mut dead_list, mut near_list) = (arena.scratch(), arena.scratch());
        let reach_px = self.reach_px + near_margin_px;
        let survey = Survey { env, reach_squared: reach_px * reach_px, bounds, dead: &mut dead_list, near: &mut near_list };
        let pass = Pass { blocks: &mut self.block[self.first..], count: self.awake, survey };
        (OPS[usize::from(self.kind)].step)(lanes, pass);
        // Those near by handle: removal moves them. Who is near and dead does not resolve.
        for some in near_list.chunks(AHEAD_COUNT) {
            some.iter().for_each(|&index| prefetch(&self.still, index as usize));
            for index in some.iter().map(|&index| index as usize) {
                if self.radii(index).may_meet(self.at(index), env.target, near_margin_px) {
                    near.push(self.handle(index));
                }
            }
        }
        self.remove_all(&dead_list, slots, order);
    }

    fn wake(&mut self, tick: u32, slots: &mut Slots) {
        for index in self.awake..self.len {
            if self.cold(index).is_awake(tick) {
                self.swap(self.awake, index, slots);
                self.awake += 1;
            }
        }
    }

    fn swap(&mut self, a: usize, b: usize, slots: &mut Slots) {
        if a == b {
            return;
        }
        let (mut a_place, mut b_place) = (self.first + self.place(a), self.first + self.place(b));
        for _ in 0..=self.field_count {
            self.block.swap(a_place, b_place);
            (a_place, b_place) = (a_place + LANE_COUNT, b_place + LANE_COUNT);
        }
        self.still.swap(a, b);
        slots.set_position(self.cold(a).slot, a as u32);
        slots.set_position(self.cold(b).slot, b as u32);
    }

    /// Adds those who move and are nearer to `center` than their circles and `margin_px` may reach, or a few more.
    pub fn find_near(&self, center: Vec2, margin_px: f32, lanes: Lanes, arena: &FrameArena, near: &mut Scratch<Handle>) {
        let found = self.find(self.awake, center, self.reach_px + margin_px, lanes, arena);
        found.iter().for_each(|&index| near.push(self.handle(index as usize)));
    }

    /// The positions, ascending, of everyone whose centre is at most `radius_px` from `center`.
    pub fn find_within<'a>(&self, center: Vec2, radius_px: f32, lanes: Lanes, arena: &'a FrameArena) -> &'a [u32] {
        self.find(self.len, center, radius_px, lanes, arena)
    }

    /// Those of the first `count`.
    fn find<'a>(&self, count: usize, center: Vec2, reach_px: f32, lanes: Lanes, arena: &'a FrameArena) -> &'a [u32] {
        let mut near = arena.scratch();
        lanes.run(FindNear { blocks: &self.block[self.first..], block_len: self.block_len(), count, center, reach_px, near: &mut near });
        near.into_slice()
    }
}

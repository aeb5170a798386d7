//! The pooled storage of one kind: columns in one block, taken at start.
//!
//! Invariant: bullets [0, awake) move, [awake, len) are in their spawn cloud; removal swaps the last one of its part into the gap, so positions carry no meaning.
//! What the step reads (the kind's fields, then the end of life) lies apart from what it does not. Must not know: any kind by name, policies.

mod batch;
mod draw;

pub use batch::Chosen;

use super::birth::Birth;
use super::kind::OPS;
use super::kind::pass::{FindNear, Pass, Survey};
use super::order::DrawOrder;
use super::record::{Cold, Life, Radii, Record, Row};
use super::slots::Slots;
use super::{Env, Handle};
use crate::mem::arena::{FrameArena, Scratch};
use crate::mem::lanes::Lanes;
use glam::Vec2;

/// Columns begin on a cache line, elements.
const LINE_COUNT: usize = 16;

pub struct Pool {
    kind: u8,
    /// The columns, `stride` apart, from `first` on.
    block: Vec<f32>,
    first: usize,
    stride: usize,
    field_count: usize,
    expiry_ticks: Vec<u32>,
    radii: Vec<Radii>,
    cold: Vec<Cold>,
    awake: usize,
    len: usize,
    /// No bullet since the pool was last empty reaches further than this, px.
    reach_px: f32,
}

/// What a step of a pool works with, besides the pool.
pub struct StepScope<'a, 'b> {
    pub env: Env,
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
        let mut pool = Self {
            kind,
            block: Vec::new(),
            first: 0,
            stride: LINE_COUNT,
            field_count,
            expiry_ticks: Vec::new(),
            radii: Vec::new(),
            cold: Vec::new(),
            awake: 0,
            len: 0,
            reach_px: 0.0,
        };
        pool.grow(capacity);
        pool
    }

    /// Raises the capacity. Allocates.
    pub fn grow(&mut self, capacity: usize) {
        // An odd number of lines apart, else all columns of a power-of-two capacity would compete for the same sets of the cache.
        let stride = (capacity.div_ceil(LINE_COUNT) | 1) * LINE_COUNT;
        let block = vec![0.0; stride * self.field_count + LINE_COUNT];
        let first = block.as_ptr().align_offset(LINE_COUNT * size_of::<f32>()).min(LINE_COUNT);
        let old = std::mem::replace(&mut self.block, block);
        let kept_count = if self.len == 0 { 0 } else { self.field_count };
        for field in 0..kept_count {
            let from = self.first + field * self.stride;
            let to = first + field * stride;
            self.block[to..to + self.len].copy_from_slice(&old[from..from + self.len]);
        }
        (self.first, self.stride) = (first, stride);
        self.expiry_ticks.resize(stride, 0);
        self.radii.resize(stride, Radii { hit_px: 0.0, graze_px: 0.0 });
        self.cold.resize(stride, Cold::default());
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Bullets in their spawn cloud.
    pub fn waiting_count(&self) -> usize {
        self.len - self.awake
    }

    fn column(&self, field: usize) -> &[f32] {
        let from = self.first + field * self.stride;
        &self.block[from..from + self.len]
    }

    pub fn at(&self, index: usize) -> Vec2 {
        Vec2::new(self.column(0)[index], self.column(1)[index])
    }

    pub fn velocity(&self, index: usize) -> Vec2 {
        Vec2::new(self.column(2)[index], self.column(3)[index])
    }

    pub fn cold(&self, index: usize) -> &Cold {
        &self.cold[index]
    }

    pub fn radii(&self, index: usize) -> Radii {
        self.radii[index]
    }

    pub fn radii_mut(&mut self, index: usize) -> &mut Radii {
        &mut self.radii[index]
    }

    pub fn handle(&self, index: usize) -> Handle {
        Handle::new(self.kind, self.cold[index].slot, self.cold[index].serial)
    }

    pub fn is_awake(&self, index: usize) -> bool {
        index < self.awake
    }

    pub fn record(&self, index: usize) -> Record {
        let mut row = Row::default();
        for (field, value) in row.iter_mut().enumerate().take(self.field_count) {
            *value = self.column(field)[index];
        }
        let life = Life { expiry_tick: self.expiry_ticks[index], radii: self.radii[index], cold: self.cold[index] };
        Record { kind: self.kind, row, life }
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
        (OPS[usize::from(self.kind)].store_born)(birth, life.cold.wake_tick(), &mut self.block[self.first..], self.stride, index);
        self.write_life(index, life);
    }

    /// Puts a bullet at `index`.
    pub fn write(&mut self, index: usize, record: &Record) {
        let mut at = self.first + index;
        for &value in &record.row[..self.field_count] {
            self.block[at] = value;
            at += self.stride;
        }
        self.write_life(index, &record.life);
    }

    #[inline]
    pub fn write_life(&mut self, index: usize, life: &Life) {
        self.expiry_ticks[index] = life.expiry_tick;
        self.radii[index] = life.radii;
        self.cold[index] = life.cold;
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
            slots.set_position(self.cold[to].slot, to as u32);
        }
    }

    #[inline(never)]
    fn copy(&mut self, from: usize, to: usize) {
        let mut column = self.first;
        for _ in 0..self.field_count {
            self.block[column + to] = self.block[column + from];
            column += self.stride;
        }
        self.expiry_ticks[to] = self.expiry_ticks[from];
        self.radii[to] = self.radii[from];
        self.cold[to] = self.cold[from];
    }

    /// One tick of everyone: wakes, moves, removes.
    pub fn step(&mut self, scope: StepScope) {
        let StepScope { env, lanes, slots, order, arena, near, near_margin_px } = scope;
        self.wake(env.tick, slots);
        let (mut dead_list, mut near_list) = (arena.scratch(), arena.scratch());
        let reach_px = self.reach_px + near_margin_px;
        let survey = Survey { env, reach_squared: reach_px * reach_px, dead: &mut dead_list, near: &mut near_list };
        let pass = Pass {
            columns: &mut self.block[self.first..self.first + self.stride * self.field_count],
            stride: self.stride,
            count: self.awake,
            expiry_ticks: &self.expiry_ticks,
            survey,
        };
        (OPS[usize::from(self.kind)].step)(lanes, pass);
        // Those near by handle: removal moves them. Who is near and dead does not resolve.
        for index in near_list.iter().map(|&index| index as usize) {
            if self.radii[index].may_meet(self.at(index), env.target, near_margin_px) {
                near.push(self.handle(index));
            }
        }
        self.remove_all(&dead_list, slots, order, arena);
    }

    fn wake(&mut self, tick: u32, slots: &mut Slots) {
        for index in self.awake..self.len {
            if self.cold[index].is_awake(tick) {
                self.swap(self.awake, index, slots);
                self.awake += 1;
            }
        }
    }

    fn swap(&mut self, a: usize, b: usize, slots: &mut Slots) {
        if a == b {
            return;
        }
        let mut column = self.first;
        for _ in 0..self.field_count {
            self.block.swap(column + a, column + b);
            column += self.stride;
        }
        self.expiry_ticks.swap(a, b);
        self.radii.swap(a, b);
        self.cold.swap(a, b);
        slots.set_position(self.cold[a].slot, a as u32);
        slots.set_position(self.cold[b].slot, b as u32);
    }

    /// Adds those who move and are nearer to `center` than their circles and `margin_px` may reach, or a few more.
    pub fn find_near(&self, center: Vec2, margin_px: f32, lanes: Lanes, arena: &FrameArena, near: &mut Scratch<Handle>) {
        let mut found = arena.scratch();
        let (x, y) = (&self.column(0)[..self.awake], &self.column(1)[..self.awake]);
        lanes.run(FindNear { x, y, center, reach_px: self.reach_px + margin_px, near: &mut found });
        found.iter().for_each(|&index| near.push(self.handle(index as usize)));
    }

    /// The positions, ascending, of everyone whose centre is at most `radius_px` from `center`.
    pub fn find_within<'a>(&self, center: Vec2, radius_px: f32, lanes: Lanes, arena: &'a FrameArena) -> &'a [u32] {
        let mut found = arena.scratch();
        lanes.run(FindNear { x: self.column(0), y: self.column(1), center, reach_px: radius_px, near: &mut found });
        found.into_slice()
    }
}

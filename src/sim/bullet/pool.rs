//! The pooled storage of one kind: columns in one block, taken at start.
//!
//! Invariant: bullets [0, awake) move, [awake, len) are in their spawn cloud; removal swaps the last one of its part into the gap, so positions carry no meaning.
//! What the step reads (the kind's fields, then the end of life) lies apart from what it does not. Must not know: any kind by name, policies.

use super::kind::OPS;
use super::kind::pass::Pass;
use super::record::{Cold, Radii, Record, Row};
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
        let field_count = if self.len == 0 { 0 } else { self.field_count };
        for field in 0..field_count {
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

    fn cell(&mut self, field: usize, index: usize) -> &mut f32 {
        &mut self.block[self.first + field * self.stride + index]
    }

    fn value(&self, field: usize, index: usize) -> f32 {
        self.block[self.first + field * self.stride + index]
    }

    pub fn at(&self, index: usize) -> Vec2 {
        Vec2::new(self.value(0, index), self.value(1, index))
    }

    pub fn velocity(&self, index: usize) -> Vec2 {
        Vec2::new(self.value(2, index), self.value(3, index))
    }

    pub fn cold(&self, index: usize) -> &Cold {
        &self.cold[index]
    }

    pub fn radii(&self, index: usize) -> Radii {
        self.radii[index]
    }

    pub fn handle(&self, index: usize) -> Handle {
        Handle::new(self.kind, self.cold[index].slot, self.cold[index].serial)
    }

    pub fn record(&self, index: usize) -> Record {
        let mut row = Row::default();
        for (field, value) in row.iter_mut().enumerate().take(self.field_count) {
            *value = self.value(field, index);
        }
        Record { kind: self.kind, row, expiry_tick: self.expiry_ticks[index], cold: self.cold[index], radii: self.radii[index] }
    }

    /// Appends a bullet that moves (`is_awake`) or waits; there must be room. Its slot must exist; its position is set here.
    pub fn push(&mut self, record: &Record, is_awake: bool, slots: &mut Slots) {
        let mut index = self.len;
        self.len += 1;
        if is_awake {
            if self.awake < index {
                self.move_to(self.awake, index, slots);
                index = self.awake;
            }
            self.awake += 1;
        }
        self.write(index, record, slots);
        let reach_px = record.radii.reach_px(0.0);
        if reach_px > self.reach_px {
            self.reach_px = reach_px;
        }
    }

    fn write(&mut self, index: usize, record: &Record, slots: &mut Slots) {
        for field in 0..self.field_count {
            *self.cell(field, index) = record.row[field];
        }
        self.expiry_ticks[index] = record.expiry_tick;
        self.radii[index] = record.radii;
        self.cold[index] = record.cold;
        slots.set_position(record.cold.slot, index as u32);
    }

    /// Removes the bullet at `index` and gives its slot back.
    pub fn remove(&mut self, index: usize, slots: &mut Slots) {
        slots.release(self.cold[index].slot);
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
    fn move_to(&mut self, from: usize, to: usize, slots: &mut Slots) {
        if from == to {
            return;
        }
        for field in 0..self.field_count {
            *self.cell(field, to) = self.value(field, from);
        }
        self.expiry_ticks[to] = self.expiry_ticks[from];
        self.radii[to] = self.radii[from];
        self.cold[to] = self.cold[from];
        slots.set_position(self.cold[to].slot, to as u32);
    }

    /// One tick of everyone: wakes, moves, removes.
    pub fn step(&mut self, env: &Env, lanes: Lanes, slots: &mut Slots, arena: &FrameArena) {
        self.wake(env.tick, slots);
        let mut dead = arena.scratch::<u32>();
        let mut near = arena.scratch::<u32>();
        let pass = Pass {
            columns: &mut self.block[self.first..self.first + self.stride * self.field_count],
            stride: self.stride,
            count: self.awake,
            expiry_ticks: &self.expiry_ticks,
            env: *env,
            reach_squared: 0.0,
            dead: &mut dead,
            near: &mut near,
        };
        (OPS[usize::from(self.kind)].step)(lanes, pass);
        // From the end, so that whoever is swapped into a gap is known to live.
        for &index in dead.iter().rev() {
            self.remove(index as usize, slots);
        }
    }

    fn wake(&mut self, tick: u32, slots: &mut Slots) {
        for index in self.awake..self.len {
            if self.cold[index].is_awake(tick) {
                let waking = self.record(index);
                self.move_to(self.awake, index, slots);
                self.write(self.awake, &waking, slots);
                self.awake += 1;
            }
        }
    }

    /// The indices of bullets that are nearer to `player` than any of their circles may reach, ascending.
    pub fn near(&self, player: Vec2, player_radius_px: f32, found: &mut Scratch<u32>) {
        let reach_px = self.reach_px + player_radius_px;
        for index in 0..self.awake {
            if self.at(index).distance_squared(player) < reach_px * reach_px {
                found.push(index as u32);
            }
        }
    }

    /// It is not grazed again.
    pub fn set_grazed(&mut self, index: usize) {
        self.radii[index].graze_px = 0.0;
    }
}

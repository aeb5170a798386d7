//! The pass that steps and surveys all bullets of a kind.
//!
//! Owns: what is asked of every bullet, and the lists of the dead and the near. Invariant: bit for bit what `Kind::step` does to one bullet.
//! Must not know: any kind by name.

use super::Env;
use super::blocks::LANE_COUNT;
use super::columns::Columns;
use crate::mem::arena::Scratch;
use crate::mem::lanes::{Lanes, SET, Width, Work};
use crate::sim::field::Bounds;
use glam::Vec2;
use std::marker::PhantomData;

/// Bullets whose answers are named together.
pub(super) const GROUP_COUNT: usize = u64::BITS as usize;

/// Bullets to step, and where to name who needs attention.
pub struct Pass<'a, 'b> {
    /// The blocks.
    pub blocks: &'a mut [f32],
    pub count: usize,
    pub survey: Survey<'a, 'b>,
}

struct StepAll<'a, 'b, K>(Pass<'a, 'b>, PhantomData<K>);

impl<K: Columns> Work for StepAll<'_, '_, K> {
    type Output = ();

    #[inline(always)]
    fn run(self, width: impl Width) {
        K::pass(self.0, width);
    }
}

/// Steps and surveys every bullet of `pass`, by the instructions of `lanes`.
pub fn step<K: Columns>(lanes: Lanes, pass: Pass) {
    lanes.run(StepAll::<K>(pass, PhantomData));
}

/// What is asked of every bullet after its step, and the answers. Both lists come out ascending.
pub struct Survey<'a, 'b> {
    pub env: Env,
    /// Bullets at most this far from the target may touch it; squared, px.
    pub reach_squared: f32,
    pub bounds: Bounds,
    pub dead: &'a mut Scratch<'b, u32>,
    pub near: &'a mut Scratch<'b, u32>,
}

/// Whether a bullet is to be removed. A position that is not a number is outside.
#[inline(always)]
pub fn is_dead(x: f32, y: f32, bounds: &Bounds, expiry_tick: u32, tick: u32) -> bool {
    let is_inside_x = (bounds.low.x..=bounds.high.x).contains(&x);
    let is_inside_y = (bounds.low.y..=bounds.high.y).contains(&y);
    !(is_inside_x & is_inside_y & (expiry_tick as i32 > tick as i32))
}

#[inline(always)]
fn is_near(x: f32, y: f32, center: Vec2, reach_squared: f32) -> bool {
    let (dx, dy) = (x - center.x, y - center.y);
    dx * dx + dy * dy <= reach_squared
}

/// What a survey tests against; copied, so that it stays in registers while the lists are written.
#[derive(Clone, Copy)]
pub struct Tests {
    pub env: Env,
    pub reach_squared: f32,
    pub bounds: Bounds,
}

/// The answers for a block: flags as of `lanes`.
pub struct Flags {
    dead: [u32; LANE_COUNT],
    near: [u32; LANE_COUNT],
}

impl Flags {
    pub const NONE: Self = Self { dead: [0; LANE_COUNT], near: [0; LANE_COUNT] };

    #[inline(always)]
    pub fn set(&mut self, lane: usize, tests: Tests, x: f32, y: f32, expiry_tick: u32) {
        self.dead[lane] = flag(is_dead(x, y, &tests.bounds, expiry_tick, tests.env.tick));
        self.near[lane] = flag(is_near(x, y, tests.env.target, tests.reach_squared));
    }

    /// One bit for each, the dead below.
    #[inline(always)]
    pub fn bits(&self, width: impl Width) -> u32 {
        width.bits(&self.dead, &self.near)
    }
}

#[inline(always)]
fn flag(is_set: bool) -> u32 {
    if is_set { SET } else { 0 }
}

/// The answers for a group, one bit a bullet.
#[derive(Clone, Copy, Default)]
pub struct Found {
    dead: u64,
    near: u64,
}

impl Found {
    /// Those of the block `nth`, as of `Flags::bits`.
    #[inline(always)]
    pub fn add(&mut self, nth: usize, bits: u32) {
        self.dead |= (u64::from(bits) & 0xffff) << (nth * LANE_COUNT);
        self.near |= u64::from(bits >> LANE_COUNT) << (nth * LANE_COUNT);
    }

    /// Those of the first `count`, which are fewer than a group.
    #[inline(always)]
    pub fn first(self, count: usize) -> Self {
        let mask = (1 << count) - 1;
        Self { dead: self.dead & mask, near: self.near & mask }
    }
}

impl Survey<'_, '_> {
    #[inline(always)]
    pub fn tests(&self) -> Tests {
        Tests { env: self.env, reach_squared: self.reach_squared, bounds: self.bounds }
    }

    /// Puts the indices of those found on their lists; bit 0 is the bullet at `from`.
    #[inline(always)]
    pub fn name(&mut self, from: usize, found: Found) {
        self.dead.push_bits(from as u32, found.dead);
        self.near.push_bits(from as u32, found.near);
    }
}

/// Names the bullets at most `reach_px` from `center`, ascending.
pub struct FindNear<'a, 'b> {
    /// The blocks.
    pub blocks: &'a [f32],
    pub block_len: usize,
    pub count: usize,
    pub center: Vec2,
    pub reach_px: f32,
    pub near: &'a mut Scratch<'b, u32>,
}

impl Work for FindNear<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self, width: impl Width) {
        let reach_squared = self.reach_px * self.reach_px;
        for (nth, block) in self.blocks.chunks(self.block_len).take(self.count.div_ceil(LANE_COUNT)).enumerate() {
            let (rows, mut flags) = (block.as_chunks::<LANE_COUNT>().0, Flags::NONE);
            for (near, (&x, &y)) in flags.near.iter_mut().zip(rows[0].iter().zip(&rows[1])) {
                *near = flag(is_near(x, y, self.center, reach_squared));
            }
            let from = nth * LANE_COUNT;
            let mut found = Found::default();
            found.add(0, flags.bits(width));
            self.near.push_bits(from as u32, found.first((self.count - from).min(LANE_COUNT)).near);
        }
    }
}

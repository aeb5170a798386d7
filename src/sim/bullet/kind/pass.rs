//! The pass that steps and surveys all bullets of a kind.
//!
//! Owns: what is asked of every bullet, and the lists of the dead and the near. Invariant: bit for bit what `Kind::step` does to one bullet.
//! Must not know: any kind by name.

use super::Env;
use super::columns::Columns;
use crate::mem::arena::Scratch;
use crate::mem::lanes::{Lanes, SET, Width, Work};
use crate::sim::field;
use glam::Vec2;
use std::marker::PhantomData;

/// Bullets stepped and surveyed at once: a multiple of every width of lanes.
pub(super) const CHUNK_COUNT: usize = 16;

/// Bullets whose answers are named together.
pub(super) const GROUP_COUNT: usize = u64::BITS as usize;

/// Columns to step, and where to name who needs attention.
pub struct Pass<'a, 'b> {
    /// The columns, each `stride` long, in the order of the kind's fields.
    pub columns: &'a mut [f32],
    pub stride: usize,
    pub count: usize,
    pub expiry_ticks: &'a [u32],
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
    pub dead: &'a mut Scratch<'b, u32>,
    pub near: &'a mut Scratch<'b, u32>,
}

/// Whether a bullet is to be removed. A position that is not a number is outside.
#[inline(always)]
pub fn is_dead(x: f32, y: f32, expiry_tick: u32, tick: u32) -> bool {
    const MARGIN_PX: f32 = field::CULL_MARGIN_PX;
    let is_inside_x = (-MARGIN_PX..=field::WIDTH_PX + MARGIN_PX).contains(&x);
    let is_inside_y = (-MARGIN_PX..=field::HEIGHT_PX + MARGIN_PX).contains(&y);
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
}

/// The answers for a chunk: flags as of `lanes::bits`.
pub struct Flags {
    dead: [u32; CHUNK_COUNT],
    near: [u32; CHUNK_COUNT],
}

impl Flags {
    pub const NONE: Self = Self { dead: [0; CHUNK_COUNT], near: [0; CHUNK_COUNT] };

    #[inline(always)]
    pub fn set(&mut self, lane: usize, tests: Tests, x: f32, y: f32, expiry_tick: u32) {
        let flag = |is_set| if is_set { SET } else { 0 };
        self.dead[lane] = flag(is_dead(x, y, expiry_tick, tests.env.tick));
        self.near[lane] = flag(is_near(x, y, tests.env.target, tests.reach_squared));
    }
}

/// The answers for a group, one bit a bullet.
#[derive(Clone, Copy, Default)]
pub struct Found {
    dead: u64,
    near: u64,
}

impl Found {
    #[inline(always)]
    pub fn add(&mut self, chunk: usize, flags: &Flags, width: impl Width) {
        let bits = u64::from(width.bits(&flags.dead, &flags.near));
        self.dead |= (bits & 0xffff) << (chunk * CHUNK_COUNT);
        self.near |= (bits >> CHUNK_COUNT) << (chunk * CHUNK_COUNT);
    }
}

impl Survey<'_, '_> {
    #[inline(always)]
    pub fn tests(&self) -> Tests {
        Tests { env: self.env, reach_squared: self.reach_squared }
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
    pub x: &'a [f32],
    pub y: &'a [f32],
    pub center: Vec2,
    pub reach_px: f32,
    pub near: &'a mut Scratch<'b, u32>,
}

impl Work for FindNear<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self, width: impl Width) {
        let reach_squared = self.reach_px * self.reach_px;
        for (group, (x, y)) in self.x.chunks(GROUP_COUNT).zip(self.y.chunks(GROUP_COUNT)).enumerate() {
            let mut found = Found::default();
            for (chunk, (x, y)) in x.chunks(CHUNK_COUNT).zip(y.chunks(CHUNK_COUNT)).enumerate() {
                let mut flags = Flags::NONE;
                for lane in 0..x.len() {
                    flags.near[lane] = if is_near(x[lane], y[lane], self.center, reach_squared) { SET } else { 0 };
                }
                found.add(chunk, &flags, width);
            }
            self.near.push_bits((group * GROUP_COUNT) as u32, found.near);
        }
    }
}

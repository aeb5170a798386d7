//! Columns of a kind, and the pass that steps them all.
//!
//! Owns: how a kind's fields lie in a block, the loop over them, the survey of who is dead or near. Invariant: bit for bit what `Kind::step` does to one bullet.
//! Must not know: any kind by name.

use super::{Env, Kind};
use crate::mem::arena::Scratch;
use crate::mem::lanes::{Lanes, Work};
use crate::sim::bullet::record::Row;
use crate::sim::field;
use glam::Vec2;
use std::marker::PhantomData;

/// Bullets stepped and surveyed at once: a multiple of every width of lanes.
pub(super) const CHUNK_COUNT: usize = 16;

/// A kind's fields by name. `columns!` writes it.
pub trait Columns: Kind {
    const FIELD_COUNT: usize;

    fn to_row(self) -> Row;

    fn from_row(row: &Row) -> Self;

    /// Writes it into columns that are `stride` apart.
    fn store(self, columns: &mut [f32], stride: usize, index: usize);

    /// Its position, px.
    fn at(&self) -> Vec2;

    /// Its displacement in the last tick, px.
    fn velocity(&self) -> Vec2;

    /// Steps and surveys every bullet of `pass`.
    fn pass(pass: Pass);
}

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
    fn run(self) {
        K::pass(self.0);
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

impl Tests {
    /// One bit if a bullet is dead and one, 16 higher, if it is near; `lane` bits up.
    #[inline(always)]
    pub fn marks(&self, x: f32, y: f32, expiry_tick: u32, lane: usize) -> u32 {
        let dead = u32::from(is_dead(x, y, expiry_tick, self.env.tick)) << lane;
        let near = u32::from(is_near(x, y, self.env.target, self.reach_squared)) << (lane + CHUNK_COUNT);
        dead | near
    }
}

impl Survey<'_, '_> {
    #[inline(always)]
    pub fn tests(&self) -> Tests {
        Tests { env: self.env, reach_squared: self.reach_squared }
    }

    /// Puts the indices of the marked on their lists; bit 0 is the bullet at `from`.
    #[inline(always)]
    pub fn name(&mut self, from: usize, marks: u32) {
        let mut left = marks;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let index = from as u32 + bit % CHUNK_COUNT as u32;
            if bit < CHUNK_COUNT as u32 {
                self.dead.push(index);
            } else {
                self.near.push(index);
            }
        }
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
    fn run(self) {
        let reach_squared = self.reach_px * self.reach_px;
        for (chunk, (x, y)) in self.x.chunks(CHUNK_COUNT).zip(self.y.chunks(CHUNK_COUNT)).enumerate() {
            let mut marks = 0_u32;
            for lane in 0..x.len() {
                marks |= u32::from(is_near(x[lane], y[lane], self.center, reach_squared)) << lane;
            }
            while marks != 0 {
                self.near.push((chunk * CHUNK_COUNT) as u32 + marks.trailing_zeros());
                marks &= marks - 1;
            }
        }
    }
}

/// Makes the columns of a kind from the names of its fields, which begin with x, y, vx, vy.
macro_rules! columns {
    ($kind:ident { $x:ident, $y:ident, $vx:ident, $vy:ident $(, $rest:ident)* }) => {
        columns!(@all $kind $x $y $vx $vy { $x, $y, $vx, $vy $(, $rest)* });
    };
    (@all $kind:ident $x:ident $y:ident $vx:ident $vy:ident { $($field:ident),+ }) => {
        impl super::pass::Columns for $kind {
            const FIELD_COUNT: usize = [$(stringify!($field)),+].len();

            fn to_row(self) -> crate::sim::bullet::record::Row {
                let mut row = crate::sim::bullet::record::Row::default();
                let fields = [$(self.$field),+];
                row[..fields.len()].copy_from_slice(&fields);
                row
            }

            fn from_row(row: &crate::sim::bullet::record::Row) -> Self {
                let mut fields = row.iter();
                Self { $($field: fields.next().copied().unwrap_or(0.0)),+ }
            }

            #[inline]
            fn store(self, columns: &mut [f32], stride: usize, index: usize) {
                for (field, value) in [$(self.$field),+].into_iter().enumerate() {
                    columns[field * stride + index] = value;
                }
            }

            fn at(&self) -> glam::Vec2 {
                glam::Vec2::new(self.$x, self.$y)
            }

            fn velocity(&self) -> glam::Vec2 {
                glam::Vec2::new(self.$vx, self.$vy)
            }

            #[inline(always)]
            fn pass(pass: super::pass::Pass) {
                use super::pass::{CHUNK_COUNT, Pass, Tests};

                // Functions of their own, because separate arguments are what tells the compiler that columns do not overlap.
                #[inline(always)]
                #[allow(clippy::too_many_arguments, reason = "one a field")]
                fn step_chunk(tests: Tests, expiry_ticks: &[u32], $($field: &mut [f32]),+) -> u32 {
                    let mut marks = 0;
                    for lane in 0..expiry_ticks.len() {
                        let mut bullet = $kind { $($field: $field[lane]),+ };
                        super::Kind::step(&mut bullet, &tests.env);
                        $($field[lane] = bullet.$field;)+
                        marks |= tests.marks(bullet.$x, bullet.$y, expiry_ticks[lane], lane);
                    }
                    marks
                }

                #[inline(always)]
                #[allow(clippy::too_many_arguments, reason = "one a field")]
                fn step_chunks(survey: &mut super::pass::Survey, expiry_ticks: &[[u32; CHUNK_COUNT]], $($field: &mut [[f32; CHUNK_COUNT]]),+) {
                    let tests = survey.tests();
                    $(let $field = &mut $field[..expiry_ticks.len()];)+
                    for chunk in 0..expiry_ticks.len() {
                        let marks = step_chunk(tests, &expiry_ticks[chunk], $(&mut $field[chunk]),+);
                        survey.name(chunk * CHUNK_COUNT, marks);
                    }
                }

                let Pass { columns, stride, count, expiry_ticks, mut survey } = pass;
                let rest = columns;
                $(let ($field, rest) = rest.split_at_mut(stride);
                let ($field, _) = $field.split_at_mut(count);)+
                let _ = rest;
                let (expiry_chunks, expiry_rest) = expiry_ticks[..count].as_chunks();
                step_chunks(&mut survey, expiry_chunks, $($field.as_chunks_mut().0),+);
                let marks = step_chunk(survey.tests(), expiry_rest, $($field.as_chunks_mut::<CHUNK_COUNT>().1),+);
                survey.name(count - expiry_rest.len(), marks);
            }
        }
    };
}
pub(super) use columns;

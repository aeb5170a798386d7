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

/// Bullets stepped before they are surveyed: their positions are still in the first cache then.
pub(super) const BLOCK_COUNT: usize = 512;

/// A kind's fields by name. `columns!` writes it.
pub trait Columns: Kind {
    const FIELD_COUNT: usize;

    fn to_row(self) -> Row;

    fn from_row(row: &Row) -> Self;

    /// Its position, px.
    fn at(&self) -> Vec2;

    /// Its displacement in the last tick, px.
    fn velocity(&self) -> Vec2;

    /// Steps and surveys every bullet of `pass`.
    fn pass(pass: Pass);
}

/// Columns to step, and where to name who needs attention. Both lists come out ascending.
pub struct Pass<'a, 'b> {
    /// The columns, each `stride` long, in the order of the kind's fields.
    pub columns: &'a mut [f32],
    pub stride: usize,
    pub count: usize,
    pub expiry_ticks: &'a [u32],
    pub env: Env,
    /// Bullets nearer to the target than this may touch it; squared, px.
    pub reach_squared: f32,
    pub dead: &'a mut Scratch<'b, u32>,
    pub near: &'a mut Scratch<'b, u32>,
}

struct StepAll<'a, 'b, K>(Pass<'a, 'b>, PhantomData<K>);

impl<K: Columns> Work for StepAll<'_, '_, K> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        K::pass(self.0);
    }
}

pub fn step<K: Columns>(lanes: Lanes, pass: Pass) {
    lanes.run(StepAll::<K>(pass, PhantomData));
}

/// Where the survey of a block writes to.
pub struct Survey<'a, 'b> {
    pub env: Env,
    pub reach_squared: f32,
    pub dead: &'a mut Scratch<'b, u32>,
    pub near: &'a mut Scratch<'b, u32>,
}

/// Whether a bullet is to be removed. A position that is not a number is outside.
#[inline(always)]
pub fn is_dead(x: f32, y: f32, expiry_tick: u32, tick: u32) -> bool {
    const MARGIN_PX: f32 = field::CULL_MARGIN_PX;
    let is_inside_x = (x >= -MARGIN_PX) & (x <= field::WIDTH_PX + MARGIN_PX);
    let is_inside_y = (y >= -MARGIN_PX) & (y <= field::HEIGHT_PX + MARGIN_PX);
    !(is_inside_x & is_inside_y) | (expiry_tick <= tick)
}

#[inline(always)]
fn is_near(x: f32, y: f32, env: &Env, reach_squared: f32) -> bool {
    let (dx, dy) = (x - env.target.x, y - env.target.y);
    dx * dx + dy * dy < reach_squared
}

impl Survey<'_, '_> {
    /// Names the dead and the near among bullets that begin at index `from`. First without branches, sixteen at a time; names only where there is one.
    #[inline(always)]
    pub fn block(&mut self, from: usize, x: &[f32], y: &[f32], expiry_ticks: &[u32]) {
        let (xs, x_rest) = x.as_chunks::<16>();
        let (ys, y_rest) = y.as_chunks::<16>();
        let (expiries, expiry_rest) = expiry_ticks.as_chunks::<16>();
        let mut index = from;
        for ((x, y), expiry) in xs.iter().zip(ys).zip(expiries) {
            let mut is_any = false;
            for lane in 0..16 {
                is_any |= is_dead(x[lane], y[lane], expiry[lane], self.env.tick) | is_near(x[lane], y[lane], &self.env, self.reach_squared);
            }
            if is_any {
                self.name(index, x, y, expiry);
            }
            index += 16;
        }
        self.name(index, x_rest, y_rest, expiry_rest);
    }

    #[inline(always)]
    fn name(&mut self, from: usize, x: &[f32], y: &[f32], expiry_ticks: &[u32]) {
        for (lane, ((&x, &y), &expiry_tick)) in x.iter().zip(y).zip(expiry_ticks).enumerate() {
            let index = (from + lane) as u32;
            if is_dead(x, y, expiry_tick, self.env.tick) {
                self.dead.push(index);
            } else if is_near(x, y, &self.env, self.reach_squared) {
                self.near.push(index);
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

            fn at(&self) -> glam::Vec2 {
                glam::Vec2::new(self.$x, self.$y)
            }

            fn velocity(&self) -> glam::Vec2 {
                glam::Vec2::new(self.$vx, self.$vy)
            }

            #[inline(always)]
            fn pass(pass: super::pass::Pass) {
                /// Of its own, because separate arguments are what tells the compiler that columns do not overlap.
                #[inline(always)]
                #[allow(clippy::too_many_arguments)]
                fn step_block(env: &super::Env, $($field: &mut [f32]),+) {
                    let count = [$($field.len()),+][0];
                    $(let $field = &mut $field[..count];)+
                    for index in 0..count {
                        let mut bullet = $kind { $($field: $field[index]),+ };
                        super::Kind::step(&mut bullet, env);
                        $($field[index] = bullet.$field;)+
                    }
                }
                let super::pass::Pass { columns, stride, count, expiry_ticks, env, reach_squared, dead, near } = pass;
                let mut survey = super::pass::Survey { env, reach_squared, dead, near };
                let mut columns = columns.chunks_exact_mut(stride);
                $(let Some($field) = columns.next() else { return };)+
                let mut from = 0;
                while from < count {
                    let to = count.min(from + super::pass::BLOCK_COUNT);
                    step_block(&env, $(&mut $field[from..to]),+);
                    survey.block(from, &$x[from..to], &$y[from..to], &expiry_ticks[from..to]);
                    from = to;
                }
            }
        }
    };
}
pub(super) use columns;

//! The plain motions in columns, by hand: one vector a field, a pass that the compiler vectorises, then the dead by swap-and-pop from the end.
//!
//! The game's pools without what they keep besides: no handles, no ages, no draw order, no search for who is near.

use super::plain::{Accelerating, Circular, Course, Env, Linear, Motion, Rest, digest, is_dead};
use tamafubuki::mem::lanes::{Lanes, Width, Work};
use tamafubuki::sim::bullet::birth::Birth;

/// Bullets surveyed at once.
const CHUNK_COUNT: usize = 16;

/// Adds the index of everyone who is to be removed, ascending.
#[inline(always)]
fn find_dead(x: &[f32], y: &[f32], expiry_ticks: &[u32], tick: u32, dead: &mut Vec<u32>) {
    let chunks = x.chunks(CHUNK_COUNT).zip(y.chunks(CHUNK_COUNT)).zip(expiry_ticks.chunks(CHUNK_COUNT));
    for (chunk, ((x, y), expiry_ticks)) in chunks.enumerate() {
        let mut marks = 0_u32;
        for (lane, ((&x, &y), &expiry_tick)) in x.iter().zip(y).zip(expiry_ticks).enumerate() {
            marks |= u32::from(is_dead(x, y, expiry_tick, tick)) << lane;
        }
        while marks != 0 {
            dead.push((chunk * CHUNK_COUNT) as u32 + marks.trailing_zeros());
            marks &= marks - 1;
        }
    }
}

/// Columns of a motion, from the names of its fields.
macro_rules! columns {
    ($columns:ident, $motion:ident { $($field:ident),* }) => {
        #[derive(Default)]
        pub struct $columns {
            x: Vec<f32>,
            y: Vec<f32>,
            vx: Vec<f32>,
            vy: Vec<f32>,
            $($field: Vec<f32>,)*
            expiry_ticks: Vec<u32>,
            rest: Vec<Rest>,
            dead: Vec<u32>,
        }

        impl $columns {
            /// Room for `count`.
            pub fn with_capacity(count: usize) -> Self {
                let mut columns = Self::default();
for column in [&mut columns.x, &mut columns.y, &mut columns.vx, &mut columns.vy $(, &mut columns.$field)*] {
                    column.reserve(count);
                }
                columns.expiry_ticks.reserve(count);
                columns.rest.reserve(count);
                columns.dead.reserve(count);
                columns
            }

            pub fn born(&mut self, birth: &Birth, tick: u32) {
                let (Course { x, y, vx, vy }, rest) = (Course::born(birth), Rest::born(birth, tick));
                let $motion { $($field),* } = $motion::born(birth, tick);
                self.x.push(x);
                self.y.push(y);
                self.vx.push(vx);
                self.vy.push(vy);
                $(self.$field.push($field);)*
                self.expiry_ticks.push(rest.expiry_tick);
                self.rest.push(rest);
            }

            pub fn step(&mut self, lanes: Lanes, env: &Env) {
                struct StepAll<'a>(&'a mut $columns, Env);

                impl Work for StepAll<'_> {
                    type Output = ();

                    #[inline(always)]
                    fn run(self, _: impl Width) {
                        // Separate arguments tell the compiler that columns do not overlap.
                        #[inline(always)]
                        #[allow(clippy::too_many_arguments, reason = "one a field")]
                        fn pass(env: &Env, x: &mut [f32], y: &mut [f32], vx: &mut [f32], vy: &mut [f32] $(, $field: &mut [f32])*) {
                            let count = x.len();
                            let (y, vx, vy) = (&mut y[..count], &mut vx[..count], &mut vy[..count]);
                            $(let $field = &mut $field[..count];)*
                            for index in 0..count {
                                let mut course = Course { x: x[index], y: y[index], vx: vx[index], vy: vy[index] };
                                let mut motion = $motion { $($field: $field[index]),* };
                                motion.step(&mut course, env);
                                (x[index], y[index], vx[index], vy[index]) = (course.x, course.y, course.vx, course.vy);
                                $($field[index] = motion.$field;)*
                            }
                        }
                        let Self(columns, env) = self;
                        pass(&env, &mut columns.x, &mut columns.y, &mut columns.vx, &mut columns.vy $(, &mut columns.$field)*);
                        find_dead(&columns.x, &columns.y, &columns.expiry_ticks, env.tick, &mut columns.dead);
                    }
                }

                lanes.run(StepAll(self, *env));
                while let Some(index) = self.dead.pop() {
                    let index = index as usize;
                    self.x.swap_remove(index);
                    self.y.swap_remove(index);
                    self.vx.swap_remove(index);
                    self.vy.swap_remove(index);
                    $(self.$field.swap_remove(index);)*
                    self.expiry_ticks.swap_remove(index);
                    self.rest.swap_remove(index);
                }
            }

            pub fn len(&self) -> usize {
                self.x.len()
            }

            pub fn digest(&self) -> u64 {
                let all = self.x.iter().zip(&self.y).zip(&self.rest);
                all.map(|((&x, &y), rest)| digest(x, y, rest.look, rest.color)).fold(0, u64::wrapping_add)
            }
        }
    };
}

columns!(LinearColumns, Linear {});
columns!(AcceleratingColumns, Accelerating { ax, ay, left });
columns!(CircularColumns, Circular { turn_x, turn_y });

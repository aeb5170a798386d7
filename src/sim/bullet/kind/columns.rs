//! A kind's fields as rows of lanes.
//!
//! Owns: the loops over them, see `blocks` for how they lie. Invariant: bit for bit what the kind does to one bullet. Must not know: any kind by name.

use super::Kind;
use super::newborn::Newborn;
use super::pass::Pass;
use crate::mem::lanes::Width;
use crate::sim::bullet::record::Row;
use glam::Vec2;

/// A kind's fields by name. `columns!` writes it.
pub trait Columns: Kind {
    const FIELD_COUNT: usize;

    fn to_row(self) -> Row;

    fn from_row(row: &Row) -> Self;

    /// Writes it to where its place in a block begins.
    fn store(self, from_place: &mut [f32]);

    /// Copies the bullet at one index of blocks over the one at another.
    fn copy(blocks: &mut [f32], from: usize, to: usize);

    /// Its position, px.
    fn at(&self) -> Vec2;

    /// Its displacement in the last tick, px.
    fn velocity(&self) -> Vec2;

    /// Sets the displacement of the next tick, px.
    fn set_velocity(&mut self, velocity: Vec2);

    /// Steps and surveys every bullet of `pass`.
    fn pass(pass: Pass, width: impl Width);

    /// Writes the states at birth of many.
    fn born_all(newborn: Newborn);
}

/// Makes the columns of a kind from the names of its fields, which begin with x, y, vx, vy.
macro_rules! columns {
    ($kind:ident { $x:ident, $y:ident, $vx:ident, $vy:ident $(, $rest:ident)* }) => {
        columns!(@all $kind $x $y $vx $vy { $x, $y, $vx, $vy $(, $rest)* });
    };
    (@all $kind:ident $x:ident $y:ident $vx:ident $vy:ident { $($field:ident),+ }) => {
        impl super::columns::Columns for $kind {
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
            fn store(self, from_place: &mut [f32]) {
                for (field, value) in [$(self.$field),+].into_iter().enumerate() {
                    from_place[field * super::blocks::LANE_COUNT] = value;
                }
            }

            #[inline(always)]
            fn born_all(newborn: super::newborn::Newborn) {
                use super::blocks::{LANE_COUNT, block_len, place};
                use super::newborn::{CHUNK_COUNT, Given, Newborn};
                const FIELD_COUNT: usize = <$kind as super::columns::Columns>::FIELD_COUNT;

                #[inline(always)]
                fn born_chunk(given: &Given, [$($field),+]: &mut [[f32; CHUNK_COUNT]; FIELD_COUNT]) {
                    for lane in 0..CHUNK_COUNT {
                        let (birth, wake_tick) = given.birth(lane);
                        let bullet = <$kind as super::Kind>::born(&birth, wake_tick);
                        $($field[lane] = bullet.$field;)+
                    }
                }

                let Newborn { births, chosen, tick, blocks } = newborn;
                let (mut given, mut rows) = (Given::none(), [[0.0; CHUNK_COUNT]; FIELD_COUNT]);
                for chosen in chosen.chunks(CHUNK_COUNT) {
                    given.gather(<$kind as super::Kind>::INFO.params.len(), births, chosen, tick);
                    born_chunk(&given, &mut rows);
                    for (lane, chosen) in chosen.iter().enumerate() {
                        let from = place(chosen.position as usize, block_len(FIELD_COUNT));
                        let fields = &mut blocks[from..from + FIELD_COUNT * LANE_COUNT - LANE_COUNT + 1];
                        for (field, row) in rows.iter().enumerate() {
                            fields[field * LANE_COUNT] = row[lane];
                        }
                    }
                }
            }

            fn copy(blocks: &mut [f32], from: usize, to: usize) {
                super::blocks::copy::<{ <$kind as super::columns::Columns>::FIELD_COUNT }>(blocks, from, to);
            }

            fn at(&self) -> glam::Vec2 {
                glam::Vec2::new(self.$x, self.$y)
            }

            fn velocity(&self) -> glam::Vec2 {
                glam::Vec2::new(self.$vx, self.$vy)
            }

            fn set_velocity(&mut self, velocity: glam::Vec2) {
                (self.$vx, self.$vy) = (velocity.x, velocity.y);
            }

            #[inline(always)]
            fn pass(pass: super::pass::Pass, width: impl crate::mem::lanes::Width) {
                use super::blocks::{LANE_COUNT, Row};
                use super::pass::{Flags, Found, GROUP_COUNT, Pass, Tests};
                use crate::mem::lanes::Width;
                type Block = [Row; <$kind as super::columns::Columns>::FIELD_COUNT + 1];

                // A function of its own, because separate arguments are what tells the compiler that rows do not overlap.
                #[inline(always)]
                #[allow(clippy::too_many_arguments, reason = "one a field")]
                fn step_rows(tests: Tests, $($field: &mut Row,)+ expiry_bits: &Row) -> Flags {
                    let mut flags = Flags::NONE;
                    for lane in 0..LANE_COUNT {
                        let mut bullet = $kind { $($field: $field[lane]),+ };
                        super::Kind::step(&mut bullet, &tests.env);
                        $($field[lane] = bullet.$field;)+
                        flags.set(lane, tests, bullet.$x, bullet.$y, expiry_bits[lane].to_bits());
                    }
                    flags
                }

                #[inline(always)]
                fn step_block(tests: Tests, width: impl Width, [$($field,)+ expiry_bits]: &mut Block) -> u32 {
                    step_rows(tests, $($field,)+ expiry_bits).bits(width)
                }

                let Pass { blocks, count, mut survey } = pass;
                let tests = survey.tests();
                let blocks: &mut [Block] = blocks.as_chunks_mut().0.as_chunks_mut().0;
                let (whole, rest) = blocks.split_at_mut(count / LANE_COUNT);
                for (group, blocks) in whole.chunks_mut(GROUP_COUNT / LANE_COUNT).enumerate() {
                    let mut found = Found::default();
                    for (nth, block) in blocks.iter_mut().enumerate() {
                        found.add(nth, step_block(tests, width, block));
                    }
                    survey.name(group * GROUP_COUNT, found);
                }
                let rest_count = count % LANE_COUNT;
                if rest_count > 0 {
                    // Who stands behind the last one waits, or is of the past: stepped in a copy.
                    let mut stepped = rest[0];
                    let mut found = Found::default();
                    found.add(0, step_block(tests, width, &mut stepped));
                    let is_of_now: [u32; LANE_COUNT] = std::array::from_fn(|lane| if lane < rest_count { u32::MAX } else { 0 });
                    for (row, stepped) in rest[0].iter_mut().zip(&stepped) {
                        for lane in 0..LANE_COUNT {
                            let old = row[lane].to_bits();
                            row[lane] = f32::from_bits(old ^ ((old ^ stepped[lane].to_bits()) & is_of_now[lane]));
                        }
                    }
                    survey.name(count - rest_count, found.first(rest_count));
                }
            }
        }
    };
}
pub(super) use columns;

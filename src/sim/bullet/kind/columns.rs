//! A kind's fields as columns.
//!
//! Owns: how a kind's fields lie in a block, and the loops over them. Invariant: bit for bit what the kind does to one bullet. Must not know: any kind by name.

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

    /// Writes it into columns that are `stride` apart.
    fn store(self, columns: &mut [f32], stride: usize, index: usize);

    /// Its position, px.
    fn at(&self) -> Vec2;

    /// Its displacement in the last tick, px.
    fn velocity(&self) -> Vec2;

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
            fn store(self, columns: &mut [f32], stride: usize, index: usize) {
                for (field, value) in [$(self.$field),+].into_iter().enumerate() {
                    columns[field * stride + index] = value;
                }
            }

            #[inline(always)]
            fn born_all(newborn: super::newborn::Newborn) {
                use super::newborn::{Given, Newborn, CHUNK_COUNT};

                #[inline(always)]
                fn born_chunk(given: &Given) -> [[f32; CHUNK_COUNT]; <$kind as super::columns::Columns>::FIELD_COUNT] {
                    $(let mut $field = [0.0; CHUNK_COUNT];)+
                    for lane in 0..CHUNK_COUNT {
                        let (birth, wake_tick) = given.birth(lane);
                        let bullet = <$kind as super::Kind>::born(&birth, wake_tick);
                        $($field[lane] = bullet.$field;)+
                    }
                    [$($field),+]
                }

                let Newborn { births, chosen, is_row, tick, columns, stride } = newborn;
                for chosen in chosen.chunks(CHUNK_COUNT) {
                    let rows = born_chunk(&Given::gather(births, chosen, tick));
                    for (field, row) in rows.iter().enumerate() {
                        let column = &mut columns[field * stride..][..stride];
                        if is_row {
                            column[chosen[0].position as usize..][..chosen.len()].copy_from_slice(&row[..chosen.len()]);
                        } else {
                            chosen.iter().zip(row).for_each(|(chosen, value)| column[chosen.position as usize] = *value);
                        }
                    }
                }
            }

            fn at(&self) -> glam::Vec2 {
                glam::Vec2::new(self.$x, self.$y)
            }

            fn velocity(&self) -> glam::Vec2 {
                glam::Vec2::new(self.$vx, self.$vy)
            }

            #[inline(always)]
            fn pass(pass: super::pass::Pass, width: impl crate::mem::lanes::Width) {
                use super::pass::{CHUNK_COUNT, Flags, Found, GROUP_COUNT, Pass, Tests};
                use crate::mem::lanes::Width;

                // Functions of their own, because separate arguments are what tells the compiler that columns do not overlap.
                #[inline(always)]
                #[allow(clippy::too_many_arguments, reason = "one a field")]
                fn step_chunk(tests: Tests, expiry_ticks: &[u32], $($field: &mut [f32]),+) -> Flags {
                    let mut flags = Flags::NONE;
                    for lane in 0..expiry_ticks.len() {
                        let mut bullet = $kind { $($field: $field[lane]),+ };
                        super::Kind::step(&mut bullet, &tests.env);
                        $($field[lane] = bullet.$field;)+
                        flags.set(lane, tests, bullet.$x, bullet.$y, expiry_ticks[lane]);
                    }
                    flags
                }

                /// Steps one bullet after the other, chunk by chunk: a whole group, or what remains after the last.
                #[inline(always)]
                #[allow(clippy::too_many_arguments, reason = "one a field")]
                fn step_group(tests: Tests, width: impl Width, expiry_ticks: &[u32], $($field: &mut [f32]),+) -> Found {
                    let mut found = Found::default();
                    let (expiry_chunks, expiry_rest) = expiry_ticks.as_chunks::<CHUNK_COUNT>();
                    $(let $field = $field.as_chunks_mut::<CHUNK_COUNT>();)+
                    for chunk in 0..expiry_chunks.len() {
                        found.add(chunk, &step_chunk(tests, &expiry_chunks[chunk], $(&mut $field.0[chunk]),+), width);
                    }
                    if !expiry_rest.is_empty() {
                        found.add(expiry_chunks.len(), &step_chunk(tests, expiry_rest, $($field.1),+), width);
                    }
                    found
                }

                let Pass { columns, stride, count, expiry_ticks, mut survey } = pass;
                let tests = survey.tests();
                let rest = columns;
                $(let ($field, rest) = rest.split_at_mut(stride);
                let $field = $field[..count].as_chunks_mut::<GROUP_COUNT>();)+
                let _ = rest;
                let (expiry_groups, expiry_rest) = expiry_ticks[..count].as_chunks::<GROUP_COUNT>();
                for group in 0..expiry_groups.len() {
                    let found = step_group(tests, width, &expiry_groups[group], $(&mut $field.0[group]),+);
                    survey.name(group * GROUP_COUNT, found);
                }
                let found = step_group(tests, width, expiry_rest, $($field.1),+);
                survey.name(count - expiry_rest.len(), found);
            }
        }
    };
}
pub(super) use columns;

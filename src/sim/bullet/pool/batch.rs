//! Births and deaths of a tick, all at once: the same work for each, so it goes column by column instead of bullet by bullet.

use super::Pool;
use crate::mem::arena::FrameArena;
use crate::mem::lanes::Lanes;
use crate::sim::bullet::birth::Birth;
use crate::sim::bullet::kind::OPS;
use crate::sim::bullet::kind::newborn::Newborn;
use crate::sim::bullet::order::DrawOrder;
use crate::sim::bullet::slots::Slots;

pub use crate::sim::bullet::kind::newborn::Chosen;

/// With fewer births lanes would stand mostly idle.
const BATCH_MIN: usize = 6;

/// One bullet that goes into another's gap.
#[derive(Clone, Copy)]
struct Fill {
    from: u32,
    to: u32,
}

impl Pool {
    /// Makes a gap for so many bullets that move and so many that wait; there must be room. Gives their first positions.
    pub fn open_many(&mut self, moving_count: usize, waiting_count: usize, slots: &mut Slots) -> (usize, usize) {
        let (moving_at, waiting_at) = (self.awake, self.len + moving_count);
        let moved_count = self.waiting_count().min(moving_count);
        self.move_span(moving_at, waiting_at - moved_count, moved_count, slots);
        self.awake += moving_count;
        self.len += moving_count + waiting_count;
        (moving_at, waiting_at)
    }

    /// Puts the motions of births, all of this kind, at their positions: those of `in_a_row` ascend without a gap.
    pub fn write_all_born(&mut self, births: &[Birth], in_a_row: &[Chosen], scattered: &[Chosen], tick: u32, lanes: Lanes) {
        for (chosen, is_row) in [(in_a_row, true), (scattered, false)] {
            if chosen.len() < BATCH_MIN {
                self.write_each_born(births, chosen, tick);
                continue;
            }
            let newborn = Newborn { births, chosen, is_row, tick, columns: &mut self.block[self.first..], stride: self.stride };
            (OPS[usize::from(self.kind)].born_all)(lanes, newborn);
        }
    }

    fn write_each_born(&mut self, births: &[Birth], chosen: &[Chosen], tick: u32) {
        let store = OPS[usize::from(self.kind)].store_born;
        for &Chosen { number, position } in chosen {
            let birth = &births[number as usize];
            store(birth, birth.wake_tick(tick), &mut self.block[self.first..], self.stride, position as usize);
        }
    }

    /// Takes out the moving bullets at the positions `dead`, which ascend: those from the end fill their gaps.
    pub fn remove_all(&mut self, dead: &[u32], slots: &mut Slots, order: &mut DrawOrder, arena: &FrameArena) {
        if dead.is_empty() {
            return;
        }
        for &index in dead {
            let cold = &self.cold[index as usize];
            slots.release(cold.slot);
            order.remove(cold.place);
        }
        let left_count = self.awake - dead.len();
        let (gaps, beyond) = dead.split_at(dead.partition_point(|&index| (index as usize) < left_count));
        let mut fills = arena.scratch();
        fills.reserve(gaps.len());
        let (mut from, mut beyond) = (self.awake, beyond.iter().rev().map(|&index| index as usize).peekable());
        for &to in gaps {
            from -= 1;
            while beyond.next_if_eq(&from).is_some() {
                from -= 1;
            }
            fills.push(Fill { from: from as u32, to });
        }
        self.fill(&fills, slots);
        let moved_count = self.waiting_count().min(dead.len());
        self.move_span(self.len - moved_count, left_count, moved_count, slots);
        self.awake = left_count;
        self.len -= dead.len();
        if self.len == 0 {
            self.reach_px = 0.0;
        }
    }

    fn fill(&mut self, fills: &[Fill], slots: &mut Slots) {
        for field in 0..self.field_count {
            let from = self.first + field * self.stride;
            fill_column(&mut self.block[from..from + self.awake], fills);
        }
        fill_column(&mut self.expiry_ticks, fills);
        fill_column(&mut self.radii, fills);
        fill_column(&mut self.cold, fills);
        for fill in fills {
            slots.set_position(self.cold[fill.to as usize].slot, fill.to);
        }
    }

    /// Moves `count` bullets from one position to another.
    fn move_span(&mut self, from: usize, to: usize, count: usize, slots: &mut Slots) {
        if count == 0 || from == to {
            return;
        }
        let mut column = self.first;
        for _ in 0..self.field_count {
            self.block.copy_within(column + from..column + from + count, column + to);
            column += self.stride;
        }
        self.expiry_ticks.copy_within(from..from + count, to);
        self.radii.copy_within(from..from + count, to);
        self.cold.copy_within(from..from + count, to);
        for index in to..to + count {
            slots.set_position(self.cold[index].slot, index as u32);
        }
    }
}

fn fill_column<T: Copy>(column: &mut [T], fills: &[Fill]) {
    for fill in fills {
        column[fill.to as usize] = column[fill.from as usize];
    }
}

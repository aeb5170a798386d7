//! Births and deaths of a tick, all at once.

use super::Pool;
use crate::mem::lanes::Lanes;
use crate::mem::prefetch::{prefetch, prefetch_span};
use crate::sim::bullet::birth::Birth;
use crate::sim::bullet::kind::OPS;
use crate::sim::bullet::kind::blocks::LANE_COUNT;
use crate::sim::bullet::kind::newborn::Newborn;
use crate::sim::bullet::order::DrawOrder;
use crate::sim::bullet::record::Life;
use crate::sim::bullet::slots::Slots;

pub use crate::sim::bullet::kind::newborn::Chosen;

/// With fewer births lanes would stand mostly idle.
const BATCH_MIN: usize = 6;

/// Bullets whose memory is asked for at once.
pub(super) const AHEAD_COUNT: usize = 32;

impl Pool {
    /// Makes a gap for so many bullets that move and so many that wait; there must be room. Gives their first positions.
    pub fn open_many(&mut self, moving_count: usize, waiting_count: usize, slots: &mut Slots) -> (usize, usize) {
        let (moving_at, waiting_at) = (self.awake, self.len + moving_count);
        slots.prefetch_free(moving_count + waiting_count);
        [(moving_at, moving_count), (waiting_at, waiting_count)].into_iter().for_each(|(from, count)| self.prefetch_span(from, count));
        let moved_count = self.waiting_count().min(moving_count);
        self.move_span(moving_at, waiting_at - moved_count, moved_count, slots);
        self.awake += moving_count;
        self.len += moving_count + waiting_count;
        (moving_at, waiting_at)
    }

    /// Asks for the memory of so many bullets in a row.
    fn prefetch_span(&self, from: usize, count: usize) {
        if count == 0 {
            return;
        }
        prefetch_span(&self.still, from, count);
        let (first_block, block_count) = (from / LANE_COUNT, (from + count).div_ceil(LANE_COUNT) - from / LANE_COUNT);
        prefetch_span(&self.block, self.first + first_block * self.block_len(), block_count * self.block_len());
    }

    /// Asks for where the end of life of the bullet at `index` stands. For thefts: `open_many` has asked for all that find room.
    #[inline]
    pub fn prefetch_end(&self, index: usize) {
        prefetch(&self.block, self.first + self.place(index) + self.field_count * LANE_COUNT);
    }

    /// Puts what newborns have besides their motion at their positions. All of a pool in one go, so that where the pool lies is looked up once.
    #[inline]
    pub fn write_all_lives(&mut self, chosen: &[Chosen], life: impl Fn(&Chosen) -> Life) {
        chosen.iter().for_each(|chosen| self.write_life(chosen.position as usize, &life(chosen)));
    }

    /// Puts the motions of births, all of this kind, at their positions.
    pub fn write_all_born(&mut self, births: &[Birth], chosen: &[Chosen], tick: u32, lanes: Lanes) {
        if chosen.len() >= BATCH_MIN {
            (OPS[usize::from(self.kind)].born_all)(lanes, Newborn { births, chosen, tick, blocks: &mut self.block[self.first..] });
            return;
        }
        let store = OPS[usize::from(self.kind)].store_born;
        for &Chosen { number, position, .. } in chosen {
            let birth = &births[number as usize];
            store(birth, birth.wake_tick(tick), self.fields_mut(position as usize));
        }
    }

    /// Takes out the moving bullets at the positions `dead`, which ascend: those from the end fill their gaps.
    pub fn remove_all(&mut self, dead: &[u32], slots: &mut Slots, order: &mut DrawOrder) {
        if dead.is_empty() {
            return;
        }
        self.forget_all(dead, slots, order);
        let left_count = self.awake - dead.len();
        let (gaps, beyond) = dead.split_at(dead.partition_point(|&index| (index as usize) < left_count));
        let (mut from, mut beyond) = (self.awake, beyond.iter().rev().map(|&index| index as usize).peekable());
        for &to in gaps {
            from -= 1;
            while beyond.next_if_eq(&from).is_some() {
                from -= 1;
            }
            self.move_to(from, to as usize, slots);
        }
        let moved_count = self.waiting_count().min(dead.len());
        self.move_span(self.len - moved_count, left_count, moved_count, slots);
        self.awake = left_count;
        self.len -= dead.len();
        if self.len == 0 {
            self.reach_px = 0.0;
        }
    }

    /// Frees the slots and the places in the draw order of those at the positions `dead`.
    ///
    /// The dead are strewn over memory: what each of them needs is asked for some time before it is used.
    fn forget_all(&self, dead: &[u32], slots: &mut Slots, order: &mut DrawOrder) {
        for dead in dead.chunks(AHEAD_COUNT) {
            dead.iter().for_each(|&index| prefetch(&self.still, index as usize));
            let cold = |index: &u32| &self.still[*index as usize].cold;
            dead.iter().for_each(|index| slots.prefetch(cold(index).slot));
            dead.iter().for_each(|index| slots.prefetch_neighbours(cold(index).slot));
            for index in dead {
                slots.release(cold(index).slot);
                order.remove(cold(index).place);
            }
        }
    }

    /// Moves `count` bullets from one position to another.
    fn move_span(&mut self, from: usize, to: usize, count: usize, slots: &mut Slots) {
        if count == 0 || from == to {
            return;
        }
        for nth in 0..count {
            // Upwards when it goes down and the other way round, as the spans may overlap.
            let nth = if from > to { nth } else { count - 1 - nth };
            self.move_to(from + nth, to + nth, slots);
        }
    }
}

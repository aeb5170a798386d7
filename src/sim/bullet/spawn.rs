//! Births of a whole tick.
//!
//! Invariant: the same bullets with the same serials as one birth after the other. Must not know: any kind by name.

use super::birth::Birth;
use super::record::Life;
use super::{Bullets, Handle, KIND_COUNT, Mode};
use crate::mem::arena::FrameArena;

/// Of each kind, those that move at once and those in a spawn cloud are born together.
const GROUP_COUNT: usize = 2 * KIND_COUNT;

/// Births of one group while they are being made.
#[derive(Clone, Copy, Default)]
struct Group {
    /// Position of the first in its pool.
    at: u32,
    /// Where its births begin in the list of all that are chosen.
    from: u32,
    /// Births so far.
    count: u32,
}

impl Bullets {
    /// Births in this order, as by `spawn`, but faster when they are many. Each is told, with its handle; `get` knows it from the return on.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn spawn_all(&mut self, births: &[Birth], tick: u32, arena: &FrameArena, mut tell: impl FnMut(&Birth, Option<Handle>)) {
        let mut counts = [0_u32; GROUP_COUNT];
        births.iter().for_each(|birth| counts[self.group(birth, tick)] += 1);
        if self.mode == Mode::Boxed || !self.has_room(&counts) {
            births.iter().for_each(|birth| tell(birth, self.spawn(birth, tick)));
            return;
        }
        let mut groups = self.open_groups(&counts);
        let chosen = arena.alloc_slice(births.len(), 0);
        // One after the other, since the age list and the draw order are in order of birth.
        for (number, birth) in (0..).zip(births) {
            let group = &mut groups[self.group(birth, tick)];
            let (kind, position) = (usize::from(birth.kind), group.at + group.count);
            let serial = self.next_serial + number;
            let look = self.looks[usize::from(birth.look.0)];
            let place = self.order.push(look.layer);
            let mut life = Life::born(birth, tick, serial, place, look.spin(serial, tick));
            life.cold.slot = self.slots[kind].acquire(serial, position);
            self.pools[kind].write_life(position as usize, &life);
            tell(birth, Some(Handle::new(birth.kind, life.cold.slot, serial)));
            chosen[(group.from + group.count) as usize] = number;
            group.count += 1;
        }
        self.next_serial += births.len() as u32;
        for (nth, group) in groups.iter().enumerate().filter(|(_, group)| group.count > 0) {
            let (kind, is_waiting) = (nth / 2, nth % 2 == 1);
            let chosen = &chosen[group.from as usize..][..group.count as usize];
            self.pools[kind].write_all_born(births, chosen, tick, group.at as usize, self.lanes);
            self.counts[kind].peak = self.counts[kind].peak.max(self.slots[kind].len());
            self.near.is_complete &= is_waiting;
        }
    }

    /// Makes room in every pool for so many of each group.
    fn open_groups(&mut self, counts: &[u32; GROUP_COUNT]) -> [Group; GROUP_COUNT] {
        let mut groups = [Group::default(); GROUP_COUNT];
        let mut from = 0;
        for (kind, &[moving, waiting]) in counts.as_chunks::<2>().0.iter().enumerate().filter(|(_, counts)| **counts != [0, 0]) {
            let (moving_at, waiting_at) = self.pools[kind].open_many(moving as usize, waiting as usize, &mut self.slots[kind]);
            groups[2 * kind] = Group { at: moving_at as u32, from, count: 0 };
            groups[2 * kind + 1] = Group { at: waiting_at as u32, from: from + moving, count: 0 };
            from += moving + waiting;
        }
        groups
    }

    fn group(&self, birth: &Birth, tick: u32) -> usize {
        let is_waiting = birth.delay_ticks > 0 && tick.saturating_add(u32::from(birth.delay_ticks)) > self.tick;
        2 * usize::from(birth.kind) + usize::from(is_waiting)
    }

    /// Whether all find room without stealing, growing or being refused.
    fn has_room(&self, counts: &[u32; GROUP_COUNT]) -> bool {
        let needed = counts.as_chunks::<2>().0.iter().map(|[moving, waiting]| (moving + waiting) as usize);
        let fits = self.slots.iter().zip(needed).all(|(slots, count)| count <= slots.capacity() - slots.len());
        fits && counts.iter().sum::<u32>() < u32::MAX - self.next_serial
    }
}

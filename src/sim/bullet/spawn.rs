//! Births: of one bullet, and of all of a tick.
//!
//! Invariant: of all at once come the same bullets with the same serials as of one after the other. Must not know: any kind by name.

use super::birth::Birth;
use super::kind::OPS;
use super::pool::Chosen;
use super::record::Life;
use super::slots::Slots;
use super::{Bullets, Handle, KIND_COUNT, Mode, Policy};
use crate::mem::arena::FrameArena;

/// Of each kind, those that move at once and those in a spawn cloud are born together.
const GROUP_COUNT: usize = 2 * KIND_COUNT;

/// Births of one group while they are being made.
#[derive(Clone, Copy, Default)]
struct Group {
    /// Position of the first in its pool.
    at: u32,
    /// How many find room there; the others take the positions of the oldest.
    room: u32,
    /// Where its births begin in the list of all that are chosen.
    from: u32,
    /// Births so far.
    count: u32,
}

impl Bullets {
    /// A bullet is born; `None` when the policy refuses it. `tick` is the one whose step comes next.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn spawn(&mut self, birth: &Birth, tick: u32) -> Option<Handle> {
        let kind = usize::from(birth.kind);
        let is_full = self.slots[kind].is_full();
        // LIMIT: 2^32 - 2 births in a world.
        if self.next_serial == u32::MAX || (is_full && !self.may_be_born_when_full(kind)) {
            self.counts[kind].refused += 1;
            return None;
        }
        let serial = self.next_serial;
        self.next_serial += 1;
        let mut life = self.life(birth, tick, serial);
        if is_full && self.policy == Policy::StealOldest {
            self.counts[kind].steals += 1;
            self.steal(birth, &mut life);
        } else {
            let position = self.open(kind, &life);
            life.cold.slot = self.slots[kind].acquire(serial, position as u32);
            self.fill(position, birth, &life);
            let len = self.slots[kind].len();
            self.counts[kind].peak = self.counts[kind].peak.max(len);
        }
        self.near.is_complete &= birth.delay_ticks > 0;
        Some(Handle::new(birth.kind, life.cold.slot, serial))
    }

    /// What a newborn has besides its motion, its place in the draw order included; its slot follows.
    #[inline]
    fn life(&mut self, birth: &Birth, tick: u32, serial: u32) -> Life {
        let look = self.looks[usize::from(birth.look.0)];
        let place = self.order.push(look.layer);
        Life::born(birth, tick, serial, 0, place, look.spin(serial, tick))
    }

    /// A position for one more bullet.
    pub(super) fn open(&mut self, kind: usize, life: &Life) -> usize {
        match self.mode {
            Mode::Pooled => self.pools[kind].open(life.cold.is_awake(self.tick), &mut self.slots[kind]),
            Mode::Boxed => self.boxes.len(),
        }
    }

    /// Puts a newborn where `open` or a theft made room.
    fn fill(&mut self, position: usize, birth: &Birth, life: &Life) {
        let kind = usize::from(birth.kind);
        match self.mode {
            Mode::Pooled => self.pools[kind].write_born(position, birth, life),
            Mode::Boxed => {
                let bullet = (OPS[kind].box_born)(birth, *life);
                match self.boxes.get_mut(position) {
                    Some(place) => *place = bullet,
                    None => self.boxes.push(bullet),
                }
            }
        }
    }

    /// The newborn takes slot and position of the oldest of its kind.
    fn steal(&mut self, birth: &Birth, life: &mut Life) {
        let kind = usize::from(birth.kind);
        let (position, slot) = self.slots[kind].renew_oldest(life.cold.serial);
        life.cold.slot = slot;
        let mut position = position as usize;
        let old_place = match self.mode {
            Mode::Pooled => self.pools[kind].cold(position).place,
            Mode::Boxed => self.boxes[position].life().cold.place,
        };
        self.order.remove(old_place);
        let is_awake = life.cold.is_awake(self.tick);
        if self.mode == Mode::Pooled && self.pools[kind].is_awake(position) != is_awake {
            self.pools[kind].remove(position, &mut self.slots[kind]);
            position = self.pools[kind].open(is_awake, &mut self.slots[kind]);
            self.slots[kind].set_position(slot, position as u32);
        }
        self.fill(position, birth, life);
    }

    /// Whether the policy finds room for one more of a full kind.
    fn may_be_born_when_full(&mut self, kind: usize) -> bool {
        match self.policy {
            Policy::Reject => false,
            Policy::StealOldest => self.slots[kind].len() > 0,
            Policy::Grow => {
                self.grow_kind(kind, (self.slots[kind].capacity() * 2).max(64));
                true
            }
        }
    }

    /// Raises the capacity of each of these kinds to at least this. Allocates.
    ///
    /// # Panics
    /// Above [`CAPACITY_MAX`](super::CAPACITY_MAX), and if there is no such kind.
    pub fn grow(&mut self, kinds: &[u8], capacity_per_kind: usize) {
        for kind in kinds.iter().map(|kind| usize::from(*kind)) {
            if self.slots[kind].capacity() < capacity_per_kind {
                self.grow_kind(kind, capacity_per_kind);
            }
        }
    }

    fn grow_kind(&mut self, kind: usize, capacity: usize) {
        self.slots[kind].grow(capacity);
        self.pools[kind].grow(capacity);
        self.order.grow(self.slots.iter().map(Slots::capacity).sum());
    }

    /// Births in this order, as by `spawn`, but faster when they are many. Each is told, with its handle; `get` knows it from the return on.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn spawn_all(&mut self, births: &[Birth], tick: u32, arena: &FrameArena, mut tell: impl FnMut(&Birth, Option<Handle>)) {
        let mut counts = [0_u32; GROUP_COUNT];
        births.iter().for_each(|birth| counts[self.group(birth, tick)] += 1);
        if self.mode == Mode::Boxed || !self.can_take(&counts) {
            births.iter().for_each(|birth| tell(birth, self.spawn(birth, tick)));
            return;
        }
        let mut groups = self.open_groups(&counts);
        let chosen = arena.alloc_slice(births.len(), Chosen::default());
        let first_serial = self.next_serial;
        // One after the other, since the age list and the draw order are in order of birth. All else waits until it can be done a pool at a time.
        for (number, birth) in (0..).zip(births) {
            let group = &mut groups[self.group(birth, tick)];
            let kind = usize::from(birth.kind);
            let place = self.order.push(self.looks[usize::from(birth.look.0)].layer);
            let (position, slot) = if group.count < group.room {
                let position = group.at + group.count;
                (position, self.slots[kind].acquire(first_serial + number, position))
            } else {
                let (position, slot) = self.slots[kind].renew_oldest(first_serial + number);
                self.pools[kind].prefetch_end(position as usize);
                self.order.remove(self.pools[kind].cold(position as usize).place);
                (position, slot)
            };
            tell(birth, Some(Handle::new(birth.kind, slot, first_serial + number)));
            chosen[(group.from + group.count) as usize] = Chosen { number, position, slot, place };
            group.count += 1;
        }
        self.next_serial += births.len() as u32;
        for (nth, group) in groups.iter().enumerate().filter(|(_, group)| group.count > 0) {
            let (kind, is_waiting) = (nth / 2, nth % 2 == 1);
            let chosen = &chosen[group.from as usize..][..group.count as usize];
            let looks = &self.looks;
            self.pools[kind].write_all_lives(chosen, |chosen| {
                let (birth, serial) = (&births[chosen.number as usize], first_serial + chosen.number);
                Life::born(birth, tick, serial, chosen.slot, chosen.place, looks[usize::from(birth.look.0)].spin(serial, tick))
            });
            self.pools[kind].write_all_born(births, chosen, tick, self.lanes);
            let counts = &mut self.counts[kind];
            counts.peak = counts.peak.max(self.slots[kind].len());
            counts.steals += u64::from(group.count.saturating_sub(group.room));
            self.near.is_complete &= is_waiting;
        }
    }

    /// Makes room in every pool for so many of each group.
    fn open_groups(&mut self, counts: &[u32; GROUP_COUNT]) -> [Group; GROUP_COUNT] {
        let mut groups = [Group::default(); GROUP_COUNT];
        let mut from = 0;
        for (kind, &[moving, waiting]) in counts.as_chunks::<2>().0.iter().enumerate().filter(|(_, counts)| **counts != [0, 0]) {
            let room = (self.slots[kind].capacity() - self.slots[kind].len()).min((moving + waiting) as usize);
            // Who waits finds room, or nobody is born by way of this: see `can_take`.
            let moving_room = room - waiting as usize;
            let (moving_at, waiting_at) = self.pools[kind].open_many(moving_room, waiting as usize, &mut self.slots[kind]);
            groups[2 * kind] = Group { at: moving_at as u32, room: moving_room as u32, from, count: 0 };
            groups[2 * kind + 1] = Group { at: waiting_at as u32, room: waiting, from: from + moving, count: 0 };
            from += moving + waiting;
        }
        groups
    }

    fn group(&self, birth: &Birth, tick: u32) -> usize {
        let is_waiting = birth.delay_ticks > 0 && birth.wake_tick(tick) > self.tick;
        2 * usize::from(birth.kind) + usize::from(is_waiting)
    }

    /// Whether everyone is born, nobody steals from one born at once with it, whose life is not written yet, and no theft changes who moves and who waits: that
    /// would shift the positions of others.
    fn can_take(&self, counts: &[u32; GROUP_COUNT]) -> bool {
        let takes = counts.as_chunks::<2>().0.iter().enumerate().all(|(kind, &[moving, waiting])| {
            let slots = &self.slots[kind];
            let has_room = (moving + waiting) as usize <= slots.capacity() - slots.len();
            let all_move = waiting == 0 && self.pools[kind].waiting_count() == 0;
            has_room || (self.policy == Policy::StealOldest && all_move && moving as usize <= slots.capacity())
        });
        takes && counts.iter().sum::<u32>() < u32::MAX - self.next_serial
    }
}

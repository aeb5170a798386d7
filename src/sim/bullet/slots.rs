//! The slots of one kind: where a handle's bullet is, and who is the oldest. Shared by both storages, so a change of mode moves no handle.
//!
//! Units: a position is an index into the storage; a slot is an index into this table, 1 to the capacity. Invariant: the age list, threaded through the live
//! slots, is in order of serial. Must not know: bullets.

use crate::mem::prefetch::prefetch;

/// Says which bullet of which life. Copies may be kept for as long as one likes: a handle never resolves to another bullet than its own.
///
/// `index` is the storage's business and may differ between modes; what must not depend on storage goes by `generation`, the serial of birth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle {
    /// Kind and slot.
    pub index: u32,
    /// The serial of birth, which no other bullet ever has.
    pub generation: u32,
}

/// Bits of a handle's index that name the slot; the rest names the kind.
const SLOT_BITS: u32 = 27;

/// Most bullets of one kind.
pub const CAPACITY_MAX: usize = (1 << SLOT_BITS) - 1;

impl Handle {
    pub(super) fn new(kind: u8, slot: u32, serial: u32) -> Self {
        Self { index: u32::from(kind) << SLOT_BITS | slot, generation: serial }
    }

    pub(super) fn kind(self) -> usize {
        (self.index >> SLOT_BITS) as usize
    }

    fn slot(self) -> u32 {
        self.index & ((1 << SLOT_BITS) - 1)
    }
}

#[derive(Clone, Copy, Default)]
struct Slot {
    position: u32,
    /// 0 when free: serials begin at 1.
    serial: u32,
    /// Of the ring's own slot: the newest.
    older: u32,
    /// Of the ring's own slot: the oldest.
    newer: u32,
}

/// Slot 0 holds no bullet: it closes the age list to a ring, from the newest to the oldest, so that links need no case for the ends.
const RING: u32 = 0;

/// The table of one kind.
pub struct Slots {
    /// One more than the capacity.
    slots: Vec<Slot>,
    len: u32,
    /// Slots given back, the last one on top. Apart from the slots: a list through them would have to be read link by link.
    free: Vec<u32>,
    /// Slots from here on were not used since the last clear; what stands in them is of the past.
    unused_from: u32,
    /// Serials below are of bullets before the last clear.
    first_valid_serial: u32,
}

impl Slots {
    pub fn new(capacity: usize) -> Self {
        let mut slots = Self { slots: Vec::new(), len: 0, free: Vec::new(), unused_from: 1, first_valid_serial: 1 };
        slots.grow(capacity);
        slots
    }

    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn capacity(&self) -> usize {
        self.slots.len() - 1
    }

    pub fn is_full(&self) -> bool {
        self.len() == self.capacity()
    }

    /// Raises the capacity.
    ///
    /// # Panics
    /// Above [`CAPACITY_MAX`].
    pub fn grow(&mut self, capacity: usize) {
        assert!(capacity <= CAPACITY_MAX, "at most {CAPACITY_MAX} bullets of a kind");
        self.slots.resize(capacity + 1, Slot::default());
        self.free.reserve_exact(capacity - self.free.len().min(capacity));
    }

    /// A slot for the newborn `serial` at `position`. There must be room.
    #[inline]
    pub fn acquire(&mut self, serial: u32, position: u32) -> u32 {
        let slot = self.take_free();
        let older = self.slots[RING as usize].older;
        self.slots[slot as usize] = Slot { position, serial, older, newer: RING };
        self.slots[older as usize].newer = slot;
        self.slots[RING as usize].older = slot;
        self.len += 1;
        slot
    }

    #[inline]
    fn take_free(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.unused_from += 1;
            self.unused_from - 1
        })
    }

    /// Asks for the slots of the next `count` births.
    pub fn prefetch_free(&self, count: usize) {
        self.free.iter().rev().take(count).for_each(|&slot| self.prefetch(slot));
    }

    /// Asks for what a release of `slot` reads first.
    #[inline(always)]
    pub fn prefetch(&self, slot: u32) {
        prefetch(&self.slots, slot as usize);
    }

    /// Asks for what a release of `slot` writes besides.
    #[inline(always)]
    pub fn prefetch_neighbours(&self, slot: u32) {
        let Slot { older, newer, .. } = self.slots[slot as usize];
        self.prefetch(older);
        self.prefetch(newer);
    }

    #[inline]
    pub fn release(&mut self, slot: u32) {
        let Slot { older, newer, .. } = self.slots[slot as usize];
        self.slots[older as usize].newer = newer;
        self.slots[newer as usize].older = older;
        self.slots[slot as usize].serial = 0;
        self.free.push(slot);
        self.len -= 1;
    }

    /// The oldest gives its slot to the newborn `serial`; returns its position and the slot. There must be somebody.
    pub fn renew_oldest(&mut self, serial: u32) -> (u32, u32) {
        let ring = self.slots[RING as usize];
        let slot = ring.newer;
        let Slot { position, newer: second, .. } = self.slots[slot as usize];
        self.slots[RING as usize].newer = second;
        self.slots[second as usize].older = RING;
        // Read again: it was the newest as well if it was alone.
        let newest = self.slots[RING as usize].older;
        self.slots[newest as usize].newer = slot;
        self.slots[slot as usize] = Slot { position, serial, older: newest, newer: RING };
        self.slots[RING as usize].older = slot;
        (position, slot)
    }

    /// Forgets everyone, in constant time. `next_serial` is the serial of the next birth.
    pub fn clear(&mut self, next_serial: u32) {
        self.slots[RING as usize] = Slot::default();
        self.len = 0;
        self.free.clear();
        self.unused_from = 1;
        self.first_valid_serial = next_serial;
    }

    /// Forgets everyone, and all serials: slots may be taken by bullets older than this call.
    pub fn forget(&mut self) {
        self.slots.fill(Slot::default());
        self.clear(1);
    }

    /// Where the bullet of `handle` is, if it lives.
    pub fn resolve(&self, handle: Handle) -> Option<u32> {
        let slot = self.slots.get(handle.slot() as usize)?;
        (slot.serial == handle.generation && handle.generation >= self.first_valid_serial).then_some(slot.position)
    }

    /// Whether the age list goes through as many slots as are taken, each younger than the one before. As long as a walk over them.
    pub fn is_in_order(&self) -> bool {
        let (mut slot, mut serial) = (self.slots[RING as usize].newer, 0);
        for _ in 0..self.len {
            let next = self.slots[slot as usize];
            if slot == RING || next.serial <= serial {
                return false;
            }
            (slot, serial) = (next.newer, next.serial);
        }
        slot == RING
    }

    pub fn set_position(&mut self, slot: u32, position: u32) {
        self.slots[slot as usize].position = position;
    }
}

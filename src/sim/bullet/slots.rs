//! The slots of one kind: where a handle's bullet is, and who is the oldest. Shared by both storages, so a change of mode moves no handle.
//!
//! Units: a position is an index into the storage; a slot is an index into this table, below the capacity. Invariant: the age list, threaded through the live
//! slots, is in order of serial. Must not know: bullets.

/// No slot.
const NONE: u32 = u32::MAX;

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
pub const CAPACITY_MAX: usize = 1 << SLOT_BITS;

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

#[derive(Clone, Copy)]
struct Slot {
    position: u32,
    /// 0 when free: serials begin at 1.
    serial: u32,
    older: u32,
    /// Of a free slot: the next free one.
    newer: u32,
}

/// The table of one kind.
pub struct Slots {
    slots: Vec<Slot>,
    capacity: u32,
    len: u32,
    oldest: u32,
    newest: u32,
    /// Head of the list of slots given back.
    free: u32,
    /// Slots from here on were not used since the last clear; what stands in them is of the past.
    unused_from: u32,
    /// Serials below are of bullets before the last clear.
    first_valid_serial: u32,
}

impl Slots {
    pub fn new(capacity: usize) -> Self {
        let mut slots =
            Self { slots: Vec::new(), capacity: 0, len: 0, oldest: NONE, newest: NONE, free: NONE, unused_from: 0, first_valid_serial: 1 };
        slots.grow(capacity);
        slots
    }

    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn capacity(&self) -> usize {
        self.capacity as usize
    }

    pub fn is_full(&self) -> bool {
        self.len == self.capacity
    }

    /// Raises the capacity.
    ///
    /// # Panics
    /// Above [`CAPACITY_MAX`].
    pub fn grow(&mut self, capacity: usize) {
        assert!(capacity <= CAPACITY_MAX, "at most {CAPACITY_MAX} bullets of a kind");
        self.slots.resize(capacity, Slot { position: 0, serial: 0, older: NONE, newer: NONE });
        self.capacity = capacity as u32;
    }

    /// A slot for the newborn `serial` at `position`. There must be room.
    pub fn acquire(&mut self, serial: u32, position: u32) -> u32 {
        let slot = if self.free == NONE {
            self.unused_from += 1;
            self.unused_from - 1
        } else {
            let slot = self.free;
            self.free = self.slots[slot as usize].newer;
            slot
        };
        self.len += 1;
        self.slots[slot as usize] = Slot { position, serial, older: NONE, newer: NONE };
        self.append(slot);
        slot
    }

    pub fn release(&mut self, slot: u32) {
        self.unlink(slot);
        let place = &mut self.slots[slot as usize];
        place.serial = 0;
        place.newer = self.free;
        self.free = slot;
        self.len -= 1;
    }

    /// The oldest gives its slot to the newborn `serial`; returns its position and the slot.
    ///
    /// # Panics
    /// If there is nobody.
    pub fn renew_oldest(&mut self, serial: u32) -> (u32, u32) {
        let slot = self.oldest;
        self.unlink(slot);
        self.append(slot);
        let place = &mut self.slots[slot as usize];
        place.serial = serial;
        (place.position, slot)
    }

    /// Forgets everyone, in constant time. `next_serial` is the serial of the next birth.
    pub fn clear(&mut self, next_serial: u32) {
        self.len = 0;
        self.oldest = NONE;
        self.newest = NONE;
        self.free = NONE;
        self.unused_from = 0;
        self.first_valid_serial = next_serial;
    }

    /// Where the bullet of `handle` is, if it lives.
    pub fn resolve(&self, handle: Handle) -> Option<u32> {
        let slot = self.slots.get(handle.slot() as usize)?;
        (slot.serial == handle.generation && handle.generation >= self.first_valid_serial).then_some(slot.position)
    }

    pub fn set_position(&mut self, slot: u32, position: u32) {
        self.slots[slot as usize].position = position;
    }

    fn append(&mut self, slot: u32) {
        let newest = self.newest;
        self.slots[slot as usize].older = newest;
        self.slots[slot as usize].newer = NONE;
        match self.slots.get_mut(newest as usize) {
            Some(before) => before.newer = slot,
            None => self.oldest = slot,
        }
        self.newest = slot;
    }

    fn unlink(&mut self, slot: u32) {
        let Slot { older, newer, .. } = self.slots[slot as usize];
        match self.slots.get_mut(older as usize) {
            Some(before) => before.newer = newer,
            None => self.oldest = newer,
        }
        match self.slots.get_mut(newer as usize) {
            Some(after) => after.older = older,
            None => self.newest = older,
        }
    }
}

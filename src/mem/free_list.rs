//! Free-list pool: fixed slots for objects that must not move while they live; acquire and release in constant time.
//!
//! Choose it for objects that others refer to by slot (enemies, emitters, voices, scripts of bullets). Cost: the free list beside the slots, 4 bytes
//! each, and the `Option` of a slot. Invariant: a slot's index is stable from acquire to release; iteration is in slot order.

use super::prefetch::prefetch_span;

/// A pool of `T` with a fixed number of slots.
#[derive(Clone, Debug)]
pub struct FreeList<T> {
    slots: Vec<Option<T>>,
    /// Free slots; the last is used next. Starts so that slot 0 is used first.
    free: Vec<u32>,
}

impl<T> FreeList<T> {
    /// Takes all memory at once.
    pub fn with_capacity(capacity: usize) -> Self {
        let mut slots = Vec::with_capacity(capacity);
        slots.resize_with(capacity, || None);
        Self { slots, free: (0..capacity as u32).rev().collect() }
    }

    /// Puts `value` into a free slot and gives its index; gives the value back when all are taken.
    ///
    /// # Errors
    /// The value, when the pool is full.
    pub fn acquire(&mut self, value: T) -> Result<usize, T> {
        match self.free.pop() {
            Some(slot) => {
                self.slots[slot as usize] = Some(value);
                Ok(slot as usize)
            }
            None => Err(value),
        }
    }

    /// Empties a slot. `None` when it was empty or does not exist.
    pub fn release(&mut self, slot: usize) -> Option<T> {
        let value = self.slots.get_mut(slot)?.take()?;
        self.free.push(slot as u32);
        Some(value)
    }

    /// The object in a slot.
    pub fn get(&self, slot: usize) -> Option<&T> {
        self.slots.get(slot)?.as_ref()
    }

    /// The object in a slot.
    pub fn get_mut(&mut self, slot: usize) -> Option<&mut T> {
        self.slots.get_mut(slot)?.as_mut()
    }

    /// Asks for the memory of a slot, all of it, ahead of its use.
    #[inline]
    pub fn prefetch(&self, slot: usize) {
        prefetch_span(&self.slots, slot, 1);
    }

    /// All objects with their slots, in slot order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.slots.iter().enumerate().filter_map(|(slot, value)| value.as_ref().map(|value| (slot, value)))
    }

    /// All objects with their slots, in slot order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (usize, &mut T)> {
        self.slots.iter_mut().enumerate().filter_map(|(slot, value)| value.as_mut().map(|value| (slot, value)))
    }

    /// Objects alive.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether no object is alive.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Slots.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_stay_and_are_reused_last_freed_first() {
        let mut pool = FreeList::with_capacity(3);
        assert_eq!([pool.acquire('a'), pool.acquire('b'), pool.acquire('c')], [Ok(0), Ok(1), Ok(2)]);
        assert_eq!(pool.acquire('d'), Err('d'));
        assert_eq!(pool.release(1), Some('b'));
        assert_eq!(pool.release(1), None, "twice");
        assert_eq!(pool.release(9), None, "no such slot");
        assert_eq!(pool.get(2), Some(&'c'), "others do not move");
        assert_eq!(pool.acquire('e'), Ok(1));
        assert_eq!(pool.iter().collect::<Vec<_>>(), [(0, &'a'), (1, &'e'), (2, &'c')]);
        assert_eq!((pool.len(), pool.capacity()), (3, 3));
    }
}

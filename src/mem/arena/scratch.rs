//! A vector that grows in the frame arena.
//!
//! Invariant: the first `len` elements of the `capacity` at `start` are initialised. Grows in place while it is the arena's last allocation, else it moves and
//! leaves its former place to the reset.

use super::{FrameArena, Kept};
use std::alloc::Layout;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// First capacity of a vector, elements.
const FIRST_CAPACITY: usize = 16;

/// A growing vector of one tick. Dereferences to its slice.
pub struct Scratch<'a, T: Copy> {
    arena: &'a FrameArena,
    start: NonNull<T>,
    len: usize,
    capacity: usize,
    /// It hands out `&mut T`, so it must not be covariant in T.
    owns: PhantomData<&'a mut T>,
}

impl<'a, T: Copy> Scratch<'a, T> {
    pub(super) fn new(arena: &'a FrameArena) -> Self {
        Self { arena, start: NonNull::dangling(), len: 0, capacity: 0, owns: PhantomData }
    }

    /// Appends `value`.
    #[inline]
    pub fn push(&mut self, value: T) {
        if self.len == self.capacity {
            self.grow(1);
        }
        // SAFETY: len < capacity, so the place is inside the allocation.
        unsafe { self.start.add(self.len).write(value) };
        self.len += 1;
    }

    /// Appends `value` if `is_wanted`, without a branch on that: for answers that are as good as random.
    #[inline]
    pub fn push_if(&mut self, value: T, is_wanted: bool) {
        if self.len == self.capacity {
            self.grow(1);
        }
        // SAFETY: as in `push`; what is written there counts only if `len` goes beyond.
        unsafe { self.start.add(self.len).write(value) };
        self.len += usize::from(is_wanted);
    }

    /// Appends all of `values`.
    pub fn extend_from_slice(&mut self, values: &[T]) {
        self.reserve(values.len());
        // SAFETY: there is room for them after `len`; `values` cannot be inside that unused part.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), self.start.add(self.len).as_ptr(), values.len()) };
        self.len += values.len();
    }

    /// Appends `count` times `value`.
    pub fn extend_with(&mut self, count: usize, value: T) {
        self.reserve(count);
        // SAFETY: there is room for them after `len`.
        (0..count).for_each(|nth| unsafe { self.start.add(self.len + nth).write(value) });
        self.len += count;
    }

    /// Makes room for `count` more.
    pub fn reserve(&mut self, count: usize) {
        if count > self.capacity - self.len {
            self.grow(count);
        }
    }

    /// Forgets the elements from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Forgets all elements and keeps the room.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The elements, for the rest of the tick. Unused room goes back to the arena if nothing was handed out since.
    pub fn into_slice(self) -> &'a mut [T] {
        let size_bytes = size_of::<T>();
        self.arena.resize_last(self.start.cast(), self.capacity * size_bytes, self.len * size_bytes);
        // SAFETY: `len` elements are initialised; `self` was their only owner; the arena is borrowed for 'a, so neither reset nor rewind comes earlier.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }

    /// The elements, readable until the reset without a borrow.
    pub fn keep(self) -> Kept<T> {
        let arena = self.arena;
        arena.kept_of(self.into_slice())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize) {
        let needed = self.len.checked_add(count).expect("a vector fits the address space");
        let capacity = needed.max(self.capacity * 2).max(FIRST_CAPACITY);
        let layout = Layout::array::<T>(capacity).expect("a vector fits the address space");
        let is_in_place = self.capacity > 0 && self.arena.resize_last(self.start.cast(), self.capacity * size_of::<T>(), layout.size());
        if !is_in_place {
            let place = self.arena.take(layout).cast::<T>();
            // SAFETY: fresh memory for `capacity` >= len elements; it does not overlap the old place.
            unsafe { std::ptr::copy_nonoverlapping(self.start.as_ptr(), place.as_ptr(), self.len) };
            self.start = place;
        }
        self.capacity = capacity;
    }
}

impl Scratch<'_, u32> {
    /// Appends `from` plus the place of each bit that is set in `bits`, ascending.
    ///
    /// Without a branch as long as there are no more than two: which words have bits is as good as random, and a branch guessed wrong costs more than both.
    #[inline(always)]
    pub fn push_bits(&mut self, from: u32, bits: u64) {
        const WORD_COUNT: usize = u64::BITS as usize;
        if self.capacity - self.len < WORD_COUNT {
            self.grow(WORD_COUNT);
        }
        // SAFETY: there is room for 64 after `len`, and no more than 64 are written: `place` is below 64, an even number, when there are bits left.
        let mut place = unsafe { self.start.add(self.len) };
        self.len += bits.count_ones() as usize;
        let mut left = bits;
        loop {
            // SAFETY: as above.
            unsafe {
                place.write(from.wrapping_add(left.trailing_zeros()));
                left &= left.wrapping_sub(1);
                place.add(1).write(from.wrapping_add(left.trailing_zeros()));
                left &= left.wrapping_sub(1);
                place = place.add(2);
            }
            if left == 0 {
                break;
            }
        }
    }
}

impl<T: Copy> Deref for Scratch<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the first `len` elements are initialised and ours.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Copy> DerefMut for Scratch<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and `&mut self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T: Copy> Extend<T> for Scratch<'_, T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl fmt::Write for Scratch<'_, u8> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for Scratch<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

//! Kept spans: slices of the arena remembered by position instead of by borrow, readable until the reset.
//!
//! Invariant: a span is read only in the arena and in the tick it was made in; otherwise it reads as empty.

use super::FrameArena;
use std::fmt;
use std::ptr::NonNull;

/// A slice kept in an arena. Read it with [`FrameArena::kept`].
pub struct Kept<T> {
    stamp: u64,
    start: NonNull<T>,
    len: usize,
}

/// A text kept in an arena. Read it with [`FrameArena::kept_str`].
#[derive(Clone, Copy, Debug, Default)]
pub struct KeptStr(Kept<u8>);

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Kept<T> {}

impl<T> Default for Kept<T> {
    /// A span that reads as empty everywhere: stamps begin at 1.
    fn default() -> Self {
        Self { stamp: 0, start: NonNull::dangling(), len: 0 }
    }
}

impl<T> fmt::Debug for Kept<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Kept").field("stamp", &self.stamp).field("len", &self.len).finish()
    }
}

// SAFETY: the pointer is followed only by `FrameArena::kept`, whose arena is on the same thread as the caller; what comes out is `&[T]`.
unsafe impl<T: Send + Sync> Send for Kept<T> {}

impl FrameArena {
    /// Copies `values` into the arena, to be read until the reset without borrowing the arena meanwhile.
    pub fn keep<T: Copy>(&self, values: &[T]) -> Kept<T> {
        self.kept_of(self.copy_slice(values))
    }

    /// Remembers `values`, which nobody else may have from now on.
    pub(super) fn kept_of<T: Copy>(&self, values: &mut [T]) -> Kept<T> {
        self.kept_end_bytes.set(self.used_bytes.get());
        Kept { stamp: self.stamp.get(), start: NonNull::from(&mut *values).cast(), len: values.len() }
    }

    /// Whether `span` is of this arena and tick.
    pub fn holds<T>(&self, span: Kept<T>) -> bool {
        span.stamp == self.stamp.get()
    }

    /// A kept slice; empty when its tick is over.
    pub fn kept<T: Copy>(&self, span: Kept<T>) -> &[T] {
        if !self.holds(span) {
            return &[];
        }
        // SAFETY: the stamp names this arena in this tick; within it a rewind never goes below a kept span, and the copy was handed to nobody else.
        unsafe { std::slice::from_raw_parts(span.start.as_ptr(), span.len) }
    }

    /// Copies `text` into the arena, as [`keep`](Self::keep).
    pub fn keep_str(&self, text: &str) -> KeptStr {
        KeptStr(self.keep(text.as_bytes()))
    }

    /// Formats text into the arena and keeps it.
    pub fn keep_format(&self, text: fmt::Arguments) -> KeptStr {
        self.keep_str(self.format(text))
    }

    /// A kept text; empty when its tick is over.
    pub fn kept_str(&self, span: KeptStr) -> &str {
        // SAFETY: only `keep_str` makes a `KeptStr` that is not empty.
        unsafe { std::str::from_utf8_unchecked(self.kept(span.0)) }
    }
}

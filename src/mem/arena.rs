//! The frame arena: one block taken at start, handed out by a bump, taken back whole once a tick.
//!
//! Owns: the block, its overflow list, marks, kept spans, the high-water mark. Units: bytes; ticks for the high-water mark.
//! Invariant: nothing handed out survives `reset` (the borrow checker refuses it) and nothing in it has a destructor (`T: Copy`).
//! Must not know: what is stored in it.
//!
//! Use after a reset does not compile:
//! ```compile_fail,E0502
//! let mut arena = tamafubuki::mem::arena::FrameArena::with_capacity(1024);
//! let value = arena.alloc(7);
//! arena.reset(1);
//! *value = 8;
//! ```
//! Nor does a value with a destructor:
//! ```compile_fail,E0277
//! let arena = tamafubuki::mem::arena::FrameArena::with_capacity(1024);
//! arena.alloc(String::from("owns a heap block"));
//! ```

mod kept;
mod scratch;

pub use kept::{Kept, KeptStr};
pub use scratch::Scratch;

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Alignment of the block, bytes: one cache line, so that no type of ours is worse off than in a block of its own.
const BLOCK_ALIGN_BYTES: usize = 64;

/// What is handed out begins and ends on multiples of this, bytes.
const GRAIN_BYTES: usize = 8;

/// `bytes`, rounded up to whole grains.
#[inline(always)]
const fn in_grains(bytes: usize) -> usize {
    (bytes + GRAIN_BYTES - 1) & !(GRAIN_BYTES - 1)
}

/// Names a life of an arena: never given twice in a process, so that a mark or a kept span of another arena or tick is recognised.
fn next_stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Relaxed)
}

/// A block with a bump offset.
///
/// Not shared between threads; may be moved to another one. Running out of room is no error: the request is served by a heap block of its own, which
/// is counted and freed at the reset.
pub struct FrameArena {
    block: NonNull<u8>,
    capacity_bytes: usize,
    used_bytes: Cell<usize>,
    /// Changes at each reset.
    stamp: Cell<u64>,
    mark_depth: Cell<u32>,
    /// End of the last kept span: no rewind goes below it.
    kept_end_bytes: Cell<usize>,
    /// Blocks that serve what did not fit, with the layout to free them.
    overflow: RefCell<Vec<(NonNull<u8>, Layout)>>,
    overflow_bytes: Cell<usize>,
    overflow_count: Cell<u64>,
    /// Most bytes in use before a rewind of this tick.
    rewound_bytes: usize,
    high_water_bytes: usize,
    high_water_tick: u32,
    warning_count: u32,
    is_above_warning: bool,
    tick: u32,
}

/// What an arena was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArenaStats {
    /// Bytes in use now, those of overflow blocks included. In the block whole grains of 8.
    pub used_bytes: usize,
    /// Bytes of the block.
    pub capacity_bytes: usize,
    /// Most bytes ever in use at once, those of overflow blocks included.
    pub high_water_bytes: usize,
    /// The tick of the high-water mark.
    pub high_water_tick: u32,
    /// Requests that did not fit, since the start.
    pub overflow_count: u64,
    /// Whether 80 % of the capacity were ever in use. Stays.
    pub warned: bool,
    /// How many times a tick rose to 80 % after one that stayed below.
    pub warning_count: u32,
    /// What to ask for next time: twice the high-water mark.
    pub suggested_capacity_bytes: usize,
}

/// A point to rewind to. Each mark is rewound once at most, the youngest first.
#[derive(Debug)]
#[must_use = "a mark does nothing until it is rewound"]
pub struct Mark {
    stamp: u64,
    used_bytes: usize,
    depth: u32,
}

// SAFETY: the block and the overflow blocks belong to the arena alone; nothing borrowed from it can be alive while it is moved.
unsafe impl Send for FrameArena {}

impl FrameArena {
    /// Takes a zeroed block of `bytes`. It never grows.
    pub fn with_capacity(bytes: usize) -> Self {
        let layout = Self::block_layout(bytes);
        // SAFETY: the layout's size is at least one line, so not zero.
        let block = unsafe { alloc_zeroed(layout) };
        Self {
            block: NonNull::new(block).unwrap_or_else(|| handle_alloc_error(layout)),
            capacity_bytes: bytes,
            used_bytes: Cell::new(0),
            stamp: Cell::new(next_stamp()),
            mark_depth: Cell::new(0),
            kept_end_bytes: Cell::new(0),
            overflow: RefCell::new(Vec::new()),
            overflow_bytes: Cell::new(0),
            overflow_count: Cell::new(0),
            rewound_bytes: 0,
            high_water_bytes: 0,
            high_water_tick: 0,
            warning_count: 0,
            is_above_warning: false,
            tick: 0,
        }
    }

    fn block_layout(bytes: usize) -> Layout {
        Layout::from_size_align(bytes.max(BLOCK_ALIGN_BYTES), BLOCK_ALIGN_BYTES).expect("an arena fits the address space")
    }

    /// Takes everything back, in constant time unless the last tick overflowed. `tick` is the one that begins.
    pub fn reset(&mut self, tick: u32) {
        let peak_bytes = self.peak_bytes();
        if peak_bytes > self.high_water_bytes {
            self.high_water_bytes = peak_bytes;
            self.high_water_tick = self.tick;
        }
        let is_above = self.is_warning(peak_bytes);
        self.warning_count += u32::from(is_above && !self.is_above_warning);
        self.is_above_warning = is_above;
        self.free_overflow();
        self.overflow_bytes.set(0);
        self.used_bytes.set(0);
        self.stamp.set(next_stamp());
        self.mark_depth.set(0);
        self.kept_end_bytes.set(0);
        self.rewound_bytes = 0;
        self.tick = tick;
    }

    fn free_overflow(&mut self) {
        for (block, layout) in self.overflow.get_mut().drain(..) {
            // SAFETY: allocated with this layout in `overflow_block`, and freed only here; `&mut self` says that nobody borrows from it.
            unsafe { dealloc(block.as_ptr(), layout) };
        }
    }

    /// Most bytes in use at once since the last reset.
    fn peak_bytes(&self) -> usize {
        self.rewound_bytes.max(self.used_bytes.get() + self.overflow_bytes.get())
    }

    fn is_warning(&self, bytes: usize) -> bool {
        bytes > 0 && bytes as u64 * 5 >= self.capacity_bytes as u64 * 4
    }

    /// Moves `value` into the arena.
    #[inline]
    #[allow(clippy::mut_from_ref, reason = "every call hands out memory of its own")]
    pub fn alloc<T: Copy>(&self, value: T) -> &mut T {
        let place = self.take(Layout::new::<T>()).cast::<T>();
        // SAFETY: `take` gives memory of T's size and alignment that nobody else has, good until a reset or a rewind, which need `&mut self`.
        unsafe {
            place.write(value);
            &mut *place.as_ptr()
        }
    }

    /// Copies `values` into the arena.
    #[allow(clippy::mut_from_ref, reason = "every call hands out memory of its own")]
    pub fn copy_slice<T: Copy>(&self, values: &[T]) -> &mut [T] {
        let place = self.take(Layout::for_value(values)).cast::<T>();
        // SAFETY: as in `alloc`, for `values.len()` of them; fresh memory does not overlap `values`.
        unsafe {
            std::ptr::copy_nonoverlapping(values.as_ptr(), place.as_ptr(), values.len());
            std::slice::from_raw_parts_mut(place.as_ptr(), values.len())
        }
    }

    /// `count` times `value`.
    #[allow(clippy::mut_from_ref, reason = "every call hands out memory of its own")]
    pub fn alloc_slice<T: Copy>(&self, count: usize, value: T) -> &mut [T] {
        let place = self.take(Layout::array::<T>(count).expect("a slice fits the address space")).cast::<T>();
        // SAFETY: as in `alloc`, for `count` of them; each is written before the slice is made.
        unsafe {
            (0..count).for_each(|index| place.add(index).write(value));
            std::slice::from_raw_parts_mut(place.as_ptr(), count)
        }
    }

    /// An empty vector that grows in the arena.
    pub fn scratch<T: Copy>(&self) -> Scratch<'_, T> {
        Scratch::new(self)
    }

    /// Formats text into the arena: `arena.format(format_args!("{damage}"))`. A formatter that fails ends the text early.
    pub fn format(&self, text: fmt::Arguments) -> &str {
        let mut bytes = self.scratch::<u8>();
        let _ = fmt::Write::write_fmt(&mut bytes, text);
        // SAFETY: `write_fmt` appends whole `str`s only.
        unsafe { std::str::from_utf8_unchecked(bytes.into_slice()) }
    }

    /// Remembers how much is in use, to be rewound to.
    pub fn mark(&self) -> Mark {
        let depth = self.mark_depth.get() + 1;
        self.mark_depth.set(depth);
        Mark { stamp: self.stamp.get(), used_bytes: self.used_bytes.get(), depth }
    }

    /// Gives back what was handed out since `mark`. Overflow blocks stay until the reset.
    ///
    /// # Panics
    /// If `mark` is of another arena or tick, is not the youngest mark, or something was kept since.
    pub fn rewind(&mut self, mark: Mark) {
        assert_eq!(mark.stamp, self.stamp.get(), "a mark is rewound in its own arena, before the next reset");
        assert_eq!(mark.depth, self.mark_depth.get(), "the youngest mark is rewound first");
        assert!(mark.used_bytes >= self.kept_end_bytes.get(), "what is kept until the reset cannot be rewound");
        self.rewound_bytes = self.peak_bytes();
        self.mark_depth.set(mark.depth - 1);
        self.used_bytes.set(mark.used_bytes);
    }

    /// How full the arena is and was.
    pub fn stats(&self) -> ArenaStats {
        let peak_bytes = self.peak_bytes();
        let is_new_high = peak_bytes > self.high_water_bytes;
        let is_above = self.is_warning(peak_bytes);
        let warning_count = self.warning_count + u32::from(is_above && !self.is_above_warning);
        let high_water_bytes = self.high_water_bytes.max(peak_bytes);
        ArenaStats {
            used_bytes: self.used_bytes.get() + self.overflow_bytes.get(),
            capacity_bytes: self.capacity_bytes,
            high_water_bytes,
            high_water_tick: if is_new_high { self.tick } else { self.high_water_tick },
            overflow_count: self.overflow_count.get(),
            warned: warning_count > 0,
            warning_count,
            suggested_capacity_bytes: high_water_bytes * 2,
        }
    }

    /// Uninitialised memory for `layout`, valid until the next reset or a rewind to before it.
    ///
    /// What is in use is always whole grains, so for most types the next free byte is aligned as it is, and one request waits for nothing of the one before but a
    /// single addition.
    #[inline]
    fn take(&self, layout: Layout) -> NonNull<u8> {
        let used_bytes = self.used_bytes.get();
        let address = self.block.as_ptr() as usize + used_bytes;
        let padding_bytes = if layout.align() <= GRAIN_BYTES { 0 } else { address.wrapping_neg() & (layout.align() - 1) };
        // No overflow: a layout is at most isize::MAX bytes, and so is the block.
        let start_bytes = used_bytes + padding_bytes;
        let end_bytes = start_bytes + in_grains(layout.size());
        if end_bytes <= self.capacity_bytes {
            self.used_bytes.set(end_bytes);
            // SAFETY: start <= end <= capacity, so the pointer stays in the block (or one past its end for size 0).
            unsafe { self.block.add(start_bytes) }
        } else {
            self.overflow_block(layout)
        }
    }

    #[cold]
    #[inline(never)]
    fn overflow_block(&self, layout: Layout) -> NonNull<u8> {
        if layout.size() == 0 {
            return NonNull::new(std::ptr::without_provenance_mut(layout.align())).expect("an alignment is not zero");
        }
        // SAFETY: the size is not zero.
        let block = NonNull::new(unsafe { alloc(layout) }).unwrap_or_else(|| handle_alloc_error(layout));
        self.overflow.borrow_mut().push((block, layout));
        self.overflow_bytes.set(self.overflow_bytes.get() + layout.size());
        self.overflow_count.set(self.overflow_count.get() + 1);
        block
    }

    /// Lengthens the allocation [start, start + old) to `new_bytes` if it is the last one and there is room; also shortens it.
    fn resize_last(&self, start: NonNull<u8>, old_bytes: usize, new_bytes: usize) -> bool {
        let offset_bytes = (start.as_ptr() as usize).wrapping_sub(self.block.as_ptr() as usize);
        let is_last = offset_bytes <= self.capacity_bytes && offset_bytes + in_grains(old_bytes) == self.used_bytes.get();
        let fits = is_last && in_grains(new_bytes) <= self.capacity_bytes - offset_bytes;
        if fits {
            self.used_bytes.set(offset_bytes + in_grains(new_bytes));
        }
        fits
    }
}

impl Drop for FrameArena {
    fn drop(&mut self) {
        self.free_overflow();
        // SAFETY: allocated with this layout in `with_capacity`.
        unsafe { dealloc(self.block.as_ptr(), Self::block_layout(self.capacity_bytes)) };
    }
}

impl fmt::Debug for FrameArena {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("FrameArena").field(&self.stats()).finish()
    }
}

//! Counting allocator: how many heap operations, and for whom.
//!
//! Owns: the allocator that counts over the system's, the tag that says on whose account an operation goes, the counters.
//! Units: operations, blocks, bytes as asked for by the caller. Invariant: counting never allocates, locks or fails.
//! Must not know: frames, segments, what a tag's owner does.
//!
//! A program counts only if it installs the allocator (the binary does so under the feature `count-alloc`):
//! ```
//! #[global_allocator]
//! static ALLOCATOR: tamafubuki::mem::counter::CountingAllocator = tamafubuki::mem::counter::CountingAllocator;
//! use tamafubuki::mem::counter::{Tag, scope, snapshot};
//! let before = snapshot().unwrap();
//! {
//!     let _sim = scope(Tag::Sim);
//!     std::hint::black_box(Box::new(7));
//! }
//! let sim = snapshot().unwrap().since(&before).of(Tag::Sim);
//! assert_eq!((sim.allocs, sim.frees, sim.bytes), (1, 1, 4));
//! ```
//!
//! Counters of a thread are its own, so a tag costs no locked instruction and tests do not disturb each other. Whatever a thread does
//! outside of any scope goes to one row shared by all threads: [`Tag::Other`].

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// On whose account a heap operation goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Tag {
    /// The simulation outside of the two parts below.
    Sim,
    /// Patterns: running programs, births.
    Pattern,
    /// Collision and the labels it leads to.
    Collide,
    /// Drawing of the game.
    Draw,
    /// The instrument itself: telemetry and its overlay.
    Overlay,
    /// The window toolkit between our frames, and everything of the loop that has no tag.
    Engine,
    /// Loading, screen changes, resizing, mode switches: allowed to allocate.
    Transition,
    /// Threads and code outside of any scope. The one row that all threads share.
    Other,
}

/// How many tags there are.
pub const TAG_COUNT: usize = 8;

impl Tag {
    /// Every tag, in the order of its index.
    pub const ALL: [Tag; TAG_COUNT] =
        [Tag::Sim, Tag::Pattern, Tag::Collide, Tag::Draw, Tag::Overlay, Tag::Engine, Tag::Transition, Tag::Other];

    /// Short lower-case name, as shown and exported.
    pub fn name(self) -> &'static str {
        ["sim", "pattern", "collide", "draw", "overlay", "engine", "transition", "other"][self as usize]
    }
}

/// What was counted for one tag. Frees go to the tag current at the free, so live figures of a single tag may be negative.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct TagCounts {
    /// Blocks taken, zeroed ones included.
    pub allocs: u64,
    /// Of `allocs`, those asked for as zeroed memory.
    pub zeroed: u64,
    /// Blocks resized.
    pub reallocs: u64,
    /// Blocks given back.
    pub frees: u64,
    /// Bytes taken: sizes of allocations and growth of reallocations.
    pub bytes: u64,
    /// Blocks taken less blocks given back.
    pub live_blocks: i64,
    /// Bytes taken less bytes given back.
    pub live_bytes: i64,
}

impl TagCounts {
    /// Allocations, reallocations and frees together.
    pub fn operations(&self) -> u64 {
        self.allocs + self.reallocs + self.frees
    }

    fn zip(&self, other: &TagCounts, unsigned: fn(u64, u64) -> u64, signed: fn(i64, i64) -> i64) -> TagCounts {
        TagCounts {
            allocs: unsigned(self.allocs, other.allocs),
            zeroed: unsigned(self.zeroed, other.zeroed),
            reallocs: unsigned(self.reallocs, other.reallocs),
            frees: unsigned(self.frees, other.frees),
            bytes: unsigned(self.bytes, other.bytes),
            live_blocks: signed(self.live_blocks, other.live_blocks),
            live_bytes: signed(self.live_bytes, other.live_bytes),
        }
    }
}

/// The counters of every tag at one moment, or their change between two.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Indexed by `Tag as usize`.
    pub tags: [TagCounts; TAG_COUNT],
}

impl Counts {
    /// The row of one tag.
    pub fn of(&self, tag: Tag) -> TagCounts {
        self.tags[tag as usize]
    }

    /// The three tags of the simulation together.
    pub fn sim(&self) -> TagCounts {
        self.sum(&[Tag::Sim, Tag::Pattern, Tag::Collide])
    }

    /// All tags together.
    pub fn total(&self) -> TagCounts {
        self.sum(&Tag::ALL)
    }

    /// The change since an earlier snapshot taken on the same thread.
    pub fn since(&self, earlier: &Counts) -> Counts {
        let mut change = *self;
        for (row, before) in change.tags.iter_mut().zip(&earlier.tags) {
            *row = row.zip(before, u64::wrapping_sub, i64::wrapping_sub);
        }
        change
    }

    /// Both together, tag by tag.
    pub fn plus(&self, other: &Counts) -> Counts {
        let mut both = *self;
        for (row, more) in both.tags.iter_mut().zip(&other.tags) {
            *row = row.zip(more, u64::wrapping_add, i64::wrapping_add);
        }
        both
    }

    fn sum(&self, tags: &[Tag]) -> TagCounts {
        tags.iter().fold(TagCounts::default(), |sum, tag| sum.zip(&self.of(*tag), u64::wrapping_add, i64::wrapping_add))
    }
}

const ALLOCS: usize = 0;
const ZEROED: usize = 1;
const REALLOCS: usize = 2;
const FREES: usize = 3;
const BYTES: usize = 4;
const FREED_BYTES: usize = 5;
const FIELD_COUNT: usize = 6;

struct Local {
    tag: Cell<Tag>,
    fields: [[Cell<u64>; FIELD_COUNT]; TAG_COUNT],
}

thread_local! {
    // Const and without a destructor: reachable from inside the allocator, also while a thread starts or ends.
    static LOCAL: Local = const { Local { tag: Cell::new(Tag::Other), fields: [const { [const { Cell::new(0) }; FIELD_COUNT] }; TAG_COUNT] } };
}

static SHARED: [AtomicU64; FIELD_COUNT] = [const { AtomicU64::new(0) }; FIELD_COUNT];

#[inline(always)]
fn add(changes: &[(usize, usize)]) {
    LOCAL.with(|local| {
        let tag = local.tag.get();
        for &(field, amount) in changes {
            if tag == Tag::Other {
                SHARED[field].fetch_add(amount as u64, Relaxed);
            } else {
                let cell = &local.fields[tag as usize][field];
                cell.set(cell.get() + amount as u64);
            }
        }
    });
}

/// Counts every operation that succeeds and hands it to the system's allocator.
pub struct CountingAllocator;

// SAFETY: every method hands its arguments unchanged to `System`, which upholds the contract of `GlobalAlloc`, and returns its answer
// unchanged. The counting touches a const thread-local without destructor and atomics: it cannot allocate, unwind or re-enter.
unsafe impl GlobalAlloc for CountingAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those `System` asks for.
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            add(&[(ALLOCS, 1), (BYTES, layout.size())]);
        }
        block
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            add(&[(ALLOCS, 1), (ZEROED, 1), (BYTES, layout.size())]);
        }
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        add(&[(FREES, 1), (FREED_BYTES, layout.size())]);
        // SAFETY: as above; the block came from `System`.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size_bytes: usize) -> *mut u8 {
        // SAFETY: as above; the block came from `System`.
        let moved = unsafe { System.realloc(block, layout, size_bytes) };
        if !moved.is_null() {
            let growth_bytes = size_bytes.saturating_sub(layout.size());
            let shrink_bytes = layout.size().saturating_sub(size_bytes);
            add(&[(REALLOCS, 1), (BYTES, growth_bytes), (FREED_BYTES, shrink_bytes)]);
        }
        moved
    }
}

/// Restores the former tag of this thread when dropped.
#[must_use = "the tag is restored as soon as the guard is dropped"]
pub struct Guard {
    former: Tag,
    // A guard belongs to the thread whose tag it restores.
    not_send: PhantomData<*const ()>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        switch(self.former);
    }
}

/// Puts the heap operations of this thread on `tag`'s account until the guard is dropped. Scopes nest.
pub fn scope(tag: Tag) -> Guard {
    Guard { former: switch(tag), not_send: PhantomData }
}

/// Sets the tag of this thread and gives the former one: for a probe that walks from part to part inside a [`scope`].
pub fn switch(tag: Tag) -> Tag {
    LOCAL.with(|local| local.tag.replace(tag))
}

/// The counters of this thread by tag, with the row shared by all threads. `None` when nothing was ever counted, which is to say when
/// the program does not install [`CountingAllocator`]. Allocates nothing.
pub fn snapshot() -> Option<Counts> {
    let mut counts = Counts::default();
    LOCAL.with(|local| {
        for (row, fields) in counts.tags.iter_mut().zip(&local.fields) {
            *row = tag_counts(|field| fields[field].get());
        }
    });
    counts.tags[Tag::Other as usize] = tag_counts(|field| SHARED[field].load(Relaxed));
    counts.tags.iter().any(|row| row.operations() > 0).then_some(counts)
}

fn tag_counts(read: impl Fn(usize) -> u64) -> TagCounts {
    TagCounts {
        allocs: read(ALLOCS),
        zeroed: read(ZEROED),
        reallocs: read(REALLOCS),
        frees: read(FREES),
        bytes: read(BYTES),
        live_blocks: read(ALLOCS).wrapping_sub(read(FREES)) as i64,
        live_bytes: read(BYTES).wrapping_sub(read(FREED_BYTES)) as i64,
    }
}

/// What counting adds to one heap operation, in ns: pairs of a 24-byte allocation and its free through the counting allocator against
/// the system's, the fastest of many short rounds each, so that interruptions fall away. Takes about 4 ms and leaves the counters as they were.
pub fn calibrate() -> f32 {
    const ROUNDS: usize = 192;
    let _overlay = scope(Tag::Overlay);
    let before = LOCAL.with(|local| local.fields[Tag::Overlay as usize].clone());
    let mut counted_ns = f32::INFINITY;
    let mut plain_ns = f32::INFINITY;
    for _ in 0..ROUNDS {
        plain_ns = plain_ns.min(operation_ns(&System));
        counted_ns = counted_ns.min(operation_ns(&CountingAllocator));
    }
    LOCAL.with(|local| {
        for (cell, former) in local.fields[Tag::Overlay as usize].iter().zip(&before) {
            cell.set(former.get());
        }
    });
    (counted_ns - plain_ns).max(0.0)
}

fn operation_ns(allocator: &impl GlobalAlloc) -> f32 {
    const PAIRS: usize = 512;
    let layout = Layout::new::<[f64; 3]>();
    let start = Instant::now();
    for _ in 0..PAIRS {
        // SAFETY: the layout has a size; the block is checked before it goes back with the layout it came with.
        unsafe {
            let block = black_box(allocator.alloc(layout));
            if !block.is_null() {
                allocator.dealloc(block, layout);
            }
        }
    }
    start.elapsed().as_nanos() as f32 / (2 * PAIRS) as f32
}

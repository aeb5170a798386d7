//! Memory systems. The only folder where `unsafe` may stand.
//!
//! Which one when, and what it costs. Three lifetimes: a tick, a stage, and many short lives of one shape.
//!
//! | system | choose it for | bytes an element |
//! |---|---|---|
//! | [`FrameArena`](arena::FrameArena) | what lives for a tick, of any type and size | its own size in whole grains of 8, and padding to an alignment above that |
//! | [`Scratch`](arena::Scratch) | lists of a tick that grow | its own size, up to twice while it grows; the rest goes back, the list in whole grains of 8 |
//! | [`Kept`](arena::Kept) | what is read later in the same tick while the arena is used on | its own size; 24 for the span |
//! | [`Mark`](arena::Mark) | what is done with before the tick is over: rewind, youngest first | none |
//! | one `Arc<StageData>` | a stage: compiled programs, paths, dialogue; made at load, dropped whole with the last run that plays it | its own size |
//! | [`Bullets`](crate::sim::bullet::Bullets), pooled | thousands of one shape, stepped together, born and dying all the time; positions move | 4 a field, 36 for life and looks, 20 for its handle and age, up to 24 for its place in the draw order |
//! | the same, boxed | to be compared with | the same without columns, a pointer of 16, and what the heap adds: 8 to 16 |
//! | [`FreeList`](free_list::FreeList) | what must not move while others name it by slot: enemies, lasers, scripts of bullets | its own size, the `Option` of its slot, 4 for the free list |
//! | `Vec` and `swap_remove` | items, shots, particles: no names, no order | its own size |
//! | [`workers`] | jobs of headless tools on several threads | an arena a thread |
//!
//! [`counter`] counts what all others take from the heap, [`lanes`] says by which instructions loops run, [`prefetch`] asks for memory ahead of its use.

pub mod arena;
pub mod counter;
pub mod free_list;
pub mod lanes;
pub mod prefetch;
pub mod workers;

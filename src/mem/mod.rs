//! Memory systems: counting allocator, frame arena, lanes. The only folder where `unsafe` may stand.

pub mod arena;
pub mod counter;
pub mod free_list;
pub mod lanes;

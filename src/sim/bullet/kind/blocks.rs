//! How the bullets of a kind lie in memory: in blocks of sixteen, within a block one row a field and a last row for the end of life.
//!
//! So a loop finds a row of lanes for each field, and one bullet has all that its step reads within a few neighbouring cache lines: births, deaths and moves ask
//! for one page where long columns would be one a field, and the room can grow without any field being moved apart. Units: an index counts bullets, a place
//! counts numbers. Must not know: any kind by name.

use crate::sim::bullet::record::FIELDS_MAX;

/// Bullets of a block: a row is a cache line, and a multiple of every width of lanes.
pub const LANE_COUNT: usize = 16;

/// A field of the bullets of a block.
pub type Row = [f32; LANE_COUNT];

/// Numbers of a block of a kind with so many fields.
pub const fn block_len(field_count: usize) -> usize {
    (field_count + 1) * LANE_COUNT
}

/// Where the first field of the bullet `index` is. Its next ones follow, each `LANE_COUNT` further.
#[inline(always)]
pub const fn place(index: usize, block_len: usize) -> usize {
    index / LANE_COUNT * block_len + index % LANE_COUNT
}

/// Copies a bullet of a kind with `FIELD_COUNT` fields, its end of life included, over another.
#[inline]
pub fn copy<const FIELD_COUNT: usize>(blocks: &mut [f32], from: usize, to: usize) {
    let len = FIELD_COUNT * LANE_COUNT + 1;
    let (from, to) = (place(from, block_len(FIELD_COUNT)), place(to, block_len(FIELD_COUNT)));
    let mut fields = [0.0; FIELDS_MAX + 1];
    let fields = &mut fields[..=FIELD_COUNT];
    let source = &blocks[from..from + len];
    for (field, value) in fields.iter_mut().enumerate() {
        *value = source[field * LANE_COUNT];
    }
    let target = &mut blocks[to..to + len];
    for (field, value) in fields.iter().enumerate() {
        target[field * LANE_COUNT] = *value;
    }
}

//! A heap as a long session leaves it: what benches and A/B runs measure on besides a fresh one.
//!
//! Owns: the blocks that keep the heap in pieces. Units: blocks, bytes. Invariant: the same blocks in the same order each time; nothing is measured here.
//! Must not know: what will be allocated into the holes.

use crate::sim::rng::Rng;

/// Fewest blocks: a session leaves its traces whatever is alive now.
const BLOCKS_MIN: usize = 1_000_000;
/// Blocks for each object to come, so that even many find holes instead of fresh memory behind them.
const BLOCKS_PER_OBJECT: usize = 8;
/// Sizes of blocks, bytes: from a short text to a bullet with all that is known of it.
const SIZES_BYTES: std::ops::Range<u32> = 16..160;

/// Keeps every second block, until it is dropped.
pub struct AgedHeap {
    kept: Vec<Box<[u8]>>,
}

impl AgedHeap {
    /// Takes a million blocks of mixed sizes, or eight for each of `object_count` objects if that is more, and frees every second one in random order:
    /// the allocator hands out the holes as they became free, scattered.
    pub fn new(object_count: usize) -> Self {
        let mut rng = Rng::new(99);
        let count = BLOCKS_MIN.max(object_count * BLOCKS_PER_OBJECT);
        let mut size_bytes = || (SIZES_BYTES.start + rng.below(SIZES_BYTES.end - SIZES_BYTES.start)) as usize;
        // Touched: a page that was never written is not there yet.
        let blocks: Vec<Box<[u8]>> = (0..count).map(|_| vec![1; size_bytes()].into_boxed_slice()).collect();
        let (mut kept, mut freed) = (Vec::with_capacity(count / 2 + 1), Vec::with_capacity(count / 2));
        for (index, block) in blocks.into_iter().enumerate() {
            if index % 2 == 0 { kept.push(block) } else { freed.push(block) }
        }
        for last in (1..freed.len()).rev() {
            freed.swap(last, rng.below(last as u32 + 1) as usize);
        }
        freed.into_iter().for_each(drop);
        Self { kept }
    }

    /// Blocks that are kept.
    pub fn kept_count(&self) -> usize {
        self.kept.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_second_block_stays_and_few_objects_find_as_many() {
        assert_eq!(AgedHeap::new(0).kept_count(), 500_000);
        assert_eq!(AgedHeap::new(200_000).kept_count(), 800_000);
    }
}

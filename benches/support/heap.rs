//! A heap that is not fresh.

use tamafubuki::sim::rng::Rng;

/// A heap as after a long session: `block_count` blocks of mixed sizes, taken, then every second one freed in random order, so that new blocks land in scattered holes.
pub fn aged(block_count: usize) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(99);
    let mut blocks: Vec<Vec<u8>> = (0..block_count).map(|_| vec![1; 24 + rng.below(160) as usize]).collect();
    for index in (1..blocks.len()).rev() {
        blocks.swap(index, rng.below(index as u32 + 1) as usize);
    }
    blocks.truncate(block_count / 2);
    blocks
}

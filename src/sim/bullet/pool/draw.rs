//! Drawing a pool: the instances of all its bullets, each at its rank.

use super::{Pool, Still};
use crate::mem::lanes::{Lanes, Width, Work};
use crate::sim::bullet::instance::{Instance, OPEN, unfold};
use crate::sim::bullet::kind::blocks::{LANE_COUNT, place};
use crate::sim::bullet::order::Ranks;
use crate::sim::bullet::record::Cold;

impl Pool {
    /// Writes everyone into `drawn`, each where `ranks` says.
    pub fn draw(&self, tick: u32, lanes: Lanes, ranks: Ranks, drawn: &mut [Instance]) {
        let blocks = &self.block[self.first..self.first + self.place(self.still.len())];
        lanes.run(Draw { blocks, block_len: self.block_len(), still: &self.still[..self.len], awake: self.awake, tick, ranks, drawn });
    }
}

/// A pool being drawn.
struct Draw<'a> {
    blocks: &'a [f32],
    block_len: usize,
    still: &'a [Still],
    awake: usize,
    tick: u32,
    ranks: Ranks<'a>,
    drawn: &'a mut [Instance],
}

impl Work for Draw<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, _width: impl Width) {
        let (still, tick) = (self.still, self.tick);
        // Whole blocks of those who move, then whoever remains.
        let (moving, _) = still[..self.awake].as_chunks::<LANE_COUNT>();
        for (block, still) in self.blocks.chunks_exact(self.block_len).zip(moving) {
            let rows = block.as_chunks::<LANE_COUNT>().0;
            let courses: [[f32; 4]; LANE_COUNT] = std::array::from_fn(|lane| [rows[0][lane], rows[1][lane], rows[2][lane], rows[3][lane]]);
            for (course, still) in courses.iter().zip(still) {
                self.one(*course, &still.cold, OPEN);
            }
        }
        for (index, still) in still.iter().enumerate().skip(moving.len() * LANE_COUNT) {
            let from = place(index, self.block_len);
            let course = std::array::from_fn(|field| self.blocks[from + field * LANE_COUNT]);
            self.one(course, &still.cold, if index < self.awake { OPEN } else { unfold(&still.cold, tick) });
        }
    }
}

impl Draw<'_> {
    #[inline(always)]
    fn one(&mut self, course: [f32; 4], cold: &Cold, unfold: u8) {
        self.drawn[self.ranks.of(cold.place)] = Instance::of(course, cold, unfold, self.tick);
    }
}

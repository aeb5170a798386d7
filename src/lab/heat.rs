//! Where bullets were: for each cell of the playfield the bullets that stood in it, summed over the ticks.
//!
//! Units: px; a cell's number is bullet-ticks. Invariant: the same ticks give the same map in any order of bullets.

use crate::sim::bullet::Bullets;
use crate::sim::field::{HEIGHT_PX, WIDTH_PX};
use glam::Vec2;

/// Side of a cell, px.
pub const CELL_PX: f32 = 8.0;
/// Cells side by side.
pub const COLUMN_COUNT: usize = (WIDTH_PX / CELL_PX) as usize;
/// Cells one above the other.
pub const ROW_COUNT: usize = (HEIGHT_PX / CELL_PX) as usize;

/// See `Heat::high`.
const HIGH_SHARE: f32 = 0.97;

/// The map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Row by row from the top.
    counts: Box<[u32]>,
}

impl Default for Heat {
    fn default() -> Self {
        Self { counts: vec![0; COLUMN_COUNT * ROW_COUNT].into() }
    }
}

impl Heat {
    /// A tick passed, and these are the bullets. Those outside of the playfield count nowhere.
    pub fn add(&mut self, bullets: &Bullets) {
        bullets.for_each_circles(|bullet| self.add_one(bullet.at));
    }

    fn add_one(&mut self, at: Vec2) {
        if at.x >= 0.0 && at.y >= 0.0 && at.x < WIDTH_PX && at.y < HEIGHT_PX {
            let (column, row) = ((at.x / CELL_PX) as usize, (at.y / CELL_PX) as usize);
            let count = &mut self.counts[row * COLUMN_COUNT + column];
            *count = count.saturating_add(1);
        }
    }

    /// The numbers, row by row from the top.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The greatest number.
    pub fn most(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// The number that `HIGH_SHARE` of the cells in which anything was stay at or below: what a scale may end with, so that the few cells in
    /// which everything is fired do not darken all others.
    pub fn high(&self) -> u32 {
        let mut counts: Vec<u32> = self.counts.iter().copied().filter(|count| *count > 0).collect();
        counts.sort_unstable();
        let index = (counts.len() as f32 * HIGH_SHARE).ceil() as usize;
        counts.get(index.saturating_sub(1)).copied().unwrap_or(0)
    }

    /// What it takes in memory, bytes.
    pub fn bytes(&self) -> usize {
        size_of_val::<[u32]>(&self.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bullet_counts_once_in_its_cell_and_those_outside_nowhere() {
        let mut heat = Heat::default();
        for at in [(0.0, 0.0), (7.9, 7.9), (8.0, 0.0), (383.9, 447.9), (-0.1, 5.0), (384.0, 5.0), (5.0, 448.0)] {
            heat.add_one(at.into());
        }
        let found: Vec<(usize, u32)> = heat.counts().iter().copied().enumerate().filter(|(_, count)| *count > 0).collect();
        assert_eq!(found, [(0, 2), (1, 1), (COLUMN_COUNT * ROW_COUNT - 1, 1)]);
        assert_eq!(heat.most(), 2);
    }

    #[test]
    fn a_scale_is_not_spoilt_by_the_cell_in_which_all_is_fired() {
        let mut heat = Heat::default();
        assert_eq!(heat.high(), 0);
        for cell in 0..99 {
            heat.counts[cell] = cell as u32 % 9 + 1;
        }
        heat.counts[500] = 4_000;
        assert_eq!((heat.high(), heat.most()), (9, 4_000));
    }
}

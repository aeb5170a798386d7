//! Pooled against boxed: blocks of clean frames between mode switches, ratios of neighbouring blocks, and a verdict.
//!
//! Units: milliseconds, bullets. Invariant: only blocks of the same load are compared, and a verdict needs more than one such pair;
//! "no difference" is a verdict. Must not know: who switches the mode, and why.

use super::ring::Ring;
use crate::sim::bullet::Mode;

/// Clean frames that a block needs.
pub const BLOCK_FRAMES_MIN: usize = 120;
/// Loads may differ by this share of the larger one.
const LOAD_TOLERANCE: f32 = 0.1;
const BLOCK_COUNT: usize = 64;

/// Clean frames of one mode between two switches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Block {
    /// Storage of the bullets.
    pub mode: Mode,
    /// Median simulation time.
    pub sim_p50_ms: f32,
    /// Bullets alive, mean.
    pub bullets_mean: f32,
}

/// Boxed time over pooled time, by pairs of neighbouring blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// Geometric mean.
    pub mean: f32,
    /// Smallest.
    pub low: f32,
    /// Largest.
    pub high: f32,
    /// Pairs behind it.
    pub pair_count: u32,
}

/// What may be said.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Fewer than two pairs of blocks with the same load.
    TooLittle,
    /// The ratios lie on both sides of 1.
    NoDifference,
    /// Every pair says so; how many times.
    PooledFaster(f32),
    /// Every pair says so; how many times.
    BoxedFaster(f32),
}

/// What blocks say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// `None` without a pair.
    pub ratio: Option<Ratio>,
    /// Neighbouring blocks of different mode that were left out because their loads differ.
    pub unequal_count: u32,
    /// The conclusion.
    pub verdict: Verdict,
}

/// Closed blocks, oldest first.
pub struct Blocks {
    closed: Ring<Block>,
}

impl Blocks {
    pub(super) fn new() -> Blocks {
        Blocks { closed: Ring::new(BLOCK_COUNT) }
    }

    pub(super) fn close(&mut self, block: Block) {
        self.closed.push(block);
    }

    pub(super) fn clear(&mut self) {
        self.closed.clear();
    }

    /// Compares neighbouring blocks; `open` is the one still running.
    pub fn compare(&self, open: Option<Block>) -> Comparison {
        let mut unequal_count = 0;
        let (mut low, mut high, mut log_sum, mut pair_count) = (f32::INFINITY, 0.0_f32, 0.0, 0);
        let following = self.closed.iter().skip(1).copied().chain(open);
        for (former, latter) in self.closed.iter().copied().zip(following).filter(|(former, latter)| former.mode != latter.mode) {
            let larger = former.bullets_mean.max(latter.bullets_mean);
            if (former.bullets_mean - latter.bullets_mean).abs() > LOAD_TOLERANCE * larger {
                unequal_count += 1;
                continue;
            }
            let (pooled, boxed) = if former.mode == Mode::Pooled { (former, latter) } else { (latter, former) };
            if pooled.sim_p50_ms > 0.0 && boxed.sim_p50_ms > 0.0 {
                let ratio = boxed.sim_p50_ms / pooled.sim_p50_ms;
                (low, high, log_sum, pair_count) = (low.min(ratio), high.max(ratio), log_sum + ratio.ln(), pair_count + 1);
            }
        }
        let ratio = (pair_count > 0).then(|| Ratio { mean: (log_sum / pair_count as f32).exp(), low, high, pair_count });
        Comparison { ratio, unequal_count, verdict: verdict(ratio) }
    }
}

fn verdict(ratio: Option<Ratio>) -> Verdict {
    match ratio {
        Some(Ratio { pair_count: 0..2, .. }) | None => Verdict::TooLittle,
        Some(ratio) if ratio.low > 1.0 => Verdict::PooledFaster(ratio.mean),
        Some(ratio) if ratio.high < 1.0 => Verdict::BoxedFaster(1.0 / ratio.mean),
        Some(_) => Verdict::NoDifference,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(of: &[(Mode, f32, f32)]) -> Blocks {
        let mut blocks = Blocks::new();
        of.iter().for_each(|&(mode, sim_p50_ms, bullets_mean)| blocks.close(Block { mode, sim_p50_ms, bullets_mean }));
        blocks
    }

    #[test]
    fn neighbours_of_equal_load_are_compared() {
        use Mode::{Boxed, Pooled};
        // ABBA: pairs (1, 4) and (8, 2); the middle two are of one mode.
        let comparison = blocks(&[(Pooled, 1.0, 500.0), (Boxed, 4.0, 480.0), (Boxed, 8.0, 500.0), (Pooled, 2.0, 510.0)]).compare(None);
        let ratio = comparison.ratio.unwrap();
        assert_eq!((ratio.low, ratio.high, ratio.pair_count), (4.0, 4.0, 2));
        assert!(matches!(comparison.verdict, Verdict::PooledFaster(times) if (times - 4.0).abs() < 1e-5));
        let unequal = blocks(&[(Pooled, 1.0, 500.0), (Boxed, 4.0, 100.0)]).compare(None);
        assert_eq!((unequal.ratio, unequal.unequal_count, unequal.verdict), (None, 1, Verdict::TooLittle));
    }

    #[test]
    fn no_difference_is_a_verdict_and_one_pair_is_none() {
        use Mode::{Boxed, Pooled};
        let closed = blocks(&[(Pooled, 1.0, 10.0), (Boxed, 1.1, 10.0)]);
        assert_eq!(closed.compare(None).verdict, Verdict::TooLittle);
        let open = Block { mode: Pooled, sim_p50_ms: 1.2, bullets_mean: 10.0 };
        assert_eq!(closed.compare(Some(open)).verdict, Verdict::NoDifference);
        let slower = blocks(&[(Pooled, 2.0, 0.0), (Boxed, 1.0, 0.0), (Pooled, 2.0, 0.0)]);
        assert_eq!(slower.compare(None).verdict, Verdict::BoxedFaster(2.0));
    }
}

//! Moments of a run that were kept, to go back to.
//!
//! Units: ticks of the program, bytes. Invariant: the first moment is always kept; together they take at most the budget, or there is only the first.
//! When the budget is reached, every other moment goes and from then on half as many are kept: going back takes longer, memory stays.

use super::heat::Heat;
use crate::sim::world::WorldCopy;

/// Ticks from moment to moment, at first.
pub const EVERY_TICKS: u32 = 60;
/// What all moments together take at most, bytes.
pub const BUDGET_BYTES: usize = 64 << 20;

/// A moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Ticks of the program that had passed.
    pub tick: u32,
    /// The world.
    pub world: WorldCopy,
    /// Where bullets had been.
    pub heat: Heat,
}

impl Moment {
    fn bytes(&self) -> usize {
        self.world.bytes() + self.heat.bytes()
    }
}

/// The moments, in order of tick.
#[derive(Clone, Debug)]
pub struct Timeline {
    moments: Vec<Moment>,
    every_ticks: u32,
    bytes: usize,
    budget_bytes: usize,
}

impl Timeline {
    /// Begins with the first moment.
    pub fn new(first: Moment, budget_bytes: usize) -> Self {
        Self { bytes: first.bytes(), moments: vec![first], every_ticks: EVERY_TICKS, budget_bytes }
    }

    /// Whether this tick's moment is to be kept.
    pub fn wants(&self, tick: u32) -> bool {
        tick.is_multiple_of(self.every_ticks) && self.moments.last().is_none_or(|last| last.tick < tick)
    }

    /// Keeps a moment later than all others.
    pub fn keep(&mut self, moment: Moment) {
        self.bytes += moment.bytes();
        self.moments.push(moment);
        while self.bytes > self.budget_bytes && self.moments.len() > 1 {
            self.every_ticks = self.every_ticks.saturating_mul(2);
            self.moments.retain(|moment| moment.tick.is_multiple_of(self.every_ticks));
            self.bytes = self.moments.iter().map(Moment::bytes).sum();
        }
    }

    /// Forgets what is later than `tick`.
    pub fn cut(&mut self, tick: u32) {
        self.moments.retain(|moment| moment.tick <= tick);
        self.bytes = self.moments.iter().map(Moment::bytes).sum();
    }

    /// The last moment before `tick`; the first for 0.
    pub fn before(&self, tick: u32) -> &Moment {
        let count = self.moments.partition_point(|moment| moment.tick < tick);
        &self.moments[count.saturating_sub(1)]
    }

    /// What the moments take at most, bytes.
    pub fn budget_bytes(&self) -> usize {
        self.budget_bytes
    }

    /// What the moments take, bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.moments.len()
    }

    /// Ticks from one to the next.
    pub fn every_ticks(&self) -> u32 {
        self.every_ticks
    }
}

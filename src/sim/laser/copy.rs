//! A copy of all lasers, made to go back to: for tools.
//!
//! Invariant: after `restore` everything that the simulation can ask has the same answer as when the copy was made.

use super::Lasers;
use super::body::Laser;
use glam::Vec2;

/// All lasers at one moment.
#[derive(Clone, Debug)]
pub struct LasersCopy {
    /// In order of birth, each with the ring of its trail.
    pub(super) lasers: Vec<(Laser, Vec<Vec2>)>,
    pub(super) next_serial: u32,
    pub(super) tick: u32,
    pub(super) peak: usize,
    pub(super) refused_count: u64,
}

impl LasersCopy {
    /// What it keeps on the heap, bytes.
    pub fn heap_bytes(&self) -> usize {
        let trails: usize = self.lasers.iter().map(|(_, points)| points.capacity() * size_of::<Vec2>()).sum();
        self.lasers.capacity() * size_of::<(Laser, Vec<Vec2>)>() + trails
    }
}

impl Lasers {
    /// Goes back to a copy, in the storage of now. May allocate.
    pub fn restore(&mut self, copy: &LasersCopy) {
        self.clear();
        self.put_back(copy);
    }
}

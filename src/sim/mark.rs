//! Warnings on the ground: what patterns announce. They harm nobody and change nothing; they are kept here so that tools which go back in
//! time, and pictures without a window, show them.
//!
//! Units: px, degrees, ticks. Invariant: at most `MARKS_MAX`, in a block taken once. Must not know: who marks what.

use super::bullet::color::Color;
use glam::Vec2;

/// Most marks at once; further ones are not shown.
pub const MARKS_MAX: usize = 64;

/// A warning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Its middle, or where it begins.
    pub at: Vec2,
    /// What is drawn.
    pub shape: MarkShape,
    /// Its colour.
    pub color: Color,
    /// Ticks it is shown.
    pub ticks: u32,
    /// The tick in which it came.
    pub born_tick: u32,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarkShape {
    /// Something happens within.
    Circle {
        /// Of its edge.
        radius_px: f32,
    },
    /// Something comes along it.
    Lane {
        /// Where it leads.
        angle_deg: f32,
        /// From its beginning.
        length_px: f32,
        /// Across.
        width_px: f32,
    },
}

/// All marks, the oldest first.
#[derive(Clone, Debug)]
pub struct Marks(Vec<Mark>);

impl Marks {
    /// Takes the block.
    pub fn new() -> Self {
        Self(Vec::with_capacity(MARKS_MAX))
    }

    /// One more, if there is room.
    pub fn add(&mut self, mark: Mark, tick: u32) {
        if self.0.len() < MARKS_MAX {
            self.0.push(Mark { born_tick: tick, ..mark });
        }
    }

    /// One tick: those whose time is over go.
    pub fn step(&mut self, tick: u32) {
        self.0.retain(|mark| tick < mark.born_tick.saturating_add(mark.ticks));
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All, the oldest first.
    pub fn all(&self) -> &[Mark] {
        &self.0
    }
}

impl Default for Marks {
    fn default() -> Self {
        Self::new()
    }
}

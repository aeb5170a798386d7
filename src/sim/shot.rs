//! The player's shots: straight, fast, many; one fixed block with swap-and-pop.

use super::field;
use super::math;
use super::stage::format::{Barrel, ShotShape};
use glam::Vec2;

/// Most shots at once; a further one is not fired.
pub const SHOTS_MAX: usize = 512;

/// One shot.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// Where, px.
    pub at: Vec2,
    /// Where it was a tick ago, px.
    pub previous: Vec2,
    /// px per tick.
    pub velocity: Vec2,
    /// Direction, degrees.
    pub angle_deg: f32,
    /// Damage.
    pub damage: u32,
    /// Silhouette.
    pub shape: ShotShape,
}

/// All shots.
#[derive(Clone, Debug)]
pub struct Shots(Vec<Shot>);

impl Shots {
    /// Takes the block.
    pub fn new() -> Self {
        Self(Vec::with_capacity(SHOTS_MAX))
    }

    /// Fires `barrel` from `from`.
    pub fn fire(&mut self, from: Vec2, barrel: &Barrel) {
        if self.0.len() < SHOTS_MAX {
            let at = from + Vec2::from(barrel.at);
            let velocity = math::unit(barrel.angle) * barrel.speed;
            self.0.push(Shot { at, previous: at, velocity, angle_deg: barrel.angle, damage: barrel.damage, shape: barrel.shape });
        }
    }

    /// One tick of motion; those that left the playfield go.
    pub fn step(&mut self) {
        for shot in &mut self.0 {
            shot.previous = shot.at;
            shot.at += shot.velocity;
        }
        let mut index = 0;
        while index < self.0.len() {
            if field::contains(self.0[index].at, 24.0) {
                index += 1;
            } else {
                self.0.swap_remove(index);
            }
        }
    }

    /// Removes the shots at these indices (ascending, no doubles).
    pub fn remove(&mut self, indices: impl DoubleEndedIterator<Item = usize>) {
        for index in indices.rev() {
            self.0.swap_remove(index);
        }
    }

    /// All shots.
    pub fn all(&self) -> &[Shot] {
        &self.0
    }
}

impl Default for Shots {
    fn default() -> Self {
        Self::new()
    }
}

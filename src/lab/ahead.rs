//! Where the bullets that live now will go: found by running a copy of the world ahead, so that every kind and every change of course is in it.
//!
//! Units: px, ticks. Invariant: the world that is looked at stays as it is.

use crate::sim::bullet::Bullets;
use glam::Vec2;

/// Ticks that are run ahead.
pub const AHEAD_TICKS: u32 = 60;
/// Ticks from point to point of a trail.
pub const STEP_TICKS: u32 = 3;

/// The way of one bullet.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// Serial of birth.
    pub serial: u32,
    /// Its places: now, then `STEP_TICKS` apart, as long as it lives.
    pub places: Vec<Vec2>,
}

/// Trails that begin with the bullets as they are, in order of serial.
pub fn begin(bullets: &Bullets) -> Vec<Trail> {
    let mut trails = Vec::with_capacity(bullets.len());
    bullets.for_each_circles(|bullet| {
        let mut places = Vec::with_capacity((AHEAD_TICKS / STEP_TICKS) as usize + 1);
        places.push(bullet.at);
        trails.push(Trail { serial: bullet.serial, places });
    });
    trails.sort_unstable_by_key(|trail| trail.serial);
    trails
}

/// Lengthens the trails to where the bullets are now; those born since have none.
pub fn lengthen(trails: &mut [Trail], bullets: &Bullets) {
    bullets.for_each_circles(|bullet| {
        if let Ok(index) = trails.binary_search_by_key(&bullet.serial, |trail| trail.serial) {
            trails[index].places.push(bullet.at);
        }
    });
}

//! A curved laser's place: a head that flies, and the last positions it had, in a ring.

use super::body::Gap;
use super::{GRAZE_PX, TRAIL_MAX, beam};
use crate::sim::bullet::{Env, Flight};
use crate::sim::field;
use glam::Vec2;

/// Head and trail. The positions lie in the storage; this says which is which.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ribbon {
    pub flight: Flight,
    /// The first tick in which it flies.
    pub wake_tick: u32,
    /// Positions it keeps.
    pub most: u16,
    /// Positions it has.
    pub count: u16,
    /// Where in the ring the head is.
    pub newest: u16,
    /// The last tick in which the head was not outside.
    pub inside_tick: u32,
}

/// Share of a trail, from the head, over which it widens.
const HEAD_SHARE: f32 = 0.125;
/// Share of a trail, to its end, over which it narrows.
const TAIL_SHARE: f32 = 0.5;
/// A player's hit circle is not larger than this, px: what is further away need not be looked at closely.
const PLAYER_RADIUS_MAX_PX: f32 = 16.0;

/// Share of its width that a curved laser has at the `k`-th of `count` positions, counted from the head: it is pointed at both ends.
pub fn profile(k: usize, count: usize) -> f32 {
    let share = k as f32 / count.saturating_sub(1).max(1) as f32;
    (share / HEAD_SHARE).min((1.0 - share) / TAIL_SHARE).clamp(0.0, 1.0)
}

impl Ribbon {
    /// A head that has not moved yet.
    pub fn new(flight: Flight, wake_tick: u32, tick: u32, trail_count: u16, points: &mut [Vec2]) -> Self {
        let most = trail_count.clamp(2, TRAIL_MAX as u16);
        points[0] = flight.at();
        Self { flight, wake_tick, most, count: 1, newest: 0, inside_tick: tick }
    }

    /// One tick; false when all of it is outside, or its place is no number.
    pub fn step(&mut self, points: &mut [Vec2], env: &Env) -> bool {
        if env.tick < self.wake_tick {
            self.inside_tick = env.tick;
            return true;
        }
        self.flight.step(env);
        let at = self.flight.at();
        self.newest = (self.newest + 1) % self.most;
        points[usize::from(self.newest)] = at;
        self.count = (self.count + 1).min(self.most);
        if field::contains(at, field::CULL_MARGIN_PX) {
            self.inside_tick = env.tick;
        }
        at.is_finite() && env.tick - self.inside_tick < u32::from(self.most)
    }

    /// The `k`-th position, counted from the head.
    pub fn point(&self, points: &[Vec2], k: usize) -> Vec2 {
        let (newest, most) = (usize::from(self.newest), usize::from(self.most));
        points[(newest + most - k % most) % most]
    }

    /// All positions, from the head.
    pub fn trail<'a>(&'a self, points: &'a [Vec2]) -> impl Iterator<Item = Vec2> + 'a {
        (0..usize::from(self.count)).map(|k| self.point(points, k))
    }

    /// How far `player` is from it, while it is `width_px` wide at most and hits at `hit_width_px`.
    pub fn gap(&self, points: &[Vec2], widths_px: [f32; 2], player: Vec2) -> Gap {
        let count = usize::from(self.count);
        let [width_px, hit_width_px] = widths_px;
        let reach_px = width_px * 0.5 + GRAZE_PX + PLAYER_RADIUS_MAX_PX;
        let mut gap = Gap { hit_px: f32::INFINITY, edge_px: f32::INFINITY, at: self.flight.at() };
        let mut to = self.point(points, 0);
        for k in 1..count {
            let from = std::mem::replace(&mut to, self.point(points, k));
            let at = beam::nearest(from, to, player);
            let distance_squared = at.distance_squared(player);
            if distance_squared > reach_px * reach_px {
                continue;
            }
            // The narrower end counts: what is drawn is nowhere thinner than what hits.
            let half = profile(k - 1, count).min(profile(k, count)) * 0.5;
            let distance_px = distance_squared.sqrt();
            gap.hit_px = gap.hit_px.min(distance_px - hit_width_px * half);
            if distance_px - width_px * half < gap.edge_px {
                (gap.edge_px, gap.at) = (distance_px - width_px * half, at);
            }
        }
        gap
    }
}

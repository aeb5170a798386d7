//! A straight laser's place: a segment that turns about its beginning, which may follow an owner.

use super::birth::Owner;
use super::body::Gap;
use crate::sim::math;
use glam::Vec2;

/// The segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam {
    /// Where it begins, px.
    pub at: Vec2,
    /// Where it began a tick ago, px.
    pub previous: Vec2,
    /// Whom it follows; `None`: nobody.
    pub followed: Option<Owner>,
    /// From there to its beginning, px.
    pub offset: Vec2,
    /// Direction in the tick of its birth, degrees.
    pub start_deg: f32,
    /// Turn each tick, degrees.
    pub turn_deg: f32,
    pub length_px: f32,
    pub warn_ticks: u32,
    pub open_ticks: u32,
}

impl Beam {
    /// Direction at an age, degrees. Worked out anew each time, so that no error adds up.
    pub fn angle_deg(&self, age_ticks: u32) -> f32 {
        math::wrap_deg(self.start_deg + self.turn_deg * age_ticks as f32)
    }

    /// Share of its width that is open at an age.
    pub fn opened(&self, age_ticks: u32) -> f32 {
        match age_ticks.checked_sub(self.warn_ticks) {
            None => 0.0,
            Some(since) if since >= self.open_ticks => 1.0,
            Some(since) => (since + 1) as f32 / (self.open_ticks + 1) as f32,
        }
    }

    /// Its middle line without the round ends that a width has, px.
    pub fn middle(&self, age_ticks: u32, width_px: f32) -> [Vec2; 2] {
        let along = math::unit(self.angle_deg(age_ticks));
        let inset_px = width_px.min(self.length_px) * 0.5;
        [self.at + along * inset_px, self.at + along * (self.length_px - inset_px)]
    }

    /// How far `player` is from it while it is `width_px` wide and hits at `hit_width_px`.
    pub fn gap(&self, age_ticks: u32, full_width_px: f32, widths_px: [f32; 2], player: Vec2) -> Gap {
        let [from, to] = self.middle(age_ticks, full_width_px);
        let at = nearest(from, to, player);
        let distance_px = at.distance(player);
        let [width_px, hit_width_px] = widths_px;
        Gap { hit_px: distance_px - hit_width_px * 0.5, edge_px: distance_px - width_px * 0.5, at }
    }
}

/// The point of a segment that is nearest to `point`.
pub fn nearest(from: Vec2, to: Vec2, point: Vec2) -> Vec2 {
    let line = to - from;
    let length_squared = line.length_squared();
    // A segment without length is its beginning.
    let share = if length_squared > 0.0 { ((point - from).dot(line) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    from + line * share
}

//! What can be seen of a laser: for drawing between ticks, for the bot, for tools.

use super::body::{Body, Laser};
use super::ribbon::{self, Ribbon};
use crate::sim::bullet::color::Color;
use glam::Vec2;

/// A laser as seen. Of pairs the first is as of a tick ago, the second as of now.
#[derive(Clone, Copy, Debug)]
pub struct LaserView<'a> {
    /// Serial of birth.
    pub serial: u32,
    /// Its colour.
    pub color: Color,
    /// Ticks since birth.
    pub age_ticks: u32,
    /// Width when it is open, px.
    pub width_px: f32,
    /// Width of what hits then, px.
    pub hit_width_px: f32,
    /// Share of its width, 0 to 1.
    pub share: [f32; 2],
    /// How much of it has not faded, 1 to 0.
    pub left: [f32; 2],
    /// Ticks until it can hit; 0 when it can, or never will again.
    pub ticks_to_open: u32,
    /// Ticks until it can hit no more; 0 when it fades.
    pub ticks_to_close: u32,
    /// Its place.
    pub body: BodyView<'a>,
}

/// A laser's place as seen.
#[derive(Clone, Copy, Debug)]
pub enum BodyView<'a> {
    /// Straight.
    Straight {
        /// Where it begins, px.
        at: [Vec2; 2],
        /// Its direction, degrees; as of a tick ago it may be beyond the half turn, so that the way between is the short one.
        angle_deg: [f32; 2],
        /// px.
        length_px: f32,
        /// How much of the warning has passed, 0 to 1.
        warned: f32,
    },
    /// Curved.
    Curved(TrailView<'a>),
}

/// The positions of a curved laser, counted from its head.
#[derive(Clone, Copy, Debug)]
pub struct TrailView<'a> {
    ribbon: &'a Ribbon,
    points: &'a [Vec2],
    /// Displacement of the head in the last tick, px; before its first its direction.
    pub velocity: Vec2,
}

impl TrailView<'_> {
    /// How many there are, at least 1.
    pub fn count(&self) -> usize {
        usize::from(self.ribbon.count)
    }

    /// The `k`-th, px; 0 is the head.
    pub fn point(&self, k: usize) -> Vec2 {
        self.ribbon.point(self.points, k)
    }

    /// The `k`-th a part of a tick before now: `lag` 1 is a tick ago. The last one stays where it is.
    pub fn point_between(&self, k: usize, lag: f32) -> Vec2 {
        let is_still = self.velocity == Vec2::ZERO || k + 1 >= self.count();
        if is_still { self.point(k) } else { self.point(k).lerp(self.point(k + 1), lag) }
    }

    /// Share of its width that it has there.
    pub fn profile(&self, k: usize) -> f32 {
        ribbon::profile(k, self.count())
    }
}

impl<'a> LaserView<'a> {
    pub(super) fn of(laser: &'a Laser, points: &'a [Vec2], tick: u32) -> Self {
        let before = tick.saturating_sub(1);
        let age_ticks = laser.age_ticks(tick);
        let (opens_at, body) = match &laser.body {
            Body::Beam(beam) => {
                let angle_deg = beam.angle_deg(age_ticks);
                let turned_deg = if age_ticks > 0 { beam.turn_deg } else { 0.0 };
                let warned = if beam.warn_ticks == 0 { 1.0 } else { (age_ticks as f32 / beam.warn_ticks as f32).min(1.0) };
                let angle_deg = [angle_deg - turned_deg, angle_deg];
                (beam.warn_ticks, BodyView::Straight { at: [beam.previous, beam.at], angle_deg, length_px: beam.length_px, warned })
            }
            Body::Ribbon(ribbon) => {
                let velocity = ribbon.flight.velocity();
                (ribbon.wake_tick.saturating_sub(laser.born_tick), BodyView::Curved(TrailView { ribbon, points, velocity }))
            }
        };
        let ticks_to_close = laser.close_tick.saturating_sub(tick);
        Self {
            serial: laser.serial,
            color: laser.color,
            age_ticks,
            width_px: laser.width_px,
            hit_width_px: laser.hit_width_px,
            share: [laser.share(before), laser.share(tick)],
            left: [laser.left(before), laser.left(tick)],
            ticks_to_open: opens_at.saturating_sub(age_ticks).min(ticks_to_close),
            ticks_to_close,
            body,
        }
    }
}

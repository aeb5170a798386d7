//! One laser: its times, its width of the moment, whom it meets, what it leaves.
//!
//! Its phases, counted from the tick of its birth (age 0): it warns for `warn` ticks, grows for `open`, stays for `hold`, fades for `close`, and is gone.

use super::beam::{self, Beam};
use super::birth::{Form, LaserBirth, Owner};
use super::ribbon::Ribbon;
use super::{CURVE_CLOSE_TICKS, GRAZE_PX, GRAZE_TICKS, PIECE_PX};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::{Env, Flight};
use crate::sim::digest::Digest;
use crate::sim::field;
use glam::Vec2;

/// A laser but for the positions of its trail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laser {
    pub serial: u32,
    pub born_tick: u32,
    pub color: Color,
    /// Open.
    pub width_px: f32,
    /// Of what hits then.
    pub hit_width_px: f32,
    /// The first tick in which it can be grazed again.
    pub grazeable_tick: u32,
    /// The first tick in which it fades.
    pub close_tick: u32,
    pub close_ticks: u32,
    /// Share of its width when it began to fade.
    pub close_from: f32,
    pub body: Body,
}

/// Straight or curved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    Beam(Beam),
    Ribbon(Ribbon),
}

/// How far the player's centre is from what hits and from what is seen, px, and the point of the middle line that is nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    pub hit_px: f32,
    pub edge_px: f32,
    pub at: Vec2,
}

/// How a laser meets the player, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contact {
    None,
    Graze(Vec2),
    Hit(Vec2),
}

impl Laser {
    /// The newborn's. Every field is set from the birth, so nothing of a former life can stay.
    pub fn born(birth: &LaserBirth, serial: u32, tick: u32, points: &mut [Vec2]) -> Self {
        let head = &birth.head;
        let (close_tick, close_ticks, body) = match birth.form {
            Form::Straight { length_px, turn_deg, warn_ticks, open_ticks, hold_ticks, close_ticks, follows } => {
                let beam = Beam {
                    at: head.at,
                    previous: head.at,
                    followed: (follows && birth.owner != Owner::None).then_some(birth.owner),
                    offset: birth.offset,
                    start_deg: head.angle_deg,
                    turn_deg,
                    length_px,
                    warn_ticks,
                    open_ticks,
                };
                (tick.saturating_add(warn_ticks + open_ticks + hold_ticks), close_ticks, Body::Beam(beam))
            }
            Form::Curved { trail_count } => {
                let wake_tick = tick.saturating_add(u32::from(head.delay_ticks));
                let end = if head.lifetime_ticks == 0 { u32::MAX } else { wake_tick.saturating_add(head.lifetime_ticks) };
                let ribbon = Ribbon::new(Flight::born(head, wake_tick), wake_tick, tick, trail_count, points);
                (end, CURVE_CLOSE_TICKS, Body::Ribbon(ribbon))
            }
        };
        let (width_px, hit_width_px) = (birth.width_px, birth.hit_width_px);
        let color = head.color;
        Self { serial, born_tick: tick, color, width_px, hit_width_px, grazeable_tick: 0, close_tick, close_ticks, close_from: 1.0, body }
    }

    /// One tick: it follows, flies, closes; false when it is gone. `place` says where an owner is, `None` when it is gone.
    pub fn step(&mut self, points: &mut [Vec2], env: &Env, place: impl Fn(Owner) -> Option<Vec2>) -> bool {
        let is_there = match &mut self.body {
            Body::Ribbon(ribbon) => ribbon.step(points, env),
            Body::Beam(beam) => {
                beam.previous = beam.at;
                match beam.followed.map(|owner| place(owner).map(|at| at + beam.offset)) {
                    None => {}
                    Some(Some(at)) => beam.at = at,
                    Some(None) => {
                        beam.followed = None;
                        self.close(env.tick);
                    }
                }
                true
            }
        };
        is_there && env.tick < self.close_tick.saturating_add(self.close_ticks)
    }

    /// The part of its trail's ring that it uses.
    pub fn kept<'a>(&self, points: &'a [Vec2]) -> &'a [Vec2] {
        match &self.body {
            Body::Beam(_) => &[],
            Body::Ribbon(ribbon) => &points[..usize::from(ribbon.most)],
        }
    }

    /// Begins to fade, if it does not yet.
    fn close(&mut self, tick: u32) {
        if tick < self.close_tick {
            self.close_from = self.share(tick.saturating_sub(1));
            self.close_tick = tick;
        }
    }

    pub fn age_ticks(&self, tick: u32) -> u32 {
        tick.saturating_sub(self.born_tick)
    }

    /// Share of its width at the end of a tick, 0 to 1.
    pub fn share(&self, tick: u32) -> f32 {
        if tick < self.born_tick {
            return 0.0;
        }
        if tick >= self.close_tick {
            return self.close_from * self.left(tick);
        }
        match &self.body {
            Body::Beam(beam) => beam.opened(self.age_ticks(tick)),
            Body::Ribbon(ribbon) => f32::from(u8::from(tick >= ribbon.wake_tick)),
        }
    }

    /// How much of it has not faded at the end of a tick: 1, then down to 0.
    pub fn left(&self, tick: u32) -> f32 {
        let faded = tick.checked_sub(self.close_tick).map_or(0.0, |since| (since + 1) as f32 / (self.close_ticks + 1) as f32);
        (1.0 - faded).max(0.0)
    }

    /// Whether this is the tick in which a straight one begins to grow.
    pub fn opens(&self, tick: u32) -> Option<Vec2> {
        match &self.body {
            Body::Beam(beam) if self.age_ticks(tick) == beam.warn_ticks && tick < self.close_tick => Some(beam.at),
            _ => None,
        }
    }

    /// Whether and how it meets a player. A graze counts once in `GRAZE_TICKS`.
    pub fn meet(&mut self, points: &[Vec2], player: Vec2, hit_radius_px: f32, tick: u32) -> Contact {
        let share = self.share(tick);
        if share <= 0.0 || tick >= self.close_tick {
            return Contact::None;
        }
        let widths_px = [self.width_px * share, self.hit_width_px * share];
        let gap = match &self.body {
            Body::Beam(beam) => beam.gap(self.age_ticks(tick), self.width_px, widths_px, player),
            Body::Ribbon(ribbon) => ribbon.gap(points, widths_px, player),
        };
        if gap.hit_px < hit_radius_px {
            Contact::Hit(gap.at)
        } else if gap.edge_px < GRAZE_PX && tick >= self.grazeable_tick {
            self.grazeable_tick = tick.saturating_add(GRAZE_TICKS);
            Contact::Graze(gap.at)
        } else {
            Contact::None
        }
    }

    /// Whether its middle line comes into a circle.
    pub fn reaches(&self, points: &[Vec2], center: Vec2, radius_px: f32, tick: u32) -> bool {
        let is_in = |at: Vec2| at.distance_squared(center) <= radius_px * radius_px;
        match &self.body {
            Body::Beam(beam) => {
                let [from, to] = beam.middle(self.age_ticks(tick), 0.0);
                is_in(beam::nearest(from, to, center))
            }
            Body::Ribbon(ribbon) => ribbon.trail(points).any(is_in),
        }
    }

    /// The middles of the pieces it falls into, from its beginning or head, as far as they are on the playfield. One that only warns has none.
    pub fn pieces(&self, points: &[Vec2], tick: u32, mut visit: impl FnMut(Vec2)) {
        if self.share(tick) <= 0.0 {
            return;
        }
        let mut left_px = PIECE_PX * 0.5;
        let mut along = |from: Vec2, to: Vec2| {
            let length_px = from.distance(to);
            while left_px < length_px {
                let at = from.lerp(to, left_px / length_px);
                if field::contains(at, 0.0) {
                    visit(at);
                }
                left_px += PIECE_PX;
            }
            left_px -= length_px;
        };
        match &self.body {
            Body::Beam(beam) => {
                let [from, to] = beam.middle(self.age_ticks(tick), 0.0);
                along(from, to);
            }
            Body::Ribbon(ribbon) => {
                (1..usize::from(ribbon.count)).for_each(|k| along(ribbon.point(points, k - 1), ribbon.point(points, k)));
            }
        }
    }

    /// A number of all that its future depends on.
    pub fn digest(&self, points: &[Vec2]) -> u64 {
        let mut digest = Digest::new();
        digest.add(u64::from(self.serial) << 32 | u64::from(self.born_tick));
        digest.add(u64::from(self.grazeable_tick) << 32 | u64::from(self.close_tick));
        digest.add(u64::from(self.close_ticks) << 8 | self.color as u64);
        digest.add_vec2(Vec2::new(self.width_px, self.hit_width_px));
        digest.add_f32(self.close_from);
        match &self.body {
            Body::Beam(beam) => {
                digest.add_vec2(beam.at);
                digest.add_vec2(beam.offset);
                digest.add_vec2(Vec2::new(beam.start_deg, beam.turn_deg));
                digest.add_f32(beam.length_px);
                digest.add(u64::from(beam.warn_ticks) << 32 | u64::from(beam.open_ticks));
                digest.add(match beam.followed {
                    None | Some(Owner::None) => 0,
                    Some(Owner::Boss) => 1,
                    Some(Owner::Enemy { slot, serial }) => 2 + (u64::from(slot) << 32 | u64::from(serial)),
                });
            }
            Body::Ribbon(ribbon) => {
                digest.add(u64::from(ribbon.wake_tick) << 32 | u64::from(ribbon.inside_tick));
                digest.add(u64::from(ribbon.most) << 16 | u64::from(ribbon.count));
                ribbon.flight.numbers().for_each(|number| digest.add_f32(number));
                ribbon.trail(points).for_each(|at| digest.add_vec2(at));
            }
        }
        digest.value()
    }
}

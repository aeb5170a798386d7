//! The course of a bullet or an emitter that steers itself: direction, speed, drift, and the changes of each that are under way.
//!
//! Units: degrees, px per tick, ticks since its program began. Invariant: a change is seen first in the tick after it began and is exact at
//! its end; of a value there is at most one. Must not know: who is steered, what the steps are.

use crate::sim::digest::Digest;
use crate::sim::math;
use crate::sim::pattern::ease::Ease;
use crate::sim::pattern::program::{Gait, SPEED_MAX_PX_PER_TICK};
use glam::Vec2;

/// A course as it is at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Heading {
    /// Direction, degrees.
    pub angle_deg: f32,
    /// Speed in that direction, px a tick.
    pub speed_px_per_tick: f32,
    /// A velocity that is added to it, px a tick.
    pub drift: Vec2,
}

/// A direction and the speeds, with the changes under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Course {
    pub angle_deg: f32,
    pub speed_px_per_tick: f32,
    /// Added to direction and speed.
    pub drift: Vec2,
    /// In the order of `Quantity`; only those under way mean anything.
    changes: [Change; 4],
    /// Which are under way, one bit each: most courses have none in most ticks.
    active: u8,
}

/// What may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Angle,
    Speed,
    DriftX,
    DriftY,
}

impl From<Gait> for Quantity {
    fn from(gait: Gait) -> Self {
        match gait {
            Gait::Along => Quantity::Speed,
            Gait::DriftX => Quantity::DriftX,
            Gait::DriftY => Quantity::DriftY,
        }
    }
}

const QUANTITIES: [Quantity; 4] = [Quantity::Angle, Quantity::Speed, Quantity::DriftX, Quantity::DriftY];

/// A change in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Change {
    pub to: f32,
    pub start_tick: u32,
    pub ticks: u32,
    pub ease: Ease,
    from: f32,
}

impl Change {
    const NONE: Change = Change { from: 0.0, to: 0.0, start_tick: 0, ticks: 0, ease: Ease::Linear };

    pub(super) fn new(to: f32, start_tick: u32, ticks: u32, ease: Ease) -> Self {
        Change { to, start_tick, ticks, ease, ..Change::NONE }
    }
}

impl Course {
    pub(super) fn new(angle_deg: f32, speed_px_per_tick: f32) -> Self {
        Course { angle_deg, speed_px_per_tick, drift: Vec2::ZERO, changes: [Change::NONE; 4], active: 0 }
    }

    pub(super) fn get(&self, quantity: Quantity) -> f32 {
        match quantity {
            Quantity::Angle => self.angle_deg,
            Quantity::Speed => self.speed_px_per_tick,
            Quantity::DriftX => self.drift.x,
            Quantity::DriftY => self.drift.y,
        }
    }

    fn set(&mut self, quantity: Quantity, value: f32) {
        match quantity {
            Quantity::Angle => self.angle_deg = value,
            Quantity::Speed => self.speed_px_per_tick = value,
            Quantity::DriftX => self.drift.x = value,
            Quantity::DriftY => self.drift.y = value,
        }
    }

    /// Begins a change from the present value, in place of one under way.
    pub(super) fn begin(&mut self, quantity: Quantity, change: Change) {
        let is_speed = quantity != Quantity::Angle;
        let to = if is_speed { change.to.clamp(-SPEED_MAX_PX_PER_TICK, SPEED_MAX_PX_PER_TICK) } else { change.to };
        self.changes[quantity as usize] = Change { from: self.get(quantity), to, ..change };
        self.active |= 1 << quantity as u8;
    }

    /// As it looks in a mirror that stands upright.
    pub(super) fn reflect(&mut self) {
        self.angle_deg = 180.0 - self.angle_deg;
        self.drift.x = -self.drift.x;
        for (quantity, whole_deg) in [(Quantity::Angle, 180.0), (Quantity::DriftX, 0.0)] {
            let change = &mut self.changes[quantity as usize];
            (change.from, change.to) = (whole_deg - change.from, whole_deg - change.to);
        }
    }

    /// Sets the direction, in place of a change under way.
    pub(super) fn face(&mut self, angle_deg: f32) {
        self.angle_deg = angle_deg;
        self.active &= !(1 << Quantity::Angle as u8);
    }

    pub(super) fn is_changing(&self) -> bool {
        self.active != 0
    }

    /// Brings the values to `tick`; whether any is new.
    pub(super) fn step(&mut self, tick: u32) -> bool {
        let was_changing = self.is_changing();
        for quantity in QUANTITIES {
            if self.active & 1 << quantity as u8 == 0 {
                continue;
            }
            let change = self.changes[quantity as usize];
            let gone_ticks = tick - change.start_tick;
            let value = if gone_ticks >= change.ticks {
                self.active &= !(1 << quantity as u8);
                if quantity == Quantity::Angle { math::wrap_deg(change.to) } else { change.to }
            } else {
                change.from + (change.to - change.from) * change.ease.at(gone_ticks as f32 / change.ticks as f32)
            };
            self.set(quantity, value);
        }
        was_changing
    }

    /// Displacement of a tick, px.
    pub(super) fn velocity(&self) -> Vec2 {
        math::unit(self.angle_deg) * self.speed_px_per_tick + self.drift
    }

    /// What it is made of.
    pub(super) fn heading(&self) -> Heading {
        Heading { angle_deg: self.angle_deg, speed_px_per_tick: self.speed_px_per_tick, drift: self.drift }
    }

    /// Adds all of it.
    pub(super) fn digest(&self, digest: &mut Digest) {
        digest.add_vec2(Vec2::new(self.angle_deg, self.speed_px_per_tick));
        digest.add_vec2(self.drift);
        for quantity in QUANTITIES.into_iter().filter(|quantity| self.active & 1 << *quantity as u8 != 0) {
            let change = self.changes[quantity as usize];
            digest.add_vec2(Vec2::new(change.from, change.to));
            digest.add(u64::from(change.start_tick) << 32 | u64::from(change.ticks) << 8 | change.ease as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_from_the_next_tick_on_and_exact_at_its_end() {
        let mut course = Course::new(0.0, 1.0);
        course.begin(Quantity::Speed, Change::new(3.0, 5, 4, Ease::Linear));
        let speeds: Vec<f32> = (6..=10).map(|tick| (course.step(tick), course.speed_px_per_tick).1).collect();
        assert_eq!(speeds, [1.5, 2.0, 2.5, 3.0, 3.0]);
        assert!(!course.is_changing() && !course.step(11));
    }

    #[test]
    fn a_change_of_no_ticks_is_made_in_the_next_tick_and_a_new_one_takes_its_place() {
        let mut course = Course::new(10.0, 1.0);
        course.begin(Quantity::Angle, Change::new(300.0, 0, 0, Ease::Linear));
        course.begin(Quantity::DriftX, Change::new(4.0, 0, 4, Ease::Linear));
        assert!(course.step(1));
        assert_eq!((course.angle_deg, course.drift), (-60.0, Vec2::new(1.0, 0.0)));
        course.begin(Quantity::DriftX, Change::new(-1.0, 1, 2, Ease::Linear));
        course.step(2);
        assert_eq!(course.drift.x, 0.0, "half way from 1 to -1");
        course.begin(Quantity::Speed, Change::new(99.0, 2, 0, Ease::Linear));
        course.step(3);
        assert_eq!((course.drift.x, course.speed_px_per_tick), (-1.0, 20.0), "held to the limit");
    }
}

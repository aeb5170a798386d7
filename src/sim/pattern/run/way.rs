//! Flies the ways that are worked out tick by tick: paths of expressions, and homing at enemies.
//!
//! Everything is in the bullet's own frame, mirrored where its emitter is.

use super::turn::Turn;
use crate::sim::digest::Digest;
use crate::sim::math;
use crate::sim::pattern::expr::Variable;
use crate::sim::pattern::program::{SPEED_MAX_PX_PER_TICK, ValueId, WayIds};
use glam::Vec2;

/// A way being flown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    /// Index into `Program::ways`.
    index: u16,
    /// Whether `start_tick` and the middle are known.
    has_begun: bool,
    /// The task's tick at which it began.
    start_tick: u32,
    /// Where its path's zero point is, px.
    middle: Vec2,
    /// Direction along which its path lies, degrees.
    angle_deg: f32,
}

impl Way {
    pub(super) fn new(index: usize) -> Self {
        Way { index: index as u16, has_begun: false, start_tick: 0, middle: Vec2::ZERO, angle_deg: 0.0 }
    }

    /// Adds all that its future depends on.
    pub(super) fn digest(&self, digest: &mut Digest) {
        digest.add(u64::from(self.start_tick) << 32 | u64::from(self.has_begun) << 16 | u64::from(self.index));
        digest.add_vec2(self.middle);
        digest.add_vec2(Vec2::new(self.angle_deg, 0.0));
    }
}

impl Turn<'_, '_, '_> {
    /// The bullet's displacement in this tick, px; its course is then that. `None` if it goes on as it does.
    pub(super) fn follow(&mut self, way: &mut Way) -> Option<Vec2> {
        if self.budget.operations == 0 {
            self.budget.clipped.ticks = self.budget.clipped.ticks.saturating_add(1);
            return None;
        }
        self.budget.operations -= 1;
        match self.program.ways[usize::from(way.index)] {
            WayIds::Cartesian { x, y } => Some(self.follow_path(way, (x, y), |place| place)),
            WayIds::Polar { r, angle } => Some(self.follow_path(way, (r, angle), |polar| math::unit(polar.y) * polar.x)),
            WayIds::Seek { turn, ticks, wait } => self.seek(way, [turn, ticks, wait]),
        }
    }

    fn follow_path(&mut self, way: &mut Way, numbers: (ValueId, ValueId), point: impl Fn(Vec2) -> Vec2) -> Vec2 {
        let at = self.scope.pose.at;
        if !way.has_begun {
            let first = self.path_point(0, numbers, &point);
            let angle_deg = self.core.course.angle_deg;
            let middle = at - math::unit(angle_deg).rotate(first);
            *way = Way { has_begun: true, start_tick: self.core.tick, middle, angle_deg, ..*way };
        }
        let place = self.path_point(self.core.tick + 1 - way.start_tick, numbers, &point);
        let step = way.middle + math::unit(way.angle_deg).rotate(place) - at;
        let velocity = step.clamp_length_max(SPEED_MAX_PX_PER_TICK);
        let course = &mut self.core.course;
        course.speed_px_per_tick = velocity.length();
        if course.speed_px_per_tick > 0.0 {
            course.face(math::atan2_deg(velocity.y, velocity.x));
        }
        velocity
    }

    /// A point of a path, px from its zero point: x ahead, y to the right.
    fn path_point(&mut self, tick: u32, (first, second): (ValueId, ValueId), point: impl Fn(Vec2) -> Vec2) -> Vec2 {
        self.variable(Variable::T);
        self.set(Variable::T, tick as f32);
        let numbers = Vec2::new(self.value(first), self.value(second));
        self.lose_sight_of_all();
        let place = point(numbers);
        Vec2::new(place.x, self.core.turn_sign * place.y)
    }

    /// Turns to the nearest enemy, no farther than to it.
    fn seek(&mut self, way: &mut Way, [turn, ticks, wait]: [ValueId; 3]) -> Option<Vec2> {
        if !way.has_begun {
            *way = Way { has_begun: true, start_tick: self.core.tick, ..*way };
        }
        let (gone_ticks, wait_ticks, ticks) = (self.core.tick - way.start_tick, self.count(wait), self.count(ticks));
        if gone_ticks < wait_ticks || (ticks > 0 && gone_ticks - wait_ticks >= ticks) {
            return None;
        }
        let (at, is_mirror) = (self.scope.pose.at, self.scope.pose.mirror);
        let seen = self.scope.enemies.iter().map(|enemy| if is_mirror { super::reflect(*enemy) } else { *enemy });
        let nearest = seen.min_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)))?;
        let most_deg = self.value(turn);
        let course = &mut self.core.course;
        let way_deg = math::wrap_deg(math::aim_deg(at, nearest) - course.angle_deg);
        if nearest == at || way_deg == 0.0 {
            return None;
        }
        course.face(math::wrap_deg(course.angle_deg + way_deg.clamp(-most_deg, most_deg)));
        Some(course.velocity())
    }
}

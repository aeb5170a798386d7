//! Steps that steer or change whoever runs them, and what lists wait for.

use super::course::{Change, Quantity};
use super::turn::{Flow, Turn};
use crate::sim::bullet::birth::PARAMS_MAX;
use crate::sim::field;
use crate::sim::math;
use crate::sim::pattern::program::{AimIds, Condition, Gait, MotionIds, PaceIds};

/// What rounding may take from half a turn, degrees.
const HALF_TURN_SLACK_DEG: f32 = 0.01;

impl Turn<'_, '_, '_> {
    /// Sets the own direction at once.
    pub(super) fn face(&mut self, thread: usize, aim: AimIds) {
        let angle_deg = math::wrap_deg(self.direction(thread, aim, self.scope.pose.at));
        self.core.course.face(angle_deg);
        self.core.deeds.has_faced = true;
        self.scope.pose.angle_deg = angle_deg;
        self.lose_sight_of_all();
    }

    /// Begins a turn of the own direction.
    pub(super) fn turn(&mut self, thread: usize, turn: usize) {
        let turn = self.program.turns[turn];
        let (from, ticks) = (self.core.course.angle_deg, self.count(turn.ticks));
        let to = if let AimIds::Sequence(step, _) = turn.to {
            from + self.core.turn_sign * self.value(step) * ticks as f32
        } else {
            let to = self.direction(thread, turn.to, self.scope.pose.at);
            let way = math::wrap_deg(to - from);
            // Half a turn goes counterclockwise, also where rounding has made it a little less.
            from + if way > 180.0 - HALF_TURN_SLACK_DEG { way - 360.0 } else { way }
        };
        self.core.course.begin(Quantity::Angle, Change::new(to, self.core.tick, ticks, turn.ease));
    }

    /// Begins a change of one of the own speeds.
    pub(super) fn change(&mut self, thread: usize, change: usize) {
        let change = self.program.changes[change];
        let (quantity, ticks) = (Quantity::from(change.of), self.count(change.ticks));
        let from = self.core.course.get(quantity);
        let (to, is_sequence) = match change.to {
            PaceIds::Absolute(speed) => (self.value(speed), false),
            PaceIds::Relative(speed) => (from + self.value(speed), false),
            PaceIds::Sequence(step) => (from + self.value(step) * ticks as f32, true),
        };
        self.core.course.begin(quantity, Change::new(to, self.core.tick, ticks, change.ease));
        if change.of == Gait::Along && !is_sequence {
            let track = &mut self.core.threads[thread];
            (track.last_speed_px_per_tick, track.has_speed) = (to, true);
            self.lose_sight_of_track();
        }
    }

    /// A track waits for something: it looks again in each tick.
    pub(super) fn until(&mut self, thread: usize, condition: Condition) -> Flow {
        let at = self.scope.pose.at;
        let is_so = match condition {
            Condition::Wall => !(at.x > 0.0 && at.x < field::WIDTH_PX && at.y > 0.0 && at.y < field::HEIGHT_PX),
            Condition::Near(distance) => {
                let distance_px = self.value(distance);
                at.distance_squared(self.player) <= distance_px * distance_px
            }
            Condition::Settled => !self.core.course.is_changing(),
            Condition::Graze => self.core.is_grazed,
            Condition::PhaseEnd => self.core.has_phase_ended,
            Condition::Signal(signal) => self.scope.heard & 1 << signal != 0,
        };
        if is_so {
            return Flow::On;
        }
        self.core.threads[thread].at -= 1;
        self.wait(thread, 1)
    }

    /// A kind and its parameters.
    pub(super) fn becoming(&mut self, motion: usize) -> (u8, [f32; PARAMS_MAX]) {
        let program = self.program;
        let motion = &program.motions[motion];
        let is_turned = self.scope.pose.mirror != (self.core.turn_sign < 0.0);
        (motion.kind, self.params(motion, is_turned))
    }

    /// The parameters of a kind; in a mirror some change sign.
    pub(super) fn params(&mut self, motion: &MotionIds, is_turned: bool) -> [f32; PARAMS_MAX] {
        let mut params = [0.0; PARAMS_MAX];
        for ((param, id), sign) in params.iter_mut().zip(&motion.params).zip(motion.mirror_signs) {
            *param = self.value(*id) * if is_turned { sign } else { 1.0 };
        }
        params
    }
}

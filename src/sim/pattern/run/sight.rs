//! What expressions see: values of the world, of the place, of the track. Worked out when one is asked for, since most steps ask for none.

use super::turn::Turn;
use crate::sim::math;
use crate::sim::pattern::expr::{Context, Variable, evaluate};
use crate::sim::pattern::program::{Form, PaceIds, PlaceIds, ValueId};
use glam::Vec2;

// What of `Turn::is_seen` stands for what.
const WORLD: usize = 0;
const PLACE: usize = 1;
const TRACK: usize = 2;

impl Turn<'_, '_, '_> {
    pub(super) fn set(&mut self, variable: Variable, value: f32) {
        self.variables[variable as usize] = value;
    }

    /// Another track has its turn, or this one has fired.
    pub(super) fn lose_sight_of_track(&mut self) {
        self.is_seen[TRACK] = false;
    }

    /// It faces elsewhere.
    pub(super) fn lose_sight_of_all(&mut self) {
        self.is_seen = [false; 3];
    }

    /// The emitter is elsewhere.
    pub(super) fn lose_sight_of_place(&mut self) {
        self.is_seen[PLACE] = false;
    }

    fn see(&mut self) {
        if !self.is_seen[WORLD] {
            self.see_world();
        }
        if !self.is_seen[PLACE] {
            let at = self.scope.pose.at;
            self.set(Variable::X, at.x);
            self.set(Variable::Y, at.y);
            self.set(Variable::Aim, math::aim_deg(at, self.player));
            self.set(Variable::Distance, (self.player - at).length());
        }
        if !self.is_seen[TRACK] {
            let track = self.core.threads[self.thread];
            self.set(Variable::LastAngle, track.last_angle_deg);
            self.set(Variable::LastSpeed, track.last_speed_px_per_tick);
            self.set(Variable::Volleys, track.volley_count as f32);
            self.set(Variable::HasSpeed, if track.has_speed { 1.0 } else { 0.0 });
        }
        self.is_seen = [true; 3];
    }

    fn see_world(&mut self) {
        self.set(Variable::T, self.core.tick as f32);
        self.set(Variable::Age, self.core.tick as f32);
        self.set(Variable::Rank, self.scope.rank);
        self.set(Variable::Difficulty, f32::from(self.scope.difficulty));
        self.set(Variable::PlayerX, self.player.x);
        self.set(Variable::PlayerY, self.player.y);
        self.set(Variable::Angle, self.scope.pose.angle_deg);
        self.set(Variable::Speed, self.scope.pose.speed_px_per_tick);
        self.set(Variable::Hp, self.scope.hp_fraction);
        self.set(Variable::TimeLeft, self.scope.ticks_left as f32);
        self.set(Variable::Generation, f32::from(self.core.generation));
    }

    /// The value of a variable.
    pub(super) fn variable(&mut self, variable: Variable) -> f32 {
        self.see();
        self.variables[variable as usize]
    }

    /// A number within its range.
    pub(super) fn value(&mut self, id: ValueId) -> f32 {
        let value = self.program.values[id.0 as usize];
        let raw = match value.form {
            Form::Const(number) => return number,
            Form::ByDifficulty(numbers) => return numbers[usize::from(self.scope.difficulty.min(3))],
            Form::Code { start, count } => {
                self.see();
                let code = &self.program.code[start as usize..][..count as usize];
                let difficulty = self.scope.difficulty;
                evaluate(code, &mut Context { variables: &self.variables, slots: self.core.slots, rng: self.scope.rng, difficulty })
            }
        };
        // Written so that NaN becomes `low`.
        if raw >= value.low { raw.min(value.high) } else { value.low }
    }

    /// A whole number that is not negative.
    pub(super) fn count(&mut self, id: ValueId) -> u32 {
        self.value(id).round() as u32
    }

    pub(super) fn place(&mut self, place: PlaceIds) -> Vec2 {
        match place {
            PlaceIds::Cartesian(x, y) => Vec2::new(self.value(x), self.value(y)),
            PlaceIds::Polar(angle, distance) => math::unit(self.value(angle)) * self.value(distance),
        }
    }

    /// The speed of a bullet about to be fired, px per tick.
    pub(super) fn pace(&mut self, thread: usize, pace: PaceIds) -> f32 {
        match pace {
            PaceIds::Absolute(speed) => self.value(speed),
            PaceIds::Relative(speed) => self.scope.pose.speed_px_per_tick + self.value(speed),
            PaceIds::Sequence(step) => {
                let step = self.value(step);
                let track = self.core.threads[thread];
                if track.has_speed { track.last_speed_px_per_tick + step } else { 1.0 }
            }
        }
    }
}

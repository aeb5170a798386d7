//! Fires a volley.

use super::course::Course;
use super::shape::{Element, Figure, count};
use super::task::{GENERATIONS_MAX, Origin, Task};
use super::turn::Turn;
use crate::sim::bullet::birth::Birth;
use crate::sim::math;
use crate::sim::pattern::expr::Variable;
use crate::sim::pattern::format::Travel;
use crate::sim::pattern::program::{
    AimIds, Capture, LEVELS_MAX, SPEED_MAX_PX_PER_TICK, ScriptIds, Shape, TASK_SLOTS_MAX, VOLLEY_MAX, Volley,
};
use glam::Vec2;

/// The variables of the groups, the outermost first.
const INDICES: [Variable; LEVELS_MAX] = [Variable::I1, Variable::I2, Variable::I3, Variable::I4];

/// Where a volley starts and points.
#[derive(Clone, Copy)]
struct Base {
    at: Vec2,
    angle_deg: f32,
}

impl Turn<'_, '_, '_> {
    pub(super) fn fire(&mut self, thread: usize, volley: usize) {
        let program = self.program;
        let volley = &program.volleys[volley];
        let at = self.place_from((volley.from, volley.at));
        let base = Base { at, angle_deg: self.direction(thread, volley.aim, at) };
        let mut figures: [Figure; LEVELS_MAX] = std::array::from_fn(|_| ONE);
        let mut total: u32 = 1;
        for (figure, level) in figures.iter_mut().zip(&volley.levels) {
            let numbers = level.numbers.map(|id| self.value(id));
            let count = count(level.shape, numbers).min(VOLLEY_MAX);
            *figure = Figure { shape: level.shape, numbers, travel: level.travel, count, points: &program.points };
            total = total.saturating_mul(count);
        }
        let figures = &figures[..volley.levels.len()];
        let fired = total.min(VOLLEY_MAX);
        self.budget.clipped.births = self.budget.clipped.births.saturating_add(total - fired);
        self.set(Variable::N, fired as f32);
        let mut last_speed_px_per_tick = self.core.threads[thread].last_speed_px_per_tick;
        for index in 0..fired {
            let element = self.element(index, total, figures);
            self.set(Variable::I, index as f32);
            last_speed_px_per_tick = self.bullet(thread, volley, (base, element), 1.0);
            if volley.is_mirrored {
                self.bullet(thread, volley, (base, element), -1.0);
            }
        }
        let track = &mut self.core.threads[thread];
        track.last_angle_deg = math::wrap_deg(base.angle_deg);
        track.last_speed_px_per_tick = last_speed_px_per_tick;
        track.volley_count = track.volley_count.saturating_add(1);
        track.has_speed = true;
        self.lose_sight_of_track();
    }

    /// A direction as seen from `at`, degrees.
    pub(super) fn direction(&mut self, thread: usize, aim: AimIds, at: Vec2) -> f32 {
        match aim {
            AimIds::Aim(angle) => math::aim_deg(at, self.player) + self.value(angle),
            AimIds::Absolute(angle) => self.value(angle),
            AimIds::Relative(angle) => self.scope.pose.angle_deg + self.core.turn_sign * self.value(angle),
            AimIds::Sequence(angle, start) => {
                let step = self.core.turn_sign * self.value(angle);
                let track = self.core.threads[thread];
                if track.volley_count == 0 { math::aim_deg(at, self.player) + self.value(start) } else { track.last_angle_deg + step }
            }
        }
    }

    /// The `index`-th of the `total` bullets of all groups; the innermost group's index runs fastest.
    fn element(&mut self, index: u32, total: u32, figures: &[Figure]) -> Element {
        let mut element = Element::FIRST;
        let (mut rest, mut inner) = (index, total);
        for (figure, variable) in figures.iter().zip(INDICES) {
            inner /= figure.count;
            let k = rest / inner;
            rest %= inner;
            self.set(variable, k as f32);
            element = figure.place(k, element, self.scope.rng);
        }
        element
    }

    /// Fires one bullet and gives its speed. `side` is -1 in the mirror image about the volley's direction.
    fn bullet(&mut self, thread: usize, volley: &Volley, (base, element): (Base, Element), side: f32) -> f32 {
        if volley.budget.is_some_and(|most| (self.scope.live_count + self.scope.births.all().len()) as f32 >= self.value(most)) {
            return 0.0;
        }
        if self.budget.births == 0 {
            self.budget.clipped.births = self.budget.clipped.births.saturating_add(1);
            return 0.0;
        }
        self.budget.births -= 1;
        self.set(Variable::Side, side);
        let speed = (self.pace(thread, volley.speed) + element.speed_px_per_tick) * element.factor;
        let speed_px_per_tick = speed.clamp(-SPEED_MAX_PX_PER_TICK, SPEED_MAX_PX_PER_TICK);
        let side = side * self.core.turn_sign;
        let angle_deg = base.angle_deg + side * (element.angle_deg + self.value(volley.angle));
        let offset = Vec2::new(element.offset.x, side * element.offset.y);
        let at = if offset == Vec2::ZERO { base.at } else { base.at + math::unit(base.angle_deg).rotate(offset) };
        let course = Course::new(math::wrap_deg(angle_deg), speed_px_per_tick);
        let birth = self.birth(volley, (at, course), side);
        match (volley.laser, &volley.bullet.script) {
            (Some(laser), _) => {
                let laser = self.laser(laser, birth, element.factor, side);
                self.scope.births.push_laser(laser);
            }
            (None, Some(script)) => self.push_task(birth, script, course, side),
            (None, None) => self.scope.births.push(birth),
        }
        speed_px_per_tick
    }

    fn birth(&mut self, volley: &Volley, (at, course): (Vec2, Course), side: f32) -> Birth {
        let bullet = &volley.bullet;
        let is_mirror = self.scope.pose.mirror;
        let color_count = bullet.colors.len();
        let params = self.params(&bullet.motion, self.is_turned(side));
        let pick = if color_count > 1 { self.value(bullet.pick).floor() as i64 } else { 0 };
        let angle_deg = course.angle_deg;
        Birth {
            kind: bullet.motion.kind,
            params,
            at: self.outward(at),
            angle_deg: if is_mirror { math::wrap_deg(180.0 - angle_deg) } else { angle_deg },
            speed_px_per_tick: course.speed_px_per_tick,
            look: bullet.look,
            color: bullet.colors[pick.rem_euclid(color_count as i64) as usize],
            hit_radius_px: self.value(bullet.hit),
            graze_radius_px: self.value(bullet.graze),
            lifetime_ticks: self.count(bullet.lifetime),
            delay_ticks: self.count(bullet.delay) as u16,
        }
    }

    /// Fires a bullet that runs a script, if the limits allow one more.
    fn push_task(&mut self, birth: Birth, ids: &ScriptIds, course: Course, side: f32) {
        let clipped = &mut self.budget.clipped;
        if self.core.generation >= GENERATIONS_MAX {
            clipped.generations = clipped.generations.saturating_add(1);
            return;
        }
        if !self.scope.births.has_room() {
            clipped.tasks = clipped.tasks.saturating_add(1);
            return;
        }
        let mut slots = [0.0; TASK_SLOTS_MAX];
        for (slot, capture) in slots.iter_mut().zip(&ids.captures) {
            *slot = match capture {
                Capture::Slot(own) => self.core.slots[usize::from(*own)],
                Capture::Variable(variable) => self.variable(*variable),
                Capture::Draw => self.draw_seed(),
            };
        }
        let origin = Origin {
            program: self.scope.program,
            script: ids.script,
            generation: self.core.generation + 1,
            is_mirrored: self.scope.pose.mirror,
            is_turned: side < 0.0,
        };
        let task = Task::new(origin, &self.program.scripts[ids.script], slots, course);
        self.scope.births.push_with(birth, task);
    }
}

/// In place of a level that is not there.
const ONE: Figure = Figure { shape: Shape::Stack, numbers: [0.0; 4], travel: Travel::Outward, count: 1, points: &[] };

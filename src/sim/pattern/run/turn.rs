//! One tick of a runner: the tracks that are due run until they wait.

use super::glide::Glide;
use super::{BIRTHS_PER_TICK_MAX, OPERATIONS_PER_TICK_MAX, Runner, Scope, State};
use crate::sim::math;
use crate::sim::pattern::expr::{Context, VARIABLE_COUNT, Variable, evaluate};
use crate::sim::pattern::program::{CHOICES_MAX, Form, Instruction, PATH_POINTS_MAX, PlaceIds, Program, ValueId};
use glam::Vec2;

/// A tick in progress. The pose is reflected already.
pub(super) struct Turn<'t, 'a, 'f> {
    pub runner: &'t mut Runner,
    pub program: &'t Program,
    pub scope: &'t mut Scope<'a, 'f>,
    /// The player in the emitter's frame, px.
    pub player: Vec2,
    pub variables: [f32; VARIABLE_COUNT],
    pub births_left: u32,
    operations_left: u32,
}

/// Whether a track goes on in this tick.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Off,
}

impl<'t, 'a, 'f> Turn<'t, 'a, 'f> {
    pub(super) fn new(runner: &'t mut Runner, program: &'t Program, scope: &'t mut Scope<'a, 'f>) -> Self {
        let player = if scope.pose.mirror { super::reflect(scope.player) } else { scope.player };
        let mut turn = Turn {
            runner,
            program,
            player,
            variables: [0.0; VARIABLE_COUNT],
            births_left: BIRTHS_PER_TICK_MAX,
            operations_left: OPERATIONS_PER_TICK_MAX,
            scope,
        };
        turn.set(Variable::T, turn.runner.tick as f32);
        turn.set(Variable::Age, turn.runner.tick as f32);
        turn.set(Variable::Rank, turn.scope.rank);
        turn.set(Variable::Difficulty, f32::from(turn.scope.difficulty));
        turn.set(Variable::PlayerX, player.x);
        turn.set(Variable::PlayerY, player.y);
        turn.set(Variable::Angle, turn.scope.pose.angle_deg);
        turn.set(Variable::Speed, turn.scope.pose.speed_px_per_tick);
        turn.set(Variable::Hp, turn.scope.hp_fraction);
        turn.set(Variable::TimeLeft, turn.scope.ticks_left as f32);
        turn.see_place();
        turn
    }

    pub(super) fn set(&mut self, variable: Variable, value: f32) {
        self.variables[variable as usize] = value;
    }

    /// The variables that depend on where the emitter is.
    fn see_place(&mut self) {
        let at = self.scope.pose.at;
        self.set(Variable::X, at.x);
        self.set(Variable::Y, at.y);
        self.set(Variable::Aim, math::aim_deg(at, self.player));
        self.set(Variable::Distance, (self.player - at).length());
    }

    /// The variables of a track.
    pub(super) fn see_track(&mut self, thread: usize) {
        let track = self.runner.threads[thread];
        self.set(Variable::LastAngle, track.last_angle_deg);
        self.set(Variable::LastSpeed, track.last_speed_px_per_tick);
        self.set(Variable::Volleys, track.volley_count as f32);
    }

    /// A number within its range.
    pub(super) fn value(&mut self, id: ValueId) -> f32 {
        let value = self.program.values[id.0 as usize];
        let raw = match value.form {
            Form::Const(number) => return number,
            Form::ByDifficulty(numbers) => return numbers[usize::from(self.scope.difficulty.min(3))],
            Form::Code { start, count } => {
                let code = &self.program.code[start as usize..][..count as usize];
                let difficulty = self.scope.difficulty;
                evaluate(code, &mut Context { variables: &self.variables, slots: &self.runner.slots, rng: self.scope.rng, difficulty })
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

    /// Compiled steps that have run.
    pub(super) fn operations(&self) -> u32 {
        OPERATIONS_PER_TICK_MAX - self.operations_left
    }

    /// Runs all tracks that are due, the lowest first, until every one waits or the limit is reached.
    pub(super) fn run(&mut self) {
        while let Some(thread) = self.due() {
            self.see_track(thread);
            while self.operations_left > 0 && self.instruction(thread) == Flow::On {
                self.operations_left -= 1;
            }
            if self.operations_left == 0 {
                self.runner.clipped.ticks += 1;
                return;
            }
        }
    }

    fn due(&self) -> Option<usize> {
        self.runner.threads.iter().position(|thread| thread.state == State::Running && thread.wake_tick <= self.runner.tick)
    }

    fn instruction(&mut self, thread: usize) -> Flow {
        let at = self.runner.threads[thread].at;
        let Some(&instruction) = self.program.instructions.get(at) else { return self.end(thread) };
        self.runner.threads[thread].at = at + 1;
        match instruction {
            Instruction::Wait(ticks) => {
                let ticks = self.count(ticks);
                return self.wait(thread, ticks);
            }
            Instruction::Set { slot, value } => self.runner.slots[usize::from(slot)] = self.value(value),
            Instruction::Enter { slot, times, end } => self.enter(thread, usize::from(slot), times, end),
            Instruction::Round { slot, every } => {
                let due_tick = self.runner.tick + self.count(every);
                // Exact to 2^24 ticks, 77 hours.
                self.runner.slots[usize::from(slot) + 2] = due_tick as f32;
            }
            Instruction::Next { slot, is_timed, body } => return self.next(thread, usize::from(slot), is_timed, body),
            Instruction::Jump(to) => self.runner.threads[thread].at = to,
            Instruction::Unless { cond, to } => {
                if self.value(cond) == 0.0 {
                    self.runner.threads[thread].at = to;
                }
            }
            Instruction::Choose(choice) => self.runner.threads[thread].at = self.choose(choice),
            Instruction::Fork(fork) => return self.fork(thread, fork),
            Instruction::Fire(volley) => self.fire(thread, volley),
            Instruction::Glide(path) => return self.glide(thread, path),
            Instruction::Vanish => self.runner.has_vanished = true,
            Instruction::End => return self.end(thread),
        }
        Flow::On
    }

    fn wait(&mut self, thread: usize, ticks: u32) -> Flow {
        self.runner.threads[thread].wake_tick = self.runner.tick + ticks;
        if ticks == 0 { Flow::On } else { Flow::Off }
    }

    fn enter(&mut self, thread: usize, slot: usize, times: Option<ValueId>, end: usize) {
        let times = times.map_or(f32::INFINITY, |times| self.value(times).round());
        self.runner.slots[slot] = 0.0;
        self.runner.slots[slot + 1] = times;
        if times < 1.0 {
            self.runner.threads[thread].at = end;
        }
    }

    fn next(&mut self, thread: usize, slot: usize, is_timed: bool, body: usize) -> Flow {
        self.runner.slots[slot] += 1.0;
        if self.runner.slots[slot] < self.runner.slots[slot + 1] {
            self.runner.threads[thread].at = body;
        }
        let due_tick = if is_timed { self.runner.slots[slot + 2] as u32 } else { 0 };
        self.wait(thread, due_tick.saturating_sub(self.runner.tick))
    }

    /// Draws one of the lists of a `Choose` and gives its first instruction.
    fn choose(&mut self, choice: usize) -> usize {
        let program = self.program;
        let branches = &program.choices[choice];
        let mut weights = [0.0; CHOICES_MAX];
        for (weight, (id, _)) in weights.iter_mut().zip(branches) {
            *weight = self.value(*id);
        }
        let mut left = self.scope.rng.range(0.0, weights.iter().sum());
        for (weight, (_, start)) in weights.iter().zip(branches) {
            left -= weight;
            if left < 0.0 {
                return *start;
            }
        }
        branches[branches.len() - 1].1
    }

    fn fork(&mut self, thread: usize, fork: usize) -> Flow {
        let fork = &self.program.forks[fork];
        for (index, start) in fork.starts.iter().enumerate() {
            let child = &mut self.runner.threads[usize::from(fork.first_thread) + index];
            (child.state, child.at, child.wake_tick, child.parent) = (State::Running, *start, self.runner.tick, thread as u8);
        }
        self.runner.threads[thread].state = State::Joining;
        self.runner.threads[thread].children_left = fork.starts.len() as u8;
        Flow::Off
    }

    /// Ends a track; the last list of a `Together` wakes the one that waits for it.
    fn end(&mut self, thread: usize) -> Flow {
        self.runner.threads[thread].state = State::Idle;
        if thread > 0 {
            let tick = self.runner.tick;
            let parent = &mut self.runner.threads[usize::from(self.runner.threads[thread].parent)];
            parent.children_left = parent.children_left.saturating_sub(1);
            if parent.children_left == 0 {
                (parent.state, parent.wake_tick) = (State::Running, tick);
            }
        }
        Flow::Off
    }

    fn glide(&mut self, thread: usize, path: usize) -> Flow {
        let path = &self.program.paths[path];
        let ticks = self.count(path.ticks);
        let from = self.scope.pose.at;
        let origin = if path.is_relative { from } else { Vec2::ZERO };
        let mut points = [Vec2::ZERO; PATH_POINTS_MAX];
        for (point, place) in points.iter_mut().zip(&path.points) {
            *point = origin + self.place(*place);
        }
        let points = &points[..path.points.len()];
        if ticks == 0 {
            self.scope.pose.at = points[points.len() - 1];
            self.runner.glide = Glide::NONE;
            self.see_place();
            return Flow::On;
        }
        self.runner.glide = Glide::new(from, points.iter().copied(), self.runner.tick, ticks, path.ease);
        if path.waits { self.wait(thread, ticks) } else { Flow::On }
    }
}

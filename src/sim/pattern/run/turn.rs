//! One tick of a program: the tracks that are due run until they wait. The program is an emitter's or the script of a bullet.

use super::course::Course;
use super::glide::Glide;
use super::track::{NO_SEED, State, Thread};
use super::{Budget, Deeds, Scope};
use crate::sim::pattern::expr::VARIABLE_COUNT;
use crate::sim::pattern::program::{CHOICES_MAX, Instruction, PATH_POINTS_MAX, Program, ValueId};
use glam::Vec2;

/// The state of a program in progress, and what it knows of whoever runs it.
pub(super) struct Core<'t> {
    /// Since it began.
    pub tick: u32,
    pub code: &'t [Instruction],
    pub threads: &'t mut [Thread],
    pub slots: &'t mut [f32],
    pub course: &'t mut Course,
    /// Of an emitter.
    pub glide: Option<&'t mut Glide>,
    pub deeds: &'t mut Deeds,
    pub generation: u8,
    /// -1 for one that turns the other way.
    pub turn_sign: f32,
    pub is_grazed: bool,
    pub has_phase_ended: bool,
}

/// A tick in progress. The pose is reflected already.
pub(super) struct Turn<'t, 'a, 'f> {
    pub core: Core<'t>,
    pub program: &'t Program,
    pub scope: &'t mut Scope<'a, 'f>,
    pub budget: &'t mut Budget,
    /// The player in the emitter's frame, px.
    pub player: Vec2,
    pub variables: [f32; VARIABLE_COUNT],
    /// Whose turn it is.
    pub thread: usize,
    /// Whether all is seen in a mirror just now, beyond what the pose said at first.
    pub is_flipped: bool,
    /// Whether the variables of the world, of the place and of the track are those of now; they are worked out when one is asked for.
    pub is_seen: [bool; 3],
}

/// Whether a track goes on in this tick.
#[derive(PartialEq, Eq)]
pub(super) enum Flow {
    On,
    Off,
}

impl<'t, 'a, 'f> Turn<'t, 'a, 'f> {
    pub(super) fn new(core: Core<'t>, program: &'t Program, scope: &'t mut Scope<'a, 'f>, budget: &'t mut Budget) -> Self {
        let player = if scope.pose.mirror { super::reflect(scope.player) } else { scope.player };
        Turn { core, program, scope, budget, player, variables: [0.0; VARIABLE_COUNT], thread: 0, is_flipped: false, is_seen: [false; 3] }
    }

    /// Runs all tracks that are due, the lowest first, until every one waits or `most` compiled steps have run.
    pub(super) fn run(&mut self, most: u32) {
        let mut left = most.min(self.budget.operations);
        let first_left = left;
        while let Some(thread) = self.due() {
            self.thread = thread;
            self.lose_sight_of_track();
            self.look_as(self.core.threads[thread].is_mirrored);
            while left > 0 && self.drawing(thread) == Flow::On {
                left -= 1;
            }
            if left == 0 {
                self.budget.clipped.ticks += 1;
                break;
            }
        }
        self.look_as(false);
        self.budget.operations -= first_left - left;
    }

    fn due(&self) -> Option<usize> {
        self.core.threads.iter().position(|thread| thread.is_due(self.core.tick))
    }

    pub(super) fn instruction(&mut self, thread: usize) -> Flow {
        let at = self.core.threads[thread].at as usize;
        let Some(&instruction) = self.core.code.get(at) else { return self.end(thread) };
        self.core.threads[thread].at = at as u32 + 1;
        match instruction {
            Instruction::Wait(ticks) => {
                let ticks = self.count(ticks);
                return self.wait(thread, ticks);
            }
            Instruction::Lag => {
                self.core.threads[thread].lag(self.core.tick);
                return Flow::Off;
            }
            Instruction::Set { slot, value } => self.core.slots[usize::from(slot)] = self.value(value),
            Instruction::Enter { slot, times, end } => self.enter(thread, usize::from(slot), times, end),
            Instruction::Round { slot, every } => {
                let due_tick = self.core.tick + self.count(every);
                // Exact to 2^24 ticks, 77 hours.
                self.core.slots[usize::from(slot) + 2] = due_tick as f32;
            }
            Instruction::Next { slot, is_timed, body } => return self.next(thread, usize::from(slot), is_timed, body),
            Instruction::Jump(to) => self.jump(thread, to),
            Instruction::Unless { cond, to } => {
                if self.value(cond) == 0.0 {
                    self.jump(thread, to);
                }
            }
            Instruction::Choose(choice) => {
                let start = self.choose(choice);
                self.jump(thread, start);
            }
            Instruction::Fork(fork) => return self.fork(thread, fork),
            Instruction::Fire(volley) => self.fire(thread, volley),
            Instruction::Glide(path) => return self.glide(thread, path),
            Instruction::Turn(turn) => self.turn(thread, turn),
            Instruction::Face(aim) => self.face(thread, aim),
            Instruction::Change(change) => self.change(thread, change),
            Instruction::Until(condition) => return self.until(thread, condition),
            Instruction::Emit(signal) => *self.scope.given |= 1 << signal,
            Instruction::Mirror { slot } => self.mirror(thread, slot),
            Instruction::Seed(seed) => self.core.threads[thread].seed = seed.unwrap_or(NO_SEED),
            Instruction::Cue(cue) => self.cue(thread, cue),
            Instruction::Become(motion) => {
                self.core.deeds.becomes = Some(self.becoming(motion));
                self.core.deeds.way = self.program.motions[motion].way;
            }
            Instruction::Recolor(color) => self.core.deeds.color = Some(color),
            Instruction::ToItem => self.core.deeds.is_item = true,
            Instruction::Vanish => self.core.deeds.has_vanished = true,
            Instruction::End => return self.end(thread),
        }
        Flow::On
    }

    fn jump(&mut self, thread: usize, to: usize) {
        self.core.threads[thread].at = to as u32;
    }

    pub(super) fn wait(&mut self, thread: usize, ticks: u32) -> Flow {
        let ticks = self.core.threads[thread].shortened(ticks);
        self.core.threads[thread].wake_tick = self.core.tick + ticks;
        if ticks == 0 { Flow::On } else { Flow::Off }
    }

    fn enter(&mut self, thread: usize, slot: usize, times: Option<ValueId>, end: usize) {
        let times = times.map_or(f32::INFINITY, |times| self.value(times).round());
        self.core.slots[slot] = 0.0;
        self.core.slots[slot + 1] = times;
        if times < 1.0 {
            self.jump(thread, end);
        }
    }

    fn next(&mut self, thread: usize, slot: usize, is_timed: bool, body: usize) -> Flow {
        self.core.slots[slot] += 1.0;
        if self.core.slots[slot] < self.core.slots[slot + 1] {
            self.jump(thread, body);
        }
        let due_tick = if is_timed { self.core.slots[slot + 2] as u32 } else { 0 };
        self.wait(thread, due_tick.saturating_sub(self.core.tick))
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
        let around = (self.core.threads[thread].is_mirrored, self.core.threads[thread].seed);
        for (index, start) in fork.starts.iter().enumerate() {
            let child = &mut self.core.threads[usize::from(fork.first_thread) + index];
            (child.state, child.at, child.wake_tick, child.parent) = (State::Running, *start as u32, self.core.tick, thread as u8);
            (child.is_mirrored, child.seed) = around;
        }
        self.core.threads[thread].state = State::Joining;
        self.core.threads[thread].children_left = fork.starts.len() as u8;
        Flow::Off
    }

    /// Ends a track; the last list of a `Together` wakes the one that waits for it.
    fn end(&mut self, thread: usize) -> Flow {
        self.core.threads[thread].state = State::Idle;
        if thread > 0 {
            let tick = self.core.tick;
            let parent = &mut self.core.threads[usize::from(self.core.threads[thread].parent)];
            parent.children_left = parent.children_left.saturating_sub(1);
            // A list of `then` has no parent: nobody waits for it.
            if parent.children_left == 0 && parent.state == State::Joining {
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
            self.set_glide(Glide::NONE);
            self.lose_sight_of_place();
            return Flow::On;
        }
        self.set_glide(Glide::new(from, points.iter().copied(), self.core.tick, ticks, path.ease));
        if path.waits { self.wait(thread, ticks) } else { Flow::On }
    }

    fn set_glide(&mut self, glide: Glide) {
        if let Some(own) = &mut self.core.glide {
            **own = glide;
        }
    }
}

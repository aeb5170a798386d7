//! Runs a compiled pattern, a tick at a time.
//!
//! Invariant: a `Runner` is of fixed size and owns no heap; a step allocates nothing (births go to the caller's queue) and cannot fail: numbers
//! are clamped to their ranges, too much work is put off and counted. In a mirrored pose everything runs unmirrored and only what
//! goes in and out is reflected. Must not know: who the emitter is, what becomes of the births.

mod births;
mod course;
mod cue;
mod glide;
mod laser;
mod modify;
mod shape;
mod sight;
mod steer;
mod task;
mod track;
mod turn;
mod volley;
mod way;

pub use births::{Births, CUES_MAX, Seed};
pub use course::Heading;
pub use cue::Cue;
pub use task::{Deeds, GENERATIONS_MAX, Host, TASK_OPERATIONS_MAX, Task};

use super::program::{Program, ProgramId, SLOTS_MAX, THREADS_MAX};
use crate::sim::field;
use crate::sim::rng::Rng;
use course::Course;
use glam::Vec2;
use glide::Glide;
use track::{State, Thread};
use turn::{Core, Turn};

/// Most compiled steps that one runner runs in a tick; what is left runs in the next.
pub const OPERATIONS_PER_TICK_MAX: u32 = 10_000;
/// Most bullets and lasers that one runner fires in a tick; more are dropped.
pub const BIRTHS_PER_TICK_MAX: u32 = 2_048;

/// Where an emitter is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Place, px.
    pub at: Vec2,
    /// Heading, degrees: the direction of its last movement.
    pub angle_deg: f32,
    /// Length of its last movement, px per tick.
    pub speed_px_per_tick: f32,
    /// Whether left and right are exchanged for all that its pattern does.
    pub mirror: bool,
}

impl Pose {
    /// Standing at `at`, heading down.
    pub fn new(at: Vec2, mirror: bool) -> Self {
        Pose { at, angle_deg: 90.0, speed_px_per_tick: 0.0, mirror }
    }

    /// As it looks in a mirror that stands upright in the middle of the playfield, if its pattern is mirrored.
    fn reflected(self) -> Self {
        if self.mirror { Pose { at: reflect(self.at), angle_deg: 180.0 - self.angle_deg, ..self } } else { self }
    }
}

fn reflect(at: Vec2) -> Vec2 {
    Vec2::new(field::WIDTH_PX - at.x, at.y)
}

/// What a step may read and change.
pub struct Scope<'a, 'f> {
    /// 0 easy to 3 lunatic.
    pub difficulty: u8,
    /// 0 to 1.
    pub rank: f32,
    /// Where the player is, px.
    pub player: Vec2,
    /// Where the enemies are, and the boss while it attacks, px.
    pub enemies: &'a [Vec2],
    /// Hit points left, 1 full to 0.
    pub hp_fraction: f32,
    /// Ticks left of the attack, 0 without one.
    pub ticks_left: u32,
    /// Bullets alive, those of this tick not counted.
    pub live_count: usize,
    /// The emitter.
    pub pose: &'a mut Pose,
    /// The world's random source.
    pub rng: &'a mut Rng,
    /// Takes the bullets and lasers in the order in which they are fired.
    pub births: &'a mut Births<'f>,
    /// Which program it is.
    pub program: ProgramId,
    /// Signals of the program that were given in the last tick, one bit each.
    pub heard: u32,
    /// Takes those that are given in this tick.
    pub given: &'a mut u32,
}

/// What the limits have held back since the runner started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clipped {
    /// Ticks in which steps were put off.
    pub ticks: u32,
    /// Bullets that were not fired.
    pub births: u32,
    /// Bullets with a script that were not fired because they would have been of too late a generation.
    pub generations: u32,
    /// Bullets with a script that were not fired because too many others had one.
    pub tasks: u32,
    /// Flashes, marks and the like that were not carried out because a tick had too many.
    pub cues: u32,
}

impl Clipped {
    /// Adds what is held back further.
    pub fn add(&mut self, other: Clipped) {
        let sum = |a: &mut u32, b: u32| *a = a.saturating_add(b);
        sum(&mut self.ticks, other.ticks);
        sum(&mut self.births, other.births);
        sum(&mut self.generations, other.generations);
        sum(&mut self.tasks, other.tasks);
        sum(&mut self.cues, other.cues);
    }

    /// What was held back since `before`.
    pub fn since(self, before: Clipped) -> Clipped {
        Clipped {
            ticks: self.ticks - before.ticks,
            births: self.births - before.births,
            generations: self.generations - before.generations,
            tasks: self.tasks - before.tasks,
            cues: self.cues - before.cues,
        }
    }

    /// All together.
    pub fn total(&self) -> u64 {
        [self.ticks, self.births, self.generations, self.tasks, self.cues].into_iter().map(u64::from).sum()
    }
}

/// What may be done in a tick: by one runner, or by all scripts of bullets together.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Compiled steps that are left.
    pub operations: u32,
    /// Births that are left.
    pub births: u32,
    /// What was held back for the want of them.
    pub clipped: Clipped,
}

impl Budget {
    /// Of a runner.
    const RUNNER: Budget = Budget::new(OPERATIONS_PER_TICK_MAX);

    /// Of so many compiled steps and the births of a tick.
    pub const fn new(operations: u32) -> Self {
        let clipped = Clipped { ticks: 0, births: 0, generations: 0, tasks: 0, cues: 0 };
        Budget { operations, births: BIRTHS_PER_TICK_MAX, clipped }
    }
}

/// A pattern in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Runner {
    tick: u32,
    threads: [Thread; THREADS_MAX],
    slots: [f32; SLOTS_MAX],
    glide: Glide,
    /// Once it steers itself.
    course: Option<Course>,
    has_vanished: bool,
    clipped: Clipped,
    /// Of the last tick.
    operations: u32,
}

// Every enemy holds one, and snapshots copy them.
const _: () = assert!(size_of::<Runner>() <= 1_024);

impl Default for Runner {
    fn default() -> Self {
        Self::new()
    }
}

impl Runner {
    /// At the start of any program.
    pub fn new() -> Self {
        let mut threads = [Thread::IDLE; THREADS_MAX];
        threads[0] = Thread::starting_at(0);
        Runner {
            tick: 0,
            threads,
            slots: [0.0; SLOTS_MAX],
            glide: Glide::NONE,
            course: None,
            has_vanished: false,
            clipped: Clipped::default(),
            operations: 0,
        }
    }

    /// One tick: steps that are due run, then the emitter moves. Always give the same program.
    pub fn step(&mut self, program: &Program, scope: &mut Scope) {
        *scope.pose = scope.pose.reflected();
        let mut course = self.course.unwrap_or(Course::new(scope.pose.angle_deg, 0.0));
        if self.course.is_some() {
            course.step(self.tick);
            (scope.pose.angle_deg, scope.pose.speed_px_per_tick) = (course.angle_deg, course.speed_px_per_tick);
        }
        let (mut budget, mut deeds) = (Budget::RUNNER, Deeds::default());
        let core = Core {
            tick: self.tick,
            code: &program.instructions,
            threads: &mut self.threads,
            slots: &mut self.slots,
            course: &mut course,
            glide: Some(&mut self.glide),
            deeds: &mut deeds,
            generation: 0,
            turn_sign: 1.0,
            is_grazed: false,
            has_phase_ended: false,
        };
        Turn::new(core, program, scope, &mut budget).run(OPERATIONS_PER_TICK_MAX);
        self.operations = OPERATIONS_PER_TICK_MAX - budget.operations;
        self.clipped.add(budget.clipped);
        if deeds.has_vanished || deeds.is_item {
            self.has_vanished = true;
            self.threads = [Thread::IDLE; THREADS_MAX];
            self.glide = Glide::NONE;
            course = Course::new(course.angle_deg, 0.0);
        }
        self.glide.step(self.tick, scope.pose);
        self.steer(course, deeds.has_faced, scope.pose);
        *scope.pose = scope.pose.reflected();
        self.tick = self.tick.saturating_add(1);
    }

    /// Moves an emitter that steers itself; its heading and speed are then those of its course.
    fn steer(&mut self, course: Course, has_faced: bool, pose: &mut Pose) {
        if self.course.is_none() && !course.is_changing() && !has_faced {
            return;
        }
        pose.at += course.velocity();
        (pose.angle_deg, pose.speed_px_per_tick) = (course.angle_deg, course.speed_px_per_tick);
        self.course = Some(course);
    }

    /// Whether nothing is left to do: every track has ended and the emitter stands.
    pub fn finished(&self) -> bool {
        let is_flying = self.course.is_some_and(|course| course.is_changing() || course.velocity() != Vec2::ZERO);
        self.threads.iter().all(|thread| thread.state == State::Idle) && !self.glide.is_moving() && !is_flying
    }

    /// Direction, speed and drift of an emitter that steers itself.
    pub fn heading(&self) -> Option<Heading> {
        self.course.map(|course| course.heading())
    }

    /// Whether the emitter has left by `Vanish`.
    pub fn has_vanished(&self) -> bool {
        self.has_vanished
    }

    /// Ticks since the start.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// Compiled steps that ran in the last tick.
    pub fn operations(&self) -> u32 {
        self.operations
    }

    /// What the limits have held back.
    pub fn clipped(&self) -> Clipped {
        self.clipped
    }
}

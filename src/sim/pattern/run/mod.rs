//! Runs a compiled pattern, a tick at a time.
//!
//! Invariant: a `Runner` is of fixed size and owns no heap; a step allocates nothing (births go to the caller's queue) and cannot fail: numbers
//! are clamped to their ranges, too much work is put off and counted. In a mirrored pose everything runs unmirrored and only what
//! goes in and out is reflected. Must not know: who the emitter is, what becomes of the births.

mod glide;
mod laser;
mod shape;
mod turn;
mod volley;

use super::program::{Program, SLOTS_MAX, THREADS_MAX};
use crate::mem::arena::Scratch;
use crate::sim::bullet::birth::Birth;
use crate::sim::field;
use crate::sim::laser::LaserBirth;
use crate::sim::rng::Rng;
use glam::Vec2;
use glide::Glide;
use turn::Turn;

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
    /// Hit points left, 1 full to 0.
    pub hp_fraction: f32,
    /// Ticks left of the attack, 0 without one.
    pub ticks_left: u32,
    /// The emitter.
    pub pose: &'a mut Pose,
    /// The world's random source.
    pub rng: &'a mut Rng,
    /// Takes the bullets in the order in which they are fired.
    pub births: &'a mut Scratch<'f, Birth>,
    /// Takes the lasers in the order in which they are fired; whose they are is for the caller to say.
    pub lasers: &'a mut Scratch<'f, LaserBirth>,
}

/// What the limits have held back since the runner started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clipped {
    /// Ticks in which steps were put off.
    pub ticks: u32,
    /// Bullets that were not fired.
    pub births: u32,
}

/// A pattern in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Runner {
    tick: u32,
    threads: [Thread; THREADS_MAX],
    slots: [f32; SLOTS_MAX],
    glide: Glide,
    has_vanished: bool,
    clipped: Clipped,
    /// Of the last tick.
    operations: u32,
}

/// A track: the main one, or a list of a `Together`. Which one is which is fixed by the program.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Thread {
    state: State,
    /// The next instruction.
    at: usize,
    wake_tick: u32,
    /// The track that waits for this one.
    parent: u8,
    /// How many tracks this one waits for.
    children_left: u8,
    last_angle_deg: f32,
    last_speed_px_per_tick: f32,
    volley_count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Has ended or has not begun.
    Idle,
    /// Runs at its wake tick.
    Running,
    /// Waits for other tracks.
    Joining,
}

const IDLE: Thread = Thread {
    state: State::Idle,
    at: 0,
    wake_tick: 0,
    parent: 0,
    children_left: 0,
    last_angle_deg: 0.0,
    last_speed_px_per_tick: 1.0,
    volley_count: 0,
};

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
        let mut threads = [IDLE; THREADS_MAX];
        threads[0].state = State::Running;
        Runner {
            tick: 0,
            threads,
            slots: [0.0; SLOTS_MAX],
            glide: Glide::NONE,
            has_vanished: false,
            clipped: Clipped::default(),
            operations: 0,
        }
    }

    /// One tick: steps that are due run, then the emitter moves. Always give the same program.
    pub fn step(&mut self, program: &Program, scope: &mut Scope) {
        *scope.pose = scope.pose.reflected();
        let mut turn = Turn::new(self, program, scope);
        turn.run();
        let operations = turn.operations();
        self.operations = operations;
        if self.has_vanished {
            self.threads = [IDLE; THREADS_MAX];
            self.glide = Glide::NONE;
        }
        self.glide.step(self.tick, scope.pose);
        *scope.pose = scope.pose.reflected();
        self.tick = self.tick.saturating_add(1);
    }

    /// Whether nothing is left to do: every track has ended and the emitter stands.
    pub fn finished(&self) -> bool {
        self.threads.iter().all(|thread| thread.state == State::Idle) && !self.glide.is_moving()
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

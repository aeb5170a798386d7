//! The script of one bullet in progress.
//!
//! Invariant: of fixed size, owns no heap; everything it does is in the bullet's own frame, mirrored where its emitter is. Must not know:
//! where it is stored, what becomes of what it does.

use super::course::{Course, Heading};
use super::track::{State, Thread};
use super::turn::{Core, Turn};
use super::way::Way;
use super::{Budget, Pose, Scope};
use crate::sim::bullet::birth::PARAMS_MAX;
use crate::sim::bullet::color::Color;
use crate::sim::bullet::kind::Steering;
use crate::sim::digest::Digest;
use crate::sim::math;
use crate::sim::pattern::program::{Program, ProgramId, Script, TASK_SLOTS_MAX, TASK_THREADS_MAX};
use glam::Vec2;

/// Most compiled steps that one bullet runs in a tick; what is left runs in the next.
pub const TASK_OPERATIONS_MAX: u32 = 1_000;
/// Bullets of a later generation that would run a script are not fired.
pub const GENERATIONS_MAX: u8 = 8;

/// A script in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// The program that it is a part of.
    pub program: ProgramId,
    /// Index into `Program::scripts`.
    script: u16,
    /// 1 for a bullet of an emitter.
    generation: u8,
    is_mirrored: bool,
    /// Whether it is in the mirror image of its volley: it turns the other way.
    is_turned: bool,
    /// Whether the attack has ended whose end it waits for.
    has_phase_ended: bool,
    /// The world's tick of its first run.
    start_tick: u32,
    threads: [Thread; TASK_THREADS_MAX],
    slots: [f32; TASK_SLOTS_MAX],
    course: Course,
    /// How the bullet flies, if not by its kind.
    way: Option<Way>,
}

/// How a task begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub program: ProgramId,
    pub script: usize,
    pub generation: u8,
    pub is_mirrored: bool,
    pub is_turned: bool,
}

/// A bullet as its task finds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Host {
    /// Where it is, px.
    pub at: Vec2,
    /// Displacement of the last tick, px.
    pub velocity: Vec2,
    /// What may be done to that.
    pub steering: Steering,
    /// Whether it was grazed.
    pub is_grazed: bool,
}

/// What becomes of a bullet by its task.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deeds {
    /// Its displacement from now on, px per tick, if that is new.
    pub velocity: Option<Vec2>,
    /// Its colour, if that is new.
    pub color: Option<Color>,
    /// Its direction was set, so its displacement is new.
    pub has_faced: bool,
    /// It is gone.
    pub has_vanished: bool,
    /// It becomes an item, and is gone.
    pub is_item: bool,
    /// It goes on as another kind with these parameters.
    pub becomes: Option<(u8, [f32; PARAMS_MAX])>,
    /// And in this way: an index into `Program::ways`.
    pub(super) way: Option<usize>,
}

// Each bullet with a script has one.
const _: () = assert!(size_of::<Task>() <= 320);

impl Task {
    pub(super) fn new(origin: Origin, of: &Script, slots: [f32; TASK_SLOTS_MAX], course: Course) -> Self {
        let Origin { program, script, generation, is_mirrored, is_turned } = origin;
        let mut threads = [Thread::IDLE; TASK_THREADS_MAX];
        for (thread, start) in threads.iter_mut().zip(&of.starts) {
            *thread = Thread::starting_at(*start);
        }
        let script = script as u16;
        Task {
            program,
            script,
            generation,
            is_mirrored,
            is_turned,
            has_phase_ended: false,
            start_tick: 0,
            threads,
            slots,
            course,
            way: of.way.map(Way::new),
        }
    }

    /// Its first run is in this tick of the world.
    pub fn start_at(&mut self, tick: u32) {
        self.start_tick = tick;
    }

    /// The next tick of the world in which there is something to do; `None` if there never is.
    pub fn due_tick(&self, tick: u32) -> Option<u32> {
        if self.course.is_changing() || self.way.is_some() {
            return Some(tick + 1);
        }
        let running = self.threads.iter().filter(|thread| thread.is_running());
        running.map(|thread| (self.start_tick + thread.wake_tick).max(tick + 1)).min()
    }

    /// One tick of the world, before the bullet moves. `scope.pose` is not read.
    pub fn step(&mut self, program: &Program, host: &Host, tick: u32, scope: &mut Scope, budget: &mut Budget) -> Deeds {
        let mut deeds = Deeds::default();
        let own_tick = tick - self.start_tick;
        if host.steering < Steering::Free {
            // The kind has its own way with it.
            let velocity = self.reflected(host.velocity);
            let speed_px_per_tick = velocity.length();
            self.course.drift = Vec2::ZERO;
            self.course.speed_px_per_tick = speed_px_per_tick;
            if speed_px_per_tick > 0.0 {
                self.course.angle_deg = math::atan2_deg(velocity.y, velocity.x);
            }
        }
        if self.course.step(own_tick) && host.steering > Steering::Fixed {
            deeds.velocity = Some(self.reflected(self.course.velocity()));
        }
        if self.way.is_some() || self.threads.iter().any(|thread| thread.is_due(own_tick)) {
            let displacement = self.run((program, host, own_tick), scope, budget, &mut deeds);
            if let Some(displacement) = displacement {
                deeds.velocity = Some(self.reflected(displacement));
            } else if deeds.has_faced && host.steering > Steering::Fixed {
                deeds.velocity = Some(self.reflected(self.course.velocity()));
            }
        }
        deeds
    }

    /// Its lists, and its way, if it has one: then the bullet's displacement in this tick.
    fn run(
        &mut self,
        (program, host, tick): (&Program, &Host, u32),
        scope: &mut Scope,
        budget: &mut Budget,
        deeds: &mut Deeds,
    ) -> Option<Vec2> {
        let script = program.scripts.get(usize::from(self.script))?;
        let pose = Pose {
            at: host.at,
            angle_deg: self.course.angle_deg,
            speed_px_per_tick: self.course.speed_px_per_tick,
            mirror: self.is_mirrored,
        };
        // Angles of the course are in the bullet's own frame already.
        *scope.pose = Pose { at: pose.reflected().at, ..pose };
        let core = Core {
            tick,
            code: &script.instructions,
            threads: &mut self.threads,
            slots: &mut self.slots,
            course: &mut self.course,
            glide: None,
            deeds,
            generation: self.generation,
            turn_sign: if self.is_turned { -1.0 } else { 1.0 },
            is_grazed: host.is_grazed,
            has_phase_ended: self.has_phase_ended,
        };
        let mut turn = Turn::new(core, program, scope, budget);
        turn.run(TASK_OPERATIONS_MAX);
        if turn.core.deeds.becomes.is_some() {
            self.way = turn.core.deeds.way.map(Way::new);
            return None;
        }
        self.way.as_mut().and_then(|way| turn.follow(way))
    }

    fn reflected(&self, velocity: Vec2) -> Vec2 {
        if self.is_mirrored { Vec2::new(-velocity.x, velocity.y) } else { velocity }
    }

    /// The bullet's course in the world's tick `tick`, which is that of its last step or the one after it, if no step of its script sets it
    /// there. It is in the bullet's own frame, mirrored where its emitter is.
    pub fn heading_at(&self, tick: u32) -> Heading {
        let mut course = self.course;
        if tick >= self.start_tick {
            course.step(tick - self.start_tick);
        }
        course.heading()
    }

    /// The bullet's direction, degrees, and speed, px per tick, its drift included.
    pub fn heading(&self) -> (f32, f32) {
        let (mut angle_deg, mut speed) = (self.course.angle_deg, self.course.speed_px_per_tick);
        if self.course.drift != Vec2::ZERO {
            let velocity = self.course.velocity();
            (angle_deg, speed) = (math::atan2_deg(velocity.y, velocity.x), velocity.length());
        }
        (if self.is_mirrored { math::wrap_deg(180.0 - angle_deg) } else { angle_deg }, speed)
    }

    /// Whether it waits for the end of an attack.
    pub fn awaits_phase_end(&self, program: &Program) -> bool {
        let script = program.scripts.get(usize::from(self.script));
        let awaits = |thread: &Thread| thread.is_running() && script.is_some_and(|script| script.awaits_phase_end(thread.at as usize));
        self.threads.iter().any(awaits)
    }

    /// An attack has ended.
    pub fn end_phase(&mut self) {
        self.has_phase_ended = true;
    }

    /// Adds all that its future depends on.
    pub fn digest(&self, digest: &mut Digest) {
        let flags = [self.is_mirrored, self.is_turned, self.has_phase_ended].iter().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
        digest.add(u64::from(self.script) << 32 | u64::from(self.generation) << 8 | flags);
        digest.add(self.program.number() << 32 | u64::from(self.start_tick));
        for thread in self.threads.iter().filter(|thread| thread.state != State::Idle) {
            digest.add(u64::from(thread.at) << 32 | u64::from(thread.wake_tick));
            let state = thread.state as u64 | u64::from(thread.parent) << 8 | u64::from(thread.children_left) << 16;
            digest
                .add(u64::from(thread.volley_count) << 32 | state << 8 | u64::from(thread.is_mirrored) << 1 | u64::from(thread.has_speed));
            digest.add_vec2(Vec2::new(thread.last_angle_deg, thread.last_speed_px_per_tick));
        }
        self.slots.as_chunks::<2>().0.iter().for_each(|pair| digest.add_vec2(Vec2::from(*pair)));
        self.course.digest(digest);
        if let Some(way) = &self.way {
            way.digest(digest);
        }
    }
}

//! A pattern's run written frame by frame in a form that other players of BulletML print too, so that anybody can compare.
//!
//! Lines: `N frame live`, the emitter counted; `E frame id x y direction speed`, a birth as it is at the end of its frame; `S frame id x y direction
//! speed ax ay`, a bullet or the emitter (id 0). Units: px, px a frame, degrees clockwise from the top of the screen; frame 0 is the first.
//! Invariant: the run is the game's own; the same setting writes the same bytes. Must not know: who compares.

use super::session::{Setup, lead_ticks};
use crate::mem::arena::FrameArena;
use crate::sim::bullet::birth::Birth;
use crate::sim::bullet::{BulletView, Handle};
use crate::sim::field::Bounds;
use crate::sim::input::Input;
use crate::sim::math;
use crate::sim::pattern::{Heading, Task};
use crate::sim::probe::{Part, Probe};
use crate::sim::stage::data::StageData;
use crate::sim::world::World;
use glam::Vec2;
use std::io::{self, Write};
use std::sync::Arc;

/// Bytes of the frame arena: this world runs no load.
const ARENA_BYTES: usize = 1 << 20;
/// Between their direction and ours: theirs begin at the top.
const TURN_DEG: f32 = 90.0;
/// How far a course may be from the velocity that it should give, px a tick.
const SLACK_PX: f32 = 1e-3;

/// What a run depends on besides the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameSetup {
    /// Seed, difficulty, rank.
    pub setup: Setup,
    /// Where the player is, px; nothing hits it.
    pub player: Vec2,
    /// Where bullets live.
    pub bounds: Bounds,
    /// Given in place of every random number in [0, 1).
    pub rand: Option<f32>,
    /// How many frames.
    pub frames: u32,
    /// States after every so many frames; 0 for none.
    pub every: u32,
}

/// Runs a piece that begins with a boss, as `lab::stage` makes it for patterns and attacks, and writes it.
///
/// # Errors
/// Those of the writer.
pub fn write_frames(stage: &Arc<StageData>, setup: &FrameSetup, out: &mut dyn Write) -> io::Result<()> {
    let config = setup.setup.config();
    let mut world = World::with_arena(Arc::clone(stage), config, FrameArena::with_capacity(ARENA_BYTES));
    world.set_rank(setup.setup.rank);
    world.set_bounds(setup.bounds);
    if let Some(unit) = setup.rand {
        world.force_random(unit);
    }
    let mut frames = Frames { world, known: Vec::new(), births: Vec::new(), count: 0 };
    for _ in 0..lead_ticks(stage, config) {
        frames.step(setup.player);
    }
    for frame in 0..setup.frames {
        frames.step(setup.player);
        frames.write(frame, setup.every > 0 && (frame + 1).is_multiple_of(setup.every), out)?;
    }
    Ok(())
}

/// The run.
struct Frames {
    world: World,
    /// In order of their numbers.
    known: Vec<Known>,
    /// Of the last tick.
    births: Vec<Handle>,
    /// Bullets so far; the last one's number.
    count: u32,
}

/// A live bullet.
struct Known {
    handle: Handle,
    number: u32,
    heading: Heading,
    /// Its script as it was after the last tick.
    task: Option<Task>,
}

/// Hears of births.
struct Ear<'a>(&'a mut Vec<Handle>, &'a mut Vec<Heading>);

impl Probe for Ear<'_> {
    fn enter(&mut self, _part: Part) {}

    fn born(&mut self, birth: &Birth, bullet: Option<Handle>) {
        let heading = Heading { angle_deg: birth.angle_deg, speed_px_per_tick: birth.speed_px_per_tick, drift: Vec2::ZERO };
        self.1.extend(bullet.map(|_| heading));
        self.0.extend(bullet);
    }
}

impl Frames {
    fn step(&mut self, player: Vec2) {
        self.births.clear();
        let mut headings = Vec::new();
        self.world.place_player(player);
        self.world.step_probed(Input::default(), &mut Ear(&mut self.births, &mut headings));
        for (handle, heading) in self.births.iter().zip(headings) {
            self.count += 1;
            self.known.push(Known { handle: *handle, number: self.count, heading, task: None });
        }
        let (world, tick) = (&self.world, self.world.tick());
        self.known.retain(|known| world.bullets().get(known.handle).is_some());
        let mut tasks = world.tasks().live(world.bullets()).peekable();
        for known in &mut self.known {
            let task = tasks.next_if(|(handle, _)| *handle == known.handle).map(|(_, task)| *task);
            // A script that has ended leaves its bullet on the course of its last tick.
            if let Some(task) = task.or(known.task.take()) {
                known.heading = task.heading_at(tick);
            }
            known.task = task;
            if let Some(view) = world.bullets().get(known.handle) {
                known.correct(&view);
            }
        }
    }

    fn write(&self, frame: u32, is_due: bool, out: &mut dyn Write) -> io::Result<()> {
        let emitter = self.world.steered_boss();
        writeln!(out, "N {frame} {}", self.known.len() + usize::from(emitter.is_some()))?;
        let view = |known: &Known| self.world.bullets().get(known.handle).map_or(Vec2::ZERO, |view| view.at);
        for known in self.known.iter().filter(|known| self.births.contains(&known.handle)) {
            write_state(out, ('E', frame, known.number), view(known), &known.heading)?;
            writeln!(out)?;
        }
        if !is_due {
            return Ok(());
        }
        let bullets = self.known.iter().map(|known| (known.number, view(known), known.heading));
        for (number, at, heading) in emitter.map(|(at, heading)| (0, at, heading)).into_iter().chain(bullets) {
            write_state(out, ('S', frame, number), at, &heading)?;
            writeln!(out, " {:.4} {:.4}", heading.drift.x + 0.0, heading.drift.y + 0.0)?;
        }
        Ok(())
    }
}

impl Known {
    /// Kinds that steer themselves, and bullets of mirrors, have no course but the way they go.
    fn correct(&mut self, view: &BulletView) {
        let Heading { angle_deg, speed_px_per_tick, drift } = self.heading;
        let expected = math::unit(angle_deg) * speed_px_per_tick + drift;
        if !view.is_delayed && expected.distance(view.velocity) > SLACK_PX {
            let angle_deg = math::atan2_deg(view.velocity.y, view.velocity.x);
            self.heading = Heading { angle_deg, speed_px_per_tick: view.velocity.length(), drift: Vec2::ZERO };
        }
    }
}

fn write_state(out: &mut dyn Write, (sort, frame, number): (char, u32, u32), at: Vec2, heading: &Heading) -> io::Result<()> {
    // From 0 up to 360, as it is written.
    let turned = ((heading.angle_deg + TURN_DEG).rem_euclid(360.0) * 1_000.0).round() / 1_000.0;
    let direction = if turned >= 360.0 { 0.0 } else { turned };
    write!(out, "{sort} {frame} {number} {:.3} {:.3} {direction:.3} {:.4}", at.x + 0.0, at.y + 0.0, heading.speed_px_per_tick + 0.0)
}

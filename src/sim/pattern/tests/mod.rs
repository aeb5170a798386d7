//! Patterns from RON text to births.

mod aim;
mod cues;
mod examples;
mod faults;
mod groups;
mod lasers;
mod moves;
mod timing;

use super::format::{Pattern, Step};
use super::*;
use crate::mem::arena::FrameArena;
use crate::sim::bullet::birth::Birth;
use crate::sim::bullet::look::{Look, Shape, Turn};
use crate::sim::laser::LaserBirth;
use crate::sim::problem::Problem;
use crate::sim::rng::Rng;
use glam::Vec2;
use std::collections::BTreeMap;

fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    let extensions = ron::extensions::Extensions::IMPLICIT_SOME
        | ron::extensions::Extensions::UNWRAP_NEWTYPES
        | ron::extensions::Extensions::UNWRAP_VARIANT_NEWTYPES;
    ron::Options::default().with_default_extension(extensions).from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn looks() -> Vec<Look> {
    let look = |name: &str, hit_radius_px| Look {
        name: name.to_owned(),
        shape: Shape::Disc,
        radius_px: 5.0,
        hit_radius_px,
        graze_radius_px: 20.0,
        layer: 1,
        turn: Turn::Upright,
    };
    vec![look("disc", 2.0), look("petal", 3.0)]
}

fn compiled(text: &str, patterns: &[(&str, &str)]) -> (Program, Vec<Problem>) {
    let steps: Vec<Step> = read(text);
    let patterns: BTreeMap<String, Pattern> = patterns.iter().map(|(name, text)| ((*name).to_owned(), read(text))).collect();
    compile(&steps, &Names { looks: &looks(), patterns: &patterns, sounds: &[] })
}

/// An emitter that runs a pattern.
struct Stand {
    program: Program,
    runner: Runner,
    pose: Pose,
    rng: Rng,
    difficulty: u8,
    player: Vec2,
    arena: FrameArena,
    /// Signals given in the last tick.
    given: u32,
    /// Cues of the last tick.
    cues: Vec<Cue>,
}

impl Stand {
    fn new(text: &str) -> Self {
        Self::with(text, &[])
    }

    fn with(text: &str, patterns: &[(&str, &str)]) -> Self {
        let (program, problems) = compiled(text, patterns);
        assert_eq!(problems, [], "{text}");
        Stand {
            program,
            runner: Runner::new(),
            pose: Pose::new(Vec2::new(100.0, 100.0), false),
            rng: Rng::new(9),
            difficulty: 1,
            player: Vec2::new(100.0, 400.0),
            arena: FrameArena::with_capacity(1 << 20),
            given: 0,
            cues: Vec::new(),
        }
    }

    /// The births of one tick.
    fn step(&mut self) -> Vec<Birth> {
        self.step_both().0
    }

    /// The births of one tick, and the lasers.
    fn step_both(&mut self) -> (Vec<Birth>, Vec<LaserBirth>) {
        self.arena.reset(self.runner.tick());
        let mut births = Births::new(&self.arena, 4_096);
        let mut given = 0;
        let mut scope = Scope {
            difficulty: self.difficulty,
            rank: 0.5,
            player: self.player,
            enemies: &[],
            live_count: 0,
            hp_fraction: 0.25,
            ticks_left: 600,
            pose: &mut self.pose,
            rng: &mut self.rng,
            births: &mut births,
            program: ProgramId::Enemy(0),
            heard: std::mem::take(&mut self.given),
            given: &mut given,
        };
        self.runner.step(&self.program, &mut scope);
        self.given = given;
        self.cues = births.cues().to_vec();
        (births.all().to_vec(), births.lasers().to_vec())
    }

    /// The births of some ticks, each with its tick.
    fn run(&mut self, ticks: u32) -> Vec<(u32, Birth)> {
        (0..ticks).flat_map(|_| self.step().into_iter().map(|birth| (self.runner.tick() - 1, birth)).collect::<Vec<_>>()).collect()
    }

    /// The ticks at which bullets were born.
    fn birth_ticks(&mut self, ticks: u32) -> Vec<u32> {
        self.run(ticks).into_iter().map(|(tick, _)| tick).collect()
    }
}

/// The births of the first tick of one volley, told by what follows `Fire(bullet: ..., `.
fn volley(fields: &str) -> Vec<Birth> {
    Stand::new(&format!(r#"[Fire(bullet: (look: "disc"), {fields})]"#)).step()
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-3
}

/// Whether two directions are the same.
fn same_way(a: f32, b: f32) -> bool {
    near(crate::sim::math::wrap_deg(a - b + 0.0005), 0.0005) || (crate::sim::math::wrap_deg(a - b)).abs() < 2e-3
}

#[track_caller]
fn assert_volley(births: &[Birth], expected: &[(f32, f32, (f32, f32))]) {
    assert_eq!(births.len(), expected.len());
    for (index, (birth, (angle_deg, speed, (x, y)))) in births.iter().zip(expected).enumerate() {
        let at = Vec2::new(100.0 + x, 100.0 + y);
        let good = same_way(birth.angle_deg, *angle_deg) && near(birth.speed_px_per_tick, *speed) && (birth.at - at).length() < 2e-3;
        assert!(good, "bullet {index}: {birth:?}, expected {angle_deg} deg, speed {speed}, at {at}");
    }
}

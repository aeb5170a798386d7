//! A pattern of its own in a world, told step by step.

#![allow(dead_code, reason = "shared: no test uses all of it")]

use glam::Vec2;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use tamafubuki::content::{self, Content, Sources};
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{BulletView, Handle, Mode};
use tamafubuki::sim::input::Input;
use tamafubuki::sim::pattern::format::{Pattern, Step};
use tamafubuki::sim::pattern::{self, Names};
use tamafubuki::sim::probe::{Part, Probe};
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, World};

/// Where patterns are fired from.
pub const EMITTER: Vec2 = Vec2::new(160.0, 80.0);
/// Where the player stands.
pub const PLAYER: Vec2 = Vec2::new(160.0, 400.0);

fn embedded() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT.get_or_init(|| content::load(&Sources::embedded()).content)
}

/// A stage around a pattern.
pub fn stage(text: &str, patterns: &[(&str, &str)]) -> Arc<StageData> {
    let content = embedded();
    let read = |(name, text): &(&str, &str)| {
        ((*name).to_owned(), content::read::<Pattern>("p.ron", text).unwrap_or_else(|told| panic!("{told:?}")))
    };
    let patterns: BTreeMap<String, Pattern> = patterns.iter().map(read).collect();
    let steps = content::read::<Vec<Step>>("p.ron", text).unwrap_or_else(|told| panic!("{}", told[0]));
    let sounds: Vec<String> = content.sounds.iter().map(|sound| sound.name.clone()).collect();
    let (program, problems) = pattern::compile(&steps, &Names { looks: &content.looks, patterns: &patterns, sounds: &sounds });
    assert_eq!(problems, [], "{text}");
    Arc::new(content.empty_stage.as_ref().expect("there is a crane").around(program, EMITTER))
}

/// A pattern in progress. Tick 0 is the first of its program.
pub struct Scene {
    pub world: World,
    pub player: Vec2,
    start_tick: u32,
    /// Every birth so far: its tick, as fired, its handle.
    pub births: Vec<(u32, Birth, Option<Handle>)>,
}

#[derive(Default)]
struct Log(Vec<(Birth, Option<Handle>)>);

impl Probe for Log {
    fn enter(&mut self, _part: Part) {}

    fn born(&mut self, birth: &Birth, bullet: Option<Handle>) {
        self.0.push((*birth, bullet));
    }
}

impl Scene {
    /// After its first tick.
    pub fn new(text: &str) -> Self {
        Self::with(stage(text, &[]), Config::default())
    }

    /// The same with shared patterns.
    pub fn new_with(text: &str, patterns: &[(&str, &str)]) -> Self {
        Self::with(stage(text, patterns), Config::default())
    }

    pub fn with(stage: Arc<StageData>, config: Config) -> Self {
        let mut scene = Self { world: World::new(stage, config), player: PLAYER, start_tick: 0, births: Vec::new() };
        while scene.world.operation_count() == 0 {
            scene.start_tick = scene.world.tick() + 1;
            scene.step();
        }
        scene
    }

    pub fn of(stage: &Arc<StageData>, mode: Mode) -> Self {
        Self::with(Arc::clone(stage), Config { mode, ..Config::default() })
    }

    /// The last tick of the program that has run.
    pub fn tick(&self) -> u32 {
        self.world.tick() - self.start_tick
    }

    pub fn step(&mut self) {
        let mut log = Log::default();
        self.world.place_player(self.player);
        self.world.step_probed(Input::default(), &mut log);
        let tick = self.world.tick().saturating_sub(self.start_tick);
        self.births.extend(log.0.into_iter().map(|(birth, handle)| (tick, birth, handle)));
    }

    /// Until `tick` has run.
    pub fn run_to(&mut self, tick: u32) -> &mut Self {
        while self.tick() < tick {
            self.step();
        }
        self
    }

    /// The `nth` bullet, if it lives.
    pub fn bullet(&self, nth: usize) -> Option<BulletView> {
        self.births.get(nth)?.2.and_then(|handle| self.world.bullets().get(handle))
    }

    /// Where the `nth` bullet is.
    pub fn at(&self, nth: usize) -> Vec2 {
        self.bullet(nth).unwrap_or_else(|| panic!("bullet {nth} is gone at tick {}", self.tick())).at
    }

    /// Velocities of the `nth` bullet at the ends of the ticks after its birth.
    pub fn velocities(&mut self, nth: usize, count: usize) -> Vec<Vec2> {
        (0..count).map(|_| (self.step(), self.bullet(nth).expect("it lives").velocity).1).collect()
    }

    /// The ticks in which bullets were born, up to one.
    pub fn birth_ticks(&mut self, tick: u32) -> Vec<u32> {
        self.run_to(tick);
        self.births.iter().map(|(tick, ..)| *tick).collect()
    }
}

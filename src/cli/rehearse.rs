//! A part of the content run by itself, without a window: a pattern, an attack, an enemy, a wave, a boss or a stage.
//!
//! It runs in the game's own world, so it does what it does in play. Units: px, ticks since its program began.
//! Invariant: the same words on the command line give the same run.

use super::Failure;
use super::arguments::{Flag, Given};
use super::options;
use glam::Vec2;
use std::path::Path;
use std::sync::Arc;
use tamafubuki::bot::Bot;
use tamafubuki::content::{self, Content, Diagnostic, Loaded, Subject, subject};
use tamafubuki::lab::session::PLACE;
use tamafubuki::lab::{self, FrameSetup, Setup};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::field::{Bounds, HEIGHT_PX, WIDTH_PX};
use tamafubuki::sim::input::Input;
use tamafubuki::sim::probe::{Probe, Silent};
use tamafubuki::sim::stage::data::{Cue, StageData};
use tamafubuki::sim::world::{Config, Phase, World};

/// Longest run, ticks: half an hour.
pub const TICKS_MAX: u32 = 30 * 60 * 60;

pub const RANK: Flag = Flag { name: "rank", value: "R", about: "rank, 0 to 1; it does not move [0.5]" };
pub const SEED: Flag = Flag { name: "seed", value: "N", about: "seed of the run [1]" };
pub const PLAYER_AT: Flag =
    Flag { name: "player", value: "X,Y", about: "where the crane stands, px, or `bot`; nothing hits it [192,384; bot in a stage]" };
pub const AT: Flag =
    Flag { name: "at", value: "X,Y", about: "where a shared pattern is fired from, or an enemy enters, px [192,98; the enemy's wave]" };

/// What the command line says about a run.
pub struct Setting {
    difficulty: Difficulty,
    seed: u64,
    rank: f32,
    player: Option<Player>,
    at: Option<Vec2>,
    rand: Option<f32>,
    bounds: Option<Bounds>,
}

/// Furthest that bounds may be, px.
const BOUND_MAX_PX: f32 = 10_000.0;

/// Who moves the crane.
#[derive(Clone, Copy)]
enum Player {
    /// Nobody: it stands there.
    At(Vec2),
    Bot,
}

impl Setting {
    /// Reads the options.
    ///
    /// # Errors
    /// `Misuse` for a value that cannot be.
    pub fn from(given: &Given) -> Result<Setting, Failure> {
        let field = [(0.0, WIDTH_PX), (0.0, HEIGHT_PX)];
        let player = match given.word("player") {
            Some(word) if word.eq_ignore_ascii_case("bot") => Some(Player::Bot),
            _ => given.pair("player", field)?.map(|at| Player::At(at.into())),
        };
        Ok(Setting {
            difficulty: options::difficulty(given)?.unwrap_or_default(),
            seed: given.number("seed", 0..=u64::MAX)?.unwrap_or(1),
            rank: given.number("rank", 0.0..=1.0)?.unwrap_or(0.5),
            player,
            rand: given.number("rand", 0.0..=1.0)?,
            bounds: bounds(given)?,
            at: given.pair("at", [(-64.0, 448.0), (-64.0, 512.0)])?.map(Vec2::from),
        })
    }

    /// Difficulty.
    pub fn difficulty(&self) -> Difficulty {
        self.difficulty
    }

    /// Seed of the world.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Rank, 0 to 1; it does not move.
    pub fn rank(&self) -> f32 {
        self.rank
    }

    /// What a world starts from.
    pub fn config(&self) -> Config {
        Setup { difficulty: self.difficulty, seed: self.seed, rank: self.rank }.config()
    }

    /// Who moves the crane in this piece.
    fn player(&self, piece: &Piece) -> Player {
        self.player.unwrap_or(if piece.is_stage { Player::Bot } else { Player::At(PLACE) })
    }

    /// All of it in one line.
    pub fn words(&self, piece: &Piece) -> String {
        let player = match self.player(piece) {
            Player::At(at) => format!("{},{}", at.x, at.y),
            Player::Bot => "bot".to_owned(),
        };
        let emitter = self.at.map(|at| format!(", at {},{}", at.x, at.y)).unwrap_or_default();
        let rand = self.rand.map(|rand| format!(", rand {rand}")).unwrap_or_default();
        let Bounds { low, high } = self.bounds.unwrap_or_default();
        let bounds = self.bounds.map(|_| format!(", bounds {},{},{},{}", low.x, low.y, high.x, high.y)).unwrap_or_default();
        format!("{}, seed {}, rank {}, player {player}{emitter}{rand}{bounds}", self.difficulty.name(), self.seed, self.rank)
    }

    /// The same for a run that is written frame by frame. A bot stands still in it.
    pub fn frames(&self, frames: u32, every: u32) -> FrameSetup {
        let player = if let Some(Player::At(at)) = self.player { at } else { PLACE };
        let setup = Setup { difficulty: self.difficulty, seed: self.seed, rank: self.rank };
        FrameSetup { setup, player, bounds: self.bounds.unwrap_or_default(), rand: self.rand, frames, every }
    }

    /// Holds a world to it.
    fn apply(&self, world: &mut World) {
        world.set_rank(self.rank);
        world.set_bounds(self.bounds.unwrap_or_default());
        if let Some(unit) = self.rand {
            world.force_random(unit);
        }
    }
}

/// Where bullets live, if that is said.
fn bounds(given: &Given) -> Result<Option<Bounds>, Failure> {
    let Some(word) = given.word("bounds") else { return Ok(None) };
    let numbers: Option<Vec<f32>> =
        word.split(',').map(|part| part.trim().parse().ok().filter(|n: &f32| n.abs() <= BOUND_MAX_PX)).collect();
    match numbers.as_deref() {
        Some([left, top, right, bottom]) if left < right && top < bottom => {
            Ok(Some(Bounds { low: Vec2::new(*left, *top), high: Vec2::new(*right, *bottom) }))
        }
        _ => Err(Failure::Misuse(format!("--bounds {word}: expected LEFT,TOP,RIGHT,BOTTOM, each from -{BOUND_MAX_PX} to {BOUND_MAX_PX}"))),
    }
}

/// What is run.
pub struct Piece {
    /// The content around it.
    pub loaded: Loaded,
    /// Its file, as the user would write it.
    pub name: String,
    /// Its path in the content.
    pub path: String,
    stage: Arc<StageData>,
    /// The whole stage.
    pub is_stage: bool,
    /// Nothing of it moves but bullets: the emitter has no figure.
    pub is_pattern: bool,
}

impl Piece {
    /// Finds and loads what `word` means, in the content that the command line names.
    ///
    /// # Errors
    /// `Input`: it is not there, has problems (which are told), or there is nothing in it to run.
    pub fn load(word: &Path, given: &Given, setting: &Setting) -> Result<Piece, Failure> {
        let mut sources = options::origin(given.path("content"), &given.paths("mod"))?
            .with_modifiers(options::modifiers(given)?)
            .with_import(options::import(given)?)
            .read();
        let subject = subject::named(word, subject::runs, &mut sources).map_err(Failure::Input)?;
        let loaded = content::load(&sources);
        let own = |problem: &&Diagnostic| subject.rest(&problem.file).is_some();
        if loaded.problems.iter().any(|problem| own(&problem)) {
            return Err(refusal(&subject, loaded.problems.iter().filter(own)));
        }
        let found = lab::stage(&subject.path, &loaded.content, setting.at).map_err(Failure::Input)?;
        let Some(stage) = found else {
            // A part of a stage that is sound itself, in a stage that is not.
            return Err(refusal(&subject, &loaded.problems));
        };
        let name = subject.written(&subject.path);
        let (is_stage, is_pattern) = (is_stage(&subject.path, &loaded.content), subject.path.starts_with("levels/patterns/"));
        Ok(Piece { loaded, name, path: subject.path, stage, is_stage, is_pattern })
    }

    /// Its stage if it is nothing but one emitter with its bullets.
    pub fn emitter(&self) -> Option<&Arc<StageData>> {
        let is_one = !self.is_stage && matches!(self.stage.timeline.first(), Some(Cue::Boss(_)));
        Some(&self.stage).filter(|_| is_one)
    }

    /// The stage that it is run in.
    pub fn stage(&self) -> Arc<StageData> {
        Arc::clone(&self.stage)
    }
}

fn refusal<'a>(subject: &Subject, problems: impl IntoIterator<Item = &'a Diagnostic>) -> Failure {
    let told: String = problems.into_iter().map(|problem| format!("\n{}", subject.told(problem.clone()))).collect();
    Failure::Input(format!("{} cannot be run; there are problems:{told}", subject.written(&subject.path)))
}

fn is_stage(path: &str, content: &Content) -> bool {
    content.stages.iter().any(|stage| stage.folder == path.trim_end_matches("/stage.ron"))
}

/// The piece being run.
pub struct Rehearsal {
    /// The world it runs in.
    pub world: World,
    player: Player,
    bot: Bot,
    is_stage: bool,
    /// The world's tick before the program's first.
    start_tick: u32,
}

impl Rehearsal {
    /// Just before the program's first tick.
    pub fn new(piece: &Piece, setting: &Setting) -> Rehearsal {
        let config = setting.config();
        let mut rehearsal = Rehearsal {
            world: World::new(Arc::clone(&piece.stage), config),
            player: setting.player(piece),
            bot: Bot::new(),
            is_stage: piece.is_stage,
            start_tick: 0,
        };
        setting.apply(&mut rehearsal.world);
        for _ in 0..lab::lead_ticks(&piece.stage, config) {
            rehearsal.step(&mut Silent);
        }
        rehearsal.start_tick = rehearsal.world.tick();
        rehearsal
    }

    /// One tick.
    pub fn step(&mut self, probe: &mut dyn Probe) {
        let input = match self.player {
            Player::At(at) => {
                self.world.place_player(at);
                Input::default()
            }
            Player::Bot => {
                self.world.keep_player_safe();
                self.bot.decide(&self.world)
            }
        };
        self.world.step_probed(input, probe);
    }

    /// Ticks of the program that have run.
    pub fn tick(&self) -> u32 {
        self.world.tick() - self.start_tick
    }

    /// Whether nothing more will happen: everything that came has gone.
    pub fn is_over(&self) -> bool {
        let is_done = !self.is_stage && self.tick() > 0 && self.world.is_idle();
        is_done || matches!(self.world.phase(), Phase::Finished(_))
    }
}

//! A piece being run, with its past and its future: the shown moment goes anywhere between the first tick and the furthest one run so far.
//!
//! Two worlds run the same steps: the scout goes ahead to the end and keeps moments, samples and the map of heat; the shown one follows, or goes
//! back to a kept moment and runs from there. What moves the crane is written down tick by tick, so going back and on again repeats it.
//! Units: px; ticks of the program, of which the first is 1. Invariant: the shown world at a tick has the digest of one that ran straight to it.

use super::ahead::{self, AHEAD_TICKS, STEP_TICKS, Trail};
use super::gap::{self, Gap, Obstacle};
use super::heat::Heat;
use super::timeline::{BUDGET_BYTES, Moment, Timeline};
use crate::bot::Bot;
use crate::mem::arena::FrameArena;
use crate::sim::difficulty::Difficulty;
use crate::sim::field::WIDTH_PX;
use crate::sim::input::Input;
use crate::sim::stage::data::{Cue, StageData};
use crate::sim::world::{Config, Phase, World};
use glam::Vec2;
use std::sync::Arc;

/// Longest run, ticks: a minute.
pub const TICKS_MAX: u32 = 3_600;
/// Where the crane is at first, px.
pub const PLACE: Vec2 = Vec2::new(WIDTH_PX * 0.5, 384.0);
/// Ticks in which an attack must have begun.
const BEGIN_TICKS_MAX: u32 = 1_000;
/// Bytes of each world's frame arena: a tool runs no stress load.
const ARENA_BYTES: usize = 1 << 20;

/// What a run depends on besides the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Seed of the world.
    pub seed: u64,
    /// Rank, 0 to 1; it does not move.
    pub rank: f32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { difficulty: Difficulty::default(), seed: 1, rank: 0.5 }
    }
}

impl Setup {
    /// What a world starts from.
    pub fn config(&self) -> Config {
        Config { seed: self.seed, difficulty: self.difficulty, rank_moves: false, continues: 0, power: 400, ..Config::default() }
    }
}

/// Who moves the crane, from the furthest tick on. Nothing can hit it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hand {
    /// It is put there, px, and does not shoot.
    At(Vec2),
    /// A player does, with these keys held.
    Keys(Input),
    /// A bot does.
    Bot,
}

/// What moved the crane in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    At(Vec2),
    Keys(Input),
}

/// What was measured after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Live bullets.
    pub live: u32,
    /// The widest free circle near the crane.
    pub gap: Gap,
    /// A bullet's hit circle overlaps the crane's.
    pub is_hit: bool,
}

/// Why a run is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything that came has gone.
    Idle,
    /// The stage is over.
    Finished,
    /// It ran for as long as a run is let.
    Limit,
}

/// The run.
pub struct Session {
    stage: Arc<StageData>,
    setup: Setup,
    lead_ticks: u32,
    shown: World,
    shown_heat: Heat,
    scout: World,
    scout_heat: Heat,
    bot: Bot,
    hand: Hand,
    /// Of every tick run so far; beyond them those of an earlier version of the piece, to be repeated.
    steps: Vec<Step>,
    /// One for each tick the scout has run.
    samples: Vec<Sample>,
    timeline: Timeline,
    ending: Option<Ending>,
    obstacles: Vec<Obstacle>,
    trails: Vec<Trail>,
    /// The tick the trails begin at, and the steps that were known then, as far as they matter.
    trails_of: Option<(u32, usize)>,
    ghost: Option<World>,
}

impl Session {
    /// Just before the program's first tick.
    pub fn new(stage: Arc<StageData>, setup: Setup, hand: Hand) -> Self {
        Self::with_budget(stage, setup, hand, BUDGET_BYTES)
    }

    /// The same with another limit of what the timeline takes in memory, bytes.
    pub fn with_budget(stage: Arc<StageData>, setup: Setup, hand: Hand, budget_bytes: usize) -> Self {
        let world = || {
            let mut world = World::with_arena(Arc::clone(&stage), setup.config(), FrameArena::with_capacity(ARENA_BYTES));
            world.set_rank(setup.rank);
            world
        };
        let lead_ticks = lead_ticks(&stage, setup.config());
        let (mut scout, mut shown) = (world(), world());
        let place = if let Hand::At(at) = hand { at } else { PLACE };
        for _ in 0..lead_ticks {
            run(&mut scout, Step::At(place));
        }
        shown.restore(&scout.copy());
        let first = Moment { tick: 0, world: scout.copy(), heat: Heat::default() };
        Self {
            stage,
            setup,
            lead_ticks,
            shown,
            shown_heat: Heat::default(),
            scout,
            scout_heat: Heat::default(),
            bot: Bot::new(),
            hand,
            steps: Vec::new(),
            samples: Vec::new(),
            timeline: Timeline::new(first, budget_bytes),
            ending: None,
            obstacles: Vec::new(),
            trails: Vec::new(),
            trails_of: None,
            ghost: None,
        }
    }

    /// The same run of another version of the piece, at the same tick if it lasts so long: the crane goes the same ways.
    pub fn renewed(&self, stage: Arc<StageData>) -> Self {
        let mut session = Self::with_budget(stage, self.setup, self.hand, self.timeline.budget_bytes());
        session.steps.clone_from(&self.steps);
        session.seek(self.tick());
        session
    }

    /// The world as it is shown.
    pub fn world(&self) -> &World {
        &self.shown
    }

    /// Where bullets were, from the first tick to the shown one.
    pub fn heat(&self) -> &Heat {
        &self.shown_heat
    }

    /// What the run depends on.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The stage that is run.
    pub fn stage(&self) -> &Arc<StageData> {
        &self.stage
    }

    /// The tick that is shown; 0 before the first.
    pub fn tick(&self) -> u32 {
        self.shown.tick() - self.lead_ticks
    }

    /// The furthest tick run so far.
    pub fn frontier(&self) -> u32 {
        self.samples.len() as u32
    }

    /// Why the run ends at the furthest tick, if it does.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What was measured, tick by tick from the first.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// What was measured in the shown tick.
    pub fn sample(&self) -> Option<&Sample> {
        self.samples.get((self.tick() as usize).checked_sub(1)?)
    }

    /// The first tick with the narrowest gap of all, and that gap; none before the first tick.
    pub fn narrowest(&self) -> Option<(u32, Gap)> {
        let (index, sample) = self.samples.iter().enumerate().min_by(|(_, a), (_, b)| a.gap.radius_px.total_cmp(&b.gap.radius_px))?;
        Some((index as u32 + 1, sample.gap))
    }

    /// The kept moments.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Who moves the crane from the furthest tick on.
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// Runs ahead, up to so many ticks; what is shown stays. False when the end is reached.
    pub fn scout(&mut self, ticks: u32) -> bool {
        for _ in 0..ticks {
            if self.ending.is_some() {
                break;
            }
            self.scout_one();
        }
        self.ending.is_none()
    }

    fn scout_one(&mut self) {
        let step = self.next_step();
        run(&mut self.scout, step);
        self.scout_heat.add(self.scout.bullets());
        let crane = self.scout.player().at;
        gap::obstacles(&self.scout, crane, &mut self.obstacles);
        self.samples.push(Sample {
            live: self.scout.bullets().len() as u32,
            gap: gap::widest(&self.obstacles, crane),
            is_hit: gap::room_px(&self.obstacles, crane) < self.stage.crane.hit_radius_px,
        });
        let tick = self.frontier();
        if self.timeline.wants(tick) {
            self.timeline.keep(Moment { tick, world: self.scout.copy(), heat: self.scout_heat.clone() });
        }
        self.ending = match self.scout.phase() {
            Phase::Finished(_) => Some(Ending::Finished),
            _ if self.scout.is_idle() => Some(Ending::Idle),
            _ if tick >= TICKS_MAX => Some(Ending::Limit),
            _ => None,
        };
    }

    fn next_step(&mut self) -> Step {
        let index = self.samples.len();
        if let Some(&step) = self.steps.get(index) {
            return step;
        }
        let step = match self.hand {
            Hand::At(at) => Step::At(at),
            Hand::Keys(input) => Step::Keys(input),
            Hand::Bot => {
                self.scout.keep_player_safe();
                Step::Keys(self.bot.decide(&self.scout))
            }
        };
        self.steps.push(step);
        step
    }

    /// Shows the next tick; false at the end of the run.
    pub fn advance(&mut self) -> bool {
        if self.tick() == self.frontier() && (self.ending.is_some() || !self.scout_at_least(self.tick() + 1)) {
            return false;
        }
        self.show_next();
        true
    }

    fn scout_at_least(&mut self, tick: u32) -> bool {
        self.scout(tick.saturating_sub(self.frontier()));
        self.frontier() >= tick
    }

    fn show_next(&mut self) {
        let step = self.steps[self.tick() as usize];
        run(&mut self.shown, step);
        self.shown_heat.add(self.shown.bullets());
    }

    /// Shows another tick, or the last one there is.
    pub fn seek(&mut self, tick: u32) {
        self.scout_at_least(tick);
        let tick = tick.min(self.frontier());
        let moment = self.timeline.before(tick);
        if tick < self.tick() || moment.tick > self.tick() {
            self.shown.restore(&moment.world);
            self.shown_heat.clone_from(&moment.heat);
        }
        while self.tick() < tick {
            self.show_next();
        }
    }

    /// From the shown tick on somebody else moves the crane, or it is moved elsewhere: what was run beyond is forgotten.
    pub fn take_over(&mut self, hand: Hand) {
        let tick = self.tick();
        self.hand = hand;
        self.bot = Bot::new();
        self.steps.truncate(tick as usize);
        self.samples.truncate(tick as usize);
        self.timeline.cut(tick);
        self.scout.restore(&self.shown.copy());
        self.scout_heat.clone_from(&self.shown_heat);
        self.ending = None;
        self.trails_of = None;
    }

    /// What moves the crane in the ticks to come without going back.
    pub fn set_hand(&mut self, hand: Hand) {
        self.hand = hand;
    }

    /// The ways of the shown bullets in the next ticks. The crane does what it is known to do, and stands where that ends.
    pub fn trails(&mut self) -> &[Trail] {
        let tick = self.tick();
        let known = self.steps.len().min((tick + AHEAD_TICKS) as usize);
        if self.trails_of != Some((tick, known)) {
            self.trails_of = Some((tick, known));
            let ghost = self.ghost.get_or_insert_with(|| {
                World::with_arena(Arc::clone(&self.stage), self.setup.config(), FrameArena::with_capacity(ARENA_BYTES))
            });
            ghost.restore(&self.shown.copy());
            self.trails = ahead::begin(ghost.bullets());
            for nth in 1..=AHEAD_TICKS {
                let step = self.steps.get((tick + nth - 1) as usize).copied().unwrap_or(Step::At(ghost.player().at));
                run(ghost, step);
                if nth.is_multiple_of(STEP_TICKS) {
                    ahead::lengthen(&mut self.trails, ghost.bullets());
                }
            }
        }
        &self.trails
    }
}

fn run(world: &mut World, step: Step) {
    let input = match step {
        Step::At(at) => {
            world.place_player(at);
            Input::default()
        }
        Step::Keys(input) => {
            world.keep_player_safe();
            input
        }
    };
    world.step(input);
}

/// Ticks that a world takes until the first attack of its boss is about to begin; 0 without a boss. Neither flying in nor resting draws a random
/// number, so the program finds the world as at its first tick.
pub fn lead_ticks(stage: &Arc<StageData>, config: Config) -> u32 {
    if !matches!(stage.timeline.first(), Some(Cue::Boss(_))) {
        return 0;
    }
    let mut world = World::with_arena(Arc::clone(stage), config, FrameArena::with_capacity(ARENA_BYTES));
    for tick in 0..BEGIN_TICKS_MAX {
        world.place_player(PLACE);
        world.step(Input::default());
        if world.boss().is_some_and(|boss| boss.attack.is_some()) {
            return tick;
        }
    }
    0
}

//! The world: all state of a run, and the phases of a tick in order.
//!
//! Invariant: the same stage, config and inputs give the same digest every tick, in both storage modes, on every platform.
//! Must not know: who watches. Events are left for whoever draws; nothing is asked of them.

mod act;
mod beams;
mod copy;
mod cues;
mod digest;
mod fight;
mod pattern;
mod rehearse;
mod reload;
mod stress;
mod tasks;
mod view;

pub use copy::WorldCopy;
pub use tasks::TASKS_OPERATIONS_MAX;
pub use view::{AttackView, BossView, ClearBonus, DialogueView, EnemyView, Hud, ItemView, Phase, ShotView};

use super::boss::Boss;
use super::bullet::{Bullets, Env, Mode, Policy};
use super::difficulty::Difficulty;
use super::enemy::Enemies;
use super::event::{Events, Happening};
use super::input::{self, Input};
use super::item::Items;
use super::label::Labels;
use super::laser::Lasers;
use super::mark::Marks;
use super::pattern::Clipped;
use super::player::{Change, Player, PlayerState};
use super::probe::{Part, Probe, Silent};
use super::rng::Rng;
use super::score::Score;
use super::shot::Shots;
use super::signal::Signals;
use super::stage::data::StageData;
use super::stage::run::{Order, StageRun};
use super::task::Tasks;
use crate::mem::arena::{ArenaStats, FrameArena};
use act::{Bombing, Folding};
use std::sync::Arc;

/// Bytes of the frame arena of a game.
pub const ARENA_BYTES: usize = 4 << 20;
/// Ticks the clear bonus is shown before the run is finished.
const CLEAR_TICKS: u32 = 360;
/// Ticks in which a continue may be chosen.
pub const CONTINUE_TICKS: u32 = 600;

/// What a run starts from, besides the stage. All of it belongs into a replay's header.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Seed of the world's random source.
    pub seed: u64,
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Storage of bullets, lasers and labels; does not change what happens.
    pub mode: Mode,
    /// Lives in stock at the start and after a continue.
    pub lives: u32,
    /// Bombs in stock at the start and with each life.
    pub bombs: u32,
    /// Power at the start, hundredths.
    pub power: u32,
    /// Continues that may be used.
    pub continues: u32,
    /// Whether rank moves.
    pub rank_moves: bool,
    /// Cue of the stage's timeline to start from; 0 for the whole stage.
    pub start_cue: u32,
    /// Bullets of each kind at most.
    pub capacity_per_kind: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seed: 0,
            difficulty: Difficulty::Normal,
            mode: Mode::Pooled,
            lives: 2,
            bombs: 3,
            power: 0,
            continues: 3,
            rank_moves: true,
            start_cue: 0,
            capacity_per_kind: 4_096,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The stage was cleared.
    Cleared,
    /// No life was left, and no continue was taken.
    Over,
    /// Given up.
    GaveUp,
}

/// Where the run stands apart from the fighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Playing,
    /// The bonus is shown.
    Clear {
        ticks: u32,
        bonus: ClearBonus,
    },
    /// A continue may be chosen.
    Over {
        ticks_left: u32,
    },
    Finished(Outcome),
}

/// All state of a run.
pub struct World {
    stage: Arc<StageData>,
    config: Config,
    tick: u32,
    previous_input: Input,
    rng: Rng,
    rank: f32,
    arena: FrameArena,
    bullets: Bullets,
    lasers: Lasers,
    tasks: Tasks,
    signals: Signals,
    marks: Marks,
    player: Player,
    shots: Shots,
    enemies: Enemies,
    boss: Option<Boss>,
    items: Items,
    labels: Labels,
    score: Score,
    run: StageRun,
    course: Course,
    bombing: Option<Bombing>,
    folding: Option<Folding>,
    events: Events,
    stress_count: usize,
    clipped: Clipped,
    operation_count: u32,
    task_operation_count: u32,
}

impl World {
    /// The first moment of a run.
    pub fn new(stage: Arc<StageData>, config: Config) -> Self {
        Self::with_arena(stage, config, FrameArena::with_capacity(ARENA_BYTES))
    }

    /// The same with an arena that is there already; `into_arena` gives it back.
    pub fn with_arena(stage: Arc<StageData>, config: Config, arena: FrameArena) -> Self {
        let mut bullets = Bullets::new(config.capacity_per_kind, Policy::StealOldest, config.mode);
        bullets.set_looks(&stage.looks);
        let mut signals = Signals::default();
        signals.reserve(stage.program_count());
        Self {
            stage,
            config,
            tick: 0,
            previous_input: Input::default(),
            rng: Rng::new(config.seed),
            rank: 0.5,
            arena,
            bullets,
            lasers: Lasers::new(config.mode),
            tasks: Tasks::new(config.capacity_per_kind, config.mode),
            signals,
            marks: Marks::new(),
            player: Player::new(),
            shots: Shots::new(),
            enemies: Enemies::new(),
            boss: None,
            items: Items::new(),
            labels: Labels::new(config.mode),
            score: Score::new(config.lives, config.bombs, config.power),
            run: StageRun::at(config.start_cue as usize),
            course: Course::Playing,
            bombing: None,
            folding: None,
            events: Events::new(),
            stress_count: 0,
            clipped: Clipped::default(),
            operation_count: 0,
            task_operation_count: 0,
        }
    }

    /// The run is over; its arena serves another.
    pub fn into_arena(self) -> FrameArena {
        self.arena
    }

    /// One tick.
    pub fn step(&mut self, input: Input) {
        self.step_probed(input, &mut Silent);
    }

    /// One tick; `probe` hears which part of it begins.
    pub fn step_probed(&mut self, input: Input, probe: &mut dyn Probe) {
        let pressed = input.buttons & !self.previous_input.buttons;
        self.previous_input = input;
        self.tick += 1;
        self.arena.reset(self.tick);
        self.events.clear();
        if pressed & input::QUIT != 0 && !matches!(self.course, Course::Finished(_)) {
            self.course = Course::Finished(Outcome::GaveUp);
        }
        match self.course {
            Course::Finished(_) => {}
            Course::Over { ticks_left } => self.step_over(pressed, ticks_left),
            Course::Playing | Course::Clear { .. } => self.step_play(input, pressed, probe),
        }
    }

    /// The phases of a tick, in order.
    fn step_play(&mut self, input: Input, pressed: u16, probe: &mut dyn Probe) {
        probe.enter(Part::Pattern);
        self.step_course();
        let talking = self.step_talk(input, pressed);
        self.run_patterns(probe);
        self.fill_stress();

        probe.enter(Part::Step);
        self.step_player(input, pressed, talking);
        self.shots.step();
        self.enemies.cull();
        let env = Env { target: self.player.at, tick: self.tick };
        self.bullets.step(&env, &self.arena);
        self.step_lasers(&env);

        probe.enter(Part::Collide);
        self.step_fold();
        self.step_bomb();
        self.touch_bullets();
        self.touch_lasers();
        self.touch_bodies();
        self.hit_targets();
        self.end_attack();
        self.step_items(input);
        self.move_rank();

        probe.enter(Part::Labels);
        self.labels.step(self.tick, &self.arena);
    }

    fn step_course(&mut self) {
        if let Course::Clear { ticks, bonus } = self.course {
            let ticks = ticks + 1;
            self.course = if ticks >= CLEAR_TICKS { Course::Finished(Outcome::Cleared) } else { Course::Clear { ticks, bonus } };
            return;
        }
        match self.run.step(&self.stage, self.config.difficulty, &mut self.enemies, self.boss.is_some()) {
            Order::None => {}
            Order::Bring(boss) => self.bring_boss(boss),
            Order::Fight(boss) => {
                self.bring_boss(boss);
                if let Some(boss) = &mut self.boss {
                    boss.called = true;
                }
            }
            Order::Clear => self.clear_stage(),
        }
    }

    fn step_talk(&mut self, input: Input, pressed: u16) -> bool {
        let Some(mut talking) = self.run.talking else { return false };
        let goes_on = talking.step(input, pressed, self.stage.talks[talking.talk].lines.len());
        self.run.talking = goes_on.then_some(talking);
        true
    }

    fn step_player(&mut self, input: Input, pressed: u16, talking: bool) {
        let stage = &self.stage;
        match self.player.step(input, &stage.crane, self.score.power) {
            Change::Lost => self.lose_life(),
            Change::Back => self.events.push(Happening::Respawn, self.player.at, 0),
            Change::None => {}
        }
        if talking {
            return;
        }
        if self.player.fire(input, &self.stage.crane, &mut self.shots) {
            self.events.push(Happening::Shot, self.player.at, 0);
        }
        if pressed & input::BOMB != 0 {
            self.bomb();
        }
        if pressed & input::FOLD != 0 {
            self.fold();
        }
    }

    fn step_items(&mut self, input: Input) {
        let taker = self.player.in_play().then_some(self.player.at);
        let (score, events) = (&mut self.score, &mut self.events);
        self.items.step(taker, input.holds(input::FOCUS), |item| {
            let gain = score.take(item);
            events.push(Happening::ItemTaken, item.at, gain.score);
            if gain.life {
                events.push(Happening::Extend, item.at, 0);
            }
            if gain.full_power {
                events.push(Happening::FullPower, item.at, 0);
            }
        });
    }

    /// Rank climbs from a half to whole in about two minutes of survival, and falls with each loss.
    fn move_rank(&mut self) {
        if self.config.rank_moves && matches!(self.player.state, PlayerState::Alive) {
            self.rank = (self.rank + 0.000_07).min(1.0);
        }
    }

    fn step_over(&mut self, pressed: u16, ticks_left: u32) {
        if pressed & input::CONTINUE != 0 && self.score.continues < self.config.continues {
            self.continue_run();
        } else if ticks_left <= 1 {
            self.course = Course::Finished(Outcome::Over);
        } else {
            self.course = Course::Over { ticks_left: ticks_left - 1 };
        }
    }

    /// Storage mode of bullets, lasers and labels.
    pub fn mode(&self) -> Mode {
        self.bullets.mode()
    }

    /// Converts every live bullet, laser and label; the digest stays.
    pub fn set_mode(&mut self, mode: Mode) {
        self.bullets.set_mode(mode);
        self.lasers.set_mode(mode);
        self.tasks.set_mode(mode);
        self.labels.set_mode(mode);
    }

    /// The bullets.
    pub fn bullets(&self) -> &Bullets {
        &self.bullets
    }

    /// How full the frame arena is.
    pub fn arena_stats(&self) -> ArenaStats {
        self.arena.stats()
    }

    /// The scripts of bullets in progress.
    pub fn tasks(&self) -> &Tasks {
        &self.tasks
    }

    /// Ticks cut short and births refused by the limits of patterns, since the start.
    pub fn clipped_count(&self) -> u64 {
        self.clipped.total()
    }

    /// The same, each by its limit.
    pub fn clipped(&self) -> Clipped {
        self.clipped
    }

    /// Ticks since the start.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// What the run started from.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The stage.
    pub fn stage(&self) -> &StageData {
        &self.stage
    }
}

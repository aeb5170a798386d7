//! A run in the window: a world and what drives it, the player's keys (recorded) or a replay.
//!
//! Invariant: everything that changes the world in a way that inputs do not say spoils the recording. Must not know: the window, screens.

use super::clock;
use super::screens::Player;
use super::screens::cards::Summary;
use std::sync::Arc;
use tamafubuki::bot::Bot;
use tamafubuki::replay::{Header, Playback, Recorder, Replay};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::input::Input;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, Outcome, Phase, World};
use tamafubuki::telemetry::ab::AbRun;
use tamafubuki::telemetry::past::Past;
use tamafubuki::telemetry::shadow::{Pair, Shadow};
use tamafubuki::telemetry::{Laps, Segment};

/// Where inputs come from.
enum Drive {
    /// With the header of a replay of it.
    Keys(Box<(Recorder, Header)>),
    Replay(Playback<Arc<Replay>>, Arc<Replay>),
    Bot(Bot),
    /// Keys, for nothing but practice: neither kept nor scored.
    Practice,
}

/// Ticks in which what was left behind may be gathered, when practice is over.
const GATHER_TICKS: u32 = 120;

/// A run.
pub struct Run {
    /// The world.
    pub world: World,
    drive: Drive,
    /// To go back to any tick.
    past: Past,
    shadow: Option<Box<Shadow>>,
    /// What the last tick in shadow mode came to.
    pair: Option<Pair>,
    stressed: bool,
    /// Content was read again while it ran.
    reloaded: bool,
    parted: bool,
    /// It was told that a pattern met its limits.
    clip_told: bool,
    /// Ticks for which nothing has been left of what is practised.
    done_ticks: u32,
}

/// Ticks whose inputs are kept without taking memory anew: 20 minutes.
const INPUTS_AT_START: usize = 72_000;

impl Run {
    /// A run of the player's own. The header is that of a replay of it.
    pub fn play(stage: Arc<StageData>, header: Header) -> Self {
        let config = header.config;
        Self::new(stage, config, Drive::Keys(Box::new((Recorder::new(header.clone()), header))))
    }

    /// A replay, on the stage that its header names; `mode` is the storage to begin with.
    pub fn watch(stage: Arc<StageData>, replay: Arc<Replay>, mode: Mode) -> Self {
        let config = Config { mode, ..replay.header.config };
        Self::new(stage, config, Drive::Replay(Playback::new(Arc::clone(&replay)), replay))
    }

    /// A run that a bot plays.
    pub fn demo(stage: Arc<StageData>, config: Config) -> Self {
        Self::new(stage, config, Drive::Bot(Bot::new()))
    }

    /// A part of a stage, played by the player for practice.
    pub fn practice(stage: Arc<StageData>, config: Config, rank: f32) -> Self {
        let mut run = Self::new(stage, config, Drive::Practice);
        run.world.set_rank(rank);
        run.past.rank = Some(rank);
        run
    }

    /// Whether a practice has come to its end: all of it has gone, or no life is left.
    pub fn practice_over(&mut self) -> bool {
        if !matches!(self.drive, Drive::Practice) {
            return false;
        }
        let is_done = self.world.tick() > 1 && self.world.boss().is_none() && self.world.is_idle();
        self.done_ticks = if is_done { self.done_ticks + 1 } else { 0 };
        self.done_ticks > GATHER_TICKS || matches!(self.world.phase(), Phase::GameOver { .. })
    }

    fn new(stage: Arc<StageData>, config: Config, drive: Drive) -> Self {
        Self {
            world: World::new(Arc::clone(&stage), config),
            drive,
            past: Past::new(stage, config, INPUTS_AT_START),
            shadow: None,
            pair: None,
            stressed: false,
            reloaded: false,
            parted: false,
            clip_told: false,
            done_ticks: 0,
        }
    }

    /// The same from the beginning, with another seed if it is the player's own.
    pub fn again(&self, seed: u64, unix_seconds: u64) -> Self {
        let mode = self.world.mode();
        match &self.drive {
            Drive::Keys(own) => {
                let header = &own.1;
                let config = Config { seed, mode, ..header.config };
                Self::play(Arc::clone(&self.past.stage), Header { config, unix_seconds, ..header.clone() })
            }
            Drive::Replay(_, replay) => Self::watch(Arc::clone(&self.past.stage), Arc::clone(replay), mode),
            Drive::Bot(_) => Self::demo(Arc::clone(&self.past.stage), Config { seed, mode, ..*self.world.config() }),
            // The same again is what practice is for.
            Drive::Practice => {
                Self::practice(Arc::clone(&self.past.stage), Config { mode, ..*self.world.config() }, self.past.rank.unwrap_or(0.5))
            }
        }
    }

    /// One tick, timed by part; keeping the recording counts as input. A replay and a bot take their own input instead of `input`; false
    /// when a replay has none left.
    pub fn step(&mut self, input: Input, laps: &mut Laps) -> bool {
        let world = &mut self.world;
        let input = match &mut self.drive {
            Drive::Keys(..) | Drive::Practice => input,
            Drive::Replay(playback, replay) => match playback.next() {
                // From there on the inputs belong to content that nobody has any more.
                Some(_) if replay.header.reloaded_after.is_some_and(|after| playback.tick() > after) => return false,
                Some(input) => input,
                None => return false,
            },
            Drive::Bot(bot) => bot.decide(world),
        };
        match &mut self.shadow {
            Some(shadow) => self.pair = Some(shadow.step(world, input, laps)),
            None => world.step_probed(input, laps),
        }
        laps.enter(Segment::Input);
        self.past.inputs.push(input);
        match &mut self.drive {
            Drive::Keys(own) => own.0.record(input, || world.digest()),
            Drive::Replay(playback, _) => self.parted |= playback.agrees(|| world.digest()) == Some(false),
            Drive::Bot(_) | Drive::Practice => {}
        }
        true
    }

    /// Goes on with another version of the stage. The run can no longer be scored, and its replay says so.
    pub fn reload(&mut self, stage: Arc<StageData>, content_digest: u64) {
        self.world.reload(Arc::clone(&stage));
        self.past.stage = stage;
        self.reloaded = true;
        self.shadow = None;
        if let Drive::Keys(own) = &mut self.drive {
            let (recorder, header) = own.as_mut();
            recorder.reloaded();
            header.content_digest = content_digest;
        }
    }

    /// Content was read again while it ran.
    pub fn reloaded(&self) -> bool {
        self.reloaded
    }

    /// An A/B run of the last seconds; none if there are too few. Of a run into which content was read again it would lead elsewhere.
    pub fn trial(&self) -> Option<AbRun> {
        AbRun::new(self.past.clone(), self.world.digest())
    }

    /// From now on every tick runs in the other storage as well; false if its past does not lead to where the run is.
    pub fn begin_shadow(&mut self) -> bool {
        self.shadow = if self.reloaded { None } else { Shadow::new(&self.world, &self.past, clock).map(Box::new) };
        self.shadow.is_some()
    }

    /// Only its own storage again; false if it was so already.
    pub fn end_shadow(&mut self) -> bool {
        self.shadow.take().is_some()
    }

    /// What the last tick came to, if it was in shadow mode.
    pub fn take_pair(&mut self) -> Option<Pair> {
        self.pair.take()
    }

    /// The other storage, at once; digest before and after.
    pub fn switch_storage(&mut self) -> (u64, u64) {
        let before = self.world.digest();
        self.world.set_mode(match self.world.mode() {
            Mode::Pooled => Mode::Boxed,
            Mode::Boxed => Mode::Pooled,
        });
        (before, self.world.digest())
    }

    /// Adds or removes a thousand bullets of load; the run can no longer be scored or kept. Gives the load now.
    pub fn stress(&mut self, more: bool) -> usize {
        let count = self.world.stress_count();
        // Coarser the more there are, so that a million is thirty presses away.
        let coarse = |count| match count {
            0..10_000 => 1_000,
            10_000..100_000 => 10_000,
            _ => 100_000,
        };
        self.world.set_stress_count(if more { count + coarse(count) } else { count - coarse(count.saturating_sub(1)).min(count) });
        self.stressed = true;
        self.past.stresses.push((self.world.tick(), self.world.stress_count()));
        if let Drive::Keys(own) = &mut self.drive {
            own.0.spoil();
        }
        self.world.stress_count()
    }

    /// Who plays.
    pub fn player(&self) -> Player {
        match self.drive {
            Drive::Keys(..) => Player::Own,
            Drive::Replay(..) => Player::Replay,
            Drive::Bot(_) => Player::Bot,
            Drive::Practice => Player::Practice,
        }
    }

    /// Ticks shown and ticks in all, of a replay.
    pub fn place(&self) -> Option<(u32, u32)> {
        match &self.drive {
            Drive::Replay(playback, _) => Some((playback.tick(), playback.replay().tick_count())),
            Drive::Keys(..) | Drive::Bot(_) | Drive::Practice => None,
        }
    }

    /// The replay and the world went different ways.
    pub fn parted(&self) -> bool {
        self.parted
    }

    /// Whether a pattern has met its limits; true once in a run.
    pub fn first_clipped(&mut self) -> bool {
        let is_first = self.world.clipped_count() > 0 && !self.clip_told;
        self.clip_told |= is_first;
        is_first
    }

    /// A load was added: no score counts.
    pub fn stressed(&self) -> bool {
        self.stressed
    }

    /// The stage.
    pub fn stage(&self) -> &StageData {
        &self.past.stage
    }

    /// The replay of the run so far; none of one that cannot be kept.
    pub fn replay(&self) -> Option<Replay> {
        let Drive::Keys(own) = &self.drive else { return None };
        let outcome = match self.world.phase() {
            Phase::Finished(outcome) => outcome,
            _ => Outcome::GaveUp,
        };
        own.0.finish(outcome, self.world.hud().score.score, self.world.digest())
    }

    /// How the run went, for the page of results.
    pub fn summary(&self, best_before: u64, rank: Option<usize>) -> Summary {
        let hud = self.world.hud();
        let score = hud.score;
        Summary {
            cleared: self.world.phase() == Phase::Finished(Outcome::Cleared),
            score: score.score,
            best_before,
            rank,
            difficulty: hud.difficulty.name(),
            graze: u64::from(score.graze),
            captures: u64::from(score.captures),
            misses: u64::from(score.misses),
            bombs: u64::from(score.bombs_used),
            folds: u64::from(score.folds_used),
            continues: u64::from(score.continues),
            ticks: self.world.tick(),
            uncounted: match (self.stressed, self.reloaded) {
                (true, _) => "bullets were added: neither score nor replay is kept",
                (false, true) => "content was read again: the score does not count",
                (false, false) => "",
            },
        }
    }
}

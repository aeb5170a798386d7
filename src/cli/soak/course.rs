//! Run after run, tick after tick: who plays, what is played in both storages, what is counted and timed.
//!
//! Invariant: the heap operations of a tick are counted around the world's step alone; what the soak itself does goes to other accounts.
//! Must not know: how its findings are told.

use super::super::meter::Meter;
use super::watch::Watch;
use super::{Options, Soaked, WARM_UP_TICKS};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tamafubuki::bot::Fumbler;
use tamafubuki::mem::counter::{self, Tag};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::input::Input;
use tamafubuki::sim::rng::Rng;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, Outcome, Phase, World};
use tamafubuki::telemetry::Frame;

/// Every so manyth run is played in both storages.
const COMPARED_RUNS: u64 = 10;
/// Ticks between two looks at the storage's tables.
const AUDIT_TICKS: u32 = 60;
/// Ticks played between two looks at the real clock.
const SOME_TICKS: u32 = 2_000;

/// What must not be, and where.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The run, from 1.
    pub run: u64,
    /// Its seed.
    pub seed: u64,
    /// Its tick.
    pub tick: u32,
    /// The tick of the soak.
    pub soak_tick: u64,
    /// A sentence.
    pub what: String,
}

/// The run that is played.
struct Run {
    seed: u64,
    world: World,
    /// The same in the other storage.
    twin: Option<World>,
    player: Fumbler,
    watch: Watch,
}

/// All runs.
pub struct Course {
    stage: Arc<StageData>,
    mode: Mode,
    first_seed: u64,
    ticks_max: u64,
    record_every: u64,
    meter: Meter,
    recorded_ticks: Vec<u64>,
    run: Option<Run>,
    soaked: Soaked,
}

impl Course {
    /// Takes all memory of the soak itself.
    pub fn new(stage: Arc<StageData>, options: &Options) -> Self {
        let record_every = options.record_every();
        let recorded_count = options.ticks().checked_div(record_every).map_or(0, |count| count as usize + 1);
        let soaked = Soaked {
            ticks: 0,
            runs: 0,
            compared: 0,
            bullets_max: 0,
            ends: [0; 3],
            live_bytes: None,
            frames: Vec::new(),
            spent: Duration::ZERO,
            fault: None,
        };
        Self {
            stage,
            mode: options.mode,
            first_seed: options.seed,
            ticks_max: options.ticks(),
            record_every,
            meter: Meter::new(recorded_count),
            recorded_ticks: Vec::with_capacity(recorded_count),
            run: None,
            soaked,
        }
    }

    /// Ticks played.
    pub fn ticks(&self) -> u64 {
        self.soaked.ticks
    }

    /// Runs begun.
    pub fn runs(&self) -> u64 {
        self.soaked.runs
    }

    /// What ended the soak.
    pub fn fault(&self) -> Option<&Fault> {
        self.soaked.fault.as_ref()
    }

    /// Plays on for a moment, to the next fault at most.
    pub fn play_some(&mut self) {
        for _ in 0..SOME_TICKS {
            if self.soaked.fault.is_some() || self.soaked.ticks == self.ticks_max {
                return;
            }
            // What a panic leaves behind is looked at no more: the soak ends with it.
            let found = catch_unwind(AssertUnwindSafe(|| self.tick())).unwrap_or_else(|_| Err("it panicked; see above".to_owned()));
            if let Err(what) = found {
                let (seed, tick) = self.run.as_ref().map_or((self.seed(), 0), |run| (run.seed, run.world.tick()));
                self.soaked.fault = Some(Fault { run: self.soaked.runs, seed, tick, soak_tick: self.soaked.ticks, what });
            }
        }
    }

    /// What it came to.
    pub fn finish(mut self, spent: Duration) -> Soaked {
        self.soaked.spent = spent;
        self.soaked.frames = self.meter.into_frames();
        for (frame, tick) in self.soaked.frames.iter_mut().zip(self.recorded_ticks) {
            *frame = Frame { tick: tick as u32, ..*frame };
        }
        self.soaked
    }

    /// The seed of the latest run.
    fn seed(&self) -> u64 {
        self.first_seed.wrapping_add(self.soaked.runs.saturating_sub(1))
    }

    fn tick(&mut self) -> Result<(), String> {
        if self.run.is_none() {
            self.begin_run()?;
        }
        let Some(run) = &mut self.run else { return Ok(()) };
        let input = run.player.decide();
        self.soaked.ticks += 1;
        let is_recorded = self.record_every > 0 && self.soaked.ticks.is_multiple_of(self.record_every);
        let operations = step(&mut run.world, input, is_recorded.then_some(&mut self.meter));
        if is_recorded {
            self.recorded_ticks.push(self.soaked.ticks);
        }
        if self.mode == Mode::Pooled && self.soaked.ticks > WARM_UP_TICKS && operations > 0 {
            return Err(format!("{operations} heap operations in a pooled tick"));
        }
        run.watch.look(&run.world)?;
        self.soaked.bullets_max = self.soaked.bullets_max.max(run.world.bullets().len());
        if run.world.tick().is_multiple_of(AUDIT_TICKS) {
            let (bullets, tasks, lasers) = (run.world.bullets(), run.world.tasks(), run.world.lasers());
            bullets.audit().or(tasks.audit()).or(lasers.audit()).map_or(Ok(()), Err)?;
        }
        if let Some(twin) = &mut run.twin {
            {
                let _other = counter::scope(Tag::Transition);
                twin.step(input);
            }
            let (ours, theirs) = (run.world.digest(), twin.digest());
            if ours != theirs {
                return Err(format!("the storages part: digest {ours:016x}, in the other {theirs:016x}"));
            }
            self.soaked.compared += 1;
        }
        if let Phase::Finished(outcome) = run.world.phase() {
            self.soaked.ends[match outcome {
                Outcome::Cleared => 0,
                Outcome::Over => 1,
                Outcome::GaveUp => 2,
            }] += 1;
            self.run = None;
        }
        Ok(())
    }

    /// Between two runs nothing of either is alive: whatever lives then, lives for good.
    fn begin_run(&mut self) -> Result<(), String> {
        self.soaked.runs += 1;
        let live_bytes = counter::snapshot().map(|counts| counts.total().live_bytes);
        // The first run finds some things not yet made that the program keeps.
        if self.soaked.runs == 2 {
            self.soaked.live_bytes = live_bytes;
        }
        if self.soaked.runs > 2 && live_bytes != self.soaked.live_bytes {
            return Err(format!("live bytes were {:?} before the second run and are {live_bytes:?} now", self.soaked.live_bytes));
        }
        let _transition = counter::scope(Tag::Transition);
        let seed = self.seed();
        let config = Config { mode: self.mode, ..config(seed, &self.stage) };
        let other = if self.mode == Mode::Pooled { Mode::Boxed } else { Mode::Pooled };
        let is_compared = (self.soaked.runs - 1).is_multiple_of(COMPARED_RUNS);
        self.run = Some(Run {
            seed,
            world: World::new(Arc::clone(&self.stage), config),
            twin: is_compared.then(|| World::new(Arc::clone(&self.stage), Config { mode: other, ..config })),
            player: Fumbler::new(!seed),
            watch: Watch::new(&config),
        });
        Ok(())
    }
}

/// One tick of the world; the heap operations in it.
fn step(world: &mut World, input: Input, meter: Option<&mut Meter>) -> u64 {
    let _sim = counter::scope(Tag::Sim);
    let before = counter::snapshot().unwrap_or_default();
    match meter {
        Some(meter) => meter.measure_world(world, input),
        None => world.step(input),
    }
    counter::snapshot().unwrap_or_default().since(&before).sim().operations()
}

/// What a run starts from: a function of its seed. A third of the runs has hardly any room for bullets, so that births take the place of the oldest.
fn config(seed: u64, stage: &StageData) -> Config {
    let mut rng = Rng::new(seed);
    Config {
        seed,
        difficulty: Difficulty::ALL[rng.below(Difficulty::ALL.len() as u32) as usize],
        lives: rng.below(9),
        bombs: rng.below(4),
        power: rng.below(401),
        start_cue: rng.below(stage.timeline.len() as u32),
        capacity_per_kind: if rng.below(3) == 0 { 16 + rng.below(48) as usize } else { Config::default().capacity_per_kind },
        ..Config::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::keep::Files;
    use super::*;
    use tamafubuki::content::{Sources, load};

    fn course() -> Course {
        let stage = Arc::clone(&load(&Sources::embedded()).content.stages[0]);
        Course::new(stage, &Options { hours: 1.0, seed: 5, mode: Mode::Pooled, files: Files::default() })
    }

    #[test]
    fn a_twin_that_went_another_way_is_a_fault_with_the_seed_that_repeats_it() {
        let mut course = course();
        course.play_some();
        assert!(course.fault().is_none() && course.ticks() == u64::from(SOME_TICKS));
        // One tick more in the other storage than in ours.
        course.run.as_mut().and_then(|run| run.twin.as_mut()).expect("the first run is compared").step(Input::default());
        course.play_some();
        let fault = course.fault().expect("the digests differ").clone();
        assert_eq!((fault.run, fault.seed, fault.soak_tick), (1, 5, u64::from(SOME_TICKS) + 1));
        assert!(fault.what.starts_with("the storages part: digest "), "{}", fault.what);
        course.play_some();
        assert_eq!(course.ticks(), fault.soak_tick, "it ends there");
    }

    #[test]
    fn heap_operations_in_a_pooled_tick_are_a_fault_and_so_is_a_leak() {
        let mut course = course();
        course.play_some();
        if counter::snapshot().is_none() {
            return;
        }
        // A world that was switched behind our back takes each bullet from the heap.
        course.run.as_mut().expect("a run").world.set_mode(Mode::Boxed);
        course.run.as_mut().expect("a run").twin = None;
        (0..20).for_each(|_| course.play_some());
        let what = course.fault().expect("boxes are counted").what.clone();
        assert!(what.ends_with("heap operations in a pooled tick"), "{what}");

        let mut course = self::course();
        (course.soaked.runs, course.soaked.live_bytes) = (7, Some(1));
        course.play_some();
        assert!(course.fault().is_some_and(|fault| fault.what.starts_with("live bytes were Some(1)")), "{:?}", course.fault());
    }
}

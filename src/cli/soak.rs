//! `soak`: hours of play without a window by a player who looks at nothing; everything that must hold is checked at every tick.
//!
//! Units: ticks; hours are hours of play, 216,000 ticks each. Invariant: a run is a function of its seed, so a fault is found again from the seed that is
//! told with it. Must not know: how a check is made.

mod course;
mod export;
mod watch;

use super::arguments::{Command, Flag, Given};
use super::keep::{self, Files};
use super::{Exit, Failure, Shell, options};
use course::{Course, Fault};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tamafubuki::mem::counter;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::telemetry::Frame;
use tamafubuki::telemetry::recording::{FRAME_COUNT_MAX, mode_word};

/// Ticks of an hour of play.
const HOUR_TICKS: f64 = 60.0 * 60.0 * 60.0;
/// From this tick of the whole soak on, a pooled tick takes nothing from the heap.
pub const WARM_UP_TICKS: u64 = 600;
/// Between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(5);

pub const COMMAND: Command = Command {
    name: "soak",
    about: "Plays for hours with random inputs, without a window, and checks at every tick what must hold.",
    more: "Run follows run, each of a seed of its own: difficulty, where it begins in the stage, lives, room for bullets and the inputs come from it.\n\
        Checked: no heap operation in a pooled tick from tick 600 on, live bytes the same before every run, no place that is not a number, storage\n\
        and handles agree, rules and phases as they must be, no panic; every tenth run is played in the other storage as well, digest by digest.\n\
        Exit code 1 at the first fault, with the line that repeats it. The recording holds at most 36000 ticks, evenly apart.",
    values: "",
    value_count: 0..=0,
    flags: &[
        Flag { name: "hours", value: "H", about: "hours of play, 0.001 to 10000 [24]" },
        Flag { name: "seed", value: "N", about: "seed of the first run; those that follow count up [1]" },
        Flag { name: "mode", value: "MODE", about: "pooled or boxed [pooled]" },
        options::STAGE,
        options::CONTENT,
        options::MOD,
        keep::CSV,
        keep::JSON,
    ],
    run,
};

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    hours: f64,
    seed: u64,
    mode: Mode,
    files: Files,
}

impl Options {
    fn from(given: &Given) -> Result<Options, Failure> {
        let options = Options {
            hours: given.number("hours", 0.001..=10_000.0)?.unwrap_or(24.0),
            seed: given.number("seed", 0..=u64::MAX)?.unwrap_or(1),
            mode: given.choice("mode", &[("pooled", Mode::Pooled), ("boxed", Mode::Boxed)])?.unwrap_or_default(),
            files: Files::from(given)?,
        };
        Ok(options)
    }

    fn ticks(&self) -> u64 {
        (self.hours * HOUR_TICKS).round() as u64
    }

    /// Every how manyth tick is recorded; 0 for none.
    fn record_every(&self) -> u64 {
        if !self.files.is_wanted() { 0 } else { self.ticks().div_ceil(FRAME_COUNT_MAX as u64) }
    }
}

/// What a soak came to.
pub struct Soaked {
    /// Ticks played.
    pub ticks: u64,
    /// Runs begun.
    pub runs: u64,
    /// Ticks played in both storages.
    pub compared: u64,
    /// Most bullets at once.
    pub bullets_max: usize,
    /// Of how many runs each end was: cleared, over, given up.
    pub ends: [u64; 3],
    /// Live bytes before each run but the first; `None` when nothing counts, or before the second.
    pub live_bytes: Option<i64>,
    /// Recorded ticks.
    pub frames: Vec<Frame>,
    /// Real time.
    pub spent: Duration,
    /// What ended it early.
    pub fault: Option<Fault>,
}

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let out = &mut *shell.out;
    let options = Options::from(given)?;
    let loaded = options::content(given.path("content"), &given.paths("mod"))?;
    let stage = options::stage(&loaded, given.number("stage", 1..=99)?.unwrap_or(1))?;
    options.files.ready(None)?;
    let ticks = options.ticks();
    let (mode, seed) = (mode_word(options.mode), options.seed);
    writeln!(out, "{ticks} ticks ({}) of stage {}, {mode}, first seed {seed}", clock(ticks), stage.number)?;
    let soaked = soak(&options, &stage, out)?;
    tell(&soaked, &options, &again(given), out)?;
    if options.files.is_wanted() {
        options.files.write(&export::recording(&options, &loaded, &stage, &soaked))?;
    }
    Ok(if soaked.fault.is_none() { Exit::Ok } else { Exit::Missed })
}

fn soak(options: &Options, stage: &Arc<StageData>, out: &mut dyn Write) -> Result<Soaked, Failure> {
    let since = Instant::now();
    let mut told = since;
    let mut course = Course::new(Arc::clone(stage), options);
    while course.fault().is_none() && course.ticks() < options.ticks() {
        course.play_some();
        let now = Instant::now();
        if now.duration_since(told) >= PROGRESS {
            told = now;
            progress(&course, options.ticks(), now.duration_since(since), out)?;
        }
    }
    Ok(course.finish(since.elapsed()))
}

fn progress(course: &Course, ticks: u64, spent: Duration, out: &mut dyn Write) -> std::io::Result<()> {
    let done = course.ticks();
    let rate = done as f64 / spent.as_secs_f64().max(1e-6);
    let left = Duration::from_secs_f64((ticks.saturating_sub(done)) as f64 / rate.max(1.0));
    let percent = done as f64 * 100.0 / ticks as f64;
    writeln!(
        out,
        "{percent:5.1} %  {} of {} played, run {}, {rate:.0} ticks/s, {} left",
        clock(done),
        clock(ticks),
        course.runs(),
        minutes(left)
    )?;
    out.flush()
}

/// What of the command line says what is played.
fn again(given: &Given) -> String {
    let named = ["stage", "content", "mod"].into_iter().flat_map(|name| given.paths(name).into_iter().map(move |value| (name, value)));
    named.map(|(name, value)| format!(" --{name} {}", value.display())).collect()
}

fn tell(soaked: &Soaked, options: &Options, again: &str, out: &mut dyn Write) -> std::io::Result<()> {
    let Soaked { ticks, runs, compared, bullets_max, ends: [cleared, over, given_up], .. } = soaked;
    let rate = *ticks as f64 / soaked.spent.as_secs_f64().max(1e-6);
    writeln!(out, "{runs} runs, {ticks} ticks ({}) in {}, {rate:.0} ticks/s", clock(*ticks), minutes(soaked.spent))?;
    writeln!(out, "cleared {cleared}, over {over}, given up {given_up}; bullets at most {bullets_max}")?;
    match &soaked.fault {
        None => {
            heap(soaked, options.mode, out)?;
            writeln!(out, "digests: equal in both storages at {compared} ticks")?;
            writeln!(out, "all of it held")
        }
        Some(fault) => {
            let hours = (options.ticks().saturating_sub(fault.soak_tick)) as f64 / HOUR_TICKS;
            let (hours, mode) = (hours.max(0.5), mode_word(options.mode));
            writeln!(
                out,
                "FAULT in run {} at its tick {}, seed {}, tick {} of all: {}",
                fault.run, fault.tick, fault.seed, fault.soak_tick, fault.what
            )?;
            writeln!(out, "repeat it and go on: tamafubuki soak --seed {} --mode {mode} --hours {hours:.3}{again}", fault.seed)
        }
    }
}

fn heap(soaked: &Soaked, mode: Mode, out: &mut dyn Write) -> std::io::Result<()> {
    if counter::snapshot().is_none() {
        return writeln!(out, "heap: not counted in this build");
    }
    if mode == Mode::Pooled {
        writeln!(out, "heap: 0 operations a tick from tick {WARM_UP_TICKS} on")?;
    }
    match soaked.live_bytes {
        Some(bytes) => writeln!(out, "heap: {bytes} live bytes before every run"),
        None => writeln!(out, "heap: too short to compare what is alive before two runs"),
    }
}

/// Ticks as hours, minutes and seconds of play.
fn clock(ticks: u64) -> String {
    let seconds = ticks / 60;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Real time as minutes and seconds.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_with_the_line_that_repeats_it() {
        let options = Options { hours: 2.0, seed: 5, mode: Mode::Boxed, files: Files::default() };
        let fault = Fault { run: 3, seed: 7, tick: 99, soak_tick: 108_000, what: "a shot is at [NaN, 0]".to_owned() };
        let soaked = Soaked {
            ticks: 108_000,
            runs: 3,
            compared: 0,
            bullets_max: 1,
            ends: [0; 3],
            live_bytes: None,
            frames: Vec::new(),
            spent: Duration::from_secs(2),
            fault: Some(fault),
        };
        let mut out = Vec::new();
        tell(&soaked, &options, " --stage 2", &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("FAULT in run 3 at its tick 99, seed 7, tick 108000 of all: a shot is at [NaN, 0]\n"), "{out}");
        assert!(out.ends_with("repeat it and go on: tamafubuki soak --seed 7 --mode boxed --hours 1.500 --stage 2\n"), "{out}");
    }
}

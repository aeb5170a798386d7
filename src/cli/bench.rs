//! `bench`: the same load in both storages, in turns, measured tick by tick.

mod export;

use super::arguments::{Command, Flag, Given};
use super::keep::{self, Files};
use super::meter::{Figures, Meter, Raw, keep_least};
use super::{Exit, Failure, Shell, report};
use tamafubuki::sim::bullet::{MEASURED_KINDS, Mode};
use tamafubuki::telemetry::Frame;
use tamafubuki::telemetry::aged::AgedHeap;
use tamafubuki::telemetry::load::{Bombs, Load, Shape};
use tamafubuki::telemetry::recording::{FRAME_COUNT_MAX, mode_word};

/// Ticks of each block that are not measured.
const WARM_UP_TICKS: u32 = 120;
/// Ticks between two comparisons of digests.
const DIGEST_TICKS: u32 = 60;
/// Most ticks of a block: then both modes fit into a recording.
const TICKS_MAX: u32 = FRAME_COUNT_MAX as u32 / 2;

pub const COMMAND: Command = Command {
    name: "bench",
    about: "Measures ticks of many bullets, pooled and boxed in turns.",
    more: "A tick is births, step, collision and damage numbers: four kinds of bullets in equal shares, one moving player, 400 hits a second.\n\
        Blocks run pooled, boxed, boxed, pooled and so on, each the same run from the same start; of the repeats of a tick the fastest counts,\n\
        so that what the machine does besides falls away. The rows named raw are of all repeats as they came.\n\
        With --burst half of all bullets die in one tick every 5 seconds, each named, and the field fills again by volleys of 2 % a tick.\n\
        Exit code 1 when --require is missed or the two storages disagree.",
    values: "",
    value_count: 0..=0,
    flags: &[
        Flag { name: "bullets", value: "N", about: "bullets kept alive, 4 to 1000000 [20000]" },
        Flag { name: "ticks", value: "N", about: "ticks measured in each block, 20 to 18000 [1200]" },
        Flag { name: "mode", value: "MODE", about: "pooled, boxed or both [both]" },
        Flag { name: "churn", value: "PERCENT", about: "bullets that die of age and are replaced each tick, 0 to 50 [1]" },
        Flag { name: "burst", value: "", about: "bombs: half of the bullets die in one tick, every 300 ticks" },
        Flag { name: "repeats", value: "N", about: "blocks of each mode, of which each tick's least time counts, 1 to 100 [2]" },
        Flag { name: "heap", value: "HEAP", about: "fresh, or aged by many freed blocks [fresh]" },
        Flag { name: "require", value: "RATIO", about: "fail unless boxed takes RATIO times as long as pooled, by the median" },
        keep::CSV,
        keep::JSON,
    ],
    run,
};

#[derive(Clone, Debug, PartialEq)]
struct Options {
    bullets: usize,
    ticks: u32,
    modes: &'static [Mode],
    churn_percent: f32,
    is_burst: bool,
    repeats: usize,
    is_aged: bool,
    require: Option<f32>,
    files: Files,
}

const BOTH: &[Mode] = &[Mode::Pooled, Mode::Boxed];

impl Options {
    fn from(given: &Given) -> Result<Options, Failure> {
        let modes: [(&str, &'static [Mode]); 3] = [("pooled", &[Mode::Pooled]), ("boxed", &[Mode::Boxed]), ("both", BOTH)];
        let options = Options {
            bullets: given.number("bullets", 4..=1_000_000)?.unwrap_or(20_000),
            ticks: given.number("ticks", 20..=TICKS_MAX)?.unwrap_or(1_200),
            modes: given.choice("mode", &modes)?.unwrap_or(BOTH),
            churn_percent: given.number("churn", 0.0..=50.0)?.unwrap_or(1.0),
            is_burst: given.has("burst"),
            repeats: given.number("repeats", 1..=100)?.unwrap_or(2),
            is_aged: given.choice("heap", &[("fresh", false), ("aged", true)])?.unwrap_or(false),
            require: given.number("require", 0.0..=1000.0)?,
            files: Files::from(given)?,
        };
        if options.require.is_some() && options.modes.len() < 2 {
            return Err(Failure::Misuse("--require compares two modes: it needs --mode both".to_owned()));
        }
        Ok(options)
    }
}

impl Options {
    fn shape(&self) -> Shape {
        let bombs = if self.is_burst { Bombs::Half } else { Bombs::None };
        Shape { bullet_count: self.bullets, churn_percent: self.churn_percent, bombs }
    }

    /// The modes of all blocks, in turns and back.
    fn order(&self) -> Vec<Mode> {
        let turn = |repeat: usize| {
            let mut turn = self.modes.to_vec();
            if repeat % 2 == 1 {
                turn.reverse();
            }
            turn
        };
        (0..self.repeats).flat_map(turn).collect()
    }
}

/// What was measured in one mode.
struct Side {
    mode: Mode,
    /// Of each tick the fastest repeat.
    frames: Vec<Frame>,
    figures: Figures,
    raw: Raw,
}

impl Side {
    fn rows(&self) -> Vec<report::Row> {
        [report::rows(&self.figures), report::raw_rows(&self.raw)].concat()
    }
}

/// One block: each tick measured, and the digests on the way.
fn block(options: &Options, mode: Mode) -> (Vec<Frame>, Vec<u64>) {
    let mut load = Load::new(options.shape(), mode);
    let mut digests = Vec::with_capacity(options.ticks.div_ceil(DIGEST_TICKS) as usize);
    let mut warm_up = Meter::new(WARM_UP_TICKS as usize);
    let mut meter = Meter::new(options.ticks as usize);
    for _ in 0..WARM_UP_TICKS {
        load.prepare();
        warm_up.measure(&mut load, |load, laps| load.step(laps), Load::state);
    }
    for tick in 1..=options.ticks {
        load.prepare();
        meter.measure(&mut load, |load, laps| load.step(laps), Load::state);
        if tick.is_multiple_of(DIGEST_TICKS) || tick == options.ticks {
            digests.push(load.digest());
        }
    }
    (meter.into_frames(), digests)
}

/// All blocks, a side a mode; and whether all came to the same digests, with the last.
fn measure(options: &Options) -> (Vec<Side>, Vec<Vec<u64>>) {
    let mut best: Vec<(Mode, Vec<Frame>, Vec<f32>)> = options.modes.iter().map(|mode| (*mode, Vec::new(), Vec::new())).collect();
    let mut digests = Vec::new();
    for mode in options.order() {
        let (frames, block_digests) = block(options, mode);
        digests.push(block_digests);
        for (_, least, raw_ms) in best.iter_mut().filter(|(of, ..)| *of == mode) {
            raw_ms.extend(frames.iter().map(|frame| frame.timing.sim_ms()));
            let former = std::mem::take(least);
            *least = if former.is_empty() { frames.clone() } else { keep_least(former, frames.clone()) };
        }
    }
    let sides = best.into_iter().map(|(mode, frames, raw_ms)| Side { mode, figures: Figures::of(&frames), raw: Raw::of(raw_ms), frames });
    (sides.collect(), digests)
}

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let out = &mut *shell.out;
    let options = Options::from(given)?;
    options.files.ready(None)?;
    let aged = options.is_aged.then(|| AgedHeap::new(options.bullets));
    let names: Vec<&str> = options.order().into_iter().map(mode_word).collect();
    writeln!(
        out,
        "{} bullets of {} kinds, {} ticks a block, {} % churn{}, {} heap{}; blocks: {}",
        options.bullets,
        MEASURED_KINDS.len(),
        options.ticks,
        options.churn_percent,
        if options.is_burst { ", bombs" } else { "" },
        if options.is_aged { "aged" } else { "fresh" },
        aged.as_ref().map(|heap| format!(" ({} blocks kept)", heap.kept_count())).unwrap_or_default(),
        names.join(", ")
    )?;
    let (sides, digests) = measure(&options);
    let table: Vec<(Mode, Vec<report::Row>)> = sides.iter().map(|side| (side.mode, side.rows())).collect();
    report::table(out, &table)?;
    let agree = digests.iter().all(|other| *other == digests[0]);
    let verdict = if agree { "equal in all blocks" } else { "DIFFERENT" };
    writeln!(out, "digests: {verdict} at {} ticks, last {:016x}", digests[0].len(), digests[0].last().copied().unwrap_or_default())?;
    let met = export::goal(out, &sides, options.require)?;
    if options.files.is_wanted() {
        options.files.write(&export::recording(&options, &sides, agree))?;
    }
    Ok(if agree && met { Exit::Ok } else { Exit::Missed })
}

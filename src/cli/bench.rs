//! `bench`: the same load in both storages, in turns, measured tick by tick.

mod export;
mod load;

use super::arguments::{Command, Flag, Given};
use super::meter::{Figures, Meter, least};
use super::{Exit, Failure, Shell, report};
use load::Load;
use std::path::PathBuf;
use tamafubuki::sim::bullet::{KIND_COUNT, Mode};
use tamafubuki::telemetry::Frame;
use tamafubuki::telemetry::aged::AgedHeap;
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
        Blocks run pooled, boxed, boxed, pooled, each from the same start; of the two runs of a tick the faster counts.\n\
        Exit code 1 when --require is missed or the two storages disagree.",
    values: "",
    value_count: 0..=0,
    flags: &[
        Flag { name: "bullets", value: "N", about: "bullets kept alive, 4 to 1000000 [20000]" },
        Flag { name: "ticks", value: "N", about: "ticks measured in each block, 20 to 18000 [1200]" },
        Flag { name: "mode", value: "MODE", about: "pooled, boxed or both [both]" },
        Flag { name: "churn", value: "PERCENT", about: "bullets that die of age and are replaced each tick, 0 to 50 [1]" },
        Flag { name: "heap", value: "HEAP", about: "fresh, or aged by many freed blocks [fresh]" },
        Flag { name: "require", value: "RATIO", about: "fail unless boxed takes RATIO times as long as pooled, by the median" },
        Flag { name: "csv", value: "FILE", about: "write each tick, in the columns of the window's recordings" },
        Flag { name: "json", value: "FILE", about: "the same as JSON" },
    ],
    run,
};

#[derive(Clone, Debug, PartialEq)]
struct Options {
    bullets: usize,
    ticks: u32,
    modes: &'static [Mode],
    churn_percent: f32,
    is_aged: bool,
    require: Option<f32>,
    csv: Option<PathBuf>,
    json: Option<PathBuf>,
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
            is_aged: given.choice("heap", &[("fresh", false), ("aged", true)])?.unwrap_or(false),
            require: given.number("require", 0.0..=1000.0)?,
            csv: given.path("csv").map(PathBuf::from),
            json: given.path("json").map(PathBuf::from),
        };
        if options.csv.is_some() && options.csv == options.json {
            return Err(Failure::Misuse("--csv and --json name the same file".to_owned()));
        }
        if options.require.is_some() && options.modes.len() < 2 {
            return Err(Failure::Misuse("--require compares two modes: it needs --mode both".to_owned()));
        }
        Ok(options)
    }
}

/// What was measured in one mode.
struct Side {
    mode: Mode,
    frames: Vec<Frame>,
    figures: Figures,
}

/// One block: each tick measured, and the digests on the way.
fn block(options: &Options, mode: Mode) -> (Vec<Frame>, Vec<u64>) {
    let mut load = Load::new(options.bullets, options.churn_percent, mode);
    let mut digests = Vec::with_capacity(options.ticks.div_ceil(DIGEST_TICKS) as usize);
    let mut warm_up = Meter::new(WARM_UP_TICKS as usize);
    let mut meter = Meter::new(options.ticks as usize);
    for _ in 0..WARM_UP_TICKS {
        warm_up.measure(&mut load, |load, laps| load.step(laps), Load::state);
    }
    for tick in 1..=options.ticks {
        meter.measure(&mut load, |load, laps| load.step(laps), Load::state);
        if tick.is_multiple_of(DIGEST_TICKS) || tick == options.ticks {
            digests.push(load.digest());
        }
    }
    (meter.into_frames(), digests)
}

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let out = &mut *shell.out;
    let options = Options::from(given)?;
    let aged = options.is_aged.then(|| AgedHeap::new(options.bullets));
    let order: Vec<Mode> = options.modes.iter().chain(options.modes.iter().rev()).copied().collect();
    let names: Vec<&str> = order.iter().map(|mode| mode_word(*mode)).collect();
    writeln!(
        out,
        "{} bullets of {KIND_COUNT} kinds, {} ticks a block, {} % churn, {} heap{}; blocks: {}",
        options.bullets,
        options.ticks,
        options.churn_percent,
        if options.is_aged { "aged" } else { "fresh" },
        aged.as_ref().map(|heap| format!(" ({} blocks kept)", heap.kept_count())).unwrap_or_default(),
        names.join(", ")
    )?;
    let mut frames: Vec<(Mode, Vec<Frame>)> = Vec::new();
    let mut digests = Vec::new();
    for mode in order {
        let (block_frames, block_digests) = block(&options, mode);
        frames.push((mode, block_frames));
        digests.push(block_digests);
    }
    let mut side = |mode: Mode| {
        let runs = frames.extract_if(.., |(of, _)| *of == mode).map(|(_, frames)| frames).collect();
        let frames = least(runs);
        Side { mode, figures: Figures::of(&frames), frames }
    };
    let sides: Vec<Side> = options.modes.iter().map(|mode| side(*mode)).collect();
    let table: Vec<(Mode, Figures)> = sides.iter().map(|side| (side.mode, side.figures)).collect();
    report::table(out, &table)?;
    let agree = digests.iter().all(|other| *other == digests[0]);
    let verdict = if agree { "equal in all blocks" } else { "DIFFERENT" };
    writeln!(out, "digests: {verdict} at {} ticks, last {:016x}", digests[0].len(), digests[0].last().copied().unwrap_or_default())?;
    let met = export::goal(out, &sides, options.require)?;
    if options.csv.is_some() || options.json.is_some() {
        let recording = export::recording(&options, &sides, agree);
        options.csv.iter().try_for_each(|path| report::write(path, recording.to_csv().as_bytes()))?;
        options.json.iter().try_for_each(|path| report::write(path, recording.to_json().as_bytes()))?;
    }
    Ok(if agree && met { Exit::Ok } else { Exit::Missed })
}

//! The recording of a soak: some of its ticks, evenly apart, in the columns that the window writes.

use super::super::keep;
use super::{Options, Soaked};
use tamafubuki::content::Loaded;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::telemetry::recording::{Recording, mode_word};

/// The recorded ticks under a preamble that says how they came about. `tick` counts through all runs.
pub fn recording(options: &Options, loaded: &Loaded, stage: &StageData, soaked: &Soaked) -> Recording {
    let fault = soaked.fault.as_ref().map_or("none".to_owned(), |fault| format!("seed {} tick {}: {}", fault.seed, fault.tick, fault.what));
    let own = [
        ("stage", stage.number.to_string()),
        ("content", format!("{:016x}", loaded.content.digest)),
        ("mode", mode_word(options.mode).to_owned()),
        ("seed", options.seed.to_string()),
        ("hours", options.hours.to_string()),
        ("load", "random inputs, run after run".to_owned()),
        ("method", format!("one tick in {}; excess and heavy compare recorded ticks alone", options.record_every())),
        ("ticks played", soaked.ticks.to_string()),
        ("ticks in both storages", soaked.compared.to_string()),
        ("fault", fault),
    ];
    let mut recording = keep::start("soak", own);
    keep::judge(&mut recording, options.record_every(), soaked.frames.iter().copied());
    recording
}

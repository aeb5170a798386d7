//! The recording of a soak: some of its ticks, evenly apart, in the columns that the window writes.

use super::{Options, Soaked};
use tamafubuki::content::Loaded;
use tamafubuki::mem::counter;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::telemetry::recording::{Recording, mode_word};
use tamafubuki::telemetry::{Telemetry, machine};

/// The recorded ticks under a preamble that says how they came about. `tick` counts through all runs.
pub fn recording(options: &Options, loaded: &Loaded, stage: &StageData, soaked: &Soaked) -> Recording {
    let mut preamble = machine::entries("soak", counter::snapshot().map(|_| counter::calibrate()));
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
    preamble.extend(own.map(|(name, value)| (name.to_owned(), value)));
    let mut recording = Recording::start(preamble);
    let mut telemetry = Telemetry::new();
    for frame in &soaked.frames {
        telemetry.push(*frame);
        if let Some(sample) = telemetry.frames().newest() {
            recording.push(sample);
        }
    }
    recording
}

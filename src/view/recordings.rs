//! Recordings of frames on disk: what they say about themselves, and writing them whole.
//!
//! Must not know: what the columns are, keys, screens.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use tamafubuki::save::disk::{self, RealDisk};
use tamafubuki::sim::world::World;
use tamafubuki::telemetry::machine;
use tamafubuki::telemetry::recording::Recording;

/// The preamble of a recording that begins now.
pub fn preamble(world: &World, counter_ns: Option<f32>) -> Vec<(String, String)> {
    let mut entries = machine::entries("play", counter_ns);
    let config = world.config();
    let load = match world.stress_count() {
        0 => "the stage".to_owned(),
        count => format!("the stage and {count} bullets of load"),
    };
    let own = [
        ("stage", world.hud().stage_number.to_string()),
        ("difficulty", config.difficulty.name().to_owned()),
        ("seed", config.seed.to_string()),
        ("load", load),
        ("first tick", world.tick().to_string()),
    ];
    entries.extend(own.map(|(name, value)| (name.to_owned(), value)));
    entries
}

/// Writes a recording as CSV and as JSON; gives the path of the CSV.
///
/// # Errors
/// One line that says what could not be written.
pub fn write(data_folder: &Path, recording: &Recording) -> Result<PathBuf, String> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let path = data_folder.join("recordings").join(format!("frames-{seconds}.csv"));
    for (path, text) in [(path.with_extension("json"), recording.to_json()), (path.clone(), recording.to_csv())] {
        disk::replace(&mut RealDisk, &path, text.as_bytes()).map_err(|error| format!("Cannot write {}: {error}", path.display()))?;
    }
    Ok(path)
}

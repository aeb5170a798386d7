//! Recordings of what ran without a window: the options that ask for one, its preamble, and writing it whole.
//!
//! Invariant: the columns and definitions are those of the window's recordings. Must not know: what ran.

use super::Failure;
use super::arguments::{Flag, Given};
use std::path::{Path, PathBuf};
use std::{fs, io};
use tamafubuki::mem::counter;
use tamafubuki::save::disk::beside;
use tamafubuki::telemetry::recording::Recording;
use tamafubuki::telemetry::{BUDGET_MS, Frame, Telemetry, Timing, machine};

pub const CSV: Flag = Flag { name: "csv", value: "FILE", about: "write each tick, in the columns of the window's recordings" };
pub const JSON: Flag = Flag { name: "json", value: "FILE", about: "the same as JSON" };

/// Where a recording goes, if anywhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Files {
    csv: Option<PathBuf>,
    json: Option<PathBuf>,
}

impl Files {
    /// Reads the two options.
    ///
    /// # Errors
    /// `Misuse`: both name the same file.
    pub fn from(given: &Given) -> Result<Files, Failure> {
        let files = Files { csv: given.path("csv").map(PathBuf::from), json: given.path("json").map(PathBuf::from) };
        if files.csv.is_some() && files.csv == files.json {
            return Err(Failure::Misuse("--csv and --json name the same file".to_owned()));
        }
        Ok(files)
    }

    /// Whether one was asked for.
    pub fn is_wanted(&self) -> bool {
        self.csv.is_some() || self.json.is_some()
    }

    /// Looks before the work whether they can be written after it, and that neither is `source`, from which the work is read.
    ///
    /// # Errors
    /// `Input`, naming the file.
    pub fn ready(&self, source: Option<&Path>) -> Result<(), Failure> {
        [&self.csv, &self.json].into_iter().flatten().try_for_each(|path| {
            source.map_or(Ok(()), |source| apart(path, source))?;
            ready(path)
        })
    }

    /// Writes what was asked for; a file is there whole or not at all.
    ///
    /// # Errors
    /// `Input`, naming the file.
    pub fn write(&self, recording: &Recording) -> Result<(), Failure> {
        let texts = [(&self.csv, Recording::to_csv as fn(&Recording) -> String), (&self.json, Recording::to_json)];
        for (path, text) in texts.into_iter().filter_map(|(path, text)| Some((path.as_ref()?, text))) {
            write_whole(path, text(recording).as_bytes()).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        }
        Ok(())
    }
}

/// Looks before the work whether a file can be written after it: makes its folder, and a file beside it for a moment.
///
/// # Errors
/// `Input`, naming the file.
pub fn ready(path: &Path) -> Result<(), Failure> {
    let tried = match path.file_name() {
        None => Err(io::ErrorKind::InvalidFilename.into()),
        Some(_) if path.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        // A pipe or a device has no beside, and to open it may wait for a reader.
        Some(_) if path.exists() && !path.is_file() => Ok(()),
        Some(_) => try_beside(path),
    };
    tried.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// The same of files in a folder.
///
/// # Errors
/// `Input`, naming the folder.
pub fn ready_folder(folder: &Path) -> Result<(), Failure> {
    try_beside(&folder.join("any")).map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))
}

fn try_beside(path: &Path) -> io::Result<()> {
    let fresh = beside(path, ".tmp");
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(&fresh, b"").and_then(|()| fs::remove_file(&fresh))
}

/// Sees to it that what is written does not take the place of what is read, however both are spelled.
///
/// # Errors
/// `Input`, naming the file.
pub fn apart(target: &Path, source: &Path) -> Result<(), Failure> {
    let one = target.canonicalize().ok().zip(source.canonicalize().ok());
    if target == source || one.is_some_and(|(target, source)| target == source) {
        return Err(Failure::Input(format!("{}: this is what is read; what is written needs another file", target.display())));
    }
    Ok(())
}

/// Beside its place first, so that what stands there is never half of it. A pipe or a device has no beside.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes);
    }
    let fresh = beside(path, ".tmp");
    let done = fs::write(&fresh, bytes).and_then(|()| fs::rename(&fresh, path));
    if done.is_err() {
        // Whatever is left of it is of no use; that it may not be there is no second error.
        let _ = fs::remove_file(&fresh);
    }
    done
}

/// An empty recording made by `command`: what it ran on, then its own entries.
pub fn start(command: &str, own: impl IntoIterator<Item = (&'static str, String)>) -> Recording {
    let mut preamble = machine::entries(command, counter::snapshot().map(|_| counter::calibrate()));
    preamble.extend(own.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Recording::start(preamble)
}

/// Judges measured ticks in turn, each by those before, and keeps them; those that find no more room are left out.
///
/// Without a window a tick stands for a frame at 60 Hz, `ticks_apart` of them from one that is kept to the next: by the time that it really took, spikes
/// seconds apart would be one event.
pub fn judge(recording: &mut Recording, ticks_apart: u64, frames: impl IntoIterator<Item = Frame>) {
    let interval_ms = BUDGET_MS * ticks_apart.max(1) as f32;
    recording.note("interval".to_owned(), format!("{interval_ms:.2} ms of play from tick to tick; there was no display"));
    let mut telemetry = Telemetry::new();
    for frame in frames {
        let frame = Frame { timing: Timing { interval_ms, ..frame.timing }, ..frame };
        telemetry.push(frame);
        telemetry.frames().newest().iter().for_each(|sample| {
            recording.push(sample);
        });
    }
}

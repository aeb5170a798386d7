//! `replay verify`: plays a replay again, without a window, and says whether it runs as recorded.

use super::arguments::{Command, Flag, Given};
use super::keep::{self, Files};
use super::meter::Meter;
use super::{Exit, Failure, Shell, options};
use std::io::Write;
use std::path::Path;
use tamafubuki::replay::{self, Header, LIMIT_BYTES, ReadError, Replay, Verdict};
use tamafubuki::save::disk::read_limited;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::field::TICKS_PER_SECOND;
use tamafubuki::sim::world::{Outcome, World};
use tamafubuki::telemetry::Frame;
use tamafubuki::telemetry::recording::{Recording, mode_word};

pub const VERIFY: Command = Command {
    name: "replay verify",
    about: "Plays a replay again and compares every digest in it, to the last tick.",
    more: "Exit codes: 0 it runs as recorded, 1 desync, 2 not a whole replay, 3 recorded by another version or with other content, or\n\
        content was read again while it was played (then only the ticks before that are compared).",
    values: "FILE",
    value_count: 1..=1,
    flags: &[
        Flag { name: "mode", value: "MODE", about: "pooled, boxed or both [both]" },
        options::CONTENT,
        options::MOD,
        keep::CSV,
        keep::JSON,
    ],
    run: verify,
};

fn verify(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let out = &mut *shell.out;
    let modes: [(&str, &[Mode]); 3] = [("pooled", &[Mode::Pooled]), ("boxed", &[Mode::Boxed]), ("both", &[Mode::Pooled, Mode::Boxed])];
    let modes = given.choice("mode", &modes)?.unwrap_or(&[Mode::Pooled, Mode::Boxed]);
    let files = Files::from(given)?;
    let path = &given.values[0];
    files.ready(Some(path))?;
    let replay = match read(path)? {
        Ok(replay) => replay,
        Err(error) => {
            writeln!(out, "{}: {error}", path.display())?;
            return Ok(Exit::OtherVersion);
        }
    };
    describe(&replay, out)?;
    let loaded = options::content(given.path("content"), &given.paths("mod"))?;
    if let Err(verdict) = replay::check_origin(&replay.header, loaded.content.digest) {
        writeln!(out, "{verdict}")?;
        return Ok(Exit::OtherVersion);
    }
    let stage = options::stage(&loaded, replay.header.stage)?;
    let mut exit = Exit::Ok;
    let mut meter = Meter::new(if files.is_wanted() { replay.tick_count() as usize * modes.len() } else { 0 });
    for mode in modes {
        let measured = |world: &mut World, input| meter.measure_world(world, input);
        let verdict = match files.is_wanted() {
            true => replay::verify_with(&replay, &stage, loaded.content.digest, *mode, measured),
            false => replay::verify(&replay, &stage, loaded.content.digest, *mode),
        };
        writeln!(out, "{}: {verdict}", mode_word(*mode))?;
        match verdict {
            Verdict::Verified { .. } => {}
            Verdict::Reloaded { .. } if exit != Exit::Missed => exit = Exit::OtherVersion,
            _ => exit = Exit::Missed,
        }
    }
    if files.is_wanted() {
        let recording = recording(&replay, meter.into_frames(), exit == Exit::Ok);
        files.write(&recording)?;
        writeln!(out, "{} ticks recorded", recording.len())?;
    }
    Ok(exit)
}

/// Every tick, storage after storage.
fn recording(replay: &Replay, frames: Vec<Frame>, is_verified: bool) -> Recording {
    let header = &replay.header;
    let own = [
        ("stage", header.stage.to_string()),
        ("difficulty", header.config.difficulty.name().to_owned()),
        ("seed", header.config.seed.to_string()),
        ("content", format!("{:016x}", header.content_digest)),
        ("load", "a replay, storage after storage".to_owned()),
        ("ticks played", frames.len().to_string()),
        ("verified", is_verified.to_string()),
    ];
    let mut recording = keep::start("replay verify", own);
    keep::judge(&mut recording, 1, frames);
    recording
}

/// The replay in a file; the inner error is a whole file of another format, which is no fault of the file.
fn read(path: &Path) -> Result<Result<Replay, ReadError>, Failure> {
    let bytes = read_limited(path, LIMIT_BYTES).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    match Replay::decode(&bytes) {
        Err(error @ ReadError::OtherFormat(_)) => Ok(Err(error)),
        Err(error) => Err(Failure::Input(format!("{}: {error}", path.display()))),
        Ok(replay) => Ok(Ok(replay)),
    }
}

fn describe(replay: &Replay, out: &mut dyn Write) -> std::io::Result<()> {
    let Header { player_name, stage, config, score, outcome, engine_version, content_digest, .. } = &replay.header;
    // A name is the player's own text: nothing in it may steer the terminal.
    let name: String = player_name.chars().filter(|letter| !letter.is_control()).collect();
    let mods = if replay.header.mods.is_empty() { String::new() } else { format!("; mods: {}", replay.header.mods.join(", ")) };
    writeln!(
        out,
        "{name}: stage {stage}, {}, seed {}, {} points, {}, {}; version {engine_version}, content {content_digest:016x}{mods}",
        config.difficulty.name(),
        config.seed,
        score,
        outcome_name(*outcome),
        duration(replay.tick_count())
    )
}

/// How a run ended, in words.
pub fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Cleared => "cleared",
        Outcome::Over => "game over",
        Outcome::GaveUp => "given up",
    }
}

/// Ticks as minutes and seconds.
pub fn duration(ticks: u32) -> String {
    let seconds = ticks / TICKS_PER_SECOND;
    format!("{}:{:02} ({ticks} ticks)", seconds / 60, seconds % 60)
}

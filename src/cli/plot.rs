//! `report`: turns a recording into one page that a browser shows without the net.

use super::arguments::{Command, Flag, Given};
use super::{Exit, Failure, Shell, keep};
use std::path::PathBuf;
use tamafubuki::save::disk::{self, RealDisk};
use tamafubuki::telemetry::report;
use tamafubuki::telemetry::table::{Refusal, Table};

/// Largest recording that is read, bytes: ten minutes are about 10 MB.
const LIMIT_BYTES: u64 = 64 * 1024 * 1024;

pub const COMMAND: Command = Command {
    name: "report",
    about: "Draws a recording: times, heap operations, spikes, pooled against boxed.",
    more: "FILE is the CSV of a recording, not its JSON: from the window (F8), or from --csv of bench, soak, replay verify or tour.\n\
        The page needs nothing besides itself. Exit codes: 0 drawn, 2 it is no recording; the line and the column are told.",
    values: "FILE",
    value_count: 1..=1,
    flags: &[Flag { name: "out", value: "FILE", about: "where the page goes [beside the recording, as .html]" }],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let source = &given.values[0];
    let input = |why: String| Failure::Input(format!("{}: {why}", source.display()));
    let bytes = disk::read_limited(source, LIMIT_BYTES).map_err(|error| input(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| input("is not text".to_owned()))?;
    if text.trim_start().starts_with('{') {
        return Err(input("this is JSON; report takes the CSV of the same recording".to_owned()));
    }
    let refused = |refusal: Refusal| match refusal.line {
        Some(line) => Failure::Input(format!("{}:{line}: {}", source.display(), refusal.why)),
        None => input(refusal.why),
    };
    let table = Table::read(&text).map_err(refused)?;
    let title = source.file_stem().unwrap_or(source.as_os_str()).to_string_lossy();
    let page = report::html(&table, &title).map_err(refused)?;
    let target = given.path("out").map_or_else(|| source.with_extension("html"), PathBuf::from);
    keep::apart(&target, source)?;
    disk::replace(&mut RealDisk, &target, page.as_bytes()).map_err(|error| Failure::Input(format!("{}: {error}", target.display())))?;
    writeln!(shell.out, "{} frames drawn: {}", table.len(), target.display())?;
    Ok(Exit::Ok)
}

//! `lab`: the pattern lab in its window, at a file if one is named.

use super::arguments::{Command, Given};
use super::{Exit, Failure, Shell, Start, options};
use std::path::Path;
use tamafubuki::content::{Subject, subject};

pub const COMMAND: Command = Command {
    name: "lab",
    about: "Opens the pattern lab: runs patterns and cards forwards and backwards, and shows what they do.",
    more: "FILE is a pattern, spell, enemy, wave, boss or stage: its file, wherever it lies, or its name in the content (fox_2_wheel, stage1);\n\
        or a BulletML file (.xml).\n\
        A file with problems is opened all the same: they are shown in the lab, and what is saved is read again at once. ? in the lab shows the keys.\n\
        Exit codes: 0 left, 2 the file is not there or nothing in it runs, 4 no display.",
    values: "[FILE]",
    value_count: 0..=1,
    flags: &[options::DATA_DIR, options::CONTENT, options::MOD, options::DIFFICULTY, options::SEED, options::SPEED_SCALE],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let start = Start::from(given)?;
    options::origin(start.content_dir.as_deref(), &start.mods)?;
    let subject = given.values.first().map_or(Ok(Subject::default()), |word| subject(word, &start))?;
    match (shell.open_window)(&Start { lab: Some(subject), ..start }) {
        Ok(_) => Ok(Exit::Ok),
        Err(why) => {
            eprintln!("tamafubuki lab: no window: {why}");
            Ok(Exit::NoDisplay)
        }
    }
}

/// What a word means, if it is there and may run.
///
/// # Errors
/// `Input`, in words.
pub fn subject(word: &Path, start: &Start) -> Result<Subject, Failure> {
    let mut sources = options::origin(start.content_dir.as_deref(), &start.mods)?.with_import(start.import.clone()).read();
    let subject = subject::named(word, subject::runs, &mut sources).map_err(Failure::Input)?;
    check(word, &subject)?;
    Ok(subject)
}

fn check(word: &Path, subject: &Subject) -> Result<(), Failure> {
    if subject.path.is_empty() || subject::runs(&subject.path) {
        return Ok(());
    }
    let expected = "nothing in it runs; name a pattern, a spell, an enemy, a wave, a boss or a stage";
    Err(Failure::Input(format!("{}: {expected}", word.display())))
}

//! `play`: the game in its window; without a display one line and the demo.

use super::arguments::{Command, Flag, Given};
use super::{Exit, Failure, demo, options};
use std::io::Write;

pub const COMMAND: Command = Command {
    name: "play",
    about: "Plays the game. This is what runs when no command is named.",
    more: "Without a display it says so and runs the demo instead; with --windowed-only it ends with exit code 4.",
    values: "",
    value_count: 0..=0,
    flags: &[
        options::DATA_DIR,
        options::CONTENT,
        options::DIFFICULTY,
        options::STAGE,
        options::SEED,
        Flag { name: "windowed-only", value: "", about: "without a display: exit code 4, no demo" },
    ],
    run,
};

fn run(given: &Given, out: &mut dyn Write) -> Result<Exit, Failure> {
    let start = options::Start::from(given)?;
    match open_window(&start) {
        Ok(()) => Ok(Exit::Ok),
        Err(why) if given.has("windowed-only") => {
            eprintln!("tamafubuki: no window: {why}");
            Ok(Exit::NoDisplay)
        }
        Err(why) => {
            writeln!(out, "No window: {why}. Here is the demo instead.")?;
            demo::show(&start, &demo::Wanted::default(), out)
        }
    }
}

/// Plays in a window until the player quits; else one line that says why there is none.
#[cfg(feature = "view")]
fn open_window(start: &options::Start) -> Result<(), String> {
    let options = crate::view::Options {
        data_dir: start.data_dir.clone(),
        content_dir: start.content_dir.clone(),
        difficulty: start.difficulty,
        seed: start.seed,
        ..crate::view::Options::default()
    };
    crate::view::play(options).map(|_| ())
}

#[cfg(not(feature = "view"))]
fn open_window(_: &options::Start) -> Result<(), String> {
    Err("this build has none".to_owned())
}

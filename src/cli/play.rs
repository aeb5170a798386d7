//! `play`: the game in its window; without a display one line and the demo.

use super::arguments::{Command, Flag, Given};
use super::{Exit, Failure, Shell, Start, demo, lab, options};

pub const COMMAND: Command = Command {
    name: "play",
    about: "Plays the game. This is what runs when no command is named.",
    more: "FILE is a pattern, spell, enemy, wave, boss or stage, or a BulletML file (.xml): it is played by itself, for practice, and then shown\n\
        in the lab. Without a display it says so and runs the demo instead; with --windowed-only or a FILE it ends with exit code 4.\n\
        Exit codes: 0 played, 2 the file is not there or nothing in it runs, 4 no display.",
    values: "[FILE]",
    value_count: 0..=1,
    flags: &[
        options::DATA_DIR,
        options::CONTENT,
        options::MOD,
        options::DIFFICULTY,
        options::STAGE,
        options::SEED,
        options::SPEED_SCALE,
        Flag { name: "windowed-only", value: "", about: "without a display: exit code 4, no demo" },
    ],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let start = Start::from(given)?;
    options::origin(start.content_dir.as_deref(), &start.mods)?;
    let start = match given.values.first() {
        Some(word) => Start { lab: Some(lab::subject(word, &start)?), plays: true, ..start },
        None => start,
    };
    match (shell.open_window)(&start) {
        Ok(_) => Ok(Exit::Ok),
        Err(why) if start.plays || given.has("windowed-only") => {
            eprintln!("tamafubuki: no window: {why}");
            Ok(Exit::NoDisplay)
        }
        Err(why) => {
            writeln!(shell.out, "No window: {why}. Here is the demo instead.")?;
            demo::show(&start, &demo::Wanted::default(), shell.out)
        }
    }
}

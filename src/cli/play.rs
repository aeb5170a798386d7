//! `play`: the game in its window; without a display one line and the demo.

use super::arguments::{Command, Flag, Given};
use super::{Exit, Failure, Shell, Start, demo, options};

pub const COMMAND: Command = Command {
    name: "play",
    about: "Plays the game. This is what runs when no command is named.",
    more: "Without a display it says so and runs the demo instead; with --windowed-only it ends with exit code 4.",
    values: "",
    value_count: 0..=0,
    flags: &[
        options::DATA_DIR,
        options::CONTENT,
        options::MOD,
        options::DIFFICULTY,
        options::STAGE,
        options::SEED,
        Flag { name: "windowed-only", value: "", about: "without a display: exit code 4, no demo" },
    ],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let start = Start::from(given)?;
    options::origin(start.content_dir.as_deref(), &start.mods)?;
    match (shell.open_window)(&start) {
        Ok(_) => Ok(Exit::Ok),
        Err(why) if given.has("windowed-only") => {
            eprintln!("tamafubuki: no window: {why}");
            Ok(Exit::NoDisplay)
        }
        Err(why) => {
            writeln!(shell.out, "No window: {why}. Here is the demo instead.")?;
            demo::show(&start, &demo::Wanted::default(), shell.out)
        }
    }
}

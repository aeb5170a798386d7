//! The command line: which commands there are, what each returns to the shell, and the headless tools themselves. No macroquad.
//!
//! A new command is one file with a `COMMAND` and one line in `COMMANDS`.

mod arguments;
mod bench;
mod check;
mod demo;
mod import;
mod keep;
mod lab;
mod meter;
mod new;
mod options;
mod pen;
mod pipe;
mod play;
mod plot;
mod preview;
mod rehearse;
mod replay;
mod report;
mod schema;
mod sheet;
mod soak;
mod sounds;
mod tour;
mod trace;

pub use options::Start;

use arguments::Command;
use pipe::Pipe;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use tamafubuki::sim::problem::nearest;
use tamafubuki::telemetry::tour::Toured;

/// What a command returns to the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// All is well.
    Ok = 0,
    /// A replay does not run as recorded, or a goal was missed.
    Missed = 1,
    /// Bad arguments or a bad file.
    BadInput = 2,
    /// Made by another version, or with other content.
    OtherVersion = 3,
    /// No display, and the window was insisted on.
    NoDisplay = 4,
}

/// Why a command did not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The line was not understood: a sentence; usage is shown with it.
    Misuse(String),
    /// A file could not be read, understood or written: a sentence.
    Input(String),
    /// The output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// What a command may use of the program around it.
pub struct Shell<'a> {
    /// Where it prints.
    pub out: &'a mut dyn Write,
    /// Plays in a window until the player quits, or the tour is over that was asked for; else one line that says why there is none.
    pub open_window: OpenWindow,
}

/// See [`Shell::open_window`].
pub type OpenWindow = fn(&Start) -> Result<Option<Toured>, String>;

/// All commands, in the order of the help. The first is what runs when none is named.
const COMMANDS: &[&Command] = &[
    &play::COMMAND,
    &lab::COMMAND,
    &demo::COMMAND,
    &replay::VERIFY,
    &check::COMMAND,
    &trace::COMMAND,
    &preview::COMMAND,
    &new::COMMAND,
    &import::COMMAND,
    &schema::COMMAND,
    &sounds::COMMAND,
    &bench::COMMAND,
    &soak::COMMAND,
    &plot::COMMAND,
    &tour::COMMAND,
];

/// Runs the command line given by its words, the program's name not among them. The window is the caller's: this folder knows none.
pub fn main(words: impl Iterator<Item = OsString>, open_window: OpenWindow) -> ExitCode {
    let words: Vec<OsString> = words.collect();
    let mut shell = Shell { out: &mut Pipe::new(io::stdout().lock()), open_window };
    let exit = match dispatch(&words, &mut shell) {
        Ok(exit) => exit,
        Err((command, failure)) => {
            complain(command, &failure);
            Exit::BadInput
        }
    };
    ExitCode::from(exit as u8)
}

type Outcome<'a> = Result<Exit, (Option<&'a Command>, Failure)>;

fn dispatch<'a>(words: &[OsString], shell: &mut Shell) -> Outcome<'a> {
    match words.first().and_then(|word| word.to_str()) {
        Some("help" | "--help" | "-h") => return help(&words[1..], shell.out),
        Some("--version" | "-V") => {
            return writeln!(shell.out, "tamafubuki {}", env!("CARGO_PKG_VERSION")).map(|()| Exit::Ok).map_err(|e| (None, e.into()));
        }
        _ => {}
    }
    let (command, rest) = find(words).map_err(|failure| (None, failure))?;
    let done = match command.parse(rest) {
        Ok(Some(given)) => (command.run)(&given, shell),
        Ok(None) => command.help(shell.out).map(|()| Exit::Ok).map_err(Failure::from),
        Err(failure) => Err(failure),
    };
    done.map_err(|failure| (Some(command), failure))
}

/// The command that the words begin with, and the rest of them.
fn find(words: &[OsString]) -> Result<(&'static Command, &[OsString]), Failure> {
    match words.first().map(|word| word.to_string_lossy()) {
        Some(word) if !word.starts_with('-') => {}
        _ => return Ok((COMMANDS[0], words)),
    }
    let begins = |command: &&&Command| {
        let mut given = words.iter();
        command.name.split(' ').all(|part| given.next().is_some_and(|word| word == part))
    };
    // `replay --help` and `help replay` ask for the only command that begins so.
    let bare = words.get(1).is_none_or(|word| word.to_string_lossy().starts_with('-'));
    let half = || COMMANDS.iter().find(|command| bare && command.name.split(' ').next() == words[0].to_str()).map(|command| (command, 1));
    let whole = COMMANDS.iter().find(begins).map(|command| (command, command.name.split(' ').count()));
    match whole.or_else(half) {
        Some((command, word_count)) => Ok((command, &words[word_count..])),
        None => {
            let typed = words.iter().take(2).map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
            let first = words[0].to_string_lossy();
            let names = || COMMANDS.iter().map(|command| command.name);
            let by_first = names().find(|name| name.split(' ').next() == Some(&first));
            let near = by_first.or_else(|| nearest(&typed, names())).or_else(|| nearest(&first, names()));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Err(Failure::Misuse(format!("there is no command `{first}`{hint}")))
        }
    }
}

fn help<'a>(words: &[OsString], out: &mut dyn Write) -> Outcome<'a> {
    if !words.is_empty() {
        let (command, rest) = find(words).map_err(|failure| (None, failure))?;
        if !rest.is_empty() {
            return Err((Some(command), Failure::Misuse("help takes the name of one command".to_owned())));
        }
        return command.help(out).map(|()| Exit::Ok).map_err(|error| (None, error.into()));
    }
    let print = |out: &mut dyn Write| {
        writeln!(out, "Tamafubuki: a danmaku shooter of folded paper.\n\n{USAGE}\n\ncommands:")?;
        for command in COMMANDS {
            writeln!(out, "  {:<16} {}", command.name, command.about)?;
        }
        writeln!(out, "  {:<16} Shows the help of a command; so does its --help.", "help")?;
        writeln!(out, "\nexit codes: 0 ok, 1 desync or goal missed, 2 bad input, 3 other version or content, 4 no display")
    };
    print(out).map(|()| Exit::Ok).map_err(|error| (None, error.into()))
}

const USAGE: &str = "usage: tamafubuki [COMMAND] [OPTIONS]";

/// Says on stderr why it went no further. A closed stderr is no reason to fail again.
fn complain(command: Option<&Command>, failure: &Failure) {
    let mut err = io::stderr().lock();
    let name = command.map(|command| format!(" {}", command.name)).unwrap_or_default();
    let _ = match failure {
        Failure::Misuse(why) => {
            let usage = command.map_or_else(|| USAGE.to_owned(), Command::usage);
            writeln!(err, "tamafubuki{name}: {why}\n{usage}\nMore: tamafubuki help{name}")
        }
        Failure::Input(why) => writeln!(err, "tamafubuki{name}: {why}"),
        Failure::Output(error) => writeln!(err, "tamafubuki{name}: cannot write the output: {error}"),
    };
}

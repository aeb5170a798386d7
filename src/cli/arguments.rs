//! The command line as a table: a command declares its options once; parsing, help and error messages come from that.
//!
//! Invariant: a command runs only when its whole line was understood, so a mistyped line writes nothing.

use super::{Failure, Shell};
use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use tamafubuki::sim::problem::nearest;

/// One option.
#[derive(Debug)]
pub struct Flag {
    /// Without the two dashes.
    pub name: &'static str,
    /// What its value stands for; empty for a switch.
    pub value: &'static str,
    /// One line, with the default.
    pub about: &'static str,
}

/// One command.
pub struct Command {
    /// As typed: "bench", "replay verify".
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// Further lines of its help.
    pub more: &'static str,
    /// What its bare values stand for: "FILE", "[FOLDER]"; empty for none.
    pub values: &'static str,
    /// How many bare values it takes.
    pub value_count: RangeInclusive<usize>,
    /// Its options.
    pub flags: &'static [Flag],
    /// Does it; prints what it has to say to the shell's writer.
    pub run: fn(&Given, &mut Shell) -> Result<super::Exit, Failure>,
}

/// What stood on the line, every name known.
#[derive(Debug, Default)]
pub struct Given {
    flags: Vec<(&'static str, OsString)>,
    /// Bare values.
    pub values: Vec<PathBuf>,
}

impl Command {
    /// Reads the words after the command's name. `None` when help was asked for.
    ///
    /// # Errors
    /// `Misuse`, with a sentence.
    pub fn parse(&self, words: &[OsString]) -> Result<Option<Given>, Failure> {
        use lexopt::Arg::{Long, Short, Value};
        let mut given = Given::default();
        let mut parser = lexopt::Parser::from_args(words);
        while let Some(word) = parser.next().map_err(|error| Failure::Misuse(error.to_string()))? {
            match word {
                Short('h') | Long("help") => return Ok(None),
                Short('o') if self.flags.iter().any(|flag| flag.name == "out") => {
                    let value = parser.value().map_err(|_| Failure::Misuse("-o needs FILE".to_owned()))?;
                    given.add(self.flag("out")?, value)?;
                }
                Short(letter) => return Err(Failure::Misuse(format!("there is no option -{letter}"))),
                Long(name) => {
                    let flag = self.flag(name)?;
                    let value = if flag.value.is_empty() { Ok(OsString::new()) } else { parser.value() };
                    given.add(flag, value.map_err(|_| Failure::Misuse(format!("--{} needs {}", flag.name, flag.value)))?)?;
                }
                Value(value) => given.values.push(value.into()),
            }
        }
        if !self.value_count.contains(&given.values.len()) {
            let takes = if self.values.is_empty() { "nothing" } else { self.values };
            let found: Vec<_> = given.values.iter().map(|value| value.display().to_string()).collect();
            return Err(Failure::Misuse(format!(
                "it takes {takes}, found {}",
                if found.is_empty() { "nothing".into() } else { found.join(" ") }
            )));
        }
        Ok(Some(given))
    }

    fn flag(&self, name: &str) -> Result<&'static Flag, Failure> {
        self.flags.iter().find(|flag| flag.name == name).ok_or_else(|| {
            let names = self.flags.iter().map(|flag| flag.name);
            let hint = nearest(name, names).map(|near| format!("; did you mean --{near}?")).unwrap_or_default();
            Failure::Misuse(format!("there is no option --{name}{hint}"))
        })
    }

    /// The first line of its help.
    pub fn usage(&self) -> String {
        let mut line = format!("usage: tamafubuki {}", self.name);
        for word in [if self.flags.is_empty() { "" } else { "[OPTIONS]" }, self.values] {
            if !word.is_empty() {
                line = format!("{line} {word}");
            }
        }
        line
    }

    /// Its whole help.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n\n{}", self.about, self.usage())?;
        if !self.flags.is_empty() {
            writeln!(out, "\noptions:")?;
        }
        for flag in self.flags {
            writeln!(out, "  {:<24} {}", format!("--{} {}", flag.name, flag.value), flag.about)?;
        }
        if !self.more.is_empty() {
            writeln!(out, "\n{}", self.more)?;
        }
        Ok(())
    }
}

/// Options that may be given several times.
const REPEATABLE: [&str; 1] = ["mod"];

impl Given {
    fn add(&mut self, flag: &Flag, value: OsString) -> Result<(), Failure> {
        if self.has(flag.name) && !REPEATABLE.contains(&flag.name) {
            return Err(Failure::Misuse(format!("--{} is given twice", flag.name)));
        }
        self.flags.push((flag.name, value));
        Ok(())
    }

    fn text(&self, name: &str) -> Option<&OsString> {
        self.flags.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// Whether a switch is on.
    pub fn has(&self, name: &str) -> bool {
        self.text(name).is_some()
    }

    /// A value as it stands.
    pub fn word(&self, name: &str) -> Option<std::borrow::Cow<'_, str>> {
        self.text(name).map(|text| text.to_string_lossy())
    }

    /// Two numbers with a comma between them, each from the least to the most allowed.
    ///
    /// # Errors
    /// `Misuse` for anything else.
    pub fn pair(&self, name: &str, ranges: [(f32, f32); 2]) -> Result<Option<(f32, f32)>, Failure> {
        let Some(word) = self.word(name) else { return Ok(None) };
        let [x, y] = ranges;
        let number = |text: &str, range: (f32, f32)| text.trim().parse::<f32>().ok().filter(|value| (range.0..=range.1).contains(value));
        let found = word.split_once(',').and_then(|(first, second)| Some((number(first, x)?, number(second, y)?)));
        let expected = || format!("--{name} {word}: expected X,Y with X from {} to {} and Y from {} to {}", x.0, x.1, y.0, y.1);
        found.map(Some).ok_or_else(|| Failure::Misuse(expected()))
    }

    /// The paths of an option that may be given again, in order.
    pub fn paths(&self, name: &str) -> Vec<PathBuf> {
        self.flags.iter().filter(|(given, _)| *given == name).map(|(_, value)| PathBuf::from(value)).collect()
    }

    /// A path.
    pub fn path(&self, name: &str) -> Option<&Path> {
        self.text(name).map(Path::new)
    }

    /// A number in a range, with underscores allowed as in 20_000.
    ///
    /// # Errors
    /// `Misuse` for anything else.
    pub fn number<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
        &self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, Failure> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let plain = text.to_string_lossy().replace('_', "");
        match plain.parse::<T>() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => Err(Failure::Misuse(format!(
                "--{name} {}: expected a number from {} to {}",
                text.to_string_lossy(),
                range.start(),
                range.end()
            ))),
        }
    }

    /// One of some names, in any case of letters.
    ///
    /// # Errors
    /// `Misuse` for any other.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, Failure> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let word = text.to_string_lossy();
        let found = choices.iter().find(|(choice, _)| choice.eq_ignore_ascii_case(&word));
        let names: Vec<&str> = choices.iter().map(|(choice, _)| *choice).collect();
        let error = || Failure::Misuse(format!("--{name} {word}: expected one of {}", names.join(", ")));
        found.map(|(_, value)| Some(*value)).ok_or_else(error)
    }
}

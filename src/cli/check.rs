//! `check`: every problem of the content, with file, line and column. Writes nothing but its report.

use super::arguments::{Command, Flag, Given};
use super::subject::{self, Subject};
use super::{Exit, Failure, Shell};
use std::collections::BTreeSet;
use std::io::Write;
use tamafubuki::content::{self, Diagnostic, Origin, Sources};

pub const COMMAND: Command = Command {
    name: "check",
    about: "Checks content: every problem with its file, line and column.",
    more: "PATH is a file or folder of the content, another content folder (with assets/ or levels/), or a stage's folder. Without it all\n\
           content is checked: that of the working tree, else what is built in. A file from elsewhere is checked as what its folder is\n\
           called (figures, spells, ...), else as what its fields say it is. Exit codes: 0 no problem, 2 problems.",
    values: "[PATH...]",
    value_count: 0..=usize::MAX,
    flags: &[Flag { name: "json", value: "", about: "an array of problems instead of text" }],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let standard = Origin::standard().read();
    let mut found = Found::default();
    if given.values.is_empty() {
        found.add(&standard, &Subject::default());
    }
    for path in &given.values {
        let mut sources = standard.clone();
        let subject = subject::at(path, &mut sources)?;
        if !found.add(&sources, &subject) {
            return Err(Failure::Input(format!("{}: no content file is there", path.display())));
        }
    }
    if given.has("json") {
        found.write_json(shell.out)?
    } else {
        found.write_text(shell.out)?
    }
    Ok(if found.problems.is_empty() { Exit::Ok } else { Exit::BadInput })
}

/// The report.
#[derive(Default)]
struct Found {
    problems: Vec<Diagnostic>,
    file_count: usize,
}

impl Found {
    /// Loads the sources and keeps what is about the subject. False if nothing is.
    fn add(&mut self, sources: &Sources, subject: &Subject) -> bool {
        let file_count = sources.paths().filter(|path| subject.rest(path).is_some()).count();
        let about = content::load(sources).problems.into_iter().filter(|problem| subject.rest(&problem.file).is_some());
        let problems: Vec<Diagnostic> = about.map(|problem| Diagnostic { file: subject.written(&problem.file), ..problem }).collect();
        let is_any = file_count > 0 || !problems.is_empty();
        self.file_count += file_count;
        self.problems.extend(problems);
        is_any
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for problem in &self.problems {
            writeln!(out, "{problem}")?;
        }
        let broken: BTreeSet<&str> = self.problems.iter().map(|problem| problem.file.as_str()).collect();
        let files = counted(self.file_count, "file");
        match self.problems.len() {
            0 => writeln!(out, "{files}, no problem")?,
            count => writeln!(out, "{} in {} of {files}", counted(count, "problem"), broken.len())?,
        }
        Ok(())
    }

    fn write_json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let rows: Vec<String> = self.problems.iter().map(|problem| format!("\n  {}", problem.json())).collect();
        writeln!(out, "[{}{}]", rows.join(","), if rows.is_empty() { "" } else { "\n" })?;
        Ok(())
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

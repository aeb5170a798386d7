//! `check`: every problem of the content, with file, line and column. Writes nothing but its report.

use super::arguments::{Command, Flag, Given};
use super::{Exit, Failure, Shell};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tamafubuki::content::{self, Diagnostic, Sources};

pub const COMMAND: Command = Command {
    name: "check",
    about: "Checks content: every problem with its file, line and column.",
    more: "PATH is a file or folder of the content, another content folder (with assets/ or levels/), or a stage's folder. Without it all\n\
           content is checked: that of the working tree, else what is built in. A file from elsewhere is checked as what its folder is\n\
           called (figures, spells, ...), else as a shared pattern. Exit codes: 0 no problem, 2 problems.",
    values: "[PATH...]",
    value_count: 0..=usize::MAX,
    flags: &[Flag { name: "json", value: "", about: "an array of problems instead of text" }],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let standard = Sources::standard();
    let mut found = Found::default();
    if given.values.is_empty() {
        found.add(&standard, &Subject { path: String::new(), outside: None });
    }
    for path in &given.values {
        let mut sources = standard.clone();
        let subject = find(path, &mut sources)?;
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

/// What is to be checked.
struct Subject {
    /// A file or folder of the content; empty for all of it.
    path: String,
    /// Where it lies, if that is outside of the content.
    outside: Option<PathBuf>,
}

impl Subject {
    /// What follows the subject's path in the path of a file that belongs to it.
    fn rest<'p>(&self, file: &'p str) -> Option<&'p str> {
        let rest = file.strip_prefix(self.path.as_str())?;
        if self.path.is_empty() || rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
    }

    /// The file's path as the user would write it.
    fn written(&self, file: &str) -> String {
        match (&self.outside, self.rest(file)) {
            (Some(outside), Some("")) => outside.display().to_string(),
            (Some(outside), Some(rest)) => outside.join(rest).display().to_string(),
            _ => file.to_owned(),
        }
    }
}

/// Where a stage from elsewhere is put.
const STAGE: &str = "levels/elsewhere";

/// Finds out what a PATH means, and takes it among the sources if it is not there already.
fn find(path: &Path, sources: &mut Sources) -> Result<Subject, Failure> {
    let real = fs::canonicalize(path).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    if let Some(path) = inside_tree(&real) {
        return Ok(Subject { path, outside: None });
    }
    if real.join("assets").is_dir() || real.join("levels").is_dir() {
        sources.overlay(&real);
        return Ok(Subject { path: String::new(), outside: None });
    }
    let as_path = guess(&real).ok_or_else(|| Failure::Input(format!("{}: neither content nor a .ron file", path.display())))?;
    if as_path.starts_with(STAGE) {
        let stage = real.ancestors().find(|folder| folder.join("stage.ron").is_file()).unwrap_or(&real);
        sources.retain(|path| path.starts_with("assets/") || path.starts_with("levels/patterns/"));
        sources.adopt(stage, STAGE);
    } else {
        sources.adopt(&real, &as_path);
    }
    Ok(Subject { path: as_path, outside: Some(path.to_owned()) })
}

/// The path inside the content of a file or folder of the working tree.
fn inside_tree(real: &Path) -> Option<String> {
    let root = fs::canonicalize(content::working_tree()?).ok()?;
    let inside = real.strip_prefix(root).ok()?;
    let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
    matches!(parts.first().map(AsRef::as_ref), None | Some("assets" | "levels")).then(|| parts.join("/"))
}

/// What a file or stage from elsewhere would be called inside the content.
fn guess(real: &Path) -> Option<String> {
    if real.join("stage.ron").is_file() {
        return Some(STAGE.to_owned());
    }
    let name = real.file_name()?.to_string_lossy();
    if !real.is_file() || !name.ends_with(".ron") {
        return None;
    }
    let folder = real.parent()?;
    let folder_name = folder.file_name().unwrap_or_default().to_string_lossy();
    let is_stage = |folder: &Path| folder.join("stage.ron").is_file();
    Some(match folder_name.as_ref() {
        _ if is_stage(folder) => format!("{STAGE}/{name}"),
        _ if folder.parent().is_some_and(is_stage) => format!("{STAGE}/{folder_name}/{name}"),
        "figures" | "backdrops" | "cranes" => format!("assets/{folder_name}/{name}"),
        _ if name == "looks.ron" => "assets/looks.ron".to_owned(),
        _ => format!("levels/patterns/{name}"),
    })
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

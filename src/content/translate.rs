//! BulletML among the content: a file is imported in memory and stands there as the pattern that it becomes; what is wrong in that is told where
//! it is from.
//!
//! Invariant: a pattern that was imported and written to disk, and one that is imported here, are the same text. Must not know: what is imported.

use super::diagnostic::Diagnostic;
use super::locate::offset;
use super::place;
use super::read;
use super::source::{Sources, check_name};
use crate::bulletml::{self, Imported, Note, Options, Ron};
use crate::save::disk::read_limited;
use crate::sim::bullet::look::Look;
use crate::sim::pattern::format::Pattern;
use crate::sim::pattern::{Names, compile_shared};
use crate::sim::problem::Problem;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Where patterns from elsewhere are put.
const FOLDER: &str = "levels/patterns";

/// Where everything in a translated file is from.
#[derive(Debug)]
pub(super) struct Translation {
    /// The text of the XML file.
    source: String,
    ron: Ron,
}

impl Translation {
    /// The problem with its place in the XML file. Paths and excerpts of the translation mean nothing to who wrote that.
    pub fn told(&self, problem: Diagnostic) -> Diagnostic {
        let at = self.ron.source_of(offset(&self.ron.text, problem.line, problem.column));
        let Diagnostic { root, file, found, expected, nearest, .. } = problem;
        let told = Diagnostic::at(&file, &self.source, at, &[], Problem { nearest, ..Problem::new(Vec::new(), found, expected) });
        Diagnostic { root, ..told }
    }
}

/// A BulletML file from disk.
#[derive(Debug)]
pub struct Foreign {
    /// The pattern as text, if there was no problem.
    pub ron: Option<Ron>,
    /// What keeps it from being imported.
    pub problems: Vec<Diagnostic>,
    /// What else is to be said of it.
    pub warnings: Vec<Diagnostic>,
    source: String,
}

impl Foreign {
    /// Reads and imports a file; in problems it is called `called`.
    ///
    /// # Errors
    /// It cannot be read at all.
    pub fn read(path: &Path, called: &str, options: &Options) -> io::Result<Foreign> {
        let bytes = match read_limited(path, bulletml::FILE_BYTES_MAX as u64) {
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                let found = format!("the file is longer than {} bytes", bulletml::FILE_BYTES_MAX);
                let problems = vec![Diagnostic::of_file(called, found, "a BulletML file, which is much shorter")];
                return Ok(Foreign { ron: None, problems, warnings: Vec::new(), source: String::new() });
            }
            read => read?,
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Imported { source, ron, notes } = bulletml::import(&bytes, &name, options);
        let (errors, others): (Vec<Note>, Vec<Note>) = notes.into_iter().partition(|note| note.is_error);
        let tell = |notes: Vec<Note>| notes.into_iter().map(|note| told(called, &source, note)).collect();
        Ok(Foreign { ron, problems: tell(errors), warnings: tell(others), source: source.clone() })
    }

    /// What is wrong with the pattern: where it is beyond the limits of ours. Problems are told where they are in the XML file.
    pub fn check(&self, called: &str, looks: &[Look]) -> Vec<Diagnostic> {
        let Some(ron) = &self.ron else { return Vec::new() };
        let found = read::text(called, ron.text.as_bytes()).and_then(|text| {
            let pattern: Pattern = read::read(called, &text)?;
            let (_, problems) = compile_shared(&pattern, &Names { looks, patterns: &BTreeMap::new(), sounds: &[] }, &[]);
            if problems.is_empty() { Ok(()) } else { Err(place(called, &text, problems)) }
        });
        let translation = Translation { source: self.source.clone(), ron: ron.clone() };
        found.err().unwrap_or_default().into_iter().map(|problem| translation.told(problem)).collect()
    }
}

fn told(called: &str, source: &str, note: Note) -> Diagnostic {
    let Note { at, found, expected, nearest, .. } = note;
    Diagnostic::at(called, source, at, &[], Problem { nearest, ..Problem::new(Vec::new(), found, expected) })
}

/// Whether a file is BulletML, by its ending.
pub fn is_bulletml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml"))
}

/// The name of a file without its ending, as content may be called.
pub fn lawful_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let mut name: String =
        stem.chars().map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' { c } else { '_' }).take(100).collect();
    if check_name(&name).is_err() {
        name.push_str("_pattern");
    }
    name
}

/// Takes a BulletML file among the sources, as a shared pattern; gives its path there.
pub(super) fn adopt(real: &Path, sources: &mut Sources) -> Result<String, String> {
    let name = lawful_name(real);
    let is_taken = sources.bytes(&format!("{FOLDER}/{name}.ron")).is_some();
    let as_path = format!("{FOLDER}/{name}{}.ron", if is_taken { "_bulletml" } else { "" });
    let options = sources.import().clone();
    let Foreign { ron, problems, source, .. } =
        Foreign::read(real, &as_path, &options).map_err(|error| format!("{}: {error}", real.display()))?;
    sources.tell(problems);
    if let Some(ron) = ron {
        let text = ron.text.clone();
        sources.insert_translated(&as_path, text.into_bytes(), Arc::new(Translation { source, ron }));
    }
    Ok(as_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_gets_a_lawful_name() {
        for (path, name) in [
            ("a/Boss 57way.xml", "boss_57way"),
            ("[G_DARIUS].homing.XML", "_g_darius__homing"),
            ("con.xml", "con_pattern"),
            ("x/\u{96ea}.xml", "_"),
        ] {
            assert_eq!(lawful_name(Path::new(path)), name);
            assert_eq!(check_name(&lawful_name(Path::new(path))), Ok(()));
        }
    }
}

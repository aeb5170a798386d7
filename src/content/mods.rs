//! Mods: folders of content with a `mod.ron`, laid over the game's own.
//!
//! Invariant: of a mod only `mod.ron`, `assets/` and `levels/` are read, and nothing outside of its folder. Must not know: which are on.

use super::diagnostic::{Diagnostic, place};
use super::read::{self, FILE_BYTES_MAX};
use super::source::{ROOTS, check_name};
use crate::save::disk::read_limited;
use crate::sim::problem::{Key, Problem};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The file that makes a folder a mod.
pub const MOD_FILE: &str = "mod.ron";
/// Most mods that are looked at in a folder.
const MODS_MAX: usize = 256;

/// `mod.ron`: what a mod is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModFile {
    /// Its name for replays, scores and settings: 1 to 40 lower-case letters, digits, `_` and `-`.
    pub id: String,
    /// Its version, 1 to 20 characters without spaces.
    pub version: String,
    /// Its title in the menu, 1 to 60 characters.
    pub title: String,
    /// Who made it, 1 to 16 names of up to 60 characters.
    pub authors: Vec<String>,
    /// What it adds, in a sentence or two for the menu; up to 300 characters.
    pub adds: String,
}

/// A mod on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mod {
    /// Its folder.
    pub folder: PathBuf,
    /// What it says of itself.
    pub file: ModFile,
}

impl ModFile {
    /// Id and version: `paper_moon 1.0`.
    pub fn label(&self) -> String {
        format!("{} {}", self.id, self.version)
    }

    fn check(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut say = |field: &str, found: String, expected: &str| problems.push(Problem::new(vec![Key::from(field)], found, expected));
        if let Err(rule) = check_name(&self.id) {
            say("id", format!("`{}`: {rule}", self.id), "1 to 40 lower-case letters, digits, `_` and `-`");
        } else if self.id.len() > 40 {
            say("id", format!("{} characters", self.id.len()), "1 to 40 characters");
        }
        let lengths = [("version", &self.version, 1, 20), ("title", &self.title, 1, 60), ("adds", &self.adds, 0, 300)];
        for (field, text, least, most) in lengths {
            let length = text.chars().count();
            if !(least..=most).contains(&length) || text.chars().any(char::is_control) {
                say(field, format!("{length} characters"), &format!("{least} to {most} characters in one line"));
            }
        }
        if self.version.contains(char::is_whitespace) {
            say("version", "a space".to_owned(), "a version like \"1.0\"");
        }
        let is_name = |name: &String| (1..=60).contains(&name.chars().count()) && !name.chars().any(char::is_control);
        if !(1..=16).contains(&self.authors.len()) || !self.authors.iter().all(is_name) {
            say("authors", format!("{} authors", self.authors.len()), "1 to 16 names of 1 to 60 characters");
        }
        problems
    }
}

/// Whether a folder is a mod: what is in it is no part of the content around it.
pub(super) fn is_mod(folder: &Path) -> bool {
    folder.join(MOD_FILE).is_file()
}

/// Reads the mod in `folder`.
///
/// # Errors
/// What is wrong with its `mod.ron` and with the names beside it; paths are from the folder, `label` is put before them.
pub fn read_mod(folder: &Path, label: &str) -> Result<Mod, Vec<Diagnostic>> {
    let mut problems = stray_names(folder);
    let path = folder.join(MOD_FILE);
    let is_inside = fs::canonicalize(&path).is_ok_and(|real| fs::canonicalize(folder).is_ok_and(|folder| real.starts_with(folder)));
    let bytes = if is_inside { read_limited(&path, FILE_BYTES_MAX as u64).ok() } else { None };
    let file = match bytes {
        None => Err(vec![Diagnostic::of_file(
            MOD_FILE,
            "the file is missing, or a link out of the mod",
            "a `mod.ron` as `tamafubuki new mod` writes it",
        )]),
        Some(bytes) => read::text(MOD_FILE, &bytes).and_then(|text| {
            let file = read::read::<ModFile>(MOD_FILE, &text)?;
            let wrong = file.check();
            if wrong.is_empty() { Ok(file) } else { Err(place(MOD_FILE, &text, wrong)) }
        }),
    };
    match file {
        Ok(file) if problems.is_empty() => Ok(Mod { folder: folder.to_owned(), file }),
        Ok(_) => Err(rooted(problems, label)),
        Err(wrong) => {
            problems.extend(wrong);
            Err(rooted(problems, label))
        }
    }
}

fn rooted(problems: Vec<Diagnostic>, label: &str) -> Vec<Diagnostic> {
    problems.into_iter().map(|problem| Diagnostic { root: label.to_owned(), ..problem }).collect()
}

/// `Levels` is `levels` on some systems and nothing on others.
fn stray_names(folder: &Path) -> Vec<Diagnostic> {
    let known = || ROOTS.iter().copied().chain([MOD_FILE]);
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter(|name| known().any(|known| known.eq_ignore_ascii_case(name) && known != name))
        .collect();
    names.sort();
    let tell = |name: String| {
        let meant = name.to_ascii_lowercase();
        Diagnostic::of_file(&name, "the name has upper-case letters, which some systems do not tell apart", format!("`{meant}`"))
    };
    names.into_iter().map(tell).collect()
}

/// A folder in a folder of mods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The folder.
    pub folder: PathBuf,
    /// The mod, or what is wrong with it.
    pub found: Result<ModFile, Vec<Diagnostic>>,
}

/// The mods in a folder, by the names of their folders. Of two with the same id the second is refused, and so is a link that leads out.
pub fn list_mods(folder: &Path) -> Vec<Listed> {
    let Ok(root) = fs::canonicalize(folder) else { return Vec::new() };
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir() || path.is_symlink()).take(MODS_MAX).collect();
    folders.retain(|path| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.')));
    folders.sort();
    let mut listed: Vec<Listed> = Vec::new();
    for folder in folders {
        let label = folder.display().to_string();
        let refuse = |found: &str, expected: &str| vec![Diagnostic { root: label.clone(), ..Diagnostic::of_file("", found, expected) }];
        let is_inside = fs::canonicalize(&folder).is_ok_and(|real| real.starts_with(&root));
        let found = if is_inside {
            read_mod(&folder, &label).map(|found| found.file)
        } else {
            Err(refuse("a link that leads nowhere or out of the folder of mods", "a folder inside it"))
        };
        let is_taken = |id: &str| listed.iter().any(|other| other.found.as_ref().is_ok_and(|other| other.id == id));
        let found = found.and_then(|file| {
            if is_taken(&file.id) { Err(refuse(&format!("another mod has the id `{}`", file.id), "an id of its own")) } else { Ok(file) }
        });
        listed.push(Listed { folder, found });
    }
    listed
}

//! Reading files by place, with their problems gathered and an eye on those that nobody reads.
//!
//! Must not know: what any file means.

use super::diagnostic::{Diagnostic, place};
use super::read;
use super::source::Sources;
use crate::sim::pattern::format::Modifiers;
use crate::sim::problem::Problem;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};

/// Most problems that are told of one file.
const PROBLEM_COUNT_MAX: usize = 50;

/// The files of a folder by name without ending.
pub(super) struct Folder<T> {
    /// Those that could be read.
    pub read: BTreeMap<String, T>,
    /// The names of the others; what refers to them is no further problem.
    pub broken: BTreeSet<String>,
}

/// All sources, while they are being read.
pub(super) struct Files<'a> {
    sources: &'a Sources,
    claimed: BTreeSet<String>,
    pub problems: Vec<Diagnostic>,
}

impl<'a> Files<'a> {
    pub fn new(sources: &'a Sources) -> Self {
        Files { sources, claimed: BTreeSet::new(), problems: sources.problems().to_vec() }
    }

    /// Reads one file; `None`, and a problem, if it is missing or broken.
    pub fn one<T: DeserializeOwned>(&mut self, path: &str) -> Option<T> {
        self.claimed.insert(path.to_owned());
        let Some(bytes) = self.sources.bytes(path) else {
            self.problems.push(Diagnostic::of_file(path, "the file is missing or was refused", ""));
            return None;
        };
        match read::text(path, bytes).and_then(|text| read::read(path, &text)) {
            Ok(value) => Some(value),
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    /// Reads every file directly in `folder`.
    pub fn folder<T: DeserializeOwned>(&mut self, folder: &str) -> Folder<T> {
        let mut found = Folder { read: BTreeMap::new(), broken: BTreeSet::new() };
        for name in self.names(folder) {
            match self.one(&format!("{folder}/{name}.ron")) {
                Some(value) => drop(found.read.insert(name, value)),
                None => drop(found.broken.insert(name)),
            }
        }
        found
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let inside = |path: &str| path.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".ron").map(str::to_owned);
        self.sources.paths().filter_map(inside).filter(|name| !name.contains('/')).collect()
    }

    /// The folders below `root` that hold a file of this name.
    pub fn folders_with(&self, root: &str, name: &str) -> Vec<String> {
        let inside = self.sources.paths().filter(|path| path.starts_with(root));
        inside.filter_map(|path| path.strip_suffix(name)?.strip_suffix('/')).map(str::to_owned).collect()
    }

    /// What changes every program.
    pub fn modifiers(&self) -> Modifiers {
        self.sources.modifiers().clone()
    }

    /// In which layer a file lies, see `Sources::layer_of`.
    pub fn layer_of(&self, path: &str) -> usize {
        self.sources.layer_of(path)
    }

    /// Reports what was found wrong in a file that could be read; paths are from its root.
    pub fn report(&mut self, path: &str, mut problems: Vec<Problem>) {
        let count = problems.len();
        problems.truncate(PROBLEM_COUNT_MAX);
        let text = self.sources.bytes(path).and_then(|bytes| read::text(path, bytes).ok()).unwrap_or_default();
        self.problems.extend(place(path, &text, problems));
        if count > PROBLEM_COUNT_MAX {
            self.problems.push(Diagnostic::of_file(path, format!("{} more problems", count - PROBLEM_COUNT_MAX), ""));
        }
    }

    /// Ends reading: a file that nobody asked for is a problem, since it is most likely in the wrong place.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        for path in self.sources.paths().filter(|path| !self.claimed.contains(*path)) {
            self.problems.push(Diagnostic::of_file(path, "nothing reads a file in this place", PLACES));
        }
        self.problems.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        self.problems
    }
}

const PLACES: &str = "`assets/looks.ron`, a file in `assets/looks`, `assets/figures`, `assets/backdrops`, `assets/sounds`, `assets/cranes` or `levels/patterns`, \
    or beside a `stage.ron` in `waves`, `enemies`, `bosses`, `spells` or `talks`";

//! Where content comes from: the RON files of `assets/` and `levels/`, embedded in the binary or read from a folder.
//!
//! Invariant: every file here has a lawful name and at most `FILE_BYTES_MAX` bytes; whatever was refused is in `problems`.
//! Must not know: what a file says.

use super::diagnostic::Diagnostic;
use super::mods::{MOD_FILE, is_mod, read_mod};
use super::read::FILE_BYTES_MAX;
use super::translate::Translation;
use crate::bulletml::Options;
use crate::sim::pattern::format::Modifiers;
use include_dir::{Dir, include_dir};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

static ASSETS: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets");
static LEVELS: Dir = include_dir!("$CARGO_MANIFEST_DIR/levels");

/// The folders of content.
pub(super) const ROOTS: [&str; 2] = ["assets", "levels"];

/// Most files that are read from a folder.
const FILE_COUNT_MAX: usize = 4_096;
/// Most bytes that are read from a folder.
const TOTAL_BYTES_MAX: usize = 64 << 20;
/// Deepest folder below the root.
pub(super) const FOLDER_DEPTH_MAX: usize = 8;

/// All content files by path (`levels/stage1/stage.ron`), and those that were refused.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: BTreeMap<String, File>,
    /// Folders that files were read from, as the user knows them.
    roots: Vec<String>,
    mods: Vec<String>,
    problems: Vec<Diagnostic>,
    /// What changes every program, for tools.
    modify: Modifiers,
    /// How BulletML is imported.
    import: Options,
}

/// The bytes of a file, and the folder they are from.
#[derive(Clone, Debug)]
struct File {
    bytes: Cow<'static, [u8]>,
    /// Index into `roots`; `None` for the game's own.
    root: Option<usize>,
    /// Of a file that was imported.
    translation: Option<Arc<Translation>>,
}

impl File {
    fn own(bytes: Cow<'static, [u8]>) -> Self {
        File { bytes, root: None, translation: None }
    }
}

impl Sources {
    /// What changes every program that is read from here.
    pub fn modifiers(&self) -> &Modifiers {
        &self.modify
    }

    /// Lets these change every program.
    pub fn set_modifiers(&mut self, modify: Modifiers) {
        self.modify = modify;
    }

    /// The files inside the binary.
    pub fn embedded() -> Self {
        let mut sources = Sources::default();
        for (root, dir) in ROOTS.into_iter().zip([&ASSETS, &LEVELS]) {
            sources.add_embedded(root, dir);
        }
        sources
    }

    /// The files on disk in `root/assets` and `root/levels`.
    pub fn folder(root: &Path) -> Self {
        let mut sources = Sources::default();
        sources.overlay(root);
        sources
    }

    /// Files from memory, for tests and tools.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut sources = Sources::default();
        for (path, text) in texts {
            sources.insert(path, text.as_bytes());
        }
        sources
    }

    /// Adds one file, or replaces it.
    pub fn insert(&mut self, path: &str, bytes: &[u8]) {
        match check_path(path) {
            Ok(()) => drop(self.files.insert(path.to_owned(), File::own(Cow::Owned(bytes.to_vec())))),
            Err(rule) => self.problems.push(Diagnostic::of_file(path, rule, PATH_RULE)),
        }
    }

    /// How BulletML is imported from now on.
    pub fn set_import(&mut self, options: Options) {
        self.import = options;
    }

    pub(super) fn import(&self) -> &Options {
        &self.import
    }

    /// Adds a file that was imported. Its path is lawful.
    pub(super) fn insert_translated(&mut self, path: &str, bytes: Vec<u8>, translation: Arc<Translation>) {
        let file = File { translation: Some(translation), ..File::own(Cow::Owned(bytes)) };
        self.files.insert(path.to_owned(), file);
    }

    /// Says why files were refused.
    pub(super) fn tell(&mut self, problems: Vec<Diagnostic>) {
        self.problems.extend(problems);
    }

    /// The problem where the user can see it: in the folder that its file is from, and in what the file was imported from.
    pub(super) fn told(&self, problem: Diagnostic) -> Diagnostic {
        let Some(file) = self.files.get(&problem.file) else { return problem };
        let problem = file.translation.as_ref().map_or(problem.clone(), |translation| translation.told(problem));
        match file.root {
            Some(root) => Diagnostic { root: self.roots[root].clone(), ..problem },
            None => problem,
        }
    }

    /// Puts the files in `root/assets` and `root/levels` over those that are here; of a path in both, the one on disk wins.
    pub fn overlay(&mut self, root: &Path) {
        self.overlay_as(root, "");
    }

    /// The same; `label` is put before the paths of its files in problems.
    pub fn overlay_as(&mut self, root: &Path, label: &str) {
        let Ok(real_root) = fs::canonicalize(root) else { return };
        let root_index = self.root_index(label);
        let mut walk = Walk { sources: self, root: root_index, real_root, total_bytes: 0, count: 0 };
        for top in ROOTS {
            walk.top(&root.join(top), top);
        }
    }

    /// Puts the files of a mod over those that are here. What is wrong with its `mod.ron` is a problem; it has no say in what is read.
    pub fn overlay_mod(&mut self, folder: &Path, label: &str) {
        match read_mod(folder, label) {
            Ok(found) => self.mods.push(found.file.label()),
            Err(problems) => self.problems.extend(problems),
        }
        self.overlay_as(folder, label);
    }

    fn root_index(&mut self, label: &str) -> Option<usize> {
        if label.is_empty() {
            return None;
        }
        self.roots.push(label.to_owned());
        Some(self.roots.len() - 1)
    }

    /// Ids and versions of the mods, the lowest first.
    pub fn mods(&self) -> &[String] {
        &self.mods
    }

    /// The folder that a file is from, as the user knows it; empty for the game's own.
    pub fn root_of(&self, path: &str) -> &str {
        self.files.get(path).and_then(|file| file.root).map_or("", |root| &self.roots[root])
    }

    /// In which layer a file lies: 0 for the game's own, more for what was laid over it later.
    pub(super) fn layer_of(&self, path: &str) -> usize {
        self.files.get(path).and_then(|file| file.root).map_or(0, |root| root + 1)
    }

    /// Reads a file or folder, wherever it lies, as if it stood at `path`. One that does not exist adds nothing.
    pub fn adopt(&mut self, on_disk: &Path, path: &str) {
        let Ok(real_root) = fs::canonicalize(on_disk) else { return };
        let mut walk = Walk { sources: self, root: None, real_root, total_bytes: 0, count: 0 };
        if on_disk.is_dir() {
            walk.folder(on_disk, path, 0);
        } else {
            walk.file(on_disk, path.to_owned());
        }
    }

    /// Leaves out the files whose path is not to be kept.
    pub fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.files.retain(|path, _| keep(path));
    }

    /// Every path, in alphabetical order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The bytes of a file.
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(|file| file.bytes.as_ref())
    }

    /// The files that were refused, and why.
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    fn add_embedded(&mut self, folder: &str, dir: &'static Dir) {
        for file in dir.files() {
            if let Some(name) = file.path().file_name().and_then(|name| name.to_str()).filter(|name| is_ron(name)) {
                self.files.insert(format!("{folder}/{name}"), File::own(Cow::Borrowed(file.contents())));
            }
        }
        let is_mod = |dir: &Dir| dir.files().any(|file| file.path().file_name().is_some_and(|name| name == MOD_FILE));
        for sub in dir.dirs().filter(|dir| !is_mod(dir)) {
            if let Some(name) = sub.path().file_name().and_then(|name| name.to_str()) {
                self.add_embedded(&format!("{folder}/{name}"), sub);
            }
        }
    }
}

/// The nearest folder at or above the current one that is the game's working tree.
pub fn working_tree() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let is_tree = |folder: &&Path| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest.lines().any(|line| line.trim() == "name = \"tamafubuki\"") && ROOTS.iter().all(|top| folder.join(top).is_dir())
    };
    here.ancestors().find(is_tree).map(Path::to_owned)
}

/// Whether a file of this name is content, if it lies in the right place.
pub(super) fn is_ron(name: &str) -> bool {
    name.get(name.len().saturating_sub(4)..).is_some_and(|ending| ending.eq_ignore_ascii_case(".ron"))
}

/// A folder on disk being read.
struct Walk<'a> {
    sources: &'a mut Sources,
    /// As in `File`.
    root: Option<usize>,
    real_root: PathBuf,
    total_bytes: usize,
    count: usize,
}

impl Walk<'_> {
    fn refuse(&mut self, path: &str, found: impl Into<String>, expected: impl Into<String>) {
        let root = self.root.map(|root| self.sources.roots[root].clone()).unwrap_or_default();
        self.sources.problems.push(Diagnostic { root, ..Diagnostic::of_file(path, found, expected) });
    }

    /// `assets` or `levels` of a content folder.
    fn top(&mut self, on_disk: &Path, path: &str) {
        match fs::canonicalize(on_disk) {
            Ok(real) if real.starts_with(&self.real_root) => self.folder(on_disk, path, 0),
            Ok(_) => self.refuse(path, LEADS_OUT, "a folder inside it"),
            Err(_) if on_disk.is_symlink() => self.refuse(path, LEADS_OUT, "a folder inside it"),
            Err(_) => {}
        }
    }

    fn folder(&mut self, on_disk: &Path, path: &str, depth: usize) {
        if depth > FOLDER_DEPTH_MAX {
            return self.refuse(path, "the folder is too deep", format!("at most {FOLDER_DEPTH_MAX} folders inside each other"));
        }
        let entries = match fs::read_dir(on_disk) {
            Ok(entries) => entries,
            Err(error) => return self.refuse(path, format!("the folder cannot be read ({error})"), ""),
        };
        let mut names: Vec<String> = entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
        names.sort();
        for name in names.iter().filter(|name| !name.starts_with('.')) {
            let (on_disk, path) = (on_disk.join(name), format!("{path}/{name}"));
            let is_folder = on_disk.is_dir();
            if !is_folder && !is_ron(name) {
                continue;
            }
            if !fs::canonicalize(&on_disk).is_ok_and(|real| real.starts_with(&self.real_root)) {
                self.refuse(&path, LEADS_OUT, "a file or folder inside it");
            } else if is_folder && is_mod(&on_disk) {
                // A mod is no part of the content around it.
            } else if is_folder {
                self.folder(&on_disk, &path, depth + 1);
            } else {
                self.file(&on_disk, path);
            }
        }
    }

    fn file(&mut self, on_disk: &Path, path: String) {
        if let Err(rule) = check_path(&path) {
            return self.refuse(&path, rule, PATH_RULE);
        }
        if self.count == FILE_COUNT_MAX || self.total_bytes > TOTAL_BYTES_MAX {
            return self.refuse(&path, "one file too many", format!("at most {FILE_COUNT_MAX} files and {TOTAL_BYTES_MAX} bytes together"));
        }
        let mut bytes = Vec::new();
        let read = fs::File::open(on_disk).and_then(|file| file.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes));
        match read {
            Err(error) => self.refuse(&path, format!("the file cannot be read ({error})"), ""),
            Ok(_) if bytes.len() > FILE_BYTES_MAX => self.refuse(&path, "the file is too long", format!("at most {FILE_BYTES_MAX} bytes")),
            Ok(count) => {
                self.count += 1;
                self.total_bytes += count;
                self.sources.files.insert(path, File { root: self.root, ..File::own(Cow::Owned(bytes)) });
            }
        }
    }
}

/// What is said of a link.
const LEADS_OUT: &str = "a link that leads nowhere or out of the content";

const PATH_RULE: &str = "a path like `levels/stage1/waves/first_wave.ron`: lower-case letters, digits, `_` and `-`";

/// Names that Windows keeps for devices, whatever their ending.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Whether a path inside the content may be used on every system; else what is wrong with it.
fn check_path(path: &str) -> Result<(), &'static str> {
    let stem = path.strip_suffix(".ron").ok_or("the name does not end in `.ron`")?;
    if path.len() > 200 {
        return Err("the path is longer than 200 bytes");
    }
    if !ROOTS.iter().any(|top| stem.strip_prefix(top).is_some_and(|rest| rest.starts_with('/'))) {
        return Err("the path is outside of `assets` and `levels`");
    }
    for part in stem.split('/') {
        if part.is_empty() || part.contains("..") || part == "." {
            return Err("the path has an empty part or dots");
        }
        if part.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Err("the name has upper-case letters, which some systems do not tell apart");
        }
        if !part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-')) {
            return Err("the name has letters that not every system allows");
        }
        let numbered = part.strip_prefix("com").or(part.strip_prefix("lpt"));
        if RESERVED.contains(&part) || numbered.is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit()) {
            return Err("the name is reserved on Windows");
        }
    }
    Ok(())
}

/// Whether a file or folder of the content may have this name on every system.
///
/// # Errors
/// What is wrong with it.
pub fn check_name(name: &str) -> Result<(), &'static str> {
    if name.contains('/') {
        return Err("the name has a slash");
    }
    check_path(&format!("levels/{name}.ron"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_that_every_system_can_hold_are_lawful() {
        for good in ["levels/stage1/stage.ron", "assets/looks.ron", "levels/a-b_c/0.ron"] {
            assert_eq!(check_path(good), Ok(()), "{good}");
        }
        let bad = [
            "levels/../secret.ron",
            "/etc/passwd.ron",
            "levels//a.ron",
            "levels/a.b.ron",
            "levels/Stage.ron",
            "levels/con.ron",
            "levels/com1/a.ron",
            "levels/a b.ron",
            "levels\\a.ron",
            "c:/levels/a.ron",
            "levels/雪.ron",
            "levels.ron",
            "other/a.ron",
            "levels/a.txt",
            "levels/./a.ron",
            "",
        ];
        for path in bad {
            assert!(check_path(path).is_err(), "{path}");
        }
        assert!(check_path(&format!("levels/{}.ron", "a".repeat(200))).is_err());
    }
}

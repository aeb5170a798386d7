//! Settings, scores, progress, and the folder in which they and the replays stand: versioned, atomic, checksummed, recovered.
//!
//! Invariant: nothing here ends the game. What cannot be read falls back, what cannot be written is left unwritten, and the player is told once.
//! Must not know: what a replay says (bytes only), the simulation, the window.

pub mod disk;
mod pairs;
pub mod scores;
mod sealed;
pub mod settings;

pub use scores::{List, ScoreRow, Scores};
pub use settings::Settings;

use disk::{Disk, RealDisk, beside, replace};
use std::io;
use std::path::{Path, PathBuf};

const SETTINGS: &str = "settings.ron";
const SCORES: &str = "scores.ron";
const REPLAYS: &str = "replays";
/// What a replay's file name ends in.
pub const REPLAY_EXTENSION: &str = "tmfr";

/// The folder that the platform has for our data; `None` where there is no home.
pub fn default_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "tamafubuki").map(|dirs| dirs.data_dir().to_owned())
}

/// What is kept between runs.
pub struct Store {
    disk: Box<dyn Disk>,
    /// `None` once nothing can be kept: then the game plays on and writes nothing.
    folder: Option<PathBuf>,
    warnings: Vec<String>,
    /// The settings file has values that we do not understand: keep a copy before it is replaced.
    settings_need_copy: bool,
    /// The settings in force. Change them, then call `save_settings`.
    pub settings: Settings,
    /// The scores. Enter a run, then call `save_scores`.
    pub scores: Scores,
}

impl Store {
    /// Opens the given folder, or the platform's own. Reads only, except that a damaged scores file is put aside as `.bad`.
    pub fn open(data_dir: Option<&Path>) -> Store {
        Store::open_on(Box::new(RealDisk), data_dir.map(Path::to_owned).or_else(default_folder))
    }

    /// Opens a folder of a given disk; `None` plays without saving.
    pub fn open_on(disk: Box<dyn Disk>, folder: Option<PathBuf>) -> Store {
        let mut store = Store {
            disk,
            folder: None,
            warnings: Vec::new(),
            settings_need_copy: false,
            settings: Settings::default(),
            scores: Scores::default(),
        };
        match folder {
            Some(folder) => {
                store.folder = Some(folder.clone());
                store.load_settings(&folder.join(SETTINGS));
                store.load_scores(&folder.join(SCORES));
            }
            None => store.warnings.push("There is no home folder: playing without saving. --data-dir FOLDER chooses one.".to_owned()),
        }
        store
    }

    /// Takes the warnings gathered so far, sentences for the player.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// The data folder, while saving works.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Writes the settings; whether they are stored.
    pub fn save_settings(&mut self) -> bool {
        let Some(path) = self.path(SETTINGS) else { return false };
        if self.settings_need_copy {
            let copied =
                self.disk.read(&path, disk::COPY_LIMIT_BYTES).and_then(|old| self.disk.write_and_sync(&beside(&path, ".bad"), &old));
            if copied.is_err() {
                return self.stored(copied);
            }
            self.settings_need_copy = false;
        }
        let written = replace(&mut *self.disk, &path, self.settings.to_ron().as_bytes());
        self.stored(written)
    }

    /// Writes the scores; whether they are stored.
    pub fn save_scores(&mut self) -> bool {
        let Some(path) = self.path(SCORES) else { return false };
        let written = replace(&mut *self.disk, &path, self.scores.to_text().as_bytes());
        self.stored(written)
    }

    /// Writes a replay under a name made of `stem` (characters other than letters, digits, `-` and `_` become `-`), never over another one.
    /// Returns where it is, `None` when it could not be stored.
    pub fn save_replay(&mut self, stem: &str, bytes: &[u8]) -> Option<PathBuf> {
        let folder = self.path(REPLAYS)?;
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
        let stem: String = stem.chars().take(80).map(plain).collect();
        let path = (1u32..)
            .map(|number| if number == 1 { format!("{stem}.{REPLAY_EXTENSION}") } else { format!("{stem}-{number}.{REPLAY_EXTENSION}") })
            .map(|name| folder.join(name))
            .find(|path| !self.disk.exists(path))?;
        let written = replace(&mut *self.disk, &path, bytes);
        self.stored(written).then_some(path)
    }

    /// The replays kept, sorted by name from last to first: names that begin with the date come newest first.
    pub fn replay_paths(&self) -> Vec<PathBuf> {
        let Some(entries) = self.path(REPLAYS).and_then(|folder| std::fs::read_dir(folder).ok()) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == REPLAY_EXTENSION));
        paths.sort_by(|a, b| b.file_name().cmp(&a.file_name()));
        paths
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(name))
    }

    /// Turns saving off at the first failure, with one warning.
    fn stored(&mut self, written: io::Result<()>) -> bool {
        if let Err(error) = &written {
            self.stop_saving(&error.to_string());
        }
        written.is_ok()
    }

    fn stop_saving(&mut self, why: &str) {
        if let Some(folder) = self.folder.take() {
            self.warnings.push(format!("Cannot save in {}: {why}. Playing on without saving.", folder.display()));
        }
    }

    fn load_settings(&mut self, path: &Path) {
        let text = match self.disk.read(path, settings::LIMIT_BYTES) {
            Err(error) if is_absent(&error) => return,
            Err(error) => Err(error.to_string()),
            Ok(bytes) => String::from_utf8(bytes).map_err(|error| error.to_string()),
        };
        match text {
            Ok(text) => {
                let (settings, warnings) = Settings::from_ron(&text);
                self.settings = settings;
                self.settings_need_copy = !warnings.is_empty();
                self.warnings.extend(warnings.iter().map(|warning| format!("{}: {warning}.", path.display())));
            }
            Err(why) => {
                self.settings_need_copy = true;
                self.warnings.push(format!("{}: {why}. All settings are at their defaults.", path.display()));
            }
        }
    }

    fn load_scores(&mut self, path: &Path) {
        match self.disk.read(path, scores::LIMIT_BYTES) {
            Ok(bytes) => match Scores::from_bytes(&bytes) {
                Ok(scores) => self.scores = scores,
                Err(why) => self.put_aside(path, &why),
            },
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => self.put_aside(path, &error.to_string()),
            Err(error) if is_absent(&error) => {
                if let Some(scores) = self.scores_of(&beside(path, ".bak")) {
                    self.warnings.push(format!("{} is missing. The backup is used.", path.display()));
                    self.scores = scores;
                }
            }
            // Not ours to judge (rights, a broken disk): leave it as it is, and never write over it.
            Err(error) => self.stop_saving(&format!("{} cannot be read: {error}", path.display())),
        }
    }

    fn scores_of(&self, path: &Path) -> Option<Scores> {
        let bytes = self.disk.read(path, scores::LIMIT_BYTES).ok()?;
        Scores::from_bytes(&bytes).ok()
    }

    /// Keeps a damaged scores file as `.bad` and takes the backup.
    fn put_aside(&mut self, path: &Path, why: &str) {
        let bad = beside(path, ".bad");
        if let Err(error) = self.disk.rename(path, &bad) {
            return self.stop_saving(&format!("{} is damaged and cannot be put aside: {error}", path.display()));
        }
        let recovered = self.scores_of(&beside(path, ".bak"));
        let from = if recovered.is_some() { "The backup is used" } else { "There is no backup: the scores start afresh" };
        self.warnings.push(format!("{}: {why}. It is kept as {}. {from}.", path.display(), bad.display()));
        self.scores = recovered.unwrap_or_default();
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

//! Notices that files have changed, by looking at them: works on every system and every sort of disk.
//!
//! Invariant: a look that finds nothing changed allocates nothing. Must not know: what the files say.

use super::mods::MOD_FILE;
use super::source::{FOLDER_DEPTH_MAX, ROOTS, is_ron};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What tells one state of a file or folder from another. A folder's changes when a file comes, goes or takes another's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
    /// An editor that writes a new file and gives it the old name changes this even if nothing else differs.
    file: u64,
}

impl Stamp {
    /// `None` if nothing is there.
    fn of(path: &Path) -> Option<Stamp> {
        let data = fs::metadata(path).ok()?;
        #[cfg(unix)]
        let file = std::os::unix::fs::MetadataExt::ino(&data);
        #[cfg(not(unix))]
        let file = 0;
        Some(Stamp { modified: data.modified().ok(), bytes: data.len(), file })
    }
}

/// Content folders being watched.
#[derive(Debug, Default)]
pub struct Watch {
    roots: Vec<PathBuf>,
    seen: Vec<(PathBuf, Option<Stamp>)>,
}

impl Watch {
    /// Watches the content in these folders as it is now; one of them may be a stage, or a file.
    pub fn new<'a>(folders: impl Iterator<Item = &'a Path>) -> Self {
        let mut watch = Watch { roots: folders.map(Path::to_owned).collect(), seen: Vec::new() };
        watch.look();
        watch
    }

    /// Whether anything has changed since the last look; this is one.
    pub fn changed(&mut self) -> bool {
        let is_other = self.seen.iter().any(|(path, stamp)| Stamp::of(path) != *stamp);
        if is_other {
            self.look();
        }
        is_other
    }

    /// Remembers how everything is now.
    fn look(&mut self) {
        self.seen.clear();
        for root in self.roots.clone() {
            self.take(root.clone());
            self.take(root.join(MOD_FILE));
            ROOTS.iter().for_each(|top| self.folder(root.join(top), 0));
            if root.join("stage.ron").is_file() {
                // A stage by itself.
                self.folder(root, 0);
            }
        }
    }

    fn take(&mut self, path: PathBuf) {
        let stamp = Stamp::of(&path);
        self.seen.push((path, stamp));
    }

    fn folder(&mut self, folder: PathBuf, depth: usize) {
        let entries = fs::read_dir(&folder);
        self.take(folder);
        for entry in entries.into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with('.') {
                continue;
            }
            let path = entry.path();
            if path.is_dir() && depth < FOLDER_DEPTH_MAX {
                self.folder(path, depth + 1);
            } else if is_ron(&name) {
                self.take(path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_changing_content_is_noticed_and_nothing_else() {
        let root = std::env::temp_dir().join(format!("tamafubuki-watch-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let levels = root.join("levels/patterns");
        fs::create_dir_all(&levels).expect("a folder");
        fs::write(levels.join("a.ron"), "1").expect("a file");
        fs::write(root.join("Cargo.toml"), "1").expect("a file");
        let mut watch = Watch::new([root.as_path()].into_iter());
        assert!(!watch.changed());
        let acts: [(&str, &dyn Fn() -> std::io::Result<()>); 7] = [
            ("longer", &|| fs::write(levels.join("a.ron"), "12")),
            ("a new file", &|| fs::write(levels.join("b.ron"), "1")),
            ("another takes its name", &|| {
                fs::write(levels.join(".a.ron.swp"), "12")?;
                fs::rename(levels.join(".a.ron.swp"), levels.join("a.ron"))
            }),
            ("gone", &|| fs::remove_file(levels.join("b.ron"))),
            ("a new folder", &|| fs::create_dir(root.join("assets"))),
            ("a folder in a folder", &|| fs::create_dir_all(root.join("assets/figures"))),
            ("a file in a new folder", &|| fs::write(root.join("assets/figures/c.ron"), "1")),
        ];
        for (what, act) in acts {
            act().expect(what);
            assert!(watch.changed(), "{what}");
            // Within the clock's grain a folder's own change may still come.
            while watch.changed() {}
            assert!(!watch.changed(), "{what}, once");
        }
        fs::remove_dir_all(root.join("levels")).expect("it was there");
        assert!(watch.changed());
        fs::remove_dir_all(&root).expect("it was there");
        assert!(watch.changed());
        assert!(!watch.changed(), "and an absence is no change");
    }
}

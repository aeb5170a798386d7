//! Files written into a folder.

use super::folder::Folder;
use std::fs;
use std::path::PathBuf;

impl Folder {
    /// Writes a file, with the folders on the way to it; gives its path.
    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
        fs::write(&path, bytes).expect("a file");
        path
    }
}

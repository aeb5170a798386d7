//! What is in a folder.

use super::folder::Folder;
use std::fs;

impl Folder {
    /// Names of all that lies in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder").map(|entry| entry.expect("an entry"));
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().expect("text")).collect();
        names.sort();
        names
    }
}

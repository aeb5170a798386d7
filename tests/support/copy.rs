//! Copies of folders.

use std::fs;
use std::path::Path;

/// Copies all of a folder.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let target = to.join(entry.file_name().expect("a name"));
        match entry.is_dir() {
            true => copy(&entry, &target),
            false => assert!(fs::copy(&entry, &target).is_ok(), "{}", entry.display()),
        }
    }
}

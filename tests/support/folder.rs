//! Folders of a test's own. What else can be done with one is in the files beside this: a test takes what it needs.

use std::fs;
use std::path::PathBuf;

/// An empty folder, gone at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// The folder of this name in this test.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tamafubuki-test-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

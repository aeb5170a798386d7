//! The program as a shell without a display runs it.

use super::folder::Folder;
use std::path::Path;
use std::process::Command;

/// Runs the program in a folder, which is its home too: the exit code, and what was printed. It never panics, whatever the words are.
pub fn run_in(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamafubuki"));
    command.args(words).current_dir(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env("HOME", folder);
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{words:?}: {err}");
    (output.status.code().expect("an exit code"), out, err)
}

impl Folder {
    /// The same in this folder, which is no working tree.
    pub fn run(&self, words: &[&str]) -> (i32, String, String) {
        run_in(&self.0, words)
    }
}

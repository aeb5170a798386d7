//! Build script: builds the crate again when a content file comes or goes, for the compiler itself only sees changes in files that it knows; and
//! says of which commit a release build is, so that recordings can tell.
//!
//! `TAMAFUBUKI_COMMIT` in the environment goes before what git says: for packages built from an archive. Debug builds do not know their commit, or each
//! commit would build them anew.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    changes(&["assets", "levels"]);
    println!("cargo::rerun-if-env-changed=TAMAFUBUKI_COMMIT");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_release && env::var_os("TAMAFUBUKI_COMMIT").is_none() {
        changes(&["src", "Cargo.toml", "Cargo.lock"]);
        if let Some(commit) = commit() {
            println!("cargo::rustc-env=TAMAFUBUKI_COMMIT={commit}");
        }
    }
}

/// Runs this again when one of them changes. Of a path that is not there it would be run each time.
fn changes(paths: &[&str]) {
    for path in paths.iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// The commit that is checked out, and whether files differ from it; `None` without git, or where this is no repository of its own.
fn commit() -> Option<String> {
    let root = Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if root != Path::new(&env::var_os("CARGO_MANIFEST_DIR")?).canonicalize().ok()? {
        return None;
    }
    // Every commit and every switch to another is written there.
    changes(&[&git(&["rev-parse", "--git-path", "HEAD"])?, &git(&["rev-parse", "--git-path", "logs/HEAD"])?]);
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let built = ["src", "assets", "levels", "Cargo.toml", "Cargo.lock"];
    let changed = git(&[&["status", "--porcelain", "--"], &built[..]].concat())?;
    Some(if changed.is_empty() { commit } else { format!("{commit} with changes") })
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("--no-optional-locks").args(words).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

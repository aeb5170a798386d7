//! Writing a file so that a crash at any moment leaves the old state or the new one, never a mixture.
//!
//! Order: whole new file as `.tmp`, sync; copy of the old one as `.bak` in the same way; the new one takes the name; sync the folder.
//! Invariant: at every moment `NAME` is whole, old or new, and `NAME.bak` is whole. Must not know what the files say.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Largest file that is copied aside, bytes. LIMIT: far above what we ever write.
pub const COPY_LIMIT_BYTES: u64 = 64 * 1024 * 1024;

/// The few things asked of a disk. A trait, so that tests can fail or stop at each of them.
pub trait Disk {
    /// Creates or empties the file, writes all of `bytes`, and waits until they are stored.
    fn write_and_sync(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Gives a file another name, replacing what had it.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
    /// Waits until the names in the folder are stored.
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()>;
    /// Whether a file has this name.
    fn exists(&self, path: &Path) -> bool;
    /// The file's bytes; an error of kind `FileTooLarge` when it has more than `limit_bytes`, before reading them.
    fn read(&self, path: &Path, limit_bytes: u64) -> io::Result<Vec<u8>>;
}

/// The real file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn write_and_sync(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        // Only Unix lets a folder be opened and synced; elsewhere the rename itself is durable enough.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn read(&self, path: &Path, limit_bytes: u64) -> io::Result<Vec<u8>> {
        read_limited(path, limit_bytes)
    }
}

/// Reads a whole file, refusing more than `limit_bytes` (also of a file that grows, or a device that never ends).
///
/// # Errors
/// Those of opening and reading; `FileTooLarge` beyond the limit.
pub fn read_limited(path: &Path, limit_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit_bytes {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {limit_bytes} bytes")));
    }
    Ok(bytes)
}

/// `path` with `suffix` after its whole name: `scores.ron` -> `scores.ron.bak`.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Replaces the file at `path` by `bytes`; its former state stays as `.bak`. When this returns `Ok`, the new state survives a power cut.
///
/// # Errors
/// Those of the disk. The file is then whole, in its former or its new state.
pub fn replace(disk: &mut dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let fresh = beside(path, ".tmp");
    disk.write_and_sync(&fresh, bytes)?;
    if disk.exists(path) {
        let old = disk.read(path, COPY_LIMIT_BYTES)?;
        let copy = beside(path, ".bak.tmp");
        disk.write_and_sync(&copy, &old)?;
        disk.rename(&copy, &beside(path, ".bak"))?;
    }
    disk.rename(&fresh, path)?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => disk.sync_folder(folder),
        _ => disk.sync_folder(Path::new(".")),
    }
}

//! What is saved survives: a failure or a power cut at every step of a save, damaged files, a folder that cannot be written.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tamafubuki::save::disk::Disk;
use tamafubuki::save::{List, ScoreRow, Scores, Store};

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A disk in memory that stops for good at a chosen step.
#[derive(Default)]
struct Memory {
    files: Files,
    /// State of the names at the last folder sync, and each state since: any of them may be what a power cut leaves.
    since_sync: Vec<Files>,
    steps: usize,
    /// The step that fails; what part of a write reached the disk: one n-th, 0 for none.
    fails_at: Option<(usize, usize)>,
}

#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Memory>>);

impl Shared {
    fn step(&self) -> Option<usize> {
        let mut memory = self.0.borrow_mut();
        memory.steps += 1;
        memory.fails_at.filter(|(at, _)| memory.steps >= *at).map(|(at, torn)| if memory.steps == at { torn } else { 0 })
    }

    fn done(&self) -> io::Result<()> {
        let mut memory = self.0.borrow_mut();
        let now = memory.files.clone();
        memory.since_sync.push(now);
        Ok(())
    }
}

fn power_cut<T>() -> io::Result<T> {
    Err(io::Error::other("power cut"))
}

impl Disk for Shared {
    fn write_and_sync(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if let Some(torn) = self.step() {
            if let Some(length) = bytes.len().checked_div(torn) {
                self.0.borrow_mut().files.insert(path.to_owned(), bytes[..length].to_vec());
                self.done()?;
            }
            return power_cut();
        }
        self.0.borrow_mut().files.insert(path.to_owned(), bytes.to_vec());
        self.done()
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        if self.step().is_some() {
            return power_cut();
        }
        let bytes = self.0.borrow_mut().files.remove(from).ok_or(io::ErrorKind::NotFound)?;
        self.0.borrow_mut().files.insert(to.to_owned(), bytes);
        self.done()
    }

    fn sync_folder(&mut self, _: &Path) -> io::Result<()> {
        if self.step().is_some() {
            return power_cut();
        }
        self.0.borrow_mut().since_sync.clear();
        self.done()
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.borrow().files.contains_key(path)
    }

    fn read(&self, path: &Path, _: u64) -> io::Result<Vec<u8>> {
        self.0.borrow().files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn open(disk: &Shared) -> Store {
    Store::open_on(Box::new(disk.clone()), Some(PathBuf::from("/data")))
}

fn row(score: u64) -> ScoreRow {
    ScoreRow { stage: "first".to_owned(), difficulty: "Normal".to_owned(), score, ..ScoreRow::default() }
}

fn hi_score(disk: &Shared) -> (u64, Vec<String>) {
    let mut store = open(disk);
    (store.scores.hi_score(List { stage: "first", difficulty: "Normal", mods: "" }), store.take_warnings())
}

/// The files after two acknowledged saves of 100 and 200 points.
fn two_saves() -> Shared {
    let disk = Shared::default();
    for score in [100, 200] {
        let mut store = open(&disk);
        store.scores.enter(row(score), 60);
        assert!(store.save_scores());
    }
    disk
}

#[test]
fn a_power_cut_at_any_step_leaves_the_old_or_the_new_state() {
    let (mut old, mut new, mut torn_steps) = (0, 0, 0);
    // A save takes six steps: new file, copy of the old, its name, the new name, folder sync; the seventh never comes.
    for step in 1..=6 {
        for torn in [0, 1, 2, 1000] {
            let disk = two_saves();
            disk.0.borrow_mut().since_sync.clear();
            disk.done().unwrap();
            let before = disk.0.borrow().steps;
            disk.0.borrow_mut().fails_at = Some((before + step, torn));
            let mut store = open(&disk);
            store.scores.enter(row(300), 60);
            let acknowledged = store.save_scores();
            assert_eq!(store.take_warnings().len(), usize::from(!acknowledged), "one warning when it failed");
            assert_eq!(store.folder().is_some(), acknowledged, "saving is off after a failure");
            let leftovers = disk.0.borrow().since_sync.clone();
            for files in leftovers {
                let after = Shared(Rc::new(RefCell::new(Memory { files, ..Memory::default() })));
                let (score, warnings) = hi_score(&after);
                assert!(warnings.is_empty(), "step {step}: {warnings:?}");
                assert!(score == 300 || (score == 200 && !acknowledged), "step {step}, torn {torn}: {score}");
                old += u32::from(score == 200);
                new += u32::from(score == 300);
                torn_steps += u32::from(torn > 0);
            }
        }
    }
    assert!(old > 0 && new > 0 && torn_steps > 0);
}

#[test]
fn damaged_scores_are_kept_aside_and_the_backup_is_used() {
    let disk = two_saves();
    let path = PathBuf::from("/data/scores.ron");
    disk.0.borrow_mut().files.get_mut(&path).unwrap()[60] ^= 4;
    let damaged = disk.0.borrow().files[&path].clone();
    let (score, warnings) = hi_score(&disk);
    assert_eq!(score, 100, "the state before the last save");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(disk.0.borrow().files[&PathBuf::from("/data/scores.ron.bad")], damaged);

    let mut store = open(&disk);
    store.scores.enter(row(400), 60);
    assert!(store.save_scores());
    assert_eq!(hi_score(&disk), (400, vec![]));

    for name in ["/data/scores.ron", "/data/scores.ron.bak"] {
        disk.0.borrow_mut().files.insert(PathBuf::from(name), b"// tamafubuki scores 2 crc32 00000000\n".to_vec());
    }
    let (score, warnings) = hi_score(&disk);
    assert_eq!((score, warnings.len()), (0, 1), "both damaged: afresh");
}

#[test]
fn settings_that_were_not_understood_are_copied_before_they_are_replaced() {
    let disk = Shared::default();
    let path = PathBuf::from("/data/settings.ron");
    let by_hand = b"(fullscreen: true, window_width_px: 0)".to_vec();
    disk.0.borrow_mut().files.insert(path.clone(), by_hand.clone());
    let mut store = open(&disk);
    assert!(store.settings.fullscreen);
    assert_eq!(store.settings.window_width_px, 1280);
    assert_eq!(store.take_warnings().len(), 1);
    assert_eq!(disk.0.borrow().files.clone(), BTreeMap::from([(path.clone(), by_hand.clone())]), "opening writes nothing");
    assert!(store.save_settings());
    assert_eq!(disk.0.borrow().files[&PathBuf::from("/data/settings.ron.bad")], by_hand);
    let mut again = open(&disk);
    assert!(again.settings.fullscreen);
    assert_eq!(again.take_warnings(), Vec::<String>::new());
}

#[test]
fn a_folder_that_cannot_be_written_is_one_warning() {
    let base = std::env::temp_dir().join(format!("tamafubuki-save-{}", std::process::id()));
    std::fs::create_dir_all(&base).unwrap();
    let file = base.join("a-file");
    std::fs::write(&file, b"").unwrap();
    let mut store = Store::open(Some(&file.join("inside")));
    assert_eq!(store.take_warnings(), Vec::<String>::new());
    assert!(!store.save_settings() && !store.save_scores());
    assert!(store.save_replay("run", b"x").is_none());
    assert_eq!(store.take_warnings().len(), 1);

    let mut store = Store::open(Some(&base.join("data")));
    assert!(store.save_settings() && store.save_scores());
    let first = store.save_replay("2026-11-30 stage/1", b"x").unwrap();
    let second = store.save_replay("2026-11-30 stage/1", b"y").unwrap();
    assert!(first.ends_with("replays/2026-11-30-stage-1.tmfr") && second.ends_with("replays/2026-11-30-stage-1-2.tmfr"));
    assert_eq!(store.replay_paths(), [first, second]);
    assert_eq!(Scores::from_bytes(&std::fs::read(base.join("data/scores.ron")).unwrap()), Ok(Scores::default()));
    std::fs::remove_dir_all(&base).unwrap();
}

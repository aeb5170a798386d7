//! A copy of the small content on disk that may be changed, and what is read of it.

use super::copy::copy;
use super::folder::Folder;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use tamafubuki::content::{Loaded, Reloader};
use tamafubuki::sim::stage::data::{Cue, StageData};

/// A copy of the small content, gone at the end.
pub fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mini"), &folder.0);
    folder
}

/// The boss's card.
pub const CARD: &str = "levels/demo/spells/embers.ron";

/// The card, firing a ring of so many bullets.
pub fn card(count: u32) -> String {
    format!("(hp: 300, ticks: 1200, program: [Forever(every: 10, do: [Fire(group: Ring(count: {count}), bullet: (look: \"disc\"))])])\n")
}

/// What is read once it is as wanted: a file that is being written may be read half.
pub fn until(reloader: &Reloader, is_it: impl Fn(&Loaded) -> bool) -> Box<Loaded> {
    let since = Instant::now();
    loop {
        if let Some(loaded) = reloader.take().filter(|loaded| is_it(loaded)) {
            return loaded;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "it was not read");
        thread::sleep(Duration::from_micros(200));
    }
}

/// The cue of the first boss.
pub fn boss_cue(stage: &StageData) -> u32 {
    stage.timeline.iter().position(|cue| matches!(cue, Cue::Boss(_))).expect("a boss") as u32
}

//! Content that changes on disk while the game runs: the last sound version plays on, what is wrong is shown, what is right is taken over.
//!
//! Invariant: a replay, a practice and an A/B run keep the content they began with; what was read meanwhile waits for their end.

use super::App;
use crate::view::screens::Player;
use crate::view::screens::problems::Problems;
use std::sync::Arc;
use tamafubuki::content::Loaded;
use tamafubuki::mem::counter::{self, Tag};

impl App {
    /// Once a frame: takes over what has been read, unless what runs must not change.
    pub(super) fn follow_content(&mut self) {
        if let Some(loaded) = self.reloader.as_ref().and_then(|reloader| reloader.take()) {
            self.fresh = Some(loaded);
        }
        let is_bound =
            self.trial.is_some() || self.run.as_ref().is_some_and(|run| matches!(run.player(), Player::Replay | Player::Practice));
        if !is_bound && let Some(loaded) = self.fresh.take() {
            let _transition = counter::scope(Tag::Transition);
            self.instrument.marks.loaded = true;
            self.take_content(*loaded);
        }
    }

    fn take_content(&mut self, loaded: Loaded) {
        self.problems = Problems::new(&loaded.problems);
        self.facts.problem_count = loaded.problems.len();
        self.trouble.show(&loaded.problems);
        let problems = loaded.problems.clone();
        if self.is_sound(&loaded) {
            self.replace_content(loaded);
        }
        if let Some(lab) = &mut self.lab {
            lab.take_content(&self.content, &problems);
        }
        self.found_problems = problems;
        self.facts.playable = !self.content.stages.is_empty();
        self.flow.refresh(&self.facts);
    }

    /// Whether every stage that we have is there, or was taken away on purpose; and the one that is being played.
    fn is_sound(&self, loaded: &Loaded) -> bool {
        let has = |folder: &str| loaded.content.stages.iter().any(|stage| stage.folder == folder);
        let is_whole = loaded.problems.is_empty() || self.content.stages.iter().all(|stage| has(&stage.folder));
        is_whole && self.run.as_ref().is_none_or(|run| has(&run.stage().folder))
    }

    fn replace_content(&mut self, loaded: Loaded) {
        let old = std::mem::replace(&mut self.content, loaded.content);
        if self.content.picture_digest != old.picture_digest {
            self.scene.renew_pictures(&self.content, &mut self.ink);
        }
        if self.content.backdrop_digest != old.backdrop_digest {
            self.scene.renew_ground(&self.content, self.layout.scale, &mut self.ink);
        }
        if self.content.sound_digest != old.sound_digest {
            self.speaker.renew(&self.content.sounds);
        }
        if self.content.digest == old.digest {
            return;
        }
        self.list_replays();
        if self.content.mods != old.mods {
            self.notes.add(match self.content.mods.as_slice() {
                [] => "Without mods now.".to_owned(),
                mods => format!("With mods now: {}.", mods.join(", ")),
            });
        }
        let Some(run) = &mut self.run else { return };
        let stage = self.content.stages.iter().find(|stage| stage.folder == run.stage().folder);
        let Some(stage) = stage else { return };
        let note = if run.reloaded() || run.player() == Player::Bot {
            "Content read again."
        } else {
            "Content read again: this run counts no more."
        };
        run.reload(Arc::clone(stage), self.content.digest);
        self.notes.add(note.to_owned());
    }
}

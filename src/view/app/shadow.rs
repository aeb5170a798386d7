//! Shadow mode in the window: every tick of the run in both storages, and what is said when they part.

use super::App;
use tamafubuki::mem::counter::{self, Tag};
use tamafubuki::telemetry::shadow::Pair;

impl App {
    /// Begins shadow mode, or ends it.
    pub(super) fn toggle_shadow(&mut self) {
        let _transition = counter::scope(Tag::Transition);
        let Some(run) = &mut self.run else { return };
        self.instrument.marks.loaded = true;
        let note = if run.end_shadow() {
            "Shadow mode ended."
        } else if run.reloaded() {
            "Content was read again in this run: its shadow could not follow."
        } else if run.begin_shadow() {
            self.instrument.begin_comparison(None);
            "Shadow mode: every tick in both storages. F10 ends it."
        } else {
            "The inputs of this run do not lead to where it is: no shadow."
        };
        self.pace.resume();
        self.notes.add(note.to_owned());
    }

    /// A tick ran in both storages. At the first difference the shadow ends: from there on every tick would differ.
    pub(super) fn shadowed(&mut self, pair: &Pair) {
        if !self.instrument.shadowed(pair) {
            return;
        }
        if let Some(run) = &mut self.run {
            run.end_shadow();
        }
        self.instrument.show_comparison();
        let (pooled, boxed) = (pair.pooled.digest, pair.boxed.digest);
        self.notes.add(format!("THE STORAGES PART at tick {}: pooled {pooled:016x}, boxed {boxed:016x}.", pair.tick));
    }
}

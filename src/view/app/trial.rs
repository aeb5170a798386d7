//! The A/B run in the window: the last seconds of the run, shown again and again, storage by storage. The run itself waits, paused.

use super::App;
use crate::view::keys::{Act, Press};
use tamafubuki::mem::counter::{self, Tag};
use tamafubuki::telemetry::Segment;
use tamafubuki::telemetry::ab::{BLOCK_TICKS, COMPARED_TICKS, ORDER, Step};
use tamafubuki::telemetry::aged::AgedHeap;
use tamafubuki::telemetry::recording::mode_word;

impl App {
    /// Begins an A/B run of what was just played; on a heap as a long session leaves it, if so asked.
    pub(super) fn begin_trial(&mut self, is_aged: bool) {
        let _transition = counter::scope(Tag::Transition);
        let Some(run) = &self.run else { return };
        if run.reloaded() {
            return self.notes.add("Content was read again in this run: an A/B run could not repeat it.".to_owned());
        }
        self.trial = run.trial();
        if self.trial.is_none() {
            return self.notes.add(format!("An A/B run goes {} s back: play a little longer.", BLOCK_TICKS / 60));
        }
        self.aged = is_aged.then(|| AgedHeap::new(run.world.bullets().len()));
        self.instrument.begin_comparison(self.aged.as_ref().map(AgedHeap::kept_count));
        let heap = if is_aged { "on an aged heap" } else { "on this heap" };
        self.notes.add(format!("A/B run {heap}: the last {} s, {} times. Esc ends it.", COMPARED_TICKS / 60, ORDER.len()));
    }

    /// One tick of the A/B run.
    pub(super) fn tick_trial(&mut self) {
        let Some(trial) = &mut self.trial else { return };
        match trial.step(&mut self.instrument.laps) {
            Step::Tick { warm_up, digests } => {
                self.instrument.marks.loaded |= warm_up;
                if let Some((pooled, boxed)) = digests {
                    self.instrument.compared(pooled, boxed);
                }
                self.instrument.laps.enter(Segment::Draw);
                self.scene.hear(trial.world().events());
                self.instrument.laps.enter(Segment::Input);
            }
            Step::Rewound => {
                let note = format!("Block {} of {}: {}.", trial.block(), ORDER.len(), mode_word(trial.world().mode()));
                self.instrument.begin_block();
                self.scene.clear();
                self.pace.resume();
                self.notes.add(note);
            }
            Step::Rest => {}
            Step::Lost => self.end_trial("This run cannot be repeated from its inputs: nothing is compared."),
            Step::Done => self.end_trial("A/B run done: the comparison stands on the overlay."),
        }
    }

    /// Whether the A/B run took the key.
    pub(super) fn press_in_trial(&mut self, press: Press) -> bool {
        let watching = matches!(press.act, Act::Overlay | Act::Record | Act::Fullscreen | Act::Screenshot);
        if self.trial.is_none() || watching {
            return false;
        }
        if press.act == Act::Pause {
            self.end_trial("A/B run ended early.");
        }
        true
    }

    /// Back to the run, which is paused.
    pub(super) fn end_trial(&mut self, note: &str) {
        let _transition = counter::scope(Tag::Transition);
        (self.trial, self.aged) = (None, None);
        self.instrument.begin_block();
        self.scene.clear();
        self.pace.resume();
        self.notes.add(note.to_owned());
        self.flow.interrupted(&self.facts);
    }
}

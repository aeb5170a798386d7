//! The inspector in the window: the run stands still, and keys go through its frames.

use super::App;
use crate::view::keys::{Act, Press};
use crate::view::overlay::CursorStep;
use tamafubuki::mem::counter::{self, Tag};

/// Frames that a step with Shift goes.
const LONG_STEP_FRAMES: i64 = 10;

impl App {
    /// Freezes the run and its frames.
    pub(super) fn begin_inspection(&mut self) {
        let _transition = counter::scope(Tag::Transition);
        if self.run.is_none() || !self.instrument.inspect() {
            self.notes.add("No frames to inspect yet: they are those of a run.".to_owned());
        }
    }

    /// Whether the inspector took the key.
    pub(super) fn press_in_inspection(&mut self, press: Press) -> bool {
        if !self.instrument.is_inspecting() || matches!(press.act, Act::Fullscreen | Act::Screenshot) {
            return false;
        }
        let frames = if press.shifted { LONG_STEP_FRAMES } else { 1 };
        match press.act {
            Act::Left => self.instrument.move_cursor(CursorStep::Frames(-frames)),
            Act::Right => self.instrument.move_cursor(CursorStep::Frames(frames)),
            Act::Up => self.instrument.move_cursor(CursorStep::Slower),
            Act::Down => self.instrument.move_cursor(CursorStep::Faster),
            Act::Inspect | Act::Pause => self.end_inspection(),
            _ => {}
        }
        true
    }

    /// Back to the run, which is paused.
    pub(super) fn end_inspection(&mut self) {
        self.instrument.end_inspection();
        self.pace.resume();
        self.flow.interrupted(&self.facts);
    }
}

//! A dialogue in progress: which line, for how long. Advanced by the shoot button, skipped by holding it with focus.

use crate::sim::input::{self, Input};

/// Ticks a line stays at least.
const LINE_MIN_TICKS: u32 = 10;
/// Ticks after which a line goes by itself.
const LINE_MAX_TICKS: u32 = 420;
/// Ticks a line stays while skipping.
const SKIP_TICKS: u32 = 4;

/// The state of a dialogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Talking {
    /// Index of the dialogue in the stage.
    pub talk: usize,
    /// Index of the line.
    pub line: usize,
    /// Ticks it has been shown.
    pub shown_ticks: u32,
}

impl Talking {
    /// One tick; `pressed` holds the buttons pressed in this tick. False when all `line_count` lines are done.
    pub fn step(&mut self, input: Input, pressed: u16, line_count: usize) -> bool {
        self.shown_ticks += 1;
        let wanted = pressed & input::SHOOT != 0 && self.shown_ticks > LINE_MIN_TICKS;
        let skipping = input.holds(input::SHOOT | input::FOCUS) && self.shown_ticks > SKIP_TICKS;
        if wanted || skipping || self.shown_ticks > LINE_MAX_TICKS {
            self.line += 1;
            self.shown_ticks = 0;
        }
        self.line < line_count
    }
}

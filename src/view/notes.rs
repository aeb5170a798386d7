//! Short notes to the player at the lower edge of the window: a file written, a warning. They ease in, stay, go.
//!
//! Invariant: at most `SHOWN_MAX` are shown at once; the rest wait. Must not know what they are about.

use super::ink::Align;
use super::screens::page::{INK, Page, ease, faded};
use std::collections::VecDeque;

const SHOWN_MAX: usize = 3;
const STAY_SECONDS: f32 = 4.0;
const EASE_SECONDS: f32 = 0.25;

/// Notes shown and waiting.
#[derive(Debug, Default)]
pub struct Notes {
    /// Text, and seconds since it was first shown.
    lines: VecDeque<(String, f32)>,
}

impl Notes {
    /// Adds a note.
    pub fn add(&mut self, text: String) {
        self.lines.push_back((text, 0.0));
    }

    /// Time passes.
    pub fn pass(&mut self, seconds: f32) {
        for (_, age) in self.lines.iter_mut().take(SHOWN_MAX) {
            *age += seconds;
        }
        self.lines.retain(|&(_, age)| age < STAY_SECONDS);
    }

    /// Draws them.
    pub fn draw(&self, page: &mut Page) {
        let mut y = 462.0;
        for (text, age) in self.lines.iter().take(SHOWN_MAX) {
            let there = ease(*age, EASE_SECONDS).min(ease(STAY_SECONDS - age, EASE_SECONDS));
            let size = page.px(8.0);
            let width = page.ink.text_width(size, text) / page.layout.scale + 20.0;
            let shift = (1.0 - there) * 12.0;
            let rect = page.rect(320.0 - width * 0.5, y - 12.0 + shift, width, 18.0);
            page.ink.panel(rect);
            page.text(320.0, y + shift, 8.0, Align::Center, faded(INK, there), text);
            y -= 21.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_wait_for_their_turn_and_go() {
        let mut notes = Notes::default();
        for text in ["a", "b", "c", "d"] {
            notes.add(text.to_owned());
        }
        notes.pass(STAY_SECONDS - 0.1);
        notes.pass(0.2);
        let left: Vec<_> = notes.lines.iter().map(|(text, age)| (text.as_str(), *age)).collect();
        assert_eq!(left, [("d", 0.0)], "the fourth waited and has its full time");
    }
}

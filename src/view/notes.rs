//! Short notes to the player at the lower edge of the window: a file written, a warning. They ease in, stay, go.
//!
//! Invariant: at most `SHOWN_MAX`, and the newest is always among them: an old one would say what is no longer so. Must not know what they are about.

use super::ink::Align;
use super::screens::dialogue::broken;
use super::screens::page::{INK, Page, ease, faded};
use std::collections::VecDeque;

const SHOWN_MAX: usize = 3;
const STAY_SECONDS: f32 = 4.0;
const EASE_SECONDS: f32 = 0.25;
const SIZE: f32 = 8.0;
const LINE: f32 = 10.5;
const MARGIN: f32 = 9.0;
/// Of the single line.
const LINE_SIZE: f32 = 7.5;
const LINE_SIZE_MIN: f32 = 5.0;

/// Notes that are shown.
#[derive(Debug, Default)]
pub struct Notes {
    /// Text, and seconds since it was first shown.
    lines: VecDeque<(String, f32)>,
}

impl Notes {
    /// Adds a note; one too many takes the place of the oldest.
    pub fn add(&mut self, text: String) {
        if self.lines.len() == SHOWN_MAX {
            self.lines.pop_front();
        }
        self.lines.push_back((text, 0.0));
    }

    /// Time passes.
    pub fn pass(&mut self, seconds: f32) {
        self.lines.iter_mut().for_each(|(_, age)| *age += seconds);
        self.lines.retain(|&(_, age)| age < STAY_SECONDS);
    }

    /// Draws the newest of them in one line over the playfield, in the margin above it: where the overlay covers the panel. Text that is too long becomes
    /// smaller, then goes on beyond the playfield.
    pub fn draw_line(&self, page: &mut Page) {
        let Some((text, age)) = self.lines.back() else { return };
        let there = ease(*age, EASE_SECONDS).min(ease(STAY_SECONDS - age, EASE_SECONDS));
        let (left, room) = (19.0, 384.0 - 2.0 * MARGIN);
        let width = |page: &mut Page, size: f32| page.ink.text_width(page.px(size), text) / page.layout.scale;
        let full = width(page, LINE_SIZE);
        let size = if full > room { (LINE_SIZE * room / full).max(LINE_SIZE_MIN) } else { LINE_SIZE };
        let wide = width(page, size) + 2.0 * MARGIN;
        let rect = page.rect(left, 1.5 - (1.0 - there) * 12.0, wide, 12.5);
        page.ink.panel(rect);
        page.text(left + MARGIN, 10.4 - (1.0 - there) * 12.0, size, Align::Left, faded(INK, there), text);
    }

    /// Draws them around `middle`, from the bottom up, at most `width` wide.
    pub fn draw(&self, page: &mut Page, middle: f32, width: f32) {
        let mut bottom = 460.0;
        for (text, age) in &self.lines {
            let there = ease(*age, EASE_SECONDS).min(ease(STAY_SECONDS - age, EASE_SECONDS));
            let (size, room) = (page.px(SIZE), page.px(width - 2.0 * MARGIN));
            let lines = broken(text, room, |part| page.ink.text_width(size, part)).map(|(start, stop)| &text[start..stop]);
            let lines = || lines.into_iter().filter(|line| !line.is_empty());
            let widest = lines().map(|line| page.ink.text_width(size, line)).fold(0.0, f32::max) / page.layout.scale;
            let height = LINE * lines().count() as f32 + 8.0;
            let top = bottom - height + (1.0 - there) * 12.0;
            let rect = page.rect(middle - widest * 0.5 - MARGIN, top, widest + 2.0 * MARGIN, height);
            page.ink.panel(rect);
            for (index, line) in lines().enumerate() {
                page.text(middle, top + 12.0 + LINE * index as f32, SIZE, Align::Center, faded(INK, there), line);
            }
            bottom -= height + 4.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_notes_are_shown_and_go_in_their_time() {
        let mut notes = Notes::default();
        for text in ["a", "b", "c"] {
            notes.add(text.to_owned());
            notes.pass(1.0);
        }
        notes.add("d".to_owned());
        let left = |notes: &Notes| notes.lines.iter().map(|(text, age)| (text.clone(), *age)).collect::<Vec<_>>();
        let note = |text: &str, age: f32| (text.to_owned(), age);
        assert_eq!(left(&notes), [note("b", 2.0), note("c", 1.0), note("d", 0.0)], "the oldest made room");
        notes.pass(STAY_SECONDS - 1.0);
        assert_eq!(left(&notes), [note("d", STAY_SECONDS - 1.0)]);
    }
}

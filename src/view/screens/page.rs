//! What all screens are drawn with: the page of 640 x 480 units, sheets of paper, lists to choose from, hints.
//!
//! Units: page units, mapped to pixels here and nowhere else. Nothing moves at constant speed: `ease` is the one curve.

use super::menu::Menu;
pub use crate::view::brush::faded;
use crate::view::ease::out_cubic;
use crate::view::ink::{Align, Ink, Rgba};
use crate::view::layout::{Layout, Rect};

/// Ink for what is read.
pub const INK: Rgba = [0x30, 0x26, 0x2C, 255];
/// Grey-brown for labels and hints.
pub const LABEL: Rgba = [0x7C, 0x6E, 0x66, 255];
/// Vermilion for what matters.
pub const VERMILION: Rgba = [0xBE, 0x3A, 0x2E, 255];
/// Pale paper, for text on the night.
pub const PALE: Rgba = [0xF0, 0xEA, 0xDC, 255];
/// Night, to dim what lies behind.
pub const NIGHT: Rgba = [0x10, 0x16, 0x2F, 255];

/// From 0 to 1 in `over` of whatever `passed` counts: fast at first, then settling.
pub fn ease(passed: f32, over: f32) -> f32 {
    out_cubic(passed / over)
}

/// The page being drawn.
pub struct Page<'a> {
    /// The pen.
    pub ink: &'a mut Ink,
    /// Where the page lies in the window.
    pub layout: &'a Layout,
    /// Seconds since the window opened, for what moves on all screens.
    pub seconds: f32,
    /// Seconds since this screen came, for what eases in.
    pub shown_seconds: f32,
}

impl Page<'_> {
    /// A horizontal page coordinate in pixels.
    pub fn x(&self, units: f32) -> f32 {
        self.layout.page.x + units * self.layout.scale
    }

    /// A vertical page coordinate in pixels.
    pub fn y(&self, units: f32) -> f32 {
        self.layout.page.y + units * self.layout.scale
    }

    /// A length in pixels.
    pub fn px(&self, units: f32) -> f32 {
        units * self.layout.scale
    }

    /// A rectangle of the page in pixels.
    pub fn rect(&self, x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect::new(self.x(x).round(), self.y(y).round(), self.px(w).round(), self.px(h).round())
    }

    /// Regular text.
    pub fn text(&mut self, x: f32, y: f32, size: f32, align: Align, rgba: Rgba, text: &str) {
        let (x, y, size) = (self.x(x), self.y(y), self.px(size));
        self.ink.text(x, y, size, align, rgba, text);
    }

    /// Bold text.
    pub fn bold(&mut self, x: f32, y: f32, size: f32, align: Align, rgba: Rgba, text: &str) {
        let (x, y, size) = (self.x(x), self.y(y), self.px(size));
        self.ink.bold(x, y, size, align, rgba, text);
    }

    /// Numbers in columns.
    pub fn digits(&mut self, x: f32, y: f32, size: f32, align: Align, rgba: Rgba, words: std::fmt::Arguments) {
        let (x, y, size) = (self.x(x), self.y(y), self.px(size));
        self.ink.digits(x, y, size, align, rgba, words);
    }

    /// Formatted text.
    pub fn print(&mut self, x: f32, y: f32, size: f32, align: Align, rgba: Rgba, words: std::fmt::Arguments) {
        let (x, y, size) = (self.x(x), self.y(y), self.px(size));
        self.ink.print(x, y, size, align, rgba, words);
    }

    /// A text in lines of at most `width`, broken at spaces; what is beyond `most` lines is left out, which the last one shows.
    pub fn wrapped(&mut self, size: f32, width: f32, most: usize, text: &str) -> Vec<String> {
        let (size, room) = (self.px(size), self.px(width));
        let mut lines = vec![String::new()];
        for word in text.split_inclusive(' ') {
            let line = &mut lines.last_mut().map(std::mem::take).unwrap_or_default();
            let is_full = self.ink.text_width(size, &format!("{line}{}", word.trim_end())) > room && !line.is_empty();
            let last = lines.len() - 1;
            if is_full && lines.len() == most {
                lines[last] = format!("{}…", line.trim_end());
                return lines;
            }
            if is_full {
                lines[last] = line.trim_end().to_owned();
                lines.push(word.to_owned());
            } else {
                lines[last] = format!("{line}{word}");
            }
        }
        lines
    }

    /// A hairline.
    pub fn line(&mut self, x: f32, y: f32, w: f32, rgba: Rgba) {
        let (x, y, w, thick) = (self.x(x), self.y(y), self.px(w), self.px(0.5).max(1.0).round());
        self.ink.rect(x.round(), y.round(), w, thick, rgba);
    }

    /// Night over the whole window, 0 (none) to 1 (nothing else visible).
    pub fn dim(&mut self, by: f32) {
        let Rect { x, y, w, h } = self.layout.window;
        self.ink.rect(x, y, w, h, faded(NIGHT, by));
    }

    /// Night over the playfield, 0 (none) to 1 (nothing else visible).
    pub fn dim_field(&mut self, by: f32) {
        let Rect { x, y, w, h } = self.layout.playfield;
        self.ink.rect(x, y, w, h, faded(NIGHT, by));
    }

    /// A sheet of washi that slides up into its place; gives how far it still has to go, units.
    pub fn sheet(&mut self, x: f32, y: f32, w: f32, h: f32) -> f32 {
        let below = (1.0 - ease(self.shown_seconds, 0.3)) * 14.0;
        let rect = self.rect(x, y + below, w, h);
        self.ink.panel(rect);
        let (edge, thick) = (rect.grown(-self.px(4.0)), self.px(0.5).max(1.0).round());
        self.ink.frame(edge, thick, faded(VERMILION, 0.35));
        below
    }

    /// The keys that do something here, along the lower edge of the page, around `x`.
    pub fn hints(&mut self, x: f32, rgba: Rgba, text: &str) {
        self.text(x, 474.5, 8.0, Align::Center, rgba, text);
    }

    /// A folded corner that points at the selected line.
    pub fn marker(&mut self, x: f32, y: f32, size: f32) {
        let sway = (self.seconds * 3.0).sin() * 0.8;
        let at = |page: &Self, dx: f32, dy: f32| [page.x(x + dx * size + sway), page.y(y + dy * size)];
        let (back, tip, crease) = ([at(self, 0.0, -0.5), at(self, 0.0, 0.5)], at(self, 0.9, 0.0), at(self, 0.28, 0.0));
        self.ink.triangle([back[0], tip, crease], [0xD8, 0x52, 0x40, 255]);
        self.ink.triangle([back[1], crease, tip], [0x96, 0x2A, 0x22, 255]);
    }

    /// The lines of a menu under each other, left-aligned at `x`; `label` names each, `row` is the distance of lines.
    pub fn list<T: Copy + PartialEq>(&mut self, menu: &Menu<T>, x: f32, y: f32, row: f32, size: f32, label: impl Fn(T) -> &'static str) {
        for (index, &item) in menu.items().iter().enumerate() {
            let appear = ease(self.shown_seconds - 0.03 * index as f32, 0.25);
            let selected = index == menu.index();
            let push = if selected { ease(menu.moved_ticks() as f32 / 60.0, 0.15) * 6.0 } else { 0.0 };
            let (left, base) = (x + push - (1.0 - appear) * 8.0, y + row * index as f32);
            let rgba = faded(if selected { VERMILION } else { INK }, appear);
            if selected {
                self.marker(x - 12.0, base - size * 0.36, size * 0.6);
                self.bold(left, base, size, Align::Left, rgba, label(item));
            } else {
                self.text(left, base, size, Align::Left, rgba, label(item));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easing_starts_fast_and_settles() {
        assert_eq!((ease(-1.0, 0.5), ease(0.0, 0.5), ease(0.5, 0.5), ease(9.0, 0.5)), (0.0, 0.0, 1.0, 1.0));
        assert!(ease(0.25, 0.5) > 0.8);
        assert_eq!(faded(INK, 0.5)[3], 127);
    }
}

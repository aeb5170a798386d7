//! What the lab's controls are drawn with: sheets, labels, buttons that know where they are.
//!
//! Units: positions in physical pixels, sizes of text in u. Invariant: what looks like a button is one.

use super::command::Command;
use crate::view::brush::{Rgba, faded};
use crate::view::glyphs::Face;
use crate::view::ink::{Align, Ink, Pen};
use crate::view::layout::Rect;
use crate::view::pointer::Pointer;
use crate::view::screens::page::{INK, LABEL, PALE, VERMILION};
use std::fmt;

/// Text of a paragraph, u.
pub const BODY: f32 = 15.0;
/// Text of labels, u.
pub const SMALL: f32 = 12.5;
/// Headings, u.
pub const HEADING: f32 = 21.0;

/// The desk being drawn.
pub struct Desk<'a> {
    /// The pen.
    pub ink: &'a mut Ink,
    /// Where there is something to click on.
    pub buttons: &'a mut Vec<(Rect, Command)>,
    /// The pointer.
    pub pointer: Pointer,
    /// Pixels in a u.
    pub u: f32,
}

/// A picture on a button instead of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Run,
    Pause,
    Back,
    On,
    First,
    Last,
}

impl Desk<'_> {
    /// So many u in whole pixels.
    pub fn px(&self, u: f32) -> f32 {
        (u * self.u).round()
    }

    /// Text; `y` is the baseline.
    pub fn text(&mut self, x: f32, y: f32, size: f32, align: Align, rgba: Rgba, text: &str) {
        self.ink.text(x, y, size * self.u, align, rgba, text);
    }

    /// Bold text.
    pub fn bold(&mut self, x: f32, y: f32, size: f32, align: Align, rgba: Rgba, text: &str) {
        self.ink.bold(x, y, size * self.u, align, rgba, text);
    }

    /// Numbers in columns.
    pub fn digits(&mut self, x: f32, y: f32, size: f32, align: Align, rgba: Rgba, words: fmt::Arguments) {
        self.ink.digits(x, y, size * self.u, align, rgba, words);
    }

    /// Text from a left end, cut to a width, with an ellipsis if it was; gives the width it took.
    pub fn fitted(&mut self, (x, width): (f32, f32), y: f32, size: f32, face: Face, rgba: Rgba, text: &str) -> f32 {
        let size_px = size * self.u;
        let mut shown = text.to_owned();
        while self.ink.width(size_px, face, &shown) > width && shown.chars().count() > 1 {
            let kept = shown.chars().count() - if shown.ends_with('…') { 2 } else { 1 };
            shown = shown.chars().take(kept).chain(['…']).collect();
        }
        self.ink.line(Pen { x, y, size_px, face, align: Align::Left, scale: 1.0, outline_px: 0.0 }, rgba, &shown);
        self.ink.width(size_px, face, &shown)
    }

    /// A text in lines no wider than `width`; gives the baseline after the last.
    pub fn lines(&mut self, x: f32, y: f32, size: f32, width: f32, rgba: Rgba, text: &str) -> f32 {
        let size_px = size * self.u;
        let (mut y, mut line) = (y, String::new());
        for word in text.split_inclusive(' ') {
            if !line.is_empty() && self.ink.text_width(size_px, &format!("{line}{}", word.trim_end())) > width {
                self.ink.text(x, y, size_px, Align::Left, rgba, line.trim_end());
                line.clear();
                y += (size_px * 1.32).round();
            }
            line.push_str(word);
        }
        self.ink.text(x, y, size_px, Align::Left, rgba, &line);
        y + (size_px * 1.32).round()
    }

    /// A hairline.
    pub fn hairline(&mut self, x: f32, y: f32, w: f32) {
        let thick = self.px(1.0).max(1.0);
        self.ink.rect(x, y.round(), w, thick, faded(VERMILION, 0.35));
    }

    /// Makes a rectangle one to click on; whether the pointer is on it.
    pub fn spot(&mut self, rect: Rect, command: Command) -> bool {
        self.buttons.push((rect, command));
        self.pointer.is_on(rect)
    }

    /// The paper of a button; gives the colour for what stands on it.
    fn plate(&mut self, rect: Rect, is_on: bool, command: Command) -> Rgba {
        let is_hot = self.spot(rect, command);
        let pressed = is_hot && self.pointer.down;
        let fill = match (is_on, is_hot) {
            (true, _) => VERMILION,
            (false, true) => [0xFF, 0xFB, 0xF0, 255],
            (false, false) => [0xF6, 0xEF, 0xDF, 190],
        };
        let thick = self.px(1.0).max(1.0);
        if !pressed {
            self.ink.rect(rect.x + 2.0 * thick, rect.y + 2.0 * thick, rect.w, rect.h, [60, 40, 30, 46]);
        }
        self.ink.rect(rect.x, rect.y, rect.w, rect.h, fill);
        self.ink.frame(rect, thick, if is_hot { VERMILION } else { faded(LABEL, 0.5) });
        if is_on { PALE } else { INK }
    }

    /// A button with its key and a word.
    pub fn button(&mut self, rect: Rect, key: &str, word: &str, is_on: bool, command: Command) {
        let rgba = self.plate(rect, is_on, command);
        let base = (rect.y + rect.h * 0.5 + BODY * self.u * 0.35).round();
        let pad = self.px(9.0);
        let key_rgba = if is_on { faded(PALE, 0.8) } else { LABEL };
        if word.is_empty() {
            return self.bold(rect.center_x(), base, BODY, Align::Center, rgba, key);
        }
        if key.is_empty() {
            return self.text(rect.center_x(), base, BODY, Align::Center, rgba, word);
        }
        self.bold(rect.x + pad, base, SMALL, Align::Left, key_rgba, key);
        let left = rect.x + pad + self.ink.width(SMALL * self.u, Face::Bold, key) + self.px(7.0);
        self.fitted((left, rect.right() - left - self.px(4.0)), base, BODY, Face::Regular, rgba, word);
    }

    /// A button with a sign.
    pub fn sign(&mut self, rect: Rect, sign: Sign, command: Command) {
        let rgba = self.plate(rect, false, command);
        let (x, y, r) = (rect.center_x(), rect.y + rect.h * 0.5, self.u * 7.0);
        let mut triangle = |from: f32, to: f32| self.ink.triangle([[from, y - r], [to, y], [from, y + r]], rgba);
        match sign {
            Sign::Run => triangle(x - r * 0.7, x + r),
            Sign::Back => triangle(x + r * 0.3, x - r),
            Sign::On => triangle(x - r * 0.3, x + r),
            Sign::First => triangle(x + r * 0.8, x - r * 0.7),
            Sign::Last => triangle(x - r * 0.8, x + r * 0.7),
            Sign::Pause => {}
        }
        let bar = (r * 0.45).max(2.0);
        let bars: &[f32] = match sign {
            Sign::Run => &[],
            Sign::Pause => &[-0.7, 0.25],
            Sign::Back => &[0.6],
            Sign::On => &[-1.05],
            Sign::First => &[-1.15],
            Sign::Last => &[0.7],
        };
        bars.iter().for_each(|at| self.ink.rect(x + r * at, y - r, bar, 2.0 * r, rgba));
    }

    /// A switch: a box, a key, a word.
    pub fn switch(&mut self, rect: Rect, key: &str, word: &str, is_on: bool, command: Command) {
        let is_hot = self.spot(rect, command);
        if is_hot {
            self.ink.rect(rect.x, rect.y, rect.w, rect.h, [255, 252, 240, 150]);
        }
        let side = self.px(14.0);
        let tick = Rect::new(rect.x + self.px(4.0), (rect.y + (rect.h - side) * 0.5).round(), side, side);
        let thick = self.px(1.3).max(1.0);
        self.ink.rect(tick.x, tick.y, side, side, [0xFB, 0xF6, 0xE9, 255]);
        self.ink.frame(tick, thick, if is_on || is_hot { VERMILION } else { LABEL });
        if is_on {
            let inner = tick.grown(-self.px(3.0));
            let (dark, light) = ([0x96, 0x2A, 0x22, 255], VERMILION);
            let (left, right, top, bottom) = (inner.x, inner.right(), inner.y, inner.bottom());
            self.ink.triangle([[left, top], [right, top], [left, bottom]], light);
            self.ink.triangle([[right, top], [right, bottom], [left, bottom]], dark);
        }
        let base = (rect.y + rect.h * 0.5 + BODY * self.u * 0.35).round();
        let (key_x, word_x) = (tick.right() + self.px(16.0), tick.right() + self.px(29.0));
        self.bold(key_x, base, SMALL, Align::Center, LABEL, key);
        self.fitted((word_x, rect.right() - word_x), base, BODY, Face::Regular, if is_on { INK } else { LABEL }, word);
    }
}

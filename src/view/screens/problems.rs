//! What is wrong with the content: file, line, column and what is expected there. The game goes on with the rest.
//!
//! Units: page units. Must not know where the texts come from.

use super::page::{INK, LABEL, Page, VERMILION};
use super::sheet;
use crate::view::ink::Align;

const SIZE: f32 = 8.5;
const LINE: f32 = 12.0;
const LINES_SHOWN: usize = 27;

/// Problems broken into lines that fit the sheet.
#[derive(Debug, Default)]
pub struct Problems {
    /// Lines; true for the first of a problem.
    lines: Vec<(bool, String)>,
    top: usize,
}

impl Problems {
    /// Breaks `texts` into lines of at most `width_chars` characters. A line that only points at a column is left out: these letters
    /// have different widths, and it would point elsewhere.
    pub fn new(texts: &[String], width_chars: usize) -> Self {
        let mut lines = Vec::new();
        for text in texts {
            let shown = text.lines().filter(|line| line.is_empty() || !line.chars().all(|c| matches!(c, ' ' | '|' | '^')));
            let parts = shown.flat_map(|line| broken(line, width_chars.max(1)));
            lines.extend(parts.enumerate().map(|(index, part)| (index == 0, part)));
            lines.push((false, String::new()));
        }
        lines.pop();
        Self { lines, top: 0 }
    }

    /// Scrolls by a line.
    pub fn scroll(&mut self, down: bool) {
        let last = self.lines.len().saturating_sub(LINES_SHOWN);
        self.top = if down { (self.top + 1).min(last) } else { self.top.saturating_sub(1) };
    }

    /// Draws the visible lines.
    pub fn draw(&self, page: &mut Page) {
        let below = sheet::draw(page, "Content errors");
        let left = sheet::LEFT + 34.0;
        for (index, (first, line)) in self.lines.iter().skip(self.top).take(LINES_SHOWN).enumerate() {
            let y = sheet::TOP + 72.0 + LINE * index as f32 + below;
            page.text(left, y, SIZE, Align::Left, if *first { VERMILION } else { INK }, line);
        }
        let hidden = self.lines.len().saturating_sub(self.top + LINES_SHOWN);
        if hidden > 0 {
            page.print(sheet::RIGHT - 34.0, sheet::BOTTOM - 14.0 + below, 8.0, Align::Right, LABEL, format_args!("↓ {hidden} more lines"));
        }
        page.hints(sheet::MIDDLE, sheet::HINT, "↑ ↓ scroll     Z or X back to the title");
    }
}

/// `line` in parts of at most `width_chars` characters, broken at spaces where there are any.
fn broken(line: &str, width_chars: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut room = width_chars;
    for word in line.split_inclusive(' ') {
        if word.trim_end().chars().count() > room && room < width_chars {
            parts.push(String::new());
            room = width_chars;
        }
        for character in word.chars() {
            if room == 0 {
                parts.push(String::new());
                room = width_chars;
            }
            if let Some(part) = parts.last_mut() {
                part.push(character);
            }
            room -= 1;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_problems_are_broken_and_scrolling_stays_inside() {
        let texts: Vec<String> = (0..20).map(|n| format!("levels/a.ron:{n}:1: found `x`; expected a number\n 3 | x\n   | ^")).collect();
        let mut problems = Problems::new(&texts, 30);
        let first: Vec<_> = problems.lines[..4].iter().map(|(first, line)| (*first, line.as_str())).collect();
        assert_eq!(first, [(true, "levels/a.ron:0:1: found `x`; "), (false, "expected a number"), (false, " 3 | x"), (false, "")]);
        assert_eq!(problems.lines.len(), 20 * 4 - 1);
        for _ in 0..500 {
            problems.scroll(true);
        }
        assert_eq!(problems.top, problems.lines.len() - LINES_SHOWN);
        problems.scroll(false);
        assert_eq!(problems.top, problems.lines.len() - LINES_SHOWN - 1);
        assert_eq!(broken("0123456789 12", 4), ["0123", "4567", "89 ", "12"]);
        assert!(Problems::new(&[], 30).lines.is_empty());
    }
}

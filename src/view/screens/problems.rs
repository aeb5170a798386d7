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
    /// Breaks `texts` into lines of at most `width_chars` characters.
    pub fn new(texts: &[String], width_chars: usize) -> Self {
        let mut lines = Vec::new();
        for text in texts {
            let mut first = true;
            for line in text.lines() {
                let characters: Vec<char> = line.chars().collect();
                for part in characters.chunks(width_chars.max(1)) {
                    lines.push((first, part.iter().collect()));
                    first = false;
                }
            }
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
        page.hints(sheet::HINT, "↑ ↓ scroll     Z or X back to the title");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_problems_are_broken_and_scrolling_stays_inside() {
        let texts: Vec<String> = (0..20).map(|n| format!("levels/a.ron:{n}:1: found `x`; expected a number\n    here")).collect();
        let mut problems = Problems::new(&texts, 30);
        assert_eq!(problems.lines[0], (true, "levels/a.ron:0:1: found `x`; e".to_owned()));
        assert_eq!(problems.lines[2], (false, "    here".to_owned()));
        assert_eq!(problems.lines.len(), 20 * 4 - 1);
        for _ in 0..500 {
            problems.scroll(true);
        }
        assert_eq!(problems.top, problems.lines.len() - LINES_SHOWN);
        problems.scroll(false);
        assert_eq!(problems.top, problems.lines.len() - LINES_SHOWN - 1);
        assert!(Problems::new(&[], 30).lines.is_empty());
    }
}

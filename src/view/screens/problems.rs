//! What is wrong with the content: file, line, column, what is expected there, and the line with a mark under the very character. The game goes on
//! with the rest.
//!
//! Units: page units. Must not know where the problems come from.

use super::page::{LABEL, Page};
use super::sheet;
use super::trouble::{Told, told};
use crate::view::ink::Align;
use tamafubuki::content::Diagnostic;

/// Between problems.
const GAP: f32 = 7.0;
const LEFT: f32 = sheet::LEFT + 34.0;
const WIDTH: f32 = sheet::RIGHT - sheet::LEFT - 68.0;
/// First baseline, and the lowest that a problem reaches.
const ROWS: (f32, f32) = (sheet::TOP + 72.0, sheet::BOTTOM - 24.0);

/// Problems, and the first that is shown.
#[derive(Debug, Default)]
pub struct Problems {
    told: Vec<Told>,
    top: usize,
    /// All that follows fits on the sheet, as drawn last.
    is_at_end: bool,
}

impl Problems {
    /// Shows these from the first on.
    pub fn new(problems: &[Diagnostic]) -> Self {
        Self { told: problems.iter().map(told).collect(), top: 0, is_at_end: false }
    }

    /// Scrolls by a problem.
    pub fn scroll(&mut self, down: bool) {
        match down {
            true if !self.is_at_end => self.top = (self.top + 1).min(self.told.len().saturating_sub(1)),
            true => {}
            false => self.top = self.top.saturating_sub(1),
        }
    }

    /// Draws those that fit.
    pub fn draw(&mut self, page: &mut Page) {
        let below = sheet::draw(page, "Content errors");
        let mut y = ROWS.0 + below;
        let mut shown = 0;
        for told in &self.told[self.top.min(self.told.len())..] {
            if shown > 0 && y + told.height(page, WIDTH) > ROWS.1 + below {
                break;
            }
            y = told.draw(page, LEFT, y, WIDTH) + GAP;
            shown += 1;
        }
        let hidden = self.told.len() - self.top - shown;
        self.is_at_end = hidden == 0;
        if hidden > 0 {
            let plural = if hidden == 1 { "" } else { "s" };
            let (x, y) = (sheet::RIGHT - 34.0, sheet::BOTTOM - 14.0 + below);
            page.print(x, y, 8.0, Align::Right, LABEL, format_args!("↓ {hidden} more problem{plural}"));
        }
        page.hints(sheet::MIDDLE, sheet::HINT, "↑ ↓ scroll     Z or X back to the title");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrolling_stays_inside() {
        let problems: Vec<Diagnostic> = (0..20).map(|n| Diagnostic::of_file(&format!("levels/{n}.ron"), "bad", "good")).collect();
        let mut problems = Problems::new(&problems);
        for _ in 0..500 {
            problems.scroll(true);
        }
        assert_eq!(problems.top, 19);
        problems.scroll(false);
        assert_eq!(problems.top, 18);
        problems.is_at_end = true;
        problems.scroll(true);
        assert_eq!(problems.top, 18, "the last is shown already");
        let mut none = Problems::new(&[]);
        none.scroll(true);
        assert_eq!(none.top, 0);
    }
}

//! What is wrong with content that was just saved, laid over the game: place, words, and the line with a mark under the very character.
//!
//! Units: page units. Invariant: it is there as long as the trouble is. Must not know where the texts come from.

use super::page::{INK, LABEL, Page, VERMILION, faded};
use crate::view::ink::Align;
use tamafubuki::content::Diagnostic;

/// Problems shown at once.
const SHOWN_MAX: usize = 2;
/// Characters of the line that are shown around the mark.
const EXCERPT_CHARS: usize = 104;
const TOP: f32 = 20.0;
const LINE: f32 = 11.5;
/// Characters that are seen behind the mark, if there are so many.
const SEEN_AFTER: usize = 16;
const SIZE: f32 = 8.0;
const EXCERPT_SIZE: f32 = 8.5;
/// Lines of words of one problem at most.
const WORD_LINES_MAX: usize = 3;

/// Where it is laid over the page: left edge and width.
pub const WHOLE: (f32, f32) = (27.0, 586.0);
/// The same beside the title's scroll, which is hung at the right.
pub const BESIDE_SCROLL: (f32, f32) = (20.0, 384.0);

/// One problem, ready to be drawn.
#[derive(Debug, Default, PartialEq)]
pub struct Told {
    place: String,
    words: String,
    /// The line, or a part of it, and the characters before the mark.
    excerpt: String,
    mark: usize,
}

/// What is wrong now.
#[derive(Debug, Default)]
pub struct Trouble {
    told: Vec<Told>,
    more: usize,
}

impl Trouble {
    /// Shows these, and nothing if there are none.
    pub fn show(&mut self, problems: &[Diagnostic]) {
        self.told = problems.iter().take(SHOWN_MAX).map(told).collect();
        self.more = problems.len() - self.told.len();
    }

    /// Draws them at the upper edge of the page, where they hide least of a fight, in the columns given by left edge and width.
    pub fn draw(&self, page: &mut Page, (left, width): (f32, f32)) {
        if self.told.is_empty() {
            return;
        }
        let room = width - 24.0;
        let heights: f32 = self.told.iter().map(|told| told.height(page, room)).sum();
        let height = heights + 5.0 * (self.told.len() - 1) as f32 + LINE + 14.0;
        let rect = page.rect(left, TOP, width, height);
        page.ink.panel(rect);
        let mut y = TOP + 15.0;
        for told in &self.told {
            y = told.draw(page, left + 12.0, y, room) + 5.0;
        }
        let rest = if self.more > 0 { format!("and {} more; ", self.more) } else { String::new() };
        page.print(left + width - 12.0, y - 2.0, 7.5, Align::Right, LABEL, format_args!("{rest}the last sound version plays on"));
    }
}

impl Told {
    fn words(&self, page: &mut Page, width: f32) -> Vec<String> {
        page.wrapped(SIZE, width, WORD_LINES_MAX, &self.words)
    }

    /// How high it is when it is `width` wide, units.
    pub fn height(&self, page: &mut Page, width: f32) -> f32 {
        LINE * (1 + self.words(page, width).len()) as f32 + if self.excerpt.is_empty() { 0.0 } else { LINE * 1.6 }
    }

    /// Draws it from its first baseline on; gives the one after it.
    pub fn draw(&self, page: &mut Page, left: f32, top: f32, width: f32) -> f32 {
        let mut y = top;
        page.bold(left, y, SIZE + 0.5, Align::Left, VERMILION, &self.place);
        for line in self.words(page, width) {
            y += LINE;
            page.text(left, y, SIZE, Align::Left, INK, &line);
        }
        if !self.excerpt.is_empty() {
            y += LINE * 1.1;
            self.draw_excerpt(page, left, y, width);
            y += LINE * 0.5;
        }
        y + LINE
    }

    /// The line on a darker strip, and a small triangle under the character at which the problem is. What does not fit is left out, the
    /// mark never.
    fn draw_excerpt(&self, page: &mut Page, left: f32, y: f32, width: f32) {
        let strip = page.rect(left, y - 9.0, width, 12.0);
        page.ink.rect(strip.x, strip.y, strip.w, strip.h, faded(LABEL, 0.16));
        let (size, room) = (page.px(EXCERPT_SIZE), page.px(width - 8.0));
        let letters: Vec<char> = self.excerpt.chars().collect();
        let text = |letters: &[char]| letters.iter().collect::<String>();
        let (mut from, mut to) = (0, letters.len());
        while from < self.mark && page.ink.text_width(size, &text(&letters[from..(self.mark + SEEN_AFTER).min(to)])) > room {
            from += 1;
        }
        while to > self.mark + 1 && page.ink.text_width(size, &text(&letters[from..to])) > room {
            to -= 1;
        }
        page.text(left + 4.0, y, EXCERPT_SIZE, Align::Left, INK, &text(&letters[from..to]));
        let (mark, after) = (self.mark.min(letters.len()), (self.mark + 1).min(letters.len()));
        let start = page.ink.text_width(size, &text(&letters[from.min(mark)..mark]));
        let marked = page.ink.text_width(size, &text(&letters[mark..after])).max(size * 0.4);
        let (x, top, side) = (page.x(left + 4.0) + start + marked * 0.5, page.y(y + 3.5), page.px(3.2));
        page.ink.triangle([[x, top], [x + side, top + side * 1.5], [x - side, top + side * 1.5]], VERMILION);
    }
}

/// The problem as it is told.
pub fn told(problem: &Diagnostic) -> Told {
    let place = format!("{}:{}:{}", problem.written(), problem.line, problem.column);
    let mut words = String::new();
    if !problem.path.is_empty() {
        words = format!("{}: ", problem.path);
    }
    words.push_str(&problem.found);
    if !problem.expected.is_empty() {
        words = format!("{words}; expected {}", problem.expected);
    }
    if let Some(nearest) = &problem.nearest {
        words = format!("{words}; did you mean `{nearest}`?");
    }
    let line = problem.excerpt.trim_end();
    let column = problem.column - 1;
    let indent = line.chars().take_while(|letter| letter.is_whitespace()).count().min(column);
    let length = line.chars().count();
    // As much before the mark as after it, and no blank beginning.
    let skipped = if length - indent > EXCERPT_CHARS { column.saturating_sub(EXCERPT_CHARS / 2).max(indent) } else { indent };
    let excerpt = line.chars().skip(skipped).take(EXCERPT_CHARS).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    Told { place, words, excerpt, mark: column - skipped }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamafubuki::content;
    use tamafubuki::sim::problem::Problem;

    fn at(text: &str, field: &str) -> Told {
        let problem = Problem::unknown(vec![field.into()], "look", "dsic", ["disc"]);
        told(&content::place("levels/a.ron", text, [problem])[0])
    }

    #[test]
    fn the_mark_is_under_the_value_however_long_the_line() {
        let told = at("(\n        look: \"dsic\",\n)\n", "look");
        let expected = Told {
            place: "levels/a.ron:2:15".into(),
            words: "look: unknown look `dsic`; expected one of: disc; did you mean `disc`?".into(),
            excerpt: "look: \"dsic\",".into(),
            mark: 6,
        };
        assert_eq!(told, expected);
        for before in [0, 30, 200] {
            let text = format!("({}look: \"dsic\", {})\n", "x: 1, ".repeat(before), "y: 1, ".repeat(100));
            let told = at(&text, "look");
            let marked: String = told.excerpt.chars().skip(told.mark).take(6).collect();
            assert_eq!(marked, "\"dsic\"", "{}", told.excerpt);
            assert!(told.excerpt.chars().count() <= EXCERPT_CHARS);
        }
    }

    #[test]
    fn trouble_goes_when_nothing_is_wrong() {
        let mut trouble = Trouble::default();
        let problems: Vec<Diagnostic> = (0..5).map(|n| Diagnostic::of_file(&format!("levels/{n}.ron"), "bad", "good")).collect();
        trouble.show(&problems);
        assert_eq!((trouble.told.len(), trouble.more), (SHOWN_MAX, 3));
        assert_eq!(trouble.told[0].words, "bad; expected good");
        trouble.show(&[]);
        assert_eq!((trouble.told.len(), trouble.more), (0, 0));
    }
}

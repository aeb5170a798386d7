//! The dialogue box: a strip of paper at the foot of the playfield with the speaker's name and the line, written as it is spoken.
//!
//! Units: page units. Must not know the world: it is given the line.

use super::page::{INK, LABEL, PALE, Page, VERMILION, ease, faded};
use crate::view::ink::Align;

/// Edges of the box.
const LEFT: f32 = 34.0;
const WIDTH: f32 = 354.0;
const TOP: f32 = 356.0;
const HEIGHT: f32 = 84.0;
const SIZE: f32 = 11.5;
const CHARS_PER_TICK: f32 = 1.2;
const LINES_MAX: usize = 3;

/// A line of dialogue as shown.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Who speaks.
    pub speaker: &'a str,
    /// What.
    pub text: &'a str,
    /// The speaker stands on the left.
    pub on_left: bool,
    /// Ticks it has been shown.
    pub shown_ticks: u32,
    /// It is the first line: the box comes with it.
    pub first: bool,
}

/// How many characters are written after so many ticks.
pub fn written(text: &str, shown_ticks: u32) -> usize {
    ((shown_ticks as f32 * CHARS_PER_TICK) as usize).min(text.chars().count())
}

/// Where lines of at most `width` break, as byte ranges; `measure` gives the width of a text. Breaks at spaces, and inside a word
/// only when it is wider than a line or written without spaces.
pub fn broken(text: &str, width: f32, mut measure: impl FnMut(&str) -> f32) -> [(usize, usize); LINES_MAX] {
    let mut lines = [(0, 0); LINES_MAX];
    let (mut line, mut start, mut space) = (0, 0, None);
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        if character != ' ' && measure(&text[start..end]) > width && line + 1 < LINES_MAX {
            let (stop, next) = space.map_or((at, at), |space| (space, space + 1));
            lines[line] = (start, stop);
            (line, start, space) = (line + 1, next, None);
        }
        if character == ' ' {
            space = Some(at);
        }
    }
    lines[line] = (start, text.len());
    lines
}

/// Draws the box.
pub fn draw(page: &mut Page, line: &Line) {
    let come = if line.first { ease(line.shown_ticks as f32 / 60.0, 0.3) } else { 1.0 };
    let top = TOP + (1.0 - come) * 30.0;
    let rect = page.rect(LEFT, top, WIDTH, HEIGHT);
    page.ink.panel(rect);
    let (edge, thick) = (rect.grown(-page.px(3.0)), page.px(0.5).max(1.0).round());
    page.ink.frame(edge, thick, faded(VERMILION, 0.35));
    name(page, line, top);
    let (size, width) = (page.px(SIZE), page.px(WIDTH - 40.0));
    let lines = broken(line.text, width, |text| page.ink.text_width(size, text));
    let mut left = written(line.text, line.shown_ticks);
    for (index, (start, stop)) in lines.into_iter().enumerate() {
        let part = &line.text[start..stop];
        let shown = part.char_indices().nth(left).map_or(part, |(byte, _)| &part[..byte]);
        page.text(LEFT + 20.0, top + 34.0 + 17.0 * index as f32, SIZE, Align::Left, INK, shown);
        left -= shown.chars().count();
    }
    if written(line.text, line.shown_ticks) == line.text.chars().count() {
        let hop = (page.seconds * 5.0).sin().abs() * 2.0;
        page.text(LEFT + WIDTH - 14.0, top + HEIGHT - 10.0 - hop, 8.0, Align::Right, VERMILION, "▼");
    }
    page.text(LEFT + 20.0, top + HEIGHT - 9.0, 7.0, Align::Left, faded(LABEL, 0.8), "Z next     Z and Shift held: skip");
}

/// The speaker's name on a tab above the box, on the speaker's side.
fn name(page: &mut Page, line: &Line, top: f32) {
    let size = page.px(11.0);
    let width = page.ink.text_width(size, line.speaker) / page.layout.scale + 26.0;
    let left = if line.on_left { LEFT + 12.0 } else { LEFT + WIDTH - 12.0 - width };
    let tab = page.rect(left, top - 13.0, width, 22.0);
    page.ink.shadow(tab, page.px(3.0));
    let light = [0xBE, 0x3A, 0x2E, 255];
    let dark = [0xA4, 0x2E, 0x26, 255];
    let corners = [[tab.x, tab.y], [tab.right(), tab.y], [tab.right(), tab.bottom()], [tab.x, tab.bottom()]];
    page.ink.quad(corners, [light, light, dark, dark]);
    page.text(left + width * 0.5, top + 2.0, 11.0, Align::Center, PALE, line.speaker);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, width: f32) -> Vec<&str> {
        let broken = broken(text, width, |text| text.chars().count() as f32);
        broken.iter().map(|&(start, stop)| &text[start..stop]).filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn lines_break_at_spaces_and_long_words_inside() {
        assert_eq!(lines("paper falls on the festival", 14.0), ["paper falls on", "the festival"]);
        assert_eq!(lines("short", 14.0), ["short"]);
        assert_eq!(lines("紙吹雪が夜空に舞う", 4.0), ["紙吹雪が", "夜空に舞", "う"]);
        assert_eq!(lines("a b c d e f g h i j", 3.0), ["a b", "c d", "e f g h i j"], "the last line keeps the rest");
        assert!(lines("", 4.0).is_empty());
    }

    #[test]
    fn text_is_written_as_it_is_spoken() {
        assert_eq!((written("paper", 0), written("paper", 2), written("paper", 600)), (0, 2, 5));
    }
}

//! The title and the choice of a difficulty: a hanging scroll in front of the snowing night.

use super::menu::Menu;
use super::page::{INK, LABEL, PALE, Page, VERMILION, ease, faded};
use super::{Item, Place};
use crate::view::grouped::Grouped;
use crate::view::ink::Align;
use crate::view::layout::Rect;

/// Left edge, width and lower end of the scroll, units.
const SCROLL: (f32, f32, f32) = (416.0, 188.0, 446.0);
/// Left edge of what is written on it.
const TEXT_X: f32 = SCROLL.0 + 46.0;

/// From line to line of the menu.
const LINE: f32 = 24.0;

/// What the scroll shows.
pub struct Scroll<'a> {
    /// Title or difficulty.
    pub place: Place,
    /// The lines to choose from.
    pub menu: &'a Menu<Item>,
    /// Best scores, by difficulty.
    pub hi_scores: [u64; 4],
    /// Cleared already, by difficulty.
    pub cleared: [bool; 4],
    /// Problems found in the content.
    pub problem_count: usize,
    /// Mods that are on.
    pub mod_count: usize,
}

/// Draws the scroll.
pub fn draw(page: &mut Page, scroll: &Scroll) {
    let unrolled = ease(page.seconds - 0.1, 0.9);
    paper(page, unrolled);
    if unrolled > 0.9 {
        name(page);
        match scroll.place {
            Place::Difficulty => levels(page, scroll),
            _ => lines(page, scroll),
        }
    }
    page.hints(212.0, faded(PALE, 0.75), "↑ ↓ choose     Z accept     X back     F11 full screen");
}

/// The scroll itself: silk borders, paper, and the rod that rolls down with it.
fn paper(page: &mut Page, unrolled: f32) {
    let (x, w, end) = SCROLL;
    let bottom = end * unrolled.max(0.04);
    let top = page.layout.window.y - page.px(20.0);
    let body = page.rect(x, 0.0, w, bottom);
    let body = Rect::new(body.x, top, body.w, page.y(bottom) - top);
    page.ink.panel(body);
    let border = page.px(9.0).round();
    for left in [body.x, body.right() - border] {
        page.ink.rect(left, body.y, border, body.h, [0x2A, 0x33, 0x5E, 255]);
        let stitch = if left == body.x { left + border - page.px(1.2) } else { left + page.px(0.6) };
        page.ink.rect(stitch.round(), body.y, page.px(0.6).max(1.0).round(), body.h, [0xC9, 0xA8, 0x5C, 255]);
    }
    let rod = page.rect(x - 9.0, bottom - 4.0, w + 18.0, 9.0);
    page.ink.shadow(rod, page.px(3.0));
    let (dark, light) = ([0x3A, 0x1E, 0x1A, 255], [0x7A, 0x3C, 0x2C, 255]);
    let middle = rod.y + rod.h * 0.35;
    let quad = |y0: f32, y1: f32| [[rod.x, y0], [rod.right(), y0], [rod.right(), y1], [rod.x, y1]];
    page.ink.quad(quad(rod.y, middle), [dark, dark, light, light]);
    page.ink.quad(quad(middle, rod.bottom()), [light, light, dark, dark]);
    for knob in [rod.x, rod.right() - page.px(5.0)] {
        page.ink.rect(knob, rod.y - page.px(1.0), page.px(5.0), rod.h + page.px(2.0), [0x1E, 0x12, 0x12, 255]);
    }
}

fn name(page: &mut Page) {
    let middle = SCROLL.0 + SCROLL.1 * 0.5;
    for (index, character) in ["弾", "吹", "雪"].into_iter().enumerate() {
        let come = ease(page.seconds - 0.7 - 0.12 * index as f32, 0.5);
        page.bold(middle, 66.0 + 56.0 * index as f32 - (1.0 - come) * 10.0, 54.0, Align::Center, faded(VERMILION, come), character);
    }
    let come = ease(page.seconds - 1.2, 0.5);
    page.text(middle, 204.0, 12.0, Align::Center, faded(INK, come), "T A M A F U B U K I");
    page.line(middle - 50.0, 213.0, 100.0 * come, faded(VERMILION, 0.6));
}

fn lines(page: &mut Page, scroll: &Scroll) {
    page.list(scroll.menu, TEXT_X, 248.0, LINE, 15.0, |item| match item {
        Item::Start => "Start",
        Item::Replays => "Replays",
        Item::Lab => "Pattern lab",
        Item::Mods => "Mods",
        Item::Settings => "Options",
        Item::Problems => "Content errors",
        _ => "Quit",
    });
    if scroll.problem_count > 0 {
        let y = 246.0 + LINE * scroll.menu.items().len() as f32;
        let plural = if scroll.problem_count == 1 { "" } else { "s" };
        page.print(TEXT_X, y, 8.0, Align::Left, VERMILION, format_args!("{} problem{plural} in the content", scroll.problem_count));
    }
    let middle = SCROLL.0 + SCROLL.1 * 0.5;
    match scroll.mod_count {
        0 => page.print(middle, 430.0, 7.5, Align::Center, LABEL, format_args!("version {}", env!("CARGO_PKG_VERSION"))),
        count => {
            let plural = if count == 1 { "" } else { "s" };
            page.print(
                middle,
                430.0,
                7.5,
                Align::Center,
                VERMILION,
                format_args!("version {} with {count} mod{plural}", env!("CARGO_PKG_VERSION")),
            );
        }
    }
}

fn levels(page: &mut Page, scroll: &Scroll) {
    page.list(scroll.menu, TEXT_X, 246.0, 38.0, 15.0, |item| match item {
        Item::Level(0) => "Easy",
        Item::Level(1) => "Normal",
        Item::Level(2) => "Hard",
        _ => "Lunatic",
    });
    for (index, &item) in scroll.menu.items().iter().enumerate() {
        let words = match item {
            Item::Level(0) => "for a first flight",
            Item::Level(1) => "the snow as it falls",
            Item::Level(2) => "a stiff north wind",
            _ => "the whole sky at once",
        };
        let y = 246.0 + 38.0 * index as f32;
        let come = ease(page.shown_seconds - 0.1 - 0.03 * index as f32, 0.3);
        page.text(TEXT_X, y + 12.0, 8.0, Align::Left, faded(LABEL, come), words);
    }
    let Some(Item::Level(level)) = scroll.menu.selected() else { return };
    let (left, right) = (SCROLL.0 + 22.0, SCROLL.0 + SCROLL.1 - 22.0);
    page.line(left, 404.0, right - left, faded(LABEL, 0.5));
    page.text(left, 420.0, 8.0, Align::Left, LABEL, if scroll.cleared[level] { "BEST · CLEARED" } else { "BEST" });
    page.digits(right, 421.0, 12.0, Align::Right, INK, format_args!("{}", Grouped(scroll.hi_scores[level])));
}

//! The list of mods: what each is, and whether and in which place it is on.
//!
//! Units: page units. Must not know files: it is given rows.

use super::menu::Menu;
use super::page::{INK, LABEL, Page, VERMILION, faded};
use super::{Item, sheet};
use crate::view::ink::Align;

/// Rows shown at once.
const ROWS_SHOWN: usize = 6;
const ROW: f32 = 54.0;
const SIZE: f32 = 8.5;

/// Whether a mod is on.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum State {
    /// It is not.
    #[default]
    Off,
    /// It is, in this place from 1; a later one wins.
    On(usize),
    /// It is, by the command line.
    Given,
    /// It cannot be: what is wrong.
    Broken(String),
}

/// One mod as listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its title, or the name of its folder.
    pub title: String,
    /// Its version.
    pub version: String,
    /// Who made it.
    pub authors: String,
    /// What it adds.
    pub adds: String,
    /// Whether it is on.
    pub state: State,
}

/// Draws the list. `folder` is where mods are put.
pub fn draw(page: &mut Page, menu: &Menu<Item>, rows: &[Row], folder: &str) {
    let below = sheet::draw(page, "Mods");
    let top = sheet::TOP + 78.0 + below;
    if rows.is_empty() {
        page.text(sheet::MIDDLE, 176.0 + below, 12.0, Align::Center, INK, "There is no mod yet.");
        page.text(sheet::MIDDLE, 196.0 + below, 9.0, Align::Center, LABEL, "A mod is a folder with a mod.ron. Put it into");
        lines(page, sheet::MIDDLE, 212.0 + below, folder, 340.0, 3, Align::Center);
        page.text(sheet::MIDDLE, 254.0 + below, 9.0, Align::Center, LABEL, "or write one: tamafubuki new mod NAME");
    }
    let first = menu.index().saturating_sub(ROWS_SHOWN - 1).min(menu.items().len().saturating_sub(ROWS_SHOWN));
    for (line, (index, &item)) in menu.items().iter().enumerate().skip(first).take(ROWS_SHOWN).enumerate() {
        let y = top + ROW * line as f32;
        let selected = index == menu.index();
        match item {
            Item::Mod(nth) if nth < rows.len() => row(page, y, &rows[nth], selected),
            _ => {
                let y = if rows.is_empty() { 300.0 + below } else { y };
                page.text(sheet::LEFT + 44.0, y, 12.0, Align::Left, if selected { VERMILION } else { INK }, "Back");
                if selected {
                    page.marker(sheet::LEFT + 26.0, y - 3.6, 8.0);
                }
            }
        }
    }
    let hidden = menu.items().len().saturating_sub(first + ROWS_SHOWN);
    if hidden > 0 {
        page.print(sheet::RIGHT - 34.0, sheet::BOTTOM - 12.0 + below, 8.0, Align::Right, LABEL, format_args!("↓ {hidden} more"));
    }
    page.hints(sheet::MIDDLE, sheet::HINT, "↑ ↓ choose     Z on and off     ← → earlier and later: the last one wins     X back");
}

fn row(page: &mut Page, y: f32, row: &Row, selected: bool) {
    let (left, right) = (sheet::LEFT + 44.0, sheet::RIGHT - 34.0);
    if selected {
        page.marker(sheet::LEFT + 26.0, y - 3.6, 8.0);
    }
    let ink = if selected { VERMILION } else { INK };
    page.bold(left, y, 11.0, Align::Left, ink, &row.title);
    match &row.state {
        State::Off => page.text(right, y, 10.0, Align::Right, LABEL, "off"),
        State::On(place) => page.print(right, y, 10.0, Align::Right, VERMILION, format_args!("on, {place}")),
        State::Given => page.text(right, y, 10.0, Align::Right, VERMILION, "on, --mod"),
        State::Broken(_) => page.text(right, y, 10.0, Align::Right, VERMILION, "has problems"),
    }
    let width = right - left;
    if let State::Broken(why) = &row.state {
        lines(page, left, y + 13.0, why.lines().next().unwrap_or_default(), width, 2, Align::Left);
    } else {
        page.print(left, y + 12.0, SIZE, Align::Left, LABEL, format_args!("version {}, by {}", row.version, row.authors));
        lines(page, left, y + 23.0, &row.adds, width, 2, Align::Left);
    }
    page.line(left, y + ROW - 15.0, width, faded(LABEL, 0.25));
}

/// A text in a few lines.
fn lines(page: &mut Page, x: f32, y: f32, text: &str, width: f32, most: usize, align: Align) {
    for (index, line) in page.wrapped(SIZE, width, most, text).iter().enumerate() {
        page.text(x, y + 10.5 * index as f32, SIZE, align, INK, line);
    }
}

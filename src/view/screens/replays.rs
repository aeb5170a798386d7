//! The list of kept replays.
//!
//! Units: page units. Must not know files: it is given rows.

use super::menu::Menu;
use super::page::{INK, LABEL, Page, VERMILION, faded};
use super::{Item, sheet};
use crate::view::grouped::Grouped;
use crate::view::ink::Align;
use std::path::PathBuf;

/// Rows shown at once.
const ROWS_SHOWN: usize = 11;

/// One replay as listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its file.
    pub path: PathBuf,
    /// Who played.
    pub player: String,
    /// Difficulty.
    pub difficulty: &'static str,
    /// Stage number.
    pub stage: u32,
    /// Final score.
    pub score: u64,
    /// How it ended, in a word.
    pub outcome: &'static str,
    /// When it began.
    pub date: String,
    /// Why it cannot be watched; empty when it can.
    pub trouble: String,
}

/// Date and time (UTC) of so many seconds since 1970: `2026-01-31 08:05`.
///
/// SOURCE: the days-to-date formula of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
pub fn date(unix_seconds: u64) -> String {
    let (days, seconds) = (unix_seconds / 86_400, unix_seconds % 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", seconds / 3_600, seconds / 60 % 60)
}

/// Draws the list.
pub fn draw(page: &mut Page, menu: &Menu<Item>, rows: &[Row]) {
    let below = sheet::draw(page, "Replays");
    let top = sheet::TOP + 76.0 + below;
    if rows.is_empty() {
        page.text(sheet::MIDDLE, 200.0 + below, 12.0, Align::Center, INK, "No replay is kept yet.");
        page.text(sheet::MIDDLE, 218.0 + below, 9.0, Align::Center, LABEL, "Finish a run, and save it on the page of results.");
    }
    let first = menu.index().saturating_sub(ROWS_SHOWN - 1).min(menu.items().len().saturating_sub(ROWS_SHOWN));
    for (line, (index, &item)) in menu.items().iter().enumerate().skip(first).take(ROWS_SHOWN).enumerate() {
        let y = top + 28.0 * line as f32;
        let selected = index == menu.index();
        if selected {
            page.marker(sheet::LEFT + 26.0, y - 3.6, 8.0);
        }
        match item {
            Item::Replay(replay) => row(page, y, &rows[replay], selected),
            _ => page.text(sheet::LEFT + 44.0, y, 12.0, Align::Left, if selected { VERMILION } else { INK }, "Back"),
        }
    }
    if menu.items().len() > ROWS_SHOWN {
        let (track, share) = (28.0 * ROWS_SHOWN as f32, ROWS_SHOWN as f32 / menu.items().len() as f32);
        let from = top - 10.0 + track * first as f32 / menu.items().len() as f32;
        let (x, y, w, h) = (page.x(sheet::RIGHT - 18.0), page.y(from), page.px(2.0), page.px(track * share));
        page.ink.rect(x, y, w, h, faded(LABEL, 0.5));
    }
    page.hints(sheet::MIDDLE, sheet::HINT, "↑ ↓ choose     Z watch     X back");
}

fn row(page: &mut Page, y: f32, row: &Row, selected: bool) {
    let (left, right) = (sheet::LEFT + 44.0, sheet::RIGHT - 34.0);
    if !row.trouble.is_empty() {
        page.text(left, y, 10.0, Align::Left, LABEL, &row.date);
        return page.text(right, y, 9.0, Align::Right, LABEL, &row.trouble);
    }
    let rgba = if selected { VERMILION } else { INK };
    page.digits(left, y, 9.0, Align::Left, LABEL, format_args!("{}", row.date));
    page.text(left + 104.0, y, 11.0, Align::Left, rgba, &row.player);
    page.print(left + 176.0, y, 11.0, Align::Left, rgba, format_args!("{} {}", row.difficulty, row.stage));
    page.text(left + 240.0, y, 9.0, Align::Left, LABEL, row.outcome);
    page.digits(right, y, 12.0, Align::Right, rgba, format_args!("{}", Grouped(row.score)));
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00"),
            (951_782_400, "2000-02-29 00:00"),
            (1_709_251_199, "2024-02-29 23:59"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}

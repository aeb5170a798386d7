//! The list of pieces, drawn: a heading, what is looked for, a row for each piece.
//!
//! Units: physical pixels. Invariant: as many rows as fit are shown, the chosen one among them after it was chosen.

use super::Lab;
use super::command::Command;
use super::desk::{BODY, Desk, HEADING, SMALL};
use crate::view::brush::faded;
use crate::view::glyphs::Face;
use crate::view::ink::Align;
use crate::view::layout::Rect;
use crate::view::screens::page::{INK, LABEL, VERMILION};

/// Height of a row, u.
const ROW: f32 = 41.0;

impl Lab {
    /// Draws the list.
    pub(super) fn draw_list(&mut self, desk: &mut Desk) {
        let area = self.plan.list;
        desk.bold(area.x, area.y + desk.px(20.0), HEADING, Align::Left, VERMILION, "Pattern lab");
        let count = self.catalog.count();
        let words = format!("{count} piece{}", if count == 1 { "" } else { "s" });
        desk.text(area.right(), area.y + desk.px(20.0), SMALL, Align::Right, LABEL, &words);
        let search = Rect::new(area.x, area.y + desk.px(32.0), area.w, desk.px(28.0));
        self.draw_search(desk, search);
        let rows = Rect::new(area.x, search.bottom() + desk.px(10.0), area.w, area.bottom() - search.bottom() - desk.px(10.0));
        let row_h = desk.px(ROW);
        let fitting = (rows.h / row_h).floor().max(1.0);
        let count = self.catalog.shown().len();
        if let (true, Some(place)) = (self.seeks_choice, self.catalog.chosen_place()) {
            let place = place as f32;
            self.list_top = self.list_top.min(place).max(place + 1.0 - fitting);
        }
        self.seeks_choice = false;
        self.list_top = self.list_top.clamp(0.0, (count as f32 - fitting).max(0.0)).floor();
        if count == 0 {
            return self.draw_nothing(desk, rows);
        }
        let first = self.list_top as usize;
        let bar_w = if count as f32 > fitting { desk.px(8.0) } else { 0.0 };
        for (line, place) in (first..count.min(first + fitting as usize)).enumerate() {
            let rect = Rect::new(rows.x, rows.y + row_h * line as f32, rows.w - bar_w, row_h - desk.px(3.0));
            self.draw_row(desk, rect, place);
        }
        if bar_w > 0.0 {
            let thumb_h = rows.h * fitting / count as f32;
            let top = rows.y + (rows.h - thumb_h) * self.list_top / (count as f32 - fitting);
            desk.ink.rect(rows.right() - desk.px(4.0), rows.y, desk.px(3.0), rows.h, faded(LABEL, 0.2));
            desk.ink.rect(rows.right() - desk.px(4.0), top, desk.px(3.0), thumb_h, faded(VERMILION, 0.7));
        }
    }

    fn draw_search(&self, desk: &mut Desk, rect: Rect) {
        let is_hot = desk.spot(rect, Command::Filter);
        desk.ink.rect(rect.x, rect.y, rect.w, rect.h, [0xFB, 0xF6, 0xE9, if self.filtering { 255 } else { 150 }]);
        let edge = if is_hot || self.filtering { VERMILION } else { faded(LABEL, 0.5) };
        desk.ink.frame(rect, desk.px(1.0).max(1.0), edge);
        let base = rect.y + rect.h * 0.5 + desk.px(BODY) * 0.35;
        let (left, room) = (rect.x + desk.px(9.0), rect.w - desk.px(20.0));
        let filter = self.catalog.filter();
        let end = match (filter, self.filtering) {
            ("", false) => desk.fitted((left, room), base, BODY, Face::Regular, LABEL, "/   look for a name"),
            (filter, _) => desk.fitted((left, room), base, BODY, Face::Regular, INK, filter),
        };
        if self.filtering {
            let start = if filter.is_empty() { left } else { left + end + desk.px(1.0) };
            desk.ink.rect(start, rect.y + desk.px(6.0), desk.px(1.5).max(1.0), rect.h - desk.px(12.0), VERMILION);
        }
    }

    fn draw_nothing(&self, desk: &mut Desk, rows: Rect) {
        let words = if self.catalog.count() == 0 {
            "There is nothing to run: this content has no sound stage and no shared pattern. Put a pattern into levels/patterns, or write one: \
             tamafubuki new pattern NAME"
        } else {
            "No name has these words. Esc forgets them."
        };
        desk.lines(rows.x, rows.y + desk.px(22.0), BODY, rows.w, INK, words);
    }

    fn draw_row(&self, desk: &mut Desk, rect: Rect, place: usize) {
        let Some(entry) = self.catalog.shown().nth(place) else { return };
        let is_chosen = self.catalog.chosen_place() == Some(place);
        let is_hot = desk.spot(rect, Command::Select(place));
        if is_chosen || is_hot {
            desk.ink.rect(rect.x, rect.y, rect.w, rect.h, [0xFF, 0xFB, 0xF0, if is_chosen { 230 } else { 120 }]);
        }
        if is_chosen {
            desk.ink.rect(rect.x, rect.y, desk.px(4.0), rect.h, VERMILION);
        }
        let (left, room) = (rect.x + desk.px(13.0), rect.w - desk.px(17.0));
        let face = if is_chosen { Face::Bold } else { Face::Regular };
        let name_rgba = if is_chosen { VERMILION } else { INK };
        let mut x = left;
        if entry.is_broken {
            let (s, y) = (desk.px(6.5), rect.y + desk.px(11.5));
            desk.ink.triangle([[x + s, y - s], [x + 2.0 * s, y + s * 0.8], [x, y + s * 0.8]], VERMILION);
            x += desk.px(18.0);
        }
        desk.fitted((x, room - (x - left)), rect.y + desk.px(17.0), BODY, face, name_rgba, &entry.name);
        desk.fitted((left, room), rect.y + desk.px(32.0), SMALL, Face::Regular, LABEL, &entry.about);
    }
}

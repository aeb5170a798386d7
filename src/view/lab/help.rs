//! The help: a sheet over the playfield that says what every key does.
//!
//! Units: physical pixels.

use super::Lab;
use super::command::HELP;
use super::desk::{BODY, Desk, HEADING, SMALL};
use crate::view::ink::Align;
use crate::view::layout::Rect;
use crate::view::screens::page::{INK, LABEL, VERMILION};

/// Baseline to baseline, u.
const LINE: f32 = 27.0;

impl Lab {
    /// Draws the sheet.
    pub(super) fn draw_help(&self, desk: &mut Desk) {
        let field = self.plan.field;
        let h = desk.px(LINE * HELP.len() as f32 + 96.0);
        let sheet = Rect::new(field.x + desk.px(20.0), (field.y + (field.h - h) * 0.5).round(), field.w - desk.px(40.0), h);
        desk.ink.panel(sheet);
        let (left, middle) = (sheet.x + desk.px(26.0), sheet.x + desk.px(136.0));
        desk.bold(left, sheet.y + desk.px(40.0), HEADING, Align::Left, VERMILION, "Keys of the lab");
        desk.hairline(left, sheet.y + desk.px(52.0), sheet.w - desk.px(52.0));
        for (index, (keys, what)) in HELP.into_iter().enumerate() {
            let y = sheet.y + desk.px(78.0 + LINE * index as f32);
            desk.bold(left, y, BODY, Align::Left, INK, keys);
            desk.fitted((middle, sheet.right() - middle - desk.px(16.0)), y, BODY, crate::view::glyphs::Face::Regular, INK, what);
        }
        desk.text(sheet.right() - desk.px(26.0), sheet.bottom() - desk.px(12.0), SMALL, Align::Right, LABEL, "any click, ? or Esc closes");
    }
}

//! A column of rows being written onto the page: titles, figures in columns, meters.
//!
//! Units: physical pixels; a place inside the column is a share of its width. Must not know: what is written.

use super::page::{Hand, Page};
use super::style::{self, Sizes};
use crate::view::ink::{Align, Rgba};
use crate::view::layout::Rect;
use std::fmt::{Arguments, Display};

/// Writes downwards.
pub struct Column<'p> {
    /// Where texts and bars go.
    pub page: &'p mut Page,
    /// Sizes.
    pub sizes: Sizes,
    area: Rect,
    /// Baseline of the row being written.
    pub y: f32,
}

impl<'p> Column<'p> {
    /// A column that fills `area`.
    pub fn new(page: &'p mut Page, sizes: Sizes, area: Rect) -> Column<'p> {
        Column { page, sizes, area, y: area.y }
    }

    /// Begins the next row.
    pub fn row(&mut self) {
        self.y += self.sizes.row;
    }

    /// Leaves room before the next section, with a hairline in the middle of it.
    pub fn rule(&mut self) {
        let y = self.y + self.sizes.gap + self.sizes.text * 0.1;
        self.page.bar(self.area.x, y.round(), self.area.w, 1.0, style::HAIRLINE);
        self.y += self.sizes.gap * 1.3;
    }

    /// What is left below the row.
    pub fn rest(&self) -> Rect {
        Rect::new(self.area.x, self.y, self.area.w, self.area.bottom() - self.y)
    }

    /// A place in the column.
    pub fn at(&self, share: f32) -> f32 {
        self.area.x + self.area.w * share
    }

    /// A text at the left of `share`.
    pub fn left(&mut self, share: f32, rgba: Rgba, text: Arguments) {
        self.put(share, Align::Left, rgba, text);
    }

    /// A text that ends at `share`.
    pub fn right(&mut self, share: f32, rgba: Rgba, text: Arguments) {
        self.put(share, Align::Right, rgba, text);
    }

    /// The title of a section, and names over its columns, each ending at its share.
    pub fn title(&mut self, title: &str, columns: &[(f32, &str)]) {
        self.row();
        self.left(0.0, style::TITLE, format_args!("{title}"));
        for (share, name) in columns {
            self.right(*share, style::FAINT, format_args!("{name}"));
        }
    }

    /// Figures, each ending at its share.
    pub fn figures(&mut self, rgba: Rgba, figures: &[(f32, &dyn Display)]) {
        for (share, figure) in figures {
            self.right(*share, rgba, format_args!("{figure}"));
        }
    }

    /// A meter between two shares, on the row's line.
    pub fn meter(&mut self, from: f32, to: f32, filled: f32, rgba: Rgba) {
        let (x, w, h) = (self.at(from), self.at(to) - self.at(from), (self.sizes.text * 0.5).round());
        let y = (self.y - h - self.sizes.text * 0.08).round();
        self.page.bar(x, y, w, h, style::HAIRLINE);
        let filled = filled.clamp(0.0, 1.0);
        if filled > 0.0 {
            self.page.bar(x, y, (w * filled).max(1.0), h, rgba);
        }
    }

    /// A small square of colour before a text.
    pub fn swatch(&mut self, share: f32, rgba: Rgba) {
        let side = (self.sizes.text * 0.62).round();
        self.page.bar(self.at(share), (self.y - side).round(), side, side, rgba);
    }

    fn put(&mut self, share: f32, align: Align, rgba: Rgba, text: Arguments) {
        self.page.put(self.at(share), self.y, align, Hand::new(self.sizes.text, rgba), text);
    }
}

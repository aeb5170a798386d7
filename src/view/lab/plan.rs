//! Where the parts of the lab stand in the window: list at the left, playfield in the middle, controls at the right, the timeline below.
//!
//! Units: physical pixels; `u` is a 1280th of a window of 4:3. Invariant: the parts lie inside the window and do not overlap; the playfield keeps
//! its aspect.

use crate::view::layout::{Layout, Rect};
use tamafubuki::sim::field::{HEIGHT_PX, WIDTH_PX};

/// Height of the timeline's strip, u.
const STRIP: f32 = 196.0;
/// Between parts, u.
const MARGIN: f32 = 14.0;
/// A column is no wider than this, u.
const COLUMN_MAX: f32 = 430.0;

/// The plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The whole window.
    pub window: Rect,
    /// Pixels in a u.
    pub u: f32,
    /// The list of pieces.
    pub list: Rect,
    /// The playfield.
    pub field: Rect,
    /// Pixels in a playfield px.
    pub scale: f32,
    /// Controls and readings.
    pub side: Rect,
    /// The timeline.
    pub strip: Rect,
}

impl Plan {
    /// For a window of this size.
    pub fn new(window: Rect) -> Self {
        let u = (window.w / 1280.0).min(window.h / 960.0).max(0.2);
        let margin = (MARGIN * u).round();
        let strip_h = (STRIP * u).round();
        let room_h = window.h - strip_h - 3.0 * margin;
        // The columns keep at least a fifth of the width each, however flat the window is.
        let scale = (room_h / HEIGHT_PX).min((window.w * 0.6 - 2.0 * margin) / WIDTH_PX).max(0.1);
        let (w, h) = ((WIDTH_PX * scale).round(), (HEIGHT_PX * scale).round());
        let column = ((window.w - w - 4.0 * margin) * 0.5).min(COLUMN_MAX * u).floor();
        let left = ((window.w - w - 2.0 * margin - 2.0 * column) * 0.5).round();
        let field = Rect::new(left + column + margin, margin, w, h);
        let strip_top = window.h - strip_h - margin;
        let strip = Rect::new(left, strip_top, 2.0 * column + 2.0 * margin + w, strip_h);
        let side_h = strip_top - 2.0 * margin;
        Self {
            window,
            u,
            list: Rect::new(left, margin, column, side_h),
            field,
            scale,
            side: Rect::new(field.right() + margin, margin, column, side_h),
            strip,
        }
    }

    /// The plan as the scene and pages of text understand it: the page is the playfield, in its own units.
    pub fn layout(&self) -> Layout {
        Layout { window: self.window, page: self.field, playfield: self.field, panel: self.side, scale: self.scale }
    }

    /// A point of the window in playfield px.
    pub fn in_field(&self, x: f32, y: f32) -> (f32, f32) {
        ((x - self.field.x) / self.scale, (y - self.field.y) / self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_keep_clear_of_each_other_in_any_window() {
        for (w, h) in
            [(1280.0, 960.0), (1920.0, 1080.0), (960.0, 720.0), (640.0, 480.0), (1000.0, 600.0), (800.0, 1400.0), (2560.0, 1080.0)]
        {
            let plan = Plan::new(Rect::new(0.0, 0.0, w, h));
            let Plan { list, field, side, strip, .. } = plan;
            assert!((field.w / field.h - WIDTH_PX / HEIGHT_PX).abs() < 0.02, "{w}x{h}");
            assert!(list.x >= 0.0 && list.right() < field.x && field.right() < side.x && side.right() <= w, "{w}x{h}: {plan:?}");
            assert!(field.bottom() < strip.y && list.bottom() < strip.y && strip.bottom() <= h, "{w}x{h}: {plan:?}");
            assert!(strip.x >= 0.0 && strip.right() <= w && list.w > 0.18 * (w.min(h * 4.0 / 3.0)), "{w}x{h}: {plan:?}");
            let (x, y) = plan.in_field(field.right(), field.bottom());
            assert!((x - WIDTH_PX).abs() < 1.0 && (y - HEIGHT_PX).abs() < 1.0, "{w}x{h}");
        }
    }
}

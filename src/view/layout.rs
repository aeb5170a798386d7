//! Where things stand in the window: playfield, panel and the scale between playfield units and physical pixels.
//! Owns no drawing. Invariant: the playfield keeps its aspect, starts on a whole pixel and lies inside the window.

use design::*;
use tamafubuki::sim::field;

/// The design page, in playfield units: the picture is laid out on 640 x 480 and scaled as a whole.
mod design {
    /// Width of the page.
    pub const PAGE_WIDTH: f32 = 640.0;
    /// Height of the page.
    pub const PAGE_HEIGHT: f32 = 480.0;
    /// Left edge of the playfield.
    pub const FIELD_LEFT: f32 = 19.0;
    /// Left edge of the panel's text column.
    pub const PANEL_LEFT: f32 = 423.0;
    /// Width of the panel's text column.
    pub const PANEL_WIDTH: f32 = 196.0;
}

/// A rectangle in physical pixels, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

impl Rect {
    /// A rectangle from its left, top, width and height.
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Self { x, y, w, h }
    }

    /// Right edge.
    pub fn right(&self) -> f32 {
        self.x + self.w
    }

    /// Bottom edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.h
    }

    /// Centre, horizontally.
    pub fn center_x(&self) -> f32 {
        self.x + self.w * 0.5
    }

    /// Grown by `by_px` on every side (shrunk when negative).
    pub fn grown(&self, by_px: f32) -> Self {
        Self { x: self.x - by_px, y: self.y - by_px, w: self.w + 2.0 * by_px, h: self.h + 2.0 * by_px }
    }
}

/// The window's layout, physical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The whole window.
    pub window: Rect,
    /// The design page (640 x 480 units) centred in the window: screens lay themselves out on it.
    pub page: Rect,
    /// The playfield, 384 x 448 units.
    pub playfield: Rect,
    /// The text column of the side panel.
    pub panel: Rect,
    /// Physical pixels in a playfield unit.
    pub scale: f32,
}

impl Layout {
    /// The layout of a window of `width_px` x `height_px` physical pixels; with `whole` the scale is a whole number where it can be.
    pub fn new(width_px: f32, height_px: f32, whole: bool) -> Self {
        let fit = (width_px / PAGE_WIDTH).min(height_px / PAGE_HEIGHT).max(0.1);
        let scale = if whole && fit >= 1.0 { fit.floor() } else { fit };
        let left = ((width_px - PAGE_WIDTH * scale) * 0.5).round();
        let top = ((height_px - PAGE_HEIGHT * scale) * 0.5).round();
        let (w, h) = (field::WIDTH_PX * scale, field::HEIGHT_PX * scale);
        let field_top = (top + (PAGE_HEIGHT * scale - h) * 0.5).round();
        Self {
            window: Rect::new(0.0, 0.0, width_px, height_px),
            page: Rect::new(left, top, PAGE_WIDTH * scale, PAGE_HEIGHT * scale),
            playfield: Rect::new((left + FIELD_LEFT * scale).round(), field_top, w.round(), h.round()),
            panel: Rect::new((left + PANEL_LEFT * scale).round(), field_top, (PANEL_WIDTH * scale).round(), h.round()),
            scale,
        }
    }

    /// A point of the playfield in physical pixels.
    pub fn point(&self, x: f32, y: f32) -> (f32, f32) {
        (self.playfield.x + x * self.scale, self.playfield.y + y * self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_fills_the_reference_window_twice() {
        let layout = Layout::new(1280.0, 960.0, false);
        assert_eq!(layout.scale, 2.0);
        assert_eq!(layout.playfield, Rect::new(38.0, 32.0, 768.0, 896.0));
        assert_eq!(layout.panel.right(), 846.0 + 392.0);
    }

    #[test]
    fn the_playfield_keeps_its_aspect_and_stays_inside_any_window() {
        for (w, h) in [(1920.0, 1080.0), (1001.0, 777.0), (640.0, 480.0), (500.0, 1400.0), (3000.0, 300.0), (64.0, 48.0)] {
            for whole in [false, true] {
                let l = Layout::new(w, h, whole);
                assert!((l.playfield.w / l.playfield.h - 384.0 / 448.0).abs() < 0.05, "{w}x{h}");
                assert!(l.playfield.x >= 0.0 && l.playfield.y >= 0.0, "{w}x{h}");
                assert!(l.panel.right() <= w && l.playfield.bottom() <= h, "{w}x{h}");
                assert!(l.panel.x > l.playfield.right(), "{w}x{h}");
                assert_eq!((l.playfield.x.fract(), l.playfield.y.fract()), (0.0, 0.0));
            }
        }
        assert_eq!(Layout::new(1920.0, 1080.0, true).scale, 2.0);
    }
}

//! Banners: short lines that ease into the playfield and out again: the stage's title, a captured card, an extend.
//! Units: playfield units (px), ticks. Invariant: at most `CAPACITY` at once, the oldest gives way. Must not know the world.

use crate::view::brush::{self, Mesh};
use crate::view::ease;
use crate::view::glyphs::Face;
use crate::view::grouped::Grouped;
use crate::view::ink::{Align, Ink, Pen, Rgba};
use crate::view::layout::Layout;
use glam::Vec2;
use tamafubuki::sim::event::{Event, Happening};
use tamafubuki::sim::field;

const CAPACITY: usize = 3;
const LIFE_TICKS: f32 = 130.0;
/// Type sizes and the outline, px.
pub(super) const SIZE: f32 = 15.0;
pub(super) const BONUS_SIZE: f32 = 11.0;
pub(super) const OUTLINE: f32 = 1.2;
/// Ticks the stage's title is shown.
pub const TITLE_TICKS: f32 = 240.0;
const CREAM: Rgba = [0xF8, 0xF0, 0xDE, 255];
const GOLD: Rgba = [0xFF, 0xD6, 0x6E, 255];
const GREEN: Rgba = [0x9C, 0xEC, 0xB0, 255];
const PALE: Rgba = [0xC8, 0xC4, 0xDC, 255];
const EDGE: Rgba = [0x16, 0x10, 0x22, 235];

/// One banner: what happened, its number, ticks since.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Banner {
    what: Happening,
    value: u32,
    age: f32,
}

/// The banners in the playfield.
#[derive(Debug, Default)]
pub struct Banners {
    shown: [Option<Banner>; CAPACITY],
}

impl Banners {
    /// One tick: those shown grow older, what deserves a banner gets one.
    pub fn hear(&mut self, events: &[Event]) {
        for slot in &mut self.shown {
            *slot = slot.map(|banner| Banner { age: banner.age + 1.0, ..banner }).filter(|banner| banner.age < LIFE_TICKS);
        }
        for event in events.iter().filter(|event| wording(event.what).is_some()) {
            self.shown.rotate_right(1);
            self.shown[0] = Some(Banner { what: event.what, value: event.value, age: 0.0 });
        }
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.shown = [None; CAPACITY];
    }

    /// Draws them, the newest lowest. `lag` is the part of the last tick still to come.
    pub fn draw(&self, ink: &mut Ink, layout: &Layout, lag: f32) {
        for (index, banner) in self.shown.iter().enumerate() {
            if let Some(banner) = banner {
                line(ink, layout, banner, lag, 218.0 - index as f32 * 34.0);
            }
        }
    }
}

/// What a banner says, and its colour.
fn wording(what: Happening) -> Option<(&'static str, Rgba)> {
    match what {
        Happening::SpellCaptured => Some(("Spell card captured", GOLD)),
        Happening::SpellFailed => Some(("Spell card ended", PALE)),
        Happening::Extend => Some(("A crane joins you", GREEN)),
        Happening::FullPower => Some(("Full power", GOLD)),
        _ => None,
    }
}

fn line(ink: &mut Ink, layout: &Layout, banner: &Banner, lag: f32, y: f32) {
    let Some((text, rgba)) = wording(banner.what) else { return };
    let age = banner.age - lag;
    let (come, seen) = (ease::out_back(age / 20.0), ease::swell(age, 12.0, 26.0, LIFE_TICKS));
    let rise = ease::in_cubic((age - LIFE_TICKS + 26.0) / 26.0) * 14.0;
    let s = layout.scale;
    let (x, y) = layout.point(field::WIDTH_PX * 0.5, y - rise);
    let pen = Pen { x, y, size_px: SIZE * s, face: Face::Bold, align: Align::Center, scale: 0.6 + 0.4 * come, outline_px: 0.0 };
    ink.outlined(pen, OUTLINE * s, brush::faded(rgba, seen), brush::faded(EDGE, seen), format_args!("{text}"));
    if banner.what == Happening::SpellCaptured {
        let pen = Pen { y: y + 14.0 * s, size_px: BONUS_SIZE * s, scale: 1.0, ..pen };
        let bonus = Grouped(u64::from(banner.value));
        ink.outlined(pen, s, brush::faded(CREAM, seen), brush::faded(EDGE, seen), format_args!("+{bonus}"));
    }
}

/// The stage's number, name and subtitle on a strip of paper that unfolds from its middle. `age` in ticks, to `TITLE_TICKS`.
pub fn stage_title(ink: &mut Ink, mesh: &mut Mesh, layout: &Layout, number: u32, title: &str, subtitle: &str, age: f32) {
    mesh.clear();
    let s = layout.scale;
    let open = ease::swell(age, 30.0, 30.0, TITLE_TICKS);
    let center = Vec2::new(field::WIDTH_PX * 0.5, 150.0);
    strip(mesh, layout, center, open);
    ink.triangles(mesh);
    mesh.clear();
    let words = ease::swell(age - 16.0, 24.0, 18.0, TITLE_TICKS - 40.0);
    if words <= 0.0 {
        return;
    }
    let slide = (1.0 - words) * 12.0;
    let mut put = |dy: f32, size: f32, rgba: Rgba, words_of: std::fmt::Arguments, face: Face, slide: f32| {
        let (x, y) = layout.point(center.x + slide, center.y + dy);
        let pen = Pen { x, y, size_px: size * s, face, align: Align::Center, scale: 1.0, outline_px: 0.0 };
        ink.formatted(pen, brush::faded(rgba, words), words_of);
    };
    put(-16.0, 8.0, [0xBE, 0x3A, 0x2E, 255], format_args!("Stage {number}"), Face::Bold, -slide);
    put(4.0, 17.0, [0x30, 0x26, 0x2C, 255], format_args!("{title}"), Face::Bold, slide);
    put(18.0, 8.0, [0x7A, 0x6A, 0x60, 255], format_args!("{subtitle}"), Face::Regular, -slide);
}

/// A strip of paper across the playfield in four pleats that open with `open`, 0 to 1.
fn strip(mesh: &mut Mesh, layout: &Layout, center: Vec2, open: f32) {
    const PLEATS: usize = 6;
    let half = Vec2::new((field::WIDTH_PX * 0.5 - 4.0) * open, 34.0);
    let depth = (1.0 - open) * 9.0;
    let alpha = (open * 2.5).min(1.0);
    let corner = |index: usize, side: f32| {
        let x = center.x + half.x * (index as f32 / PLEATS as f32 * 2.0 - 1.0);
        let (x, y) = layout.point(x, center.y + side * half.y + if index.is_multiple_of(2) { depth } else { -depth });
        Vec2::new(x, y)
    };
    let down = Vec2::splat(2.5 * layout.scale);
    for index in 0..PLEATS {
        let corners = [corner(index, -1.0), corner(index + 1, -1.0), corner(index + 1, 1.0), corner(index, 1.0)];
        brush::quad(mesh, corners.map(|at| at + down), [brush::faded([10, 8, 20, 120], alpha); 4]);
    }
    for index in 0..PLEATS {
        let corners = [corner(index, -1.0), corner(index + 1, -1.0), corner(index + 1, 1.0), corner(index, 1.0)];
        let light = if index.is_multiple_of(2) { 1.0 } else { 1.0 - 0.18 * (1.0 - open) - 0.025 };
        brush::quad(mesh, corners, [brush::faded(brush::shaded([0xEE, 0xE6, 0xD4, 255], light), alpha * 0.96); 4]);
        let edge = brush::faded([0xBE, 0x3A, 0x2E, 255], alpha);
        let inset = Vec2::new(0.0, 3.0 * layout.scale);
        brush::stroke(mesh, corners[0] + inset, corners[1] + inset, layout.scale, edge);
        brush::stroke(mesh, corners[3] - inset, corners[2] - inset, layout.scale, edge);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(what: Happening, value: u32) -> Event {
        Event { what, at: Vec2::ZERO, value, count: 1 }
    }

    #[test]
    fn a_banner_lives_its_time_and_the_oldest_gives_way() {
        let mut banners = Banners::default();
        let all = [Happening::Extend, Happening::Graze, Happening::FullPower, Happening::SpellCaptured, Happening::SpellFailed];
        banners.hear(&all.map(|what| event(what, 7)));
        let shown = banners.shown.map(|banner| banner.map(|banner| banner.what));
        assert_eq!(shown, [Some(Happening::SpellFailed), Some(Happening::SpellCaptured), Some(Happening::FullPower)]);
        (0..130).for_each(|_| banners.hear(&[]));
        assert_eq!(banners.shown, [None; 3]);
    }
}

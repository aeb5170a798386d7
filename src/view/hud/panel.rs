//! The side panel: washi with the title, the numbers, the stocks, the crease gauge and the keys.
//! Units: layout units (1/480 of the page's height) turned into pixels here. Draws what `Readings` says; must not know the world.

use super::icons;
use crate::view::brush::Mesh;
use crate::view::grouped::Grouped;
use crate::view::ink::{Align, Ink, Rgba};
use crate::view::layout::{Layout, Rect};
use glam::Vec2;

pub(super) const INK: Rgba = [0x30, 0x26, 0x2C, 255];
pub(super) const LABEL: Rgba = [0x8A, 0x7A, 0x6C, 255];
pub(super) const VERMILION: Rgba = [0xBE, 0x3A, 0x2E, 255];
const RULE: Rgba = [0x30, 0x26, 0x2C, 70];
/// Type sizes, units: three on the panel besides the title.
pub(super) const SMALL: f32 = 8.0;
pub(super) const PLAIN: f32 = 12.5;
pub(super) const LARGE: f32 = 17.0;
/// Size of the names of keys, units.
pub(super) const KEY: f32 = 7.0;

/// What the panel shows. The score is the shown one, which runs after the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Readings<'a> {
    /// Difficulty's name.
    pub difficulty: &'a str,
    /// Stage number.
    pub stage_number: u32,
    /// Best score on this difficulty, or the present one when that is higher.
    pub hi_score: u64,
    /// Whether the present score is the best.
    pub leads: bool,
    /// Points.
    pub score: u64,
    /// Lives in stock.
    pub lives: u32,
    /// Fragments of the next life.
    pub life_fragments: u32,
    /// Bombs in stock.
    pub bombs: u32,
    /// Fragments of the next bomb.
    pub bomb_fragments: u32,
    /// Fragments that make a life or a bomb.
    pub fragments_max: u32,
    /// Power in hundredths.
    pub power: u32,
    /// Power at most, hundredths.
    pub power_max: u32,
    /// Bullets grazed.
    pub graze: u32,
    /// Value of a point item at the collection line.
    pub point_value: u32,
    /// Gauge, in folds.
    pub folds: f32,
    /// Gauge's length, in folds.
    pub folds_max: u32,
    /// 0 to 1, swinging: what is ready glows with it.
    pub pulse: f32,
}

/// Lines of the key legend: the key's name and what it does.
pub type Legend = [(String, String)];

/// One page of the panel being drawn.
struct Page<'a> {
    ink: &'a mut Ink,
    mesh: &'a mut Mesh,
    panel: Rect,
    scale: f32,
}

/// Draws the panel over bare washi.
pub fn draw(ink: &mut Ink, mesh: &mut Mesh, layout: &Layout, readings: &Readings, legend: &Legend) {
    mesh.clear();
    let mut page = Page { ink, mesh, panel: layout.panel, scale: layout.scale };
    let window = layout.window;
    let top = layout.page.y + layout.page.h * 0.6;
    let corner = Rect::new(layout.panel.x, top, window.right() - layout.panel.x, window.bottom() - top);
    icons::asanoha(page.mesh, corner, 23.0 * layout.scale, [0xBE, 0x3A, 0x2E, 92]);
    page.heading(readings);
    page.numbers(readings);
    page.stocks(readings);
    page.gauge(readings);
    page.legend(legend);
    ink.triangles(mesh);
}

impl Page<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.panel.x + x * self.scale, self.panel.y + y * self.scale)
    }

    fn right(&self) -> f32 {
        self.panel.right()
    }

    fn label(&mut self, y: f32, text: &str) {
        let (x, y) = self.at(0.0, y);
        self.ink.text(x, y, SMALL * self.scale, Align::Left, LABEL, text);
    }

    fn rule(&mut self, y: f32) {
        let (x, y) = self.at(0.0, y);
        self.ink.rect(x, y.round(), self.panel.w, (0.5 * self.scale).max(1.0).round(), RULE);
    }

    fn heading(&mut self, readings: &Readings) {
        let (x, y) = self.at(-2.0, 32.0);
        let s = self.scale;
        self.ink.bold(x, y, 38.0 * s, Align::Left, VERMILION, "弾吹雪");
        let (right, top) = (self.right(), self.panel.y);
        self.ink.text(right, top + 12.0 * s, SMALL * s, Align::Right, LABEL, "TAMAFUBUKI");
        self.ink.bold(right, top + 22.5 * s, 9.5 * s, Align::Right, VERMILION, readings.difficulty);
        let (x, y, size) = (right, top + 33.0 * s, SMALL * s);
        match readings.stage_number {
            // A pattern by itself belongs to no stage.
            0 => self.ink.print(x, y, size, Align::Right, INK, format_args!("Practice")),
            number => self.ink.print(x, y, size, Align::Right, INK, format_args!("Stage {number}")),
        }
    }

    fn numbers(&mut self, readings: &Readings) {
        let (right, top, s) = (self.right(), self.panel.y, self.scale);
        let best = if readings.leads { VERMILION } else { INK };
        self.label(65.0, "HI-SCORE");
        self.ink.digits(right, top + 65.0 * s, PLAIN * s, Align::Right, best, format_args!("{}", Grouped(readings.hi_score)));
        self.rule(71.0);
        self.label(91.0, "SCORE");
        self.ink.digits(right, top + 91.0 * s, LARGE * s, Align::Right, INK, format_args!("{}", Grouped(readings.score)));
        self.rule(97.0);
        self.label(178.0, "POWER");
        let power = if readings.power >= readings.power_max { VERMILION } else { INK };
        let (whole, part) = (readings.power / 100, readings.power % 100);
        self.ink.digits(
            right,
            top + 178.0 * s,
            PLAIN * s,
            Align::Right,
            power,
            format_args!("{whole}.{part:02} / {}.00", readings.power_max / 100),
        );
        self.rule(184.0);
        self.label(202.0, "GRAZE");
        self.ink.digits(right, top + 202.0 * s, PLAIN * s, Align::Right, INK, format_args!("{}", Grouped(u64::from(readings.graze))));
        self.rule(208.0);
        self.label(226.0, "POINT VALUE");
        self.ink.digits(right, top + 226.0 * s, PLAIN * s, Align::Right, INK, format_args!("{}", Grouped(u64::from(readings.point_value))));
        self.rule(232.0);
    }

    /// Lives and bombs fill their rows from the left; the next one grows with its fragments.
    fn stocks(&mut self, readings: &Readings) {
        let part = |fragments: u32| fragments as f32 / readings.fragments_max.max(1) as f32;
        self.label(122.0, "LIVES");
        self.stock(118.5, readings.lives, part(readings.life_fragments), icons::crane);
        self.label(149.0, "BOMBS");
        self.stock(146.0, readings.bombs, part(readings.bomb_fragments), icons::bomb);
        self.rule(160.0);
    }

    fn stock(&mut self, y: f32, count: u32, part: f32, icon: fn(&mut Mesh, Vec2, f32, f32)) {
        const STEP: f32 = 17.5;
        let place = |page: &Self, index: u32| {
            let (x, y) = page.at(56.0 + index as f32 * STEP, y);
            Vec2::new(x, y)
        };
        for index in 0..count.min(8) {
            let at = place(self, index);
            icon(self.mesh, at, 7.6 * self.scale, 1.0);
        }
        if count < 8 && part > 0.0 {
            let at = place(self, count);
            icon(self.mesh, at, 7.6 * self.scale, part);
        }
    }

    fn gauge(&mut self, readings: &Readings) {
        let s = self.scale;
        self.label(258.0, "CREASE");
        let (x, y) = self.at(44.0, 250.0);
        let strip = Rect::new(x, y, self.right() - x - s, 10.0 * s);
        icons::pleats(self.mesh, strip, readings.folds, readings.folds_max, readings.pulse);
        let ready = readings.folds as u32;
        let (text, rgba) = match ready {
            0 => ("graze to crease the paper", LABEL),
            1 => ("one fold ready", VERMILION),
            2 => ("two folds ready", VERMILION),
            _ => ("three folds ready", VERMILION),
        };
        self.ink.text(self.right(), self.panel.y + 273.0 * s, SMALL * s, Align::Right, rgba, text);
    }

    /// The keys: a name in a little paper tag, and what it does.
    fn legend(&mut self, legend: &Legend) {
        let s = self.scale;
        for (index, (key, does)) in legend.iter().enumerate() {
            let (x, y) = self.at(0.0, 310.0 + index as f32 * 15.0);
            let width = self.ink.text_width(KEY * s, key).max(9.0 * s) + 5.0 * s;
            let tag = Rect::new(x, (y - 8.6 * s).round(), width.round(), (11.0 * s).round());
            self.ink.rect(tag.x + s * 0.7, tag.y + s * 0.9, tag.w, tag.h, [0x30, 0x26, 0x2C, 46]);
            self.ink.rect(tag.x, tag.y, tag.w, tag.h, [0xF6, 0xF0, 0xE2, 255]);
            self.ink.frame(tag, (0.5 * s).max(1.0).round(), [0x30, 0x26, 0x2C, 110]);
            self.ink.text(tag.center_x(), y, KEY * s, Align::Center, INK, key);
            self.ink.text(x + (46.0 * s).max(width + 5.0 * s), y, SMALL * s, Align::Left, LABEL, does);
        }
    }
}

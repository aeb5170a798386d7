//! The boss's lines in the playfield: name, attacks left, timer, the spell's name and bonus, and the ring of hit points.
//! Units: playfield units (px), ticks. Draws what `Fight` says; must not know the world.

use crate::view::brush::{self, Mesh};
use crate::view::grouped::Grouped;
use crate::view::ink::{Align, Ink, Pen, Rgba};
use crate::view::layout::Layout;
use crate::view::{ease, glyphs::Face};
use glam::Vec2;
use tamafubuki::sim::field;

const CREAM: Rgba = [0xF6, 0xEA, 0xD2, 255];
const PAPER: Rgba = [0xEE, 0xE6, 0xD4, 255];
const INK: Rgba = [0x52, 0x14, 0x12, 255];
const DUSK: Rgba = [0xB9, 0xB4, 0xD2, 255];
const EDGE: Rgba = [0x12, 0x10, 0x22, 230];
const AMBER: Rgba = [0xFF, 0xB8, 0x66, 255];
const ALARM: Rgba = [0xFF, 0x6A, 0x58, 255];
const CORAL: Rgba = [0xF2, 0x6A, 0x52, 255];
/// Ticks in which a spell's name goes from the middle to its place.
const DECLARE_TICKS: f32 = 84.0;
/// Type sizes and outlines, px.
pub(super) const NAME_SIZE: f32 = 9.5;
pub(super) const TITLE_SIZE: f32 = 7.0;
pub(super) const TIMER_SIZE: f32 = 19.0;
pub(super) const SPELL_SIZE: f32 = 10.0;
pub(super) const THIN: f32 = 0.8;
pub(super) const THICK: f32 = 1.0;
const NAME_Y: f32 = 39.0;
/// Height of the name while it lies on the cut-in's paper.
const DECLARED_Y: f32 = 240.0;
const TICKS_A_SECOND: u32 = field::TICKS_PER_SECOND;

/// A boss fight as the lines show it.
#[derive(Clone, Copy, Debug)]
pub struct Fight<'a> {
    /// The boss's name.
    pub name: &'a str,
    /// The line under it.
    pub title: &'a str,
    /// Attacks after this one.
    pub attacks_left: usize,
    /// The attack, if one is on.
    pub attack: Option<Attack<'a>>,
    /// 0 to 1: how visible the lines are; they fade when the player is under them.
    pub presence: f32,
}

/// Its attack.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// The spell's name, if it is one.
    pub spell: Option<&'a str>,
    /// Ticks left.
    pub ticks_left: u32,
    /// Ticks since it began, with the part of the present one.
    pub age_ticks: f32,
    /// What a capture would bring.
    pub bonus: u32,
    /// A capture is no longer possible.
    pub spoiled: bool,
}

/// Where the lines are drawn.
struct Place<'a> {
    ink: &'a mut Ink,
    layout: Layout,
    presence: f32,
}

/// Draws the lines. `mesh` is room to work in.
pub fn draw(ink: &mut Ink, mesh: &mut Mesh, layout: &Layout, fight: &Fight) {
    mesh.clear();
    let mut place = Place { ink, layout: *layout, presence: fight.presence };
    place.boss(mesh, fight);
    if let Some(attack) = &fight.attack {
        place.timer(attack);
        if let Some(name) = attack.spell {
            place.spell(mesh, name, attack);
        }
    }
}

impl Place<'_> {
    fn text(&mut self, at: Vec2, size: f32, align: Align, rgba: Rgba, text: &str) {
        let (x, y) = self.layout.point(at.x, at.y);
        let s = self.layout.scale;
        let (rgba, edge) = (brush::faded(rgba, self.presence), brush::faded(EDGE, self.presence));
        self.ink.outline_text(x, y, size * s, align, rgba, edge, s * THIN, text);
    }

    fn boss(&mut self, mesh: &mut Mesh, fight: &Fight) {
        self.text(Vec2::new(8.0, 15.0), NAME_SIZE, Align::Left, CREAM, fight.name);
        self.text(Vec2::new(8.0, 25.5), TITLE_SIZE, Align::Left, DUSK, fight.title);
        let s = self.layout.scale;
        for index in 0..fight.attacks_left.min(8) {
            let (x, y) = self.layout.point(12.0 + index as f32 * 10.0, 34.0);
            let at = Vec2::new(x, y);
            brush::folded_star(mesh, at, (2.6 * s, 5.4 * s), 5, 0.0, brush::faded(EDGE, self.presence));
            brush::folded_star(mesh, at, (1.9 * s, 4.2 * s), 5, 0.0, brush::faded(AMBER, self.presence));
        }
        self.ink.triangles(mesh);
        mesh.clear();
    }

    /// Seconds, and their hundredths smaller; the last five beat once a second.
    fn timer(&mut self, attack: &Attack) {
        let s = self.layout.scale;
        let seconds = attack.ticks_left / TICKS_A_SECOND;
        let hundredths = attack.ticks_left % TICKS_A_SECOND * 100 / TICKS_A_SECOND;
        let beat = if seconds < 5 { ease::out_cubic((attack.ticks_left % TICKS_A_SECOND) as f32 / TICKS_A_SECOND as f32) } else { 0.0 };
        let rgba = if seconds < 5 {
            ALARM
        } else if seconds < 10 {
            AMBER
        } else {
            CREAM
        };
        let (x, y) = self.layout.point(field::WIDTH_PX * 0.5 + 6.0, 22.0);
        let (rgba, edge) = (brush::faded(rgba, self.presence), brush::faded(EDGE, self.presence));
        let pen = Pen { x, y, size_px: TIMER_SIZE * s, face: Face::Bold, align: Align::Right, scale: 1.0 + 0.25 * beat, outline_px: 0.0 };
        self.ink.outlined(pen, s * THICK, rgba, edge, format_args!("{seconds}"));
        let pen = Pen { x: x + s, size_px: SPELL_SIZE * s, align: Align::Left, scale: 1.0, ..pen };
        self.ink.outlined(pen, s * THIN, rgba, edge, format_args!(".{hundredths:02}"));
    }

    /// The name comes in ink on the cut-in's paper, then goes to its place under the timer and turns pale on a strip of dark paper.
    fn spell(&mut self, mesh: &mut Mesh, name: &str, attack: &Attack) {
        let s = self.layout.scale;
        let way = ease::in_out_cubic((attack.age_ticks - DECLARE_TICKS * 0.6) / (DECLARE_TICKS * 0.4));
        let come = ease::out_cubic((attack.age_ticks - 6.0) / 26.0);
        let width = self.ink.width(SPELL_SIZE * s, Face::Bold, name) / s;
        let fit = ((field::WIDTH_PX - 20.0) / width.max(1.0)).min(1.0);
        let large = (fit * 1.2).min((field::WIDTH_PX - 24.0) / width.max(1.0));
        let scale = if way >= 1.0 { fit } else { fit + (large - fit) * (1.0 - way) };
        let right = field::WIDTH_PX - 8.0 + (1.0 - come) * 90.0;
        let y = NAME_Y + (1.0 - way) * (DECLARED_Y - NAME_Y);
        self.strip(mesh, right, y, width * scale, way);
        let (x, y) = self.layout.point(right, y);
        let pen = Pen { x, y, size_px: SPELL_SIZE * s, face: Face::Bold, align: Align::Right, scale, outline_px: 0.0 };
        let (rgba, edge) = (brush::mixed(INK, CREAM, way), brush::mixed(PAPER, EDGE, way));
        let seen = self.presence * come;
        self.ink.outlined(pen, s * THIN, brush::faded(rgba, seen), brush::faded(edge, seen), format_args!("{name}"));
        self.bonus(attack, way);
    }

    /// A strip of dark paper behind the name, fading to the left, with a golden edge.
    fn strip(&mut self, mesh: &mut Mesh, right: f32, y: f32, width: f32, way: f32) {
        let s = self.layout.scale;
        let seen = self.presence * way;
        let (left, top) = self.layout.point(right - width - 14.0, y - 11.0);
        let (end, bottom) = self.layout.point(right + 8.0, y + 3.6);
        let dark = brush::faded([0x3A, 0x12, 0x20, 190], seen);
        let gold = brush::faded(AMBER, seen);
        let middle = left + (end - left) * 0.3;
        let part =
            |from: f32, to: f32, top: f32| [Vec2::new(from, top), Vec2::new(to, top), Vec2::new(to, bottom), Vec2::new(from, bottom)];
        let clear = |rgba: Rgba| brush::faded(rgba, 0.0);
        brush::quad(mesh, part(left, middle, top), [clear(dark), dark, dark, clear(dark)]);
        brush::quad(mesh, part(middle, end, top), [dark; 4]);
        brush::quad(mesh, part(left, middle, bottom - s), [clear(gold), gold, gold, clear(gold)]);
        brush::quad(mesh, part(middle, end, bottom - s), [gold; 4]);
        self.ink.triangles(mesh);
        mesh.clear();
    }

    fn bonus(&mut self, attack: &Attack, way: f32) {
        if way < 1.0 {
            return;
        }
        let s = self.layout.scale;
        let (x, y) = self.layout.point(field::WIDTH_PX - 8.0, NAME_Y + 13.0);
        let edge = brush::faded(EDGE, self.presence);
        let pen = Pen { x, y, size_px: TITLE_SIZE * s, face: Face::Bold, align: Align::Right, scale: 1.0, outline_px: 0.0 };
        if attack.spoiled {
            self.ink.outlined(pen, s * THIN, brush::faded(DUSK, self.presence), edge, format_args!("no bonus"));
        } else {
            let bonus = Grouped(u64::from(attack.bonus));
            self.ink.outlined(pen, s * THIN, brush::faded(AMBER, self.presence), edge, format_args!("bonus {bonus}"));
        }
    }
}

/// The ring of hit points around the boss at `at`, from the top clockwise; px. `come` eases it in, 0 to 1.
pub fn hp_ring(mesh: &mut Mesh, at: Vec2, radius_px: f32, hp_fraction: f32, is_spell: bool, come: f32) {
    let come = ease::out_cubic(come);
    let radius = radius_px * (1.25 - 0.25 * come);
    let (full, edge) = if is_spell { (CORAL, [0x5A, 0x18, 0x18, 170]) } else { ([0xEE, 0xE4, 0xF4, 255], [0x2A, 0x26, 0x48, 170]) };
    let band = |mesh: &mut Mesh, half: f32, turns: f32, rgba: Rgba| {
        let rgba = brush::faded(rgba, come);
        brush::arc(mesh, at, (radius - half, radius + half), (0.0, turns), (rgba, rgba));
    };
    band(mesh, 2.6, 1.0, brush::faded(edge, 0.45));
    band(mesh, 2.4, hp_fraction * come, edge);
    band(mesh, 1.6, hp_fraction * come, brush::faded(full, 0.92));
    let low = brush::toward(hp_fraction * come);
    if hp_fraction > 0.0 && hp_fraction < 1.0 {
        brush::folded_star(mesh, at + low * radius, (1.8, 4.6), 4, hp_fraction, brush::faded(full, come));
    }
}

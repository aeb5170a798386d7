//! The boss's lines in the playfield: name, attacks left, timer, the spell's name and bonus, and the ring of hit points.
//! Units: playfield units (px), ticks. Draws what `Fight` says; must not know the world.

use super::panel::Grouped;
use crate::view::brush::{self, Mesh};
use crate::view::ink::{Align, Ink, Pen, Rgba};
use crate::view::layout::Layout;
use crate::view::{ease, glyphs::Face};
use glam::Vec2;
use tamafubuki::sim::field;

const CREAM: Rgba = [0xF6, 0xEA, 0xD2, 255];
const DUSK: Rgba = [0xB9, 0xB4, 0xD2, 255];
const EDGE: Rgba = [0x12, 0x10, 0x22, 230];
const AMBER: Rgba = [0xFF, 0xB8, 0x66, 255];
const ALARM: Rgba = [0xFF, 0x6A, 0x58, 255];
const CORAL: Rgba = [0xF2, 0x6A, 0x52, 255];
/// Ticks in which a spell's name goes from the middle to its place.
const DECLARE_TICKS: f32 = 84.0;
const NAME_Y: f32 = 39.0;
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
        self.ink.outline_text(x, y, size * s, align, rgba, edge, s * 0.8, text);
    }

    fn boss(&mut self, mesh: &mut Mesh, fight: &Fight) {
        self.text(Vec2::new(8.0, 15.0), 9.5, Align::Left, CREAM, fight.name);
        self.text(Vec2::new(8.0, 25.5), 7.0, Align::Left, DUSK, fight.title);
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
        let pen = Pen { x, y, size_px: 19.0 * s, face: Face::Bold, align: Align::Right, scale: 1.0 + 0.25 * beat, outline_px: 0.0 };
        self.ink.outlined(pen, s, rgba, edge, format_args!("{seconds}"));
        let pen = Pen { x: x + s, size_px: 10.0 * s, align: Align::Left, scale: 1.0, ..pen };
        self.ink.outlined(pen, s * 0.8, rgba, edge, format_args!(".{hundredths:02}"));
    }

    /// The name on a strip of dark paper: it comes in the middle, large, and goes to its place under the timer.
    fn spell(&mut self, mesh: &mut Mesh, name: &str, attack: &Attack) {
        let s = self.layout.scale;
        let way = ease::in_out_cubic((attack.age_ticks - DECLARE_TICKS * 0.55) / (DECLARE_TICKS * 0.45));
        let come = ease::out_cubic(attack.age_ticks / 22.0);
        let room = field::WIDTH_PX - 20.0;
        let width = self.ink.width(10.0 * s, Face::Bold, name) / s;
        let fit = (room / width.max(1.0)).min(1.0);
        let scale = fit * (1.0 + 0.35 * (1.0 - way) * (room / (width * fit)).min(1.35) / 1.35);
        let right = field::WIDTH_PX - 8.0 + (1.0 - come) * 120.0 - (1.0 - way) * ((field::WIDTH_PX - 16.0 - width * scale) * 0.5).max(0.0);
        let y = NAME_Y + (1.0 - way) * 216.0;
        let strip = [right - width * scale - 14.0, right + 8.0].map(|x| self.layout.point(x, y).0);
        let (top, bottom) = (self.layout.point(0.0, y - 11.0 * scale).1, self.layout.point(0.0, y + 3.6).1);
        let (clear, dark) = (brush::faded([0x3A, 0x12, 0x20, 0], 0.0), brush::faded([0x3A, 0x12, 0x20, 190], self.presence * come));
        let middle = strip[0] + (strip[1] - strip[0]) * 0.3;
        let corners = |a: f32, b: f32| [Vec2::new(a, top), Vec2::new(b, top), Vec2::new(b, bottom), Vec2::new(a, bottom)];
        brush::quad(mesh, corners(strip[0], middle), [clear, dark, dark, clear]);
        brush::quad(mesh, corners(middle, strip[1]), [dark; 4]);
        let line = |a: f32, b: f32| [Vec2::new(a, bottom - s), Vec2::new(b, bottom - s), Vec2::new(b, bottom), Vec2::new(a, bottom)];
        let gold = brush::faded(AMBER, self.presence * come);
        brush::quad(mesh, line(strip[0], strip[1]), [brush::faded(gold, 0.0), gold, gold, brush::faded(gold, 0.0)]);
        self.ink.triangles(mesh);
        mesh.clear();
        let (x, y) = self.layout.point(right, y);
        let scale = if way >= 1.0 { fit } else { scale };
        let pen = Pen { x, y, size_px: 10.0 * s, face: Face::Bold, align: Align::Right, scale, outline_px: 0.0 };
        let (rgba, edge) = (brush::faded(CREAM, self.presence * come), brush::faded(EDGE, self.presence * come));
        self.ink.outlined(pen, s * 0.8, rgba, edge, format_args!("{name}"));
        self.bonus(attack, way);
    }

    fn bonus(&mut self, attack: &Attack, way: f32) {
        if way < 1.0 {
            return;
        }
        let s = self.layout.scale;
        let (x, y) = self.layout.point(field::WIDTH_PX - 8.0, NAME_Y + 13.0);
        let edge = brush::faded(EDGE, self.presence);
        let pen = Pen { x, y, size_px: 7.0 * s, face: Face::Bold, align: Align::Right, scale: 1.0, outline_px: 0.0 };
        if attack.spoiled {
            self.ink.outlined(pen, s * 0.8, brush::faded(DUSK, self.presence), edge, format_args!("no bonus"));
        } else {
            let bonus = Grouped(u64::from(attack.bonus));
            self.ink.outlined(pen, s * 0.8, brush::faded(AMBER, self.presence), edge, format_args!("bonus {bonus}"));
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

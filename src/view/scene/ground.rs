//! The ground: the stage's backdrop, and a spell's own, which opens over it like sliding doors.
//! Units: playfield units (px), ticks. Invariant: draws nothing of a backdrop before all of it is there; then it comes out of the dark.

use super::plates::Plates;
use crate::view::brush::{self, Mesh};
use crate::view::ease;
use crate::view::gpu::{Gpu, Textured, Uniforms};
use crate::view::layout::Layout;
use glam::Vec2;
use tamafubuki::content::Content;
use tamafubuki::paper::backdrop::Moment;
use tamafubuki::paper::canvas::Placement;
use tamafubuki::sim::field;
use tamafubuki::sim::world::World;

/// Ticks in which one backdrop opens over another.
const OPEN_TICKS: f32 = 40.0;
/// How fast the stage scrolls, px per tick.
const SCROLL_PX_PER_TICK: f32 = 1.0;
/// What is there before the backdrop.
const DARK: [u8; 4] = [0x0B, 0x0E, 0x20, 255];
/// Part of the light that comes with each frame once a backdrop is ready.
const DAWN: f32 = 0.05;

/// The ground's state.
pub struct Ground {
    plates: Plates,
    mesh: Mesh,
    quads: Vec<Textured>,
    places: Vec<Placement>,
    /// Backdrop indices: the one that lies open, and the one that opens over it.
    shown: Option<u16>,
    opening: Option<u16>,
    age: f32,
    light: f32,
}

impl Ground {
    /// Starts baking the content's backdrops.
    pub fn new(content: &Content, scale: f32) -> Self {
        Self {
            plates: Plates::new(&content.backdrops, scale),
            mesh: Mesh::with_capacity(30_000),
            quads: Vec::with_capacity(6 * 64),
            places: Vec::with_capacity(64),
            shown: None,
            opening: None,
            age: 0.0,
            light: 0.0,
        }
    }

    /// Starts baking other backdrops.
    pub fn renew(&mut self, content: &Content, scale: f32, gpu: &mut Gpu) {
        self.plates.renew(&content.backdrops, scale, gpu);
        self.clear();
        self.light = 0.0;
    }

    /// Bakes for another scale.
    pub fn bake(&mut self, content: &Content, scale: f32) {
        self.plates.bake(&content.backdrops, scale);
    }

    /// Back to the stage's own.
    pub fn clear(&mut self) {
        self.shown = None;
        self.opening = None;
    }

    /// One tick.
    pub fn step(&mut self) {
        self.age += 1.0;
        if self.age >= OPEN_TICKS
            && let Some(open) = self.opening.take()
        {
            self.shown = Some(open);
        }
    }

    /// Draws what lies open, and what opens over it.
    pub fn draw(&mut self, world: &World, content: &Content, alpha: f32, layout: &Layout, gpu: &mut Gpu) {
        self.plates.receive(gpu);
        let spell = world.boss().and_then(|boss| boss.attack).and_then(|attack| attack.backdrop);
        let wanted = spell.unwrap_or(world.stage().backdrop);
        match (self.shown, self.opening) {
            (None, _) => self.shown = Some(wanted),
            (Some(shown), None) if shown != wanted => (self.opening, self.age) = (Some(wanted), 0.0),
            _ => {}
        }
        let field = layout.playfield;
        let view = gpu.view(field.x, field.y, layout.scale);
        let time = world.tick() as f32 + alpha;
        self.one(self.shown, content, time, view, gpu);
        if self.opening.is_some() {
            let open = ease::in_out_cubic((self.age + alpha) / OPEN_TICKS);
            let half = (field.w * 0.5 * open).round();
            gpu.clip(field.center_x() - half, field.y, half * 2.0, field.h);
            self.one(self.opening, content, time, view, gpu);
            gpu.clip(field.x, field.y, field.w, field.h);
            self.doors(open, view, gpu);
        }
        self.dawn(view, gpu);
    }

    fn one(&mut self, index: Option<u16>, content: &Content, time: f32, view: [f32; 4], gpu: &mut Gpu) {
        let Some((index, backdrop)) = index.and_then(|index| Some((usize::from(index), content.backdrops.get(usize::from(index))?))) else {
            return;
        };
        let moment = Moment { scroll_px: time * SCROLL_PX_PER_TICK, time_ticks: time, alpha: 1.0 };
        self.mesh.clear();
        for (layer_index, layer) in backdrop.layers().iter().enumerate() {
            let Some(plate) = self.plates.get(index, layer_index) else {
                layer.mesh(&moment, &mut self.mesh);
                continue;
            };
            gpu.flat(view, &self.mesh);
            self.mesh.clear();
            self.places.clear();
            self.quads.clear();
            layer.place(&moment, &mut self.places);
            self.quads.extend(self.places.iter().flat_map(|place| quad(place, plate.size)));
            let uniforms = Uniforms { view, texel: plate.size.map(|side| 1.0 / f32::from(side)) };
            gpu.textured(gpu.color, plate.texture, &uniforms, &self.quads);
        }
        gpu.flat(view, &self.mesh);
    }

    /// The dark in which a backdrop waits until it is ready.
    fn dawn(&mut self, view: [f32; 4], gpu: &mut Gpu) {
        let ready = self.shown.is_some_and(|index| self.plates.ready(usize::from(index)));
        self.light = if ready { (self.light + DAWN).min(1.0) } else { self.light };
        if self.light < 1.0 {
            self.mesh.clear();
            brush::quad(&mut self.mesh, corners(), [brush::faded(DARK, 1.0 - self.light); 4]);
            gpu.flat(view, &self.mesh);
        }
    }

    /// The edges of the doors: a dark slat and a pale one.
    fn doors(&mut self, open: f32, view: [f32; 4], gpu: &mut Gpu) {
        self.mesh.clear();
        for side in [-1.0, 1.0] {
            let x = field::WIDTH_PX * 0.5 * (1.0 + side * open);
            let slat = |by: f32, thick: f32, rgba, mesh: &mut Mesh| {
                let x = x + by * side;
                brush::stroke(mesh, Vec2::new(x, 0.0), Vec2::new(x, field::HEIGHT_PX), thick, rgba);
            };
            slat(2.5, 9.0, [6, 5, 18, 90], &mut self.mesh);
            slat(0.0, 5.0, [0x4A, 0x2C, 0x22, 255], &mut self.mesh);
            slat(-1.0, 1.0, [0xE8, 0xE0, 0xCD, 255], &mut self.mesh);
        }
        gpu.flat(view, &self.mesh);
    }
}

fn corners() -> [Vec2; 4] {
    let (w, h) = (field::WIDTH_PX, field::HEIGHT_PX);
    [Vec2::ZERO, Vec2::new(w, 0.0), Vec2::new(w, h), Vec2::new(0.0, h)]
}

/// A plate where its placement says.
fn quad(place: &Placement, size: [u16; 2]) -> [Textured; 6] {
    let (sin, cos) = place.angle_deg.to_radians().sin_cos();
    let (x, y) = (Vec2::new(cos, sin) * place.half.x, Vec2::new(-sin, cos) * place.half.y);
    let rgba = [255, 255, 255, (place.alpha * 255.0) as u8];
    let corner = |i: u16, j: u16| {
        let at = place.at + x * (f32::from(i) * 2.0 - 1.0) + y * (f32::from(j) * 2.0 - 1.0);
        Textured { at: at.to_array(), texel: [i * size[0], j * size[1]], rgba }
    };
    [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0), corner(1, 1), corner(0, 1)]
}

//! The ground: the stage's backdrop, and the spell's own, which opens over it like sliding doors.
//! Units: playfield units (px), ticks.

use crate::view::brush::{self, Mesh};
use crate::view::ease;
use crate::view::gpu::Gpu;
use crate::view::layout::Layout;
use glam::Vec2;
use tamafubuki::content::Content;
use tamafubuki::sim::field;
use tamafubuki::sim::world::World;

/// Ticks in which one backdrop opens over another.
const OPEN_TICKS: f32 = 40.0;

/// The ground's state.
pub struct Ground {
    mesh: Mesh,
    /// Backdrop indices: the one that lies open, and the one that opens over it.
    shown: Option<u16>,
    opening: Option<u16>,
    age: f32,
}

impl Ground {
    /// No backdrop yet.
    pub fn new() -> Self {
        Self { mesh: Mesh::with_capacity(60_000), shown: None, opening: None, age: 0.0 }
    }

    /// Back to none.
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
    pub fn draw(&mut self, world: &World, content: &Content, alpha: f32, layout: &Layout, view: [f32; 4], gpu: &mut Gpu) {
        let spell = world.boss().and_then(|boss| boss.attack).and_then(|attack| attack.backdrop);
        let wanted = spell.unwrap_or(world.stage().backdrop);
        match (self.shown, self.opening) {
            (None, _) => self.shown = Some(wanted),
            (Some(shown), None) if shown != wanted => (self.opening, self.age) = (Some(wanted), 0.0),
            _ => {}
        }
        let time = world.tick() as f32 + alpha;
        self.one(self.shown, content, time, view, gpu);
        if self.opening.is_some() {
            let open = ease::in_out_cubic((self.age + alpha) / OPEN_TICKS);
            let field = layout.playfield;
            let half = (field.w * 0.5 * open).round();
            gpu.clip(field.center_x() - half, field.y, half * 2.0, field.h);
            self.one(self.opening, content, time, view, gpu);
            gpu.clip(field.x, field.y, field.w, field.h);
            self.doors(open, view, gpu);
        }
    }

    fn one(&mut self, _index: Option<u16>, _content: &Content, _time: f32, view: [f32; 4], gpu: &mut Gpu) {
        self.mesh.clear();
        let (w, h) = (field::WIDTH_PX + 16.0, field::HEIGHT_PX + 16.0);
        let (top, bottom) = ([0x10, 0x16, 0x2F, 255], [0x2E, 0x3A, 0x6E, 255]);
        brush::quad(
            &mut self.mesh,
            [Vec2::new(-16.0, -16.0), Vec2::new(w, -16.0), Vec2::new(w, h), Vec2::new(-16.0, h)],
            [top, top, bottom, bottom],
        );
        gpu.flat(view, &self.mesh);
    }

    /// The edges of the doors: a dark slat and a pale one.
    fn doors(&mut self, open: f32, view: [f32; 4], gpu: &mut Gpu) {
        self.mesh.clear();
        for side in [-1.0, 1.0] {
            let x = field::WIDTH_PX * 0.5 * (1.0 + side * open);
            let slat = |by: f32, thick: f32, rgba, mesh: &mut Mesh| {
                brush::stroke(mesh, Vec2::new(x + by * side, -16.0), Vec2::new(x + by * side, field::HEIGHT_PX + 16.0), thick, rgba);
            };
            slat(2.5, 9.0, [6, 5, 18, 90], &mut self.mesh);
            slat(0.0, 5.0, [0x4A, 0x2C, 0x22, 255], &mut self.mesh);
            slat(-1.0, 1.0, [0xE8, 0xE0, 0xCD, 255], &mut self.mesh);
        }
        gpu.flat(view, &self.mesh);
    }
}

//! The cut-in: when a spell card is declared, a torn strip of paper crosses the playfield and the boss's figure, large, slides along it.
//! Units: playfield units (px), ticks. It lies under the bullets and is gone before they are many.

use crate::view::brush::{self, Mesh, Rgba};
use crate::view::ease;
use glam::Vec2;
use tamafubuki::content::Content;
use tamafubuki::paper::figure::{Clip, Pose};
use tamafubuki::sim::field;
use tamafubuki::sim::world::BossView;

const LIFE_TICKS: f32 = 86.0;
const SHEET: Rgba = [0xEE, 0xE6, 0xD4, 255];
const STRIPE: Rgba = [0xBE, 0x3A, 0x2E, 255];
/// The strip's middle at the left and the right edge, and half its height, px.
const LEFT_Y: f32 = 262.0;
const RIGHT_Y: f32 = 214.0;
const HALF_HEIGHT: f32 = 46.0;

/// The cut-in's age, while it is on.
#[derive(Debug, Default)]
pub struct CutIn {
    age: Option<f32>,
}

impl CutIn {
    /// A spell was declared.
    pub fn begin(&mut self) {
        self.age = Some(0.0);
    }

    /// One tick.
    pub fn step(&mut self) {
        self.age = self.age.map(|age| age + 1.0).filter(|age| *age < LIFE_TICKS);
    }

    /// Draws it over the figures.
    pub fn draw(&self, content: &Content, boss: &BossView, alpha: f32, mesh: &mut Mesh) {
        let Some(age) = self.age else { return };
        let age = age + alpha;
        let open = ease::swell(age, 16.0, 22.0, LIFE_TICKS);
        let seen = open.min(1.0) * 0.86;
        strip(mesh, Vec2::new(5.0, 8.0), open, brush::faded([6, 5, 18, 110], seen), 0.0);
        strip(mesh, Vec2::ZERO, open, brush::faded(SHEET, seen), 1.0);
        for side in [-1.0, 1.0] {
            let inset = side * (HALF_HEIGHT * open - 7.0);
            let ends = [Vec2::new(-20.0, LEFT_Y + inset), Vec2::new(field::WIDTH_PX + 20.0, RIGHT_Y + inset)];
            brush::stroke(mesh, ends[0], ends[1], 1.6, brush::faded(STRIPE, seen));
        }
        let Some(figure) = content.figures.get(usize::from(boss.figure)) else { return };
        let come = ease::out_cubic(age / 26.0);
        let go = ease::in_cubic((age - LIFE_TICKS + 24.0) / 24.0);
        let x = 76.0 + (1.0 - come) * 330.0 - go * 380.0 - age * 0.18;
        let y = LEFT_Y + (RIGHT_Y - LEFT_Y) * x / field::WIDTH_PX - 6.0;
        let scale = 84.0 / figure.radius().max(1.0);
        let pose = Pose {
            at: Vec2::new(x, y),
            scale,
            angle_deg: -7.0,
            clips: [Clip::new(figure.animation(boss.pose), age * 1.5), Clip::NONE, Clip::NONE],
            alpha: seen,
            ..Pose::default()
        };
        figure.shadow_mesh(&pose, Vec2::new(7.0, 10.0), [6, 5, 18, 84], mesh);
        figure.mesh(&pose, mesh);
    }
}

/// The torn strip, opened to `open` of its height; `fibre` above 0 adds the pale torn edge.
fn strip(mesh: &mut Mesh, by: Vec2, open: f32, rgba: Rgba, fibre: f32) {
    const PIECES: u32 = 32;
    let edge = |index: u32, side: f32| {
        let x = -20.0 + (field::WIDTH_PX + 40.0) * index as f32 / PIECES as f32;
        let middle = LEFT_Y + (RIGHT_Y - LEFT_Y) * x / field::WIDTH_PX;
        let torn = ((index * 7919 + 13) % 11) as f32 * 0.5 + (index as f32 * 1.3).sin() * 1.5;
        Vec2::new(x, middle + side * (HALF_HEIGHT * open + torn * open)) + by
    };
    for index in 0..PIECES {
        let next = index + 1;
        brush::quad(mesh, [edge(index, -1.0), edge(next, -1.0), edge(next, 1.0), edge(index, 1.0)], [rgba; 4]);
        if fibre > 0.0 {
            for side in [-1.0, 1.0] {
                brush::stroke(mesh, edge(index, side), edge(next, side), 2.2, [255, 255, 255, (f32::from(rgba[3]) * 0.7) as u8]);
            }
        }
    }
}

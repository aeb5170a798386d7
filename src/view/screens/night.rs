//! What lies behind the menus: the night over the hills, the paper that snows in it, and the crane that folds itself from a sheet.
//!
//! Units: page units and seconds; hills and moon are placed by shares of the window. A pure function of time.

use super::blizzard;
use super::page::{Page, ease};
use crate::view::ink::Rgba;
use glam::Vec2;
use tamafubuki::paper::Vertex;
use tamafubuki::paper::figure::{Clip, Figure, Pose};

const TOP: Rgba = [0x10, 0x16, 0x2F, 255];
const FOOT: Rgba = [0x2E, 0x3A, 0x6E, 255];
const MOON: Rgba = [0xD9, 0xD2, 0xDE, 255];
/// Hills from far to near: colour, height of their line as a share of the window, speed, and how rough they are.
const HILLS: [(Rgba, f32, f32, f32); 3] =
    [([0x26, 0x30, 0x5C, 255], 0.70, 3.0, 34.0), ([0x1E, 0x26, 0x4C, 255], 0.80, 6.0, 26.0), ([0x17, 0x1D, 0x3C, 255], 0.90, 11.0, 18.0)];
/// Pale fibres of a torn edge.
const FIBRE: Rgba = [0xCD, 0xD6, 0xF0, 88];
const STEP: f32 = 5.0;
/// Seconds until the sheet begins to fold, and until it is a crane.
const FOLD_SECONDS: (f32, f32) = (0.8, 1.9);

/// The night, and room for the crane's triangles.
#[derive(Default)]
pub struct Night {
    mesh: Vec<Vertex>,
}

impl Night {
    /// Draws it over the whole window. `crane` flies in it, if there is one.
    pub fn draw(&mut self, page: &mut Page, crane: Option<&Figure>) {
        sky(page);
        for (index, &(rgba, line, speed, rough)) in HILLS.iter().enumerate() {
            hill(page, index as f32, rgba, line, speed, rough);
        }
        blizzard::draw(page, 0.9);
        if let Some(crane) = crane {
            self.fly(page, crane);
        }
    }

    /// The crane, large, on the left of the scroll.
    fn fly(&mut self, page: &mut Page, crane: &Figure) {
        let seconds = page.seconds;
        let fold = ease(seconds - FOLD_SECONDS.0, FOLD_SECONDS.1);
        let aloft = ease(seconds - FOLD_SECONDS.0 - FOLD_SECONDS.1 * 0.6, 1.6);
        let (hover, lean) = ((seconds * 1.1).sin(), (seconds * 0.53).sin());
        let at = Vec2::new(page.x(212.0 + 10.0 * lean * aloft), page.y(258.0 - 24.0 * aloft + 7.0 * hover * aloft));
        let size = page.px(4.6 + 0.5 * aloft);
        let bank = Clip::new(crane.animation("bank"), 0.0).weighted(lean * 0.5 * aloft);
        let idle = Clip::new(crane.animation("idle"), seconds * 26.0).weighted(aloft);
        let pose = Pose {
            at,
            scale: size,
            angle_deg: 26.0 * aloft + 3.0 * lean,
            fold,
            clips: [idle, bank, Clip::NONE],
            alpha: ease(seconds, 0.5),
            line: 0.5,
            ..Pose::default()
        };
        self.mesh.clear();
        crane.shadow_mesh(&pose, Vec2::new(page.px(20.0), page.px(26.0)), [6, 8, 24, 90], &mut self.mesh);
        crane.mesh(&pose, &mut self.mesh);
        page.ink.triangles(&self.mesh);
    }
}

fn sky(page: &mut Page) {
    let window = page.layout.window;
    let corners = [[window.x, window.y], [window.right(), window.y], [window.right(), window.bottom()], [window.x, window.bottom()]];
    page.ink.quad(corners, [TOP, TOP, FOOT, FOOT]);
    let (x, y, radius) = (page.x(108.0), page.y(112.0), page.px(62.0));
    for (grow, alpha) in [(1.9, 8), (1.5, 10), (1.22, 14), (1.0, 92)] {
        disc(page, x, y, radius * grow, [MOON[0], MOON[1], MOON[2], alpha]);
    }
    disc(page, x + radius * 0.3, y - radius * 0.2, radius * 0.22, [TOP[0], TOP[1], TOP[2], 26]);
    disc(page, x - radius * 0.35, y + radius * 0.3, radius * 0.3, [TOP[0], TOP[1], TOP[2], 22]);
}

fn disc(page: &mut Page, x: f32, y: f32, radius: f32, rgba: Rgba) {
    page.ink.arc(x, y, radius * 0.5, radius, 0.0, 1.0, rgba);
}

/// Height of a torn line at `x`: a few waves that do not repeat soon, and the roughness of torn paper.
fn tear(x: f32, salt: f32, rough: f32) -> f32 {
    let wave = (x * 0.011 + salt * 2.1).sin() * 0.6 + (x * 0.023 + salt * 4.7).sin() * 0.3 + (x * 0.051 + salt).sin() * 0.1;
    let fray = (x * 0.41 + salt).sin() * 0.5 + (x * 0.97 + salt * 3.0).sin() * 0.5;
    wave * rough + fray * 0.9
}

/// A layer of torn paper: a shadow on what lies behind it, the pale edge, the paper.
fn hill(page: &mut Page, salt: f32, rgba: Rgba, line: f32, speed: f32, rough: f32) {
    let (window, scale) = (page.layout.window, page.layout.scale);
    let drift = page.seconds * speed;
    let columns = (window.w / (STEP * scale)).ceil() as u32;
    let height = |column: u32| {
        let x = column as f32 * STEP;
        // Points are tied to the paper, not to the window, so that the edge does not crawl.
        let anchored = ((x + drift) / STEP).floor() * STEP;
        (anchored - drift, window.h * line + tear(anchored, salt * 7.0 + 1.0, rough) * scale)
    };
    for column in 0..=columns {
        let ((x0, y0), (x1, y1)) = (height(column), height(column + 1));
        let (x0, x1) = (window.x + x0 * scale, window.x + x1 * scale);
        let band = |a: f32, b: f32| [[x0, y0 + a * scale], [x1, y1 + a * scale], [x1, y1 + b * scale], [x0, y0 + b * scale]];
        page.ink.quad(band(-7.0, -0.8), [[6, 8, 24, 0], [6, 8, 24, 0], [6, 8, 24, 70], [6, 8, 24, 70]]);
        page.ink.quad(band(-0.8, 1.4), [FIBRE; 4]);
        page.ink.quad([[x0, y0 + scale], [x1, y1 + scale], [x1, window.bottom()], [x0, window.bottom()]], [rgba; 4]);
    }
}

//! Particles: small white pictures for effects, to be tinted when drawn. Drawn from formulas at any size.
//!
//! Units: each fills the square from -1 to 1; `half_px` is half that square on the playfield.

use crate::paper::Bitmap;
use crate::sim::math;
use glam::Vec2;

/// A particle.
pub struct Particle {
    /// Its name in the atlas.
    pub name: &'static str,
    /// Half its side, px.
    pub half_px: f32,
    /// How much of the square's point (x, y) it covers, 0 to 1; the last argument is a texel's size.
    cover: fn(Vec2, f32) -> f32,
}

/// All of them.
pub const ALL: [Particle; 11] = [
    Particle { name: "dot", half_px: 4.0, cover: |p, texel| edge(p.length() - 0.9, texel) },
    // A bullet's spawn cloud: a six-sided flake.
    Particle { name: "flake", half_px: 8.0, cover: |p, texel| edge(sided(p, 6.0) - 0.86, texel) * (0.55 + 0.45 * sided(p, 6.0)) },
    Particle { name: "spark", half_px: 8.0, cover: |p, texel| edge(four_points(p) - 0.9, texel) },
    // A grazed bullet's scratch: long along x.
    Particle { name: "graze", half_px: 8.0, cover: |p, texel| edge(p.x.abs() + p.y.abs() * 9.0 - 0.9, texel) },
    Particle { name: "soft", half_px: 32.0, cover: |p, _| soft(p.length()) },
    // Light around something: a bright middle, a long tail.
    Particle { name: "glow", half_px: 32.0, cover: |p, _| soft(p.length()) * soft(p.length()) },
    // A thin circle, for waves.
    Particle { name: "ring", half_px: 48.0, cover: |p, texel| edge((p.length() - 0.93).abs() - 0.03, texel) },
    // A circle that is solid at its border and fades inwards.
    Particle { name: "wave", half_px: 48.0, cover: |p, texel| edge(p.length() - 0.97, texel) * (p.length() * 1.03).min(1.0).powi(5) },
    Particle {
        name: "scrap_square",
        half_px: 4.0,
        cover: |p, texel| edge((p.x + p.y * 0.15).abs().max((p.y - p.x * 0.1).abs()) - 0.72, texel) * creased(p),
    },
    Particle {
        name: "scrap_triangle",
        half_px: 4.0,
        cover: |p, texel| edge(sided(p + Vec2::new(0.15, 0.0), 3.0) - 0.45, texel) * creased(p),
    },
    Particle { name: "petal", half_px: 4.0, cover: |p, texel| edge(p.y.abs() * 2.0 - (0.81 - p.x * p.x), texel) * creased(p) },
];

impl Particle {
    /// The picture, white, with a clear texel around it.
    pub fn draw(&self, texels_per_px: f32) -> Bitmap {
        let half = (self.half_px * texels_per_px).ceil();
        let side = half as usize * 2 + 2;
        let mut bitmap = Bitmap::new(side, side);
        for y in 1..side - 1 {
            for x in 1..side - 1 {
                let p = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / half - Vec2::splat(1.0 + 1.0 / half);
                let cover = (self.cover)(p, 1.0 / half).clamp(0.0, 1.0);
                bitmap.put(x, y, [(cover * 255.0 + 0.5) as u8; 4]);
            }
        }
        bitmap
    }
}

fn edge(distance: f32, texel: f32) -> f32 {
    (0.5 - distance / texel).clamp(0.0, 1.0)
}

fn soft(distance: f32) -> f32 {
    let rest = (1.0 - distance).max(0.0);
    rest * rest * (3.0 - 2.0 * rest)
}

/// One half a little darker, as if folded.
fn creased(p: Vec2) -> f32 {
    if p.y > p.x * 0.2 { 0.8 } else { 1.0 }
}

/// Distance from the middle in the measure of a regular polygon.
fn sided(p: Vec2, sides: f32) -> f32 {
    let sector = 360.0 / sides;
    let turn = math::atan2_deg(p.y, p.x) / sector;
    let off = (turn - (turn + 0.5).floor()) * sector;
    p.length() * math::cos_deg(off)
}

/// The measure of a star with four thin points.
fn four_points(p: Vec2) -> f32 {
    let root = p.x.abs().sqrt() + p.y.abs().sqrt();
    root * root
}

//! Waves: rings that open or close and fade. Units: px, ticks. Invariant: at most `CAPACITY`; a full pool takes no more.

use crate::view::brush::{self, Mesh, Rgba};
use glam::Vec2;

const CAPACITY: usize = 128;

/// One ring.
#[derive(Clone, Copy, Debug)]
pub struct Wave {
    /// Centre, px.
    pub at: Vec2,
    /// Radius at its beginning and at its end, px.
    pub radii: (f32, f32),
    /// Thickness at its beginning, px; it thins out.
    pub thick: f32,
    /// Colour.
    pub rgba: Rgba,
    /// Corners of the outline, 0 for a circle: a paper ring is a polygon.
    pub sides: u32,
    /// Ticks until it begins.
    pub delay: f32,
    /// Ticks it lives.
    pub life: f32,
}

/// The pool, each wave with its age.
pub struct Waves(Vec<(Wave, f32)>);

impl Waves {
    /// An empty pool.
    pub fn new() -> Self {
        Self(Vec::with_capacity(CAPACITY))
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// One more, if there is room.
    pub fn add(&mut self, wave: Wave) {
        if self.0.len() < CAPACITY {
            self.0.push((wave, -wave.delay));
        }
    }

    /// One tick.
    pub fn step(&mut self) {
        self.0.retain_mut(|(wave, age)| {
            *age += 1.0;
            *age < wave.life
        });
    }

    /// Triangles of all rings that have begun.
    pub fn draw(&self, lag: f32, out: &mut Mesh) {
        for (wave, age) in &self.0 {
            let part = (age - lag) / wave.life;
            if part < 0.0 {
                continue;
            }
            let out_quick = 1.0 - (1.0 - part).powi(3);
            let radius = wave.radii.0 + (wave.radii.1 - wave.radii.0) * out_quick;
            let rgba = brush::faded(wave.rgba, (1.0 - part) * 1.4);
            let thick = wave.thick * (1.0 - part * 0.8);
            if wave.sides == 0 {
                brush::ring(out, wave.at, radius, thick, rgba);
            } else {
                brush::outline(out, wave.at, radius, wave.sides, part * 0.12, thick, rgba);
                brush::outline(out, wave.at, radius * 0.86, wave.sides, 0.5 / wave.sides as f32 - part * 0.12, thick * 0.4, rgba);
            }
        }
    }
}

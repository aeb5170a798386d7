//! Figures of folded paper: a few dozen facets on hinges, posed and turned into triangles.
//!
//! Units: figure units scaled to playfield px by the pose. Invariant: meshing allocates nothing once the output has room.
//! Must not know: what a figure stands for in the game.

mod build;
mod check;
pub mod format;
mod mesh;
mod pose;

pub use build::build;
pub use format::FigureFormat;
pub use pose::{Clip, Pose};

use format::Ease;
use glam::Vec3;
use std::ops::Range;

/// Most points of a figure, twins counted.
pub const POINT_COUNT_MAX: usize = 160;
/// Most facets of a figure, twins counted.
pub const FACET_COUNT_MAX: usize = 240;
/// Most hinges of a figure, twins counted.
pub const HINGE_COUNT_MAX: usize = 32;
/// Most corners of a facet.
pub const CORNER_COUNT_MAX: usize = 8;

/// A figure ready to be posed.
#[derive(Clone, Debug)]
pub struct Figure {
    rest: Vec<Vec3>,
    /// Where each point lies while the sheet is flat.
    sheet_at: Vec<Vec3>,
    /// When each point folds: 0 first (the middle) to 1 last (the tips).
    order: Vec<f32>,
    parts: Vec<Part>,
    facets: Vec<Facet>,
    creases: Vec<Crease>,
    hinges: Vec<Hinge>,
    animations: Vec<Animation>,
    sheet: [u8; 3],
    back: [u8; 3],
    outline: [u8; 3],
    outline_px: f32,
    radius: f32,
}

impl Figure {
    /// The index of an animation, for `Clip`.
    pub fn animation(&self, name: &str) -> Option<u8> {
        self.animations.iter().position(|a| a.name == name).map(|i| i as u8)
    }

    /// Length of an animation, ticks; 0 if there is none of that index.
    pub fn animation_ticks(&self, index: u8) -> f32 {
        self.animations.get(usize::from(index)).map_or(0.0, |a| a.length_ticks)
    }

    /// The names of the animations, in the order of their indices.
    pub fn animation_names(&self) -> impl Iterator<Item = &str> {
        self.animations.iter().map(|a| a.name.as_str())
    }

    /// The greatest distance of a point from the centre at rest, figure units.
    pub fn radius(&self) -> f32 {
        self.radius
    }
}

#[derive(Clone, Debug)]
struct Part {
    lift_px: f32,
    facets: Range<usize>,
    creases: Range<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Facet {
    corners: [u8; CORNER_COUNT_MAX],
    count: u8,
    rgb: [u8; 3],
    shade: f32,
    creased: bool,
}

impl Facet {
    /// Corners are kept in the order that turns the right side of the paper up.
    fn new(corners: &[u8], face_up: bool, rgb: [u8; 3], shade: f32, creased: bool) -> Self {
        let mut kept = [0; CORNER_COUNT_MAX];
        let count = corners.len().min(CORNER_COUNT_MAX);
        kept[..count].copy_from_slice(&corners[..count]);
        if !face_up {
            kept[..count].reverse();
        }
        Facet { corners: kept, count: count as u8, rgb, shade, creased }
    }

    fn corners(&self) -> &[u8] {
        &self.corners[..usize::from(self.count)]
    }
}

/// An edge that is drawn as a line.
#[derive(Clone, Copy, Debug)]
struct Crease {
    a: u8,
    b: u8,
    /// On the part's border, not between two facets.
    border: bool,
}

#[derive(Clone, Debug)]
struct Hinge {
    name: String,
    joint: Joint,
    moves: Vec<u8>,
    /// -1 for the mirrored twin of a turning hinge.
    sign: f32,
}

#[derive(Clone, Copy, Debug)]
enum Joint {
    Fold(u8, u8),
    Swing(u8),
    Slide(Vec3),
    Grow(u8),
}

#[derive(Clone, Debug)]
struct Animation {
    name: String,
    length_ticks: f32,
    loops: bool,
    ease: Ease,
    tracks: Vec<Track>,
}

#[derive(Clone, Debug)]
struct Track {
    hinge: u8,
    keys: Vec<(f32, f32)>,
}

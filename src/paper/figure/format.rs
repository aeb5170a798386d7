//! The file format of a figure, `assets/figures/<name>.ron`: a sheet of paper, its points, facets, hinges and animations.
//!
//! Units: figure units (`scale` playfield px each; widths are px), origin at the figure's centre, x right, y down, z out of the page towards the
//! eye. A facet is shaded by how it leans to the one light, upper left; heights (z) are what makes it lean.
//! A name that ends in `_r` has a twin `_l`, mirrored in x, made by itself: points, and the facets and hinges that name them.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A whole figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureFormat {
    /// Colours by name, `#RRGGBB`.
    pub colors: BTreeMap<String, String>,
    /// Colour of the flat sheet before it is folded.
    pub sheet: String,
    /// Colour of the paper's reverse, seen where a facet is turned over.
    pub back: String,
    /// Colour of the line around the silhouette, `#RRGGBB`.
    #[serde(default = "default_outline")]
    pub outline: String,
    /// Width of that line, 0 to 6.
    #[serde(default = "default_outline_px")]
    pub outline_px: f32,
    /// Playfield px for a unit of the points, 0.05 to 20.
    #[serde(default = "default_scale")]
    pub scale: f32,
    /// Points by name: (x, y, z), each within -200 to 200.
    pub points: BTreeMap<String, (f32, f32, f32)>,
    /// Layers of paper, the lowest first.
    pub parts: Vec<PartFormat>,
    /// What turns about what; a hinge nearer to the tip stands before the one it hangs on.
    #[serde(default)]
    pub hinges: Vec<HingeFormat>,
    /// Animations by name.
    #[serde(default)]
    pub animations: BTreeMap<String, AnimationFormat>,
}

/// A layer of paper: facets that lie side by side.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartFormat {
    /// How far it floats above the part below, which takes its shadow; 0 to 10, 0 for no shadow.
    #[serde(default)]
    pub lift_px: f32,
    /// The facets.
    pub facets: Vec<FacetFormat>,
}

/// A flat piece of paper between creases.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FacetFormat {
    /// Its colour's name.
    pub fill: String,
    /// Its corners: 3 to 8 names of points, separated by spaces, convex, in either direction.
    pub at: String,
    /// Lighter (to 1) or darker (to -1) than its lean says.
    #[serde(default)]
    pub shade: f32,
    /// Whether creases are drawn along its edges; `false` for a mark printed on the paper.
    #[serde(default = "default_creased")]
    pub creased: bool,
}

/// A joint.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HingeFormat {
    /// The name that animations use.
    pub name: String,
    /// How it moves.
    pub bend: Bend,
    /// The points that it moves, separated by spaces; `*` for all.
    pub moves: String,
}

/// How a hinge moves its points.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Bend {
    /// About the line through two points, degrees.
    Fold(String, String),
    /// In the plane about a point, degrees, clockwise.
    Swing(String),
    /// Along (x, y, z), by so many times.
    Slide((f32, f32, f32)),
    /// Larger about a point; 0 is unchanged, 1 is twice the size.
    Grow(String),
}

/// A motion of the hinges.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnimationFormat {
    /// Its length, 1 to 3600.
    pub ticks: u32,
    /// Whether it begins again; otherwise it holds its end.
    #[serde(default)]
    pub loops: bool,
    /// How it moves from key to key.
    #[serde(default)]
    pub ease: Ease,
    /// For each hinge its keys (tick, amount) in rising order; `name` drives both `name_r` and `name_l`.
    pub tracks: BTreeMap<String, Vec<(f32, f32)>>,
}

/// The course from one key to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Ease {
    /// Constant speed.
    Linear,
    /// Slow at both ends.
    #[default]
    InOut,
    /// Slow at the start.
    In,
    /// Slow at the end.
    Out,
    /// Past the end and back.
    Spring,
}

impl Ease {
    /// Maps 0..1 to 0..1 (`Spring` passes 1 on its way).
    pub fn at(self, t: f32) -> f32 {
        let t = t.clamp(0.0, 1.0);
        let rest = 1.0 - t;
        match self {
            Ease::Linear => t,
            Ease::InOut => t * t * (3.0 - 2.0 * t),
            Ease::In => t * t,
            Ease::Out => 1.0 - rest * rest,
            Ease::Spring => 1.0 - rest * rest * (1.0 - 2.7 * t),
        }
    }
}

fn default_outline() -> String {
    "#1A1222".to_owned()
}

fn default_outline_px() -> f32 {
    1.2
}

fn default_scale() -> f32 {
    1.0
}

fn default_creased() -> bool {
    true
}

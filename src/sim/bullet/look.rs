//! A look: sprite, hit radius, graze radius, layer; one row of `assets/looks.ron`.

use serde::Deserialize;

/// Index into the look table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LookId(pub u8);

/// The silhouette of a look, drawn from a distance function by `paper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum Shape {
    /// A round dot.
    Disc,
    /// A large round ball.
    Orb,
    /// A pointed petal, long along its heading.
    Petal,
    /// A five-pointed folded star.
    Star,
    /// A thin needle.
    Needle,
    /// A six-armed snow crystal.
    Crystal,
    /// A square scrap of confetti.
    Scrap,
    /// A paper talisman: a long rectangle with a notch.
    Talisman,
    /// A ring, open in the middle.
    Ring,
    /// A kunai-like folded arrowhead.
    Arrow,
    /// A drop, round ahead and pointed behind.
    Drop,
    /// A maple leaf.
    Leaf,
}

/// How a look is turned on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum Turn {
    /// Its long axis follows the motion.
    Heading,
    /// It spins by this many degrees a tick.
    Spin(f32),
    /// It stays upright.
    Upright,
}

/// One row of the look table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The name patterns use.
    pub name: String,
    /// Silhouette.
    pub shape: Shape,
    /// Radius of the drawn core (the full colour ends at 1.1 of it, the dark rim at 1.28), px; 1 to 64.
    pub radius_px: f32,
    /// Radius of the collision circle, px; 0.5 to 48, less than `radius_px`.
    pub hit_radius_px: f32,
    /// A bullet nearer than this to the player's centre is grazed, px; up to 64.
    pub graze_radius_px: f32,
    /// Draw layer: 0 (large, below) to 3 (small, above).
    pub layer: u8,
    /// How it is turned.
    pub turn: Turn,
}

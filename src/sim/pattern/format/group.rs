//! The shapes of volleys. Each may hold another: `Ring(count: 8, of: Spread(count: 3, step: 6))` is a ring of spreads.

use super::Number;
use serde::Deserialize;

/// The shape of a volley: how its bullets differ in direction, speed and place. `of` is the group that stands in place of each bullet
/// (up to 4 groups in all). A volley has at most 512 bullets. All numbers are asked for once a volley.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Group {
    /// One bullet.
    #[default]
    One,
    /// Evenly all around.
    Ring {
        /// 1 to 512.
        count: Number,
        /// Degrees from the volley's direction to the first; default 0.
        #[serde(default = "zero")]
        start: Number,
        /// Turns it by half a gap, so that the volley's direction lies between two bullets; default false.
        #[serde(default)]
        between: bool,
        /// They start so far from the centre, px; default 0.
        #[serde(default = "zero")]
        radius: Number,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
    /// A fan about the volley's direction. Give `step` or `arc`.
    Spread {
        /// 1 to 512.
        count: Number,
        /// Degrees from one to the next.
        step: Option<Number>,
        /// Degrees from the first to the last.
        arc: Option<Number>,
        /// They start so far from the centre, px; default 0.
        #[serde(default = "zero")]
        radius: Number,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
    /// One behind the other: each is `step` faster than the one before.
    Stack {
        /// 1 to 512.
        count: Number,
        /// px a tick, -20 to 20.
        step: Number,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
    /// Side by side, flying in parallel, centred.
    Line {
        /// 1 to 512.
        count: Number,
        /// px from one to the next.
        gap: Number,
        /// Degrees from the direction of flight to the line; default 90. With 0 they fly in single file.
        #[serde(default = "ninety")]
        slant: Number,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
    /// Opens into a regular polygon with a corner ahead.
    Polygon {
        /// 3 to 24.
        corners: Number,
        /// Bullets a side, 1 to 64.
        side: Number,
        /// They start on a polygon of this size, px; default 0.
        #[serde(default = "zero")]
        radius: Number,
        /// Default `Outward`.
        #[serde(default)]
        travel: Travel,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
    /// Opens into an ellipse, its long axis ahead.
    Ellipse {
        /// 1 to 512.
        count: Number,
        /// Width across over length, 0 to 4.
        ratio: Number,
        /// They start on an ellipse of this half length, px; default 0.
        #[serde(default = "zero")]
        radius: Number,
        /// Default `Outward`.
        #[serde(default)]
        travel: Travel,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
    /// Opens into a flower, a petal ahead.
    Rose {
        /// 1 to 512.
        count: Number,
        /// 1 to 24.
        petals: Number,
        /// How deep it is cut between petals, 0 (a ring) to 1 (to the centre); default 0.5.
        #[serde(default = "half")]
        depth: Number,
        /// They start on a flower of this size, px; default 0.
        #[serde(default = "zero")]
        radius: Number,
        /// Default `Outward`.
        #[serde(default)]
        travel: Travel,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
    /// An arrowhead: one ahead, on each side wings that fall back.
    Arrow {
        /// Bullets in each wing, 0 to 128.
        wings: Number,
        /// Degrees from one to the next.
        step: Number,
        /// So much slower is each next one, px a tick, -20 to 20.
        slow: Number,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
    /// At random.
    Scatter {
        /// 1 to 512.
        count: Number,
        /// Directions within so many degrees about the volley's; default 360.
        #[serde(default = "turn")]
        arc: Number,
        /// Up to so much faster, px a tick; default 0.
        #[serde(default = "zero")]
        speed: Number,
        /// They start anywhere within a circle of this radius, px; default 0.
        #[serde(default = "zero")]
        radius: Number,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
    /// Opens into a shape of your own.
    Points {
        /// 1 to 64 points, x ahead and y to the right of the volley's direction, about -1 to 1.
        points: Vec<(f32, f32)>,
        /// They start on a shape of this size, px; default 0.
        #[serde(default = "zero")]
        radius: Number,
        /// Default `Outward`.
        #[serde(default)]
        travel: Travel,
        /// What stands in place of each bullet.
        of: Option<Box<Group>>,
    },
}

/// How the bullets of a shape fly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Travel {
    /// Away from its centre, the further the faster: the shape grows.
    #[default]
    Outward,
    /// All in the volley's direction: the shape flies as it is (give it a radius).
    Along,
}

fn zero() -> Number {
    Number::Literal(0.0)
}

fn half() -> Number {
    Number::Literal(0.5)
}

fn ninety() -> Number {
    Number::Literal(90.0)
}

fn turn() -> Number {
    Number::Literal(360.0)
}

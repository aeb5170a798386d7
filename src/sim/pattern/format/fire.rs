//! A volley: where from, which way, in which shape, and of which bullets.

use super::{Group, Number, Place};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::kind::Motion;
use serde::Deserialize;

/// A volley of bullets.
///
/// `speed`, `angle` and everything in `bullet` is asked for bullet by bullet and may use `i` (index in the volley), `n` (bullets in the
/// volley), `i1` to `i4` (index in the outermost group, the one inside it, ...) and `side`; all else is asked for once a volley.
/// `Rand(a, b)` is drawn once a volley, `"rand(a, b)"` once a bullet.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    /// A point of the playfield to fire from; default: where the emitter is.
    pub from: Option<Place>,
    /// An offset to it; default none.
    #[serde(default)]
    pub at: Place,
    /// Which way the volley points; default `Aim(0)`.
    #[serde(default)]
    pub aim: Aim,
    /// The shape of the volley; default one bullet.
    #[serde(default)]
    pub group: Group,
    /// Speed, -20 to 20 px a tick; default 2.
    #[serde(default = "two")]
    pub speed: Number,
    /// Turns each bullet further, degrees; default 0. For a little disorder: `"rand(-4, 4)"`.
    #[serde(default = "zero")]
    pub angle: Number,
    /// Fires the volley's mirror image about its direction too; there `side` is -1, here 1. Bullets that turn, turn the other way.
    #[serde(default)]
    pub mirrored: bool,
    /// The bullets.
    pub bullet: BulletFormat,
}

/// Which way a volley points, degrees.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Aim {
    /// So far clockwise of the direction to the player. `Aim(0)` is at the player.
    Aim(Number),
    /// This way: 0 right, 90 down.
    Absolute(Number),
    /// So far clockwise of the emitter's own heading.
    Relative(Number),
    /// So far clockwise of the last volley of this track (a list in `Together` is a track of its own). The first is aimed at the player.
    Sequence(Number),
}

impl Default for Aim {
    fn default() -> Self {
        Aim::Aim(Number::Literal(0.0))
    }
}

/// The bullets of a volley.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BulletFormat {
    /// A name from `assets/looks.ron`.
    pub look: String,
    /// Its colour: Vermilion (default), Sky, Gold, Violet, Leaf, Amber, Rose or Snow.
    #[serde(default)]
    pub color: Color,
    /// Several colours instead, 1 to 16 of them; see `pick`.
    #[serde(default)]
    pub colors: Vec<Color>,
    /// Which of `colors`, from 0, beyond the last from the first again; default `"i"`.
    #[serde(default = "each")]
    pub pick: Number,
    /// How it moves; default `Linear`.
    #[serde(default)]
    pub kind: Motion,
    /// Ticks of its spawn cloud, 0 to 600; default 8. Until then it stands still and cannot hit.
    #[serde(default = "cloud")]
    pub delay: Number,
    /// Ticks it lives, 0 (default) to 36,000; 0 for no limit.
    #[serde(default = "zero")]
    pub lifetime: Number,
    /// Radius of collision, 0.5 to 48 px; default the look's.
    pub hit: Option<Number>,
    /// Radius of graze, 0.5 to 64 px; default the look's.
    pub graze: Option<Number>,
}

fn zero() -> Number {
    Number::Literal(0.0)
}

fn two() -> Number {
    Number::Literal(2.0)
}

fn cloud() -> Number {
    Number::Literal(8.0)
}

fn each() -> Number {
    Number::Expression("i".to_owned())
}

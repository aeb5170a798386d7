//! A volley: where from, which way, in which shape, and of which bullets.

use super::{Group, Number, Pace, Place, Step, Then};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::kind::Motion;
use serde::Deserialize;

/// A volley of bullets or of lasers: exactly one of `bullet`, `laser` and `curve` is given.
///
/// `speed`, `angle` and everything in `bullet`, `laser` or `curve` is asked for bullet by bullet and may use `i` (index in the volley), `n` (bullets in the
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
    /// Speed, -20 to 20 px a tick; left out: 2. `Relative(1)`: so much faster than the emitter or bullet that fires; `Sequence(0.1)`: than this
    /// track's last. Straight lasers have none.
    pub speed: Option<Pace>,
    /// Turns each bullet further, degrees; default 0. For a little disorder: `"rand(-4, 4)"`.
    #[serde(default = "zero")]
    pub angle: Number,
    /// Fires the volley's mirror image about its direction too; there `side` is -1, here 1. Bullets that turn, turn the other way.
    #[serde(default)]
    pub mirrored: bool,
    /// The bullets.
    pub bullet: Option<BulletFormat>,
    /// Straight lasers in place of bullets: `Fire(group: Ring(count: 8), laser: (warn: 60, hold: 120, turn: 0.2))` is a wheel of them.
    pub laser: Option<LaserFormat>,
    /// Curved lasers in place of bullets: `Fire(group: Ring(count: 6), speed: 2, curve: (trail: 50, kind: Circular(turn: 1)))`.
    pub curve: Option<CurveFormat>,
}

/// Which way a volley points, degrees.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Aim {
    /// So far clockwise of the direction to the player. `Aim(0)` is at the player.
    Aim(Number),
    /// This way: 0 right, 90 down.
    Absolute(Number),
    /// So far clockwise of the own heading: of the emitter or bullet that fires or turns.
    Relative(Number),
    /// So far clockwise of the last volley of this track (a list in `Together` is a track of its own). The first is aimed at the
    /// player, whatever stands here.
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
    /// What it does by itself: a list of steps that begins when the bullet has begun to move: in the tick after its birth, or at the end
    /// of its spawn cloud. The steps see the names of the list that fires it, `loop`, `i`, `n` and the like, as they were at the fire.
    #[serde(default)]
    pub script: Vec<Step>,
    /// What it does when something happens, at most 3 such lists.
    #[serde(default)]
    pub then: Vec<Then>,
}

/// Straight lasers. Each warns as a thin line that harms nobody, opens to its width, holds, and closes. It hits by its width of the moment while it
/// opens and holds, and is then grazed each 12 ticks by whoever is within 14 px of its edge. Shots, hits and the player do not end it; bombs, folds and
/// the end of the attack do, as a whole, and it falls into scraps. At most 128 lasers are there at once; further ones are not fired.
///
/// Where a group makes bullets slower so that they open into a shape (Polygon, Ellipse, Rose, Points), lasers are as much shorter; what a group says of
/// speed otherwise means nothing to them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaserFormat {
    /// Its colour: Vermilion (default), Sky, Gold, Violet, Leaf, Amber, Rose or Snow.
    #[serde(default)]
    pub color: Color,
    /// Several colours instead, 1 to 16 of them; see `pick`.
    #[serde(default)]
    pub colors: Vec<Color>,
    /// Which of `colors`, from 0, beyond the last from the first again; default `"i"`.
    #[serde(default = "each")]
    pub pick: Number,
    /// Width when it is open, 1 to 128 px; default 12.
    #[serde(default = "twelve")]
    pub width: Number,
    /// Length, 8 to 1,000 px; default 640, which is across the playfield from anywhere.
    #[serde(default = "across")]
    pub length: Number,
    /// Ticks of warning, 0 to 3,600; default 45.
    #[serde(default = "warning")]
    pub warn: Number,
    /// Ticks in which it opens, 0 to 600; default 8.
    #[serde(default = "cloud")]
    pub open: Number,
    /// Ticks for which it is open, 0 to 36,000; default 60.
    #[serde(default = "second")]
    pub hold: Number,
    /// Ticks in which it closes, 0 to 600; default 12. It hits nobody in them.
    #[serde(default = "twelve")]
    pub close: Number,
    /// Turn each tick, -12 to 12 degrees, positive is clockwise; default 0. It turns about its beginning, also while it warns.
    #[serde(default = "zero")]
    pub turn: Number,
    /// Whether it stays where it is from its emitter, which may move, and closes when the emitter is gone. Left out: yes, but no with `from`.
    pub follow: Option<bool>,
    /// Width of what hits, 0.5 to 128 px; left out: six tenths of `width`. It never hits where it is not drawn.
    pub hit: Option<Number>,
}

/// Curved lasers. Each is a head that moves as a bullet of its kind does, and the ribbon of its last positions behind it, pointed at both ends.
/// The whole ribbon hits and is grazed as a straight laser is; it goes when all of it is outside. With `kind: Linear` it is a short straight
/// laser that flies.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurveFormat {
    /// Its colour: Vermilion (default), Sky, Gold, Violet, Leaf, Amber, Rose or Snow.
    #[serde(default)]
    pub color: Color,
    /// Several colours instead, 1 to 16 of them; see `pick`.
    #[serde(default)]
    pub colors: Vec<Color>,
    /// Which of `colors`, from 0, beyond the last from the first again; default `"i"`.
    #[serde(default = "each")]
    pub pick: Number,
    /// Greatest width, 1 to 64 px; default 10.
    #[serde(default = "ten")]
    pub width: Number,
    /// How many of its last positions it keeps, 2 to 96, one a tick; default 40. At speed 2 they are 80 px.
    #[serde(default = "forty")]
    pub trail: Number,
    /// How its head moves; default `Linear`.
    #[serde(default)]
    pub kind: Motion,
    /// Ticks in which its head stands still and harms nobody, 0 to 600; default 8.
    #[serde(default = "cloud")]
    pub delay: Number,
    /// Ticks after which it fades, 0 (default) to 36,000; 0 for no limit.
    #[serde(default = "zero")]
    pub lifetime: Number,
    /// Greatest width of what hits, 0.5 to 64 px; left out: six tenths of `width`. It never hits where it is not drawn.
    pub hit: Option<Number>,
}

fn zero() -> Number {
    Number::Literal(0.0)
}

fn ten() -> Number {
    Number::Literal(10.0)
}

fn twelve() -> Number {
    Number::Literal(12.0)
}

fn forty() -> Number {
    Number::Literal(40.0)
}

fn warning() -> Number {
    Number::Literal(45.0)
}

fn second() -> Number {
    Number::Literal(60.0)
}

fn across() -> Number {
    Number::Literal(640.0)
}

fn cloud() -> Number {
    Number::Literal(8.0)
}

fn each() -> Number {
    Number::Expression("i".to_owned())
}

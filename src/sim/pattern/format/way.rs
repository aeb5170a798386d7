//! Ways of flying that are worked out tick by tick, by the machine that runs the scripts of bullets.

use super::Number;
use serde::Deserialize;

/// A path as expressions of `t`, the ticks since it began: `kind: Parametric(x: "2 * t", y: "30 * sin(6 * t)")` or
/// `kind: Parametric(r: "1.5 * t", angle: "80 * sin(3 * t)")`. Where it is at `t` 0 is where the bullet is then: only the way from there counts.
///
/// It lies along the direction in which the bullet is fired, `speed` means nothing; it sees what a `script` sees. In a mirror image it goes the other way
/// round. A bullet makes at most 20 px a tick, and catches up where its path is faster. It cannot be steered, but `Become` something else.
/// Like a script it counts as one of the bullet's; its spawn cloud is at least a tick long.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parametric {
    /// How far ahead, -1,000 to 1,000 px.
    pub x: Option<Number>,
    /// How far to the right of who flies, -1,000 to 1,000 px.
    pub y: Option<Number>,
    /// In place of `x` and `y`: how far from the middle of the path, -1,000 to 1,000 px.
    pub r: Option<Number>,
    /// In which direction from there, degrees from the direction of fire, clockwise; left out: 0.
    pub angle: Option<Number>,
}

/// Whom a homing bullet turns to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Target {
    /// The player.
    #[default]
    Player,
    /// The enemy or boss that is nearest to it just then, the one that fired it included; straight on while there is none.
    NearestEnemy,
}

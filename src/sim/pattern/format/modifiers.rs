//! What changes a pattern from outside.

use super::Number;
use serde::Deserialize;

/// Changes a pattern from outside: of a `Call`, of a spell (`modify: (speed: 1.2)`), or on the command line (`--modify "(mirror: 1)"`). Modifiers within
/// each other add up: speeds and times multiply, angles add, the smaller budget holds. Each number is asked for once, when the pattern begins, and
/// holds for all that it fires, and what that fires.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Modifiers {
    /// The ways of its bullets are so many times as long in the same time, 0.05 to 20. Emitters move as they do.
    pub speed: Option<Number>,
    /// All of it goes on so many times as fast, 0.05 to 20: waits, movements, bullets, `t`. Times stay whole ticks, and at least one.
    pub time: Option<Number>,
    /// Its volleys, and absolute directions to which its bullets turn, are turned by so much, degrees. `Accel` and `Falling` are not: they keep to the screen.
    pub angle: Option<Number>,
    /// Anything but 0: left and right of the playfield are exchanged for all that it does.
    pub mirror: Option<Number>,
    /// Its random numbers are those of this seed, 0 to 1,000,000, and so each time the same.
    pub seed: Option<Number>,
    /// While so many bullets are alive, whoever fired them, it fires none, 0 to 4,096.
    pub budget: Option<Number>,
}

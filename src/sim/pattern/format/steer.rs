//! How bullets and emitters change their course, and what bullets do when something happens.

use super::raw::Raw;
use super::{Aim, DIFFICULTIES, Number, Step};
use crate::sim::pattern::ease::Ease;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// A speed, px a tick: a number, or one of the ways to reckon it: `2.5`, `Relative(0.5)`, `Sequence(0.1)`.
#[derive(Clone, Debug, PartialEq)]
pub enum Pace {
    /// `2.5` or `Absolute(2.5)`: this speed.
    Absolute(Number),
    /// `Relative(0.5)`: so much faster than whoever fires or changes is now.
    Relative(Number),
    /// `Sequence(0.1)`. In a `Fire`: so much faster than this track's last speed; the first is 1, whatever stands here.
    /// In a change: so much faster each tick. See `Aim` for tracks.
    Sequence(Number),
}

/// The ways with a name.
const PACES: [&str; 4] = ["Absolute", "Relative", "Sequence", "Rand"];

impl<'de> Deserialize<'de> for Pace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::read(deserializer)?;
        let Raw::Fields(fields) = &raw else { return Number::from_raw(raw).map(Pace::Absolute) };
        // A table has several fields, or one too few; `Rand` is a number's own.
        let [(name, value)] = fields.as_slice() else { return Number::from_raw(raw).map(Pace::Absolute) };
        if name == PACES[3] || DIFFICULTIES.contains(&name.as_str()) {
            return Number::from_raw(raw).map(Pace::Absolute);
        }
        if let Raw::List(parts) = value {
            return Err(D::Error::invalid_length(parts.len(), &"a single speed"));
        }
        let number = |value: &Raw| Number::from_raw(value.clone());
        match name.as_str() {
            "Absolute" => number(value).map(Pace::Absolute),
            "Relative" => number(value).map(Pace::Relative),
            "Sequence" => number(value).map(Pace::Sequence),
            other => Err(D::Error::unknown_variant(other, &PACES)),
        }
    }
}

/// Turns the own direction.
///
/// `Aim`, `Absolute` and `Relative` turn the shorter way to a direction that is worked out now (exactly half a turn goes
/// counterclockwise); `Sequence(3)` turns by 3 degrees a tick for `ticks`. Replaces a turn under way; the list goes on at once.
/// What bullets are fired at is not touched: `Aim::Sequence` of a `Fire` goes on from the last volley.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeDirection {
    /// Which way. `Relative` is to the own direction.
    pub to: Aim,
    /// Ticks until it is reached, 0 (default) to 36,000, rounded. The first step is made in the next tick; with 0, all of it.
    #[serde(default = "zero")]
    pub ticks: Number,
    /// How it starts and ends; default `Linear`.
    #[serde(default = "steady")]
    pub ease: Ease,
}

/// Changes the own speed. Replaces such a change under way; the list goes on at once. Except for `Sequence`, the new speed also counts as
/// this track's last, from which `Sequence` of a `Fire` goes on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeSpeed {
    /// How fast, -20 to 20 px a tick; below 0 it flies backward.
    pub to: Pace,
    /// See `ChangeDirection`.
    #[serde(default = "zero")]
    pub ticks: Number,
    /// See `ChangeDirection`.
    #[serde(default = "steady")]
    pub ease: Ease,
}

/// Changes the drift: a velocity of its own that is added to speed and direction and starts at 0. An axis that is left out stays
/// as it is. Replaces such a change of the same axis under way; the list goes on at once.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accel {
    /// To the right, -20 to 20 px a tick: to a speed, by a speed (`Relative`), or by so much each tick (`Sequence`).
    pub x: Option<Pace>,
    /// Down.
    pub y: Option<Pace>,
    /// See `ChangeDirection`.
    #[serde(default = "zero")]
    pub ticks: Number,
    /// See `ChangeDirection`.
    #[serde(default = "steady")]
    pub ease: Ease,
}

/// Something that a bullet does when something happens. Each is a list of its own that runs side by side with the others and with
/// the bullet's `script`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Then {
    /// When; all but `Every` happen once.
    pub when: When,
    /// The steps.
    #[serde(rename = "do")]
    pub steps: Vec<Step>,
}

/// What may happen to a bullet. What is asked of the tick is asked from the second one on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum When {
    /// `After(60)`: so many ticks after it began to move, 0 to 36,000.
    After(Number),
    /// `Every(20)`: each time so many ticks have gone by, 1 to 36,000. Not in a `WaitFor`.
    Every(Number),
    /// Its centre is at an edge of the playfield or beyond.
    OnWall,
    /// `Near(60)`: the player's centre is at most so far away, 0 to 1,000 px.
    Near(Number),
    /// No change of its direction, speed or drift is under way.
    Settled,
    /// It was grazed.
    OnGraze,
    /// An attack of a boss has ended. It outlives the end, which otherwise cancels every bullet.
    OnPhaseEnd,
    /// `OnSignal("now")`: an `Emit` of this name ran in the last tick, somewhere in the program that fired it.
    OnSignal(String),
}

fn zero() -> Number {
    Number::Literal(0.0)
}

fn steady() -> Ease {
    Ease::Linear
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Pace, String> {
        ron::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn every_way_of_writing_a_speed_is_read() {
        assert_eq!(read("2.5"), Ok(Pace::Absolute(2.5.into())));
        assert_eq!(read("Rand(1, 2)"), Ok(Pace::Absolute(Number::Rand(Box::new([1.0.into(), 2.0.into()])))));
        assert_eq!(read("Absolute(2)"), Ok(Pace::Absolute(2.0.into())));
        assert_eq!(read(r#"Relative("rank")"#), Ok(Pace::Relative("rank".into())));
        assert_eq!(read("Sequence(Rand(1, 2))"), Ok(Pace::Sequence(Number::Rand(Box::new([1.0.into(), 2.0.into()])))));
        assert!(read("Relative(1, 2)").unwrap_err().contains("a single speed"));
        assert!(read("Relatve(1)").unwrap_err().contains("Relatve"));
        assert!(read("(easy: 1, normal: 2)").unwrap_err().contains("hard"));
    }
}

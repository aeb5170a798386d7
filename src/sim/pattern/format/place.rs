//! A point as written in a pattern.

use super::Number;
use super::raw::Raw;
use serde::de::{Deserialize, Deserializer, Error};

/// A point or an offset, px, -1,000 to 1,000 each way: `(12, -4)`, `(x: 12, y: -4)` or `(angle: 30, distance: 40)`.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// `(12, -4)`: right and down.
    Pair(Number, Number),
    /// `(x: 12, y: -4)`: the same with names.
    Cartesian(Number, Number),
    /// `(angle: 30, distance: 40)`: direction in degrees and distance in px.
    Polar(Number, Number),
}

impl Default for Place {
    fn default() -> Self {
        Place::Pair(Number::Literal(0.0), Number::Literal(0.0))
    }
}

/// What one may write.
const EXPECTED: &str = "a point: (12, -4), (x: 12, y: -4) or (angle: 30, distance: 40)";
/// The names of the ways with names.
const FIELDS: [&str; 4] = ["x", "y", "angle", "distance"];

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Raw::read(deserializer)? {
            Raw::List(parts) => match <[Raw; 2]>::try_from(parts) {
                Ok([x, y]) => Ok(Place::Pair(Number::from_raw(x)?, Number::from_raw(y)?)),
                Err(parts) => Err(D::Error::invalid_length(parts.len(), &EXPECTED)),
            },
            Raw::Fields(fields) => named(fields),
            other => Err(other.refuse(EXPECTED)),
        }
    }
}

fn named<E: Error>(fields: Vec<(String, Raw)>) -> Result<Place, E> {
    let mut values: [Option<Number>; 4] = [None, None, None, None];
    for (name, raw) in fields {
        let Some(index) = FIELDS.iter().position(|known| *known == name) else {
            return Err(E::unknown_field(&name, &FIELDS));
        };
        if values[index].is_some() {
            return Err(E::duplicate_field(FIELDS[index]));
        }
        values[index] = Some(Number::from_raw(raw)?);
    }
    match values {
        [Some(x), Some(y), None, None] => Ok(Place::Cartesian(x, y)),
        [None, None, Some(angle), Some(distance)] => Ok(Place::Polar(angle, distance)),
        _ => Err(E::custom("a point needs both x and y, or both angle and distance")),
    }
}

//! A point as written in a pattern.

use super::Number;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

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

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlaceVisitor)
    }
}

struct PlaceVisitor;

/// The names of the two ways to write it.
const FIELDS: [&str; 4] = ["x", "y", "angle", "distance"];

impl<'de> Visitor<'de> for PlaceVisitor {
    type Value = Place;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a point: (12, -4), (x: 12, y: -4) or (angle: 30, distance: 40)")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Place, A::Error> {
        let x = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let y = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        if seq.next_element::<Number>()?.is_some() {
            return Err(A::Error::invalid_length(3, &self));
        }
        Ok(Place::Pair(x, y))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Place, A::Error> {
        let mut values: [Option<Number>; 4] = [None, None, None, None];
        while let Some(Field(index)) = map.next_key()? {
            if values[index].is_some() {
                return Err(A::Error::duplicate_field(FIELDS[index]));
            }
            values[index] = Some(map.next_value()?);
        }
        match values {
            [Some(x), Some(y), None, None] => Ok(Place::Cartesian(x, y)),
            [None, None, Some(angle), Some(distance)] => Ok(Place::Polar(angle, distance)),
            _ => Err(A::Error::custom("a point needs both x and y, or both angle and distance")),
        }
    }
}

/// A field's name as its index.
struct Field(usize);

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("x, y, angle or distance")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
                FIELDS.iter().position(|known| *known == name).map(Field).ok_or_else(|| E::unknown_field(name, &FIELDS))
            }
        }
        deserializer.deserialize_identifier(Name)
    }
}

//! Any value as written, with the names in front of brackets, which serde's `deserialize_any` alone does not tell: `Rand(1, 2)` must not be
//! the same as `Polar(1, 2)` or `(1, 2)`.
//!
//! RON gives those names only to the buffer of serde's untagged enums, as maps with one entry; hence `Buffer`.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use std::fmt;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Raw {
    Number(f64),
    /// A string, or a name that stands alone.
    Text(String),
    Bool(bool),
    Unit,
    /// `(1, 2)` or `[1, 2]`
    List(Vec<Raw>),
    /// `(a: 1)`, and `Name(...)` as one entry.
    Fields(Vec<(String, Raw)>),
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Buffer {
    Any(Raw),
}

impl Raw {
    /// Reads a value of any sort.
    pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        Buffer::deserialize(deserializer).map(|Buffer::Any(raw)| raw)
    }

    /// The error for a value of the wrong sort.
    pub(super) fn refuse<E: Error>(&self, expected: &str) -> E {
        let unexpected = match self {
            Raw::Number(value) => Unexpected::Float(*value),
            Raw::Text(text) => Unexpected::Str(text),
            Raw::Bool(value) => Unexpected::Bool(*value),
            Raw::Unit => return E::custom(format_args!("nothing is there; expected {expected}")),
            Raw::List(_) => Unexpected::Seq,
            Raw::Fields(fields) => {
                let name = fields.first().map_or("", |(name, _)| name.as_str());
                return E::custom(format_args!("`{name}` means nothing here; expected {expected}"));
            }
        };
        E::invalid_type(unexpected, &expected)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Raw, E> {
        Ok(Raw::Number(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Number(value as f64))
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
        Ok(Raw::Text(text.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Unit)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Unit)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Raw, A::Error> {
        let mut parts = Vec::new();
        while let Some(part) = seq.next_element()? {
            parts.push(part);
        }
        Ok(Raw::List(parts))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let mut fields = Vec::new();
        while let Some((Raw::Text(name), value)) = map.next_entry()? {
            fields.push((name, value));
        }
        Ok(Raw::Fields(fields))
    }
}

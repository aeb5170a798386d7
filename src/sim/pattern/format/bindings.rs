//! Names with numbers, in the order in which they are written: `(base: "rand(0, 360)", gap: 12)`. Names with patterns.

use super::{Number, OwnPattern};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Names and their numbers. Each number may use the names before it. A name is made of letters, digits and `_` and begins with a letter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bindings(pub Vec<(String, Number)>);

/// Patterns by name: `(burst: (do: [...]), rain: (params: (gap: 4), do: [...]))`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnPatterns(pub BTreeMap<String, OwnPattern>);

impl<'de> Deserialize<'de> for Bindings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NamedVisitor("names with numbers, such as (count: 12, gap: \"4 * rank\")", PhantomData)).map(Bindings)
    }
}

impl<'de> Deserialize<'de> for OwnPatterns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let named = deserializer.deserialize_any(NamedVisitor("names with patterns, such as (burst: (do: [...]))", PhantomData))?;
        Ok(OwnPatterns(named.into_iter().collect()))
    }
}

/// Reads names with values, each name once; says what is expected.
struct NamedVisitor<T>(&'static str, PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for NamedVisitor<T> {
    type Value = Vec<(String, T)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs: Self::Value = Vec::new();
        while let Some(Name(name)) = map.next_key()? {
            if pairs.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format_args!("the name `{name}` stands twice")));
            }
            pairs.push((name, map.next_value()?));
        }
        Ok(pairs)
    }
}

/// A field's name.
struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Name, E> {
                Ok(Name(name.to_owned()))
            }
        }
        deserializer.deserialize_identifier(NameVisitor)
    }
}

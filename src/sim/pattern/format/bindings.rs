//! Names with numbers, in the order in which they are written: `(base: "rand(0, 360)", gap: 12)`.

use super::Number;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use std::fmt;

/// Names and their numbers. Each number may use the names before it. A name is made of letters, digits and `_` and begins with a letter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bindings(pub Vec<(String, Number)>);

impl<'de> Deserialize<'de> for Bindings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BindingsVisitor)
    }
}

struct BindingsVisitor;

impl<'de> Visitor<'de> for BindingsVisitor {
    type Value = Bindings;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("names with numbers, such as (count: 12, gap: \"4 * rank\")")
    }

    fn visit_unit<E: Error>(self) -> Result<Bindings, E> {
        Ok(Bindings::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Bindings, A::Error> {
        let mut pairs: Vec<(String, Number)> = Vec::new();
        while let Some(Name(name)) = map.next_key()? {
            if pairs.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format_args!("the name `{name}` stands twice")));
            }
            pairs.push((name, map.next_value()?));
        }
        Ok(Bindings(pairs))
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

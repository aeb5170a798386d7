//! Reading a RON struct as loose pairs of a name and its raw text, so that one bad value cannot take the others with it.

use ron::value::RawValue;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use std::fmt;

/// One `name: value` of the file.
pub(super) struct Pair {
    pub(super) name: String,
    /// The value as it stands in the file.
    pub(super) text: String,
}

/// The pairs of `(name: value, ...)` up to the first syntax error, and that error.
pub(super) fn read(text: &str) -> (Vec<Pair>, Option<String>) {
    let mut pairs = Vec::new();
    let error = match ron::Deserializer::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(mut source) => Pairs(&mut pairs).deserialize(&mut source).and_then(|()| source.end()).map_err(|e| source.span_error(e)).err(),
        Err(spanned) => Some(spanned),
    };
    (pairs, error.map(|e| e.to_string()))
}

struct Pairs<'a>(&'a mut Vec<Pair>);

impl<'de> DeserializeSeed<'de> for Pairs<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_struct("", &[], self)
    }
}

impl<'de> Visitor<'de> for Pairs<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("(name: value, ...)")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key_seed(Name)? {
            let text = map.next_value::<Box<RawValue>>()?.get_ron().trim().to_owned();
            self.0.push(Pair { name, text });
        }
        Ok(())
    }
}

struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<String, D::Error> {
        source.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<String, E> {
        Ok(name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_before_a_syntax_error_are_kept() {
        let (pairs, error) = read("( // note\n  a: 1, b: \"x,y)\",\n  c: @,\n d: 4)");
        let seen: Vec<_> = pairs.iter().map(|p| (p.name.as_str(), p.text.as_str())).collect();
        assert_eq!(seen, [("a", "1"), ("b", "\"x,y)\"")]);
        assert!(error.is_some_and(|e| e.contains('3')), "names the line");
        assert!(read("(a: 1) rest").1.is_some());
        assert!(read("").1.is_some());
        assert!(read("()").1.is_none());
    }
}

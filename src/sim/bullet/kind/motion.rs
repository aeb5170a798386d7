//! A kind with its parameters, as written in patterns: `Linear`, `Accelerating(accel: 0.02, ticks: 90)`.
//!
//! Invariant: as many numbers as the kind has parameters, in their order; those left out are the defaults. Must not know: any kind by name.

use super::{KINDS, KindInfo, NAMES, PARAM_NAMES};
use crate::sim::pattern::format::Number;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, VariantAccess, Visitor};
use std::fmt;

/// How a bullet is to move. A kind without parameters is written by its name alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    index: u8,
    numbers: Vec<Number>,
}

impl Motion {
    /// The kind at `index` of THE LIST with every parameter at its default.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn of(index: u8) -> Self {
        let numbers = KINDS[usize::from(index)].params.iter().map(|param| Number::from(param.default)).collect();
        Self { index, numbers }
    }

    /// The kind's index in THE LIST.
    pub fn index(&self) -> u8 {
        self.index
    }

    /// The parameters, in the order in which the kind declares them.
    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// The kind.
    pub fn info(&self) -> &'static KindInfo {
        &KINDS[usize::from(self.index)]
    }
}

impl Default for Motion {
    /// The first kind of the list: straight on.
    fn default() -> Self {
        Self::of(0)
    }
}

impl<'de> serde::Deserialize<'de> for Motion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum("Motion", &NAMES, MotionVisitor)
    }
}

struct MotionVisitor;

impl<'de> Visitor<'de> for MotionVisitor {
    type Value = Motion;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a kind: one of {}", NAMES.join(", "))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Motion, A::Error> {
        let (index, content) = access.variant_seed(Name { valid: &NAMES, is_kind: true })?;
        let motion = Motion::of(index as u8);
        if motion.numbers.is_empty() {
            content.unit_variant()?;
            Ok(motion)
        } else {
            content.struct_variant(PARAM_NAMES[index], ParamsVisitor(motion))
        }
    }
}

/// Reads the parameters over the defaults.
struct ParamsVisitor(Motion);

impl<'de> Visitor<'de> for ParamsVisitor {
    type Value = Motion;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the parameters of {}", self.0.info().name)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Motion, A::Error> {
        let mut motion = self.0;
        let params = motion.info().params;
        let mut is_set = vec![false; params.len()];
        let valid = PARAM_NAMES[usize::from(motion.index)];
        while let Some(index) = map.next_key_seed(Name { valid, is_kind: false })? {
            if is_set[index] {
                return Err(A::Error::duplicate_field(params[index].name));
            }
            is_set[index] = true;
            motion.numbers[index] = map.next_value()?;
        }
        Ok(motion)
    }
}

/// One of some names, as its index.
struct Name {
    valid: &'static [&'static str],
    is_kind: bool,
}

impl<'de> DeserializeSeed<'de> for Name {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "one of {}", self.valid.join(", "))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        let unknown = || if self.is_kind { E::unknown_variant(name, self.valid) } else { E::unknown_field(name, self.valid) };
        self.valid.iter().position(|known| *known == name).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::KIND_COUNT;

    fn read(text: &str) -> Result<Motion, String> {
        ron::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_left_out_is_the_default() {
        for index in 0..KIND_COUNT as u8 {
            let motion = Motion::of(index);
            let text = if motion.numbers().is_empty() { motion.info().name.to_owned() } else { format!("{}()", motion.info().name) };
            assert_eq!(read(&text), Ok(motion));
        }
        assert_eq!(Motion::default(), read("Linear").unwrap());
    }

    #[test]
    fn parameters_come_in_the_order_of_the_kind_however_they_are_written() {
        let motion = read(r#"Accelerating(max_speed: "2 + rank", accel: 0.5)"#).unwrap();
        assert_eq!(motion.info().name, "Accelerating");
        assert_eq!(motion.numbers(), [Number::from(0.5), 0.0.into(), 0.0.into(), "2 + rank".into()]);
    }

    #[test]
    fn what_is_unknown_or_twice_is_named() {
        let error = read("Zigzag(a: 1)").unwrap_err();
        assert!(error.contains("Zigzag") && error.contains("Homing"), "{error}");
        let error = read("Circular(trun: 3)").unwrap_err();
        assert!(error.contains("trun") && error.contains("turn"), "{error}");
        let error = read("Circular(turn: 3, turn: 4)").unwrap_err();
        assert!(error.contains("turn"), "{error}");
        assert!(read("Linear(speed: 3)").is_err());
    }
}

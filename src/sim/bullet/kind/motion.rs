//! A kind with its parameters, as written in patterns: `Linear`, `Accelerating(accel: 0.02, ticks: 90)`.
//!
//! Invariant: as many numbers as the kind has parameters, in their order; those left out are the defaults. Must not know: any kind by name.

use super::{KIND_COUNT, KINDS, KindInfo, NAMES, PARAM_NAMES, Steering};
use crate::sim::pattern::format::{Number, Parametric, Target};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, VariantAccess, Visitor};
use std::fmt;

/// The kind that has a path instead of parameters.
const PARAMETRIC: &str = "Parametric";
const PATH_FIELDS: [&str; 4] = ["x", "y", "r", "angle"];

/// All that may be written: THE LIST, and after it what tasks fly.
const WRITTEN: [&str; KIND_COUNT + 1] = {
    let mut names = [PARAMETRIC; KIND_COUNT + 1];
    let mut index = 0;
    while index < KIND_COUNT {
        names[index] = NAMES[index];
        index += 1;
    }
    names
};

/// How a bullet is to move. A kind without parameters is written by its name alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    index: u8,
    numbers: Vec<Number>,
    path: Option<Box<Parametric>>,
    target: Target,
}

impl Motion {
    /// The kind at `index` of THE LIST with every parameter at its default.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn of(index: u8) -> Self {
        let numbers = KINDS[usize::from(index)].params.iter().map(|param| Number::from(param.default)).collect();
        Self { index, numbers, path: None, target: Target::Player }
    }

    /// Whether a bullet's task flies it, tick by tick, rather than its pool.
    pub fn is_guided(&self) -> bool {
        self.path.is_some() || self.target != Target::Player
    }

    /// Index in THE LIST of the kind whose pool holds it: straight on, if its task flies it.
    pub fn flown_as(&self) -> u8 {
        if self.is_guided() { Motion::default().index } else { self.index }
    }

    /// The expressions of its path, if it has some.
    pub fn path(&self) -> Option<&Parametric> {
        self.path.as_deref()
    }

    /// What a script may do to its velocity.
    pub fn steering(&self) -> Steering {
        if self.path.is_some() { Steering::Fixed } else { self.info().steering }
    }

    /// Its name as written.
    pub fn written(&self) -> &'static str {
        if self.path.is_some() { PARAMETRIC } else { self.info().name }
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
        deserializer.deserialize_enum("Motion", &WRITTEN, MotionVisitor)
    }
}

struct MotionVisitor;

impl<'de> Visitor<'de> for MotionVisitor {
    type Value = Motion;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a kind: one of {}", WRITTEN.join(", "))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Motion, A::Error> {
        let (index, content) = access.variant_seed(Name { valid: &WRITTEN, is_kind: true })?;
        if index == KIND_COUNT {
            return content.struct_variant(&PATH_FIELDS, PathVisitor);
        }
        let motion = Motion::of(index as u8);
        if motion.numbers.is_empty() {
            content.unit_variant()?;
            Ok(motion)
        } else {
            content.struct_variant(PARAM_NAMES[index], ParamsVisitor(motion))
        }
    }
}

/// Reads a path.
struct PathVisitor;

impl<'de> Visitor<'de> for PathVisitor {
    type Value = Motion;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a path: Parametric(x: \"2 * t\", y: \"30 * sin(6 * t)\") or Parametric(r: \"1.5 * t\", angle: \"3 * t\")")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Motion, A::Error> {
        let path = Parametric::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Motion { path: Some(Box::new(path)), ..Motion::default() })
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
            if index == params.len() {
                motion.target = map.next_value()?;
                continue;
            }
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

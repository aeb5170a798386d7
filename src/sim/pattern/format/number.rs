//! A number as written in a pattern. Holds what stands in the file; meaning and range are checked by the compiler.

use super::raw::Raw;
use serde::de::{Deserialize, Deserializer, Error};

/// A number. One may write
/// - a literal: `2.5`
/// - an expression in quotes: `"1.5 + 0.5 * rank"`
/// - a table by difficulty: `(easy: 1, normal: 2, hard: 3, lunatic: 4)`, its entries again numbers
/// - a range: `Rand(1.0, 2.0)`, from which one value is drawn each time the number is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// `2.5`
    Literal(f32),
    /// `"1.5 + 0.5 * rank"`
    Expression(String),
    /// `(easy: 1, normal: 2, hard: 3, lunatic: 4)`: the entries in that order.
    Table(Box<[Number; 4]>),
    /// `Rand(low, high)`: at least `low`, less than `high`.
    Rand(Box<[Number; 2]>),
}

/// The fields of a table, in the order of the difficulties.
pub(crate) const DIFFICULTIES: [&str; 4] = ["easy", "normal", "hard", "lunatic"];

impl From<f32> for Number {
    fn from(value: f32) -> Self {
        Number::Literal(value)
    }
}

impl From<&str> for Number {
    fn from(expression: &str) -> Self {
        Number::Expression(expression.to_owned())
    }
}

/// What one may write.
const EXPECTED: &str = "a number: 2.5, \"an expression\", (easy: 1, normal: 2, hard: 3, lunatic: 4) or Rand(1, 2)";

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Number::from_raw(Raw::read(deserializer)?)
    }
}

impl Number {
    pub(super) fn from_raw<E: Error>(raw: Raw) -> Result<Self, E> {
        match raw {
            Raw::Number(value) => Ok(Number::Literal(value as f32)),
            Raw::Text(expression) => Ok(Number::Expression(expression)),
            Raw::Fields(fields) => match <[(String, Raw); 1]>::try_from(fields) {
                Ok([(name, ends)]) if !DIFFICULTIES.contains(&name.as_str()) => Number::range(&name, ends),
                Ok(one) => Number::table(one.into()),
                Err(fields) => Number::table(fields),
            },
            Raw::List(parts) if parts.len() == 2 => {
                Err(E::custom("two values where one is expected; a number drawn between them is Rand(1, 2)"))
            }
            other => Err(other.refuse(EXPECTED)),
        }
    }

    fn range<E: Error>(name: &str, ends: Raw) -> Result<Self, E> {
        if name != "Rand" {
            return Err(E::unknown_variant(name, &["Rand"]));
        }
        match ends {
            Raw::List(ends) => match <[Raw; 2]>::try_from(ends) {
                Ok([low, high]) => Ok(Number::Rand(Box::new([Number::from_raw(low)?, Number::from_raw(high)?]))),
                Err(ends) => Err(E::invalid_length(ends.len(), &"Rand(low, high)")),
            },
            _ => Err(E::invalid_length(1, &"Rand(low, high)")),
        }
    }

    fn table<E: Error>(fields: Vec<(String, Raw)>) -> Result<Self, E> {
        let mut entries: [Option<Number>; 4] = [None, None, None, None];
        for (name, raw) in fields {
            let Some(index) = DIFFICULTIES.iter().position(|known| *known == name) else {
                return Err(E::unknown_field(&name, &DIFFICULTIES));
            };
            if entries[index].is_some() {
                return Err(E::duplicate_field(DIFFICULTIES[index]));
            }
            entries[index] = Some(Number::from_raw(raw)?);
        }
        if let Some(missing) = entries.iter().position(Option::is_none) {
            return Err(E::missing_field(DIFFICULTIES[missing]));
        }
        Ok(Number::Table(Box::new(entries.map(|entry| entry.unwrap_or(Number::Literal(0.0))))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Number, String> {
        ron::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn every_way_of_writing_a_number_is_read() {
        assert_eq!(read("2.5"), Ok(2.5.into()));
        assert_eq!(read("-7"), Ok((-7.0).into()));
        assert_eq!(read(r#""1 + rank""#), Ok("1 + rank".into()));
        assert_eq!(
            read(r#"(normal: 2, easy: 1, lunatic: "4*rank", hard: Rand(3, 5))"#),
            Ok(Number::Table(Box::new([1.0.into(), 2.0.into(), Number::Rand(Box::new([3.0.into(), 5.0.into()])), "4*rank".into()])))
        );
    }

    #[test]
    fn the_same_ways_inside_a_variant() {
        #[derive(Debug, PartialEq, serde::Deserialize)]
        enum Step {
            Wait(Number),
        }
        let step = |text: &str| ron::from_str::<Step>(text).map(|Step::Wait(number)| number).map_err(|error| error.to_string());
        assert_eq!(step("Wait(30)"), Ok(30.0.into()));
        assert_eq!(step(r#"Wait("60 - rank")"#), Ok("60 - rank".into()));
        assert_eq!(step("Wait(Rand(1, 2))"), Ok(Number::Rand(Box::new([1.0.into(), 2.0.into()]))));
        let table = Number::Table(Box::new([1.0.into(), 2.0.into(), 3.0.into(), 4.0.into()]));
        assert_eq!(step("Wait((easy: 1, normal: 2, hard: 3, lunatic: 4))"), Ok(table));
    }

    #[test]
    fn half_written_numbers_are_refused() {
        assert!(read("(easy: 1, normal: 2, hard: 3)").unwrap_err().contains("lunatic"));
        assert!(read("(easy: 1, normal: 2, hrad: 3, lunatic: 4)").unwrap_err().contains("hrad"));
        assert!(read("(easy: 1, easy: 2)").unwrap_err().contains("easy"));
        assert!(read("Rand(1)").unwrap_err().contains("Rand(low, high)"));
        assert!(read("Rand(1, 2, 3)").unwrap_err().contains("Rand(low, high)"));
        assert!(read("true").unwrap_err().contains("a number"));
        assert!(read("(1, 2)").unwrap_err().contains("Rand(1, 2)"));
        assert!(read("Rnad(1, 2)").unwrap_err().contains("Rnad"));
    }
}

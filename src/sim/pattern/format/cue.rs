//! What a program asks of the world besides bullets: light, shaking, warnings, sounds, and the end of bullets. None of it takes time.

use super::{Aim, Number, Place};
use crate::sim::bullet::color::Color;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::fmt;

/// The whole playfield lights up for a moment. The player's settings may weaken it. Of several at once the strongest is seen.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flash {
    /// The light's colour: Vermilion, Sky, Gold, Violet, Leaf, Amber, Rose or Snow (default).
    #[serde(default = "snow")]
    pub color: Color,
    /// How much of it covers the playfield at first, 0 to 0.75; default 0.3. It is gone after about 30 ticks.
    #[serde(default = "soft")]
    pub strength: Number,
}

/// A warning on the ground: what is about to happen here. It harms nobody.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// A point of the playfield; default: where the emitter or bullet is.
    pub from: Option<Place>,
    /// An offset to it; default none.
    #[serde(default)]
    pub at: Place,
    /// What is drawn; left out: a circle of radius 32.
    #[serde(default)]
    pub shape: MarkFormat,
    /// Its colour: Vermilion (default), Sky, Gold, Violet, Leaf, Amber, Rose or Snow.
    #[serde(default)]
    pub color: Color,
    /// Ticks it is shown, 1 to 3,600; default 60. A circle closes in on what it warns of in that time. At most 64 marks are there at
    /// once; further ones are not shown.
    #[serde(default = "second")]
    pub ticks: Number,
}

/// The shape of a mark.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum MarkFormat {
    /// `Circle(radius: 32)`: something happens within it.
    Circle {
        /// 4 to 400 px.
        radius: Number,
    },
    /// `Lane(aim: Absolute(90), length: 640, width: 24)`: something comes along it.
    Lane {
        /// Where it leads, as seen from where it begins.
        #[serde(default)]
        aim: Aim,
        /// 8 to 1,000 px; default 640, which is across the playfield from anywhere.
        #[serde(default = "across")]
        length: Number,
        /// 2 to 400 px; default 24.
        #[serde(default = "narrow")]
        width: Number,
    },
}

impl Default for MarkFormat {
    fn default() -> Self {
        MarkFormat::Circle { radius: Number::Literal(32.0) }
    }
}

/// Ends bullets and lasers, whoever fired them; those of this tick are born after it and stay. `Cancel()` ends all.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cancel {
    /// A point of the playfield; default: where the emitter or bullet is.
    pub from: Option<Place>,
    /// An offset to it; default none.
    #[serde(default)]
    pub at: Place,
    /// Only those whose centre is at most so far away, 0 to 1,000 px; left out: all. A laser ends as a whole when any of it is so near.
    pub radius: Option<Number>,
    /// What becomes of them; default `Scraps`.
    #[serde(default)]
    pub into: Remains,
}

/// What becomes of what is cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Remains {
    /// Each leaves a scrap, which the player may take.
    #[default]
    Scraps,
    /// They are gone.
    Nothing,
}

/// A sound is heard: `Sound("bell")` or `Sound(name: "bell", volume: 0.5)`. It comes from where the emitter or bullet is.
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    /// Its name: a file of `assets/sounds` without the ending.
    pub name: String,
    /// How loud it is beside its own level, 0 to 1, to the nearest hundredth; default 1.
    pub volume: Number,
}

impl<'de> Deserialize<'de> for Sound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SoundVisitor)
    }
}

struct SoundVisitor;

impl<'de> Visitor<'de> for SoundVisitor {
    type Value = Sound;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a sound: Sound(\"bell\") or Sound(name: \"bell\", volume: 0.5)")
    }

    fn visit_str<E>(self, name: &str) -> Result<Sound, E> {
        Ok(Sound { name: name.to_owned(), volume: full() })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Sound, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            name: String,
            #[serde(default = "full")]
            volume: Number,
        }
        let Fields { name, volume } = Fields::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Sound { name, volume })
    }
}

fn full() -> Number {
    Number::Literal(1.0)
}

fn snow() -> Color {
    Color::Snow
}

fn soft() -> Number {
    Number::Literal(0.3)
}

fn second() -> Number {
    Number::Literal(60.0)
}

fn across() -> Number {
    Number::Literal(640.0)
}

fn narrow() -> Number {
    Number::Literal(24.0)
}

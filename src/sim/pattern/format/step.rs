//! The steps of a pattern.

use super::{
    Accel, Aim, Bindings, Cancel, ChangeDirection, ChangeSpeed, Fire, Flash, Mark, Modifiers, Number, OwnPatterns, Place, Sound, When,
};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::kind::Motion;
use crate::sim::pattern::ease::Ease;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::fmt;

/// A shared pattern, called by its name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// Its parameters and what they are when the caller leaves them out. A parameter is used by its name in expressions.
    #[serde(default)]
    pub params: Bindings,
    /// Patterns of its own, each with its name: `(burst: (params: (count: 5), do: [...]))`. They are called like shared ones, by this
    /// pattern and by each other, and stand in place of shared ones of the same name.
    #[serde(default)]
    pub patterns: OwnPatterns,
    /// Its steps. They see its parameters, not the names of the caller.
    #[serde(rename = "do")]
    pub steps: Vec<Step>,
}

/// A pattern of a pattern's own.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnPattern {
    /// See `Pattern`.
    #[serde(default)]
    pub params: Bindings,
    /// See `Pattern`.
    #[serde(rename = "do")]
    pub steps: Vec<Step>,
}

/// One step. A list of steps runs one after another; only `Wait`, `Lag`, loops with `every` and movements take time.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Step {
    /// `Fire(aim: Aim(0), group: Ring(count: 12), speed: 2, bullet: (look: "petal"))`: fires a volley.
    Fire(Box<Fire>),
    /// `Wait(30)`: nothing for so many ticks, 0 to 36,000, rounded.
    Wait(Number),
    /// Nothing for a tick, by which the list is then late: what it waits next is a tick shorter. So a bullet of BulletML goes from one action
    /// to the next.
    Lag,
    /// `Repeat(times: 5, every: 8, do: [...])`: a list some times over.
    Repeat(Repeat),
    /// `Forever(every: 60, do: [...])`: a list again and again.
    Forever(Forever),
    /// `Together([[...], [...]])`: lists side by side, 2 to 8 of them; goes on when all have ended.
    Together(Vec<Vec<Step>>),
    /// `Call("fan")`, `Call(pattern: "fan", with: (count: 5))`: the steps of a shared pattern.
    Call(Call),
    /// `Let(base: "rand(0, 360)", gap: 12)`: gives names to numbers. A name that is already known in this list or around it gets the new
    /// number; a new one is known to the end of the list.
    Let(Bindings),
    /// `If(cond: "rank > 0.5", then: [...], else: [...])`: one list or the other.
    If(If),
    /// `Choose([(weight: 2, do: [...]), (do: [...])])`: one of 2 to 16 lists, drawn by weight.
    Choose(Vec<Branch>),
    /// `Move(by: (0, 60), ticks: 40)`: moves the emitter by an offset.
    Move(MoveBy),
    /// `MoveTo(to: (192, 96), ticks: 60, ease: OutCubic)`: moves the emitter to a point of the playfield.
    MoveTo(MoveTo),
    /// `Path(through: [(60, 80), (192, 160), (420, 40)], ticks: 180)`: moves the emitter on a smooth curve.
    Path(Glide),
    /// `ChangeDirection(to: Aim(0), ticks: 30)`: turns the own direction.
    ChangeDirection(ChangeDirection),
    /// `Face(Aim(0))`: sets the own direction at once, in place of a turn under way.
    Face(Aim),
    /// `ChangeSpeed(to: 0.5, ticks: 60, ease: OutSine)`: changes the own speed.
    ChangeSpeed(ChangeSpeed),
    /// `Accel(y: 2, ticks: 60)`: changes a velocity that is added to the own speed and direction.
    Accel(Accel),
    /// `WaitFor(Near(60))`: nothing until it happens; at least a tick.
    WaitFor(When),
    /// `Emit("now")`: gives a signal that is heard in the next tick, by all that runs the same program.
    Emit(String),
    /// `Flash(strength: 0.4)`: the playfield lights up.
    Flash(Flash),
    /// `Shake(4)`: the playfield shakes so far, 0 to 12 px; it calms down in about 30 ticks. The player's settings may weaken it.
    Shake(Number),
    /// `Mark(from: (192, 300), shape: Circle(radius: 40), ticks: 60)`: a warning on the ground.
    Mark(Box<Mark>),
    /// `Cancel()`, `Cancel(radius: 80, into: Nothing)`: ends bullets and lasers.
    Cancel(Box<Cancel>),
    /// `Sound("bell")`, `Sound(name: "bell", volume: 0.5)`: a sound is heard.
    Sound(Sound),
    /// `Become(Homing(turn: 2))`: the bullet goes on as one of another kind, in its present direction and at its present speed.
    Become(Motion),
    /// `Recolor(Sky)`: the bullet takes another colour.
    Recolor(Color),
    /// The bullet becomes an item.
    ToItem,
    /// The bullet is gone, or the emitter leaves without being shot down. What else is to be done in this tick is still done.
    Vanish,
}

/// A list, some times over.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// How many rounds, 0 to 100,000, rounded.
    pub times: Number,
    /// Ticks from the start of a round to the start of the next, 1 to 36,000, rounded; asked for at each round. A longer round makes the
    /// next one late. The last round takes its full time too. Without it the next round follows at once.
    pub every: Option<Number>,
    /// A name for the index of the round, from 0. It is also `loop`, which the steps of an inner loop cannot see.
    #[serde(rename = "as")]
    pub index: Option<String>,
    /// The steps.
    #[serde(rename = "do")]
    pub steps: Vec<Step>,
}

/// A list, again and again. It must take time: by `every` or by a wait among its steps.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forever {
    /// See `Repeat`.
    pub every: Option<Number>,
    /// See `Repeat`.
    #[serde(rename = "as")]
    pub index: Option<String>,
    /// The steps.
    #[serde(rename = "do")]
    pub steps: Vec<Step>,
}

/// A call of a shared pattern: `Call("fan")` or `Call(pattern: "fan", with: (count: 5))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Its name.
    pub pattern: String,
    /// Numbers for its parameters, worked out here.
    pub with: Bindings,
    /// What changes it as a whole: `Call(pattern: "fan", modify: (speed: 1.2, mirror: "loop % 2"))`.
    pub modify: Modifiers,
}

impl<'de> Deserialize<'de> for Call {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CallVisitor)
    }
}

struct CallVisitor;

impl<'de> Visitor<'de> for CallVisitor {
    type Value = Call;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a pattern: Call(\"fan\") or Call(pattern: \"fan\", with: (count: 5))")
    }

    fn visit_str<E>(self, pattern: &str) -> Result<Call, E> {
        Ok(Call { pattern: pattern.to_owned(), with: Bindings::default(), modify: Modifiers::default() })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Call, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            pattern: String,
            #[serde(default)]
            with: Bindings,
            #[serde(default)]
            modify: Modifiers,
        }
        let Fields { pattern, with, modify } = Fields::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Call { pattern, with, modify })
    }
}

/// One list or the other.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct If {
    /// Anything but 0 is yes.
    pub cond: Number,
    /// The steps for yes.
    pub then: Vec<Step>,
    /// The steps for no.
    #[serde(default, rename = "else")]
    pub otherwise: Vec<Step>,
}

/// One of the lists of `Choose`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// How likely it is compared with the others, 0 to 1,000; default 1.
    #[serde(default = "one")]
    pub weight: Number,
    /// The steps.
    #[serde(rename = "do")]
    pub steps: Vec<Step>,
}

/// A movement by an offset.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveBy {
    /// The offset.
    pub by: Place,
    /// Ticks it takes, 0 to 3,600, rounded; 0 jumps.
    pub ticks: Number,
    /// How it starts and ends; default `InOutSine`.
    #[serde(default)]
    pub ease: Ease,
    /// Whether the list waits for its end; default true.
    #[serde(default = "yes")]
    pub wait: bool,
}

/// A movement to a point.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveTo {
    /// The point.
    pub to: Place,
    /// See `MoveBy`.
    pub ticks: Number,
    /// See `MoveBy`.
    #[serde(default)]
    pub ease: Ease,
    /// See `MoveBy`.
    #[serde(default = "yes")]
    pub wait: bool,
}

/// A movement through points, from where the emitter is.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glide {
    /// 1 to 12 points of the playfield.
    pub through: Vec<Place>,
    /// Whether the points are offsets from where the emitter is at the start; default false.
    #[serde(default)]
    pub relative: bool,
    /// Ticks of the whole way, 0 to 3,600, rounded. Longer pieces get more of them.
    pub ticks: Number,
    /// See `MoveBy`; default `Linear`: paths are mostly flown at a steady pace.
    #[serde(default = "steady")]
    pub ease: Ease,
    /// See `MoveBy`.
    #[serde(default = "yes")]
    pub wait: bool,
}

fn one() -> Number {
    Number::Literal(1.0)
}

fn yes() -> bool {
    true
}

fn steady() -> Ease {
    Ease::Linear
}

//! Expressions: text to flat bytecode, and its evaluation on a stack machine of f32.
//!
//! Angles in degrees. Compiled once at load, constants folded; evaluation allocates nothing, cannot fail and draws random numbers only
//! where `rand`, `randint` or a `Rand` range stand. Must not know: patterns, bullets, the world (their values come in as an array).

mod eval;
mod function;
mod lex;
mod parse;

pub(super) use eval::{Context, evaluate};
pub(super) use parse::{Fault, Meaning, STACK_MAX, depth, parse};

use super::ease::Ease;

/// A value that the world gives to expressions. The discriminant indexes `Context::variables`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Variable {
    /// Ticks since the pattern or the bullet's script started.
    T,
    /// 0 at the bottom of the difficulty's range to 1.
    Rank,
    /// 0 easy to 3 lunatic.
    Difficulty,
    /// The player's x, px.
    PlayerX,
    /// The player's y, px.
    PlayerY,
    /// The emitter's or bullet's x, px.
    X,
    /// The emitter's or bullet's y, px.
    Y,
    /// The emitter's or bullet's own direction, degrees.
    Angle,
    /// The emitter's or bullet's own speed, px per tick.
    Speed,
    /// The same.
    Age,
    /// The emitter's hit points, 1 full to 0; in a bullet's script those at the fire.
    Hp,
    /// Ticks left of the attack's time; in a bullet's script those at the fire.
    TimeLeft,
    /// Direction from the emitter or bullet to the player, degrees.
    Aim,
    /// Distance from the emitter or bullet to the player, px.
    Distance,
    /// Direction of this track's last volley, degrees.
    LastAngle,
    /// Speed of this track's last bullet, px per tick.
    LastSpeed,
    /// Volleys that this track has fired.
    Volleys,
    /// 1 once this track has a last speed, having fired or changed its speed; else 0.
    HasSpeed,
    /// 0 of an emitter, 1 of the bullets that it fires, 2 of those that they fire.
    Generation,
    /// Index of the bullet in the volley, from 0.
    I,
    /// Bullets in the volley.
    N,
    /// Index in the outermost group.
    I1,
    /// Index in the group inside it.
    I2,
    /// Index in the third group.
    I3,
    /// Index in the fourth group.
    I4,
    /// 1 for the volley, -1 for its mirror image.
    Side,
}

/// How many variables there are.
pub const VARIABLE_COUNT: usize = Variable::Side as usize + 1;

impl Variable {
    /// All variables by the names that expressions use.
    pub const ALL: [(&'static str, Variable); VARIABLE_COUNT] = [
        ("t", Variable::T),
        ("rank", Variable::Rank),
        ("difficulty", Variable::Difficulty),
        ("px", Variable::PlayerX),
        ("py", Variable::PlayerY),
        ("x", Variable::X),
        ("y", Variable::Y),
        ("angle", Variable::Angle),
        ("speed", Variable::Speed),
        ("age", Variable::Age),
        ("hp", Variable::Hp),
        ("time_left", Variable::TimeLeft),
        ("aim", Variable::Aim),
        ("distance", Variable::Distance),
        ("last_angle", Variable::LastAngle),
        ("last_speed", Variable::LastSpeed),
        ("volleys", Variable::Volleys),
        ("has_speed", Variable::HasSpeed),
        ("generation", Variable::Generation),
        ("i", Variable::I),
        ("n", Variable::N),
        ("i1", Variable::I1),
        ("i2", Variable::I2),
        ("i3", Variable::I3),
        ("i4", Variable::I4),
        ("side", Variable::Side),
    ];

    /// Whether it has a meaning only for an emitter.
    pub fn of_an_emitter(self) -> bool {
        matches!(self, Variable::Hp | Variable::TimeLeft)
    }

    /// Whether it has a meaning only for a bullet of a volley.
    pub fn of_a_volley(self) -> bool {
        self as u8 >= Variable::I as u8
    }
}

/// One instruction: takes its arguments from the stack, the last on top, and leaves one value. Truth is 1 and 0; anything but 0 is true.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Op {
    /// A constant.
    Const(f32),
    /// A value of the world.
    Variable(Variable),
    /// A name of the pattern's own (`Let`, a parameter, a loop's index).
    Slot(u8),
    /// `-a`
    Negate,
    /// `not a`
    Not,
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
    /// `a % b`: remainder with the sign of `a`.
    Remainder,
    /// `a ^ b`
    Power,
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterEqual,
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
    /// `a and b`: both sides are always evaluated.
    And,
    /// `a or b`: both sides are always evaluated.
    Or,
    /// `if(c, a, b)`: all three are always evaluated.
    If,
    /// `min(a, b)`: the least.
    Min,
    /// `max(a, b)`: the greatest.
    Max,
    /// `clamp(a, low, high)`: `a`, at least `low` and at most `high`.
    Clamp,
    /// `abs(a)`: without its sign.
    Abs,
    /// `floor(a)`: the whole number below.
    Floor,
    /// `ceil(a)`: the whole number above.
    Ceil,
    /// `round(a)`: halves away from 0.
    Round,
    /// `trunc(a)`: toward 0.
    Trunc,
    /// `sign(a)`: -1, 0 or 1.
    Sign,
    /// `sqrt(a)`: 0 for a negative one.
    Sqrt,
    /// `sin(deg)`
    Sin,
    /// `cos(deg)`
    Cos,
    /// `tan(deg)`
    Tan,
    /// `atan2(y, x)`: the direction of (x, y), degrees.
    Atan2,
    /// `lerp(a, b, t)`: from `a` at 0 to `b` at 1.
    Lerp,
    /// `ease(Name, t)`: from 0 at 0 to 1 at 1, along a curve of the type `Ease`.
    Ease(Ease),
    /// `mod(a, b)`: remainder with the sign of `b`.
    Mod,
    /// `wrap(deg)`: the same angle in [-180, 180).
    Wrap,
    /// `rand(a, b)`: in [a, b).
    Rand,
    /// `randint(a, b)`: a whole number, both ends included.
    RandInt,
    /// `noise(x)`: smooth, in [-1, 1], 0 at whole numbers, always the same.
    Noise,
    /// A number of ticks `a` at a pace `b`: `a / b`, but at least 1 if it was.
    Hasten,
    /// A table by difficulty: of four values the one of the difficulty.
    Table,
}

impl Op {
    /// How many values it takes from the stack.
    pub(super) fn arguments(self) -> usize {
        match self {
            Op::Const(_) | Op::Variable(_) | Op::Slot(_) => 0,
            Op::Negate | Op::Not | Op::Abs | Op::Floor | Op::Ceil | Op::Round | Op::Trunc | Op::Sign | Op::Sqrt => 1,
            Op::Sin | Op::Cos | Op::Tan | Op::Ease(_) | Op::Wrap | Op::Noise => 1,
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Remainder | Op::Power => 2,
            Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual | Op::Equal | Op::NotEqual | Op::And | Op::Or => 2,
            Op::Min | Op::Max | Op::Atan2 | Op::Mod | Op::Rand | Op::RandInt | Op::Hasten => 2,
            Op::If | Op::Clamp | Op::Lerp => 3,
            Op::Table => 4,
        }
    }

    /// Its value, if it depends on its arguments alone.
    pub(super) fn of(self, arguments: &[f32]) -> f32 {
        eval::apply(self, arguments)
    }

    /// Whether its value depends on its arguments alone.
    pub(super) fn is_pure(self) -> bool {
        !matches!(self, Op::Variable(_) | Op::Slot(_) | Op::Rand | Op::RandInt | Op::Table)
    }
}

#[cfg(test)]
mod tests;

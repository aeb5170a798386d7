//! What a BulletML file says, as types: actions, fires and bullets in tables, named by index.
//!
//! Invariant: every index is in range; every reference is resolved. `at` is where an element begins in the file's text, bytes. Must not know:
//! XML, what is made of it.

use super::expr::Expr;

/// A file.
#[derive(Debug, Default)]
pub(super) struct Model {
    /// Whether it is of the type `horizontal`.
    pub is_horizontal: bool,
    /// The type as written, for the heading.
    pub kind: &'static str,
    pub actions: Vec<Action>,
    pub fires: Vec<Fire>,
    pub bullets: Vec<Bullet>,
    /// The actions that the emitter runs, in order.
    pub tops: Vec<usize>,
    /// What is said in comments before the root element.
    pub heading: Vec<String>,
}

/// An expression and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub expr: Expr,
    pub at: usize,
}

#[derive(Debug)]
pub(super) struct Action {
    pub label: Option<String>,
    pub at: usize,
    pub commands: Vec<Command>,
}

#[derive(Debug)]
pub(super) struct Command {
    pub at: usize,
    pub act: Act,
}

#[derive(Debug)]
pub(super) enum Act {
    Repeat { times: Value, body: Use },
    Fire(Use),
    ChangeSpeed { speed: Speed, term: Value },
    ChangeDirection { direction: Direction, term: Value },
    Accel { horizontal: Option<Speed>, vertical: Option<Speed>, term: Value },
    Wait(Value),
    Vanish,
    Action(Use),
}

/// An element that stands there, or one that is referred to, with the parameters that it is given.
#[derive(Clone, Debug)]
pub(super) enum Use {
    Here(usize),
    There { index: usize, params: Vec<Value> },
}

impl Use {
    pub fn index(&self) -> usize {
        match self {
            Use::Here(index) | Use::There { index, .. } => *index,
        }
    }
}

#[derive(Debug)]
pub(super) struct Fire {
    pub label: Option<String>,
    pub at: usize,
    pub direction: Option<Direction>,
    pub speed: Option<Speed>,
    pub bullet: Use,
}

#[derive(Debug)]
pub(super) struct Bullet {
    pub label: Option<String>,
    pub at: usize,
    pub direction: Option<Direction>,
    pub speed: Option<Speed>,
    /// In the order in which they run.
    pub actions: Vec<Use>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Aim,
    Absolute,
    Relative,
    Sequence,
}

#[derive(Clone, Debug)]
pub(super) struct Direction {
    pub way: Turn,
    pub value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    Absolute,
    Relative,
    Sequence,
}

#[derive(Clone, Debug)]
pub(super) struct Speed {
    pub way: Pace,
    pub value: Value,
}

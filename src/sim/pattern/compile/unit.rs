//! A unit of compilation: the program of an emitter, or the script of a bullet. Each has names, slots and threads of its own.

use super::modify::Mods;
use crate::sim::bullet::kind::{Motion, Steering};
use crate::sim::pattern::format::Step;
use crate::sim::pattern::program::{SLOTS_MAX, TASK_SLOTS_MAX, TASK_THREADS_MAX, THREADS_MAX};

/// What a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    Emitter,
    /// A bullet, as far as it is known now of this kind, which may be steered so.
    Bullet(Steering, &'static str),
    /// Not known: a shared pattern by itself.
    Any,
}

impl Body {
    pub(super) fn bullet(kind: &Motion) -> Self {
        Body::Bullet(kind.steering(), kind.written())
    }
}

/// A unit being compiled.
pub(super) struct Unit<'a> {
    pub body: Body,
    /// The names that are known here, the innermost last.
    pub known: Vec<(String, u8)>,
    /// Names that a script could have taken along, had it asked for them: for hints.
    pub outer: Vec<String>,
    pub slots_used: usize,
    /// Most slots in use at once since the innermost `Together` began its lists.
    pub slots_peak: usize,
    pub threads_used: usize,
    /// What changes it from outside.
    pub mods: Mods,
    /// The slot of the innermost loop's index.
    pub loop_slot: Option<u8>,
    /// The called patterns being compiled, the innermost last: their names, and where their steps are, which tells those of one name apart.
    pub calls: Vec<(&'a str, *const Step)>,
}

impl Unit<'_> {
    pub(super) fn new(body: Body) -> Self {
        Unit {
            body,
            known: Vec::new(),
            outer: Vec::new(),
            slots_used: 0,
            slots_peak: 0,
            threads_used: 1,
            mods: Mods::default(),
            loop_slot: None,
            calls: Vec::new(),
        }
    }

    /// The script of a bullet which knows `names` from its birth on.
    pub(super) fn script(body: Body, names: &[String]) -> Self {
        let (known, count) = (names.iter().cloned().zip(0..).collect(), names.len());
        Unit { known, slots_used: count, slots_peak: count, ..Unit::new(body) }
    }

    pub(super) fn is_script(&self) -> bool {
        matches!(self.body, Body::Bullet(..))
    }

    pub(super) fn slots_max(&self) -> usize {
        if self.is_script() { TASK_SLOTS_MAX } else { SLOTS_MAX }
    }

    pub(super) fn threads_max(&self) -> usize {
        if self.is_script() { TASK_THREADS_MAX } else { THREADS_MAX }
    }

    /// How the bullet may be steered, and its kind; anything goes for others.
    pub(super) fn steering(&self) -> (Steering, &'static str) {
        match self.body {
            Body::Bullet(steering, name) => (steering, name),
            Body::Emitter | Body::Any => (Steering::Free, ""),
        }
    }
}

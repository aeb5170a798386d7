//! What a compiled volley is made of.

use super::{MotionIds, PaceIds, PlaceIds, ScriptIds, ValueId};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::look::LookId;
use crate::sim::pattern::format::Travel;

/// A volley.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::sim::pattern) struct Volley {
    pub from: Option<PlaceIds>,
    pub at: PlaceIds,
    pub aim: AimIds,
    pub levels: Vec<Level>,
    pub speed: PaceIds,
    pub angle: ValueId,
    pub is_mirrored: bool,
    pub bullet: BulletIds,
    /// It is not fired while so many bullets are alive.
    pub budget: Option<ValueId>,
    /// What makes lasers of the bullets.
    pub laser: Option<LaserIds>,
}

/// What lasers have that bullets have not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sim::pattern) struct LaserIds {
    pub width: ValueId,
    /// `None`: a share of the width.
    pub hit: Option<ValueId>,
    pub form: LaserForm,
}

/// Straight or curved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sim::pattern) enum LaserForm {
    Straight { length: ValueId, turn: ValueId, warn: ValueId, open: ValueId, hold: ValueId, close: ValueId, follows: bool },
    Curved { trail: ValueId },
}

/// What the bullets of a volley are.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::sim::pattern) struct BulletIds {
    pub look: LookId,
    /// At least one.
    pub colors: Vec<Color>,
    pub pick: ValueId,
    pub motion: MotionIds,
    pub delay: ValueId,
    pub lifetime: ValueId,
    pub hit: ValueId,
    pub graze: ValueId,
    pub script: Option<ScriptIds>,
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sim::pattern) enum AimIds {
    Aim(ValueId),
    Absolute(ValueId),
    Relative(ValueId),
    /// The step, and how far from the direction to the player the first one is.
    Sequence(ValueId, ValueId),
}

/// A group with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sim::pattern) struct Level {
    pub shape: Shape,
    /// What they mean is said at each shape. Those that it does not use are 0.
    pub numbers: [ValueId; 4],
    pub travel: Travel,
}

/// A group's shape and, in brackets, its numbers. The third is always the radius at which bullets start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sim::pattern) enum Shape {
    /// [count, start, radius]
    Ring { is_between: bool },
    /// [count, step or arc, radius]
    Spread { is_arc: bool },
    /// [count, step]
    Stack,
    /// [count, gap, 0, slant]
    Line,
    /// [corners, side, radius]
    Polygon,
    /// [count, ratio, radius]
    Ellipse,
    /// [count, petals, radius, depth]
    Rose,
    /// [wings, step, 0, slow]
    Arrow,
    /// [count, arc, radius, speed]
    Scatter,
    /// [0, 0, radius]; a part of `Program::points`.
    Points { start: usize, count: u32 },
}

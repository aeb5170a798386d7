//! A compiled pattern: flat tables and indices into them. Made by the compiler, shared by all who run it, never changed.
//!
//! Invariant: every index is in range, every slot below `SLOTS_MAX`, every thread below `THREADS_MAX`, those of a script below
//! `TASK_SLOTS_MAX` and `TASK_THREADS_MAX`; loops, variables and tracks have their slots and threads assigned here, so a `Runner` needs no
//! stack.

mod volley;

pub(super) use volley::{AimIds, BulletIds, LaserForm, LaserIds, Level, Shape, Volley};

use super::ease::Ease;
use super::expr::{Op, Variable};
use crate::sim::bullet::birth::PARAMS_MAX;
use crate::sim::bullet::color::Color;
use glam::Vec2;

/// Most names and loop counters alive at once in a pattern.
pub const SLOTS_MAX: usize = 64;
/// Most tracks of a pattern: the main one and one for each list of each `Together`.
pub const THREADS_MAX: usize = 16;
/// Most names and loop counters alive at once in the script of a bullet.
pub const TASK_SLOTS_MAX: usize = 16;
/// Most tracks of a bullet: its script, one for each list of each `Together` in it, and one for each `then`.
pub const TASK_THREADS_MAX: usize = 4;
/// Most signals of a program.
pub(super) const SIGNALS_MAX: usize = 32;
/// Most groups within each other.
pub const LEVELS_MAX: usize = 4;
/// Most bullets in a volley, all its groups together (a mirror image not counted).
pub const VOLLEY_MAX: u32 = 512;
/// Share of a laser's width that hits, if the pattern does not say.
pub(super) const HIT_SHARE: f32 = 0.6;
/// Fastest bullet.
pub(super) const SPEED_MAX_PX_PER_TICK: f32 = 20.0;
/// Strongest flash, as a share that covers the playfield.
pub(super) const FLASH_STRENGTH_MAX: f32 = 0.75;
/// Farthest shaking.
pub(super) const SHAKE_PX_MAX: f32 = 12.0;
/// Most points of a `Path`.
pub const PATH_POINTS_MAX: usize = 12;
/// Most lists of a `Choose`.
pub(super) const CHOICES_MAX: usize = 16;
/// Most compiled steps of a pattern, called ones included.
pub const INSTRUCTIONS_MAX: usize = 8_192;

/// A compiled pattern.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) values: Vec<Value>,
    pub(super) code: Vec<Op>,
    pub(super) volleys: Vec<Volley>,
    pub(super) paths: Vec<Path>,
    pub(super) points: Vec<Vec2>,
    pub(super) forks: Vec<Fork>,
    pub(super) choices: Vec<Vec<(ValueId, usize)>>,
    pub(super) turns: Vec<TurnIds>,
    pub(super) changes: Vec<ChangeIds>,
    pub(super) motions: Vec<MotionIds>,
    pub(super) scripts: Vec<Script>,
    pub(super) cues: Vec<CueIds>,
    pub(super) ways: Vec<WayIds>,
    /// Names of signals; a signal's index is its bit.
    pub(super) signals: Vec<String>,
}

/// Which program of a stage; whoever runs it keeps the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramId {
    /// Of a kind of enemy.
    Enemy(u16),
    /// Of a boss's attack.
    Attack {
        /// The boss.
        boss: u16,
        /// Its attack.
        attack: u16,
    },
}

impl ProgramId {
    /// A number of its own, below 2^32 for all but absurd stages.
    pub(in crate::sim) fn number(self) -> u64 {
        match self {
            ProgramId::Enemy(enemy) => u64::from(enemy),
            ProgramId::Attack { boss, attack } => (u64::from(boss) + 1) << 16 | u64::from(attack),
        }
    }
}

impl Program {
    /// How many compiled steps it has, those of its bullets' scripts included.
    pub fn instruction_count(&self) -> usize {
        self.instructions.len() + self.scripts.iter().map(|script| script.instructions.len()).sum::<usize>()
    }
}

/// Index into `Program::values`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueId(pub u32);

/// A number with its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    pub form: Form,
    /// Results are clamped to this; NaN becomes `low`.
    pub low: f32,
    pub high: f32,
}

/// How a number is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Const(f32),
    ByDifficulty([f32; 4]),
    /// A part of `Program::code`.
    Code {
        start: u32,
        count: u32,
    },
}

/// A compiled step. Jumps name the instruction to go on at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instruction {
    Wait(ValueId),
    /// A tick, which the next waits make up for.
    Lag,
    Set {
        slot: u8,
        value: ValueId,
    },
    /// Begins a loop: `slot` is its index, the next one its rounds (`None`: for ever). Jumps to `end` when there are none.
    Enter {
        slot: u8,
        times: Option<ValueId>,
        end: usize,
    },
    /// Begins a round: the slots after index and rounds take the tick at which the next one is due.
    Round {
        slot: u8,
        every: ValueId,
    },
    /// Ends a round: back to `body` while there are rounds left; waits for the due tick if the loop has an `every`.
    Next {
        slot: u8,
        is_timed: bool,
        body: usize,
    },
    Jump(usize),
    /// Jumps if the value is 0.
    Unless {
        cond: ValueId,
        to: usize,
    },
    /// Index into `Program::choices`.
    Choose(usize),
    /// Starts the tracks of a `Together`, and waits until they have ended. Index into `Program::forks`.
    Fork(usize),
    /// Index into `Program::volleys`.
    Fire(usize),
    /// Index into `Program::paths`.
    Glide(usize),
    /// Index into `Program::turns`.
    Turn(usize),
    Face(AimIds),
    /// Index into `Program::changes`.
    Change(usize),
    /// Tries again in each tick until it is so.
    Until(Condition),
    /// Index into `Program::signals`.
    Emit(u8),
    /// Exchanges left and right for this track, unless the slot holds 0.
    Mirror {
        slot: Option<u8>,
    },
    /// This track draws from the seed in one slot, and counts in the other; or from the world's source again.
    Seed(Option<(u8, u8)>),
    /// Index into `Program::cues`.
    Cue(usize),
    /// Index into `Program::motions`.
    Become(usize),
    Recolor(Color),
    ToItem,
    Vanish,
    /// The end of the track.
    End,
}

/// What a list may wait for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Condition {
    Wall,
    Near(ValueId),
    Settled,
    Graze,
    PhaseEnd,
    /// Index into `Program::signals`.
    Signal(u8),
}

/// A turn of the own direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TurnIds {
    pub to: AimIds,
    pub ticks: ValueId,
    pub ease: Ease,
}

/// A change of one of the own speeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ChangeIds {
    pub of: Gait,
    pub to: PaceIds,
    pub ticks: ValueId,
    pub ease: Ease,
}

/// Which of the own speeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gait {
    Along,
    DriftX,
    DriftY,
}

/// A speed and how it is reckoned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PaceIds {
    Absolute(ValueId),
    Relative(ValueId),
    Sequence(ValueId),
}

/// What is asked of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CueIds {
    Flash { color: Color, strength: ValueId },
    Shake { px: ValueId },
    Mark { place: (Option<PlaceIds>, PlaceIds), shape: MarkIds, color: Color, ticks: ValueId },
    Cancel { place: (Option<PlaceIds>, PlaceIds), radius: Option<ValueId>, leaves_scraps: bool },
    Sound { key: u32, volume: ValueId },
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MarkIds {
    Circle { radius: ValueId },
    Lane { aim: AimIds, length: ValueId, width: ValueId },
}

/// A way of flying that is worked out tick by tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WayIds {
    Cartesian { x: ValueId, y: ValueId },
    Polar { r: ValueId, angle: ValueId },
    Seek { turn: ValueId, ticks: ValueId, wait: ValueId },
}

/// A kind with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MotionIds {
    pub kind: u8,
    pub params: Vec<ValueId>,
    /// 1, or -1 for those of the parameters that change sign in a mirror.
    pub mirror_signs: [f32; PARAMS_MAX],
    /// Index into `Program::ways`, for a `Become`; a newborn's is its script's.
    pub way: Option<usize>,
}

/// What a bullet does by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Script {
    pub instructions: Vec<Instruction>,
    /// Where its threads start, from the first on.
    pub starts: Vec<usize>,
    /// Index into `Program::ways`: how its bullet flies, if not by its kind.
    pub way: Option<usize>,
}

impl Script {
    /// Whether the step at `at` waits for the end of an attack.
    pub(super) fn awaits_phase_end(&self, at: usize) -> bool {
        self.instructions.get(at) == Some(&Instruction::Until(Condition::PhaseEnd))
    }
}

/// A script with what its bullet takes along.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScriptIds {
    /// Index into `Program::scripts`.
    pub script: usize,
    /// The first slots of the script, in their order.
    pub captures: Vec<Capture>,
}

/// A number that a bullet takes along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Capture {
    Slot(u8),
    Variable(Variable),
    /// A seed, drawn at the fire.
    Draw,
}

/// The tracks of a `Together`: consecutive threads.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fork {
    pub first_thread: u8,
    /// Where each starts.
    pub starts: Vec<usize>,
}

/// A movement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    pub points: Vec<PlaceIds>,
    pub is_relative: bool,
    pub ticks: ValueId,
    pub ease: Ease,
    pub waits: bool,
}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PlaceIds {
    Cartesian(ValueId, ValueId),
    Polar(ValueId, ValueId),
}

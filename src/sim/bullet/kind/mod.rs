//! The contract of a kind, and THE LIST of kinds with all that it generates.
//!
//! A kind is how a bullet moves. To add one: a file beside this one, and one line in THE LIST. Its author writes the motion once, for one bullet; pools,
//! boxes, conversion, digest, content checks and tests come from the list.

mod accelerating;
pub(super) mod blocks;
mod bounce;
mod circular;
pub(super) mod columns;
mod falling;
mod flight;
mod homing;
mod linear;
mod motion;
pub(super) mod newborn;
mod orbit;
pub(super) mod pass;
mod wave;

pub use flight::Flight;
pub use motion::Motion;

use super::Env;
use super::birth::{Birth, PARAMS_MAX};
use super::boxed::{self, Bullet};
use super::record::{Life, Record, Row};
use crate::mem::lanes::Lanes;
use crate::sim::math;
use columns::Columns;
use glam::Vec2;
use newborn::Newborn;
use pass::Pass;

/// What content, tools and reports know of a kind.
#[derive(Debug)]
pub struct KindInfo {
    /// As written in patterns.
    pub name: &'static str,
    /// Its parameters, in the order of `Birth::params`.
    pub params: &'static [ParamInfo],
    /// What a script may do to its velocity.
    pub steering: Steering,
    /// Whether it flies at somebody, who may be chosen: after its parameters it takes a `target`.
    pub has_target: bool,
}

/// What a script may do to the velocity of a kind; more than what stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Steering {
    /// Nothing: its whole way is worked out at its birth.
    Fixed,
    /// Set it; the kind goes on from there.
    Guided,
    /// All: the kind leaves it as it is.
    Free,
}

/// What a number of a pattern measures, which says how modifiers of speed and time change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nothing that they change: counts, shares, directions.
    Plain,
    /// A time.
    Ticks,
    /// A length of the way of a bullet.
    Px,
    /// A speed of a bullet.
    PxPerTick,
    /// A change of its speed each tick.
    PxPerTickTick,
    /// A turn each tick.
    DegPerTick,
    /// A growth each tick, as a share.
    GrowthPerTick,
    /// A speed of an emitter.
    OwnPxPerTick,
    /// A change of its speed each tick.
    OwnPxPerTickTick,
}

/// One parameter of a kind, as written in patterns.
#[derive(Debug, PartialEq)]
pub struct ParamInfo {
    /// Its name.
    pub name: &'static str,
    /// What it does and in which unit: the modding reference.
    pub doc: &'static str,
    /// Least value.
    pub min: f32,
    /// Greatest value.
    pub max: f32,
    /// The value when it is left out.
    pub default: f32,
    /// What it measures.
    pub unit: Unit,
    /// Whether it changes sign when the bullet's path is mirrored: turns do, lengths and times do not.
    pub mirrors: bool,
}

/// How a bullet moves: a struct of `f32` that begins with `x`, `y` (px) and `vx`, `vy` (the displacement of the last tick, px; before the first tick its
/// heading). Where the way is broken within a tick, they are those of its new direction, as if it had gone so all the tick.
///
/// `step` is written for one bullet and run for many at once. So it is `#[inline(always)]`, has no branches but selects (`if c { a } else { b }` of values), no
/// early return, no `min`/`max`/`clamp`/`mul_add` (signed zeros and fusing may differ between lanes), no call besides `sqrt`, `abs`, `floor`; and it ends
/// with `x += vx; y += vy`, but for a way that is broken.
pub(super) trait Kind: Copy + 'static {
    /// Name and parameters.
    const INFO: KindInfo;

    /// The state at birth. Parameters are within the ranges of `INFO`; `wake_tick` is the first tick in which it moves. Ticks are exact in `f32` for 77 hours.
    fn born(birth: &Birth, wake_tick: u32) -> Self;

    /// One tick.
    fn step(&mut self, env: &Env);
}

/// Velocity at birth, px per tick.
#[inline(always)]
fn velocity(birth: &Birth) -> Vec2 {
    math::unit(birth.angle_deg) * birth.speed_px_per_tick
}

/// A duration, from a parameter where 0 stands for no end.
#[inline(always)]
fn duration_ticks(ticks: f32) -> f32 {
    if ticks > 0.0 { ticks } else { f32::MAX }
}

/// What the storages know of a kind.
pub(super) struct Ops {
    pub field_count: usize,
    /// Writes the state at birth: (birth, tick of waking, from its place in a block on).
    pub store_born: fn(&Birth, u32, &mut [f32]),
    /// The state at birth.
    pub born_row: fn(&Birth, u32) -> Row,
    /// Writes the states at birth of many.
    pub born_all: fn(Lanes, Newborn),
    /// Copies a bullet over another: (blocks, from, to).
    pub copy: fn(&mut [f32], usize, usize),
    /// Steps all bullets; see `Pass`.
    pub step: fn(Lanes, Pass),
    /// Steps one bullet that stands in no storage.
    pub step_row: fn(&mut Row, &Env),
    pub box_born: fn(&Birth, Life) -> Box<dyn Bullet>,
    pub to_box: fn(&Record) -> Box<dyn Bullet>,
}

const fn ops<K: Columns>() -> Ops {
    Ops {
        field_count: K::FIELD_COUNT,
        store_born: |birth, wake_tick, from_place| K::born(birth, wake_tick).store(from_place),
        born_row: |birth, wake_tick| K::born(birth, wake_tick).to_row(),
        born_all: newborn::born_all::<K>,
        copy: K::copy,
        step: pass::step::<K>,
        step_row: |row, env| {
            let mut bullet = K::from_row(row);
            bullet.step(env);
            *row = bullet.to_row();
        },
        box_born: |birth, life| boxed::to_box(birth.kind, K::born(birth, life.cold.wake_tick()), life),
        to_box: |record| boxed::to_box(record.kind, K::from_row(&record.row), record.life),
    }
}

/// What may be written in a kind's brackets.
const fn param_names<const COUNT: usize>(params: &[ParamInfo]) -> [&'static str; COUNT] {
    let mut names = [TARGET; COUNT];
    let mut index = 0;
    while index < params.len() {
        names[index] = params[index].name;
        index += 1;
    }
    names
}

/// Index of a kind, for constants.
const fn index_of(name: &str) -> u8 {
    let mut index = 0;
    while index < KIND_COUNT {
        let (known, name) = (NAMES[index].as_bytes(), name.as_bytes());
        let mut same = 0;
        while same < known.len() && same < name.len() && known[same] == name[same] {
            same += 1;
        }
        if same == known.len() && same == name.len() {
            return index as u8;
        }
        index += 1;
    }
    panic!("no such kind")
}

/// The kinds that loads for measuring are of, by index: always these, so that figures and digests stay comparable when the list grows.
pub const MEASURED_KINDS: [u8; 4] = [index_of("Linear"), index_of("Accelerating"), index_of("Circular"), index_of("Homing")];

/// The field that says at whom.
const TARGET: &str = "target";

/// Makes the tables of all kinds from their list.
macro_rules! kinds {
    ($($kind:ty,)+) => {
        /// Every kind, in the order of its index.
        pub static KINDS: [KindInfo; KIND_COUNT] = [$(<$kind as Kind>::INFO,)+];
        const NAMES: [&str; KIND_COUNT] = [$(<$kind as Kind>::INFO.name,)+];
        static PARAM_NAMES: [&[&str]; KIND_COUNT] = [$({
            const PARAMS: &[ParamInfo] = <$kind as Kind>::INFO.params;
            &const { param_names::<{ PARAMS.len() + <$kind as Kind>::INFO.has_target as usize }>(PARAMS) }
        },)+];
        pub(super) static OPS: [Ops; KIND_COUNT] = [$(ops::<$kind>(),)+];
        const _: () = { $(assert!(<$kind as Kind>::INFO.params.len() <= PARAMS_MAX);)+ };
        /// How many kinds there are.
        pub const KIND_COUNT: usize = [$(stringify!($kind),)+].len();
    };
}

// THE LIST. Replays and saves hold no index of it, so the order is free.
kinds! {
    linear::Linear,
    accelerating::Accelerating,
    circular::Circular,
    homing::Homing,
    wave::Wave,
    bounce::Bounce,
    orbit::Orbit,
    falling::Falling,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::sim::bullet::color::Color;
    use crate::sim::bullet::look::LookId;
    use crate::sim::bullet::record::FIELDS_MAX;

    /// A bullet at (0, 0) that flies to the right.
    pub fn birth(speed_px_per_tick: f32, given: &[f32]) -> Birth {
        let mut params = [0.0; PARAMS_MAX];
        params[..given.len()].copy_from_slice(given);
        Birth {
            kind: 0,
            params,
            at: Vec2::ZERO,
            angle_deg: 0.0,
            speed_px_per_tick,
            look: LookId(0),
            color: Color::Sky,
            hit_radius_px: 1.0,
            graze_radius_px: 8.0,
            lifetime_ticks: 0,
            delay_ticks: 0,
        }
    }

    /// Some ticks of a bullet alone, the target far ahead of where it began.
    pub fn fly<K: Kind>(bullet: K, ticks: u32) -> K {
        (0..ticks).fold(bullet, |mut bullet, tick| {
            bullet.step(&Env { target: Vec2::new(1e6, 0.0), tick });
            bullet
        })
    }

    #[test]
    fn every_kind_keeps_its_contract() {
        for (index, info) in KINDS.iter().enumerate() {
            assert_eq!(NAMES.iter().position(|name| *name == info.name), Some(index), "{}: one name, one kind", info.name);
            let defaults: Vec<f32> = info.params.iter().map(|param| param.default).collect();
            for (place, param) in info.params.iter().enumerate() {
                assert!((param.min..=param.max).contains(&param.default), "{}: {param:?}", info.name);
                assert!(!param.doc.is_empty() && param.doc.ends_with('.'), "{}: {param:?}", info.name);
                assert_eq!(info.params.iter().position(|other| other.name == param.name), Some(place));
            }
            let at = Vec2::new(7.0, 9.0);
            let mut block = [0.0; blocks::block_len(FIELDS_MAX)];
            (OPS[index].store_born)(&Birth { at, angle_deg: 90.0, ..birth(2.0, &defaults) }, 0, &mut block);
            let fields: Vec<f32> = block.iter().step_by(blocks::LANE_COUNT).copied().collect();
            assert_eq!(fields[..4], [7.0, 9.0, 0.0, 2.0], "{}: its state begins with x, y, vx, vy", info.name);
            assert!(fields[OPS[index].field_count..].iter().all(|value| *value == 0.0));
        }
    }
}

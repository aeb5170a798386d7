//! Bullets: the contract of a kind, the two storages (pooled, boxed), handles, full-policies.
//!
//! Invariant: both storages give the same simulation, digest for digest, every tick. Nothing outside of `kind/` names a kind.

mod audit;
pub mod birth;
mod boxed;
mod bullets;
pub mod color;
mod copy;
pub mod instance;
pub mod kind;
pub mod look;
mod order;
mod pool;
mod record;
mod slots;
mod spawn;
mod steer;
mod touch;

pub use bullets::{BulletView, Bullets, KindRow};
pub use copy::{BulletCircles, BulletsCopy};
pub use instance::Instance;
pub use kind::{Flight, KIND_COUNT, KINDS, KindInfo, MEASURED_KINDS, Motion, ParamInfo};
pub use slots::{CAPACITY_MAX, Handle};
pub use touch::{Cancelled, Touch, Touches};

use glam::Vec2;

/// How bullets are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// One contiguous pool a kind, columns, taken at start.
    #[default]
    Pooled,
    /// One heap block a bullet behind a virtual call, to be compared with.
    Boxed,
}

/// What a birth does when its kind is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// The newborn is refused.
    Reject,
    /// The oldest of the kind gives its place.
    #[default]
    StealOldest,
    /// The capacity doubles. Allocates.
    Grow,
}

/// What a motion may read besides the bullet itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Env {
    /// The player's position, px.
    pub target: Vec2,
    /// The tick of this step.
    pub tick: u32,
}

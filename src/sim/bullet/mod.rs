//! Bullets: the contract of a kind, the two storages (pooled, boxed), handles, full-policies.
//!
//! Invariant: both storages give the same simulation, digest for digest, every tick. Nothing outside of `kind/` names a kind.

pub mod birth;
mod boxed;
mod bullets;
pub mod color;
pub mod instance;
pub mod kind;
pub mod look;
mod order;
mod pool;
mod record;
mod slots;

pub use bullets::{BulletView, Bullets, KindRow};
pub use instance::Instance;
pub use kind::{KIND_COUNT, KINDS, KindInfo, Motion, ParamInfo};
pub use slots::{CAPACITY_MAX, Handle};

use color::Color;
use glam::Vec2;
use look::LookId;

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

/// A bullet that meets the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Serial of birth.
    pub serial: u32,
    /// Where it is, px.
    pub at: Vec2,
    /// To remove it by.
    pub handle: Handle,
    /// Its colour.
    pub color: Color,
}

/// Who meets the player this tick, each list in order of serial.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touches<'a> {
    /// Bullets that overlap the player's hit circle.
    pub hits: &'a [Touch],
    /// Bullets that pass by closely for the first time in their life, and do not hit.
    pub grazes: &'a [Touch],
}

/// A bullet that was cancelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cancelled {
    /// Serial of birth.
    pub serial: u32,
    /// Where it was, px.
    pub at: Vec2,
    /// Its colour.
    pub color: Color,
    /// Its look.
    pub look: LookId,
}

//! Bullets: the contract of a kind, the two storages (pooled, boxed), handles, full-policies.
//!
//! Invariant: both storages give the same simulation, digest for digest, every tick.

pub mod birth;
pub mod color;
pub mod look;

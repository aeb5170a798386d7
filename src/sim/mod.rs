//! The simulation: pure and deterministic. (state, input) -> state + events.
//!
//! Must not know: files, clocks, environment, threads, printing, statics, interior mutability, any random source but the world's own.

pub mod bullet;
pub mod event;
pub mod field;
pub mod input;
pub mod math;
pub mod pattern;
pub mod probe;
pub mod problem;
pub mod rng;

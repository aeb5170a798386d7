//! The simulation: pure and deterministic. (state, input) -> state + events.
//!
//! Must not know: files, clocks, environment, threads, printing, statics, interior mutability, any random source but the world's own.

pub mod boss;
pub mod bullet;
pub mod collide;
pub mod difficulty;
pub mod digest;
pub mod enemy;
pub mod event;
pub mod field;
pub mod input;
pub mod item;
pub mod label;
pub mod laser;
pub mod mark;
pub mod math;
pub mod pattern;
pub mod player;
pub mod probe;
pub mod problem;
pub mod rng;
pub mod score;
pub mod shot;
pub mod signal;
pub mod stage;
pub mod task;
pub mod world;

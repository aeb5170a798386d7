//! The pattern language: format (serde types, the modding reference), expressions, compile, run.

mod compile;
pub mod ease;
mod expr;
pub mod format;
mod program;
mod run;
#[cfg(test)]
mod tests;

pub use compile::{Names, compile, compile_shared};
pub use program::{INSTRUCTIONS_MAX, LEVELS_MAX, PATH_POINTS_MAX, Program, SLOTS_MAX, THREADS_MAX, VOLLEY_MAX};
pub use run::{BIRTHS_PER_TICK_MAX, Clipped, OPERATIONS_PER_TICK_MAX, Pose, Runner, Scope};

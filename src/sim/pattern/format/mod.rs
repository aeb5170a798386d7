//! What a pattern file says, as serde types. Their doc comments are the modding reference: units, defaults, ranges.
//!
//! Angles: degrees, 0 right, 90 down, clockwise on the screen. Lengths: playfield units (384 x 448), y down. Times: ticks, 60 a second.
//! Speeds: units a tick. Must not know: how any of it is compiled or run.

mod number;

pub use number::Number;

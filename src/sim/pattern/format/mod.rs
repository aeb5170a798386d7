//! What a pattern file says, as serde types. Their doc comments are the modding reference: units, defaults, ranges.
//!
//! Angles: degrees, 0 right, 90 down, clockwise on the screen. Lengths: playfield units (px; the playfield is 384 x 448), y down.
//! Times: ticks, 60 a second. Speeds: px a tick. Read with the RON extensions `implicit_some`, `unwrap_newtypes` and
//! `unwrap_variant_newtypes`. Must not know: how any of it is compiled or run.

mod bindings;
mod cue;
mod fire;
mod group;
mod modifiers;
mod number;
mod place;
mod raw;
mod steer;
mod step;
mod way;

pub use bindings::{Bindings, OwnPatterns};
pub use cue::{Cancel, Flash, Mark, MarkFormat, Remains, Sound};
pub use fire::{Aim, BulletFormat, CurveFormat, Fire, LaserFormat};
pub use group::{Group, Travel};
pub use modifiers::Modifiers;
pub(crate) use number::DIFFICULTIES;
pub use number::Number;
pub use place::Place;
pub use steer::{Accel, ChangeDirection, ChangeSpeed, Pace, Then, When};
pub use step::{Branch, Call, Forever, Glide, If, MoveBy, MoveTo, OwnPattern, Pattern, Repeat, Step};
pub use way::{Parametric, Target};

//! Lasers: straight ones, which warn, open, hold and close, and curved ones, whose trail follows a head that moves as a bullet does.
//!
//! Units: px, ticks, degrees. A laser hits and is grazed by its width of the moment; it is grazed again and again, each `GRAZE_TICKS`. While it
//! warns and while it closes it meets nobody.
//! Invariant: both storages give the same simulation, digest for digest; whatever is done to all lasers is done in the order of their birth.
//! Must not know: who fires them (the world says where an owner is), players, score.

mod beam;
mod birth;
mod body;
mod copy;
mod lasers;
mod ribbon;
mod storage;
#[cfg(test)]
mod tests;
mod view;

pub use birth::{Form, LaserBirth, Owner};
pub use copy::LasersCopy;
pub use lasers::{LaserTouches, Lasers};
pub use ribbon::profile;
pub use view::{BodyView, LaserView, TrailView};

/// Most lasers at once; a further one is not fired, and counted.
pub const LASERS_MAX: usize = 128;
/// Most positions of a trail.
pub const TRAIL_MAX: usize = 96;
/// A laser whose drawn edge is nearer than this to the player's centre is grazed, px.
pub const GRAZE_PX: f32 = 14.0;
/// Ticks from one graze of a laser to the next of the same one.
/// SOURCE: the genre's habit since its first lasers, five grazes a second.
pub const GRAZE_TICKS: u32 = 12;
/// Ticks in which a curved laser fades when its time is over.
pub const CURVE_CLOSE_TICKS: u32 = 12;
/// A cancelled laser leaves a scrap for each piece so long, px.
pub const PIECE_PX: f32 = 32.0;

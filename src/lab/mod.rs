//! The lab without its window: a part of the content run by itself, with a timeline that goes both ways.
//!
//! Owns what can be run (`piece`), the run (`session`), its moments (`timeline`) and what is measured in it (`gap`, `heat`, `ahead`).
//! Invariant: the state at a tick is the same by whichever way one gets there. Must not know: windows, keys, files.

pub mod ahead;
mod frames;
pub mod gap;
pub mod heat;
pub mod piece;
pub mod session;
pub mod timeline;

pub use ahead::Trail;
pub use frames::{FrameSetup, write_frames};
pub use gap::Gap;
pub use heat::Heat;
pub use piece::{Piece, Sort, list, stage};
pub use session::{Ending, Hand, Sample, Session, Setup, lead_ticks};

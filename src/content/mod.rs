//! RON files -> checked data. Reads the embedded files and those on disk, and turns every problem into file:line:column.

mod diagnostic;
mod locate;
mod read;
mod scan;
mod tree;

pub use diagnostic::{Diagnostic, place};
pub use locate::locate;
pub use read::{DEPTH_MAX, FILE_BYTES_MAX, read, text};

//! RON files -> checked data. Reads the embedded files and those on disk, and turns every problem into file:line:column.

mod locate;
mod scan;
mod tree;

pub use locate::locate;

//! The binary: global allocator, arguments, dispatch. Declares `view` (with the feature) and `cli`.

mod cli;
#[cfg(feature = "view")]
mod view;

fn main() {}

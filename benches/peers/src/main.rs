//! The question: what do the storages and arenas of public crates cost on the game's own load?
//!
//! A package of its own, so that the game's commands never build a peer. Each peer is written for speed, as its documentation allows; see the files.

mod bullets;
mod support;

fn main() {
    bullets::run();
}

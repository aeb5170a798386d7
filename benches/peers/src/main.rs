//! The question: what do the storages and arenas of public crates cost on the game's own load?
//!
//! A package of its own, so that the game's commands never build a peer. Each peer is written for speed, as its documentation allows; see the files.
//! `--small` shows that it works; `--only bullets`, `--only churn` or `--only objects` leaves the other tables out.

mod bullets;
mod churn;
mod objects;
mod support;

fn main() {
    let only = std::env::args().skip_while(|argument| argument != "--only").nth(1);
    for (name, run) in [("bullets", bullets::run as fn()), ("churn", churn::run), ("objects", objects::run)] {
        if only.as_ref().is_none_or(|only| only == name) {
            run();
        }
    }
}

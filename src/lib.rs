//! Tamafubuki (弾吹雪): a danmaku engine and game of folded paper.
//!
//! # Who may import whom
//! `mem <- sim <- bulletml, replay, save, paper, sound, telemetry, bot <- content <- lab <- view, cli`. Nothing points back.
//! `view` and `cli` belong to the binary; macroquad is named in `view` alone.

pub mod bot;
pub mod bulletml;
pub mod content;
pub mod lab;
pub mod mem;
pub mod paper;
pub mod replay;
pub mod save;
pub mod sim;
pub mod sound;
pub mod telemetry;

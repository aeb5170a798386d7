//! The window. The only folder that names macroquad; draws from `&World`, never changes it.

mod app;
mod atlas;
mod batch;
mod brush;
mod chart;
mod ease;
mod fx;
mod glyphs;
mod gpu;
mod grouped;
mod hud;
mod ink;
mod instrument;
mod keys;
mod lab;
mod layout;
mod listen;
mod notes;
mod open;
mod overlay;
mod pace;
mod pen;
mod picture;
mod pointer;
mod recordings;
mod run;
mod scene;
mod screens;
mod speaker;
mod washi;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tamafubuki::content::Subject;
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::telemetry::tour::{Tour, Toured};

/// What the command line says about playing.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where settings, scores and replays are kept; the platform's folder when absent.
    pub data_dir: Option<PathBuf>,
    /// A folder whose `assets/` and `levels/` override the content inside the binary.
    pub content_dir: Option<PathBuf>,
    /// Mods that are on whatever the menu says, the last one on top.
    pub mods: Vec<PathBuf>,
    /// The difficulty offered first; the one chosen last when absent.
    pub difficulty: Option<Difficulty>,
    /// The seed of every run; a fresh one for each run when absent.
    pub seed: Option<u64>,
    /// The lab is opened instead of the title, at this part of the content; leaving it ends the program.
    pub lab: Option<Subject>,
    /// That part is played first.
    pub plays: bool,
    /// How BulletML is imported.
    pub import: tamafubuki::bulletml::Options,
    /// The tour of the overlay, instead of the title; its end ends the program.
    pub tour: Option<Tour>,
}

/// Opens the window and plays until the player quits. Gives what came of the tour, if one was asked for.
///
/// # Errors
/// The window could not be opened; one line that says why.
pub fn play(options: Options) -> Result<Option<Toured>, String> {
    app::run(options)
}

/// Time since the program's first look at the clock: monotonic, the one clock of the window.
fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

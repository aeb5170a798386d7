//! The loop: hear, tick, draw, wait. Owns the window, the clock and the order of a frame.

use super::Options;
use super::keys::Act;
use super::listen::Listener;
use super::open::{self, Opening};
use super::pace::{Limiter, Pace};
use macroquad::miniquad::conf::{Conf, Platform};
use macroquad::window::next_frame;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const TITLE: &str = "Tamafubuki";

/// Opens the window and runs the loop to its end.
///
/// # Errors
/// The window could not be opened; one line that says why.
pub fn run(options: Options) -> Result<ExitCode, String> {
    let conf = conf(&options)?;
    open::open(conf, |opening| frames(options, opening))?;
    Ok(ExitCode::SUCCESS)
}

fn conf(options: &Options) -> Result<Conf, String> {
    let (width, height) = options.window_px.unwrap_or((1280, 960));
    Ok(Conf {
        window_title: TITLE.to_owned(),
        window_width: i32::try_from(width).unwrap_or(1280),
        window_height: i32::try_from(height).unwrap_or(960),
        fullscreen: options.fullscreen,
        platform: Platform { linux_backend: open::backend()?, linux_wm_class: "tamafubuki", swap_interval: Some(1), ..Platform::default() },
        ..Conf::default()
    })
}

async fn frames(_options: Options, opening: Opening) {
    let start = Instant::now();
    let mut listener = Listener::new();
    let mut pace = Pace::new();
    let mut limiter = Limiter::new(Duration::from_nanos(16_666_667), true);
    loop {
        limiter.begin(start.elapsed());
        let heard = listener.hear();
        let quit = (0..).map_while(|index| heard.keys.press(index)).any(|press| press.act == Act::Pause);
        pace.frame(start.elapsed());
        if quit {
            return;
        }
        std::thread::sleep(limiter.sleep(start.elapsed()));
        next_frame().await;
        opening.done();
    }
}

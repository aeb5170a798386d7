//! The loop: hear, tick, draw, wait. Owns the window, the clock and the order of a frame.

mod show;
mod wishes;

use super::Options;
use super::ink::Ink;
use super::keys::{Act, Press};
use super::listen::Listener;
use super::notes::Notes;
use super::open::{self, Opening};
use super::pace::{Limiter, Pace};
use super::picture;
use super::screens::problems::Problems;
use super::screens::{Facts, Flow, Place, settings};
use macroquad::input;
use macroquad::miniquad::conf::{Conf, Platform};
use macroquad::miniquad::window;
use macroquad::window::next_frame;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tamafubuki::save::{Settings, Store};

const TITLE: &str = "Tamafubuki";
/// Opening or leaving the whole screen takes the focus for a moment; that is no reason to pause.
const WINDOW_CHANGE_GRACE: Duration = Duration::from_millis(700);

/// Opens the window and runs the loop to its end.
///
/// # Errors
/// The window could not be opened; one line that says why.
pub fn run(options: Options) -> Result<ExitCode, String> {
    let store = Store::open(options.data_dir.as_deref());
    let conf = conf(&options, &store.settings)?;
    open::open(conf, |opening| frames(options, store, opening))?;
    Ok(ExitCode::SUCCESS)
}

fn conf(options: &Options, settings: &Settings) -> Result<Conf, String> {
    let (width, height) = options.window_px.unwrap_or((settings.window_width_px, settings.window_height_px));
    Ok(Conf {
        window_title: TITLE.to_owned(),
        window_width: i32::try_from(width).unwrap_or(1280),
        window_height: i32::try_from(height).unwrap_or(960),
        fullscreen: options.fullscreen || settings.fullscreen,
        sample_count: 4,
        icon: None,
        platform: Platform {
            linux_backend: open::backend()?,
            linux_wm_class: "tamafubuki",
            swap_interval: Some(i32::from(settings.vsync)),
            ..Platform::default()
        },
        ..Conf::default()
    })
}

async fn frames(options: Options, store: Store, opening: Opening) {
    input::prevent_quit();
    let mut app = App::new(options, store);
    let mut listener = Listener::new();
    while app.frame(&mut listener) {
        std::thread::sleep(app.limiter.sleep(app.start.elapsed()));
        next_frame().await;
        opening.done();
    }
    app.store.save_settings();
}

struct App {
    start: Instant,
    pace: Pace,
    limiter: Limiter,
    store: Store,
    flow: Flow,
    facts: Facts,
    ink: Ink,
    content: tamafubuki::content::Content,
    night: super::screens::night::Night,
    notes: Notes,
    problems: Problems,
    window_changed: Duration,
    last_frame: Duration,
    picture_wanted: bool,
    going: bool,
}

impl App {
    fn new(options: Options, mut store: Store) -> Self {
        let mut notes = Notes::default();
        store.take_warnings().into_iter().for_each(|warning| notes.add(warning));
        let settings = &store.settings;
        let limit_hz = if settings.vsync { 60 } else { settings.frame_limit_hz.max(1) };
        let limiter = Limiter::new(Duration::from_secs(1) / limit_hz, settings.vsync);
        let facts = Facts { playable: true, setting_count: settings::count(), ..Facts::default() };
        Self {
            start: Instant::now(),
            pace: Pace::new(),
            limiter,
            store,
            flow: Flow::new(&facts),
            facts,
            ink: Ink::new(),
            content: tamafubuki::content::load(&tamafubuki::content::Sources::standard()).content,
            night: Default::default(),
            notes,
            problems: Problems::default(),
            window_changed: Duration::ZERO,
            last_frame: Duration::ZERO,
            picture_wanted: false,
            going: true,
        }
    }

    /// One frame; false when the program is to end.
    fn frame(&mut self, listener: &mut Listener) -> bool {
        let now = self.start.elapsed();
        self.limiter.begin(now);
        let heard = listener.hear();
        if heard.lost_focus && now > self.window_changed + WINDOW_CHANGE_GRACE {
            self.flow.interrupted(&self.facts);
        }
        if heard.found_focus {
            self.limiter.probe();
        }
        for press in (0..).map_while(|index| heard.keys.press(index)) {
            self.press(press);
        }
        let frame = self.pace.frame(now);
        if frame.suspended {
            self.flow.interrupted(&self.facts);
        }
        for _ in 0..frame.ticks {
            self.flow.tick();
        }
        self.notes.pass((now - self.last_frame).as_secs_f32().min(0.1));
        self.last_frame = now;
        self.show(frame.alpha);
        self.going && !input::is_quit_requested()
    }

    fn press(&mut self, press: Press) {
        match press.act {
            Act::Fullscreen => self.set_whole_screen(!self.store.settings.fullscreen),
            Act::Screenshot => self.picture_wanted = true,
            Act::Up | Act::Down if self.flow.place() == Place::Problems => self.problems.scroll(press.act == Act::Down),
            act => {
                if let Some(wish) = self.flow.press(act, &self.facts) {
                    self.grant(wish);
                }
            }
        }
    }

    fn set_whole_screen(&mut self, on: bool) {
        self.store.settings.fullscreen = on;
        self.window_changed = self.start.elapsed();
        window::set_fullscreen(on);
        if !on {
            self.set_window_size();
        }
        self.limiter.probe();
    }

    fn set_window_size(&self) {
        window::set_window_size(self.store.settings.window_width_px, self.store.settings.window_height_px);
    }

    fn take_picture(&mut self) {
        let Some(folder) = self.store.folder() else { return self.notes.add("There is no folder for pictures.".to_owned()) };
        let note = match picture::take(folder) {
            Ok(path) => format!("Picture written: {}", path.display()),
            Err(why) => why,
        };
        self.notes.add(note);
    }
}

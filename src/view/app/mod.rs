//! The loop: hear, tick, draw, wait. Owns the window, the clock and the order of a frame.

mod begin;
mod inspect;
mod lab;
mod mods;
mod reload;
mod shadow;
mod show;
mod sound;
mod tour;
mod trial;
mod wishes;

use super::clock;
use super::ink::Ink;
use super::instrument::Instrument;
use super::keys::{Act, Keys, Press};
use super::lab::Lab;
use super::layout::Layout;
use super::listen::{Heard, Listener};
use super::notes::Notes;
use super::open::Opening;
use super::pace::{Limiter, Pace};
use super::run::Run;
use super::scene::Scene;
use super::screens::cards::Summary;
use super::screens::mods as mods_screen;
use super::screens::night::Night;
use super::screens::portraits::Portraits;
use super::screens::problems::Problems;
use super::screens::replays::Row;
use super::screens::trouble::Trouble;
use super::screens::{Facts, Flow, Place};
use super::speaker::Speaker;
use super::{Options, picture};
use macroquad::input;
use macroquad::miniquad::window;
use macroquad::window::next_frame;
use std::time::Duration;
use tamafubuki::content::{Content, Diagnostic, Listed, Loaded, Reloader};
use tamafubuki::save::Store;
use tamafubuki::sim::input::Input;
use tamafubuki::sim::world::Phase;
use tamafubuki::telemetry::Segment;
use tamafubuki::telemetry::ab::AbRun;
use tamafubuki::telemetry::aged::AgedHeap;

pub use begin::run;
use tour::Touring;

/// Changing the window takes the focus for a moment; that is no reason to pause.
const WINDOW_CHANGE_GRACE: Duration = Duration::from_millis(700);

/// Everything in the window.
struct App {
    options: Options,
    content: Content,
    store: Store,
    pace: Pace,
    limiter: Limiter,
    flow: Flow,
    facts: Facts,
    run: Option<Run>,
    /// While it goes on, the run waits.
    trial: Option<AbRun>,
    /// Keeps the heap in pieces while the A/B run goes on, if that was asked for.
    aged: Option<AgedHeap>,
    /// Plays instead of the player, until it is over.
    touring: Option<Touring>,
    /// Buttons that screens press in the next tick of the run: continue, quit.
    command: u16,
    summary: Summary,
    kept: Vec<Row>,
    /// Mods on disk, and how they are listed.
    found: Vec<Listed>,
    mods: Vec<mods_screen::Row>,
    /// Where mods are put, as shown.
    mods_folder: String,
    problems: Problems,
    /// The same as they were found.
    found_problems: Vec<Diagnostic>,
    /// The lab, from when it was opened until it is left; it waits while a part is played.
    lab: Option<Lab>,
    /// What is wrong with content that was saved while the game runs.
    trouble: Trouble,
    /// Reads content again when it changes; none where it is all inside the binary.
    reloader: Option<Reloader>,
    /// Content that was read and waits to be taken over.
    fresh: Option<Box<Loaded>>,
    ink: Ink,
    layout: Layout,
    scene: Scene,
    night: Night,
    speaker: Speaker,
    portraits: Portraits,
    instrument: Instrument,
    notes: Notes,
    window_changed: Duration,
    last_frame: Duration,
    picture_wanted: bool,
    pointer_shown: bool,
    going: bool,
}

async fn frames(mut app: App, opening: Opening) {
    input::prevent_quit();
    let mut listener = Listener::new();
    while app.frame(&mut listener) {
        std::thread::sleep(app.limiter.sleep(clock()));
        next_frame().await;
        opening.done();
    }
    if app.instrument.is_recording() {
        app.record();
    }
    // A tour has its own.
    if app.options.tour.is_none() {
        app.store.save_settings();
    }
}

impl App {
    /// One frame; false when the program is to end.
    fn frame(&mut self, listener: &mut Listener) -> bool {
        let now = clock();
        self.limiter.begin(now);
        self.instrument.begin();
        let heard = listener.hear();
        self.watch_window(heard, now);
        // What opens or leaves it is not for it as well.
        let was_in_lab = self.flow.place() == Place::Lab;
        let mut nth = 0;
        while let Some(press) = heard.keys.press(nth) {
            self.press(press, &mut heard.keys);
            nth += 1;
        }
        if was_in_lab && self.flow.place() == Place::Lab {
            self.hear_in_lab(&heard.taps, heard.pointer, &mut heard.keys);
        }
        self.follow_content();
        let frame = self.pace.frame(now);
        let frame = self.tour_frame(frame);
        self.lead_tour();
        if frame.suspended {
            self.interrupt();
        }
        // A comparison goes slow rather than unclean: one tick a frame at most.
        let ticks_max = if self.trial.is_some() { 1 } else { frame.ticks };
        for _ in 0..frame.ticks.min(ticks_max) {
            self.tick(&mut heard.keys);
        }
        self.notes.pass(now.saturating_sub(self.last_frame).as_secs_f32().min(0.1));
        self.last_frame = now;
        self.show_pointer(self.flow.place() != Place::Play);
        self.tune_speaker();
        self.show(frame);
        self.follow_tour();
        self.instrument.laps.enter(Segment::EnginePresent);
        self.going && !input::is_quit_requested()
    }

    /// The pointer has no use in play, and would hide bullets.
    fn show_pointer(&mut self, shown: bool) {
        if shown != self.pointer_shown {
            window::show_mouse(shown);
            self.pointer_shown = shown;
        }
    }

    fn watch_window(&mut self, heard: &Heard, now: Duration) {
        let (width_px, height_px) = window::screen_size();
        if (width_px, height_px) != (self.layout.window.w, self.layout.window.h) {
            self.layout = Layout::new(width_px, height_px, false);
            self.instrument.resized(&mut self.ink, &self.layout);
            self.limiter.probe();
        }
        self.instrument.marks.unfocused |= !heard.focused;
        if heard.lost_focus && now > self.window_changed + WINDOW_CHANGE_GRACE {
            self.interrupt();
        }
        if heard.found_focus {
            self.limiter.probe();
        }
    }

    fn interrupt(&mut self) {
        if self.trial.is_some() {
            self.end_trial("A/B run ended early.");
        }
        if self.instrument.is_inspecting() || self.touring.is_some() {
            return;
        }
        self.flow.interrupted(&self.facts);
        self.instrument.marks.resumed = true;
    }

    fn press(&mut self, press: Press, keys: &mut Keys) {
        if self.touring.is_some() || self.press_in_trial(press) || self.press_in_inspection(press) {
            return;
        }
        match press.act {
            Act::Fullscreen => self.set_whole_screen(!self.store.settings.fullscreen),
            Act::Screenshot => self.picture_wanted = true,
            Act::Overlay if press.shifted => self.instrument.legend(),
            Act::Overlay => self.instrument.cycle(),
            Act::Record => self.record(),
            Act::Trial => self.begin_trial(press.shifted),
            Act::Inspect => self.begin_inspection(),
            Act::Shadow => self.toggle_shadow(),
            Act::Reset => self.instrument.reset(),
            Act::Storage => self.switch_storage(),
            // Elsewhere a slip of the finger would cost the run its score.
            Act::Stress if self.flow.place() == Place::Play => self.stress(!press.shifted),
            Act::Stress => {}
            act => self.press_in_screen(act, keys),
        }
    }

    fn press_in_screen(&mut self, act: Act, keys: &mut Keys) {
        let before = self.flow.place();
        if before == Place::Problems && matches!(act, Act::Up | Act::Down) {
            return self.problems.scroll(act == Act::Down);
        }
        let line_before = self.flow.menu().index();
        let wish = self.flow.press(act, &self.facts);
        let has_moved = self.flow.menu().index() != line_before;
        self.sound_press(act, before, wish.is_some(), has_moved);
        if let Some(wish) = wish {
            self.grant(wish);
        }
        let place = self.flow.place();
        if place == Place::Play && before != Place::Play {
            keys.begin_run();
            self.instrument.marks.resumed = true;
        }
        if place != Place::Settings && before == Place::Settings {
            self.store.save_settings();
            self.tell_warnings();
        }
    }

    /// A tick of the clock, and as many of the run as it asks for.
    fn tick(&mut self, keys: &mut Keys) {
        if self.trial.is_some() {
            return self.tick_trial();
        }
        if self.instrument.is_inspecting() {
            return;
        }
        if let Some(wish) = self.flow.tick(&self.facts) {
            self.grant(wish);
        }
        if let Some(act) = keys.repeat().filter(|_| self.flow.place() != Place::Play) {
            self.press_in_screen(act, keys);
        }
        if self.flow.place() == Place::Lab {
            return self.tick_lab(keys);
        }
        for _ in 0..self.flow.speed() {
            if self.run.is_none() {
                return;
            }
            let mut input = if self.flow.place() == Place::Play { keys.take_input() } else { Input::default() };
            input.buttons |= std::mem::take(&mut self.command);
            input = self.tour_input().unwrap_or(input);
            let Some(run) = &mut self.run else { return };
            let goes_on = run.step(input, &mut self.instrument.laps);
            let pair = run.take_pair();
            self.instrument.laps.enter(Segment::Draw);
            self.scene.hear(run.world.events());
            self.speaker.hear(run.world.events());
            self.instrument.laps.enter(Segment::Input);
            if run.first_clipped() {
                self.notes.add("A pattern asks for too much and is cut short; F3 counts how often.".to_owned());
            }
            let phase = run.world.phase();
            let is_practised = run.practice_over();
            pair.iter().for_each(|pair| self.shadowed(pair));
            match (phase, self.flow.place()) {
                (Phase::Finished(_), _) => self.finish(),
                _ if is_practised => self.finish(),
                _ if !goes_on => self.finish(),
                (Phase::GameOver { continues_left, .. }, Place::Play) => {
                    self.facts.continues_left = continues_left;
                    self.flow.run_over(&self.facts);
                }
                (Phase::Playing | Phase::Dialogue, Place::Over) => {
                    self.flow.run_continues(&self.facts);
                    keys.begin_run();
                }
                _ => {}
            }
        }
    }

    fn set_whole_screen(&mut self, on: bool) {
        self.store.settings.fullscreen = on;
        self.window_changed = clock();
        window::set_fullscreen(on);
        if !on {
            self.set_window_size();
        }
    }

    fn set_window_size(&mut self) {
        self.window_changed = clock();
        window::set_window_size(self.store.settings.window_width_px, self.store.settings.window_height_px);
    }

    fn take_picture(&mut self) {
        let Some(folder) = self.store.folder() else { return self.notes.add("There is no folder for pictures.".to_owned()) };
        self.instrument.marks.loaded = true;
        let note = match picture::take(folder) {
            Ok(path) => format!("Picture written: {}", path.display()),
            Err(why) => why,
        };
        self.notes.add(note);
    }
}

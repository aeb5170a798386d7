//! The beginning: settings, content, window, and the state of the first frame.

use super::{App, Opening, frames, mods};
use crate::view::ink::Ink;
use crate::view::instrument::Instrument;
use crate::view::layout::Layout;
use crate::view::notes::Notes;
use crate::view::pace::{Limiter, Pace};
use crate::view::scene::Scene;
use crate::view::screens::cards::Summary;
use crate::view::screens::night::Night;
use crate::view::screens::portraits::Portraits;
use crate::view::screens::problems::Problems;
use crate::view::screens::trouble::Trouble;
use crate::view::screens::{Facts, Flow, settings};
use crate::view::speaker::Speaker;
use crate::view::{Options, open};
use macroquad::miniquad::conf::{Conf, LinuxBackend, Platform};
use macroquad::miniquad::window;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use tamafubuki::content::{self, Known, Loaded, Reloader};
use tamafubuki::save::{Settings, Store};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::telemetry::tour::Toured;

const TITLE: &str = "Tamafubuki";
/// Keys shown in the panel.
const LEGEND: [(&str, &str); 8] = [
    ("← → ↑ ↓", "move"),
    ("Z", "shoot"),
    ("Shift", "focus"),
    ("C", "fold"),
    ("X", "bomb"),
    ("Esc", "pause"),
    ("F3", "overlay"),
    ("F4", "bullet storage"),
];

/// Opens the window and runs the loop to its end.
///
/// # Errors
/// The window could not be opened; one line that says why.
pub fn run(options: Options) -> Result<Option<Toured>, String> {
    let mut store = Store::open(options.data_dir.as_deref());
    let display = open::display()?;
    let toured = options.tour.as_ref().map(|tour| {
        (store.settings.window_width_px, store.settings.window_height_px) = tour.size_px;
        store.settings.fullscreen = false;
        Rc::new(RefCell::new(Toured::default()))
    });
    let conf = conf(&store.settings, display.backend);
    let seen = toured.clone();
    open::open(conf, |opening| start(options, store, display, opening, seen))?;
    Ok(toured.map(|toured| toured.take()))
}

async fn start(options: Options, store: Store, display: open::Display, opening: Opening, toured: Option<Rc<RefCell<Toured>>>) {
    drop(display);
    let (plain, found) = (mods::base(&options), mods::found(&store));
    let on = mods::folders(&options, &store, &found);
    let has_mods = !on.is_empty();
    let origin = plain.clone().with_mods(on);
    // Watching begins before reading, so that no change falls between.
    let is_on_disk = origin.folders().next().is_some();
    let mut known = if is_on_disk { Known::embedded() } else { Known::default() };
    let reloader = if is_on_disk { Reloader::start(&origin, known.clone()).ok() } else { None };
    let mut loaded = if is_on_disk { content::load_costed(&origin.read(), &mut known) } else { content::load(&origin.read()) };
    let mut trouble = Vec::new();
    if has_mods && !loaded.problems.is_empty() {
        let own = content::load_costed(&plain.read(), &mut known);
        if own.content.stages.len() > loaded.content.stages.len() {
            // A broken mod takes nothing away.
            trouble = std::mem::replace(&mut loaded, own).problems;
        }
    }
    let mut app = App::new(options, store, loaded, reloader);
    app.trouble.show(&trouble);
    if let Some((tour, toured)) = app.options.tour.clone().zip(toured) {
        app.begin_tour(tour, toured);
    }
    frames(app, opening).await;
}

fn conf(settings: &Settings, linux_backend: LinuxBackend) -> Conf {
    Conf {
        window_title: TITLE.to_owned(),
        window_width: i32::try_from(settings.window_width_px).unwrap_or(1280),
        window_height: i32::try_from(settings.window_height_px).unwrap_or(960),
        fullscreen: settings.fullscreen,
        sample_count: 4,
        icon: None,
        platform: Platform {
            linux_backend,
            linux_wm_class: "tamafubuki",
            swap_interval: Some(i32::from(settings.vsync)),
            ..Platform::default()
        },
        ..Conf::default()
    }
}

impl App {
    fn new(options: Options, mut store: Store, loaded: Loaded, reloader: Option<Reloader>) -> Self {
        let mut notes = Notes::default();
        store.take_warnings().into_iter().for_each(|warning| notes.add(warning));
        let limit_hz = if store.settings.vsync { 60 } else { store.settings.frame_limit_hz.max(1) };
        let level = Difficulty::ALL.iter().position(|level| level.name() == store.settings.difficulty).unwrap_or(1);
        let facts = Facts {
            playable: !loaded.content.stages.is_empty(),
            problem_count: loaded.problems.len(),
            setting_count: settings::count(),
            level: options.difficulty.map_or(level, Difficulty::index),
            ..Facts::default()
        };
        let mods_folder = store.folder().map(|folder| folder.join("mods").display().to_string()).unwrap_or_default();
        let (width_px, height_px) = window::screen_size();
        let layout = Layout::new(width_px, height_px, false);
        let mut ink = Ink::new();
        let mut scene = Scene::new(&mut ink, &loaded.content, layout.scale, false);
        scene.hud().set_legend(LEGEND.map(|(key, act)| (key.to_owned(), act.to_owned())).to_vec());
        let mut instrument = Instrument::new();
        instrument.resized(&mut ink, &layout);
        let mut app = Self {
            speaker: Speaker::start(&loaded.content.sounds, store.settings.effects_percent),
            limiter: Limiter::new(Duration::from_secs(1) / limit_hz, store.settings.vsync),
            pace: Pace::new(),
            flow: Flow::new(&facts),
            problems: Problems::new(&loaded.problems),
            found_problems: loaded.problems,
            lab: None,
            trouble: Trouble::default(),
            reloader,
            fresh: None,
            content: loaded.content,
            options,
            store,
            facts,
            run: None,
            trial: None,
            aged: None,
            touring: None,
            command: 0,
            summary: Summary::default(),
            kept: Vec::new(),
            found: Vec::new(),
            mods: Vec::new(),
            mods_folder,
            ink,
            layout,
            scene,
            night: Night::default(),
            portraits: Portraits::default(),
            instrument,
            notes,
            window_changed: Duration::ZERO,
            last_frame: Duration::ZERO,
            picture_wanted: false,
            pointer_shown: true,
            going: true,
        };
        app.list_replays();
        app.list_mods();
        if app.options.lab.is_some() {
            app.open_lab();
            app.play_subject();
        }
        app
    }
}

//! One picture: what lies behind, the screen, overlay, notes; in this order.

use super::App;
use crate::view::layout::Layout;
use crate::view::pace::Frame;
use crate::view::run::Run;
use crate::view::scene::Taste;
use crate::view::screens::dialogue::{self, Line};
use crate::view::screens::page::Page;
use crate::view::screens::title::{self, Scroll};
use crate::view::screens::{Flow, Place, Player, cards, mods, replays, settings, trouble};
use crate::view::{clock, fx};
use tamafubuki::save::{List, Settings};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::stage::format::Side;
use tamafubuki::sim::world::{Phase, World};
use tamafubuki::telemetry::Segment;
use tamafubuki::telemetry::ab::AbRun;

/// Middle and width of notes, units: in the panel, so that they never hide a bullet, and under menus.
const PANEL_NOTES: (f32, f32) = (521.0, 200.0);
const MENU_NOTES: (f32, f32) = (320.0, 420.0);

impl App {
    /// Draws the frame.
    pub(super) fn show(&mut self, frame: Frame) {
        self.instrument.laps.enter(Segment::Draw);
        let layout = self.layout;
        self.ink.begin(layout.window.w, layout.window.h);
        let place = self.flow.place();
        let trial = self.trial.as_ref().map(AbRun::world);
        let world = trial.or(self.run.as_ref().map(|run| &run.world));
        match world {
            None if place == Place::Lab => return self.show_lab(frame),
            Some(world) => {
                // A run that stands still is shown as its last tick left it.
                let alpha = if self.flow.speed() > 0 && !self.instrument.is_inspecting() { frame.alpha } else { 1.0 };
                self.scene.set_taste(taste(&self.store.settings));
                self.scene.draw(world, &self.content, alpha, &layout, &mut self.ink);
            }
            None => self.night.draw(
                &mut page(&mut self.ink, &layout, &self.flow, frame),
                self.content.figure("crane").and_then(|index| self.content.figures.get(usize::from(index))),
            ),
        }
        match &self.run {
            Some(_) if self.trial.is_some() => {}
            Some(_) => self.show_run(place, frame),
            None => self.show_menu(place, frame),
        }
        if place != Place::Problems {
            let columns = if matches!(place, Place::Title | Place::Difficulty) { trouble::BESIDE_SCROLL } else { trouble::WHOLE };
            self.trouble.draw(&mut page(&mut self.ink, &layout, &self.flow, frame), columns);
        }
        let trial = self.trial.as_ref().map(AbRun::world);
        if let Some(world) = trial.or(self.run.as_ref().map(|run| &run.world)) {
            self.ink.flush();
            // The clock asks for ticks in a pause too, and for more than one a frame in a comparison: nobody misses these.
            let is_played = self.trial.is_none() && self.flow.speed() > 0 && !self.instrument.is_inspecting();
            self.instrument.show(&mut self.ink, &layout, world, if is_played { frame.dropped } else { 0 });
        }
        if self.instrument.recording_full() {
            self.record();
        }
        let mut page = page(&mut self.ink, &layout, &self.flow, frame);
        match self.run.is_some() {
            true if self.instrument.covers_panel() => self.notes.draw_line(&mut page),
            true => self.notes.draw(&mut page, PANEL_NOTES.0, PANEL_NOTES.1),
            false => self.notes.draw(&mut page, MENU_NOTES.0, MENU_NOTES.1),
        }
        self.ink.flush();
        if std::mem::take(&mut self.picture_wanted) {
            self.take_picture();
        }
    }

    fn show_menu(&mut self, place: Place, frame: Frame) {
        let layout = self.layout;
        let mut page = page(&mut self.ink, &layout, &self.flow, frame);
        let menu = self.flow.menu();
        match place {
            Place::Title | Place::Difficulty => {
                let stage = self.content.stages.first().map(|stage| super::wishes::stage_name(stage.number)).unwrap_or_default();
                let (scores, mods) = (&self.store.scores, self.content.mods.join(", "));
                let list = |level: Difficulty| List { stage: &stage, difficulty: level.name(), mods: &mods };
                let scroll = Scroll {
                    place,
                    menu,
                    hi_scores: Difficulty::ALL.map(|level| scores.hi_score(list(level))),
                    cleared: Difficulty::ALL.map(|level| scores.cleared(list(level))),
                    problem_count: self.facts.problem_count,
                    mod_count: self.content.mods.len(),
                };
                title::draw(&mut page, &scroll);
            }
            Place::Settings => settings::draw(&mut page, menu, &self.store.settings),
            Place::Replays => replays::draw(&mut page, menu, &self.kept),
            Place::Mods => mods::draw(&mut page, menu, &self.mods, &self.mods_folder),
            Place::Problems => self.problems.draw(&mut page),
            Place::Play | Place::Pause | Place::Over | Place::Results | Place::Lab => {}
        }
    }

    fn show_run(&mut self, place: Place, frame: Frame) {
        let layout = self.layout;
        let Some(run) = &self.run else { return };
        let mut page = page(&mut self.ink, &layout, &self.flow, frame);
        let menu = self.flow.menu();
        if matches!(place, Place::Play | Place::Pause) {
            match run.world.dialogue() {
                Some(view) => self.portraits.speak(view.figure, view.side == Side::Left, page.seconds),
                None => self.portraits.clear(),
            }
            self.portraits.draw(&mut page, &self.content.figures);
            over_the_field(&mut page, run, self.flow.speed().max(1));
        }
        match (place, run.world.phase()) {
            (Place::Pause, _) => cards::pause(&mut page, menu, run.player() == Player::Replay),
            (Place::Over, Phase::GameOver { continues_left, ticks_left }) => cards::over(&mut page, menu, continues_left, ticks_left),
            (Place::Results, _) => cards::results(&mut page, menu, &self.summary),
            _ => {}
        }
    }
}

pub(super) fn page<'a>(ink: &'a mut crate::view::ink::Ink, layout: &'a Layout, flow: &Flow, frame: Frame) -> Page<'a> {
    let shown_seconds = (flow.ticks() as f32 + frame.alpha) / 60.0;
    Page { ink, layout, seconds: clock().as_secs_f32(), shown_seconds }
}

/// Dialogue, clear bonus, the replay's strip.
fn over_the_field(page: &mut Page, run: &Run, speed: u32) {
    let world = &run.world;
    if let Some(line) = line(world) {
        dialogue::draw(page, &line);
    }
    if let Phase::Clear { bonus, age_ticks } = world.phase() {
        let rows = [
            ("STAGE", bonus.stage),
            ("GRAZE", bonus.graze),
            ("POINT ITEMS", bonus.points),
            ("CARDS CAPTURED", bonus.captures),
            ("LIVES LEFT", bonus.lives),
        ];
        cards::clear(page, &rows, bonus.total(), age_ticks);
    }
    if let Some((tick, tick_count)) = run.place() {
        cards::strip(page, speed, tick, tick_count);
    }
    if run.player() == Player::Bot {
        cards::demo(page);
    }
}

fn line(world: &World) -> Option<Line<'_>> {
    let view = world.dialogue()?;
    Some(Line {
        speaker: view.speaker,
        text: view.text,
        on_left: view.side == Side::Left,
        shown_ticks: view.shown_ticks,
        first: view.line == 0,
    })
}

pub(super) fn taste(settings: &Settings) -> Taste {
    let share = |percent: u32| percent as f32 / 100.0;
    Taste {
        strength: fx::Strength { shake: share(settings.shake_percent), flash: share(settings.flash_percent) },
        dim: share(settings.background_dim_percent),
        // At its usual 70 %, shots are as pale as they should be.
        shot_opacity: share(settings.shot_opacity_percent) * 0.5,
        hitbox_always: settings.hitbox_always,
    }
}

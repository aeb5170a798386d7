//! The lab in the app: opened and left, given keys, pointer and ticks, drawn; and parts of a stage played from it.
//!
//! Invariant: while a part is played the lab waits as it was, and both ends of play lead back to it.

use super::App;
use super::show::{page, taste};
use crate::view::clock;
use crate::view::keys::Keys;
use crate::view::lab::{Ask, Lab};
use crate::view::pace::Frame;
use crate::view::pointer::{Pointer, Tap};
use crate::view::run::Run;
use crate::view::scene::Taste;
use std::sync::Arc;
use std::time::Duration;
use tamafubuki::lab::Setup;
use tamafubuki::mem::counter::{self, Tag};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::event::Happening;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, Phase};
use tamafubuki::telemetry::Segment;

/// Time in a frame for running ahead of what is shown.
const EXPLORE: Duration = Duration::from_millis(5);
/// Middle and width of notes, units of the playfield.
const NOTES: (f32, f32) = (192.0, 340.0);

impl App {
    /// Opens the lab.
    pub(super) fn open_lab(&mut self) {
        let _transition = counter::scope(Tag::Transition);
        self.instrument.marks.loaded = true;
        let usual = Setup::default();
        let setup = Setup {
            difficulty: Difficulty::from_index(self.facts.level).unwrap_or_default(),
            seed: self.options.seed.unwrap_or(usual.seed),
            ..usual
        };
        let subject = self.options.lab.clone().unwrap_or_default();
        self.lab = Some(Lab::new(&self.content, &self.found_problems, subject, setup));
        self.scene.clear();
        self.flow.lab_opened(&self.facts);
    }

    /// Plays what the lab has just been opened at, if that was asked for and it runs.
    pub(super) fn play_subject(&mut self) {
        let ask = self.lab.as_mut().filter(|_| self.options.plays).and_then(|lab| lab.press(Tap::Char('p'), &self.content));
        if let Some(Ask::Play(stage, setup)) = ask {
            self.practise(stage, &setup);
        }
    }

    /// What was heard while the lab is open.
    pub(super) fn hear_in_lab(&mut self, taps: &[Tap], pointer: Pointer, keys: &mut Keys) {
        let _transition = counter::scope(Tag::Transition);
        let Some(lab) = &mut self.lab else { return };
        let until = clock() + EXPLORE;
        lab.explore(|| clock() < until);
        let mut asks: Vec<Ask> = taps.iter().filter_map(|tap| lab.press(*tap, &self.content)).collect();
        asks.extend(lab.point(pointer, &self.content));
        for ask in asks {
            match ask {
                Ask::Leave if self.options.lab.is_some() => self.going = false,
                Ask::Leave => {
                    self.lab = None;
                    self.flow.lab_left(&self.facts);
                }
                Ask::Play(stage, setup) => {
                    self.practise(stage, &setup);
                    keys.begin_run();
                }
                Ask::Picture => self.picture_wanted = true,
            }
        }
    }

    /// A tick of the clock.
    pub(super) fn tick_lab(&mut self, keys: &mut Keys) {
        let _transition = counter::scope(Tag::Transition);
        let input = keys.take_input();
        let Some(lab) = &mut self.lab else { return };
        let before = lab.session().map(|session| session.tick());
        lab.tick(input);
        if lab.take_jump() {
            self.scene.clear();
        } else if let Some(session) = lab.session().filter(|session| Some(session.tick()) > before) {
            // A card that is declared would be covered by its own name.
            let seen = session.world().events().iter().filter(|event| event.what != Happening::SpellDeclared);
            self.scene.hear(&seen.copied().collect::<Vec<_>>());
            self.speaker.hear(session.world().events());
        }
    }

    /// Plays a part of a stage.
    fn practise(&mut self, stage: Arc<StageData>, setup: &Setup) {
        let config = Config { continues: 0, ..setup.config() };
        self.begin(Run::practice(stage, config, setup.rank));
    }

    /// Drops the run, if there is one.
    pub(super) fn leave_run(&mut self) {
        if self.run.take().is_some() {
            self.speaker.clear();
            if self.lab.is_some() {
                self.back_in_lab();
            }
        }
    }

    /// Practice came to its end: how it went is said in the lab.
    pub(super) fn end_practice(&mut self) {
        let Some(run) = self.run.take() else { return };
        let score = run.world.hud().score;
        let seconds = run.world.tick() as f32 / 60.0;
        let end = if matches!(run.world.phase(), Phase::GameOver { .. }) { "No life left" } else { "Over" };
        let captures = if score.captures > 0 { ", captured" } else { "" };
        self.notes.add(format!(
            "{end} after {seconds:.1} s{captures}: {} misses, {} bombs, {} grazes.",
            score.misses, score.bombs_used, score.graze
        ));
        self.back_in_lab();
    }

    fn back_in_lab(&mut self) {
        self.scene.clear();
        self.speaker.clear();
        self.instrument.reset();
        self.pace.resume();
    }

    /// Draws the lab.
    pub(super) fn show_lab(&mut self, frame: Frame) {
        let _transition = counter::scope(Tag::Transition);
        let Some(lab) = &mut self.lab else { return };
        let layout = lab.fit(self.layout.window);
        let alpha = lab.alpha(frame.alpha);
        match lab.session() {
            Some(session) => {
                self.scene.set_taste(Taste { hitbox_always: true, ..taste(&self.store.settings) });
                self.scene.draw_field(session.world(), &self.content, alpha, &layout, &mut self.ink, |mesh| lab.draw_under(mesh));
                self.scene.draw_over(&layout, &mut self.ink, |mesh| lab.draw_over(mesh, alpha));
            }
            None => self.scene.draw_empty(&layout, &mut self.ink),
        }
        if let Some(lab) = &self.lab {
            lab.trouble().draw(&mut page(&mut self.ink, &layout, &self.flow, frame), (10.0, 364.0));
        }
        if let Some(lab) = &mut self.lab {
            lab.draw(&mut self.ink);
        }
        self.notes.draw(&mut page(&mut self.ink, &layout, &self.flow, frame), NOTES.0, NOTES.1);
        self.ink.flush();
        self.instrument.laps.enter(Segment::Overlay);
        if std::mem::take(&mut self.picture_wanted) {
            self.take_picture();
        }
    }
}

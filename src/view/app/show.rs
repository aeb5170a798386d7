//! One picture: what lies behind, the screen, notes; in this order.

use super::App;
use crate::view::layout::Layout;
use crate::view::screens::page::Page;
use crate::view::screens::title::{self, Scroll};
use crate::view::screens::{Place, replays, settings};
use macroquad::miniquad::window;

const DIFFICULTIES: [&str; 4] = ["Easy", "Normal", "Hard", "Lunatic"];

impl App {
    /// Draws the frame; `alpha` is the share of a tick that has passed since the last.
    pub(super) fn show(&mut self, alpha: f32) {
        let (width_px, height_px) = window::screen_size();
        let layout = Layout::new(width_px, height_px, false);
        self.ink.begin(width_px, height_px);
        let shown_seconds = (self.flow.ticks() as f32 + alpha) / 60.0;
        let mut page = Page { ink: &mut self.ink, layout: &layout, seconds: self.start.elapsed().as_secs_f32(), shown_seconds };
        let crane = self.content.figure("crane").and_then(|index| self.content.figures.get(usize::from(index)));
        self.night.draw(&mut page, crane);
        match self.flow.place() {
            place @ (Place::Title | Place::Difficulty) => {
                let scroll = Scroll {
                    place,
                    menu: self.flow.menu(),
                    hi_scores: DIFFICULTIES.map(|name| self.store.scores.hi_score("1", name)),
                    cleared: DIFFICULTIES.map(|name| self.store.scores.cleared("1", name)),
                    problem_count: self.facts.problem_count,
                };
                title::draw(&mut page, &scroll);
            }
            Place::Settings => settings::draw(&mut page, self.flow.menu(), &self.store.settings),
            Place::Replays => replays::draw(&mut page, self.flow.menu(), &[]),
            Place::Problems => self.problems.draw(&mut page),
            Place::Play | Place::Pause | Place::Over | Place::Results => {}
        }
        self.notes.draw(&mut page);
        self.ink.flush();
        if std::mem::take(&mut self.picture_wanted) {
            self.take_picture();
        }
    }
}

//! The lab in the window: what is chosen, how it runs, what is shown of it, and what keys and pointer change of that.
//!
//! Units: physical pixels for the pointer, ticks of the program for time. Invariant: whatever is dragged or pressed, the run stays one that repeats.
//! Must not know: the window, files; it is given content and asks for what it cannot do itself.

mod catalog;
mod command;
mod content;
mod curves;
mod desk;
mod field;
mod help;
mod legend;
mod list;
mod plan;
mod pointing;
mod side;
mod strip;

use super::ink::{Align, Ink};
use super::layout::{Layout, Rect};
use super::pointer::{Pointer, Tap};
use super::screens::page::PALE;
use super::screens::trouble::Trouble;
use catalog::Catalog;
use command::{Command, Who};
use desk::Desk;
use glam::Vec2;
use plan::Plan;
use std::sync::Arc;
use tamafubuki::content::{Content, Diagnostic, Subject};
use tamafubuki::lab::{Hand, Session, Setup};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::input::Input;
use tamafubuki::sim::stage::data::StageData;

/// Speeds, in ticks for each tick of the clock.
const SPEEDS: [f32; 7] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// The index of the usual one.
const USUAL: usize = 3;
/// Ticks that are run ahead at a time.
const SCOUT_TICKS: u32 = 8;
/// Ticks beyond what was run that a drag of the timeline waits for in one tick of the clock.
const REACH_TICKS: u32 = 60;
/// A step of the rank.
const RANK_STEP: f32 = 0.1;

/// What the lab cannot do itself.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Back to where it was entered.
    Leave,
    /// Play this stage, with these settings.
    Play(Arc<StageData>, Setup),
    /// Write a picture.
    Picture,
}

/// What the pointer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drag {
    None,
    Timeline,
    Crane,
}

/// The lab.
pub struct Lab {
    catalog: Catalog,
    session: Option<Session>,
    setup: Setup,
    who: Who,
    /// Where the pointer put the crane, px.
    place: Vec2,
    running: bool,
    speed: usize,
    /// Part of a tick that has passed since the last.
    phase: f32,
    shown: [bool; command::VIEWS.len()],
    drag: Drag,
    /// A tick further than has been run, to be shown when it is.
    goal: Option<u32>,
    pointer: Pointer,
    plan: Plan,
    /// Where there is something to click on, as drawn last.
    buttons: Vec<(Rect, Command)>,
    curve: Rect,
    list_top: f32,
    /// The list is scrolled to the choice when it is drawn next.
    seeks_choice: bool,
    filtering: bool,
    helps: bool,
    trouble: Trouble,
    /// What is wrong with the content, whatever is chosen.
    problems: Vec<Diagnostic>,
    subject: Subject,
    /// What the session is a version of.
    content_digest: u64,
    /// Where the last jump led; what is seen there has nothing to do with the tick before.
    jumped: bool,
}

impl Lab {
    fn hand(&self, input: Input) -> Hand {
        match self.who {
            Who::Mouse => Hand::At(self.place),
            Who::Keys => Hand::Keys(input),
            Who::Bot => Hand::Bot,
        }
    }

    /// The run.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Whether the arrows move the crane.
    fn arrows_move(&self) -> bool {
        self.who == Who::Keys && self.running
    }

    /// Whether what is drawn next has nothing to do with what was drawn last.
    pub fn take_jump(&mut self) -> bool {
        std::mem::take(&mut self.jumped)
    }

    /// The part of a tick that has passed since the last one, for drawing; `clock` is the clock's.
    pub fn alpha(&self, clock: f32) -> f32 {
        match SPEEDS[self.speed] {
            _ if !self.running => 1.0,
            speed if speed < 1.0 => self.phase,
            1.0 => clock,
            _ => 1.0,
        }
    }

    /// A key.
    pub fn press(&mut self, tap: Tap, content: &Content) -> Option<Ask> {
        if self.filtering {
            self.write(tap);
            return None;
        }
        if self.helps && matches!(tap, Tap::Escape) {
            self.helps = false;
            return None;
        }
        self.obey(command::command(tap, self.arrows_move())?, content)
    }

    /// A key while a filter is written.
    fn write(&mut self, tap: Tap) {
        let mut filter = self.catalog.filter().to_owned();
        match tap {
            Tap::Enter | Tap::Escape => self.filtering = false,
            Tap::Backspace => drop(filter.pop()),
            Tap::Char(letter) if filter.chars().count() < 40 => filter.push(letter),
            _ => {}
        }
        if tap == Tap::Escape {
            filter.clear();
        }
        self.catalog.set_filter(filter);
        (self.list_top, self.seeks_choice) = (0.0, true);
    }

    /// Does what a key or a button says.
    fn obey(&mut self, command: Command, content: &Content) -> Option<Ask> {
        match command {
            Command::Select(place) => self.choose(place, content),
            Command::Move(by) => {
                let last = self.catalog.shown().len().saturating_sub(1) as i32;
                let place = self.catalog.chosen_place().map_or(0, |place| (place as i32 + by).clamp(0, last));
                self.choose(place as usize, content);
            }
            Command::Show(view) => self.shown[view as usize] ^= true,
            Command::Level(index) => self.restart(Setup { difficulty: Difficulty::ALL[index], ..self.setup }, content),
            Command::Rank(up) => {
                let rank = ((self.setup.rank + if up { RANK_STEP } else { -RANK_STEP }) / RANK_STEP).round() * RANK_STEP;
                self.restart(Setup { rank: rank.clamp(0.0, 1.0), ..self.setup }, content);
            }
            Command::Seed(up) => {
                let seed = if up { self.setup.seed.wrapping_add(1) } else { self.setup.seed.wrapping_sub(1) };
                self.restart(Setup { seed, ..self.setup }, content);
            }
            Command::Filter => self.filtering = true,
            Command::Help => self.helps ^= true,
            Command::Leave => return Some(Ask::Leave),
            Command::Picture => return Some(Ask::Picture),
            Command::Play => {
                let session = self.session.as_ref()?;
                self.running = false;
                return Some(Ask::Play(Arc::clone(session.stage()), self.setup));
            }
            Command::Speed(up) => {
                self.speed = if up { (self.speed + 1).min(SPEEDS.len() - 1) } else { self.speed.saturating_sub(1) };
            }
            Command::NextWho => {
                let next = command::WHO.iter().position(|(who, _)| *who == self.who).map_or(0, |at| (at + 1) % command::WHO.len());
                self.give_hand(command::WHO[next].0);
            }
            Command::Who(who) => self.give_hand(who),
            Command::Run | Command::Step(_) | Command::First | Command::Last | Command::Narrowest => self.travel(command),
        }
        None
    }

    fn choose(&mut self, place: usize, content: &Content) {
        self.seeks_choice = true;
        if self.catalog.choose(place) {
            self.tell();
            self.begin(content);
        }
    }

    fn restart(&mut self, setup: Setup, content: &Content) {
        self.setup = setup;
        self.begin(content);
    }

    fn give_hand(&mut self, who: Who) {
        self.who = who;
        let hand = self.hand(Input::default());
        if let Some(session) = &mut self.session {
            session.take_over(hand);
        }
    }

    /// What goes through time.
    fn travel(&mut self, command: Command) {
        let Some(session) = &mut self.session else { return };
        let is_at_end = session.ending().is_some() && session.tick() == session.frontier();
        let tick = session.tick();
        let to = match command {
            Command::Run if !self.running && is_at_end => 0,
            Command::Run => {
                self.running ^= true;
                return;
            }
            Command::First => 0,
            Command::Last => session.frontier(),
            Command::Narrowest => session.narrowest().map_or(tick, |(narrowest, _)| narrowest),
            Command::Step(by) => tick.saturating_add_signed(by),
            _ => tick,
        };
        self.running = command == Command::Run;
        (self.phase, self.goal) = (0.0, None);
        session.seek(to);
        self.jumped |= to != tick + 1;
    }

    /// Runs ahead of what is shown, as long as there is `time`, unless what comes depends on what is done now.
    pub fn explore(&mut self, mut time: impl FnMut() -> bool) {
        let waits = self.who == Who::Keys || self.drag == Drag::Crane;
        let Some(session) = self.session.as_mut().filter(|_| !waits) else { return };
        while time() && session.scout(SCOUT_TICKS) {}
    }

    /// A tick of the clock; `input` is what the player's keys say.
    pub fn tick(&mut self, input: Input) {
        if self.drag == Drag::Crane {
            self.carry_crane();
        }
        // What is written into the filter is not for the crane.
        let hand = self.hand(if self.filtering { Input::default() } else { input });
        let Some(session) = &mut self.session else { return };
        if let Some(goal) = self.goal {
            let to = if self.who == Who::Keys { goal.min(session.frontier()) } else { goal };
            let to = to.min(session.frontier() + REACH_TICKS);
            self.jumped |= session.tick() != to;
            session.seek(to);
            let is_there = to == goal || session.ending().is_some() || self.who == Who::Keys;
            self.goal = self.goal.filter(|_| !is_there);
        }
        if !self.running {
            return;
        }
        if self.who == Who::Keys {
            let is_past = session.tick() < session.frontier();
            match hand {
                Hand::Keys(input) if is_past && input != Input::default() => session.take_over(hand),
                _ => session.set_hand(hand),
            }
        }
        self.phase += SPEEDS[self.speed];
        while self.phase >= 1.0 && self.running {
            self.phase -= 1.0;
            self.running = session.advance();
        }
    }

    /// The lab fits itself to a window of this size; gives where the playfield is.
    pub fn fit(&mut self, window: Rect) -> Layout {
        if window != self.plan.window {
            self.plan = Plan::new(window);
            self.seeks_choice = true;
        }
        self.plan.layout()
    }

    /// Draws everything but the playfield.
    pub fn draw(&mut self, ink: &mut Ink) {
        let mut buttons = std::mem::take(&mut self.buttons);
        buttons.clear();
        let mut desk = Desk { ink, buttons: &mut buttons, pointer: self.pointer, u: self.plan.u };
        self.draw_list(&mut desk);
        self.draw_side(&mut desk);
        self.draw_strip(&mut desk);
        if self.session.is_none() {
            let (field, words) = (self.plan.field, if self.catalog.count() == 0 { "nothing to run" } else { "it cannot be run yet" });
            desk.text(field.center_x(), field.y + field.h * 0.6, desk::HEADING, Align::Center, PALE, words);
        }
        if self.helps {
            self.draw_help(&mut desk);
        }
        self.buttons = buttons;
    }

    /// What is wrong, over the playfield.
    pub fn trouble(&self) -> &Trouble {
        &self.trouble
    }
}

#[cfg(test)]
mod tests;

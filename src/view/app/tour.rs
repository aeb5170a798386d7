//! The tour in the window: a part of the content, played by the bot one tick a frame, with each layer of the overlay in turn.
//!
//! Invariant: a frame runs exactly one tick, however long it takes, so that every frame is clean; keys do nothing meanwhile. Must not know: what is
//! made of the frames.

use super::App;
use crate::view::overlay::{Layer, OPENING_FRAMES};
use crate::view::pace::Frame;
use crate::view::picture;
use crate::view::run::Run;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use tamafubuki::bot::Bot;
use tamafubuki::lab::{self, Setup};
use tamafubuki::mem::counter::{self, Tag};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::input::{self, Input};
use tamafubuki::telemetry::tour::{LAYERS, Seen, Tour, Toured};

/// The layers, as `LAYERS` names them; then what is only pictured.
const SHOWN: [Layer; 6] = [Layer::Off, Layer::Compact, Layer::Full, Layer::Compare, Layer::Compare, Layer::Inspect];
const LEGEND: usize = 4;
/// What the last two pictures are called.
const PICTURED: [&str; 2] = ["legend", "inspect"];
/// Frames before the first that counts: those after a start are never clean.
const LEAD_FRAMES: u32 = 130;
/// Frames of what is only pictured: until it is whole.
const PICTURED_FRAMES: u32 = OPENING_FRAMES + 2;
/// Pictures are taken so many frames before a storage or a layer changes: the frame after a picture is not clean.
const BEFORE_END_FRAMES: u32 = 15;
/// A bomb falls so many frames before each picture of the full layer, which shows 240.
const BOMB_FRAMES: u32 = 190;

/// A tour under way.
pub(super) struct Touring {
    tour: Tour,
    bot: Bot,
    layer: usize,
    nth: u32,
    /// The frame that runs, which is written down in the next: its layer and its number.
    former: Option<(usize, u32)>,
    toured: Rc<RefCell<Toured>>,
}

impl App {
    /// Begins the tour that was asked for.
    pub(super) fn begin_tour(&mut self, tour: Tour, toured: Rc<RefCell<Toured>>) {
        let difficulty = self.options.difficulty.unwrap_or_else(|| Difficulty::from_index(self.facts.level).unwrap_or_default());
        let setup = Setup { difficulty, seed: self.options.seed.unwrap_or(1), rank: tour.rank };
        let stage = match lab::stage(&tour.path, &self.content, None) {
            Ok(Some(stage)) => stage,
            Ok(None) => return self.end_tour_early(&toured, format!("{} has problems", tour.path)),
            Err(why) => return self.end_tour_early(&toured, why),
        };
        let tick_count = (tour.frames as usize) * LAYERS.len() + LEAD_FRAMES as usize;
        toured.borrow_mut().seen.reserve(tick_count);
        toured.borrow_mut().inputs.reserve(tick_count);
        self.begin(Run::practice(stage, setup.config(), tour.rank));
        if let Some(run) = self.run.as_mut().filter(|_| tour.bullet_count > 0) {
            run.world.set_stress_count(tour.bullet_count);
        }
        self.instrument.watch_core();
        self.touring = Some(Touring { tour, bot: Bot::new(), layer: 0, nth: 0, former: None, toured });
    }

    fn end_tour_early(&mut self, toured: &RefCell<Toured>, why: String) {
        toured.borrow_mut().trouble = Some(why);
        self.going = false;
    }

    /// The frame of a tour: one tick, shown as it is.
    pub(super) fn tour_frame(&mut self, frame: Frame) -> Frame {
        match &self.touring {
            None => frame,
            Some(touring) => Frame { ticks: u32::from(touring.layer < LAYERS.len()), dropped: 0, alpha: 1.0, suspended: false },
        }
    }

    /// Before the tick: the layer and the storage of this frame.
    pub(super) fn lead_tour(&mut self) {
        let Some(touring) = &self.touring else { return };
        let (layer, nth, half) = (touring.layer, touring.nth, touring.tour.frames / 2);
        if nth == 0 {
            self.instrument.set_layer(SHOWN[layer], layer == LEGEND);
            if SHOWN[layer] == Layer::Inspect {
                self.instrument.inspect();
            }
        }
        // ABBA: the storage in which one layer ends is that of the next one's beginning, so that a layer opens among clean frames.
        let is_switched = layer < LAYERS.len() && nth == touring.lead() + half;
        if let Some(run) = self.run.as_mut().filter(|_| is_switched) {
            let _transition = counter::scope(Tag::Transition);
            let (before, after) = run.switch_storage();
            self.instrument.switched(before, after);
        }
    }

    /// What moves the crane in a tick; `None` without a tour.
    pub(super) fn tour_input(&mut self) -> Option<Input> {
        let (touring, run) = (self.touring.as_mut()?, self.run.as_mut()?);
        run.world.keep_player_safe();
        let mut input = touring.bot.decide(&run.world);
        let (nth, frames) = (touring.nth, touring.tour.frames);
        let is_bomb = SHOWN[touring.layer] == Layer::Full && [frames / 2, frames].iter().any(|end| nth + BOMB_FRAMES == *end);
        // Without shots a card lasts as long as its timer.
        input.buttons &= !(input::SHOOT | input::BOMB);
        input.buttons |= if is_bomb { input::BOMB } else { 0 };
        touring.toured.borrow_mut().inputs.push(input);
        Some(input)
    }

    /// After the picture: keeps the frame before, takes the pictures that are due, and goes on to the next frame.
    pub(super) fn follow_tour(&mut self) {
        let _transition = counter::scope(Tag::Transition);
        let Some(touring) = &mut self.touring else { return };
        let Some(run) = &self.run else {
            touring.toured.borrow_mut().trouble = Some("what is played was over before the tour; ask for fewer frames".to_owned());
            (self.touring, self.going) = (None, false);
            return;
        };
        if let (Some((layer, nth)), Some(sample)) = (touring.former, self.instrument.newest()) {
            touring.toured.borrow_mut().seen.push(Seen { layer, nth, sample: *sample });
        }
        touring.former = (touring.layer < LAYERS.len()).then_some((touring.layer, touring.nth));
        let mode = tamafubuki::telemetry::recording::mode_word(run.world.mode());
        let (end, half) = (touring.end(), touring.tour.frames / 2);
        let is_due = match touring.layer < LAYERS.len() {
            true => [end, touring.lead() + half].contains(&(touring.nth + BEFORE_END_FRAMES)),
            false => touring.nth + 1 == end,
        };
        if let Some(folder) = touring.tour.pictures.as_ref().filter(|_| is_due) {
            let path = folder.join(touring.picture(mode));
            match picture::take_as(&path) {
                Ok(()) => touring.toured.borrow_mut().pictures.push(path),
                Err(why) => touring.toured.borrow_mut().trouble = Some(why),
            }
            self.instrument.marks.loaded = true;
        }
        touring.nth += 1;
        if touring.nth == end {
            (touring.layer, touring.nth) = (touring.layer + 1, 0);
            touring.toured.borrow_mut().digest = run.world.digest();
        }
        // One frame more than the last layer has, in which its last frame is written down.
        let is_over = touring.layer == SHOWN.len() || touring.tour.pictures.is_none() && touring.layer >= LAYERS.len() && touring.nth > 0;
        if is_over {
            (self.touring, self.going) = (None, false);
        }
    }
}

impl Touring {
    fn lead(&self) -> u32 {
        if self.layer == 0 { LEAD_FRAMES } else { 0 }
    }

    fn end(&self) -> u32 {
        if self.layer < LAYERS.len() { self.lead() + self.tour.frames } else { PICTURED_FRAMES }
    }

    fn picture(&self, mode: &str) -> PathBuf {
        match self.layer.checked_sub(LAYERS.len()) {
            None => format!("{}-{mode}.png", LAYERS[self.layer]).into(),
            Some(pictured) => format!("{}.png", PICTURED[pictured]).into(),
        }
    }
}

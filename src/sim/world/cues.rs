//! Carries out what the programs of a tick ask of the world besides bullets.

use super::act::scrap;
use crate::mem::arena::FrameArena;
use crate::sim::bullet::{Bullets, Cancelled};
use crate::sim::event::{Events, Happening};
use crate::sim::field;
use crate::sim::item::Items;
use crate::sim::laser::Lasers;
use crate::sim::mark::{Mark, Marks};
use crate::sim::pattern::Cue;
use glam::Vec2;

/// A flash's strength in an event's value.
const STRENGTH_STEPS: f32 = 255.0;
/// Steps of shaking in an event's value, for one px.
const SHAKE_STEPS: f32 = 16.0;

/// The parts of a world that cues change.
pub(super) struct Staging<'w> {
    pub bullets: &'w mut Bullets,
    pub lasers: &'w mut Lasers,
    pub marks: &'w mut Marks,
    pub items: &'w mut Items,
    pub events: &'w mut Events,
    pub arena: &'w FrameArena,
    pub tick: u32,
}

impl Staging<'_> {
    /// A new tick begins: marks whose time is over go. Then what is asked is done, in order.
    pub fn carry_out(mut self, cues: &[Cue]) {
        self.marks.step(self.tick);
        let middle = Vec2::new(field::WIDTH_PX, field::HEIGHT_PX) * 0.5;
        for cue in cues {
            match *cue {
                Cue::Flash { color, strength } => {
                    let value = (strength * STRENGTH_STEPS) as u32 * 256 + color as u32;
                    self.events.push(Happening::Flash, middle, value);
                }
                Cue::Shake(px) => self.events.push(Happening::Shake, middle, (px * SHAKE_STEPS) as u32),
                Cue::Mark(mark) => self.mark(mark),
                Cue::Sound { at, key, volume_percent } => self.events.push_many(Happening::Sound, at, key, volume_percent),
                Cue::Cancel { at, radius_px, leaves_scraps } => self.cancel(at, radius_px, leaves_scraps),
            }
        }
    }

    fn mark(&mut self, mark: Mark) {
        self.marks.add(mark, self.tick);
        self.events.push(Happening::Mark, mark.at, mark.color as u32);
    }

    fn cancel(&mut self, at: Vec2, radius_px: Option<f32>, leaves_scraps: bool) {
        let (bullets, lasers): (&[Cancelled], &[Cancelled]) = match radius_px {
            Some(radius_px) => {
                (self.bullets.cancel_within(at, radius_px, self.arena), self.lasers.cancel_within(at, radius_px, self.arena))
            }
            None => (self.bullets.cancel_all(self.arena), self.lasers.cancel_all(self.arena)),
        };
        if leaves_scraps {
            scrap(bullets, self.items, self.events);
            scrap(lasers, self.items, self.events);
        }
    }
}

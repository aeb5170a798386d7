//! What the pointer does in the lab: buttons, the list's wheel, the timeline, the crane.
//!
//! Units: physical pixels. Invariant: what was pressed on is what is dragged, wherever the pointer goes.

use super::command::{Command, Who};
use super::{Ask, Drag, Lab};
use crate::view::pointer::Pointer;
use glam::Vec2;
use tamafubuki::content::Content;
use tamafubuki::lab::{self, Hand, Session};
use tamafubuki::sim::field::{HEIGHT_PX, WIDTH_PX};
use tamafubuki::sim::player::EDGE_PX;

impl Lab {
    /// The pointer moved, was pressed, or turned its wheel.
    pub fn point(&mut self, pointer: Pointer, content: &Content) -> Option<Ask> {
        self.pointer = pointer;
        if pointer.wheel != 0.0 && pointer.is_on(self.plan.list) {
            self.list_top += pointer.wheel;
        }
        if pointer.pressed {
            let button = self.buttons.iter().rev().find(|(rect, _)| pointer.is_on(*rect)).map(|(_, command)| *command);
            if self.helps {
                self.helps = false;
            } else if let Some(command) = button {
                self.filtering = command == Command::Filter;
                return self.obey(command, content);
            } else if pointer.is_on(self.curve) {
                (self.drag, self.running) = (Drag::Timeline, false);
            } else if pointer.is_on(self.plan.field) && self.session.is_some() {
                (self.drag, self.who) = (Drag::Crane, Who::Mouse);
            }
        }
        // A quick click goes down and up within a frame; it counts all the same.
        if !pointer.down && !pointer.pressed {
            self.drag = Drag::None;
        }
        if self.drag == Drag::Timeline {
            self.goal = Some(self.tick_at(pointer.x));
        }
        None
    }

    /// Ticks from the left to the right end of the timeline.
    pub(super) fn span_ticks(&self) -> u32 {
        let known = self.session.as_ref().filter(|session| session.ending().is_some()).map(Session::frontier);
        known.unwrap_or(lab::session::TICKS_MAX).max(1)
    }

    pub(super) fn tick_at(&self, x: f32) -> u32 {
        let share = ((x - self.curve.x) / self.curve.w.max(1.0)).clamp(0.0, 1.0);
        (share * self.span_ticks() as f32).round() as u32
    }

    /// The crane goes with the pointer: the shown tick is run again with it there.
    pub(super) fn carry_crane(&mut self) {
        let (x, y) = self.plan.in_field(self.pointer.x, self.pointer.y);
        let place = Vec2::new(x, y).clamp(Vec2::splat(EDGE_PX), Vec2::new(WIDTH_PX, HEIGHT_PX) - EDGE_PX);
        let Some(session) = &mut self.session else { return };
        if place == self.place && session.hand() == Hand::At(place) {
            return;
        }
        self.place = place;
        let tick = session.tick();
        if !self.running && tick > 0 {
            session.seek(tick - 1);
        }
        session.take_over(Hand::At(place));
        if !self.running && tick > 0 {
            session.advance();
        }
    }
}

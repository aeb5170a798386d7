//! What a tick's programs ask of the world besides bullets.

use super::turn::Turn;
use crate::sim::bullet::color::Color;
use crate::sim::mark::{Mark, MarkShape};
use crate::sim::math;
use crate::sim::pattern::program::{CueIds, MarkIds, PlaceIds};
use glam::Vec2;

/// One wish. Places and directions are the playfield's, whatever is mirrored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cue {
    /// The playfield lights up.
    Flash {
        /// In this colour.
        color: Color,
        /// Share that it covers at first, 0 to 1.
        strength: f32,
    },
    /// The playfield shakes so far, px.
    Shake(f32),
    /// A warning is shown.
    Mark(Mark),
    /// Bullets and lasers end.
    Cancel {
        /// Around here, px.
        at: Vec2,
        /// Those within, px; `None`: all.
        radius_px: Option<f32>,
        /// Whether each leaves a scrap.
        leaves_scraps: bool,
    },
    /// A sound is heard.
    Sound {
        /// From here, px.
        at: Vec2,
        /// See [`sound_key`](crate::sim::event::sound_key).
        key: u32,
        /// 0 to 100.
        volume_percent: u32,
    },
}

impl Turn<'_, '_, '_> {
    pub(super) fn cue(&mut self, thread: usize, cue: usize) {
        let program = self.program;
        let cue = match program.cues[cue] {
            CueIds::Flash { color, strength } => Cue::Flash { color, strength: self.value(strength) },
            CueIds::Shake { px } => Cue::Shake(self.value(px)),
            CueIds::Mark { place, shape, color, ticks } => {
                let at = self.place_from(place);
                let shape = match shape {
                    MarkIds::Circle { radius } => MarkShape::Circle { radius_px: self.value(radius) },
                    MarkIds::Lane { aim, length, width } => {
                        let angle_deg = self.direction(thread, aim, at);
                        let angle_deg = if self.scope.pose.mirror { 180.0 - angle_deg } else { angle_deg };
                        let angle_deg = math::wrap_deg(angle_deg);
                        MarkShape::Lane { angle_deg, length_px: self.value(length), width_px: self.value(width) }
                    }
                };
                Cue::Mark(Mark { at: self.outward(at), shape, color, ticks: self.count(ticks), born_tick: 0 })
            }
            CueIds::Cancel { place, radius, leaves_scraps } => {
                let at = self.place_from(place);
                Cue::Cancel { at: self.outward(at), radius_px: radius.map(|radius| self.value(radius)), leaves_scraps }
            }
            CueIds::Sound { key, volume } => {
                let volume_percent = (self.value(volume) * 100.0).round() as u32;
                Cue::Sound { at: self.outward(self.scope.pose.at), key, volume_percent }
            }
        };
        if !self.scope.births.push_cue(cue) {
            self.budget.clipped.cues = self.budget.clipped.cues.saturating_add(1);
        }
    }

    /// A point with its offset; without a point, from the emitter or bullet itself.
    pub(super) fn place_from(&mut self, (from, at): (Option<PlaceIds>, PlaceIds)) -> Vec2 {
        from.map_or(self.scope.pose.at, |from| self.place(from)) + self.place(at)
    }

    /// A place of the program's own as it is on the playfield.
    pub(super) fn outward(&self, at: Vec2) -> Vec2 {
        if self.scope.pose.mirror { super::reflect(at) } else { at }
    }
}

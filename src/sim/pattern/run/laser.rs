//! Makes a laser of a volley's bullet.

use super::turn::Turn;
use crate::sim::bullet::birth::Birth;
use crate::sim::laser::{Form, LaserBirth, Owner};
use crate::sim::pattern::program::{HIT_SHARE, LaserForm, LaserIds};

/// Shortest laser, px: shapes that open make lasers shorter.
const LENGTH_MIN_PX: f32 = 1.0;

impl Turn<'_, '_, '_> {
    /// Whether a turn goes the other way than written: in a mirror, or in a mirror image, but not in both.
    pub(super) fn is_turned(&self, side: f32) -> bool {
        self.scope.pose.mirror != (side < 0.0)
    }

    /// The laser in place of the bullet `head`. `factor` is how much shorter the group makes it.
    pub(super) fn laser(&mut self, ids: LaserIds, head: Birth, factor: f32, side: f32) -> LaserBirth {
        let emitter = self.outward(self.scope.pose.at);
        let width_px = self.value(ids.width);
        let hit_px = ids.hit.map_or(width_px * HIT_SHARE, |hit| self.value(hit));
        let form = match ids.form {
            LaserForm::Curved { trail } => Form::Curved { trail_count: self.count(trail) as u16 },
            LaserForm::Straight { length, turn, warn, open, hold, close, follows } => Form::Straight {
                length_px: (self.value(length) * factor.abs()).max(LENGTH_MIN_PX),
                turn_deg: self.value(turn) * if self.is_turned(side) { -1.0 } else { 1.0 },
                warn_ticks: self.count(warn),
                open_ticks: self.count(open),
                hold_ticks: self.count(hold),
                close_ticks: self.count(close),
                // A bullet cannot be followed.
                follows: follows && self.core.generation == 0,
            },
        };
        LaserBirth { head, offset: head.at - emitter, owner: Owner::None, width_px, hit_width_px: hit_px.min(width_px), form }
    }
}

//! What modifiers do while a program runs: tracks that are mirrored, and tracks that draw from a seed of their own.

use super::track::NO_SEED;
use super::turn::{Flow, Turn};
use crate::sim::math;
use crate::sim::rng::Rng;

/// Seeds that are drawn are whole numbers below this, exact in `f32`.
const SEEDS: f32 = 16_777_216.0;

impl Turn<'_, '_, '_> {
    /// One instruction, its random numbers drawn from where the track draws them.
    pub(super) fn drawing(&mut self, thread: usize) -> Flow {
        let seed = self.core.threads[thread].seed;
        if seed == NO_SEED {
            return self.instruction(thread);
        }
        // Each instruction has a source of its own: all that must be remembered is which instruction it is.
        let [seed, count] = [seed.0, seed.1].map(usize::from);
        let (own, nth) = (self.core.slots[seed] as u64, self.core.slots[count] as u64);
        let world = std::mem::replace(self.scope.rng, Rng::new(own << 32 | nth));
        let flow = self.instruction(thread);
        *self.scope.rng = world;
        self.core.slots[count] = (nth + 1) as f32;
        flow
    }

    /// A seed for somebody else.
    pub(super) fn draw_seed(&mut self) -> f32 {
        self.scope.rng.range(0.0, SEEDS).floor()
    }

    /// From here on the track sees left and right exchanged, or as they are again.
    pub(super) fn mirror(&mut self, thread: usize, slot: Option<u8>) {
        if slot.is_some_and(|slot| self.core.slots[usize::from(slot)] == 0.0) {
            return;
        }
        let track = &mut self.core.threads[thread];
        track.is_mirrored = !track.is_mirrored;
        track.last_angle_deg = math::wrap_deg(180.0 - track.last_angle_deg);
        let is_mirrored = track.is_mirrored;
        self.look_as(is_mirrored);
    }

    /// Everything is seen in a mirror, or as it is.
    pub(super) fn look_as(&mut self, is_mirrored: bool) {
        if self.is_flipped == is_mirrored {
            return;
        }
        self.is_flipped = is_mirrored;
        self.player = super::reflect(self.player);
        let pose = &mut *self.scope.pose;
        (pose.at, pose.angle_deg, pose.mirror) = (super::reflect(pose.at), 180.0 - pose.angle_deg, !pose.mirror);
        self.core.course.reflect();
        if let Some(glide) = &mut self.core.glide {
            glide.reflect();
        }
        self.lose_sight_of_all();
    }
}

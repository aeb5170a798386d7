//! The stress load: keeps a chosen number of bullets alive, of the measured kinds in turn. Takes nothing from the world's random source.

use super::{ARENA_BYTES, World};
use crate::mem::arena::FrameArena;
use crate::sim::bullet::MEASURED_KINDS;
use crate::sim::bullet::birth::{Birth, PARAMS_MAX};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::kind::KINDS;
use crate::sim::bullet::look::LookId;
use crate::sim::field;
use crate::sim::rng::Rng;
use glam::Vec2;

/// Most bullets of the stress load.
pub const STRESS_MAX: usize = 1_000_000;

/// Ticks a stress bullet lives at most, so that the load churns.
const LIFETIME_TICKS: u32 = 600;

impl World {
    /// Bullets the stress load keeps alive; 0 for none.
    pub fn stress_count(&self) -> usize {
        self.stress_count
    }

    /// Sets the stress load, up to 1,000,000, and makes room for it: allocates. A stressed run is no longer one that can be scored or replayed.
    pub fn set_stress_count(&mut self, count: usize) {
        self.stress_count = count.min(STRESS_MAX);
        // Kinds leave the playfield at different rates, and patterns fire as well.
        let capacity = self.config.capacity_per_kind + self.stress_count / MEASURED_KINDS.len() * 2;
        self.bullets.grow(&MEASURED_KINDS, if self.stress_count == 0 { 0 } else { capacity });
        let arena_bytes = ARENA_BYTES + self.stress_count * ARENA_BYTES_PER_BULLET;
        if self.arena.stats().capacity_bytes < arena_bytes {
            self.arena = FrameArena::with_capacity(arena_bytes);
        }
    }

    pub(super) fn fill_stress(&mut self) {
        if self.stress_count == 0 {
            return;
        }
        self.player.keep_safe(2);
        let missing = self.stress_count.saturating_sub(self.bullets.len());
        let (mut rng, look_count) = (Rng::new(u64::from(self.tick)), self.stage.looks.len());
        let mut births = self.arena.scratch();
        for from in (0..missing).step_by(BATCH_COUNT) {
            births.clear();
            births.extend((from..missing.min(from + BATCH_COUNT)).map(|nth| birth(&mut rng, nth, look_count)));
            self.bullets.spawn_all(&births, self.tick, &self.arena, |_, _| ());
        }
    }
}

/// Births made at once.
const BATCH_COUNT: usize = 4_096;

/// What a tick's lists take, as far as they grow with the load, bytes.
const ARENA_BYTES_PER_BULLET: usize = 16;

/// A bullet of the load.
fn birth(rng: &mut Rng, nth: usize, look_count: usize) -> Birth {
    let kind = MEASURED_KINDS[nth % MEASURED_KINDS.len()];
    let mut params = [0.0; PARAMS_MAX];
    for (param, info) in params.iter_mut().zip(KINDS[usize::from(kind)].params) {
        *param = info.default;
    }
    Birth {
        kind,
        params,
        at: Vec2::new(rng.range(0.0, field::WIDTH_PX), rng.range(0.0, field::HEIGHT_PX)),
        angle_deg: rng.range(0.0, 360.0),
        speed_px_per_tick: rng.range(0.2, 1.0),
        look: LookId(rng.below(look_count as u32) as u8),
        color: Color::ALL[rng.below(8) as usize],
        hit_radius_px: 2.0,
        graze_radius_px: 10.0,
        lifetime_ticks: LIFETIME_TICKS / 2 + rng.below(LIFETIME_TICKS / 2),
        delay_ticks: 0,
    }
}

//! Births at random.

use glam::Vec2;
use tamafubuki::sim::bullet::birth::{Birth, PARAMS_MAX};
use tamafubuki::sim::bullet::color::Color;
use tamafubuki::sim::bullet::look::LookId;
use tamafubuki::sim::bullet::{KIND_COUNT, KINDS};
use tamafubuki::sim::rng::Rng;

/// Any birth within the ranges that content is held to.
pub fn any(rng: &mut Rng) -> Birth {
    let kind = rng.below(KIND_COUNT as u32) as u8;
    let mut params = [0.0; PARAMS_MAX];
    for (param, info) in params.iter_mut().zip(KINDS[usize::from(kind)].params) {
        *param = if rng.below(2) == 0 { info.default } else { rng.range(info.min, info.max).clamp(-40.0, 40.0) };
    }
    Birth {
        kind,
        params,
        at: Vec2::new(rng.range(0.0, 384.0), rng.range(0.0, 448.0)),
        // Now and then as an expression that runs away would have it.
        angle_deg: if rng.below(20) == 0 { rng.range(-1e10, 1e10) } else { rng.range(-360.0, 360.0) },
        speed_px_per_tick: rng.range(0.0, 6.0),
        look: LookId(rng.below(16) as u8),
        color: Color::ALL[rng.below(8) as usize],
        hit_radius_px: rng.range(0.5, 8.0),
        graze_radius_px: rng.range(8.0, 40.0),
        lifetime_ticks: if rng.below(3) == 0 { rng.below(200) } else { 0 },
        delay_ticks: if rng.below(3) == 0 { rng.below(30) as u16 } else { 0 },
    }
}

//! Loads that are the same for every contender.

use glam::Vec2;
use tamafubuki::sim::bullet::birth::{Birth, PARAMS_MAX};
use tamafubuki::sim::bullet::color::Color;
use tamafubuki::sim::bullet::look::LookId;
use tamafubuki::sim::bullet::{KINDS, MEASURED_KINDS};
use tamafubuki::sim::rng::Rng;

/// A bullet somewhere in the playfield, of each measured kind in turn, with the parameters of a usual pattern.
pub fn birth(rng: &mut Rng, number: usize) -> Birth {
    let kind = MEASURED_KINDS[number % MEASURED_KINDS.len()];
    let mut params = [0.0; PARAMS_MAX];
    for (param, info) in params.iter_mut().zip(KINDS[usize::from(kind)].params) {
        *param = match info.name {
            "accel" => rng.range(0.005, 0.02),
            "turn" => rng.range(0.3, 1.5),
            "max_speed" => 4.0,
            _ => info.default,
        };
    }
    Birth {
        kind,
        params,
        at: Vec2::new(rng.range(0.0, 384.0), rng.range(0.0, 448.0)),
        angle_deg: rng.range(0.0, 360.0),
        speed_px_per_tick: rng.range(0.8, 2.4),
        look: LookId((number % 16) as u8),
        color: Color::ALL[number % 8],
        hit_radius_px: rng.range(2.0, 4.0),
        graze_radius_px: rng.range(12.0, 20.0),
        lifetime_ticks: 0,
        delay_ticks: 0,
    }
}

//! A birth whose every field is known.

use glam::Vec2;
use tamafubuki::sim::bullet::birth::{Birth, PARAMS_MAX};
use tamafubuki::sim::bullet::color::Color;
use tamafubuki::sim::bullet::look::LookId;

/// A bullet of the first kind that stands in the middle of the playfield.
pub fn still() -> Birth {
    Birth {
        kind: 0,
        params: [0.0; PARAMS_MAX],
        at: Vec2::new(192.0, 224.0),
        angle_deg: 90.0,
        speed_px_per_tick: 0.0,
        look: LookId(0),
        color: Color::Vermilion,
        hit_radius_px: 3.0,
        graze_radius_px: 16.0,
        lifetime_ticks: 0,
        delay_ticks: 0,
    }
}

//! Gains or loses speed along its heading.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, pass::columns, ticks_left};
use crate::sim::math;

#[derive(Clone, Copy)]
pub struct Accelerating {
    x: f32,
    y: f32,
    vx: f32,
    vy: f32,
    ax: f32,
    ay: f32,
    /// Ticks of acceleration to go; a fraction is a part of the last one, so that the final speed is met.
    left: f32,
}

columns!(Accelerating { x, y, vx, vy, ax, ay, left });

impl Kind for Accelerating {
    const INFO: KindInfo = KindInfo {
        name: "Accelerating",
        params: &[
            ParamInfo {
                name: "accel",
                doc: "Change of speed along the heading, units a tick each tick.",
                min: -1.0,
                max: 1.0,
                default: 0.0,
                mirrors: false,
            },
            ParamInfo {
                name: "ticks",
                doc: "Ticks it lasts; 0: until a limit of speed.",
                min: 0.0,
                max: 100_000.0,
                default: 0.0,
                mirrors: false,
            },
            ParamInfo {
                name: "min_speed",
                doc: "Slower it does not get, units a tick; below 0 it turns back.",
                min: -20.0,
                max: 20.0,
                default: 0.0,
                mirrors: false,
            },
            ParamInfo {
                name: "max_speed",
                doc: "Faster it does not get, units a tick.",
                min: -20.0,
                max: 20.0,
                default: 20.0,
                mirrors: false,
            },
        ],
    };

    fn born(birth: &Birth) -> Self {
        let [accel, ticks, min_speed, max_speed, ..] = birth.params;
        let speed = birth.speed_px_per_tick;
        let limit = if accel < 0.0 { min_speed } else { max_speed };
        let ticks_to_limit = if accel == 0.0 { 0.0 } else { ((limit - speed) / accel).max(0.0) };
        let heading = math::unit(birth.angle_deg);
        let (v, a) = (heading * speed, heading * accel);
        Self { x: birth.at.x, y: birth.at.y, vx: v.x, vy: v.y, ax: a.x, ay: a.y, left: ticks_left(ticks).min(ticks_to_limit) }
    }

    #[inline(always)]
    fn step(&mut self, _env: &Env) {
        let part = if self.left < 1.0 { self.left } else { 1.0 };
        self.left -= part;
        self.vx += self.ax * part;
        self.vy += self.ay * part;
        self.x += self.vx;
        self.y += self.vy;
    }
}

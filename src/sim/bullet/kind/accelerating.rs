//! Gains or loses speed along its heading.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, Steering, Unit, columns::columns, duration_ticks};
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
                unit: Unit::PxPerTickTick,
                mirrors: false,
            },
            ParamInfo {
                name: "ticks",
                doc: "Ticks it lasts; 0: until a limit of speed.",
                min: 0.0,
                max: 100_000.0,
                default: 0.0,
                unit: Unit::Ticks,
                mirrors: false,
            },
            ParamInfo {
                name: "min_speed",
                doc: "Slower it does not get, units a tick; below 0 it turns back.",
                min: -20.0,
                max: 20.0,
                default: 0.0,
                unit: Unit::PxPerTick,
                mirrors: false,
            },
            ParamInfo {
                name: "max_speed",
                doc: "Faster it does not get, units a tick.",
                min: -20.0,
                max: 20.0,
                default: 20.0,
                unit: Unit::PxPerTick,
                mirrors: false,
            },
        ],
        steering: Steering::Fixed,
        has_target: false,
    };

    #[inline(always)]
    fn born(birth: &Birth, _wake_tick: u32) -> Self {
        let [accel, ticks, min_speed, max_speed, ..] = birth.params;
        let speed = birth.speed_px_per_tick;
        let limit = if accel < 0.0 { min_speed } else { max_speed };
        let ticks_to_limit = (limit - speed) / accel;
        // Nothing to do if the limit is passed already, nor without acceleration.
        let ticks_to_limit = if (ticks_to_limit > 0.0) & (accel != 0.0) { ticks_to_limit } else { 0.0 };
        let ticks = duration_ticks(ticks);
        let heading = math::unit(birth.angle_deg);
        let (v, a) = (heading * speed, heading * accel);
        let left = if ticks < ticks_to_limit { ticks } else { ticks_to_limit };
        Self { x: birth.at.x, y: birth.at.y, vx: v.x, vy: v.y, ax: a.x, ay: a.y, left }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::kind::tests::{birth, fly};

    #[test]
    fn it_gains_speed_until_its_ticks_or_its_limit() {
        // Speed after each tick: 1.25, 1.5, 1.75, 1.75.
        let bullet = fly(Accelerating::born(&birth(1.0, &[0.25, 3.0, 0.0, 20.0]), 0), 4);
        assert_eq!((bullet.vx, bullet.x), (1.75, 6.25));
        // The limit of 2 is met within the third tick: 1.4, 1.8, 2, 2.
        let bullet = fly(Accelerating::born(&birth(1.0, &[0.4, 0.0, 0.0, 2.0]), 0), 4);
        assert!((bullet.vx - 2.0).abs() < 1e-6 && (bullet.x - 7.2).abs() < 1e-5, "{} {}", bullet.vx, bullet.x);
    }

    #[test]
    fn it_slows_down_to_a_stop_or_turns_back() {
        let bullet = fly(Accelerating::born(&birth(1.0, &[-0.25, 0.0, 0.0, 20.0]), 0), 50);
        assert_eq!((bullet.vx, bullet.x), (0.0, 1.5));
        let bullet = fly(Accelerating::born(&birth(1.0, &[-0.25, 0.0, -1.0, 20.0]), 0), 8);
        assert_eq!(bullet.vx, -1.0);
        // Already beyond the limit: it stays as it is.
        let bullet = fly(Accelerating::born(&birth(3.0, &[0.5, 0.0, 0.0, 2.0]), 0), 2);
        assert_eq!(bullet.vx, 3.0);
    }
}

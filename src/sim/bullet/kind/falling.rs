//! Thrown: pulled down, or to wherever, whatever its heading.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, Steering, Unit, columns::columns, duration_ticks, velocity};
use crate::sim::math;

#[derive(Clone, Copy)]
pub struct Falling {
    x: f32,
    y: f32,
    vx: f32,
    vy: f32,
    /// Unit vector to where it is pulled.
    down_x: f32,
    down_y: f32,
    pull: f32,
    max_speed: f32,
    /// It is pulled in ticks before this one.
    end_tick: f32,
}

columns!(Falling { x, y, vx, vy, down_x, down_y, pull, max_speed, end_tick });

impl Kind for Falling {
    const INFO: KindInfo = KindInfo {
        name: "Falling",
        params: &[
            ParamInfo {
                name: "pull",
                doc: "Change of speed in the direction of the pull, units a tick each tick; below 0 it rises.",
                min: -1.0,
                max: 1.0,
                default: 0.02,
                unit: Unit::PxPerTickTick,
                mirrors: false,
            },
            ParamInfo {
                name: "lean",
                doc: "Direction of the pull, degrees from straight down on the screen; positive is clockwise.",
                min: -180.0,
                max: 180.0,
                default: 0.0,
                unit: Unit::Plain,
                mirrors: true,
            },
            ParamInfo {
                name: "max_speed",
                doc: "Faster in that direction it is not pulled, units a tick.",
                min: 0.0,
                max: 20.0,
                default: 20.0,
                unit: Unit::PxPerTick,
                mirrors: false,
            },
            ParamInfo {
                name: "ticks",
                doc: "Ticks it is pulled, then straight on; 0: for ever.",
                min: 0.0,
                max: 100_000.0,
                default: 0.0,
                unit: Unit::Ticks,
                mirrors: false,
            },
        ],
        steering: Steering::Guided,
        has_target: false,
    };

    #[inline(always)]
    fn born(birth: &Birth, wake_tick: u32) -> Self {
        let [pull, lean, max_speed, ticks, ..] = birth.params;
        let v = velocity(birth);
        // So that the pull is never below 0.
        let down = math::unit(90.0 + lean);
        let sign = if pull < 0.0 { -1.0 } else { 1.0 };
        Self {
            x: birth.at.x,
            y: birth.at.y,
            vx: v.x,
            vy: v.y,
            down_x: down.x * sign,
            down_y: down.y * sign,
            pull: pull * sign,
            max_speed,
            end_tick: wake_tick as f32 + duration_ticks(ticks),
        }
    }

    #[inline(always)]
    fn step(&mut self, env: &Env) {
        let pull = if (env.tick as f32) < self.end_tick { self.pull } else { 0.0 };
        let room = self.max_speed - (self.vx * self.down_x + self.vy * self.down_y);
        let gain = if room < pull { room } else { pull };
        // Who is faster already keeps its speed.
        let gain = if gain > 0.0 { gain } else { 0.0 };
        self.vx += self.down_x * gain;
        self.vy += self.down_y * gain;
        self.x += self.vx;
        self.y += self.vy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::kind::tests::{birth, fly};

    fn after(params: &[f32], angle_deg: f32, ticks: u32) -> [f32; 4] {
        let bullet = fly(Falling::born(&Birth { angle_deg, ..birth(1.0, params) }, 0), ticks);
        [bullet.x, bullet.y, bullet.vx, bullet.vy]
    }

    #[test]
    fn it_is_pulled_down_whatever_its_heading() {
        // To the right: 0.25, 0.5, 0.75, 1 down, 2.5 in all.
        assert_eq!(after(&[0.25, 0.0, 20.0, 0.0], 0.0, 4), [4.0, 2.5, 1.0, 1.0]);
        // Up: 0.75 up, 0.5, 0.25, 0, and back by 0.25, 0.5, 0.75, 1: at -1.5 + 2.5.
        assert_eq!(after(&[0.25, 0.0, 20.0, 0.0], -90.0, 8), [0.0, 1.0, 0.0, 1.0]);
        // Two ticks of it, then straight on.
        assert_eq!(after(&[0.25, 0.0, 20.0, 2.0], 0.0, 4), [4.0, 0.25 + 0.5 + 0.5 + 0.5, 1.0, 0.5]);
        // Leaning to the left by a right angle, and rising.
        assert_eq!(after(&[0.25, 90.0, 20.0, 0.0], 90.0, 2), [-0.75, 2.0, -0.5, 1.0]);
        assert_eq!(after(&[-0.25, 0.0, 20.0, 0.0], 0.0, 2), [2.0, -0.75, 1.0, -0.5]);
    }

    #[test]
    fn its_pull_ends_at_a_speed() {
        // 0.4, 0.8, 1, 1.
        let [x, y, vx, vy] = after(&[0.4, 0.0, 1.0, 0.0], 0.0, 4);
        assert!((y - 3.2).abs() < 1e-5 && (vy - 1.0).abs() < 1e-6, "{y} {vy}");
        assert_eq!((x, vx), (4.0, 1.0));
        assert_eq!(after(&[0.4, 0.0, 0.5, 0.0], 90.0, 2), [0.0, 2.0, 0.0, 1.0], "faster already");
    }
}

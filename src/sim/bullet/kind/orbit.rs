//! Turns around a centre that moves straight on, at a radius that may grow.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, Steering, Unit, columns::columns, velocity};
use crate::sim::math;

#[derive(Clone, Copy)]
pub struct Orbit {
    x: f32,
    y: f32,
    vx: f32,
    vy: f32,
    /// The centre's displacement each tick, px.
    center_x: f32,
    center_y: f32,
    /// Unit vector from the centre to the bullet.
    arm_x: f32,
    arm_y: f32,
    radius: f32,
    grow: f32,
    /// One tick's turn.
    cos: f32,
    sin: f32,
}

columns!(Orbit { x, y, vx, vy, center_x, center_y, arm_x, arm_y, radius, grow, cos, sin });

impl Kind for Orbit {
    const INFO: KindInfo = KindInfo {
        name: "Orbit",
        params: &[
            ParamInfo {
                name: "turn",
                doc: "Turn around the centre each tick, degrees; positive is clockwise.",
                min: -180.0,
                max: 180.0,
                default: 3.0,
                unit: Unit::DegPerTick,
                mirrors: true,
            },
            ParamInfo {
                name: "radius",
                doc: "Distance at birth from the centre, which begins where the bullet is fired and goes its way, units.",
                min: 0.0,
                max: 400.0,
                default: 0.0,
                unit: Unit::Px,
                mirrors: false,
            },
            ParamInfo {
                name: "widen",
                doc: "Growth of the distance each tick, units; through 0 it comes out on the other side.",
                min: -10.0,
                max: 10.0,
                default: 0.25,
                unit: Unit::PxPerTick,
                mirrors: false,
            },
            ParamInfo {
                name: "start",
                doc: "Where around the centre it is born, degrees from the direction of fire; positive is clockwise.",
                min: -100_000.0,
                max: 100_000.0,
                default: 0.0,
                unit: Unit::Plain,
                mirrors: true,
            },
        ],
        steering: Steering::Fixed,
        has_target: false,
    };

    #[inline(always)]
    fn born(birth: &Birth, _wake_tick: u32) -> Self {
        let [turn, radius, grow, start, ..] = birth.params;
        let v = velocity(birth);
        let arm = math::unit(birth.angle_deg + start);
        let (sin, cos) = math::sin_cos_deg(turn);
        Self {
            x: birth.at.x + arm.x * radius,
            y: birth.at.y + arm.y * radius,
            vx: v.x,
            vy: v.y,
            center_x: v.x,
            center_y: v.y,
            arm_x: arm.x,
            arm_y: arm.y,
            radius,
            grow,
            cos,
            sin,
        }
    }

    #[inline(always)]
    fn step(&mut self, _env: &Env) {
        let arm_x = self.arm_x * self.cos - self.arm_y * self.sin;
        let arm_y = self.arm_x * self.sin + self.arm_y * self.cos;
        let radius = self.radius + self.grow;
        self.vx = self.center_x + (arm_x * radius - self.arm_x * self.radius);
        self.vy = self.center_y + (arm_y * radius - self.arm_y * self.radius);
        self.arm_x = arm_x;
        self.arm_y = arm_y;
        self.radius = radius;
        self.x += self.vx;
        self.y += self.vy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::kind::tests::{birth, fly};

    fn is_at(bullet: Orbit, ticks: u32, x: f32, y: f32) {
        let found = fly(bullet, ticks);
        assert!((found.x - x).abs() < 1e-2 && (found.y - y).abs() < 1e-2, "after {ticks}: {:?}, not {:?}", (found.x, found.y), (x, y));
    }

    #[test]
    fn it_turns_around_a_centre_that_moves_on() {
        // The centre flies to the right by 2 a tick, the bullet goes around it at 10 by quarters: from the right down, left, up.
        let bullet = Orbit::born(&birth(2.0, &[90.0, 10.0, 0.0, 0.0]), 0);
        assert_eq!((bullet.x, bullet.y, bullet.vx, bullet.vy), (10.0, 0.0, 2.0, 0.0));
        for (ticks, x, y) in [(1, 2.0, 10.0), (2, -6.0, 0.0), (3, 6.0, -10.0), (4, 18.0, 0.0)] {
            is_at(bullet, ticks, x, y);
        }
        let first = fly(bullet, 1);
        assert_eq!((first.vx, first.vy), (-8.0, 10.0), "what it moved by");
        // A hundred turns of 120 ticks lead back.
        let long = Orbit::born(&birth(0.0, &[3.0, 50.0, 0.0, 0.0]), 0);
        let found = fly(long, 12_000);
        assert!((found.x - 50.0).abs() < 0.2 && found.y.abs() < 0.2, "{} {}", found.x, found.y);
    }

    #[test]
    fn its_circle_widens_and_begins_where_it_is_told() {
        // Fired down, born to its right (90 degrees on: to the left of the screen), widening by 3 a tick.
        let down = |params: &[f32]| Orbit::born(&Birth { angle_deg: 90.0, ..birth(1.0, params) }, 0);
        let bullet = down(&[90.0, 4.0, 3.0, 90.0]);
        for (ticks, x, y) in [(0, -4.0, 0.0), (1, 0.0, 1.0 - 7.0), (2, 10.0, 2.0), (3, 0.0, 3.0 + 13.0), (4, -16.0, 4.0)] {
            is_at(bullet, ticks, x, y);
        }
        // Against the clock, shrinking through the centre: 4, 1, -2 ahead.
        let bullet = down(&[-90.0, 4.0, -3.0, 0.0]);
        for (ticks, x, y) in [(0, 0.0, 4.0), (1, 1.0, 1.0), (2, 0.0, 2.0 + 2.0)] {
            is_at(bullet, ticks, x, y);
        }
    }
}

//! Turns at a steady rate: a circle, or a spiral when its speed grows.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, Steering, Unit, columns::columns, duration_ticks, velocity};
use crate::sim::math;

#[derive(Clone, Copy)]
pub struct Circular {
    x: f32,
    y: f32,
    vx: f32,
    vy: f32,
    /// One tick's turn as a complex number; its length is the growth of speed.
    turn_x: f32,
    turn_y: f32,
    /// It turns in ticks before this one.
    end_tick: f32,
}

columns!(Circular { x, y, vx, vy, turn_x, turn_y, end_tick });

impl Kind for Circular {
    const INFO: KindInfo = KindInfo {
        name: "Circular",
        params: &[
            ParamInfo {
                name: "turn",
                doc: "Turn each tick, degrees; positive is clockwise.",
                min: -180.0,
                max: 180.0,
                default: 0.0,
                unit: Unit::DegPerTick,
                mirrors: true,
            },
            ParamInfo {
                name: "ticks",
                doc: "Ticks it turns, then straight on; 0: for ever.",
                min: 0.0,
                max: 100_000.0,
                default: 0.0,
                unit: Unit::Ticks,
                mirrors: false,
            },
            ParamInfo {
                name: "grow",
                doc: "Growth of speed each tick while it turns: 0.01 is 1 %.",
                min: -0.5,
                max: 0.5,
                default: 0.0,
                unit: Unit::GrowthPerTick,
                mirrors: false,
            },
        ],
        steering: Steering::Guided,
        has_target: false,
    };

    #[inline(always)]
    fn born(birth: &Birth, wake_tick: u32) -> Self {
        let [turn, ticks, grow, ..] = birth.params;
        let v = velocity(birth);
        let turn = math::unit(turn) * (1.0 + grow);
        Self {
            x: birth.at.x,
            y: birth.at.y,
            vx: v.x,
            vy: v.y,
            turn_x: turn.x,
            turn_y: turn.y,
            end_tick: wake_tick as f32 + duration_ticks(ticks),
        }
    }

    #[inline(always)]
    fn step(&mut self, env: &Env) {
        let is_turning = (env.tick as f32) < self.end_tick;
        let cos = if is_turning { self.turn_x } else { 1.0 };
        let sin = if is_turning { self.turn_y } else { 0.0 };
        let vx = self.vx * cos - self.vy * sin;
        self.vy = self.vx * sin + self.vy * cos;
        self.vx = vx;
        self.x += self.vx;
        self.y += self.vy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::kind::tests::{birth, fly};

    #[test]
    fn a_full_turn_leads_back() {
        let start = Circular::born(&birth(2.0, &[3.0, 0.0, 0.0]), 0);
        let quarter = fly(start, 30);
        assert!(quarter.vx.abs() < 1e-4 && (quarter.vy - 2.0).abs() < 1e-4, "clockwise: from right to down");
        let full = fly(start, 120);
        assert!(full.x.abs() < 1e-2 && full.y.abs() < 1e-2, "{} {}", full.x, full.y);
    }

    #[test]
    fn it_turns_for_its_ticks_and_grows_meanwhile() {
        let bullet = fly(Circular::born(&birth(1.0, &[90.0, 2.0, 0.5]), 0), 5);
        assert_eq!((bullet.vx, bullet.vy), (-2.25, 0.0));
        assert_eq!((bullet.x, bullet.y), (-9.0, 1.5));
    }
}

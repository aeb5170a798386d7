//! Turns at a steady rate: a circle, or a spiral when its speed grows.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, pass::columns, ticks_left, velocity};
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
    /// Ticks of turning to go.
    left: f32,
}

columns!(Circular { x, y, vx, vy, turn_x, turn_y, left });

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
                mirrors: true,
            },
            ParamInfo {
                name: "ticks",
                doc: "Ticks it turns, then straight on; 0: for ever.",
                min: 0.0,
                max: 100_000.0,
                default: 0.0,
                mirrors: false,
            },
            ParamInfo {
                name: "grow",
                doc: "Growth of speed each tick while it turns: 0.01 is 1 %.",
                min: -0.5,
                max: 0.5,
                default: 0.0,
                mirrors: false,
            },
        ],
    };

    fn born(birth: &Birth) -> Self {
        let [turn, ticks, grow, ..] = birth.params;
        let v = velocity(birth);
        let turn = math::unit(turn) * (1.0 + grow);
        Self { x: birth.at.x, y: birth.at.y, vx: v.x, vy: v.y, turn_x: turn.x, turn_y: turn.y, left: ticks_left(ticks) }
    }

    #[inline(always)]
    fn step(&mut self, _env: &Env) {
        let is_turning = self.left > 0.0;
        self.left -= 1.0;
        let cos = if is_turning { self.turn_x } else { 1.0 };
        let sin = if is_turning { self.turn_y } else { 0.0 };
        let vx = self.vx * cos - self.vy * sin;
        self.vy = self.vx * sin + self.vy * cos;
        self.vx = vx;
        self.x += self.vx;
        self.y += self.vy;
    }
}

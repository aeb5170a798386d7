//! Turns towards the player, at a limited rate.
//!
//! It turns by its whole rate or not at all: exact steering would cost a root and a division, and nobody sees half a degree.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, pass::columns, ticks_left, velocity};
use crate::sim::math;

#[derive(Clone, Copy)]
pub struct Homing {
    x: f32,
    y: f32,
    vx: f32,
    vy: f32,
    cos: f32,
    sin: f32,
    /// Ticks until it stops homing.
    left: f32,
    /// It homes when `left` is at most this; before, it flies straight on.
    span: f32,
}

columns!(Homing { x, y, vx, vy, cos, sin, left, span });

impl Kind for Homing {
    const INFO: KindInfo = KindInfo {
        name: "Homing",
        params: &[
            ParamInfo { name: "turn", doc: "Greatest turn each tick, degrees.", min: 0.0, max: 90.0, default: 1.0, mirrors: false },
            ParamInfo {
                name: "ticks",
                doc: "Ticks it homes, then straight on; 0: for ever.",
                min: 0.0,
                max: 100_000.0,
                default: 120.0,
                mirrors: false,
            },
            ParamInfo { name: "wait", doc: "Ticks straight on before it homes.", min: 0.0, max: 100_000.0, default: 0.0, mirrors: false },
        ],
    };

    fn born(birth: &Birth) -> Self {
        let [turn, ticks, wait, ..] = birth.params;
        let v = velocity(birth);
        let (sin, cos) = math::sin_cos_deg(turn);
        // For ever is 10^6 ticks, so that waiting before it still counts exactly.
        let span = ticks_left(ticks).min(1e6);
        Self { x: birth.at.x, y: birth.at.y, vx: v.x, vy: v.y, cos, sin, left: span + wait, span }
    }

    #[inline(always)]
    fn step(&mut self, env: &Env) {
        let is_on = self.left > 0.0 && self.left <= self.span;
        self.left -= 1.0;
        let dx = env.target.x - self.x;
        let dy = env.target.y - self.y;
        let cross = self.vx * dy - self.vy * dx;
        let dot = self.vx * dx + self.vy * dy;
        // Off by less than one turn: |sin(angle)| < sin(turn), squared and without division.
        let lengths = (self.vx * self.vx + self.vy * self.vy) * (dx * dx + dy * dy);
        let is_on_course = dot > 0.0 && cross * cross < self.sin * self.sin * lengths;
        let is_turning = is_on & !is_on_course;
        let towards = if cross < 0.0 { -self.sin } else { self.sin };
        let cos = if is_turning { self.cos } else { 1.0 };
        let sin = if is_turning { towards } else { 0.0 };
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
    use glam::Vec2;

    fn at(bullet: Homing, target: Vec2, ticks: u32) -> Homing {
        (0..ticks).fold(bullet, |mut bullet, tick| {
            bullet.step(&Env { target, tick });
            bullet
        })
    }

    #[test]
    fn it_reaches_a_target_behind_it_and_no_turn_is_too_sharp() {
        let target = Vec2::new(-100.0, 30.0);
        let mut bullet = Homing::born(&birth(2.0, &[3.0, 0.0, 0.0]));
        let mut nearest_px = f32::MAX;
        for tick in 0..200 {
            let before = Vec2::new(bullet.vx, bullet.vy);
            bullet.step(&Env { target, tick });
            let turn_deg = before.angle_between(Vec2::new(bullet.vx, bullet.vy)).to_degrees().abs();
            assert!(turn_deg < 3.01, "{turn_deg}");
            nearest_px = nearest_px.min(target.distance(Vec2::new(bullet.x, bullet.y)));
        }
        assert!(nearest_px < 2.0, "{nearest_px}");
        assert!((Vec2::new(bullet.vx, bullet.vy).length() - 2.0).abs() < 1e-3, "its speed stays");
    }

    #[test]
    fn it_waits_homes_and_lets_go() {
        let below = Vec2::new(0.0, 1e6);
        let bullet = Homing::born(&birth(1.0, &[10.0, 4.0, 5.0]));
        assert_eq!((at(bullet, below, 5).vx, at(bullet, below, 5).vy), (1.0, 0.0));
        let turned = at(bullet, below, 9);
        assert!((turned.vy - 40_f32.to_radians().sin()).abs() < 1e-4);
        assert_eq!(at(bullet, below, 50).vy, turned.vy);
        let ever = Homing::born(&birth(1.0, &[10.0, 0.0, 0.0]));
        assert!(at(ever, below, 9).vx.abs() < 1e-6, "on course after nine turns");
        assert_eq!(at(ever, below, 9).vx, at(ever, below, 90).vx, "and it stays on it");
        assert_eq!(fly(ever, 9).vx, ever.vx, "and straight on when the target is straight ahead");
    }
}

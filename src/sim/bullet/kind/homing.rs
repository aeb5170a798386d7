//! Turns towards the player, at a limited rate.
//!
//! It turns by its whole rate or not at all: exact steering would cost a root and a division, and nobody sees half a degree.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, Steering, Unit, columns::columns, duration_ticks, velocity};
use crate::sim::math;

#[derive(Clone, Copy)]
pub struct Homing {
    x: f32,
    y: f32,
    vx: f32,
    vy: f32,
    /// One tick's turn.
    cos: f32,
    sin: f32,
    /// It homes in ticks from this one on, and flies straight on before.
    begin_tick: f32,
    end_tick: f32,
}

columns!(Homing { x, y, vx, vy, cos, sin, begin_tick, end_tick });

impl Kind for Homing {
    const INFO: KindInfo = KindInfo {
        name: "Homing",
        params: &[
            ParamInfo {
                name: "turn",
                doc: "Greatest turn each tick, degrees.",
                min: 0.0,
                max: 90.0,
                default: 1.0,
                unit: Unit::DegPerTick,
                mirrors: false,
            },
            ParamInfo {
                name: "ticks",
                doc: "Ticks it homes, then straight on; 0: for ever.",
                min: 0.0,
                max: 100_000.0,
                default: 120.0,
                unit: Unit::Ticks,
                mirrors: false,
            },
            ParamInfo {
                name: "wait",
                doc: "Ticks straight on before it homes.",
                min: 0.0,
                max: 100_000.0,
                default: 0.0,
                unit: Unit::Ticks,
                mirrors: false,
            },
        ],
        steering: Steering::Guided,
        has_target: true,
    };

    #[inline(always)]
    fn born(birth: &Birth, wake_tick: u32) -> Self {
        let [turn, ticks, wait, ..] = birth.params;
        let v = velocity(birth);
        let (sin, cos) = math::sin_cos_deg(turn);
        let begin_tick = wake_tick as f32 + wait;
        Self { x: birth.at.x, y: birth.at.y, vx: v.x, vy: v.y, cos, sin, begin_tick, end_tick: begin_tick + duration_ticks(ticks) }
    }

    #[inline(always)]
    fn step(&mut self, env: &Env) {
        let tick = env.tick as f32;
        let dx = env.target.x - self.x;
        let dy = env.target.y - self.y;
        // Positive when the target is clockwise of the heading.
        let side = self.vx * dy - self.vy * dx;
        let sin = self.sin.copysign(side);
        let vx = self.vx * self.cos - self.vy * sin;
        let vy = self.vx * sin + self.vy * self.cos;
        // The turn is made if the target is then still on the same side: no farther than it, without root or division.
        let overshoots = side.to_bits() ^ (vx * dy - vy * dx).to_bits();
        let (is_early, is_before_end) = ((tick - self.begin_tick).to_bits(), (tick - self.end_tick).to_bits());
        // Signs as truths. A plain `if` became a store by mask, which costs some machines more than all the rest.
        let turns = ((!(overshoots | is_early) & is_before_end) as i32 >> 31) as u32;
        let choose = |turned: f32, old: f32| f32::from_bits(old.to_bits() ^ ((old.to_bits() ^ turned.to_bits()) & turns));
        self.vx = choose(vx, self.vx);
        self.vy = choose(vy, self.vy);
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
        let mut bullet = Homing::born(&birth(2.0, &[3.0, 0.0, 0.0]), 0);
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
        let bullet = Homing::born(&birth(1.0, &[10.0, 4.0, 5.0]), 0);
        assert_eq!((at(bullet, below, 5).vx, at(bullet, below, 5).vy), (1.0, 0.0));
        let turned = at(bullet, below, 9);
        assert!((turned.vy - 40_f32.to_radians().sin()).abs() < 1e-4);
        assert_eq!(at(bullet, below, 50).vy, turned.vy);
        let ever = Homing::born(&birth(1.0, &[10.0, 0.0, 0.0]), 0);
        assert!(at(ever, below, 9).vx.abs() < 1e-6, "on course after nine turns");
        assert_eq!(at(ever, below, 9).vx, at(ever, below, 90).vx, "and it stays on it");
        assert_eq!(fly(ever, 9).vx, ever.vx, "and straight on when the target is straight ahead");
    }
}

//! Straight on at one speed.

use super::{Birth, Env, Kind, KindInfo, Steering, columns::columns, velocity};

#[derive(Clone, Copy)]
pub struct Linear {
    x: f32,
    y: f32,
    vx: f32,
    vy: f32,
}

columns!(Linear { x, y, vx, vy });

impl Kind for Linear {
    const INFO: KindInfo = KindInfo { name: "Linear", params: &[], steering: Steering::Free, has_target: false };

    #[inline(always)]
    fn born(birth: &Birth, _wake_tick: u32) -> Self {
        let v = velocity(birth);
        Self { x: birth.at.x, y: birth.at.y, vx: v.x, vy: v.y }
    }

    #[inline(always)]
    fn step(&mut self, _env: &Env) {
        self.x += self.vx;
        self.y += self.vy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::kind::tests::{birth, fly};

    #[test]
    fn it_flies_straight_on() {
        let bullet = fly(Linear::born(&Birth { angle_deg: 90.0, ..birth(1.5, &[]) }, 0), 4);
        assert_eq!((bullet.x, bullet.y), (0.0, 6.0));
    }
}

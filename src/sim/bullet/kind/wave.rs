//! Swings from side to side of a straight path.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, Steering, Unit, columns::columns, velocity};
use crate::sim::math;

/// The swing is a sine without any being asked for: a spring. With the pull 2 - 2 cos(a) each tick takes it on by the angle a, exactly but for rounding, and
/// since change and offset are worked out one from the other it neither dies away nor grows.
#[derive(Clone, Copy)]
pub struct Wave {
    x: f32,
    y: f32,
    vx: f32,
    vy: f32,
    /// The path, px a tick.
    path_x: f32,
    path_y: f32,
    /// Unit vector across it, to the right of who flies.
    across_x: f32,
    across_y: f32,
    /// How far it is from the middle of its swing, px.
    offset: f32,
    /// By how much that changed in the last tick, px.
    change: f32,
    pull: f32,
}

columns!(Wave { x, y, vx, vy, path_x, path_y, across_x, across_y, offset, change, pull });

impl Kind for Wave {
    const INFO: KindInfo = KindInfo {
        name: "Wave",
        params: &[
            ParamInfo {
                name: "amplitude",
                doc: "How far it swings to either side of its path, units; positive begins to the right of who flies.",
                min: -200.0,
                max: 200.0,
                default: 16.0,
                unit: Unit::Px,
                mirrors: true,
            },
            ParamInfo {
                name: "period",
                doc: "Ticks of a whole swing.",
                min: 4.0,
                max: 100_000.0,
                default: 60.0,
                unit: Unit::Ticks,
                mirrors: false,
            },
            ParamInfo {
                name: "phase",
                doc: "Where in its swing it is born, degrees: 0 in the middle, 90 at the outer end.",
                min: -100_000.0,
                max: 100_000.0,
                default: 0.0,
                unit: Unit::Plain,
                mirrors: false,
            },
        ],
        steering: Steering::Fixed,
        has_target: false,
    };

    #[inline(always)]
    fn born(birth: &Birth, _wake_tick: u32) -> Self {
        let [amplitude, period, phase, ..] = birth.params;
        let path = velocity(birth);
        let along = math::unit(birth.angle_deg);
        let turn_deg = 360.0 / period;
        let half_sin = math::sin_cos_deg(turn_deg * 0.5).0;
        let (turn_sin, turn_cos) = math::sin_cos_deg(turn_deg);
        let (sin, cos) = math::sin_cos_deg(phase);
        let before = sin * turn_cos - cos * turn_sin;
        Self {
            x: birth.at.x,
            y: birth.at.y,
            vx: path.x,
            vy: path.y,
            path_x: path.x,
            path_y: path.y,
            across_x: 0.0 - along.y,
            across_y: along.x,
            offset: amplitude * sin,
            change: amplitude * (sin - before),
            // 2 - 2 cos(a), as the difference of numbers that are not nearly equal.
            pull: 4.0 * half_sin * half_sin,
        }
    }

    #[inline(always)]
    fn step(&mut self, _env: &Env) {
        self.change -= self.pull * self.offset;
        self.offset += self.change;
        self.vx = self.path_x + self.across_x * self.change;
        self.vy = self.path_y + self.across_y * self.change;
        self.x += self.vx;
        self.y += self.vy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::kind::tests::{birth, fly};

    fn at(params: &[f32], ticks: u32) -> (f32, f32) {
        let bullet = fly(Wave::born(&birth(2.0, params), 0), ticks);
        (bullet.x, bullet.y)
    }

    fn is_at(params: &[f32], ticks: u32, x: f32, y: f32) {
        let found = at(params, ticks);
        assert!((found.0 - x).abs() < 1e-3 && (found.1 - y).abs() < 1e-3, "{params:?} after {ticks}: {found:?}, not {:?}", (x, y));
    }

    #[test]
    fn it_is_a_sine_across_the_path() {
        // Twelve ticks a swing of 30: after 1, 2, 3, 6, 9, 12 of them sin 30, 60, 90, 180, 270, 360 degrees.
        let swing = [30.0, 12.0, 0.0];
        is_at(&swing, 1, 2.0, 15.0);
        is_at(&swing, 2, 4.0, 25.980_762);
        is_at(&swing, 3, 6.0, 30.0);
        is_at(&swing, 6, 12.0, 0.0);
        is_at(&swing, 9, 18.0, -30.0);
        is_at(&swing, 12, 24.0, 0.0);
        is_at(&[-30.0, 12.0, 0.0], 3, 6.0, -30.0);
    }

    #[test]
    fn it_is_born_on_its_spot_wherever_in_the_swing() {
        // From the outer end: 30 (cos 30 - 1), then down to 60 below, and back.
        let outer = [30.0, 12.0, 90.0];
        is_at(&outer, 0, 0.0, 0.0);
        is_at(&outer, 1, 2.0, -4.019_238);
        is_at(&outer, 3, 6.0, -30.0);
        is_at(&outer, 6, 12.0, -60.0);
        is_at(&outer, 12, 24.0, 0.0);
        is_at(&[30.0, 12.0, 180.0], 3, 6.0, -30.0);
        // Four ticks are the shortest: from the middle to the ends by quarters.
        is_at(&[8.0, 4.0, 0.0], 1, 2.0, 8.0);
        is_at(&[8.0, 4.0, 0.0], 3, 6.0, -8.0);
    }

    #[test]
    fn its_velocity_is_what_it_moved_by_and_its_swing_lasts() {
        let mut bullet = Wave::born(&Birth { angle_deg: 90.0, ..birth(0.5, &[20.0, 50.0, 0.0]) }, 0);
        let mut widest_px = [0_f32; 2];
        for tick in 0..50_000 {
            let before = (bullet.x, bullet.y);
            bullet.step(&Env { target: glam::Vec2::ZERO, tick });
            assert_eq!((bullet.x, bullet.y), (before.0 + bullet.vx, before.1 + bullet.vy));
            let late = usize::from(tick > 49_900);
            widest_px[late] = widest_px[late].max(bullet.offset.abs());
        }
        assert!(widest_px.iter().all(|widest_px| (widest_px - 20.0).abs() < 0.05), "{widest_px:?}");
        // A thousand swings lead back, and it flew down: to the right of who flies is to the left on the screen.
        assert!(bullet.x.abs() < 0.5, "{}", bullet.x);
        assert!(fly(Wave::born(&Birth { angle_deg: 90.0, ..birth(0.5, &[20.0, 50.0, 0.0]) }, 0), 5).x < -10.0);
    }
}

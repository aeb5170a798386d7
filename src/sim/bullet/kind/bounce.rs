//! Straight on, and back from the edges of the playfield.

use super::{Birth, Env, Kind, KindInfo, ParamInfo, Steering, Unit, columns::columns, velocity};
use crate::sim::field;

/// Where a wall is that lets pass: no bullet lives to see it.
const NO_WALL_PX: f32 = 1e6;

#[derive(Clone, Copy)]
pub struct Bounce {
    x: f32,
    y: f32,
    /// Where it goes on to: in a tick with a bounce the displacement of the mirrored path.
    vx: f32,
    vy: f32,
    /// How far beyond the edges the walls stand, px; 0 where there is one.
    sides: f32,
    top: f32,
    bottom: f32,
    /// Bounces to go.
    left: f32,
}

columns!(Bounce { x, y, vx, vy, sides, top, bottom, left });

/// One coordinate mirrored, if it passed a wall on its way out: where it is, where it goes, and 1 for a bounce, else 0.
///
/// From where the bullet was before, so that who is born outside comes in, or goes its way. Signs as truths, for the reason told in `homing`.
#[inline(always)]
fn mirror(old: f32, v: f32, low: f32, high: f32, left: f32) -> (f32, f32, f32) {
    let all = |sign: u32| (sign as i32 >> 31) as u32;
    let choose = |mask: u32, a: f32, b: f32| f32::from_bits(b.to_bits() ^ ((b.to_bits() ^ a.to_bits()) & mask));
    let new = old + v;
    let passes_low = (new - low).to_bits() & !(old - low).to_bits();
    let passes_high = (high - new).to_bits() & !(high - old).to_bits();
    let bounces = all((passes_low | passes_high) & !(left - 1.0).to_bits());
    let wall = choose(all(passes_low), low, high);
    let turned = f32::from_bits(v.to_bits() ^ (bounces & (-0.0_f32).to_bits()));
    (choose(bounces, wall + wall - new, new), turned, f32::from_bits(bounces & 1.0_f32.to_bits()))
}

const fn wall(name: &'static str, doc: &'static str, default: f32) -> ParamInfo {
    ParamInfo { name, doc, min: 0.0, max: 1.0, default, unit: Unit::Plain, mirrors: false }
}

impl Kind for Bounce {
    const INFO: KindInfo = KindInfo {
        name: "Bounce",
        params: &[
            ParamInfo {
                name: "count",
                doc: "How often it bounces, then it flies out; each wall of a corner counts. A script is told `OnWall` only when it flies out.",
                min: 0.0,
                max: 1_000.0,
                default: 1.0,
                unit: Unit::Plain,
                mirrors: false,
            },
            wall("sides", "1: it bounces off the left and the right edge of the playfield; below 0.5 it passes them.", 1.0),
            wall("top", "1: it bounces off the upper edge; below 0.5 it passes it.", 1.0),
            wall("bottom", "1: it bounces off the lower edge; below 0.5 it passes it.", 0.0),
        ],
        steering: Steering::Guided,
        has_target: false,
    };

    #[inline(always)]
    fn born(birth: &Birth, _wake_tick: u32) -> Self {
        let [count, sides, top, bottom, ..] = birth.params;
        let v = velocity(birth);
        let beyond = |wall: f32| if wall < 0.5 { NO_WALL_PX } else { 0.0 };
        let (sides, top, bottom) = (beyond(sides), beyond(top), beyond(bottom));
        Self { x: birth.at.x, y: birth.at.y, vx: v.x, vy: v.y, sides, top, bottom, left: count }
    }

    #[inline(always)]
    fn step(&mut self, _env: &Env) {
        let (x, vx, bounces) = mirror(self.x, self.vx, 0.0 - self.sides, field::WIDTH_PX + self.sides, self.left);
        self.left -= bounces;
        let (y, vy, bounces) = mirror(self.y, self.vy, 0.0 - self.top, field::HEIGHT_PX + self.bottom, self.left);
        self.left -= bounces;
        self.x = x;
        self.y = y;
        self.vx = vx;
        self.vy = vy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::kind::tests::{birth, fly};
    use glam::Vec2;

    /// Position and velocity after so many ticks, from there with this velocity.
    fn after(from: (f32, f32), v: (f32, f32), params: &[f32], ticks: u32) -> [f32; 4] {
        let mut bullet = Bounce::born(&Birth { at: Vec2::from(from), ..birth(0.0, params) }, 0);
        (bullet.vx, bullet.vy) = v;
        let bullet = fly(bullet, ticks);
        [bullet.x, bullet.y, bullet.vx, bullet.vy]
    }

    #[test]
    fn the_overshoot_is_mirrored_at_each_edge() {
        // The field is 384 x 448. 380 + 7 is 3 beyond, so 381; 2 - 7 is -5, so 5.
        let all = [9.0, 1.0, 1.0, 1.0];
        assert_eq!(after((380.0, 100.0), (7.0, 1.0), &all, 1), [381.0, 101.0, -7.0, 1.0]);
        assert_eq!(after((2.0, 100.0), (-7.0, 1.0), &all, 1), [5.0, 101.0, 7.0, 1.0]);
        assert_eq!(after((100.0, 2.0), (1.0, -7.0), &all, 1), [101.0, 5.0, 1.0, 7.0]);
        assert_eq!(after((100.0, 446.0), (1.0, 7.0), &all, 1), [101.0, 443.0, 1.0, -7.0]);
        assert_eq!(after((380.0, 446.0), (7.0, 7.0), &all, 1), [381.0, 443.0, -7.0, -7.0], "both at once in a corner");
        assert_eq!(after((377.0, 100.0), (7.0, 0.0), &all, 1), [384.0, 100.0, 7.0, 0.0], "on the edge is inside");
        // To the wall and back: 4 ticks of 6 to 384 from 360, 4 back.
        assert_eq!(after((360.0, 100.0), (6.0, 0.0), &all, 8), [360.0, 100.0, -6.0, 0.0]);
    }

    #[test]
    fn it_bounces_so_often_and_then_flies_out() {
        let twice = [2.0, 1.0, 1.0, 1.0];
        // 192 a tick from the middle: 384, 192 (1), 0, 192 (2), 384, out.
        let xs: Vec<f32> = (1..=6).map(|ticks| after((192.0, 100.0), (192.0, 0.0), &twice, ticks)[0]).collect();
        assert_eq!(xs, [384.0, 192.0, 0.0, 192.0, 384.0, 576.0]);
        assert_eq!(after((380.0, 100.0), (7.0, 0.0), &[0.0, 1.0, 1.0, 1.0], 1), [387.0, 100.0, 7.0, 0.0], "never");
        assert_eq!(
            after((380.0, 446.0), (7.0, 7.0), &[1.0, 1.0, 1.0, 1.0], 1),
            [381.0, 453.0, -7.0, 7.0],
            "one bounce in a corner: off the side"
        );
    }

    #[test]
    fn only_the_chosen_edges_are_walls_and_who_comes_from_outside_comes_in() {
        assert_eq!(after((380.0, 100.0), (7.0, 0.0), &[9.0, 0.0, 1.0, 1.0], 1), [387.0, 100.0, 7.0, 0.0]);
        assert_eq!(after((100.0, 2.0), (0.0, -7.0), &[9.0, 1.0, 0.0, 1.0], 1), [100.0, -5.0, 0.0, -7.0]);
        assert_eq!(after((100.0, 446.0), (0.0, 7.0), &[9.0, 1.0, 1.0, 0.4], 1), [100.0, 453.0, 0.0, 7.0]);
        let all = [9.0, 1.0, 1.0, 1.0];
        assert_eq!(after((-10.0, 100.0), (6.0, 0.0), &all, 2), [2.0, 100.0, 6.0, 0.0]);
        assert_eq!(after((-10.0, 100.0), (-6.0, 0.0), &all, 1), [-16.0, 100.0, -6.0, 0.0]);
    }
}

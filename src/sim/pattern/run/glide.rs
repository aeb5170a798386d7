//! Movement of the emitter through points.

use super::Pose;
use crate::sim::math;
use crate::sim::pattern::ease::Ease;
use crate::sim::pattern::program::PATH_POINTS_MAX;
use glam::Vec2;

/// A movement: from the first of its points through the others, px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glide {
    points: [Vec2; PATH_POINTS_MAX + 1],
    /// 0 when there is no movement.
    count: usize,
    start_tick: u32,
    ticks: u32,
    ease: Ease,
}

/// Neighbouring points are treated as at least this far apart, px.
const LEAST_PIECE_PX: f32 = 1e-3;

impl Glide {
    pub(super) const NONE: Glide =
        Glide { points: [Vec2::ZERO; PATH_POINTS_MAX + 1], count: 0, start_tick: 0, ticks: 1, ease: Ease::Linear };

    /// From `from` through `through` (1 to `PATH_POINTS_MAX` points) in `ticks` (at least 1).
    pub(super) fn new(from: Vec2, through: impl Iterator<Item = Vec2>, start_tick: u32, ticks: u32, ease: Ease) -> Self {
        let mut glide = Glide { start_tick, ticks: ticks.max(1), ease, count: 1, ..Glide::NONE };
        glide.points[0] = from;
        for at in through.take(PATH_POINTS_MAX) {
            glide.points[glide.count] = at;
            glide.count += 1;
        }
        glide
    }

    /// As it looks in a mirror that stands upright in the middle of the playfield.
    pub(super) fn reflect(&mut self) {
        self.points[..self.count].iter_mut().for_each(|point| *point = super::reflect(*point));
    }

    pub(super) fn is_moving(&self) -> bool {
        self.count > 0
    }

    /// Moves `pose` to where it is at the end of `tick`.
    pub(super) fn step(&mut self, tick: u32, pose: &mut Pose) {
        let before = pose.at;
        if self.is_moving() {
            let gone_ticks = tick + 1 - self.start_tick;
            pose.at = if gone_ticks >= self.ticks { self.points[self.count - 1] } else { self.at(gone_ticks as f32 / self.ticks as f32) };
            if gone_ticks >= self.ticks {
                self.count = 0;
            }
        }
        let moved = pose.at - before;
        pose.speed_px_per_tick = moved.length();
        if moved != Vec2::ZERO {
            pose.angle_deg = math::atan2_deg(moved.y, moved.x);
        }
    }

    /// The place at a part of the time. Pieces take time by their length; the curve and its velocity are continuous.
    /// SOURCE: cubic Hermite pieces with the tangents of the parabola through three points, as in Carl de Boor, "A Practical Guide to
    /// Splines", chapter IV (Bessel interpolation).
    fn at(&self, time: f32) -> Vec2 {
        let points = &self.points[..self.count];
        let lengths = |piece: usize| (points[piece + 1] - points[piece]).length().max(LEAST_PIECE_PX);
        let pieces = self.count - 1;
        let total: f32 = (0..pieces).map(lengths).sum();
        let mut way = self.ease.at(time) * total;
        let mut piece = 0;
        while piece + 1 < pieces && way > lengths(piece) {
            way -= lengths(piece);
            piece += 1;
        }
        let length = lengths(piece);
        let slope = |piece: usize| (points[piece + 1] - points[piece]) / lengths(piece);
        let tangent = |point: usize| {
            if point == 0 || point == pieces {
                return slope(point.min(pieces - 1));
            }
            let (before, after) = (lengths(point - 1), lengths(point));
            (slope(point - 1) * after + slope(point) * before) / (before + after)
        };
        let u = way / length;
        let (square, cube) = (u * u, u * u * u);
        points[piece] * (2.0 * cube - 3.0 * square + 1.0)
            + tangent(piece) * (length * (cube - 2.0 * square + u))
            + points[piece + 1] * (3.0 * square - 2.0 * cube)
            + tangent(piece + 1) * (length * (cube - square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fly(glide: &mut Glide, from: Vec2) -> Vec<Vec2> {
        let mut pose = Pose::new(from, false);
        let mut places = vec![from];
        let mut tick = 0;
        while glide.is_moving() {
            glide.step(tick, &mut pose);
            places.push(pose.at);
            tick += 1;
        }
        places
    }

    #[test]
    fn a_single_point_is_reached_on_a_straight_line_at_a_steady_pace() {
        let places = fly(&mut Glide::new(Vec2::ZERO, [Vec2::new(40.0, 80.0)].into_iter(), 0, 4, Ease::Linear), Vec2::ZERO);
        assert_eq!(places.len(), 5);
        for (k, at) in places.into_iter().enumerate() {
            assert!((at - Vec2::new(10.0, 20.0) * k as f32).length() < 1e-4, "{k}: {at}");
        }
    }

    #[test]
    fn a_path_meets_its_points_and_has_no_corners() {
        let points = [Vec2::new(100.0, 0.0), Vec2::new(100.0, 100.0), Vec2::new(0.0, 100.0)];
        let places = fly(&mut Glide::new(Vec2::ZERO, points.into_iter(), 0, 300, Ease::Linear), Vec2::ZERO);
        for (tick, point) in [(100, points[0]), (200, points[1]), (300, points[2])] {
            assert!((places[tick] - point).length() < 1e-2, "{tick}: {}", places[tick]);
        }
        let steps: Vec<Vec2> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.windows(2).all(|pair| (pair[1] - pair[0]).length() < 0.1));
        assert!(steps.iter().all(|step| (0.4..1.7).contains(&step.length())));
    }

    #[test]
    fn equal_points_do_no_harm() {
        let at = Vec2::new(5.0, 5.0);
        let places = fly(&mut Glide::new(at, [at, at, Vec2::ZERO].into_iter(), 0, 10, Ease::InOutSine), at);
        assert!(places.iter().all(|at| at.is_finite()));
        assert_eq!(places[10], Vec2::ZERO);
    }
}

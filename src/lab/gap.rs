//! The gap: the widest circle without a bullet's hit circle in it, whose middle is a place that the crane can stand in, near where it is.
//!
//! A crane with that hit circle could stand there unharmed in this very tick; whether it gets there in time is not asked. Bullets in their spawn
//! cloud hit nobody and do not count. Units: px. Invariant: the radius found is at most `PRECISION_PX` below the greatest.
//!
//! The distance to the nearest hit edge changes by at most a px from one place to the next px, so a square's middle says how good any place in
//! the square may be: squares that cannot better what was found are left out, the most hopeful is quartered first.
//! SOURCE: the search is that of `polylabel` (V. Agafonkin, "A new algorithm for finding a visual center of a polygon", 2016).

use crate::sim::bullet::Bullets;
use crate::sim::field::{HEIGHT_PX, WIDTH_PX};
use crate::sim::player::EDGE_PX;
use glam::Vec2;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// How far the middle may be from the crane, px: a third of a second of its way.
pub const REACH_PX: f32 = 48.0;
/// A gap is not said to be wider than this radius, px.
pub const RADIUS_MAX_PX: f32 = 48.0;
/// The radius is known so well, px.
pub const PRECISION_PX: f32 = 0.05;

/// The widest free circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Its middle, px.
    pub at: Vec2,
    /// Its radius, px; 0 if bullets cover all there is.
    pub radius_px: f32,
}

/// A bullet's hit circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// Middle, px.
    pub at: Vec2,
    /// Radius, px.
    pub radius_px: f32,
}

/// The hit circles that may narrow the gap around `crane`, into `out`.
pub fn obstacles(bullets: &Bullets, crane: Vec2, out: &mut Vec<Obstacle>) {
    out.clear();
    bullets.for_each_circles(|bullet| {
        let reach_px = REACH_PX + RADIUS_MAX_PX + bullet.hit_px;
        if !bullet.is_delayed && bullet.at.distance_squared(crane) < reach_px * reach_px {
            out.push(Obstacle { at: bullet.at, radius_px: bullet.hit_px });
        }
    });
}

/// How far `place` is from the nearest hit edge, px; negative inside of one, at most `RADIUS_MAX_PX`.
pub fn room_px(obstacles: &[Obstacle], place: Vec2) -> f32 {
    obstacles.iter().map(|obstacle| obstacle.at.distance(place) - obstacle.radius_px).fold(RADIUS_MAX_PX, f32::min)
}

/// A square of the search.
struct Square {
    middle: Vec2,
    half_px: f32,
    /// No place in it has more room.
    most_px: f32,
}

impl PartialEq for Square {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Square {}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |square: &Square| [square.middle.x, square.middle.y];
        let by_place = || place(self)[0].total_cmp(&place(other)[0]).then(place(self)[1].total_cmp(&place(other)[1]));
        self.most_px.total_cmp(&other.most_px).then_with(by_place)
    }
}

/// The gap around `crane`. `obstacles` are those of `obstacles`.
pub fn widest(obstacles: &[Obstacle], crane: Vec2) -> Gap {
    let crane = nearest_stand(crane);
    let mut best = Gap { at: crane, radius_px: room_px(obstacles, crane) };
    let mut squares = BinaryHeap::new();
    consider(Square { middle: crane, half_px: REACH_PX, most_px: f32::MAX }, obstacles, crane, &mut best, &mut squares);
    while let Some(square) = squares.pop() {
        if square.most_px <= best.radius_px + PRECISION_PX || best.radius_px >= RADIUS_MAX_PX {
            break;
        }
        let half_px = square.half_px * 0.5;
        for (x, y) in [(-half_px, -half_px), (half_px, -half_px), (-half_px, half_px), (half_px, half_px)] {
            let part = Square { middle: square.middle + Vec2::new(x, y), half_px, most_px: f32::MAX };
            consider(part, obstacles, crane, &mut best, &mut squares);
        }
    }
    Gap { radius_px: best.radius_px.max(0.0), ..best }
}

/// Looks at the place of the square that is nearest to its middle, and keeps the square if another place in it may be better.
fn consider(mut square: Square, obstacles: &[Obstacle], crane: Vec2, best: &mut Gap, squares: &mut BinaryHeap<Square>) {
    let half_diagonal_px = square.half_px * std::f32::consts::SQRT_2;
    let place = nearest_stand(crane + (square.middle - crane).clamp_length_max(REACH_PX));
    if place.distance(square.middle) > half_diagonal_px {
        return;
    }
    let radius_px = room_px(obstacles, place);
    if radius_px > best.radius_px {
        *best = Gap { at: place, radius_px };
    }
    square.most_px = room_px(obstacles, square.middle) + half_diagonal_px;
    if square.most_px > best.radius_px + PRECISION_PX {
        squares.push(square);
    }
}

fn nearest_stand(place: Vec2) -> Vec2 {
    place.clamp(Vec2::splat(EDGE_PX), Vec2::new(WIDTH_PX, HEIGHT_PX) - EDGE_PX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRANE: Vec2 = Vec2::new(192.0, 300.0);

    fn around(offsets: &[(f32, f32, f32)]) -> Gap {
        let obstacles: Vec<Obstacle> =
            offsets.iter().map(|&(x, y, radius_px)| Obstacle { at: CRANE + Vec2::new(x, y), radius_px }).collect();
        widest(&obstacles, CRANE)
    }

    /// Asserts a radius within the precision.
    #[track_caller]
    fn radius(gap: Gap, expected_px: f32) {
        assert!((gap.radius_px - expected_px).abs() <= PRECISION_PX + 1e-3, "{gap:?}, expected {expected_px}");
    }

    #[test]
    fn without_bullets_it_is_as_wide_as_is_ever_said() {
        assert_eq!(widest(&[], CRANE), Gap { at: CRANE, radius_px: RADIUS_MAX_PX });
    }

    #[test]
    fn one_bullet_is_left_as_far_behind_as_the_reach_allows() {
        // In the crane's middle: wherever it goes, 48 px away, less the bullet's own 4.
        radius(around(&[(0.0, 0.0, 4.0)]), REACH_PX - 4.0);
        // 20 px to the right: 48 px to the left of the crane are 68 away.
        radius(around(&[(20.0, 0.0, 4.0)]), RADIUS_MAX_PX);
    }

    #[test]
    fn a_cage_has_the_gap_of_its_widest_hole() {
        // A lattice with a bullet at every corner of squares of 20 px: the middle of a square is 10 * sqrt 2 from four corners.
        let lattice = |step: f32| -> Vec<(f32, f32, f32)> {
            (-10..=10).flat_map(|row| (-10..=10).map(move |column| (column as f32 * step, row as f32 * step, 3.0))).collect()
        };
        radius(around(&lattice(20.0)), 200.0_f32.sqrt() - 3.0);
        // One corner missing: a whole bullet is as good as 20 px to its four neighbours.
        let holed: Vec<_> = lattice(20.0).into_iter().filter(|&(x, y, _)| (x, y) != (20.0, 0.0)).collect();
        radius(around(&holed), 20.0 - 3.0);
        // Out of reach, a hole is none.
        let far: Vec<_> = lattice(20.0).into_iter().filter(|&(x, y, _)| (x, y) != (80.0, 0.0)).collect();
        radius(around(&far), 200.0_f32.sqrt() - 3.0);
    }

    #[test]
    fn covered_altogether_it_is_nothing() {
        assert_eq!(around(&[(0.0, 0.0, 200.0)]).radius_px, 0.0);
    }

    #[test]
    fn a_wall_narrows_it_because_the_crane_cannot_go_there() {
        // In the lower left corner, a bullet 60 px up and right of it: the corner itself is the furthest place.
        let corner = Vec2::new(EDGE_PX, HEIGHT_PX - EDGE_PX);
        let bullet = Obstacle { at: corner + Vec2::new(24.0, -24.0), radius_px: 5.0 };
        let gap = widest(&[bullet], corner + Vec2::new(10.0, -10.0));
        // Along either wall it can flee up to its reach, no further: 48 px from (10, 10) above the wall at height 0.
        let along = 10.0 + (REACH_PX * REACH_PX - 100.0_f32).sqrt();
        radius(gap, (Vec2::new(along, 0.0).distance(Vec2::new(24.0, 24.0)) - 5.0).min(RADIUS_MAX_PX));
        assert!(gap.at.x >= EDGE_PX - 1e-3 && gap.at.y <= HEIGHT_PX - EDGE_PX + 1e-3);
    }
}

//! The gap: the widest circle without a bullet's hit circle or a laser in it, whose middle is a place that the crane can stand in, near where it is.
//!
//! A crane with that hit circle could stand there unharmed in this very tick; whether it gets there in time is not asked. Bullets in their spawn
//! cloud and lasers that have not opened hit nobody and do not count. Units: px. Invariant: the radius found is at most `PRECISION_PX` below the greatest.
//!
//! The distance to the nearest hit edge changes by at most a px from one place to the next px, so a square's middle says how good any place in
//! the square may be: squares that cannot better what was found are left out, the most hopeful is quartered first.
//! SOURCE: the search is that of `polylabel` (V. Agafonkin, "A new algorithm for finding a visual center of a polygon", 2016).

use crate::sim::field::{HEIGHT_PX, WIDTH_PX};
use crate::sim::laser::{BodyView, LaserView};
use crate::sim::math;
use crate::sim::player::EDGE_PX;
use crate::sim::world::World;
use glam::Vec2;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// How far the middle may be from the crane, px: where it gets in a fifth of a second when it moves slowly.
pub const REACH_PX: f32 = 24.0;
/// A gap is not said to be wider than this radius, px.
pub const RADIUS_MAX_PX: f32 = 32.0;
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

/// What hits: everything up to a radius around a line, which is a point for a bullet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// One end of the line, px.
    pub from: Vec2,
    /// The other, px.
    pub to: Vec2,
    /// Radius, px.
    pub radius_px: f32,
}

impl Obstacle {
    /// A circle.
    pub fn disc(at: Vec2, radius_px: f32) -> Self {
        Self { from: at, to: at, radius_px }
    }

    /// How far `place` is from its edge, px; negative inside.
    fn distance_px(&self, place: Vec2) -> f32 {
        let (way, along) = (self.to - self.from, place - self.from);
        let share = if way == Vec2::ZERO { 0.0 } else { (along.dot(way) / way.length_squared()).clamp(0.0, 1.0) };
        (along - way * share).length() - self.radius_px
    }
}

/// What may narrow the gap around `crane`, into `out`.
pub fn obstacles(world: &World, crane: Vec2, out: &mut Vec<Obstacle>) {
    out.clear();
    let mut take = |obstacle: Obstacle| {
        if obstacle.distance_px(crane) < REACH_PX + RADIUS_MAX_PX {
            out.push(obstacle);
        }
    };
    world.bullets().for_each_circles(|bullet| {
        if !bullet.is_delayed {
            take(Obstacle::disc(bullet.at, bullet.hit_px));
        }
    });
    beams(world, take);
}

/// What hits of each laser, piece by piece.
pub fn beams(world: &World, mut visit: impl FnMut(Obstacle)) {
    let hits = |laser: &LaserView| laser.share[1] > 0.0 && laser.ticks_to_close > 0;
    for laser in world.lasers().views().filter(hits) {
        let radius_px = laser.hit_width_px * 0.5 * laser.share[1];
        match &laser.body {
            BodyView::Straight { at, angle_deg, length_px, .. } => {
                let (along, inset_px) = (math::unit(angle_deg[1]), laser.width_px.min(*length_px) * 0.5);
                visit(Obstacle { from: at[1] + along * inset_px, to: at[1] + along * (length_px - inset_px), radius_px });
            }
            BodyView::Curved(trail) => {
                for k in 1..trail.count() {
                    let narrower = trail.profile(k - 1).min(trail.profile(k));
                    visit(Obstacle { from: trail.point(k - 1), to: trail.point(k), radius_px: radius_px * narrower });
                }
            }
        }
    }
}

/// How far `place` is from the nearest edge of what hits, px; negative inside of it, at most `RADIUS_MAX_PX`.
pub fn room_px(obstacles: &[Obstacle], place: Vec2) -> f32 {
    obstacles.iter().map(|obstacle| obstacle.distance_px(place)).fold(RADIUS_MAX_PX, f32::min)
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
            offsets.iter().map(|&(x, y, radius_px)| Obstacle::disc(CRANE + Vec2::new(x, y), radius_px)).collect();
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
        // In the crane's middle: wherever it goes, 24 px away, less the bullet's own 4.
        radius(around(&[(0.0, 0.0, 4.0)]), REACH_PX - 4.0);
        // 20 px to the right: 24 px to the left of the crane are 44 away, which is more than is ever said.
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
    fn between_two_beams_it_is_half_their_distance() {
        let beam = |x: f32| Obstacle { from: CRANE + Vec2::new(x, -90.0), to: CRANE + Vec2::new(x, 90.0), radius_px: 4.0 };
        // 40 px apart, 4 of them taken at either side.
        radius(widest(&[beam(-15.0), beam(25.0)], CRANE), 16.0);
        // One that ends 10 px above the crane: 24 px below it are 34 from its end.
        let short = Obstacle { from: CRANE - Vec2::Y * 90.0, to: CRANE - Vec2::Y * 10.0, radius_px: 4.0 };
        radius(widest(&[short], CRANE), 30.0);
    }

    #[test]
    fn covered_altogether_it_is_nothing() {
        assert_eq!(around(&[(0.0, 0.0, 200.0)]).radius_px, 0.0);
    }

    #[test]
    fn a_wall_narrows_it_because_the_crane_cannot_go_there() {
        // In the lower left corner, a bullet 24 px right of it and above: no place in reach is further away than the corner itself.
        let corner = Vec2::new(EDGE_PX, HEIGHT_PX - EDGE_PX);
        let bullet = Obstacle::disc(corner + Vec2::new(24.0, -24.0), 5.0);
        let gap = widest(&[bullet], corner + Vec2::new(10.0, -10.0));
        radius(gap, 24.0 * 2.0_f32.sqrt() - 5.0);
        assert!(gap.at.x >= EDGE_PX - 1e-3 && gap.at.y <= HEIGHT_PX - EDGE_PX + 1e-3);
    }
}

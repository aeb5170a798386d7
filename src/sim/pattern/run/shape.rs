//! The shapes of groups: where the k-th bullet of a group stands and flies, from its numbers.

use crate::sim::math;
use crate::sim::pattern::format::Travel;
use crate::sim::pattern::program::Shape;
use crate::sim::rng::Rng;
use glam::Vec2;

/// A bullet of a volley that points right and starts at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Element {
    /// Direction, degrees.
    pub angle_deg: f32,
    /// Start, px: x ahead, y to the right.
    pub offset: Vec2,
    /// Added to the speed, px per tick, before it is multiplied by `factor`.
    pub speed_px_per_tick: f32,
    /// Multiplies the speed.
    pub factor: f32,
}

impl Element {
    pub(super) const FIRST: Element = Element { angle_deg: 0.0, offset: Vec2::ZERO, speed_px_per_tick: 0.0, factor: 1.0 };
}

/// How many bullets a group has, from its numbers (see `Shape`).
pub(super) fn count(shape: Shape, numbers: [f32; 4]) -> u32 {
    let whole = |number: f32| number.round() as u32;
    match shape {
        Shape::Polygon => whole(numbers[0]) * whole(numbers[1]),
        Shape::Arrow => 2 * whole(numbers[0]) + 1,
        Shape::Points { count, .. } => count,
        _ => whole(numbers[0]),
    }
}

/// A group as it stands in a volley.
pub(super) struct Figure<'a> {
    pub shape: Shape,
    /// See `Shape`.
    pub numbers: [f32; 4],
    pub travel: Travel,
    /// How many bullets it has.
    pub count: u32,
    /// All points of the program.
    pub points: &'a [Vec2],
}

impl Figure<'_> {
    /// The `index`-th bullet of this group in place of `element`.
    pub(super) fn place(&self, index: u32, mut element: Element, rng: &mut Rng) -> Element {
        let k = index as f32;
        let count = self.count as f32;
        let [_, width, radius_px, extra] = self.numbers;
        let from_middle = k - (count - 1.0) * 0.5;
        match self.shape {
            Shape::Ring { is_between } => {
                let part = if is_between { k + 0.5 } else { k };
                element.angle_deg += width + 360.0 * part / count;
                element.offset += ahead(element.angle_deg, radius_px);
            }
            Shape::Spread { is_arc } => {
                let step = if is_arc { width / (count - 1.0).max(1.0) } else { width };
                element.angle_deg += from_middle * step;
                element.offset += ahead(element.angle_deg, radius_px);
            }
            Shape::Stack => element.speed_px_per_tick += k * width,
            Shape::Line => element.offset += ahead(element.angle_deg + extra, from_middle * width),
            Shape::Arrow => {
                let rank = index.div_ceil(2) as f32;
                element.angle_deg += if index % 2 == 1 { rank * width } else { -rank * width };
                element.speed_px_per_tick -= rank * extra;
            }
            Shape::Scatter => {
                element.angle_deg += rng.range(-0.5, 0.5) * width;
                element.speed_px_per_tick += rng.range(0.0, extra);
                if radius_px != 0.0 {
                    let direction = rng.range(0.0, 360.0);
                    element.offset += ahead(direction, radius_px * rng.unit().sqrt());
                }
            }
            Shape::Polygon | Shape::Ellipse | Shape::Rose | Shape::Points { .. } => self.outline(self.point(index), &mut element),
        }
        element
    }

    /// The `index`-th point of an outline of size 1, x ahead.
    fn point(&self, index: u32) -> Vec2 {
        let [corners, width, _, extra] = self.numbers;
        let turn = 360.0 * index as f32 / self.count as f32;
        match self.shape {
            Shape::Polygon => {
                let side = width.round() as u32;
                let corner = |k: u32| math::unit(360.0 * k as f32 / corners.round());
                let (edge, along) = (index / side, index % side);
                corner(edge).lerp(corner(edge + 1), along as f32 / side as f32)
            }
            Shape::Ellipse => math::unit(turn) * Vec2::new(1.0, width),
            Shape::Rose => math::unit(turn) * (1.0 - extra * (1.0 - math::cos_deg(turn * width.round() * 0.5).abs())),
            Shape::Points { start, .. } => self.points[start + index as usize],
            _ => Vec2::X,
        }
    }

    fn outline(&self, point: Vec2, element: &mut Element) {
        element.offset += math::unit(element.angle_deg).rotate(point) * self.numbers[2];
        if self.travel == Travel::Outward {
            element.angle_deg += math::atan2_deg(point.y, point.x);
            element.factor *= point.length();
        }
    }
}

fn ahead(angle_deg: f32, distance_px: f32) -> Vec2 {
    if distance_px == 0.0 { Vec2::ZERO } else { math::unit(angle_deg) * distance_px }
}

//! Silhouettes as distance functions. Units: the look's radius is 1, heading +x; negative inside.

use crate::sim::bullet::look::Shape;
use crate::sim::math;
use glam::Vec2;

/// A silhouette.
pub enum Outline {
    /// Circle of radius 1.
    Disc,
    /// Circles of these radii, the hole between the first and the centre.
    Annulus(f32, f32),
    /// A closed polygon.
    Polygon(Vec<Vec2>),
    /// Bars of one half width about segments.
    Bars(Vec<[Vec2; 2]>, f32),
}

impl Outline {
    /// The silhouette of a shape.
    pub fn of(shape: Shape) -> Outline {
        match shape {
            Shape::Disc | Shape::Orb => Outline::Disc,
            Shape::Ring => Outline::Annulus(0.5, 1.0),
            Shape::Petal => Outline::Polygon(petal()),
            Shape::Star => Outline::Polygon(star(5, 1.08, 0.50)),
            Shape::Needle => polygon(&[(1.0, 0.0), (-0.45, 0.23), (-0.95, 0.13), (-0.95, -0.13), (-0.45, -0.23)]),
            Shape::Crystal => crystal(),
            Shape::Scrap => polygon(&[(0.82, -0.62), (0.66, 0.8), (-0.84, 0.66), (-0.7, -0.78)]),
            Shape::Talisman => polygon(&[(1.0, -0.3), (0.82, -0.5), (-1.0, -0.5), (-0.72, 0.0), (-1.0, 0.5), (0.82, 0.5), (1.0, 0.3)]),
            Shape::Arrow => polygon(&[(1.0, 0.0), (-0.3, 0.62), (-0.52, 0.2), (-1.0, 0.24), (-1.0, -0.24), (-0.52, -0.2), (-0.3, -0.62)]),
            Shape::Drop => Outline::Polygon(drop()),
            Shape::Leaf => leaf(),
        }
    }

    /// How far `p` is from the silhouette.
    pub fn distance(&self, p: Vec2) -> f32 {
        match self {
            Outline::Disc => p.length() - 1.0,
            Outline::Annulus(inner, outer) => (p.length() - (inner + outer) * 0.5).abs() - (outer - inner) * 0.5,
            Outline::Polygon(points) => polygon_distance(points, p),
            Outline::Bars(bars, half) => bars.iter().map(|[a, b]| segment_distance(p, *a, *b)).fold(f32::INFINITY, f32::min) - half,
        }
    }
}

/// Lighter (1) and darker (-1) facets of a folded shape; 0 for a plain one. Points along the heading and turns with the bullet.
pub fn facet(shape: Shape, p: Vec2) -> f32 {
    let sectors = |count: f32| {
        let turn = math::atan2_deg(p.y, p.x) / 360.0 * count;
        if (turn - turn.floor()) < 0.5 { 1.0 } else { -1.0 }
    };
    match shape {
        Shape::Disc | Shape::Orb | Shape::Ring | Shape::Crystal => 0.0,
        Shape::Star => sectors(5.0),
        Shape::Scrap => (p.x + p.y).signum(),
        Shape::Petal | Shape::Needle | Shape::Talisman | Shape::Arrow | Shape::Drop | Shape::Leaf => -p.y.signum(),
    }
}

fn polygon(points: &[(f32, f32)]) -> Outline {
    Outline::Polygon(points.iter().map(|&(x, y)| Vec2::new(x, y)).collect())
}

fn star(count: u16, outer: f32, inner: f32) -> Vec<Vec2> {
    let step = 180.0 / f32::from(count);
    (0..count * 2).map(|i| math::unit(f32::from(i) * step) * if i % 2 == 0 { outer } else { inner }).collect()
}

/// Two arcs that meet in a point ahead and behind.
fn petal() -> Vec<Vec2> {
    let half_width = 0.5;
    let upper = (-12..12).map(|i| {
        let x = i as f32 / 12.0;
        Vec2::new(x, (1.0 - x * x) * half_width)
    });
    let points: Vec<Vec2> = upper.collect();
    let lower = points.iter().map(|p| -*p);
    points.iter().copied().chain(lower.collect::<Vec<_>>()).collect()
}

fn drop() -> Vec<Vec2> {
    let (center, radius) = (Vec2::new(0.42, 0.0), 0.58);
    let arc = (-11..=11).map(|i| center + math::unit(i as f32 * 10.5) * radius);
    std::iter::once(Vec2::new(-1.05, 0.0)).chain(arc).collect()
}

fn leaf() -> Outline {
    let half = [
        (0.0, 1.12),
        (11.0, 0.74),
        (25.0, 0.46),
        (39.0, 0.72),
        (51.0, 1.04),
        (63.0, 0.68),
        (79.0, 0.42),
        (95.0, 0.60),
        (110.0, 0.84),
        (126.0, 0.52),
        (148.0, 0.34),
        (168.0, 0.20),
    ];
    let right = half.iter().map(|&(deg, r)| math::unit(deg) * r);
    let left = half.iter().skip(1).rev().map(|&(deg, r)| math::unit(-deg) * r);
    let stem = [Vec2::new(-0.86, 0.07), Vec2::new(-0.86, -0.07)];
    Outline::Polygon(right.chain(stem).chain(left).collect())
}

fn crystal() -> Outline {
    let mut bars = Vec::new();
    for i in 0..6 {
        let deg = i as f32 * 60.0;
        bars.push([Vec2::ZERO, math::unit(deg) * 0.92]);
        for side in [-1.0, 1.0] {
            let root = math::unit(deg) * 0.52;
            bars.push([root, root + math::unit(deg + side * 55.0) * 0.30]);
        }
    }
    Outline::Bars(bars, 0.115)
}

fn segment_distance(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let edge = b - a;
    let share = ((p - a).dot(edge) / edge.length_squared().max(1e-9)).clamp(0.0, 1.0);
    (p - a - edge * share).length()
}

fn polygon_distance(points: &[Vec2], p: Vec2) -> f32 {
    let mut nearest = f32::INFINITY;
    let mut inside = false;
    for (i, &a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        nearest = nearest.min(segment_distance(p, a, b));
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
            inside = !inside;
        }
    }
    if inside { -nearest } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_negative_inside_and_true_outside() {
        let near = |a: f32, b: f32| (a - b).abs() < 1e-3;
        assert!(near(Outline::of(Shape::Disc).distance(Vec2::new(3.0, 4.0)), 4.0));
        assert!(near(Outline::of(Shape::Ring).distance(Vec2::ZERO), 0.5), "the hole is outside");
        assert!(near(Outline::of(Shape::Talisman).distance(Vec2::new(0.0, -1.5)), 1.0));
        let all = [Shape::Petal, Shape::Star, Shape::Needle, Shape::Crystal, Shape::Scrap, Shape::Arrow, Shape::Drop, Shape::Leaf];
        for shape in all {
            let outline = Outline::of(shape);
            assert!(outline.distance(Vec2::new(0.1, 0.0)) < 0.0, "{shape:?} is solid near its middle");
            assert!(outline.distance(Vec2::new(0.0, 1.2)) > 0.1, "{shape:?} ends");
            let mirrored = outline.distance(Vec2::new(0.3, -0.2)) - outline.distance(Vec2::new(0.3, 0.2));
            assert!(shape == Shape::Scrap || mirrored.abs() < 1e-3, "{shape:?} is the same on both sides");
        }
    }
}

//! Traditional patterns as coverage of a point. Units: px.

use super::format::Pattern;
use glam::Vec2;

/// How much of a texel of side `texel` at `p` the lines cover, 0 to 1.
pub fn cover(pattern: Pattern, p: Vec2, size_px: f32, line_px: f32, texel: f32) -> f32 {
    let distance = match pattern {
        Pattern::Seigaiha => seigaiha(p, size_px * 0.5),
        Pattern::Asanoha => asanoha(p, size_px),
    };
    ((line_px * 0.5 - distance) / texel + 0.5).clamp(0.0, 1.0)
}

/// The vector after which a pattern repeats.
pub fn repeat(pattern: Pattern, size_px: f32) -> Vec2 {
    match pattern {
        Pattern::Seigaiha => Vec2::new(size_px, size_px * 0.5),
        Pattern::Asanoha => Vec2::new(size_px, size_px * 3.0_f32.sqrt()),
    }
}

/// Distance to the nearest line: discs of radius `r`, each row over the one above, with three rings in each.
fn seigaiha(p: Vec2, r: f32) -> f32 {
    let row_height = r * 0.5;
    let lowest = ((p.y + r) / row_height).floor() as i32;
    // The lowest row is on top: the first disc that holds the point is the one that is seen.
    for row in (lowest - 4..=lowest).rev() {
        let shift = if row.rem_euclid(2) == 0 { 0.0 } else { r };
        let column = ((p.x - shift) / (2.0 * r) + 0.5).floor();
        let center = Vec2::new(column * 2.0 * r + shift, row as f32 * row_height);
        let distance = (p - center).length();
        if distance <= r {
            return [1.0, 0.76, 0.52, 0.28].map(|ring| (distance - ring * r).abs()).into_iter().fold(f32::INFINITY, f32::min);
        }
    }
    r
}

/// Distance to the nearest line: triangles of side `side`, each parted from its middle to its corners.
fn asanoha(p: Vec2, side: f32) -> f32 {
    let height = side * 3.0_f32.sqrt() * 0.5;
    let v = p.y / height;
    let u = p.x / side - v * 0.5;
    let (mut a, mut b) = (u - u.floor(), v - v.floor());
    if a + b > 1.0 {
        (a, b) = (1.0 - a, 1.0 - b);
    }
    let shares = [a, b, 1.0 - a - b];
    let border = shares.iter().fold(f32::INFINITY, |least, &s| least.min(s)) * height;
    let spoke = |i: usize| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        if shares[i] >= 1.0 / 3.0 { (shares[j] - shares[k]).abs() * side * 0.5 } else { f32::INFINITY }
    };
    border.min(spoke(0)).min(spoke(1)).min(spoke(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_repeat_and_have_lines_where_they_should() {
        for pattern in [Pattern::Seigaiha, Pattern::Asanoha] {
            let step = repeat(pattern, 40.0);
            let step = if pattern == Pattern::Seigaiha { Vec2::new(step.x, step.y) } else { step };
            for (x, y) in [(3.0, 7.0), (11.5, 29.0), (36.0, 14.2)] {
                let p = Vec2::new(x, y);
                for by in [Vec2::new(step.x, 0.0), Vec2::new(0.0, step.y)] {
                    let (here, there) = (cover(pattern, p, 40.0, 2.0, 1.0), cover(pattern, p + by, 40.0, 2.0, 1.0));
                    assert!((here - there).abs() < 1e-3, "{pattern:?} at {p} by {by}: {here} {there}");
                }
            }
        }
        assert!(asanoha(Vec2::ZERO, 40.0) < 1e-3, "a corner is on a line");
        assert!(seigaiha(Vec2::new(0.0, -20.0), 20.0) < 1e-3, "the top of a fan is on a line");
    }
}

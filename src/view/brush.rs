//! Strokes of the brush: simple shapes as triangles of `paper::Vertex`, in whatever unit the caller draws in.
//! Owns no state. Invariant: nothing allocates when the mesh has room. Colours are straight RGBA.

use glam::Vec2;
use tamafubuki::paper::Vertex;

/// A growing list of triangles.
pub type Mesh = Vec<Vertex>;
/// A straight RGBA colour.
pub type Rgba = [u8; 4];

/// A colour with its alpha scaled by `by`, 0 to 1.
pub fn faded(rgba: Rgba, by: f32) -> Rgba {
    [rgba[0], rgba[1], rgba[2], (f32::from(rgba[3]) * by.clamp(0.0, 1.0)) as u8]
}

/// A colour made lighter (`by` > 1) or darker.
pub fn shaded(rgba: Rgba, by: f32) -> Rgba {
    let shade = |c: u8| (f32::from(c) * by).clamp(0.0, 255.0) as u8;
    [shade(rgba[0]), shade(rgba[1]), shade(rgba[2]), rgba[3]]
}

/// The colour `t` of the way from `a` to `b`.
pub fn mixed(a: Rgba, b: Rgba, t: f32) -> Rgba {
    let t = t.clamp(0.0, 1.0);
    std::array::from_fn(|i| (f32::from(a[i]) + (f32::from(b[i]) - f32::from(a[i])) * t) as u8)
}

/// A direction: `turns` clockwise from up.
pub fn toward(turns: f32) -> Vec2 {
    let (sin, cos) = (turns * std::f32::consts::TAU).sin_cos();
    Vec2::new(sin, -cos)
}

/// A triangle with a colour at each corner.
pub fn triangle(mesh: &mut Mesh, corners: [Vec2; 3], rgba: [Rgba; 3]) {
    for (at, rgba) in corners.into_iter().zip(rgba) {
        mesh.push(Vertex { x: at.x, y: at.y, rgba });
    }
}

/// A convex quad, corners in order around it.
pub fn quad(mesh: &mut Mesh, corners: [Vec2; 4], rgba: [Rgba; 4]) {
    let [a, b, c, d] = corners;
    triangle(mesh, [a, b, c], [rgba[0], rgba[1], rgba[2]]);
    triangle(mesh, [a, c, d], [rgba[0], rgba[2], rgba[3]]);
}

/// A straight stroke from `from` to `to`.
pub fn stroke(mesh: &mut Mesh, from: Vec2, to: Vec2, thick: f32, rgba: Rgba) {
    let side = (to - from).perp().normalize_or_zero() * thick * 0.5;
    quad(mesh, [from + side, to + side, to - side, from - side], [rgba; 4]);
}

/// A dashed stroke: `dash` long strokes, `gap` apart.
pub fn dashes(mesh: &mut Mesh, from: Vec2, to: Vec2, thick: f32, dash: f32, gap: f32, rgba: Rgba) {
    let length = (to - from).length();
    let along = (to - from).normalize_or_zero();
    let count = (length / (dash + gap)).ceil().min(200.0) as u32;
    for index in 0..count {
        let start = index as f32 * (dash + gap);
        stroke(mesh, from + along * start, from + along * (start + dash).min(length), thick, rgba);
    }
}

/// An arc from `turns.0` to `turns.1`, clockwise from the top; colours of its inner and outer edge.
pub fn arc(mesh: &mut Mesh, center: Vec2, radii: (f32, f32), turns: (f32, f32), colors: (Rgba, Rgba)) {
    let steps = ((turns.1 - turns.0).abs() * (24.0 + radii.1.abs().sqrt() * 8.0)).ceil().clamp(1.0, 192.0) as u32;
    let mut before = toward(turns.0);
    for step in 1..=steps {
        let now = toward(turns.0 + (turns.1 - turns.0) * step as f32 / steps as f32);
        let corners = [center + before * radii.0, center + before * radii.1, center + now * radii.1, center + now * radii.0];
        quad(mesh, corners, [colors.0, colors.1, colors.1, colors.0]);
        before = now;
    }
}

/// A full ring `thick` wide around `radius`.
pub fn ring(mesh: &mut Mesh, center: Vec2, radius: f32, thick: f32, rgba: Rgba) {
    let half = thick * 0.5;
    arc(mesh, center, ((radius - half).max(0.0), radius + half), (0.0, 1.0), (rgba, rgba));
}

/// A disc whose colour goes from `inner` at the centre to `outer` at the edge.
pub fn disc(mesh: &mut Mesh, center: Vec2, radius: f32, inner: Rgba, outer: Rgba) {
    arc(mesh, center, (0.0, radius), (0.0, 1.0), (inner, outer));
}

/// A regular polygon's outline with `sides` corners, the first at `turn`; mitred, so its corners are sharp.
pub fn outline(mesh: &mut Mesh, center: Vec2, radius: f32, sides: u32, turn: f32, thick: f32, rgba: Rgba) {
    let half = thick * 0.5 / (std::f32::consts::PI / sides as f32).cos();
    let mut before = toward(turn);
    for side in 1..=sides {
        let now = toward(turn + side as f32 / sides as f32);
        let [inner, outer] = [(radius - half).max(0.0), radius + half];
        quad(mesh, [center + before * inner, center + before * outer, center + now * outer, center + now * inner], [rgba; 4]);
        before = now;
    }
}

/// A star with `points` rays between two radii, filled with a lighter and a darker facet to each ray, as folded paper is.
pub fn folded_star(mesh: &mut Mesh, center: Vec2, radii: (f32, f32), points: u32, turn: f32, rgba: Rgba) {
    for point in 0..points {
        let at = |half_steps: f32, radius: f32| center + toward(turn + (point as f32 + half_steps) / points as f32) * radius;
        let (tip, left, right) = (at(0.0, radii.1), at(-0.5, radii.0), at(0.5, radii.0));
        let (light, dark) = if toward(turn + point as f32 / points as f32).x < 0.3 { (1.12, 0.78) } else { (1.0, 0.66) };
        triangle(mesh, [center, left, tip], [shaded(rgba, light); 3]);
        triangle(mesh, [center, tip, right], [shaded(rgba, dark); 3]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_arc_starts_at_the_top_and_goes_clockwise() {
        let mut mesh = Mesh::new();
        arc(&mut mesh, Vec2::new(10.0, 10.0), (4.0, 6.0), (0.0, 0.25), ([255; 4], [255; 4]));
        let first = mesh.first().unwrap();
        assert!((first.x - 10.0).abs() < 1e-4 && (first.y - 6.0).abs() < 1e-4, "{first:?}");
        assert!(mesh.iter().all(|v| v.x >= 9.99 && v.y <= 10.01), "the quarter from 12 to 3 o'clock");
        assert!(mesh.iter().any(|v| (v.x - 16.0).abs() < 1e-4 && (v.y - 10.0).abs() < 1e-4), "ends on the right");
    }

    #[test]
    fn a_squares_outline_has_sides_as_thick_as_asked() {
        let mut mesh = Mesh::new();
        outline(&mut mesh, Vec2::ZERO, 2.0_f32.sqrt() * 5.0, 4, 0.125, 2.0, [255; 4]);
        // A square with half side 5, drawn 2 thick: its sides lie between 4 and 6 from the middle.
        let reach: Vec<f32> = mesh.iter().map(|v| v.x.abs().max(v.y.abs())).collect();
        assert!(reach.iter().all(|r| (r - 4.0).abs() < 1e-4 || (r - 6.0).abs() < 1e-4), "{reach:?}");
    }

    #[test]
    fn dashes_end_where_the_stroke_ends() {
        let mut mesh = Mesh::new();
        dashes(&mut mesh, Vec2::ZERO, Vec2::new(10.0, 0.0), 1.0, 3.0, 1.0, [255; 4]);
        assert_eq!(mesh.len(), 3 * 6, "0-3, 4-7, 8-10");
        assert!(mesh.iter().all(|v| (0.0..=10.0).contains(&v.x)));
    }
}

//! Small signs of the panel, as folded paper: life cranes, bomb stars, the asanoha pattern, the crease gauge's pleats.
//! Units: physical pixels. Owns no state.

use crate::view::brush::{self, Mesh, Rgba};
use crate::view::layout::Rect;
use glam::Vec2;

const INK: Rgba = [0x30, 0x26, 0x2C, 255];
const CRANE: Rgba = [0xFB, 0xF9, 0xF4, 255];
const HEAD: Rgba = [0xD8, 0x46, 0x3C, 255];
const LEAF: Rgba = [0x3E, 0x9E, 0x6B, 255];

/// A life: a crane seen from above, `size` from its middle to a wing's tip. `part` of it is folded already, the rest is a pale outline.
pub fn crane(mesh: &mut Mesh, at: Vec2, size: f32, part: f32) {
    let p = |x: f32, y: f32| at + Vec2::new(x, y) * size;
    let facets = [
        ([p(-0.08, -0.2), p(-0.5, -0.34), p(-0.42, 0.14)], 1.0),
        ([p(-0.5, -0.34), p(-1.08, 0.3), p(-0.42, 0.14)], 0.92),
        ([p(-0.08, -0.2), p(-0.42, 0.14), p(-0.06, 0.3)], 0.84),
        ([p(0.08, -0.2), p(0.42, 0.14), p(0.5, -0.34)], 0.86),
        ([p(0.5, -0.34), p(0.42, 0.14), p(1.08, 0.3)], 0.76),
        ([p(0.08, -0.2), p(0.06, 0.3), p(0.42, 0.14)], 0.7),
        ([p(-0.1, -0.24), p(0.0, -1.05), p(0.0, 0.4)], 1.0),
        ([p(0.0, -1.05), p(0.1, -0.24), p(0.0, 0.4)], 0.82),
        ([p(-0.08, 0.26), p(0.0, 0.36), p(-0.2, 0.84)], 0.94),
        ([p(0.0, 0.36), p(0.08, 0.26), p(0.2, 0.84)], 0.72),
    ];
    folded(mesh, &facets, CRANE, size * 0.08, part);
    if part >= 1.0 {
        brush::triangle(mesh, [p(-0.055, -0.6), p(0.0, -1.05), p(0.055, -0.6)], [HEAD; 3]);
    }
}

/// A bomb: a folded four-pointed star; `part` as in [`crane`].
pub fn bomb(mesh: &mut Mesh, at: Vec2, size: f32, part: f32) {
    let corner = |step: u32| at + brush::toward(step as f32 / 8.0) * if step.is_multiple_of(2) { size } else { size * 0.36 };
    let facet = |step: u32| ([at, corner(step), corner(step + 1)], [1.05, 0.75, 0.66, 0.86, 0.7, 0.95, 1.15, 1.3][step as usize]);
    let facets: [_; 8] = std::array::from_fn(|step| facet(step as u32));
    folded(mesh, &facets, LEAF, size * 0.09, part);
}

/// Outline first, then the first `part` of the facets; of what is still missing only a pale sheet shows.
fn folded(mesh: &mut Mesh, facets: &[([Vec2; 3], f32)], rgba: Rgba, outline: f32, part: f32) {
    let edge = if part >= 1.0 { INK } else { brush::faded(INK, 0.22) };
    for (corners, _) in facets {
        for i in 0..3 {
            brush::stroke(mesh, corners[i], corners[(i + 1) % 3], outline * 2.0, edge);
        }
    }
    let done = (part * facets.len() as f32).round() as usize;
    for (index, (corners, shade)) in facets.iter().enumerate() {
        let rgba = if index < done { brush::shaded(rgba, *shade) } else { [0xE8, 0xE0, 0xCD, 255] };
        brush::triangle(mesh, *corners, [rgba; 3]);
    }
}

/// Asanoha, the hemp-leaf pattern, fading out from the rectangle's lower right corner.
pub fn asanoha(mesh: &mut Mesh, rect: Rect, cell: f32, rgba: Rgba) {
    let (wide, high) = (cell, cell * 0.866_025_4);
    let (columns, rows) = ((rect.w / wide).ceil() as i32 + 1, (rect.h / high).ceil() as i32 + 1);
    let corner = Vec2::new(rect.right(), rect.bottom());
    let reach = rect.w.min(rect.h * 1.2);
    for row in 0..rows {
        for column in 0..columns * 2 {
            let up = (row + column) % 2 == 0;
            let left = corner - Vec2::new((column as f32 * 0.5 + 0.5) * wide, row as f32 * high);
            let (base, tip) = if up { (0.0, -high) } else { (-high, 0.0) };
            let points = [left + Vec2::new(-wide * 0.5, base), left + Vec2::new(wide * 0.5, base), left + Vec2::new(0.0, tip)];
            let middle = (points[0] + points[1] + points[2]) / 3.0;
            let near = 1.0 - ((corner - middle) / Vec2::new(1.15, 0.85)).length() / reach;
            if near > 0.0
                && points.iter().all(|p| p.x >= rect.x && p.x <= rect.right() + 0.5 && p.y >= rect.y && p.y <= rect.bottom() + 0.5)
            {
                leaf(mesh, points, middle, cell * 0.016, brush::faded(rgba, near.min(0.6) * 1.6));
            }
        }
    }
}

/// One triangle of asanoha: its sides and the three rays from its corners to its middle.
fn leaf(mesh: &mut Mesh, points: [Vec2; 3], middle: Vec2, thick: f32, rgba: Rgba) {
    for i in 0..3 {
        brush::stroke(mesh, points[i], points[(i + 1) % 3], thick, rgba);
        brush::stroke(mesh, points[i], middle, thick, rgba);
    }
}

/// The crease gauge: a pleated strip, filled from the left in vermilion. `folds` is its content in folds, `most` its length in folds;
/// whole folds glow with `pulse`, 0 to 1.
pub fn pleats(mesh: &mut Mesh, rect: Rect, folds: f32, most: u32, pulse: f32) {
    const PLEATS_A_FOLD: u32 = 6;
    let count = most * PLEATS_A_FOLD;
    let wide = rect.w / count as f32;
    let deep = rect.h * 0.16;
    brush::quad(mesh, box_of(rect.grown(rect.h * 0.1)), [INK; 4]);
    for index in 0..count {
        let x = rect.x + index as f32 * wide;
        let valley = |side: u32| if side.is_multiple_of(2) { 0.0 } else { deep };
        let (left, right) = (valley(index), valley(index + 1));
        let strip = |from: f32, to: f32, rgba: Rgba, mesh: &mut Mesh| {
            let at = |t: f32| (x + wide * t, left + (right - left) * t);
            let ((x0, y0), (x1, y1)) = (at(from), at(to));
            let corners = [
                Vec2::new(x0, rect.y + y0),
                Vec2::new(x1, rect.y + y1),
                Vec2::new(x1, rect.bottom() + y1 - deep),
                Vec2::new(x0, rect.bottom() + y0 - deep),
            ];
            brush::quad(mesh, corners, [rgba; 4]);
        };
        let light = if index.is_multiple_of(2) { 1.0 } else { 0.8 };
        strip(0.0, 1.0, brush::shaded([0xD6, 0xCB, 0xB2, 255], light), mesh);
        let fold = index / PLEATS_A_FOLD;
        let full = folds >= (fold + 1) as f32;
        let filled = (folds * PLEATS_A_FOLD as f32 - index as f32).clamp(0.0, 1.0);
        if filled > 0.0 {
            let base =
                if full { brush::mixed([0xC8, 0x3A, 0x2C, 255], [0xF0, 0x86, 0x5A, 255], pulse * 0.5) } else { [0x9A, 0x52, 0x48, 255] };
            strip(0.0, filled, brush::shaded(base, light), mesh);
        }
    }
    for fold in 1..most {
        let x = rect.x + rect.w * fold as f32 / most as f32;
        let half = rect.h * 0.06;
        brush::quad(mesh, box_of(Rect::new(x - half, rect.y - rect.h * 0.28, half * 2.0, rect.h * 1.56)), [INK; 4]);
    }
}

fn box_of(rect: Rect) -> [Vec2; 4] {
    [(rect.x, rect.y), (rect.right(), rect.y), (rect.right(), rect.bottom()), (rect.x, rect.bottom())].map(|(x, y)| Vec2::new(x, y))
}

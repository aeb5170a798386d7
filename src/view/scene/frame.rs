//! The playfield's frame: it is set into the paper, with a dark edge, an inner shadow, and marks: under it one that follows the boss,
//! beside it where the point-of-collection line is.
//! Units: physical pixels.

use crate::view::ink::{Ink, Rgba};
use crate::view::layout::{Layout, Rect};
use tamafubuki::sim::item::COLLECTION_LINE_PX;

const EDGE: Rgba = [0x30, 0x26, 0x2C, 255];
/// Marks of the height above which items come by themselves.
const COLLECT: Rgba = [0x9C, 0x86, 0x5A, 255];
const MARK: Rgba = [0xBE, 0x3A, 0x2E, 255];

/// Draws it; `boss_x` is the boss's place in playfield units.
pub fn draw(ink: &mut Ink, layout: &Layout, boss_x: Option<f32>) {
    let (field, s) = (layout.playfield, layout.scale);
    inner_shadow(ink, field, 7.0 * s);
    let thick = (1.4 * s).round().max(1.0);
    ink.frame(field.grown(thick), thick, EDGE);
    let pale = (0.5 * s).round().max(1.0);
    ink.frame(field.grown(thick + pale), pale, [255, 252, 244, 120]);
    let (_, line) = layout.point(0.0, COLLECTION_LINE_PX);
    for (x, way) in [(field.x - thick, -1.0), (field.right() + thick, 1.0)] {
        ink.triangle([[x + way * s, line], [x + way * 6.0 * s, line - 3.2 * s], [x + way * 6.0 * s, line + 3.2 * s]], COLLECT);
    }
    if let Some(x) = boss_x {
        let (x, _) = layout.point(x.clamp(6.0, 378.0), 0.0);
        let y = field.bottom() + thick + 2.5 * s;
        ink.triangle([[x, y], [x + 5.0 * s, y + 6.5 * s], [x, y + 5.0 * s]], [0x8A, 0x24, 0x1E, 255]);
        ink.triangle([[x, y], [x, y + 5.0 * s], [x - 5.0 * s, y + 6.5 * s]], MARK);
    }
}

fn inner_shadow(ink: &mut Ink, field: Rect, reach: f32) {
    let (inner, outer) = (field.grown(-reach), field);
    let corners = |r: Rect| [[r.x, r.y], [r.right(), r.y], [r.right(), r.bottom()], [r.x, r.bottom()]];
    let (a, b) = (corners(inner), corners(outer));
    for side in 0..4 {
        let next = (side + 1) % 4;
        // The light comes from the upper left, so the upper and left edges throw the deeper shadow inwards.
        let alpha = if side == 0 || side == 3 { 120 } else { 60 };
        let dark = [4, 3, 12, alpha];
        ink.quad([a[side], a[next], b[next], b[side]], [[4, 3, 12, 0], [4, 3, 12, 0], dark, dark]);
    }
}

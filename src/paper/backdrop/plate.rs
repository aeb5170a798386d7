//! Plates: layers that are drawn once, pixel by pixel, and then only moved.
//!
//! Units: px; colours 0 to 1, straight in `rgba_of`, premultiplied in a `Texel`.

use super::format::{Glow, Mist, Moon, PatternPrint, Sky};
use super::print;
use crate::paper::{Bitmap, hex, noise};
use crate::sim::field::{HEIGHT_PX, WIDTH_PX};
use glam::Vec2;

/// A premultiplied colour.
pub type Texel = [f32; 4];

/// A colour of the format; black where it is none.
pub fn rgba_of(text: &str) -> [f32; 4] {
    hex::parse(text).unwrap_or([0, 0, 0, 255]).map(|c| f32::from(c) / 255.0)
}

/// `cover` of a straight colour over a premultiplied one.
pub fn over(below: Texel, above: [f32; 4], cover: f32) -> Texel {
    let alpha = above[3] * cover;
    let rest = 1.0 - alpha;
    [above[0] * alpha + below[0] * rest, above[1] * alpha + below[1] * rest, above[2] * alpha + below[2] * rest, alpha + below[3] * rest]
}

/// Draws `size_px` at `texels_per_px`, column by column; `column` prepares what a column's texels share.
pub fn bake<C>(size_px: Vec2, texels_per_px: f32, column: impl Fn(f32) -> C, texel: impl Fn(&C, Vec2, f32) -> Texel) -> Bitmap {
    let (width, height) = ((size_px.x * texels_per_px).ceil() as usize, (size_px.y * texels_per_px).ceil() as usize);
    let mut bitmap = Bitmap::new(width, height);
    let size = 1.0 / texels_per_px;
    for x in 0..width {
        let at_x = (x as f32 + 0.5) * size;
        let column = column(at_x);
        for y in 0..height {
            let color = texel(&column, Vec2::new(at_x, (y as f32 + 0.5) * size), size);
            // A little noise hides the steps of a dark gradient.
            let dither = noise::at(x as i32, y as i32, 5);
            bitmap.put(x, y, color.map(|c| (c.clamp(0.0, 1.0) * 255.0 + dither).min(255.0) as u8));
        }
    }
    bitmap
}

/// The sky's texel at `p`.
pub fn sky(sky: &Sky, p: Vec2) -> Texel {
    let (top, low, corner) = (rgba_of(&sky.top), rgba_of(&sky.low), rgba_of(&sky.corner));
    let t = (p.y / HEIGHT_PX).clamp(0.0, 1.0);
    let t = t * t * (3.0 - 2.0 * t);
    let from_middle = (p - Vec2::new(WIDTH_PX, HEIGHT_PX) * 0.5) / Vec2::new(WIDTH_PX, HEIGHT_PX);
    let dark = ((from_middle.length_squared() - 0.12) * 1.5).clamp(0.0, 1.0);
    let fibre = noise::plane(p.x * 0.35 + noise::plane(p.x * 0.02, p.y * 0.02, 3) * 24.0, p.y * 0.06, 7) - 0.5;
    let speck = noise::plane(p.x * 1.2, p.y * 1.2, 9) - 0.5;
    let light = 1.0 + 0.07 * fibre + 0.06 * speck;
    let mut color = [0.0, 0.0, 0.0, 1.0];
    for i in 0..3 {
        let plain = top[i] + (low[i] - top[i]) * t;
        color[i] = (plain + (corner[i] - plain) * dark) * light;
    }
    color
}

/// Distant lights: at most one in each cell of a grid.
pub fn star(sky: &Sky, p: Vec2) -> f32 {
    const CELL_PX: f32 = 12.0;
    let (column, row) = ((p.x / CELL_PX).floor(), (p.y / CELL_PX).floor());
    let chance = |n: u32| noise::at(column as i32, row as i32, 90 + n);
    let cells = WIDTH_PX * HEIGHT_PX / (CELL_PX * CELL_PX);
    if chance(0) > sky.star_count as f32 / cells {
        return 0.0;
    }
    let at = (Vec2::new(column, row) + Vec2::new(0.2 + 0.6 * chance(1), 0.2 + 0.6 * chance(2))) * CELL_PX;
    let d = (p - at).abs();
    let size = 0.5 + 1.1 * chance(3) * chance(3);
    let fade = (1.0 - p.y / HEIGHT_PX).max(0.0);
    ((size - (d.x + d.y)) * 1.6).clamp(0.0, 1.0) * (0.16 + 0.30 * chance(4)) * fade
}

/// The printed pattern's texel at `p`.
pub fn pattern(printed: &PatternPrint, p: Vec2, size: f32) -> Texel {
    let worn = 0.65 + 0.7 * noise::plane(p.x * 0.03, p.y * 0.03, 77);
    over([0.0; 4], rgba_of(&printed.color), print::cover(printed.pattern, p, printed.size_px, printed.line_px, size) * worn.min(1.0))
}

/// The light's texel at `p` from its top left corner.
pub fn glow(glow: &Glow, p: Vec2) -> Texel {
    let half = Vec2::new(glow.half_px.0, glow.half_px.1);
    let rest = (1.0 - ((p - half) / half).length()).max(0.0);
    over([0.0; 4], rgba_of(&glow.color), rest * rest * (3.0 - 2.0 * rest))
}

/// How far the moon's light reaches, in its radii.
pub const MOON_REACH: f32 = 2.6;

/// The moon's texel at `p` from its middle.
pub fn moon(moon: &Moon, p: Vec2, size: f32) -> Texel {
    let (r, distance) = (moon.radius_px, p.length());
    let away = (distance / r - 1.0) / (MOON_REACH - 1.0);
    let light = (1.0 - away).clamp(0.0, 1.0);
    let mut color = over([0.0; 4], rgba_of(&moon.halo), light * light * light);
    // A sheet cut by hand: not quite round, with a thin pale edge and a shadow on its lower right.
    let angle = crate::sim::math::atan2_deg(p.y, p.x) / 24.0;
    let cut = r * (1.0 + 0.012 * (noise::line(angle + 20.0, 4) - 0.5));
    let fallen = (p - Vec2::new(2.0, 3.0)).length() - r;
    color = over(color, [0.0, 0.0, 0.0, 1.0], 0.30 * (1.0 - (fallen / 7.0).clamp(0.0, 1.0)));
    let covers = |edge: f32| ((edge - distance) / size + 0.5).clamp(0.0, 1.0);
    let paper = rgba_of(&moon.color);
    let tone = |k: f32| [paper[0] * k, paper[1] * k, paper[2] * k, paper[3]];
    color = over(color, tone(1.28), covers(cut));
    let grain = 1.0 + 0.10 * (noise::plane(p.x * 0.8, p.y * 0.8, 15) - 0.5) - 0.10 * (p.x + p.y) / r;
    color = over(color, tone(grain), covers(cut - 1.1));
    // Seas: lower sheets seen through holes, their upper left rim in shadow.
    for (x, y, sea) in [(-0.30, -0.22, 0.30), (0.26, 0.10, 0.36), (-0.12, 0.46, 0.20), (0.42, -0.42, 0.15), (-0.56, 0.22, 0.12)] {
        let at = Vec2::new(x, y) * r;
        let wobble =
            1.0 + 0.16 * (noise::line(crate::sim::math::atan2_deg(p.y - at.y, p.x - at.x) / 40.0 + 30.0, (sea * 100.0) as u32) - 0.5);
        let inside = ((sea * r * wobble - (p - at).length()) / size + 0.5).clamp(0.0, 1.0);
        let rim = (((p - at - Vec2::new(1.6, 2.0)).length() - sea * r * wobble) / 4.0 + 0.5).clamp(0.0, 1.0);
        color = over(color, tone(0.88 - 0.22 * rim), inside * 0.8);
    }
    color
}

/// Size of a bank of mist, px.
pub fn mist_size(mist: &Mist) -> Vec2 {
    Vec2::new(mist.length_px, mist.length_px * 0.21)
}

/// The texel of a bank of mist at `p`: three strips with round ends, torn out of one sheet.
pub fn mist(mist: &Mist, p: Vec2, size: f32) -> Texel {
    let unit = mist.length_px / 100.0;
    let strip = |left: f32, right: f32, y: f32, radius: f32| {
        let x = p.x.clamp((left + radius) * unit, (right - radius) * unit);
        (p - Vec2::new(x, y * unit)).length() - radius * unit
    };
    let distance = strip(26.0, 74.0, 6.6, 3.2).min(strip(4.0, 92.0, 10.6, 3.4)).min(strip(14.0, 60.0, 14.6, 3.0));
    let ragged = (noise::plane(p.x * 0.25, p.y * 0.25, mist.seed) - 0.5) * 2.2 + (noise::plane(p.x, p.y, mist.seed + 1) - 0.5) * 0.8;
    let depth = -(distance + ragged);
    let covers = |edge: f32| ((depth - edge) / size + 0.5).clamp(0.0, 1.0);
    let away = (-(depth + 1.5) / 7.0).clamp(0.0, 1.0);
    let color = [0.0, 0.0, 0.0, 0.16 * (1.0 - away) * (1.0 - away)];
    let color = over(color, rgba_of(&mist.edge), covers(0.0));
    let strip = 0.9 + 1.6 * noise::plane(p.x * 0.12, p.y * 0.12, mist.seed + 2);
    let paper = rgba_of(&mist.color);
    let light = 1.0 + 0.12 * (noise::plane(p.x * 0.7, p.y * 0.7, mist.seed + 3) - 0.5);
    over(color, [paper[0] * light, paper[1] * light, paper[2] * light, paper[3]], covers(strip))
}

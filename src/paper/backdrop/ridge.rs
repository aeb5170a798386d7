//! Torn hills: the course of their edge, the paper as pixels, the houses and lanterns on it as triangles.
//!
//! Units: px in the layer's own place: x from the playfield's left edge (hills go on to both sides), y from its top.

use super::format::Ridge;
use super::plate::{Texel, over, rgba_of};
use crate::paper::{Vertex, noise};
use crate::sim::field::WIDTH_PX;
use crate::sim::math;
use glam::Vec2;

/// Height of the paper's edge at `x`, px from the top of the playfield.
pub fn edge_y(ridge: &Ridge, x: f32) -> f32 {
    let turn = x / WIDTH_PX * ridge.hill_count;
    let phase = noise::at(1, 2, ridge.seed) * 360.0;
    let waves = math::sin_deg(turn * 360.0 + phase) * 0.6 + math::sin_deg(turn * 791.0 + phase * 2.3) * 0.25;
    let lumps = noise::rough(turn * 3.0 + 40.0, ridge.seed) - 0.5;
    ridge.y_px + ridge.swell_px * (waves + lumps * 0.7)
}

/// The highest point that the paper, its fibres and its shadow reach.
pub fn top_y(ridge: &Ridge) -> f32 {
    ridge.y_px - ridge.swell_px * 1.2 - 14.0
}

/// The edge's fine course and the width of the torn strip, found once for a column.
pub struct Column {
    tear: f32,
    strip: f32,
    fibre: f32,
}

impl Column {
    /// At `x`.
    pub fn new(ridge: &Ridge, x: f32) -> Self {
        let ragged = (noise::rough(x * 0.22, ridge.seed + 11) - 0.5) * 5.0 + (noise::line(x * 1.3, ridge.seed + 17) - 0.5) * 1.1;
        let strip = 1.2 + 3.4 * noise::rough(x * 0.11, ridge.seed + 23) + (noise::line(x * 1.9, ridge.seed + 29) - 0.5) * 1.2;
        let fibre = (noise::line(x * 2.6, ridge.seed + 31) - 0.66).max(0.0) * 6.0;
        Column { tear: edge_y(ridge, x) + ragged, strip, fibre }
    }
}

/// The paper at (x, y): premultiplied, 0 to 1.
pub fn texel(ridge: &Ridge, column: &Column, p: Vec2, size: f32) -> Texel {
    let depth = p.y - column.tear;
    let covers = |edge: f32| ((depth - edge) / size + 0.5).clamp(0.0, 1.0);
    // Above the edge: the soft dark that one sheet throws on the next, and single fibres.
    let away = (-depth / 11.0).clamp(0.0, 1.0);
    let mut color = [0.0, 0.0, 0.0, 0.30 * (1.0 - away) * (1.0 - away)];
    let edge = rgba_of(&ridge.edge);
    let fibres = covers(-column.fibre) * 0.35;
    color = over(color, edge, fibres);
    let grain = 0.86 + 0.28 * noise::plane(p.x * 0.9, p.y * 0.9, ridge.seed + 41);
    color = over(color, [edge[0] * grain, edge[1] * grain, edge[2] * grain, edge[3]], covers(0.0));
    let paper = rgba_of(&ridge.color);
    let lumps = noise::plane(p.x * 0.05, p.y * 0.12, ridge.seed + 43) - 0.5;
    let speck = noise::plane(p.x * 1.1, p.y * 1.1, ridge.seed + 47) - 0.5;
    let light = 1.0 + 0.10 * lumps + 0.07 * speck + 0.22 * (1.0 - depth / 46.0).clamp(0.0, 1.0) - 0.16 * (depth / 220.0).clamp(0.0, 1.0);
    over(color, [paper[0] * light, paper[1] * light, paper[2] * light, paper[3]], covers(column.strip))
}

/// Houses behind the edge, their windows lit.
pub fn houses(ridge: &Ridge, offset: Vec2, alpha: f32, out: &mut Vec<Vertex>) {
    let wall = shaded(&ridge.color, 0.82, alpha);
    let roof = shaded(&ridge.color, 1.35, alpha);
    let lit = shaded(&ridge.light, 0.8, alpha * 0.75);
    for i in 0..ridge.house_count {
        let chance = |n: i32| noise::at(i as i32, n, ridge.seed + 61);
        let x = (i as f32 + 0.2 + chance(0) * 0.6) / ridge.house_count as f32 * (WIDTH_PX + 80.0) - 40.0;
        let (half, height) = (5.0 + chance(1) * 5.0, 6.0 + chance(2) * 6.0);
        let foot = offset + Vec2::new(x, edge_y(ridge, x) + 5.0);
        let top = foot.y - height - 4.0;
        quad([(foot.x - half, top), (foot.x + half, top), (foot.x + half, foot.y), (foot.x - half, foot.y)], wall, out);
        let storeys = if chance(3) > 0.7 { 2 } else { 1 };
        for storey in 0..storeys {
            let (y, wide) = (top - 7.0 * storey as f32, half * (1.0 - 0.28 * storey as f32));
            quad(
                [
                    (foot.x - wide * 0.8, y - 5.0),
                    (foot.x + wide * 0.8, y - 5.0),
                    (foot.x + wide * 1.4, y + 1.0),
                    (foot.x - wide * 1.4, y + 1.0),
                ],
                roof,
                out,
            );
            if storey > 0 {
                quad(
                    [
                        (foot.x - wide * 0.7, y + 1.0),
                        (foot.x + wide * 0.7, y + 1.0),
                        (foot.x + wide * 0.7, y + 4.0),
                        (foot.x - wide * 0.7, y + 4.0),
                    ],
                    wall,
                    out,
                );
            }
        }
        for window in 0..2 {
            if chance(5 + window) > 0.3 {
                let x = foot.x + (window as f32 - 0.5) * half * 0.9;
                quad([(x - 1.1, top + 2.0), (x + 1.1, top + 2.0), (x + 1.1, top + 4.6), (x - 1.1, top + 4.6)], lit, out);
            }
        }
    }
}

/// Lanterns on sagging strings in front of the paper.
pub fn strings(ridge: &Ridge, offset: Vec2, time_ticks: f32, alpha: f32, out: &mut Vec<Vertex>) {
    let cord = shaded(&ridge.edge, 0.5, alpha * 0.5);
    for i in 0..ridge.string_count {
        let chance = |n: i32| noise::at(i as i32, n, ridge.seed + 71);
        let span = (WIDTH_PX + 60.0) / ridge.string_count as f32;
        let left = -30.0 + span * (i as f32 + chance(0) * 0.2);
        let right = left + span * (0.65 + chance(1) * 0.3);
        let end = |x: f32| offset + Vec2::new(x, edge_y(ridge, x) + 6.0 + chance(2) * 10.0);
        let (a, b) = (end(left), end(right));
        let sag = 10.0 + 12.0 * chance(3) + 1.5 * math::sin_deg(time_ticks * 1.1 + chance(4) * 360.0);
        let on = |t: f32| a.lerp(b, t) + Vec2::new(0.0, sag * 4.0 * t * (1.0 - t));
        let parts = 10;
        for part in 0..parts {
            let (p, q) = (on(part as f32 / parts as f32), on((part + 1) as f32 / parts as f32));
            quad([(p.x, p.y - 0.3), (q.x, q.y - 0.3), (q.x, q.y + 0.3), (p.x, p.y + 0.3)], cord, out);
        }
        let count = 4 + (chance(5) * 3.0) as u32;
        for lantern in 0..count {
            let at = on((lantern as f32 + 0.5) / count as f32);
            let flicker = 0.82 + 0.18 * math::sin_deg(time_ticks * (2.0 + chance(6)) + lantern as f32 * 97.0 + chance(7) * 360.0);
            hanging(at + Vec2::new(0.0, 2.6), 1.9, &ridge.light, alpha * flicker, out);
        }
    }
}

/// A small lantern and its glow; `size` is half its height.
pub fn hanging(at: Vec2, size: f32, light: &str, alpha: f32, out: &mut Vec<Vertex>) {
    glow(at, size * 6.5, light, alpha * 0.20, out);
    let (w, h) = (size * 0.8, size);
    let body = shaded(light, 0.78, alpha * 0.8);
    let bright = shaded(light, 1.1, alpha * 0.85);
    quad([(at.x - w * 0.6, at.y - h), (at.x + w * 0.6, at.y - h), (at.x + w, at.y), (at.x - w, at.y)], bright, out);
    quad([(at.x - w, at.y), (at.x + w, at.y), (at.x + w * 0.6, at.y + h), (at.x - w * 0.6, at.y + h)], body, out);
}

/// A soft round light.
pub fn glow(at: Vec2, radius: f32, color: &str, alpha: f32, out: &mut Vec<Vertex>) {
    let inner = shaded(color, 1.0, alpha);
    let middle = [inner[0], inner[1], inner[2], (f32::from(inner[3]) * 0.36) as u8];
    let outer = [inner[0], inner[1], inner[2], 0];
    let vertex = |p: Vec2, rgba: [u8; 4]| Vertex { x: p.x, y: p.y, rgba };
    const SIDES: usize = 10;
    for i in 0..SIDES {
        let spoke = |n: usize| math::unit((n % SIDES) as f32 * 360.0 / SIDES as f32) * radius;
        let (a, b) = (spoke(i), spoke(i + 1));
        let (near_a, near_b) = (vertex(at + a * 0.4, middle), vertex(at + b * 0.4, middle));
        let (far_a, far_b) = (vertex(at + a, outer), vertex(at + b, outer));
        out.extend([vertex(at, inner), near_a, near_b, near_a, far_a, far_b, near_a, far_b, near_b]);
    }
}

fn shaded(color: &str, light: f32, alpha: f32) -> [u8; 4] {
    let [r, g, b, a] = rgba_of(color);
    let byte = |c: f32| (c * 255.0).clamp(0.0, 255.0) as u8;
    [byte(r * light), byte(g * light), byte(b * light), byte(a * alpha)]
}

fn quad(corners: [(f32, f32); 4], rgba: [u8; 4], out: &mut Vec<Vertex>) {
    let [a, b, c, d] = corners.map(|(x, y)| Vertex { x, y, rgba });
    out.extend([a, b, c, a, c, d]);
}

//! Small things that drift: snow of paper, rising lanterns, rays. Stateless: a place for every time.
//!
//! Units: px, ticks.

use super::Moment;
use super::format::{Lanterns, Rays, Snow};
use super::plate::rgba_of;
use super::ridge::hanging;
use crate::paper::{Vertex, noise};
use crate::sim::field::{HEIGHT_PX, WIDTH_PX};
use crate::sim::math;
use glam::Vec2;

const MARGIN_PX: f32 = 24.0;

/// `y` brought back into the playfield and its margin, again and again.
fn wrapped(y: f32) -> f32 {
    let span = HEIGHT_PX + 2.0 * MARGIN_PX;
    (y + MARGIN_PX).rem_euclid(span) - MARGIN_PX
}

/// Squares of paper that tumble as they fall.
pub fn snow(snow: &Snow, fall: f32, moment: &Moment, out: &mut Vec<Vertex>) {
    let [r, g, b, a] = rgba_of(&snow.color);
    let time = moment.time_ticks;
    for i in 0..snow.count {
        let chance = |n: i32| noise::at(i as i32, n, snow.seed);
        let near = 0.35 + 0.65 * chance(0);
        let sway = math::sin_deg(time * (0.5 + chance(1)) + chance(2) * 360.0) * (6.0 + 14.0 * chance(3)) * near;
        let x = (chance(4) * (WIDTH_PX + 40.0) + time * 0.06 * near).rem_euclid(WIDTH_PX + 40.0) - 20.0 + sway;
        let y = wrapped(chance(5) * HEIGHT_PX * 1.2 + (time * snow.fall_px_per_tick + moment.scroll_px * fall) * near);
        let half = snow.size_px * near * 0.5;
        let flip = math::cos_deg(time * (2.0 + 4.0 * chance(6)) + chance(7) * 360.0);
        let (sin, cos) = math::sin_cos_deg(time * (chance(8) - 0.5) * 3.0 + chance(9) * 360.0);
        // Edge on it is thin; its sides catch the light in turn.
        let (wide, high) = (half, half * flip.abs().max(0.15));
        let light = 0.72 + 0.28 * flip;
        let byte = |c: f32| (c * 255.0 * light) as u8;
        let rgba = [byte(r), byte(g), byte(b), (a * moment.alpha * (0.4 + 0.6 * near) * 255.0) as u8];
        let corner = |dx: f32, dy: f32| Vertex { x: x + dx * wide * cos - dy * high * sin, y: y + dx * wide * sin + dy * high * cos, rgba };
        let [a, b, c, d] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        out.extend([a, b, c, a, c, d]);
    }
}

/// Lanterns let go into the sky; the far ones are smaller, dimmer and slower.
pub fn lanterns(lanterns: &Lanterns, fall: f32, moment: &Moment, out: &mut Vec<Vertex>) {
    let time = moment.time_ticks;
    for i in 0..lanterns.count {
        let chance = |n: i32| noise::at(i as i32, n, lanterns.seed);
        let near = 0.35 + 0.65 * (i as f32 + chance(0)) / lanterns.count as f32;
        let sway = math::sin_deg(time * (0.3 + 0.3 * chance(1)) + chance(2) * 360.0) * 9.0 * near;
        let x = chance(3) * (WIDTH_PX + 20.0) - 10.0 + sway;
        let y = wrapped(chance(4) * HEIGHT_PX * 1.3 + (moment.scroll_px * fall - time * lanterns.rise_px_per_tick) * near);
        let flicker = 0.86 + 0.14 * math::sin_deg(time * (3.0 + 2.0 * chance(5)) + chance(6) * 360.0);
        hanging(Vec2::new(x, y), lanterns.size_px * 0.5 * near, &lanterns.color, moment.alpha * near * flicker, out);
    }
}

/// Every second of twice `count` sectors, fading outwards.
pub fn rays(rays: &Rays, turn_deg: f32, moment: &Moment, out: &mut Vec<Vertex>) {
    let [r, g, b, a] = rgba_of(&rays.color).map(|c| (c * 255.0) as u8);
    let inner = [r, g, b, (f32::from(a) * moment.alpha) as u8];
    let at = Vec2::new(rays.at.0, rays.at.1);
    let step = 180.0 / rays.count as f32;
    for i in 0..rays.count {
        let from = turn_deg + step * 2.0 * i as f32;
        let (p, q) = (at + math::unit(from) * 620.0, at + math::unit(from + step) * 620.0);
        let vertex = |p: Vec2, rgba: [u8; 4]| Vertex { x: p.x, y: p.y, rgba };
        out.extend([vertex(at, inner), vertex(p, [r, g, b, 0]), vertex(q, [r, g, b, 0])]);
    }
}

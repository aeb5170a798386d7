//! Warnings on the ground: a dashed outline like a crease, with a second one that closes in on it until the time is over.
//!
//! Units: px, ticks. A crease pattern's dashes warn without looking like something that hits. Must not know: the window.

use super::Vertex;
use super::strip::stroke;
use crate::sim::mark::{Mark, MarkShape};
use crate::sim::math;
use glam::Vec2;

/// Ticks in which a mark appears, and in which it goes.
const FADE_TICKS: f32 = 10.0;
/// Dashes and the gaps between them, px.
const DASH_PX: (f32, f32) = (7.0, 5.0);
/// How fast the dashes of a line run, px a tick.
const RUN_PX_PER_TICK: f32 = 0.9;
/// How far the closing outline begins outside, as a share.
const CLOSING: f32 = 0.5;

/// Appends the triangles of a mark. `rgb` is its colour, `time_ticks` the present, parts of a tick included.
pub fn draw(mark: &Mark, rgb: [u8; 3], time_ticks: f32, mesh: &mut Vec<Vertex>) {
    let age = time_ticks - mark.born_tick as f32;
    let left = mark.ticks as f32 - age;
    let seen = (age / FADE_TICKS).min(left / FADE_TICKS).clamp(0.0, 1.0);
    let closing = (left / mark.ticks as f32).clamp(0.0, 1.0);
    let alpha = |share: f32| [rgb[0], rgb[1], rgb[2], (share * seen * 255.0) as u8];
    match mark.shape {
        MarkShape::Circle { radius_px } => {
            fan(mesh, mark.at, radius_px, alpha(0.13));
            dashed_circle(mesh, mark.at, radius_px, age * 0.25, 1.6, alpha(0.95));
            ring(mesh, mark.at, radius_px * (1.0 + CLOSING * closing * closing), 1.0, alpha(0.7 * (1.0 - closing)));
        }
        MarkShape::Lane { angle_deg, length_px, width_px } => {
            let (along, half_px) = (math::unit(angle_deg), width_px * 0.5);
            let end = mark.at + along * length_px;
            stroke(mesh, mark.at, end, width_px, alpha(0.13));
            for side in [-half_px, half_px] {
                let shift = along.perp() * side;
                dashes(mesh, (mark.at + shift, end + shift), age * RUN_PX_PER_TICK, 1.6, alpha(0.95));
            }
            for side in [-1.0, 1.0] {
                let shift = along.perp() * side * half_px * (1.0 + CLOSING * closing * closing);
                stroke(mesh, mark.at + shift, end + shift, 1.0, alpha(0.7 * (1.0 - closing)));
            }
        }
    }
}

fn dashes(mesh: &mut Vec<Vertex>, (from, to): (Vec2, Vec2), run_px: f32, thick_px: f32, rgba: [u8; 4]) {
    let (length_px, along) = ((to - from).length(), (to - from).normalize_or_zero());
    let period_px = DASH_PX.0 + DASH_PX.1;
    let mut start_px = run_px.rem_euclid(period_px) - period_px;
    while start_px < length_px {
        let (first_px, last_px) = (start_px.max(0.0), (start_px + DASH_PX.0).min(length_px));
        if last_px > first_px {
            stroke(mesh, from + along * first_px, from + along * last_px, thick_px, rgba);
        }
        start_px += period_px;
    }
}

fn dashed_circle(mesh: &mut Vec<Vertex>, at: Vec2, radius_px: f32, turn_deg: f32, thick_px: f32, rgba: [u8; 4]) {
    let count = (radius_px * std::f32::consts::TAU / (DASH_PX.0 + DASH_PX.1)).round().max(6.0);
    let (step_deg, share) = (360.0 / count, DASH_PX.0 / (DASH_PX.0 + DASH_PX.1));
    for dash in 0..count as u32 {
        let start_deg = turn_deg + dash as f32 * step_deg;
        let corner = |deg: f32| at + math::unit(deg) * radius_px;
        stroke(mesh, corner(start_deg), corner(start_deg + step_deg * share), thick_px, rgba);
    }
}

fn ring(mesh: &mut Vec<Vertex>, at: Vec2, radius_px: f32, thick_px: f32, rgba: [u8; 4]) {
    around(radius_px, |before, now| {
        let half_px = thick_px * 0.5;
        let (inner, outer) = (radius_px - half_px, radius_px + half_px);
        quad(mesh, [at + before * inner, at + before * outer, at + now * outer, at + now * inner], rgba);
    });
}

fn fan(mesh: &mut Vec<Vertex>, at: Vec2, radius_px: f32, rgba: [u8; 4]) {
    around(radius_px, |before, now| mesh.extend([at, at + before * radius_px, at + now * radius_px].map(|at| vertex(at, rgba))));
}

/// The directions around a circle, pair by pair, as many as it needs to look round.
fn around(radius_px: f32, mut piece: impl FnMut(Vec2, Vec2)) {
    let count = (radius_px.sqrt() * 7.0).clamp(12.0, 96.0) as u32;
    let step_deg = 360.0 / count as f32;
    (0..count).for_each(|index| piece(math::unit(index as f32 * step_deg), math::unit((index + 1) as f32 * step_deg)));
}

fn quad(mesh: &mut Vec<Vertex>, [a, b, c, d]: [Vec2; 4], rgba: [u8; 4]) {
    mesh.extend([a, b, c, a, c, d].map(|at| vertex(at, rgba)));
}

fn vertex(at: Vec2, rgba: [u8; 4]) -> Vertex {
    Vertex { x: at.x, y: at.y, rgba }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::color::Color;

    fn mesh(shape: MarkShape, time_ticks: f32) -> Vec<Vertex> {
        let mark = Mark { at: Vec2::new(100.0, 100.0), shape, color: Color::Sky, ticks: 60, born_tick: 10 };
        let mut mesh = Vec::new();
        draw(&mark, [10, 20, 30], time_ticks, &mut mesh);
        assert!(mesh.len().is_multiple_of(3));
        mesh
    }

    #[test]
    fn a_circle_reaches_its_edge_and_fades_at_both_ends() {
        let circle = |time| mesh(MarkShape::Circle { radius_px: 40.0 }, time);
        let reach = |mesh: &[Vertex]| {
            let solid = mesh.iter().filter(|vertex| vertex.rgba[3] > 200);
            solid.map(|vertex| Vec2::new(vertex.x, vertex.y).distance(Vec2::new(100.0, 100.0))).fold(0.0, f32::max)
        };
        assert!((reach(&circle(30.0)) - 40.0).abs() < 2.0, "{}", reach(&circle(30.0)));
        for end in [10.0, 70.0, 90.0] {
            assert!(circle(end).iter().all(|vertex| vertex.rgba[3] == 0), "{end}");
        }
    }

    #[test]
    fn a_line_is_as_long_and_wide_as_it_says() {
        let line = mesh(MarkShape::Lane { angle_deg: 0.0, length_px: 200.0, width_px: 30.0 }, 40.0);
        let solid: Vec<_> = line.iter().filter(|vertex| vertex.rgba[3] > 200).collect();
        assert!(solid.iter().all(|vertex| (100.0..=300.0).contains(&vertex.x)));
        assert!(solid.iter().all(|vertex| ((vertex.y - 100.0).abs() - 15.0).abs() < 1.0));
        assert!(solid.iter().any(|vertex| vertex.x > 285.0) && solid.iter().any(|vertex| vertex.x < 115.0));
    }
}

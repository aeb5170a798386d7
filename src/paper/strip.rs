//! Lasers as strips of folded paper: a dark rim, a light edge, triangular folds with a light and a shade side, a white core.
//!
//! Units: px, ticks. Everything is drawn as it stands between two ticks. Invariant: nothing allocates once the lists have room. Must not know: the window.

use super::Vertex;
use crate::sim::field;
use crate::sim::laser::{BodyView, LaserView, TrailView};
use crate::sim::math;
use glam::Vec2;

/// The rim around the paper, px.
const RIM_PX: f32 = 1.5;
/// The light edge inside of it, px.
const EDGE_PX: f32 = 0.9;
/// Where the shadow falls, px.
const SHADOW: Vec2 = Vec2::new(1.6, 2.6);
const RIM: [u8; 3] = [0x14, 0x0A, 0x1C];
const WHITE: [u8; 3] = [255, 255, 255];
/// Where the light comes from.
const LIGHT: Vec2 = Vec2::new(-0.6, -0.8);
/// A fold is so long, compared with the width, and at least so long, px.
const FOLD: (f32, f32) = (1.5, 9.0);
/// Pieces of a curve are about so long, px.
const SMOOTH_PX: f32 = 4.0;
/// Dashes of a warning and the gaps between them at first, px.
const DASH_PX: (f32, f32) = (6.0, 6.0);
/// How fast dashes run, px a tick.
const DASH_PX_PER_TICK: f32 = 0.7;

/// A place of a strip's middle line, the direction to its right side, and half its width there, px.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: Vec2,
    side: Vec2,
    half_px: f32,
}

/// Draws lasers; keeps its memory.
#[derive(Default)]
pub struct Strips {
    spine: Vec<Place>,
    /// Of a trail, and which of its positions they are.
    points: Vec<(Vec2, usize)>,
}

impl Strips {
    /// With room for the longest laser.
    pub fn new() -> Self {
        Self { spine: Vec::with_capacity(1_024), points: Vec::with_capacity(128) }
    }

    /// Appends the triangles of a laser. `rgb` is its colour, `alpha` the part of a tick that has passed since the last one, 0 to 1.
    pub fn draw(&mut self, laser: &LaserView, rgb: [u8; 3], alpha: f32, mesh: &mut Vec<Vertex>) {
        let between = |pair: [f32; 2]| pair[0] + (pair[1] - pair[0]) * alpha;
        let (share, left) = (between(laser.share), between(laser.left));
        let paint = Paint { rgb, left };
        match laser.body {
            BodyView::Straight { at, angle_deg, length_px, warned } => {
                let (at, along) = (at[0].lerp(at[1], alpha), math::unit(between(angle_deg)));
                let beam = Beam { at, along, length_px };
                if share <= 0.0 {
                    beam.warn(laser.width_px * 0.5, warned, laser.age_ticks as f32 + alpha, paint, mesh);
                } else {
                    let half_px = laser.width_px * 0.5 * swell(share);
                    self.straight(&beam, half_px, paint, mesh);
                }
            }
            BodyView::Curved(trail) => {
                let head = trail.point_between(0, 1.0 - alpha);
                if share <= 0.0 {
                    bud(head, laser.width_px * 0.5, laser.ticks_to_open as f32 - alpha, paint, mesh);
                } else {
                    self.curved(&trail, laser.width_px * 0.5 * share, 1.0 - alpha, paint, mesh);
                }
            }
        }
    }

    fn straight(&mut self, beam: &Beam, half_px: f32, paint: Paint, mesh: &mut Vec<Vertex>) {
        self.lay(beam, half_px);
        paint.below(&self.spine, mesh);
        beam.fold(&mut self.spine, half_px);
        paint.folds(&self.spine, 1, mesh);
        self.lay(beam, half_px);
        paint.core(&self.spine, mesh);
    }

    /// The spine of a strip with two points.
    fn lay(&mut self, beam: &Beam, half_px: f32) {
        let tip_px = (half_px * 1.6).min(beam.length_px * 0.5);
        let side = beam.along.perp();
        self.spine.clear();
        for (way_px, share) in [(0.0, 0.3), (tip_px * 0.5, 0.85), (tip_px, 1.0), (beam.length_px - tip_px, 1.0), (beam.length_px, 0.0)] {
            self.spine.push(Place { at: beam.at + beam.along * way_px, side, half_px: half_px * share });
        }
    }

    /// The places of a trail that its course is drawn by: of a slow one not each.
    fn take(&mut self, trail: &TrailView, lag: f32) {
        let last = trail.count() - 1;
        let length_px: f32 = (0..last).map(|k| trail.point(k).distance(trail.point(k + 1))).sum();
        let stride = (SMOOTH_PX * last as f32 / length_px.max(1.0)).clamp(1.0, 6.0) as usize;
        self.points.clear();
        self.points.extend((0..last).step_by(stride).map(|k| (trail.point_between(k, lag), k)));
        self.points.push((trail.point_between(last, lag), last));
    }

    fn curved(&mut self, trail: &TrailView, half_px: f32, lag: f32, paint: Paint, mesh: &mut Vec<Vertex>) {
        self.take(trail, lag);
        let count = self.points.len();
        self.spine.clear();
        for k in 1..count {
            let point = |index: usize| self.points[index.min(count - 1)].0;
            let profile = |index: usize| trail.profile(self.points[index].1);
            let corners = [point(k.saturating_sub(2)), point(k - 1), point(k), point(k + 1)];
            let pieces = (corners[1].distance(corners[2]) / SMOOTH_PX).ceil().clamp(1.0, 8.0);
            for piece in 0..pieces as u32 + u32::from(k + 1 == count) {
                let part = piece as f32 / pieces;
                let share = profile(k - 1) * (1.0 - part) + profile(k) * part;
                self.spine.push(Place { at: smooth(corners, part), side: Vec2::ZERO, half_px: half_px * share });
            }
        }
        if self.spine.len() < 3 {
            return;
        }
        turn_sides(&mut self.spine);
        paint.below(&self.spine, mesh);
        let length_px: f32 = self.spine.windows(2).map(|pair| pair[0].at.distance(pair[1].at)).sum();
        let fold_px = (half_px * 2.0 * FOLD.0).max(FOLD.1);
        paint.folds(&self.spine, ((fold_px * self.spine.len() as f32 / length_px.max(1.0)) as usize).max(1), mesh);
        paint.core(&self.spine, mesh);
    }
}

/// Where a straight strip lies.
struct Beam {
    at: Vec2,
    along: Vec2,
    length_px: f32,
}

impl Beam {
    /// A thin line of dashes that close up as time passes, between the edges of what will be.
    fn warn(&self, half_px: f32, warned: f32, time_ticks: f32, paint: Paint, mesh: &mut Vec<Vertex>) {
        let (end, side) = (self.at + self.along * self.length_px, self.along.perp());
        let pale = mixed(paint.rgb, WHITE, 0.35);
        stroke(mesh, self.at, end, half_px * 2.0, paint.seen(paint.rgb, 0.06 + 0.12 * warned));
        for edge in [-half_px, half_px] {
            stroke(mesh, self.at + side * edge, end + side * edge, 0.7, paint.seen(pale, 0.1 + 0.3 * warned));
        }
        stroke(mesh, self.at, end, 2.6, paint.seen(RIM, 0.5));
        let gap_px = DASH_PX.1 * (1.0 - warned * warned);
        let period_px = DASH_PX.0 + gap_px;
        let rgba = paint.seen(mixed(paint.rgb, WHITE, 0.3 + 0.4 * warned), 0.95);
        let mut from_px = (time_ticks * DASH_PX_PER_TICK) % period_px - period_px;
        while from_px < self.length_px {
            let (from, to) = (from_px.max(0.0), (from_px + DASH_PX.0).min(self.length_px));
            if to > from && (is_seen(self.at + self.along * from) || is_seen(self.at + self.along * to)) {
                stroke(mesh, self.at + self.along * from, self.at + self.along * to, 1.2, rgba);
            }
            from_px += period_px;
        }
    }

    /// The spine of the folds, as far as they are seen.
    fn fold(&self, spine: &mut Vec<Place>, half_px: f32) {
        let step_px = (half_px * 2.0 * FOLD.0).max(FOLD.1);
        let (first, side) = (half_px * 1.6, self.along.perp());
        let count = ((self.length_px - first * 2.0) / step_px).max(0.0) as u32;
        spine.clear();
        for nth in 0..=count {
            let at = self.at + self.along * (first + step_px * nth as f32);
            if field::contains(at, half_px + step_px * 2.0) {
                spine.push(Place { at, side, half_px });
            } else if !spine.is_empty() {
                return;
            }
        }
    }
}

/// A laser's colour, and how much of it has not faded.
#[derive(Clone, Copy)]
struct Paint {
    rgb: [u8; 3],
    left: f32,
}

impl Paint {
    fn seen(&self, rgb: [u8; 3], alpha: f32) -> [u8; 4] {
        [rgb[0], rgb[1], rgb[2], (255.0 * alpha * self.left.clamp(0.0, 1.0)) as u8]
    }

    /// Shadow, rim, light edge, and the paper.
    fn below(&self, spine: &[Place], mesh: &mut Vec<Vertex>) {
        band(mesh, spine, SHADOW, |half| half + RIM_PX, self.seen([4, 4, 16], 0.28));
        band(mesh, spine, Vec2::ZERO, |half| half + RIM_PX.min(half), self.seen(RIM, 0.94));
        band(mesh, spine, Vec2::ZERO, |half| half, self.seen(mixed(self.rgb, WHITE, 0.5), 1.0));
        band(mesh, spine, Vec2::ZERO, |half| (half - EDGE_PX).max(half * 0.6), self.seen(shaded(self.rgb, 0.72), 1.0));
    }

    /// Triangles from edge to edge, each `stride` places long: those of one side lie towards the light, those of the other away from it.
    fn folds(&self, spine: &[Place], stride: usize, mesh: &mut Vec<Vertex>) {
        let corner = |index: usize, way: f32| {
            let place = &spine[index];
            place.at + place.side * (way * (place.half_px - EDGE_PX).max(place.half_px * 0.6))
        };
        let mut way = 1.0;
        for last in (stride * 2..spine.len()).step_by(stride) {
            let tilt = spine[last - stride].side.dot(LIGHT) * way;
            let lightness = 0.92 + 0.26 * tilt + 0.14 * way;
            let rgb = if lightness > 1.0 { mixed(self.rgb, WHITE, lightness - 1.0) } else { shaded(self.rgb, lightness) };
            triangle(mesh, [corner(last - stride * 2, way), corner(last - stride, -way), corner(last, way)], self.seen(rgb, 1.0));
            way = -way;
        }
    }

    /// The bright middle, which stays readable over any backdrop.
    fn core(&self, spine: &[Place], mesh: &mut Vec<Vertex>) {
        band(mesh, spine, Vec2::ZERO, |half| half * 0.46, self.seen(mixed(self.rgb, WHITE, 0.6), 1.0));
        band(mesh, spine, Vec2::ZERO, |half| half * 0.28, self.seen(WHITE, 1.0));
    }
}

/// A head that waits: a folded square that closes in on it.
fn bud(at: Vec2, half_px: f32, ticks_left: f32, paint: Paint, mesh: &mut Vec<Vertex>) {
    let reach_px = half_px + 2.0 + ticks_left.clamp(0.0, 20.0) * 0.5;
    let corners = |reach: f32| [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|way| at + way * reach);
    for (reach, rgba) in
        [(reach_px + RIM_PX, paint.seen(RIM, 0.6)), (reach_px, paint.seen(paint.rgb, 0.6)), (half_px, paint.seen(WHITE, 0.9))]
    {
        let [right, below, left, above] = corners(reach);
        triangle(mesh, [right, below, left], rgba);
        triangle(mesh, [right, left, above], rgba);
    }
}

/// Directions to the right of a line, from the places before and after each.
fn turn_sides(spine: &mut [Place]) {
    let last = spine.len() - 1;
    let mut side = Vec2::Y;
    for index in 0..spine.len() {
        let way = spine[(index + 1).min(last)].at - spine[index.saturating_sub(1)].at;
        // Where it stands still it is turned as before.
        side = way.try_normalize().map_or(side, |way| way.perp());
        spine[index].side = side;
    }
}

/// SOURCE: Catmull and Rom, "A class of local interpolating splines", 1974, with tension one half.
fn smooth([a, b, c, d]: [Vec2; 4], t: f32) -> Vec2 {
    let (square, cube) = (t * t, t * t * t);
    (b * 2.0 + (c - a) * t + (a * 2.0 - b * 5.0 + c * 4.0 - d) * square + (b * 3.0 - a - c * 3.0 + d) * cube) * 0.5
}

/// A width that opens with a small swing beyond its measure, as paper does that snaps open.
fn swell(share: f32) -> f32 {
    share + (share * (1.0 - share)) * 0.5
}

fn is_seen(at: Vec2) -> bool {
    field::contains(at, 12.0)
}

/// A strip along a spine; `width` makes of half the spine's width half its own.
fn band(mesh: &mut Vec<Vertex>, spine: &[Place], shift: Vec2, width: impl Fn(f32) -> f32, rgba: [u8; 4]) {
    for pair in spine.windows(2) {
        let [(a, b), (d, c)] = [0, 1].map(|index| {
            let (place, half) = (&pair[index], width(pair[index].half_px));
            (place.at + place.side * half + shift, place.at - place.side * half + shift)
        });
        triangle(mesh, [a, b, c], rgba);
        triangle(mesh, [a, c, d], rgba);
    }
}

pub(super) fn stroke(mesh: &mut Vec<Vertex>, from: Vec2, to: Vec2, width_px: f32, rgba: [u8; 4]) {
    let side = (to - from).perp().normalize_or_zero() * width_px * 0.5;
    triangle(mesh, [from + side, to + side, to - side], rgba);
    triangle(mesh, [from + side, to - side, from - side], rgba);
}

fn triangle(mesh: &mut Vec<Vertex>, corners: [Vec2; 3], rgba: [u8; 4]) {
    mesh.extend(corners.map(|at| Vertex { x: at.x, y: at.y, rgba }));
}

fn mixed(a: [u8; 3], b: [u8; 3], part: f32) -> [u8; 3] {
    let part = part.clamp(0.0, 1.0);
    std::array::from_fn(|index| (f32::from(a[index]) + (f32::from(b[index]) - f32::from(a[index])) * part) as u8)
}

fn shaded(rgb: [u8; 3], by: f32) -> [u8; 3] {
    rgb.map(|channel| (f32::from(channel) * by).clamp(0.0, 255.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::birth::{Birth, PARAMS_MAX};
    use crate::sim::bullet::color::Color;
    use crate::sim::bullet::look::LookId;
    use crate::sim::bullet::{Env, Mode};
    use crate::sim::laser::{Form, LaserBirth, Lasers, Owner};

    fn lasers(form: Form, ticks: u32) -> Lasers {
        let head = Birth {
            kind: 0,
            params: [0.0; PARAMS_MAX],
            at: Vec2::new(40.0, 200.0),
            angle_deg: 0.0,
            speed_px_per_tick: 4.0,
            look: LookId(0),
            color: Color::Sky,
            hit_radius_px: 0.0,
            graze_radius_px: 0.0,
            lifetime_ticks: 0,
            delay_ticks: 0,
        };
        let mut lasers = Lasers::new(Mode::Pooled);
        lasers.spawn(&LaserBirth { head, offset: Vec2::ZERO, owner: Owner::None, width_px: 16.0, hit_width_px: 10.0, form }, 0);
        (0..ticks).for_each(|tick| lasers.step(&Env { target: Vec2::ZERO, tick }, |_| None));
        lasers
    }

    /// Left, right, top and bottom of what is drawn, without the shadow.
    fn extent(lasers: &Lasers, alpha: f32) -> [f32; 4] {
        let (mut strips, mut mesh) = (Strips::new(), Vec::new());
        lasers.views().for_each(|view| strips.draw(&view, [56, 199, 255], alpha, &mut mesh));
        assert!(mesh.len().is_multiple_of(3) && mesh.iter().all(|vertex| vertex.x.is_finite() && vertex.y.is_finite()));
        let solid = mesh.iter().filter(|vertex| vertex.rgba[3] > 200);
        solid.fold([f32::INFINITY, f32::NEG_INFINITY, f32::INFINITY, f32::NEG_INFINITY], |[left, right, top, bottom], vertex| {
            [left.min(vertex.x), right.max(vertex.x), top.min(vertex.y), bottom.max(vertex.y)]
        })
    }

    const STRAIGHT: Form =
        Form::Straight { length_px: 300.0, turn_deg: 0.0, warn_ticks: 20, open_ticks: 0, hold_ticks: 50, close_ticks: 9, follows: false };

    #[test]
    fn a_warning_is_a_thin_line_and_an_open_laser_is_as_wide_as_it_says() {
        let [left, right, top, bottom] = extent(&lasers(STRAIGHT, 10), 0.5);
        assert!(left >= 40.0 && right <= 340.0 && top > 199.0 && bottom < 201.0, "{left} {right} {top} {bottom}");
        let [left, right, top, bottom] = extent(&lasers(STRAIGHT, 30), 0.5);
        assert_eq!([left, right], [40.0, 340.0]);
        assert!((top - (192.0 - RIM_PX)).abs() < 1e-3 && (bottom - (208.0 + RIM_PX)).abs() < 1e-3, "{top} {bottom}");
    }

    #[test]
    fn sixteen_straight_ones_and_twenty_ribbons_are_few_enough_for_one_draw_call() {
        const STREAM_VERTICES: usize = 49_152;
        let vertices = |lasers: &Lasers| {
            let mut mesh = Vec::new();
            lasers.views().for_each(|view| Strips::new().draw(&view, [56, 199, 255], 0.5, &mut mesh));
            mesh.len()
        };
        let (straight, ribbon) = (vertices(&lasers(STRAIGHT, 30)), vertices(&lasers(Form::Curved { trail_count: 60 }, 70)));
        assert!(straight > 100 && ribbon > 500 && straight * 16 + ribbon * 20 < STREAM_VERTICES, "{straight} and {ribbon}");
    }

    #[test]
    fn a_ribbon_lies_between_its_last_two_ticks() {
        let ribbon = lasers(Form::Curved { trail_count: 30 }, 50);
        // The head has made 50 steps of 4 px: at 240, and at 236 a tick ago.
        let right = [0.0, 0.5, 1.0].map(|alpha| extent(&ribbon, alpha)[1]);
        assert!(right.iter().zip([236.0, 238.0, 240.0]).all(|(is, should)| (is - should).abs() < 0.2), "{right:?}");
        let [_, _, top, bottom] = extent(&ribbon, 1.0);
        assert!((191.0 - RIM_PX..=193.0).contains(&top) && (207.0..=209.0 + RIM_PX).contains(&bottom), "{top} {bottom}");
    }
}

//! From a pose to triangles: the outline below everything, then part by part its shadow, facets and creases.
//!
//! Invariant: allocates nothing once `out` has room; every vertex is finite when the pose is.

use super::pose::Points;
use super::{CORNER_COUNT_MAX, Facet, Figure, POINT_COUNT_MAX, Part, Pose};
use crate::paper::Vertex;
use crate::sim::math;
use glam::{Vec2, Vec3};

/// Towards the one light: upper left, in front of the page.
const LIGHT: Vec3 = Vec3::new(-0.46, -0.60, 0.654);
/// What a sheet that lies flat receives.
const FLAT: f32 = 0.654;
/// A crease is a hairline this wide, figure units.
const CREASE_PX: f32 = 0.42;
const CREASE_ALPHA: f32 = 0.30;
const BORDER_ALPHA: f32 = 0.55;
const LIFT_ALPHA: f32 = 0.30;

impl Figure {
    /// Appends the figure.
    pub fn mesh(&self, pose: &Pose, out: &mut Vec<Vertex>) {
        let mut points = [Vec3::ZERO; POINT_COUNT_MAX];
        self.posed(pose, &mut points);
        let alpha = pose.alpha * torn_alpha(pose.tear);
        if alpha <= 0.0 {
            return;
        }
        let outline = rgba(mix(self.outline, [255; 3], pose.flash * 0.25), alpha);
        if pose.tear > 0.0 {
            for (i, facet) in self.facets.iter().enumerate().filter(|(_, f)| f.creased) {
                grown_fan(self.corners(facet, i, pose, &points).points(), self.outline_px * pose.scale * pose.line, outline, out);
            }
        } else {
            for crease in self.creases.iter().filter(|c| c.border) {
                let (a, b) = (points[usize::from(crease.a)].truncate(), points[usize::from(crease.b)].truncate());
                stroke(a, b, self.outline_px * pose.scale * pose.line, outline, out);
            }
        }
        for part in &self.parts {
            self.part(part, pose, &points, alpha, out);
        }
    }

    /// Appends a dark copy, to be drawn below the figure: `offset` is where the shadow falls, px.
    pub fn shadow_mesh(&self, pose: &Pose, offset: Vec2, shadow: [u8; 4], out: &mut Vec<Vertex>) {
        let mut points = [Vec3::ZERO; POINT_COUNT_MAX];
        self.posed(pose, &mut points);
        let alpha = pose.alpha * torn_alpha(pose.tear) * f32::from(shadow[3]) / 255.0;
        let color = rgba([shadow[0], shadow[1], shadow[2]], alpha);
        for (i, facet) in self.facets.iter().enumerate().filter(|(_, f)| f.creased) {
            let mut corners = self.corners(facet, i, pose, &points);
            corners.shift(offset);
            fan(corners.points(), color, out);
        }
    }

    fn part(&self, part: &Part, pose: &Pose, points: &Points, alpha: f32, out: &mut Vec<Vertex>) {
        if part.lift_px > 0.0 {
            let shadow = rgba([8, 6, 20], alpha * LIFT_ALPHA * pose.fold.clamp(0.0, 1.0));
            for i in part.facets.clone().filter(|&i| self.facets[i].creased) {
                let mut corners = self.corners(&self.facets[i], i, pose, points);
                corners.shift(Vec2::new(0.6, 0.8) * part.lift_px * pose.scale);
                fan(corners.points(), shadow, out);
            }
        }
        for i in part.facets.clone() {
            let facet = &self.facets[i];
            let corners = self.corners(facet, i, pose, points);
            fan(corners.points(), rgba(self.shaded(facet, &corners, pose), alpha), out);
        }
        if pose.tear <= 0.0 {
            self.lines(part, pose, points, alpha, out);
        }
    }

    fn lines(&self, part: &Part, pose: &Pose, points: &Points, alpha: f32, out: &mut Vec<Vertex>) {
        let half = CREASE_PX * 0.5 * pose.scale * pose.line;
        for crease in &self.creases[part.creases.clone()] {
            let (a, b) = (points[usize::from(crease.a)].truncate(), points[usize::from(crease.b)].truncate());
            let strength = if crease.border { BORDER_ALPHA } else { CREASE_ALPHA };
            line(a, b, half, rgba(self.outline, alpha * strength * (1.0 - pose.flash)), out);
        }
    }

    fn shaded(&self, facet: &Facet, corners: &Corners, pose: &Pose) -> [u8; 3] {
        let normal = corners.normal();
        let own = if normal.z < 0.0 { self.back } else { facet.rgb };
        let color = mix(self.sheet, own, pose.fold.clamp(0.0, 1.0));
        let normal = if normal.z < 0.0 { -normal } else { normal };
        let light = normal.dot(LIGHT) - FLAT + facet.shade * 0.5;
        mix(lit(color, light), [255; 3], pose.flash)
    }

    /// The corners of facet `i` in the pose, blown away from the middle while the figure tears.
    fn corners(&self, facet: &Facet, i: usize, pose: &Pose, points: &Points) -> Corners {
        let mut corners = Corners { at: [Vec3::ZERO; CORNER_COUNT_MAX], count: facet.corners().len() };
        for (to, &from) in corners.at.iter_mut().zip(facet.corners()) {
            *to = points[usize::from(from)];
        }
        if pose.tear > 0.0 {
            corners.blow(i, pose, self.radius);
        }
        corners
    }
}

/// Torn pieces are whole at first and gone at the end.
fn torn_alpha(tear: f32) -> f32 {
    ((1.0 - tear) * 2.5).clamp(0.0, 1.0)
}

struct Corners {
    at: [Vec3; CORNER_COUNT_MAX],
    count: usize,
}

impl Corners {
    fn points(&self) -> &[Vec3] {
        &self.at[..self.count]
    }

    fn shift(&mut self, by: Vec2) {
        self.at[..self.count].iter_mut().for_each(|p| *p += by.extend(0.0));
    }

    /// Newell's formula: right for corners that are not quite in one plane.
    fn normal(&self) -> Vec3 {
        let points = self.points();
        let mut sum = Vec3::ZERO;
        for (i, &a) in points.iter().enumerate() {
            sum += a.cross(points[(i + 1) % points.len()]);
        }
        sum.try_normalize().unwrap_or(Vec3::Z)
    }

    /// One piece of the torn figure: outwards, tumbling, falling.
    fn blow(&mut self, i: usize, pose: &Pose, radius: f32) {
        let tear = pose.tear.min(1.0);
        let chance = chance(i as u32);
        let center = self.points().iter().copied().sum::<Vec3>() / self.count.max(1) as f32;
        let outward = (center.truncate() - pose.at).normalize_or_zero();
        let eased = 1.0 - (1.0 - tear) * (1.0 - tear);
        let reach = radius * pose.scale;
        let drift = outward * eased * reach * (0.5 + chance) + Vec2::new(0.0, tear * tear * reach * (0.8 + chance));
        let (sin, cos) = math::sin_cos_deg((chance - 0.5) * 900.0 * eased);
        let (flip_sin, flip_cos) = math::sin_cos_deg((0.3 + chance) * 260.0 * eased);
        for p in &mut self.at[..self.count] {
            let d = *p - center;
            let d = Vec3::new(d.x, d.y * flip_cos - d.z * flip_sin, d.y * flip_sin + d.z * flip_cos) * (1.0 - 0.35 * tear);
            *p = center + Vec3::new(d.x * cos - d.y * sin, d.x * sin + d.y * cos, d.z) + drift.extend(0.0);
        }
    }
}

/// A number from 0 to 1 that looks random and is the same every time.
fn chance(seed: u32) -> f32 {
    let mixed = (seed.wrapping_add(1)).wrapping_mul(0x9E37_79B9);
    ((mixed ^ (mixed >> 15)).wrapping_mul(0x85EB_CA6B) >> 8) as f32 / 16_777_216.0
}

fn fan(points: &[Vec3], color: [u8; 4], out: &mut Vec<Vertex>) {
    for i in 1..points.len().saturating_sub(1) {
        out.extend([points[0], points[i], points[i + 1]].map(|p| Vertex { x: p.x, y: p.y, rgba: color }));
    }
}

/// A line `half` px thick to each side, with blunt round ends.
fn stroke(a: Vec2, b: Vec2, half: f32, color: [u8; 4], out: &mut Vec<Vertex>) {
    let along = (b - a).try_normalize().unwrap_or(Vec2::X) * half;
    let side = Vec2::new(-along.y, along.x);
    let (far, near) = (along * 0.86 + side * 0.5, along * 0.86 - side * 0.5);
    let ring = [a + side, a - near, a - far, a - side, b - side, b + near, b + far, b + side];
    fan(&ring.map(|p| p.extend(0.0)), color, out);
}

/// The same polygon, `by` px larger on every side; sharp corners are blunted.
fn grown_fan(points: &[Vec3], by: f32, color: [u8; 4], out: &mut Vec<Vertex>) {
    let count = points.len();
    let flat = |i: usize| points[i % count].truncate();
    let area: f32 = (0..count).map(|i| flat(i).perp_dot(flat(i + 1))).sum();
    let outward = if area < 0.0 { -1.0 } else { 1.0 };
    let mut grown = [Vec3::ZERO; CORNER_COUNT_MAX];
    for (i, to) in grown[..count].iter_mut().enumerate() {
        let (before, here, after) = (flat(i + count - 1), flat(i), flat(i + 1));
        let (a, b) = ((here - before).normalize_or_zero(), (after - here).normalize_or_zero());
        let (a, b) = (Vec2::new(a.y, -a.x) * outward, Vec2::new(b.y, -b.x) * outward);
        let bisector = (a + b).try_normalize().unwrap_or(a);
        let mitre = (1.0 / bisector.dot(a).max(0.3)).min(1.5);
        *to = (here + bisector * by * mitre).extend(0.0);
    }
    fan(&grown[..count], color, out);
}

fn line(a: Vec2, b: Vec2, half: f32, color: [u8; 4], out: &mut Vec<Vertex>) {
    let along = (b - a).normalize_or_zero() * half;
    let side = Vec2::new(-along.y, along.x);
    let [p, q, r, s] = [a + side, b + side, b - side, a - side].map(|p| Vertex { x: p.x, y: p.y, rgba: color });
    out.extend([p, q, r, p, r, s]);
}

/// A colour in more (positive) or less light than lying flat: warm and pale, or cool and dark.
fn lit(rgb: [u8; 3], light: f32) -> [u8; 3] {
    if light >= 0.0 {
        return mix(rgb, [255, 250, 236], (light * 0.9).min(0.6));
    }
    let dark = (-light * 0.80).min(0.78);
    let keep = [1.0 - dark * 0.98, 1.0 - dark, 1.0 - dark * 0.84];
    std::array::from_fn(|i| (f32::from(rgb[i]) * keep[i]) as u8)
}

fn mix(from: [u8; 3], to: [u8; 3], share: f32) -> [u8; 3] {
    let share = share.clamp(0.0, 1.0);
    std::array::from_fn(|i| (f32::from(from[i]) + (f32::from(to[i]) - f32::from(from[i])) * share + 0.5) as u8)
}

fn rgba(rgb: [u8; 3], alpha: f32) -> [u8; 4] {
    [rgb[0], rgb[1], rgb[2], (alpha.clamp(0.0, 1.0) * 255.0 + 0.5) as u8]
}

#[cfg(test)]
mod tests {
    use crate::paper::Vertex;
    use crate::paper::figure::{Clip, Figure, FigureFormat, Pose, build};

    fn figure(text: &str) -> Figure {
        let format: FigureFormat = ron::from_str(text).expect("a figure");
        assert_eq!(format.check(), []);
        build(&format)
    }

    fn roof(pose: &Pose) -> [u32; 2] {
        let figure = figure(
            r##"(colors: {"a": "#808080"}, sheet: "a", back: "a", outline_px: 0, points: {"n": (0, -9, 4), "s": (0, 9, 4), "w": (-9, 0, 0), "e": (9, 0, 0)},
            parts: [(facets: [(fill: "a", at: "n s w", creased: false), (fill: "a", at: "n s e", creased: false)])])"##,
        );
        let mut out = Vec::new();
        figure.mesh(pose, &mut out);
        assert_eq!(out.len(), 6);
        [0, 3].map(|i| out[i].rgba[..3].iter().map(|&c| u32::from(c)).sum())
    }

    #[test]
    fn the_light_stays_upper_left_while_the_figure_turns() {
        let [west, east] = roof(&Pose::default());
        assert!(west > 3 * 0x80 && east < 3 * 0x80, "{west} {east}");
        let [west, east] = roof(&Pose { angle_deg: 180.0, ..Pose::default() });
        assert!(west < east, "turned round, the other side is lit: {west} {east}");
        assert_eq!(roof(&Pose { flash: 1.0, ..Pose::default() }), [765, 765]);
    }

    #[test]
    fn every_shipped_figure_is_sound_in_every_pose_and_meshes_into_the_room_it_has() {
        let folder = include_dir::include_dir!("$CARGO_MANIFEST_DIR/assets/figures");
        let mut count = 0;
        for file in folder.files() {
            let figure = figure(file.contents_utf8().expect("text"));
            let mut out: Vec<Vertex> = Vec::with_capacity(8192);
            let still = [Clip::NONE; 3];
            let mut poses: Vec<Pose> = (0..=20).map(|i| Pose { fold: i as f32 / 20.0, clips: still, ..Pose::default() }).collect();
            poses.extend((1..20).map(|i| Pose { tear: i as f32 / 20.0, angle_deg: 30.0, ..Pose::default() }));
            for (index, _) in figure.animation_names().enumerate() {
                let clip = |time: f32| [Clip::new(Some(index as u8), time), Clip::NONE, Clip::NONE];
                poses.extend((-3..40).map(|i| Pose { clips: clip(i as f32 * 4.3), scale: 0.5, ..Pose::default() }));
            }
            for pose in poses {
                out.clear();
                figure.mesh(&pose, &mut out);
                assert!(out.len() >= 6 && out.len().is_multiple_of(3) && out.capacity() == 8192);
                let reach = figure.radius() * 4.5 + 8.0;
                assert!(out.iter().all(|v| v.x.abs() < reach && v.y.abs() < reach), "{:?} {pose:?}", file.path());
            }
            count += 1;
        }
        assert!(count >= 10);
    }

    #[test]
    fn torn_to_the_end_nothing_is_left() {
        let figure = figure(include_str!("../../../assets/figures/crane.ron"));
        let mut out = Vec::new();
        figure.mesh(&Pose { tear: 1.0, ..Pose::default() }, &mut out);
        assert!(out.is_empty());
    }
}

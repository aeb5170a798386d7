//! From the format to the figure: twins made, names turned into indices, creases found, the flat sheet laid out.
//!
//! Invariant: `build` is only given a format whose `check` found nothing; names that are missing all the same are passed over.

use super::format::{AnimationFormat, Bend, FigureFormat};
use super::{Animation, Crease, Facet, Figure, Hinge, Joint, POINT_COUNT_MAX, Part, Track};
use crate::paper::hex;
use glam::{Vec2, Vec3};
use std::collections::BTreeMap;

/// The name of the mirrored twin; `None` when `name` has none.
pub fn twin(name: &str) -> Option<String> {
    name.strip_suffix("_r").map(|stem| format!("{stem}_l"))
}

/// Whether a list of names names anything with a twin.
pub fn has_twin(names: &str) -> bool {
    names.split_whitespace().any(|name| name.ends_with("_r"))
}

fn mirror_names(names: &str) -> String {
    names.split_whitespace().map(|name| twin(name).unwrap_or_else(|| name.to_owned())).collect::<Vec<_>>().join(" ")
}

/// All points, twins among them, in the order of their names.
pub fn points(format: &FigureFormat) -> BTreeMap<String, Vec3> {
    let mut all = BTreeMap::new();
    for (name, &(x, y, z)) in &format.points {
        if let Some(twin) = twin(name) {
            all.insert(twin, Vec3::new(-x, y, z) * format.scale);
        }
        all.insert(name.clone(), Vec3::new(x, y, z) * format.scale);
    }
    all
}

/// Makes the figure. `format` has passed its check.
pub fn build(format: &FigureFormat) -> Figure {
    let named = points(format);
    let index: BTreeMap<&str, u8> = named.keys().enumerate().take(POINT_COUNT_MAX).map(|(i, name)| (name.as_str(), i as u8)).collect();
    let mut figure = Figure {
        rest: named.values().copied().take(POINT_COUNT_MAX).collect(),
        sheet_at: Vec::new(),
        order: Vec::new(),
        parts: Vec::new(),
        facets: Vec::new(),
        creases: Vec::new(),
        hinges: hinges(format, &index),
        animations: Vec::new(),
        sheet: rgb(format, &format.sheet),
        back: rgb(format, &format.back),
        outline: hex::parse(&format.outline).map_or([0; 3], |[r, g, b, _]| [r, g, b]),
        outline_px: format.outline_px,
        radius: 0.0,
    };
    parts(format, &index, &mut figure);
    figure.animations = format.animations.iter().map(|(name, a)| animation(name, a, &figure.hinges)).collect();
    lay_out_sheet(&mut figure);
    figure
}

fn rgb(format: &FigureFormat, name: &str) -> [u8; 3] {
    format.colors.get(name).and_then(|text| hex::parse(text)).map_or([255; 3], |[r, g, b, _]| [r, g, b])
}

fn indices(names: &str, index: &BTreeMap<&str, u8>) -> Vec<u8> {
    names.split_whitespace().filter_map(|name| index.get(name).copied()).collect()
}

fn parts(format: &FigureFormat, index: &BTreeMap<&str, u8>, figure: &mut Figure) {
    for part in &format.parts {
        let (first_facet, first_crease) = (figure.facets.len(), figure.creases.len());
        for facet in &part.facets {
            let mut corners = vec![indices(&facet.at, index)];
            if has_twin(&facet.at) {
                corners.push(indices(&mirror_names(&facet.at), index));
            }
            for corners in corners {
                let rgb = rgb(format, &facet.fill);
                figure.facets.push(Facet::new(&corners, face_up(&corners, &figure.rest), rgb, facet.shade, facet.creased));
            }
        }
        find_creases(&figure.facets[first_facet..], &mut figure.creases);
        figure.parts.push(Part {
            lift_px: part.lift_px,
            facets: first_facet..figure.facets.len(),
            creases: first_crease..figure.creases.len(),
        });
    }
}

/// Whether the corners turn so that the right side of the paper is up while the figure is at rest.
fn face_up(corners: &[u8], rest: &[Vec3]) -> bool {
    let at = |i: usize| rest[usize::from(corners[i % corners.len()])].truncate();
    (0..corners.len()).map(|i| at(i).perp_dot(at(i + 1))).sum::<f32>() >= 0.0
}

/// Each edge once: between two facets it is a crease, otherwise a border of the part.
fn find_creases(facets: &[Facet], out: &mut Vec<Crease>) {
    let mut edges: BTreeMap<(u8, u8), u8> = BTreeMap::new();
    for facet in facets.iter().filter(|f| f.creased) {
        let corners = facet.corners();
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            *edges.entry((a.min(b), a.max(b))).or_default() += 1;
        }
    }
    out.extend(edges.into_iter().map(|((a, b), uses)| Crease { a, b, border: uses == 1 }));
}

fn hinges(format: &FigureFormat, index: &BTreeMap<&str, u8>) -> Vec<Hinge> {
    let mut all = Vec::new();
    for hinge in &format.hinges {
        let point = |name: &str| index.get(name).copied().unwrap_or_default();
        let moved = |names: &str| if names.trim() == "*" { index.values().copied().collect() } else { indices(names, index) };
        let mirror = |name: &str| twin(name).unwrap_or_else(|| name.to_owned());
        let joint = |mirrored: bool| {
            let at = |name: &str| if mirrored { point(&mirror(name)) } else { point(name) };
            match &hinge.bend {
                Bend::Fold(a, b) => Joint::Fold(at(a), at(b)),
                Bend::Swing(a) => Joint::Swing(at(a)),
                Bend::Grow(a) => Joint::Grow(at(a)),
                &Bend::Slide((x, y, z)) => Joint::Slide(Vec3::new(if mirrored { -x } else { x }, y, z) * format.scale),
            }
        };
        all.push(Hinge { name: hinge.name.clone(), joint: joint(false), moves: moved(&hinge.moves), sign: 1.0 });
        if let Some(name) = twin(&hinge.name) {
            let turns = matches!(hinge.bend, Bend::Fold(..) | Bend::Swing(_));
            let moves = moved(&mirror_names(&hinge.moves));
            all.push(Hinge { name, joint: joint(true), moves, sign: if turns { -1.0 } else { 1.0 } });
        }
    }
    all
}

fn animation(name: &str, format: &AnimationFormat, hinges: &[Hinge]) -> Animation {
    let mut tracks = Vec::new();
    for (target, keys) in &format.tracks {
        for (i, hinge) in hinges.iter().enumerate() {
            if drives(target, &hinge.name) {
                tracks.push(Track { hinge: i as u8, keys: keys.clone() });
            }
        }
    }
    Animation { name: name.to_owned(), length_ticks: format.ticks as f32, loops: format.loops, ease: format.ease, tracks }
}

/// Whether a track named `target` drives the hinge `name`: its own name, or the stem of a pair.
pub fn drives(target: &str, name: &str) -> bool {
    name == target || name.strip_suffix("_r").or_else(|| name.strip_suffix("_l")) == Some(target)
}

/// Places each point on a square sheet: the silhouette, seen from the centre, goes to the square's border.
fn lay_out_sheet(figure: &mut Figure) {
    let reach = |direction: Vec2| {
        let mut farthest = 0.0_f32;
        for facet in &figure.facets {
            let corners = facet.corners();
            for (i, &a) in corners.iter().enumerate() {
                let a = figure.rest[usize::from(a)].truncate();
                let b = figure.rest[usize::from(corners[(i + 1) % corners.len()])].truncate();
                farthest = farthest.max(ray_meets(direction, a, b));
            }
        }
        farthest
    };
    figure.radius = figure.rest.iter().map(|p| p.truncate().length()).fold(0.0, f32::max);
    let half_side = figure.radius * 0.62;
    for point in &figure.rest {
        let flat = point.truncate();
        let length = flat.length();
        if length < 1e-3 {
            figure.sheet_at.push(Vec3::ZERO);
            figure.order.push(0.0);
            continue;
        }
        let direction = flat / length;
        let share = (length / reach(direction).max(length)).min(1.0);
        let border = half_side / direction.x.abs().max(direction.y.abs());
        figure.sheet_at.push((direction * border * share).extend(0.0));
        figure.order.push(length / figure.radius);
    }
}

/// How far along `direction` from the origin the segment from `a` to `b` is met; 0 if not.
fn ray_meets(direction: Vec2, a: Vec2, b: Vec2) -> f32 {
    let edge = b - a;
    let cross = direction.perp_dot(edge);
    if cross.abs() < 1e-6 {
        let on_line = direction.perp_dot(a).abs() < 1e-3;
        return if on_line { a.dot(direction).max(b.dot(direction)).max(0.0) } else { 0.0 };
    }
    let along = a.perp_dot(edge) / cross;
    let share = a.perp_dot(direction) / cross;
    if (-1e-4..=1.0001).contains(&share) { along.max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_r_has_a_mirrored_twin_everywhere() {
        let format: FigureFormat = ron::from_str(
            r##"(colors: {"a": "#102030"}, sheet: "a", back: "a", scale: 2, points: {"top": (0, -4, 1), "hand_r": (3, 0, 5), "foot": (0, 4, 0)},
            parts: [(facets: [(fill: "a", at: "top hand_r foot")])],
            hinges: [(name: "arm_r", bend: Fold("top", "foot"), moves: "hand_r")],
            animations: {"wave": (ticks: 10, tracks: {"arm": [(0, 5)]}), "one": (ticks: 10, tracks: {"arm_l": [(0, 5)]})})"##,
        )
        .expect("a figure");
        assert_eq!(format.check(), []);
        let figure = build(&format);
        let all = points(&format);
        assert_eq!((all["hand_l"], all["hand_r"]), (Vec3::new(-6.0, 0.0, 10.0), Vec3::new(6.0, 0.0, 10.0)));
        assert_eq!((figure.facets.len(), figure.hinges.len()), (2, 2));
        let driven = |name: &str| figure.animations.iter().find(|a| a.name == name).map_or(0, |a| a.tracks.len());
        assert_eq!((driven("wave"), driven("one")), (2, 1));
        assert_eq!(figure.hinges[0].sign, -figure.hinges[1].sign);
        assert_eq!(figure.creases.iter().filter(|c| c.border).count(), 4, "the spine is a crease, the rest is border");
    }

    #[test]
    fn the_flat_sheet_is_a_square_that_the_silhouette_reaches() {
        let format: FigureFormat = ron::from_str(include_str!("../../../assets/figures/crane.ron")).expect("the crane");
        let figure = build(&format);
        let half_side = figure.radius * 0.62;
        let reach = figure.sheet_at.iter().map(|p| p.x.abs().max(p.y.abs())).fold(0.0, f32::max);
        assert!((reach - half_side).abs() < 0.01, "{reach} {half_side}");
        assert!(figure.sheet_at.iter().all(|p| p.z == 0.0));
    }
}

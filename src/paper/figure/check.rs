//! What can be wrong with a figure file: names that mean nothing, numbers out of range, facets that are not convex.
//!
//! Invariant: a format without problems builds and meshes without loss.

use super::build::{drives, has_twin, points, twin};
use super::format::{Bend, FacetFormat, FigureFormat, HingeFormat};
use super::{CORNER_COUNT_MAX, FACET_COUNT_MAX, HINGE_COUNT_MAX, POINT_COUNT_MAX};
use crate::paper::hex;
use crate::sim::problem::{Key, Problem};
use glam::Vec3;
use std::collections::BTreeMap;

type Names = BTreeMap<String, Vec3>;

impl FigureFormat {
    /// Everything that is wrong, in the order of the fields.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let names = points(self);
        self.check_colors(&mut problems);
        self.check_points(&names, &mut problems);
        self.check_facets(&names, &mut problems);
        self.check_hinges(&names, &mut problems);
        self.check_animations(&mut problems);
        problems
    }

    fn check_colors(&self, problems: &mut Vec<Problem>) {
        let named = self.colors.iter().map(|(name, text)| (vec![Key::from("colors"), Key::from(name.as_str())], text));
        for (path, text) in named.chain([(vec![Key::from("outline")], &self.outline)]) {
            if hex::parse(text).is_none_or(|_| text.len() != 7) {
                problems.push(Problem::new(path, format!("`{text}` is not a colour"), "a colour like \"#BE3A2E\""));
            }
        }
        for (field, name) in [("sheet", &self.sheet), ("back", &self.back)] {
            self.check_color_name(vec![Key::from(field)], name, problems);
        }
        in_range(vec![Key::from("outline_px")], "outline_px", self.outline_px, 0.0, 6.0, problems);
        in_range(vec![Key::from("scale")], "scale", self.scale, 0.05, 20.0, problems);
    }

    fn check_color_name(&self, path: Vec<Key>, name: &str, problems: &mut Vec<Problem>) {
        if !self.colors.contains_key(name) {
            problems.push(Problem::unknown(path, "colour", name, self.colors.keys().map(String::as_str)));
        }
    }

    fn check_points(&self, names: &Names, problems: &mut Vec<Problem>) {
        for (name, &(x, y, z)) in &self.points {
            for (i, value) in [x, y, z].into_iter().enumerate() {
                let path = vec![Key::from("points"), Key::from(name.as_str()), Key::from(i)];
                in_range(path, ["x", "y", "z"][i], value, -200.0, 200.0, problems);
            }
            if twin(name).is_some_and(|twin| self.points.contains_key(&twin)) {
                let path = vec![Key::from("points"), Key::from(name.as_str())];
                problems.push(Problem::new(path, format!("the twin of `{name}` is there already"), "only one of a pair"));
            }
        }
        count(vec![Key::from("points")], "points", names.len(), POINT_COUNT_MAX, problems);
    }

    fn check_facets(&self, names: &Names, problems: &mut Vec<Problem>) {
        let mut total = 0;
        for (p, part) in self.parts.iter().enumerate() {
            let path = |rest: &[Key]| [vec![Key::from("parts"), Key::from(p)], rest.to_vec()].concat();
            in_range(path(&["lift_px".into()]), "lift_px", part.lift_px, 0.0, 10.0, problems);
            for (f, facet) in part.facets.iter().enumerate() {
                total += if has_twin(&facet.at) { 2 } else { 1 };
                let at = |field: &str| path(&["facets".into(), f.into(), field.into()]);
                self.check_color_name(at("fill"), &facet.fill, problems);
                in_range(at("shade"), "shade", facet.shade, -1.0, 1.0, problems);
                let before = problems.len();
                check_names(&at("at"), &facet.at, names, problems);
                if problems.len() == before {
                    check_corners(at("at"), facet, names, problems);
                }
            }
        }
        count(vec![Key::from("parts")], "facets", total, FACET_COUNT_MAX, problems);
    }

    fn check_hinges(&self, names: &Names, problems: &mut Vec<Problem>) {
        for (h, hinge) in self.hinges.iter().enumerate() {
            let path = |field: &str| vec![Key::from("hinges"), Key::from(h), Key::from(field)];
            if hinge.moves.trim() != "*" {
                check_names(&path("moves"), &hinge.moves, names, problems);
            }
            check_bend(path("bend"), hinge, names, problems);
        }
        count(vec![Key::from("hinges")], "hinges", self.hinge_names().len(), HINGE_COUNT_MAX, problems);
    }

    fn hinge_names(&self) -> Vec<String> {
        self.hinges.iter().flat_map(|h| [Some(h.name.clone()), twin(&h.name)].into_iter().flatten()).collect()
    }

    fn check_animations(&self, problems: &mut Vec<Problem>) {
        let hinges = self.hinge_names();
        for (name, animation) in &self.animations {
            let path = |rest: &[Key]| [vec![Key::from("animations"), Key::from(name.as_str())], rest.to_vec()].concat();
            in_range(path(&["ticks".into()]), "ticks", animation.ticks as f32, 1.0, 3600.0, problems);
            for (target, keys) in &animation.tracks {
                let path = |rest: &[Key]| [path(&["tracks".into(), target.as_str().into()]), rest.to_vec()].concat();
                if !hinges.iter().any(|hinge| drives(target, hinge)) {
                    problems.push(Problem::unknown(path(&[]), "hinge", target, hinges.iter().map(String::as_str)));
                }
                let mut earliest = 0.0;
                for (k, &(tick, amount)) in keys.iter().enumerate() {
                    in_range(path(&[k.into(), 0.into()]), "tick", tick, earliest, animation.ticks as f32, problems);
                    in_range(path(&[k.into(), 1.into()]), "amount", amount, -1080.0, 1080.0, problems);
                    earliest = if tick.is_finite() { tick } else { earliest };
                }
            }
        }
    }
}

fn check_names(path: &[Key], list: &str, names: &Names, problems: &mut Vec<Problem>) {
    for name in list.split_whitespace().filter(|name| !names.contains_key(*name)) {
        let offset = name.as_ptr() as usize - list.as_ptr() as usize;
        let unknown = Problem::unknown(path.to_vec(), "point", name, names.keys().map(String::as_str));
        problems.push(Problem { offset_bytes: Some(offset), ..unknown });
    }
}

fn check_corners(path: Vec<Key>, facet: &FacetFormat, names: &Names, problems: &mut Vec<Problem>) {
    let corners: Vec<Vec3> = facet.at.split_whitespace().filter_map(|name| names.get(name).copied()).collect();
    let n = corners.len();
    if !(3..=CORNER_COUNT_MAX).contains(&n) {
        problems.push(Problem::new(path, format!("the facet has {n} corners"), format!("from 3 to {CORNER_COUNT_MAX}")));
        return;
    }
    let at = |i: usize| corners[i % n].truncate();
    let bends: Vec<f32> = (0..n).map(|i| (at(i + 1) - at(i)).perp_dot(at(i + 2) - at(i + 1))).collect();
    let (left, right) = (bends.iter().any(|&b| b < -0.5), bends.iter().any(|&b| b > 0.5));
    if left && right {
        problems.push(Problem::new(path, "the facet is not convex".to_owned(), "corners that turn one way only: cut it in two"));
    }
}

fn check_bend(path: Vec<Key>, hinge: &HingeFormat, names: &Names, problems: &mut Vec<Problem>) {
    let mut name = |name: &str, index: usize| {
        if !names.contains_key(name) {
            let path = [path.clone(), vec![Key::from(index)]].concat();
            problems.push(Problem::unknown(path, "point", name, names.keys().map(String::as_str)));
        }
    };
    match &hinge.bend {
        Bend::Fold(a, b) => {
            name(a, 0);
            name(b, 1);
        }
        Bend::Swing(a) | Bend::Grow(a) => name(a, 0),
        &Bend::Slide((x, y, z)) => {
            for (i, value) in [x, y, z].into_iter().enumerate() {
                let path = [path.clone(), vec![Key::from(0), Key::from(i)]].concat();
                in_range(path, ["x", "y", "z"][i], value, -200.0, 200.0, problems);
            }
        }
    }
}

fn in_range(path: Vec<Key>, field: &str, value: f32, min: f32, max: f32, problems: &mut Vec<Problem>) {
    if !(min..=max).contains(&value) {
        problems.push(Problem::range(path, field, value, format!("a number from {min} to {max}")));
    }
}

fn count(path: Vec<Key>, what: &str, value: usize, max: usize, problems: &mut Vec<Problem>) {
    if value > max {
        problems.push(Problem::new(path, format!("there are {value} {what}, twins counted"), format!("at most {max}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(problem: &Problem) -> String {
        let part = |key: &Key| match key {
            Key::Field(name) => name.clone(),
            Key::Index(index) => index.to_string(),
        };
        problem.path.iter().map(part).collect::<Vec<_>>().join(".")
    }

    #[test]
    fn faults_are_found_together_each_in_its_place() {
        let format: FigureFormat = ron::from_str(
            r##"(colors: {"red": "#FF0000", "odd": "red"}, sheet: "rad", back: "red", outline_px: inf,
            points: {"a": (0, 0, 0), "b": (10, 0, NaN), "c": (10, 10, 0), "dent": (8, 2, 0), "arm_r": (3, 3, 0)},
            parts: [(facets: [(fill: "red", at: "a  bee c"), (fill: "blue", at: "a b"), (fill: "red", at: "a b dent c", shade: 2)])],
            hinges: [(name: "arm_r", bend: Fold("a", "arm_x"), moves: "arm_r arm_m")],
            animations: {"idle": (ticks: 0, tracks: {"amr": [(0, 1)], "arm": [(0, 9999)]})})"##,
        )
        .expect("syntax");
        let problems = format.check();
        let places: Vec<String> = problems.iter().map(place).collect();
        let expected = [
            "colors.odd",
            "sheet",
            "outline_px",
            "points.b.2",
            "parts.0.facets.0.at",
            "parts.0.facets.1.fill",
            "parts.0.facets.1.at",
            "parts.0.facets.2.shade",
            "parts.0.facets.2.at",
            "hinges.0.moves",
            "hinges.0.bend.1",
            "animations.idle.ticks",
            "animations.idle.tracks.amr",
            "animations.idle.tracks.arm.0.1",
        ];
        assert_eq!(places, expected);
        assert_eq!(problems[1].nearest.as_deref(), Some("red"));
        assert_eq!(problems[4].offset_bytes, Some(3), "where `bee` stands in the string");
    }
}

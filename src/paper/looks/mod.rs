//! Bullet looks: the file format of `assets/looks.ron`, its checks, and the atlas that the looks are baked into.
//!
//! Must not know: how bullets move.

mod atlas;
mod shape;

pub use atlas::{Atlas, Cell, bake};

use crate::paper::hex;
use crate::sim::bullet::color::Color;
use crate::sim::bullet::look::{Look, Turn};
use crate::sim::problem::{Key, Problem};
use serde::Deserialize;

/// `assets/looks.ron`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LooksFile {
    /// `#RRGGBB` of the eight colours, in the order of `sim::bullet::color::Color::ALL`.
    pub colors: Vec<String>,
    /// The rows; a bullet's look is an index into them.
    pub looks: Vec<Look>,
}

/// `assets/looks/<name>.ron`: looks besides those of the table. One with a name that is there already takes its place.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoreLooks {
    /// The rows.
    pub looks: Vec<Look>,
}

impl MoreLooks {
    /// Everything that is wrong with the rows, when they come to those of `table`.
    pub fn check(&self, table: &[Look]) -> Vec<Problem> {
        let mut problems = Vec::new();
        let count = table.len() + self.looks.iter().filter(|look| table.iter().all(|known| known.name != look.name)).count();
        if count > LOOK_COUNT_MAX {
            problems.push(Problem::new(
                vec![Key::from("looks")],
                format!("with these there are {count} looks"),
                format!("at most {LOOK_COUNT_MAX}"),
            ));
        }
        for (index, look) in self.looks.iter().enumerate() {
            check_look(&self.looks[..index], look, index, &mut problems);
        }
        problems
    }

    /// Adds the rows to the table.
    pub fn add_to(self, table: &mut Vec<Look>) {
        for look in self.looks {
            match table.iter_mut().find(|known| known.name == look.name) {
                Some(known) => *known = look,
                None => table.push(look),
            }
        }
    }
}

/// Most rows a table may have: the atlas must fit a texture of 2048 x 2048 pixels.
pub const LOOK_COUNT_MAX: usize = 32;

impl LooksFile {
    /// The colours as bytes; white where `check` has found a problem.
    pub fn rgb(&self) -> [[u8; 3]; 8] {
        let color = |i: usize| self.colors.get(i).and_then(|text| hex::parse(text));
        std::array::from_fn(|i| color(i).map_or([255; 3], |[r, g, b, _]| [r, g, b]))
    }

    /// Everything that is wrong with the table, in the order of the file.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.colors.len() != Color::ALL.len() {
            problems.push(Problem::new(vec![Key::from("colors")], format!("there are {} colours", self.colors.len()), "8 colours"));
        }
        for (index, color) in self.colors.iter().enumerate() {
            if hex::parse(color).is_none_or(|_| color.len() != 7) {
                let path = vec![Key::from("colors"), Key::from(index)];
                problems.push(Problem::new(path, format!("`{color}` is not a colour"), "a colour like \"#FF5D73\""));
            }
        }
        if self.looks.is_empty() || self.looks.len() > LOOK_COUNT_MAX {
            let found = format!("there are {} looks", self.looks.len());
            problems.push(Problem::new(vec![Key::from("looks")], found, format!("from 1 to {LOOK_COUNT_MAX} looks")));
        }
        for (index, look) in self.looks.iter().enumerate() {
            check_look(&self.looks[..index], look, index, &mut problems);
        }
        problems
    }
}

fn check_look(earlier: &[Look], look: &Look, index: usize, problems: &mut Vec<Problem>) {
    let path = |field: &str| vec![Key::from("looks"), Key::from(index), Key::from(field)];
    let mut range = |field: &str, value: f32, min: f32, max: f32| {
        if !(min..=max).contains(&value) {
            problems.push(Problem::range(path(field), field, value, format!("a number from {min} to {max}")));
        }
    };
    range("radius_px", look.radius_px, 1.0, 64.0);
    range("hit_radius_px", look.hit_radius_px, 0.5, 48.0);
    range("graze_radius_px", look.graze_radius_px, 0.5, 64.0);
    range("layer", f32::from(look.layer), 0.0, 3.0);
    if let Turn::Spin(deg_per_tick) = look.turn {
        range("turn", deg_per_tick, -45.0, 45.0);
    }
    if look.hit_radius_px >= look.radius_px {
        let found = format!("`hit_radius_px` is {}", look.hit_radius_px);
        problems.push(Problem::new(path("hit_radius_px"), found, format!("less than the radius, {}", look.radius_px)));
    }
    if look.name.is_empty() || earlier.iter().any(|other| other.name == look.name) {
        problems.push(Problem::new(path("name"), format!("the name \"{}\" is empty or taken", look.name), "a name of its own"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> LooksFile {
        ron::from_str(include_str!("../../../assets/looks.ron")).expect("the shipped table is RON")
    }

    #[test]
    fn the_shipped_table_is_sound_and_rich_enough() {
        let file = shipped();
        assert_eq!(file.check(), []);
        assert!(file.looks.len() >= 8);
        assert_eq!(file.rgb()[0], [0xFF, 0x5D, 0x73]);
    }

    #[test]
    fn every_fault_is_reported_with_its_place() {
        let mut file = shipped();
        file.colors[2] = "#12345678".into();
        file.looks[1].radius_px = f32::NAN;
        file.looks[2].hit_radius_px = 30.0;
        file.looks[3].name = "disc".into();
        file.looks[4].turn = Turn::Spin(f32::INFINITY);
        let places: Vec<String> = file
            .check()
            .iter()
            .map(|p| {
                let part = |k: &Key| match k {
                    Key::Field(f) => f.clone(),
                    Key::Index(i) => i.to_string(),
                };
                p.path.iter().map(part).collect::<Vec<_>>().join(".")
            })
            .collect();
        assert_eq!(places, ["colors.2", "looks.1.radius_px", "looks.2.hit_radius_px", "looks.3.name", "looks.4.turn"]);
    }
}

//! What can be wrong with a backdrop file: colours that are none, numbers out of range.

use super::format::{BackdropFormat, LayerFormat, What};
use crate::paper::hex;
use crate::sim::problem::{Key, Problem};

impl BackdropFormat {
    /// Everything that is wrong, in the order of the file.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.layers.is_empty() || self.layers.len() > 16 {
            problems.push(Problem::new(vec!["layers".into()], format!("there are {} layers", self.layers.len()), "from 1 to 16 layers"));
        }
        for (index, layer) in self.layers.iter().enumerate() {
            let mut found = Check { problems: Vec::new() };
            found.layer(layer);
            problems.extend(found.problems.into_iter().map(|p| p.under(index).under("layers")));
        }
        problems
    }
}

struct Check {
    problems: Vec<Problem>,
}

impl Check {
    fn layer(&mut self, layer: &LayerFormat) {
        self.range("fall", layer.fall, -4.0, 4.0);
        self.range("sway_px", layer.sway_px, 0.0, 60.0);
        self.range("sway_ticks", layer.sway_ticks, 60.0, 36_000.0);
        self.range("turn_deg_per_tick", layer.turn_deg_per_tick, -5.0, 5.0);
        self.what(&layer.what);
    }

    fn what(&mut self, what: &What) {
        match what {
            What::Sky(sky) => {
                self.colors(&[("top", &sky.top), ("low", &sky.low), ("corner", &sky.corner)]);
                self.number("star_count", sky.star_count as f32, 0.0, 400.0);
            }
            What::Pattern(print) => {
                self.colors(&[("color", &print.color)]);
                self.number("size_px", print.size_px, 8.0, 200.0);
                self.number("line_px", print.line_px, 0.2, 8.0);
            }
            What::Rays(rays) => {
                self.colors(&[("color", &rays.color)]);
                self.number("count", rays.count as f32, 2.0, 48.0);
                self.point(rays.at);
            }
            What::Glow(glow) => {
                self.colors(&[("color", &glow.color)]);
                self.number("half_px", glow.half_px.0.min(glow.half_px.1), 4.0, 600.0);
                self.number("half_px", glow.half_px.0.max(glow.half_px.1), 4.0, 600.0);
                self.point(glow.at);
            }
            What::Moon(moon) => {
                self.colors(&[("color", &moon.color), ("halo", &moon.halo)]);
                self.number("radius_px", moon.radius_px, 4.0, 200.0);
                self.point(moon.at);
            }
            What::Ridge(ridge) => {
                self.colors(&[("color", &ridge.color), ("edge", &ridge.edge), ("light", &ridge.light)]);
                self.number("y_px", ridge.y_px, 0.0, 448.0);
                self.number("swell_px", ridge.swell_px, 0.0, 120.0);
                self.number("hill_count", ridge.hill_count, 0.2, 8.0);
                self.number("house_count", ridge.house_count as f32, 0.0, 40.0);
                self.number("string_count", ridge.string_count as f32, 0.0, 12.0);
                self.seed(ridge.seed);
            }
            What::Mist(mist) => {
                self.colors(&[("color", &mist.color), ("edge", &mist.edge)]);
                self.number("count", mist.count as f32, 1.0, 12.0);
                self.number("length_px", mist.length_px, 40.0, 400.0);
                self.number("repeat_px", mist.repeat_px, 448.0, 4000.0);
                self.seed(mist.seed);
            }
            What::Lanterns(lanterns) => {
                self.colors(&[("color", &lanterns.color)]);
                self.number("count", lanterns.count as f32, 1.0, 40.0);
                self.number("size_px", lanterns.size_px, 1.0, 30.0);
                self.number("rise_px_per_tick", lanterns.rise_px_per_tick, -4.0, 4.0);
                self.seed(lanterns.seed);
            }
            What::Snow(snow) => {
                self.colors(&[("color", &snow.color)]);
                self.number("count", snow.count as f32, 1.0, 400.0);
                self.number("size_px", snow.size_px, 0.5, 12.0);
                self.number("fall_px_per_tick", snow.fall_px_per_tick, -6.0, 6.0);
                self.seed(snow.seed);
            }
        }
    }

    fn colors(&mut self, named: &[(&str, &String)]) {
        for (field, text) in named {
            if hex::parse(text).is_none() {
                let path = inner(field);
                self.problems.push(Problem::new(path, format!("`{text}` is not a colour"), "a colour like \"#10162F\" or \"#CDD6F055\""));
            }
        }
    }

    fn seed(&mut self, seed: u32) {
        self.number("seed", seed as f32, 0.0, 1_000_000.0);
    }

    fn point(&mut self, at: (f32, f32)) {
        for (i, value) in [at.0, at.1].into_iter().enumerate() {
            let path = [inner("at"), vec![Key::from(i)]].concat();
            self.check(path, ["x", "y"][i], value, -400.0, 900.0);
        }
    }

    fn number(&mut self, field: &str, value: f32, min: f32, max: f32) {
        self.check(inner(field), field, value, min, max);
    }

    fn range(&mut self, field: &str, value: f32, min: f32, max: f32) {
        self.check(vec![Key::from(field)], field, value, min, max);
    }

    fn check(&mut self, path: Vec<Key>, field: &str, value: f32, min: f32, max: f32) {
        if !(min..=max).contains(&value) {
            self.problems.push(Problem::range(path, field, value, format!("a number from {min} to {max}")));
        }
    }
}

fn inner(field: &str) -> Vec<Key> {
    vec![Key::from("what"), Key::from(field)]
}

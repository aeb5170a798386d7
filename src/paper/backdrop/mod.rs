//! Backdrops: layers of paper behind the game. A layer is a plate (pixels baked once, then moved), or triangles made anew each frame.
//!
//! Units: playfield px, ticks. Invariant: what is drawn depends only on the moment; drawing allocates nothing once the outputs have room.
//! Must not know: the GPU, what stage it is.

mod check;
mod drift;
mod format;
mod plate;
mod print;
mod ridge;

pub use format::{BackdropFormat, LayerFormat, Pattern, What};

use crate::paper::canvas::Placement;
use crate::paper::{Bitmap, Vertex};
use crate::sim::field::{HEIGHT_PX, WIDTH_PX};
use crate::sim::math;
use glam::Vec2;

/// When and how a backdrop is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// How far the stage has scrolled, px.
    pub scroll_px: f32,
    /// Time, ticks and parts of them.
    pub time_ticks: f32,
    /// 0 invisible, 1 as it is: for changing from one backdrop to another.
    pub alpha: f32,
}

/// Layers in drawing order.
#[derive(Clone, Debug)]
pub struct Backdrop {
    layers: Vec<Layer>,
}

/// A layer: draw its plate wherever `place` says, or else its `mesh`.
#[derive(Clone, Debug)]
pub struct Layer {
    format: LayerFormat,
    part: Part,
}

/// A ridge makes three layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    Behind,
    Before,
}

impl Backdrop {
    /// A backdrop from a format that has passed its check.
    pub fn new(format: &BackdropFormat) -> Self {
        let mut layers = Vec::new();
        for layer in &format.layers {
            let parts: &[Part] = match &layer.what {
                What::Ridge(r) if r.house_count > 0 && r.string_count > 0 => &[Part::Behind, Part::Whole, Part::Before],
                What::Ridge(r) if r.house_count > 0 => &[Part::Behind, Part::Whole],
                What::Ridge(r) if r.string_count > 0 => &[Part::Whole, Part::Before],
                _ => &[Part::Whole],
            };
            layers.extend(parts.iter().map(|&part| Layer { format: layer.clone(), part }));
        }
        Backdrop { layers }
    }

    /// The layers, the farthest first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }
}

impl Layer {
    /// The size of the layer's plate, px; `None` if it has none.
    pub fn plate_size(&self) -> Option<Vec2> {
        if self.part != Part::Whole {
            return None;
        }
        match &self.format.what {
            What::Sky(_) => Some(Vec2::new(WIDTH_PX, HEIGHT_PX)),
            What::Pattern(p) if self.format.turn_deg_per_tick != 0.0 => Some(Vec2::splat(2.0 * half_diagonal() + p.size_px)),
            What::Pattern(p) => {
                Some(Vec2::new(WIDTH_PX, HEIGHT_PX) + print::repeat(p.pattern, p.size_px) + Vec2::splat(self.format.sway_px * 2.0))
            }
            What::Glow(glow) => Some(Vec2::new(glow.half_px.0, glow.half_px.1) * 2.0),
            What::Moon(moon) => Some(Vec2::splat(moon.radius_px * 2.0 * plate::MOON_REACH)),
            What::Ridge(r) => Some(Vec2::new(WIDTH_PX + 2.0 * self.format.sway_px, HEIGHT_PX + 2.0 - ridge::top_y(r))),
            What::Mist(mist) => Some(plate::mist_size(mist)),
            What::Rays(_) | What::Lanterns(_) | What::Snow(_) => None,
        }
    }

    /// Draws the plate at `texels_per_px`; `None` if the layer has none. Takes some ten milliseconds: once, at load.
    pub fn bake(&self, texels_per_px: f32) -> Option<Bitmap> {
        let size = self.plate_size()?;
        let scale = texels_per_px.clamp(0.25, 8.0);
        let none = |_: f32| ();
        match &self.format.what {
            What::Sky(sky) => Some(plate::bake(size, scale, none, |(), p, _| {
                let star = plate::star(sky, p);
                plate::over(plate::sky(sky, p), [0.86, 0.88, 1.0, 1.0], star)
            })),
            What::Pattern(printed) => Some(plate::bake(size, scale, none, |(), p, texel| plate::pattern(printed, p, texel))),
            What::Glow(glow) => Some(plate::bake(size, scale, none, |(), p, _| plate::glow(glow, p))),
            What::Moon(moon) => Some(plate::bake(size, scale, none, |(), p, texel| plate::moon(moon, p - size * 0.5, texel))),
            What::Ridge(r) => {
                let corner = Vec2::new(-self.format.sway_px, ridge::top_y(r));
                let column = |x: f32| ridge::Column::new(r, x + corner.x);
                Some(plate::bake(size, scale, column, |column, p, texel| ridge::texel(r, column, p + corner, texel)))
            }
            What::Mist(mist) => Some(plate::bake(size, scale, none, |(), p, texel| plate::mist(mist, p, texel))),
            What::Rays(_) | What::Lanterns(_) | What::Snow(_) => None,
        }
    }

    /// Appends where the plate lies; nothing for a layer without one.
    pub fn place(&self, moment: &Moment, out: &mut Vec<Placement>) {
        let Some(size) = self.plate_size() else { return };
        let half = size * 0.5;
        let shift = self.shift(moment);
        let place = |at: Vec2, angle_deg: f32| Placement { at, half, angle_deg, alpha: moment.alpha };
        let middle = Vec2::new(WIDTH_PX, HEIGHT_PX) * 0.5;
        match &self.format.what {
            What::Sky(_) => out.push(place(middle, 0.0)),
            What::Pattern(_) if self.format.turn_deg_per_tick != 0.0 => {
                out.push(place(middle, self.format.turn_deg_per_tick * moment.time_ticks))
            }
            What::Pattern(p) => {
                let repeat = print::repeat(p.pattern, p.size_px);
                let sunk = Vec2::new(0.0, shift.y.rem_euclid(repeat.y) - repeat.y);
                out.push(place(half + sunk + Vec2::new(shift.x - self.format.sway_px, 0.0), 0.0));
            }
            What::Glow(glow) => out.push(place(Vec2::new(glow.at.0, glow.at.1) + shift, 0.0)),
            What::Moon(moon) => out.push(place(Vec2::new(moon.at.0, moon.at.1) + shift, 0.0)),
            What::Ridge(r) => out.push(place(half + Vec2::new(-self.format.sway_px, ridge::top_y(r)) + shift, 0.0)),
            What::Mist(mist) => {
                for i in 0..mist.count {
                    let chance = |n: i32| crate::paper::noise::at(i as i32, n, mist.seed);
                    let y = (i as f32 + 0.5 * chance(0)) / mist.count as f32 * mist.repeat_px + shift.y;
                    let y = y.rem_euclid(mist.repeat_px) - half.y;
                    let drift = math::sin_deg(moment.time_ticks * 0.12 + chance(1) * 360.0) * 14.0;
                    let x = if chance(2) > 0.5 { WIDTH_PX - half.x * (0.2 + 0.7 * chance(3)) } else { half.x * (0.2 + 0.7 * chance(3)) };
                    if y < HEIGHT_PX + half.y {
                        out.push(place(Vec2::new(x + drift + shift.x, y), 0.0));
                    }
                }
            }
            What::Rays(_) | What::Lanterns(_) | What::Snow(_) => {}
        }
    }

    /// Appends the layer's triangles; nothing for a layer that is a plate.
    pub fn mesh(&self, moment: &Moment, out: &mut Vec<Vertex>) {
        match (&self.format.what, self.part) {
            (What::Ridge(r), Part::Behind) => ridge::houses(r, self.shift(moment), moment.alpha, out),
            (What::Ridge(r), Part::Before) => ridge::strings(r, self.shift(moment), moment.time_ticks, moment.alpha, out),
            (What::Rays(rays), _) => drift::rays(rays, self.format.turn_deg_per_tick * moment.time_ticks, moment, out),
            (What::Lanterns(lanterns), _) => drift::lanterns(lanterns, self.format.fall, moment, out),
            (What::Snow(snow), _) => drift::snow(snow, self.format.fall, moment, out),
            _ => {}
        }
    }

    fn shift(&self, moment: &Moment) -> Vec2 {
        let sway = math::sin_deg(moment.time_ticks / self.format.sway_ticks * 360.0) * self.format.sway_px;
        Vec2::new(sway, moment.scroll_px * self.format.fall)
    }
}

/// From the middle of the playfield to a corner, px.
fn half_diagonal() -> f32 {
    (WIDTH_PX * WIDTH_PX + HEIGHT_PX * HEIGHT_PX).sqrt() * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> Vec<(String, Backdrop)> {
        let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::UNWRAP_VARIANT_NEWTYPES);
        let folder = include_dir::include_dir!("$CARGO_MANIFEST_DIR/assets/backdrops");
        let read = |file: &include_dir::File| {
            let format: BackdropFormat = options.from_str(file.contents_utf8().expect("text")).expect("a backdrop");
            assert_eq!(format.check(), []);
            (file.path().display().to_string(), Backdrop::new(&format))
        };
        folder.files().map(read).collect()
    }

    #[test]
    fn what_should_fill_the_playfield_fills_it_at_every_moment() {
        let mut out = Vec::new();
        for (name, backdrop) in shipped() {
            for step in 0..60 {
                let moment = Moment { scroll_px: step as f32 * 71.3, time_ticks: step as f32 * 203.7, alpha: 1.0 };
                for layer in backdrop.layers().iter().filter(|l| l.part == Part::Whole) {
                    out.clear();
                    layer.place(&moment, &mut out);
                    let reach = |p: &Placement| if p.angle_deg == 0.0 { p.half } else { Vec2::splat(p.half.x / 2.0_f32.sqrt()) };
                    let (left, right) = (|p: &Placement| p.at.x - reach(p).x, |p: &Placement| p.at.x + reach(p).x);
                    match &layer.format.what {
                        What::Sky(_) | What::Pattern(_) => {
                            let p = &out[0];
                            let high = reach(p).y;
                            assert!(left(p) <= 0.0 && right(p) >= WIDTH_PX, "{name} {p:?}");
                            assert!(p.at.y - high <= 0.0 && p.at.y + high >= HEIGHT_PX, "{name} {p:?}");
                        }
                        What::Ridge(_) => {
                            let p = &out[0];
                            assert!(left(p) <= 0.01 && right(p) >= WIDTH_PX - 0.01 && p.at.y + p.half.y >= HEIGHT_PX, "{name} {p:?}");
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    #[test]
    fn drifting_things_are_finite_and_fade_with_the_backdrop() {
        let mut out = Vec::with_capacity(60_000);
        for (name, backdrop) in shipped() {
            for alpha in [0.0, 1.0] {
                out.clear();
                let moment = Moment { scroll_px: 5_000.0, time_ticks: 1.0e6, alpha };
                backdrop.layers().iter().for_each(|layer| layer.mesh(&moment, &mut out));
                assert!(!out.is_empty() && out.len().is_multiple_of(3), "{name}");
                assert!(out.iter().all(|v| v.x.is_finite() && v.y.is_finite()), "{name}");
                assert!(alpha > 0.0 || out.iter().all(|v| v.rgba[3] == 0), "{name}");
            }
        }
    }

    #[test]
    fn a_plate_is_as_large_as_it_says_and_torn_paper_is_opaque_below_its_edge() {
        for (_, backdrop) in shipped() {
            for layer in backdrop.layers() {
                let (size, plate) = (layer.plate_size(), layer.bake(0.5));
                assert_eq!(size.is_some(), plate.is_some());
                let (Some(size), Some(plate)) = (size, plate) else { continue };
                assert_eq!((plate.width, plate.height), ((size.x * 0.5).ceil() as usize, (size.y * 0.5).ceil() as usize));
                if matches!(layer.format.what, What::Ridge(_)) {
                    assert!((0..plate.width).all(|x| plate.pixel(x, plate.height - 1)[3] == 255 && plate.pixel(x, 0)[3] < 90));
                }
            }
        }
    }
}

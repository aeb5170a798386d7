//! The atlas: every look in every colour, items and shots, particles; one premultiplied texture.
//!
//! Units: cells in texels; sizes in playfield px. Invariant: two clear texels lie between any two pictures; the eight colours of a look
//! stand side by side in the order of the colours, in square cells of one size.

use super::shape::{Outline, facet};
use crate::paper::canvas::Canvas;
use crate::paper::figure::{Figure, Pose};
use crate::paper::{Bitmap, particles};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::look::{Look, Shape};
use glam::Vec2;

/// Clear texels on each side of a picture, inside its cell.
const GUTTER: usize = 1;
/// From outside in, in radii: the rim ends, full colour ends, tint ends, white ends.
const FULL: f32 = 1.1;
/// Depth of the tint and of the white, as shares of the silhouette's greatest depth (0.66 and 0.46 of a disc's radius).
const TINT_DEPTH: f32 = 0.40;
const WHITE_DEPTH: f32 = 0.58;

/// A picture in the atlas.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// Left edge, texels.
    pub x: usize,
    /// Top edge, texels.
    pub y: usize,
    /// Width, texels.
    pub width: usize,
    /// Height, texels.
    pub height: usize,
    /// Left edge, share of the atlas's width.
    pub u0: f32,
    /// Top edge, share of the atlas's height.
    pub v0: f32,
    /// Right edge.
    pub u1: f32,
    /// Bottom edge.
    pub v1: f32,
    /// Half the cell's width and height on the playfield, px.
    pub half_size_px: [f32; 2],
}

/// The texture and where everything lies in it.
#[derive(Clone, Debug)]
pub struct Atlas {
    /// Texels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Premultiplied RGBA, rows from the top.
    pub rgba: Vec<u8>,
    /// Bullets: index = look * 8 + colour.
    pub cells: Vec<Cell>,
    /// Everything else by name: the particles of `paper::particles`, and the figures that were given.
    pub named: Vec<(String, Cell)>,
}

impl Atlas {
    /// A cell by name.
    pub fn named(&self, name: &str) -> Option<Cell> {
        self.named.iter().find(|(own, _)| own == name).map(|(_, cell)| *cell)
    }

    /// The texture as a bitmap.
    pub fn bitmap(&self) -> Bitmap {
        Bitmap { width: self.width, height: self.height, rgba: self.rgba.clone() }
    }
}

/// Draws the atlas at `texels_per_px`; `figures` (items, shots) become cells under their names.
pub fn bake(looks: &[Look], colors: &[[u8; 3]; 8], figures: &[(&str, &Figure)], texels_per_px: f32) -> Atlas {
    let scale = texels_per_px.clamp(0.5, 16.0);
    let mut pictures: Vec<(Bitmap, usize)> = looks.iter().map(|look| (strip(look, colors, scale), Color::ALL.len())).collect();
    pictures.extend(particles::ALL.iter().map(|particle| (particle.draw(scale), 1)));
    pictures.extend(figures.iter().map(|(_, figure)| (figure_picture(figure, scale), 1)));
    let (bitmap, places) = pack(&pictures);
    let mut cells = Vec::new();
    for ((picture, count), (x, y)) in pictures.iter().zip(&places) {
        let (width, height) = (picture.width / count, picture.height);
        cells.extend((0..*count).map(|i| cell(x + i * width, *y, width, height, &bitmap, scale)));
    }
    let others = cells.split_off(looks.len() * Color::ALL.len());
    let names = particles::ALL.iter().map(|p| p.name).chain(figures.iter().map(|(name, _)| *name));
    let named = names.map(str::to_owned).zip(others).collect();
    Atlas { width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba, cells, named }
}

fn cell(x: usize, y: usize, width: usize, height: usize, atlas: &Bitmap, scale: f32) -> Cell {
    let (u, v) = (1.0 / atlas.width as f32, 1.0 / atlas.height as f32);
    Cell {
        x,
        y,
        width,
        height,
        u0: x as f32 * u,
        v0: y as f32 * v,
        u1: (x + width) as f32 * u,
        v1: (y + height) as f32 * v,
        half_size_px: [width as f32 * 0.5 / scale, height as f32 * 0.5 / scale],
    }
}

/// Shelves, tall pictures first. The width is the least power of two that makes the atlas no higher than wide.
fn pack(pictures: &[(Bitmap, usize)]) -> (Bitmap, Vec<(usize, usize)>) {
    let mut order: Vec<usize> = (0..pictures.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(pictures[i].0.height), i));
    let widest = pictures.iter().map(|(p, _)| p.width).max().unwrap_or(1);
    let mut width = widest.next_power_of_two().max(256);
    loop {
        let mut places = vec![(0, 0); pictures.len()];
        let (mut x, mut y, mut shelf) = (0, 0, 0);
        for &i in &order {
            let picture = &pictures[i].0;
            if x + picture.width > width {
                (x, y, shelf) = (0, y + shelf, 0);
            }
            places[i] = (x, y);
            x += picture.width;
            shelf = shelf.max(picture.height);
        }
        if y + shelf <= width {
            let mut atlas = Bitmap::new(width, (y + shelf).next_power_of_two());
            pictures.iter().zip(&places).for_each(|((picture, _), &(x, y))| atlas.paste(picture, x, y));
            return (atlas, places);
        }
        width *= 2;
    }
}

/// The eight colours of a look side by side.
fn strip(look: &Look, colors: &[[u8; 3]; 8], scale: f32) -> Bitmap {
    let rim_px = (look.radius_px * 0.18).clamp(0.9, 1.6);
    let reach_px = look.radius_px * FULL * 1.12 + rim_px;
    let side = (reach_px * scale).ceil() as usize * 2 + GUTTER * 2;
    let outline = Outline::of(look.shape);
    let unit = look.radius_px * FULL * scale;
    let mut strip = Bitmap::new(side * colors.len(), side);
    let at = |x: usize, y: usize| Vec2::new(x as f32 + 0.5 - side as f32 * 0.5, y as f32 + 0.5 - side as f32 * 0.5) / unit;
    let distances: Vec<f32> = (0..side * side).map(|i| outline.distance(at(i % side, i / side)) * unit).collect();
    let depth = distances.iter().fold(0.0_f32, |deepest, d| deepest.max(-d));
    for (c, &rgb) in colors.iter().enumerate() {
        let inks = Inks::of(rgb);
        for (i, &distance) in distances.iter().enumerate() {
            let (x, y) = (i % side, i / side);
            let color = inks.at(look.shape, at(x, y), distance, depth, rim_px * scale);
            strip.put(c * side + x, y, color);
        }
    }
    strip
}

/// The colours of a bullet from outside in.
struct Inks {
    rim: [f32; 3],
    full: [f32; 3],
    tint: [f32; 3],
}

const WHITE: [f32; 3] = [255.0; 3];

impl Inks {
    fn of(rgb: [u8; 3]) -> Inks {
        let full = rgb.map(f32::from);
        // A pale colour needs a darker ring, or its white core has no edge.
        let pale = ((full.iter().fold(f32::INFINITY, |a, &b| a.min(b)) - 190.0) / 60.0).clamp(0.0, 1.0);
        let full = mix(full, [138.0, 156.0, 214.0], pale * 0.75);
        Inks { rim: mix(full, [11.0, 8.0, 26.0], 0.86), full, tint: mix(full, WHITE, 0.55) }
    }

    /// Premultiplied colour where the distance to the silhouette is `distance` texels.
    fn at(&self, shape: Shape, p: Vec2, distance: f32, depth: f32, rim: f32) -> [u8; 4] {
        let covers = |edge: f32| (edge - distance + 0.5).clamp(0.0, 1.0);
        let light = 1.0 + 0.10 * facet(shape, p);
        let lit = |rgb: [f32; 3]| rgb.map(|c| (c * light).min(255.0));
        let mut color = mix(self.rim, lit(self.full), covers(0.0));
        if shape == Shape::Orb {
            // A thin pale ring sets the large ball apart from a disc.
            let ring = covers(-depth * 0.20) - covers(-depth * 0.28);
            color = mix(color, self.tint, ring);
        }
        color = mix(color, lit(self.tint), covers(-depth * TINT_DEPTH));
        color = mix(color, WHITE, covers(-depth * WHITE_DEPTH));
        let alpha = covers(rim);
        [color[0], color[1], color[2], 255.0].map(|c| (c * alpha + 0.5) as u8)
    }
}

fn mix(from: [f32; 3], to: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share)
}

/// A figure at rest, with a short shadow.
fn figure_picture(figure: &Figure, scale: f32) -> Bitmap {
    let half = ((figure.radius() + 3.0) * scale).ceil();
    let side = half as usize * 2 + GUTTER * 2;
    let mut canvas = Canvas::new(side, side);
    let pose = Pose { at: Vec2::splat(side as f32 * 0.5), scale, ..Pose::default() };
    let mut mesh = Vec::new();
    figure.shadow_mesh(&pose, Vec2::new(0.8, 1.2) * scale, [6, 5, 18, 70], &mut mesh);
    figure.mesh(&pose, &mut mesh);
    canvas.triangles(&mesh, &canvas.view(1.0));
    canvas.bitmap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::looks::LooksFile;

    #[test]
    fn pictures_do_not_touch_and_the_colours_of_a_look_stand_side_by_side() {
        let file: LooksFile = ron::from_str(include_str!("../../../assets/looks.ron")).expect("the table");
        let atlas = bake(&file.looks, &file.rgb(), &[], 2.0);
        let bitmap = atlas.bitmap();
        assert!(atlas.width <= 1024 && atlas.height <= 1024 && atlas.rgba.len() == atlas.width * atlas.height * 4);
        assert_eq!(atlas.cells.len(), file.looks.len() * 8);
        let all: Vec<Cell> = atlas.cells.iter().copied().chain(atlas.named.iter().map(|(_, cell)| *cell)).collect();
        for (i, cell) in all.iter().enumerate() {
            let clear = |x: usize, y: usize| bitmap.pixel(x, y)[3] == 0;
            let (right, low) = (cell.x + cell.width - 1, cell.y + cell.height - 1);
            assert!((cell.x..=right).all(|x| clear(x, cell.y) && clear(x, low)), "cell {i}: its rows");
            assert!((cell.y..=low).all(|y| clear(cell.x, y) && clear(right, y)), "cell {i}: its columns");
            let apart =
                |o: &Cell| o.x + o.width <= cell.x || cell.x + cell.width <= o.x || o.y + o.height <= cell.y || cell.y + cell.height <= o.y;
            assert!(all[..i].iter().all(apart), "cell {i} lies on another");
        }
        for row in atlas.cells.chunks(8) {
            assert!((1..8).all(|c| row[c].x == row[0].x + c * row[0].width && row[c].y == row[0].y && row[0].width == row[0].height));
        }
    }

    #[test]
    fn a_disc_has_the_four_rings_where_they_belong() {
        let file: LooksFile = ron::from_str(include_str!("../../../assets/looks.ron")).expect("the table");
        let index = file.looks.iter().position(|l| l.name == "ball").expect("the ball");
        let scale = 4.0;
        let atlas = bake(&file.looks, &file.rgb(), &[], scale);
        let cell = atlas.cells[index * 8 + 1];
        let at = |radii: f32| {
            let off = (radii * file.looks[index].radius_px * scale) as usize;
            atlas.bitmap().pixel(cell.x + cell.width / 2 + off, cell.y + cell.height / 2)
        };
        assert_eq!(at(0.2), [255; 4], "white inside");
        assert_eq!(at(0.9), [0x38, 0xC7, 0xFF, 255], "full colour");
        assert!(at(0.55)[0] > 0x60 && at(0.55)[0] < 255, "tint between");
        assert!(at(1.18)[..3].iter().all(|&c| c < 60) && at(1.18)[3] == 255, "dark rim");
        assert_eq!(at(1.4)[3], 0, "nothing outside");
    }
}

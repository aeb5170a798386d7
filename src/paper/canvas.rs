//! A software canvas: triangles, sprites and text drawn into a bitmap, written as PNG. For pictures without a window.
//!
//! Units: canvas pixels; positions are mapped by a `View` first. Everything is sampled 3 x 3 times a pixel, so that edges are smooth
//! and neighbours that share an edge show no seam, as with multisampling on a GPU.

use crate::paper::{Bitmap, Vertex};
use crate::sim::math;
use glam::Vec2;
use std::path::Path;

/// Where playfield units fall on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Canvas pixels of the playfield's origin.
    pub origin: Vec2,
    /// Canvas pixels for a unit.
    pub scale: f32,
    /// Nothing is drawn outside: left, top, right, bottom in canvas pixels.
    pub clip: [f32; 4],
}

/// How a sprite lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Its centre, units.
    pub at: Vec2,
    /// Half its width and height, units.
    pub half: Vec2,
    /// Turned clockwise, degrees.
    pub angle_deg: f32,
    /// 0 invisible, 1 as it is.
    pub alpha: f32,
}

/// A picture being drawn.
#[derive(Clone)]
pub struct Canvas {
    width: usize,
    height: usize,
    /// Premultiplied, `SAMPLES` times as wide and high as the picture.
    samples: Vec<[u8; 4]>,
}

/// Samples of a pixel along each axis.
const SAMPLES: usize = 3;

impl Canvas {
    /// A transparent canvas.
    pub fn new(width: usize, height: usize) -> Self {
        Canvas { width, height, samples: vec![[0; 4]; width * height * SAMPLES * SAMPLES] }
    }

    /// The view that shows the whole canvas with its origin top left.
    pub fn view(&self, scale: f32) -> View {
        View { origin: Vec2::ZERO, scale, clip: [0.0, 0.0, self.width as f32, self.height as f32] }
    }

    /// Fills everything with an opaque colour.
    pub fn clear(&mut self, rgb: [u8; 3]) {
        self.samples.fill([rgb[0], rgb[1], rgb[2], 255]);
    }

    /// Draws triangles in order; colours are mixed linearly between the corners.
    pub fn triangles(&mut self, vertices: &[Vertex], view: &View) {
        let window = self.window(Vec2::NEG_INFINITY, Vec2::INFINITY, view);
        for corners in vertices.chunks_exact(3) {
            let at = [0, 1, 2].map(|i| self.sample_at(Vec2::new(corners[i].x, corners[i].y), view));
            let colors = [0, 1, 2].map(|i| premultiplied(corners[i].rgba));
            self.triangle(at, colors, window);
        }
    }

    /// Draws part of a premultiplied bitmap: `source` is left, top, right, bottom in its pixels.
    pub fn sprite(&mut self, bitmap: &Bitmap, source: [f32; 4], placement: &Placement, view: &View) {
        let (sin, cos) = math::sin_cos_deg(placement.angle_deg);
        let center = self.sample_at(placement.at, view);
        let half = placement.half * view.scale * SAMPLES as f32;
        let reach = Vec2::new(half.x * cos.abs() + half.y * sin.abs(), half.x * sin.abs() + half.y * cos.abs());
        let [left, top, right, bottom] = self.window(center - reach, center + reach, view);
        for y in top..bottom {
            for x in left..right {
                let d = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - center;
                let inside = Vec2::new(d.x * cos + d.y * sin, d.y * cos - d.x * sin) / half;
                if inside.x.abs() < 1.0 && inside.y.abs() < 1.0 {
                    let u = source[0] + (inside.x + 1.0) * 0.5 * (source[2] - source[0]);
                    let v = source[1] + (inside.y + 1.0) * 0.5 * (source[3] - source[1]);
                    let color = bilinear(bitmap, u, v).map(|c| c * placement.alpha);
                    over(&mut self.samples[y * self.width * SAMPLES + x], color);
                }
            }
        }
    }

    /// Draws a line of text; `at` is the left end of its baseline, `size` the height of the face, both in canvas pixels. Returns its width.
    pub fn text(&mut self, font: &fontdue::Font, at: Vec2, size: f32, rgba: [u8; 4], text: &str) -> f32 {
        let mut pen = at.x;
        for letter in text.chars() {
            let (metrics, coverage) = font.rasterize(letter, size);
            let left = pen.round() as i32 + metrics.xmin;
            let top = at.y.round() as i32 - metrics.ymin - metrics.height as i32;
            for (i, &c) in coverage.iter().enumerate() {
                let color = premultiplied(rgba).map(|v| v * f32::from(c) / 255.0);
                self.pixel(left + (i % metrics.width) as i32, top + (i / metrics.width) as i32, color);
            }
            pen += metrics.advance_width;
        }
        pen - at.x
    }

    /// The picture so far.
    pub fn bitmap(&self) -> Bitmap {
        let mut bitmap = Bitmap::new(self.width, self.height);
        for y in 0..self.height {
            for x in 0..self.width {
                let mut sum = [0_u32; 4];
                for row in 0..SAMPLES {
                    let start = (y * SAMPLES + row) * self.width * SAMPLES + x * SAMPLES;
                    for sample in &self.samples[start..start + SAMPLES] {
                        (0..4).for_each(|i| sum[i] += u32::from(sample[i]));
                    }
                }
                let count = (SAMPLES * SAMPLES) as u32;
                bitmap.put(x, y, sum.map(|c| ((c + count / 2) / count) as u8));
            }
        }
        bitmap
    }

    fn sample_at(&self, at: Vec2, view: &View) -> Vec2 {
        (view.origin + at * view.scale) * SAMPLES as f32
    }

    fn pixel(&mut self, x: i32, y: i32, color: [f32; 4]) {
        if x < 0 || y < 0 || x as usize >= self.width || y as usize >= self.height {
            return;
        }
        for row in 0..SAMPLES {
            let start = (y as usize * SAMPLES + row) * self.width * SAMPLES + x as usize * SAMPLES;
            self.samples[start..start + SAMPLES].iter_mut().for_each(|s| over(s, color));
        }
    }

    fn triangle(&mut self, at: [Vec2; 3], colors: [[f32; 4]; 3], window: [usize; 4]) {
        let area = (at[1] - at[0]).perp_dot(at[2] - at[0]);
        if area == 0.0 || !area.is_finite() {
            return;
        }
        let flat = colors[0] == colors[1] && colors[1] == colors[2];
        let top = at[0].y.min(at[1].y).min(at[2].y);
        let bottom = at[0].y.max(at[1].y).max(at[2].y);
        let rows = (first_sample(top).max(window[1]), first_sample(bottom).min(window[3]));
        for y in rows.0..rows.1 {
            let (left, right) = span(&at, y as f32 + 0.5);
            let row = y * self.width * SAMPLES;
            for x in first_sample(left).max(window[0])..first_sample(right).min(window[2]) {
                let color = if flat { colors[0] } else { mixed(&at, &colors, area, Vec2::new(x as f32 + 0.5, y as f32 + 0.5)) };
                over(&mut self.samples[row + x], color);
            }
        }
    }

    /// Samples inside a box and the view's clip: left, top, right, bottom (the last two excluded).
    fn window(&self, low: Vec2, high: Vec2, view: &View) -> [usize; 4] {
        let [left, top, right, bottom] = view.clip.map(|c| c * SAMPLES as f32);
        let (width, height) = ((self.width * SAMPLES) as f32, (self.height * SAMPLES) as f32);
        let low = low.max(Vec2::new(left, top)).max(Vec2::ZERO);
        let high = high.min(Vec2::new(right, bottom)).min(Vec2::new(width, height));
        [low.x.floor() as usize, low.y.floor() as usize, high.x.ceil().max(0.0) as usize, high.y.ceil().max(0.0) as usize]
    }
}

/// The first sample whose centre is not before `edge`.
fn first_sample(edge: f32) -> usize {
    (edge - 0.5).ceil().max(0.0) as usize
}

/// Where the horizontal line at `y` enters and leaves a triangle.
fn span(at: &[Vec2; 3], y: f32) -> (f32, f32) {
    let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
    for i in 0..3 {
        // Upper end first: both triangles at a shared edge find the same crossing.
        let (a, b) = if at[i].y <= at[(i + 1) % 3].y { (at[i], at[(i + 1) % 3]) } else { (at[(i + 1) % 3], at[i]) };
        if a.y <= y && y < b.y {
            let x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
            (left, right) = (left.min(x), right.max(x));
        }
    }
    (left, right)
}

fn mixed(at: &[Vec2; 3], colors: &[[f32; 4]; 3], area: f32, p: Vec2) -> [f32; 4] {
    let a = ((at[2] - at[1]).perp_dot(p - at[1]) / area).clamp(0.0, 1.0);
    let b = ((at[0] - at[2]).perp_dot(p - at[2]) / area).clamp(0.0, 1.0 - a);
    std::array::from_fn(|i| colors[0][i] * a + colors[1][i] * b + colors[2][i] * (1.0 - a - b))
}

fn premultiplied(rgba: [u8; 4]) -> [f32; 4] {
    let alpha = f32::from(rgba[3]) / 255.0;
    [f32::from(rgba[0]) * alpha, f32::from(rgba[1]) * alpha, f32::from(rgba[2]) * alpha, f32::from(rgba[3])]
}

fn over(below: &mut [u8; 4], above: [f32; 4]) {
    let rest = 1.0 - above[3] / 255.0;
    *below = std::array::from_fn(|i| (above[i] + f32::from(below[i]) * rest + 0.5) as u8);
}

fn bilinear(bitmap: &Bitmap, u: f32, v: f32) -> [f32; 4] {
    let (u, v) = (u - 0.5, v - 0.5);
    let (x, y) = (u.floor(), v.floor());
    let (fx, fy) = (u - x, v - y);
    let pixel = |dx: f32, dy: f32| {
        let x = (x + dx).clamp(0.0, bitmap.width as f32 - 1.0) as usize;
        let y = (y + dy).clamp(0.0, bitmap.height as f32 - 1.0) as usize;
        bitmap.pixel(x, y).map(f32::from)
    };
    let (a, b, c, d) = (pixel(0.0, 0.0), pixel(1.0, 0.0), pixel(0.0, 1.0), pixel(1.0, 1.0));
    std::array::from_fn(|i| (a[i] * (1.0 - fx) + b[i] * fx) * (1.0 - fy) + (c[i] * (1.0 - fx) + d[i] * fx) * fy)
}

/// Writes a premultiplied picture as PNG (straight alpha).
///
/// # Errors
/// If the file cannot be written.
pub fn write_png(bitmap: &Bitmap, path: &Path) -> std::io::Result<()> {
    std::fs::write(path, encode_png(bitmap)?)
}

/// A premultiplied picture as the bytes of a PNG (straight alpha).
///
/// # Errors
/// If it is too large for a PNG.
pub fn encode_png(bitmap: &Bitmap) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, bitmap.width as u32, bitmap.height as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut straight = bitmap.rgba.clone();
    for p in straight.chunks_exact_mut(4).filter(|p| p[3] > 0 && p[3] < 255) {
        let alpha = u32::from(p[3]);
        p[..3].iter_mut().for_each(|c| *c = (u32::from(*c) * 255 / alpha).min(255) as u8);
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&straight)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: f32, y: f32, rgba: [u8; 4]) -> Vertex {
        Vertex { x, y, rgba }
    }

    #[test]
    fn two_translucent_triangles_make_a_square_without_a_seam() {
        let mut canvas = Canvas::new(8, 8);
        canvas.clear([0, 0, 0]);
        let c = [200, 100, 50, 128];
        let [a, b, d, e] = [corner(1.0, 1.0, c), corner(6.5, 1.0, c), corner(6.5, 7.0, c), corner(1.0, 7.0, c)];
        canvas.triangles(&[a, b, d, a, d, e], &canvas.view(1.0));
        let bitmap = canvas.bitmap();
        assert_eq!((bitmap.pixel(0, 0), bitmap.pixel(7, 7)), ([0, 0, 0, 255], [0, 0, 0, 255]));
        let inside = bitmap.pixel(3, 3);
        assert_eq!(inside, [100, 50, 25, 255]);
        assert!((1..7).all(|y| (1..6).all(|x| bitmap.pixel(x, y) == inside)), "one colour all over");
        assert!((20..60).contains(&bitmap.pixel(6, 3)[0]), "half a pixel is covered in part");
    }

    #[test]
    fn a_sprite_turned_by_90_degrees_turns_clockwise() {
        let mut bitmap = Bitmap::new(2, 1);
        bitmap.put(0, 0, [255, 0, 0, 255]);
        bitmap.put(1, 0, [0, 0, 255, 255]);
        let mut canvas = Canvas::new(8, 8);
        let placement = Placement { at: Vec2::new(4.0, 4.0), half: Vec2::new(4.0, 2.0), angle_deg: 90.0, alpha: 1.0 };
        canvas.sprite(&bitmap, [0.0, 0.0, 2.0, 1.0], &placement, &canvas.view(1.0));
        let picture = canvas.bitmap();
        assert_eq!((picture.pixel(4, 0), picture.pixel(4, 7)), ([255, 0, 0, 255], [0, 0, 255, 255]));
        assert_eq!(picture.pixel(0, 4), [0; 4]);
    }
}

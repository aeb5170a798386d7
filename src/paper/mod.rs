//! The art as data, turned into triangles and pixels: figures, bullet looks, backdrops, and a software canvas to see them on.
//!
//! Units: playfield units (px), origin top left, y down, unless a file says otherwise. Pure: the same data gives the same picture.
//! Must not know: the window, the GPU, files (except the canvas's PNG writer), the clock.

pub mod backdrop;
pub mod canvas;
pub mod figure;
pub mod hex;
pub mod looks;
pub mod mark;
mod noise;
pub mod particles;
#[cfg(test)]
mod sheet;
pub mod strip;

/// One corner of a triangle; a mesh is a list of these, three to a triangle, drawn in order.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vertex {
    /// Horizontal position.
    pub x: f32,
    /// Vertical position, down.
    pub y: f32,
    /// Colour: sRGB bytes, straight alpha.
    pub rgba: [u8; 4],
}

/// A picture in memory: rows from the top, premultiplied RGBA.
#[derive(Clone, Debug, PartialEq)]
pub struct Bitmap {
    /// Columns, pixels.
    pub width: usize,
    /// Rows, pixels.
    pub height: usize,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Bitmap {
    /// A transparent picture.
    pub fn new(width: usize, height: usize) -> Self {
        Bitmap { width, height, rgba: vec![0; width * height * 4] }
    }

    /// The pixel at column `x`, row `y`.
    ///
    /// # Panics
    /// If it lies outside.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        let start = (y * self.width + x) * 4;
        [self.rgba[start], self.rgba[start + 1], self.rgba[start + 2], self.rgba[start + 3]]
    }

    /// Puts a premultiplied colour at column `x`, row `y`.
    ///
    /// # Panics
    /// If it lies outside.
    pub fn put(&mut self, x: usize, y: usize, rgba: [u8; 4]) {
        let start = (y * self.width + x) * 4;
        self.rgba[start..start + 4].copy_from_slice(&rgba);
    }

    /// Copies `other` with its top left corner at column `x`, row `y`.
    ///
    /// # Panics
    /// If it does not fit.
    pub fn paste(&mut self, other: &Bitmap, x: usize, y: usize) {
        for row in 0..other.height {
            let (from, to) = (row * other.width * 4, ((y + row) * self.width + x) * 4);
            self.rgba[to..to + other.width * 4].copy_from_slice(&other.rgba[from..from + other.width * 4]);
        }
    }
}

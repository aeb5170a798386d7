//! The glyph atlas: fonts, glyphs rasterised once at the exact pixel size, and where each lies in one coverage texture.
//! Owns the fonts. Units: pixels and texels. Invariant: texels (0, 0) to (3, 3) are white, so untextured triangles share the texture;
//! a glyph already met costs one look-up and no allocation. When the atlas is full it starts anew at the next frame.

use crate::view::gpu::Gpu;
use fontdue::{Font, FontSettings};
use macroquad::miniquad::TextureId;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tamafubuki::mem::counter::{self, Tag};

/// Side of the atlas, texels.
pub const ATLAS_SIDE: u32 = 2048;
/// Centre of the white texels.
pub const WHITE_TEXEL: [u16; 2] = [2, 2];
/// Free texels around each glyph, so that filtering does not bleed.
const GAP: u32 = 1;
const GLYPHS_AT_START: usize = 4096;

const REGULAR: &[u8] = include_bytes!("../../assets/fonts/BIZUDPGothic-Regular.subset.ttf");
const BOLD: &[u8] = include_bytes!("../../assets/fonts/BIZUDPGothic-Bold.subset.ttf");

/// The files of the cuts, by `Face as usize`.
pub const FACES: [&[u8]; 2] = [REGULAR, BOLD];

/// A cut of the typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// For running text and numbers.
    Regular,
    /// For titles and what must be read at a glance.
    Bold,
}

/// One glyph in the atlas: offsets from the pen on the baseline to its box, and the box, in pixels = texels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Left of the box from the pen.
    pub left: f32,
    /// Top of the box from the baseline (negative is above).
    pub top: f32,
    /// Width and height.
    pub size: [u16; 2],
    /// Top left texel.
    pub texel: [u16; 2],
    /// How far the pen moves on.
    pub advance: f32,
}

/// Which glyph: character, whole pixel size, cut, and outline width (0: the glyph itself).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The character.
    pub ch: char,
    /// Em size, px.
    pub size_px: u16,
    /// Cut.
    pub face: Face,
    /// How far the glyph is thickened to serve as an outline, px.
    pub outline_px: u8,
}

impl Key {
    fn packed(self) -> u64 {
        u64::from(self.ch as u32)
            | u64::from(self.size_px) << 21
            | u64::from(self.outline_px) << 37
            | u64::from(self.face == Face::Bold) << 45
    }
}

/// Packed keys are spread by one multiplication; the standard hasher costs more than the rest of drawing a glyph.
#[derive(Default)]
pub struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// Free space in the atlas: rows filled from left to right.
#[derive(Clone, Copy, Debug)]
struct Shelf {
    x: u32,
    y: u32,
    height: u32,
}

impl Shelf {
    /// Room for `width` x `height` texels, or `None` when the atlas is full.
    fn take(&mut self, width: u32, height: u32) -> Option<(u32, u32)> {
        if self.x + width + GAP > ATLAS_SIDE {
            *self = Self { x: GAP, y: self.y + self.height, height: 0 };
        }
        if self.x + width + GAP > ATLAS_SIDE || self.y + height + GAP > ATLAS_SIDE {
            return None;
        }
        let at = (self.x, self.y);
        self.x += width + GAP;
        self.height = self.height.max(height + GAP);
        Some(at)
    }
}

const EMPTY_SHELF: Shelf = Shelf { x: 6, y: GAP, height: 6 };

/// Fonts and atlas.
pub struct Glyphs {
    fonts: [Font; 2],
    table: HashMap<u64, Glyph, BuildHasherDefault<Spread>>,
    shelf: Shelf,
    texture: TextureId,
    full: bool,
    /// How often the atlas was started anew.
    generation: u32,
}

impl Glyphs {
    /// Reads the embedded fonts and makes the atlas texture.
    pub fn new(gpu: &mut Gpu) -> Self {
        let read = |bytes: &'static [u8]| Font::from_bytes(bytes, FontSettings::default()).expect("the embedded font is a valid font");
        let texture = gpu.mask_texture(ATLAS_SIDE, ATLAS_SIDE);
        gpu.ctx.texture_update_part(texture, 0, 0, 4, 4, &[255; 16]);
        let table = HashMap::with_capacity_and_hasher(GLYPHS_AT_START, BuildHasherDefault::default());
        Self { fonts: FACES.map(read), table, shelf: EMPTY_SHELF, texture, full: false, generation: 0 }
    }

    /// The atlas.
    pub fn texture(&self) -> TextureId {
        self.texture
    }

    /// Which atlas it is: a glyph got from another lies elsewhere.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Between frames: an atlas that ran full is emptied, for the next frame fills it with what it needs.
    pub fn begin_frame(&mut self) {
        if self.full {
            self.table.clear();
            self.shelf = EMPTY_SHELF;
            self.full = false;
            self.generation += 1;
        }
    }

    /// The glyph, rasterised on first use. A character that the font lacks is the font's empty box.
    pub fn get(&mut self, gpu: &mut Gpu, key: Key) -> Glyph {
        let packed = key.packed();
        if let Some(glyph) = self.table.get(&packed) {
            return *glyph;
        }
        self.rasterise(gpu, key)
    }

    /// How far the pen moves on after the glyph, px.
    pub fn advance(&mut self, gpu: &mut Gpu, key: Key) -> f32 {
        self.get(gpu, Key { outline_px: 0, ..key }).advance
    }

    /// Happens once a glyph, so what it allocates is counted as a transition, not as drawing.
    fn rasterise(&mut self, gpu: &mut Gpu, key: Key) -> Glyph {
        let _transition = counter::scope(Tag::Transition);
        let glyph = self.placed(gpu, key);
        self.table.insert(key.packed(), glyph);
        glyph
    }

    fn placed(&mut self, gpu: &mut Gpu, key: Key) -> Glyph {
        let (metrics, coverage) = self.fonts[key.face as usize].rasterize(key.ch, f32::from(key.size_px));
        let by = usize::from(key.outline_px);
        let (width, height, coverage) =
            if by == 0 { (metrics.width, metrics.height, coverage) } else { thickened(&coverage, metrics.width, metrics.height, by) };
        let mut glyph = Glyph {
            left: metrics.xmin as f32 - by as f32,
            top: -(metrics.ymin as f32) - metrics.height as f32 - by as f32,
            size: [0; 2],
            texel: [0; 2],
            advance: metrics.advance_width,
        };
        if metrics.width == 0 || metrics.height == 0 {
            return glyph;
        }
        match self.shelf.take(width as u32, height as u32) {
            Some((x, y)) => {
                gpu.ctx.texture_update_part(self.texture, x as i32, y as i32, width as i32, height as i32, &coverage);
                glyph.texel = [x as u16, y as u16];
                glyph.size = [width as u16, height as u16];
            }
            None => self.full = true,
        }
        glyph
    }
}

/// The coverage grown by `by` pixels on every side: each pixel takes the most covered one within that distance, softened at the edge.
fn thickened(coverage: &[u8], width: usize, height: usize, by: usize) -> (usize, usize, Vec<u8>) {
    let (wide, high) = (width + 2 * by, height + 2 * by);
    let mut out = vec![0u8; wide * high];
    let reach = by as i32;
    for dy in -reach..=reach {
        for dx in -reach..=reach {
            let weight = (by as f32 + 0.5 - ((dx * dx + dy * dy) as f32).sqrt()).clamp(0.0, 1.0);
            if weight == 0.0 {
                continue;
            }
            for y in 0..height {
                let row = ((y as i32 + reach + dy) as usize) * wide + (reach + dx) as usize;
                for (to, &from) in out[row..row + width].iter_mut().zip(&coverage[y * width..(y + 1) * width]) {
                    *to = (*to).max((f32::from(from) * weight) as u8);
                }
            }
        }
    }
    (wide, high, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_reaches_as_far_as_asked_and_no_further() {
        let (w, h, out) = thickened(&[255], 1, 1, 2);
        assert_eq!((w, h), (5, 5));
        assert_eq!(out[12], 255, "centre");
        assert_eq!(out[10], 127, "two to the left: the soft edge");
        assert_eq!(out[0], 0, "the far corner is 2.8 px away");
    }

    /// Texts of all files under a folder of the working tree.
    fn texts(folder: &std::path::Path, out: &mut String) {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("its entries are readable").path();
            if path.is_dir() {
                texts(&path, out);
            } else if path.extension().is_some_and(|end| end == "ron" || end == "txt") {
                out.push_str(&std::fs::read_to_string(&path).expect("the file is text"));
            }
        }
    }

    #[test]
    fn both_cuts_have_every_character_of_the_content_and_of_their_own_list() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut text = String::from("弾吹雪 ↑↓←→×·▼");
        ["levels", "assets"].iter().for_each(|folder| texts(&root.join(folder), &mut text));
        for bytes in [REGULAR, BOLD] {
            let font = Font::from_bytes(bytes, FontSettings::default()).expect("the font is a font");
            let missing: String = text.chars().filter(|&ch| !ch.is_control() && !font.has_glyph(ch)).collect();
            assert_eq!(missing, "", "add them to assets/fonts/charset.txt and make the subsets again");
        }
    }

    #[test]
    fn shelves_do_not_overlap_and_end_at_the_side() {
        let mut shelf = EMPTY_SHELF;
        let mut taken = Vec::new();
        while let Some((x, y)) = shelf.take(300, 200) {
            assert!(x + 300 <= ATLAS_SIDE && y + 200 <= ATLAS_SIDE);
            assert!(taken.iter().all(|&(a, b): &(u32, u32)| x >= a + 300 || a >= x + 300 || y >= b + 200 || b >= y + 200));
            taken.push((x, y));
        }
        assert_eq!(taken.len(), 6 * 10);
    }
}

//! The picture atlas on the GPU: bullet looks, items, shots and particles, baked from formulas at the window's scale.
//! Owns the texture. Units: px of the playfield, texels. Invariant: rebaked only when the scale has been still for a while, for a bake takes many frames' time.

use crate::view::batch::{BulletBatch, LookRow};
use crate::view::gpu::{Gpu, Textured, Uniforms};
use glam::Vec2;
use macroquad::miniquad::TextureId;
use tamafubuki::content::Content;
use tamafubuki::paper::figure::Figure;
use tamafubuki::paper::looks::{self, Cell};
use tamafubuki::sim::bullet::look::Turn;

/// Colours a look is baked in.
const COLOR_COUNT: usize = 8;
/// Frames for which a new scale must hold before it is baked.
const STILL_FRAMES: u32 = 10;
/// Prefixes of the figures that become sprites.
const SPRITE_PREFIXES: [&str; 2] = ["item_", "shot_"];

/// A picture that is neither bullet nor figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sprite {
    texel: [u16; 2],
    size: [u16; 2],
    half_px: [f32; 2],
}

/// The atlas.
pub struct PictureAtlas {
    texture: TextureId,
    side: [f32; 2],
    named: Vec<(String, Sprite)>,
    scale: f32,
    wanted: f32,
    still: u32,
}

impl PictureAtlas {
    /// Bakes the content's pictures at `scale` texels per px and tells `bullets` where the looks lie.
    pub fn new(gpu: &mut Gpu, content: &Content, bullets: &mut BulletBatch, scale: f32) -> Self {
        let texture = gpu.color_texture(1, 1, &[0; 4], false);
        let mut atlas = Self { texture, side: [1.0; 2], named: Vec::new(), scale, wanted: scale, still: 0 };
        atlas.bake(gpu, content, bullets);
        atlas
    }

    /// Once a frame: bakes anew when the window's scale has changed and stands still. True when it did.
    pub fn follow(&mut self, gpu: &mut Gpu, content: &Content, bullets: &mut BulletBatch, scale: f32) -> bool {
        self.still = if scale == self.wanted { self.still.saturating_add(1) } else { 0 };
        self.wanted = scale;
        let due = scale != self.scale && self.still >= STILL_FRAMES;
        if due {
            self.scale = scale;
            self.bake(gpu, content, bullets);
        }
        due
    }

    /// Bakes everything anew, from this content.
    pub fn bake(&mut self, gpu: &mut Gpu, content: &Content, bullets: &mut BulletBatch) {
        let figures: Vec<(&str, &Figure)> = content
            .figure_names
            .iter()
            .zip(&content.figures)
            .filter(|(name, _)| SPRITE_PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
            .map(|(name, figure)| (name.as_str(), figure))
            .collect();
        let baked = looks::bake(&content.looks, &content.colors, &figures, self.scale);
        gpu.ctx.delete_texture(self.texture);
        self.texture = gpu.color_texture(baked.width as u32, baked.height as u32, &baked.rgba, false);
        self.side = [baked.width as f32, baked.height as f32];
        let rows = content.looks.iter().enumerate().map(|(index, look)| {
            let cell = &baked.cells[index * COLOR_COUNT];
            let texel = [cell.x as f32, cell.y as f32];
            LookRow { texel, cell_texels: cell.width as f32, half_px: cell.half_size_px[0], heads: look.turn == Turn::Heading }
        });
        bullets.set_rows(rows);
        self.named.clear();
        self.named.extend(baked.named.iter().map(|(name, cell)| (name.clone(), sprite(cell))));
    }

    /// The texture.
    pub fn texture(&self) -> TextureId {
        self.texture
    }

    /// Uniforms for this texture under the given view.
    pub fn uniforms(&self, view: [f32; 4]) -> Uniforms {
        Uniforms { view, texel: self.side.map(|side| 1.0 / side) }
    }

    /// A picture by the first of these names that exists.
    pub fn find(&self, names: &[&str]) -> Sprite {
        let find = |name: &&str| self.named.iter().find(|(own, _)| own == name).map(|(_, sprite)| *sprite);
        names.iter().find_map(find).unwrap_or_default()
    }
}

fn sprite(cell: &Cell) -> Sprite {
    Sprite { texel: [cell.x as u16, cell.y as u16], size: [cell.width as u16, cell.height as u16], half_px: cell.half_size_px }
}

impl Sprite {
    /// Appends the picture at `at` (px), its x axis turned along `along` (a unit vector), `size` times its own size across and along.
    pub fn push(&self, at: Vec2, along: Vec2, size: Vec2, rgba: [u8; 4], out: &mut Vec<Textured>) {
        let x = along * self.half_px[0] * size.x;
        let y = along.perp() * self.half_px[1] * size.y;
        let corner = |i: u16, j: u16| {
            let at = at + x * (f32::from(i) * 2.0 - 1.0) + y * (f32::from(j) * 2.0 - 1.0);
            Textured { at: at.to_array(), texel: [self.texel[0] + i * self.size[0], self.texel[1] + j * self.size[1]], rgba }
        };
        out.extend_from_slice(&[corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0), corner(1, 1), corner(0, 1)]);
    }
}

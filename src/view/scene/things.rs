//! Items, shots and options: small things by the hundred, drawn from the atlas in one call.
//! Units: playfield units (px), ticks. Must not know what an item is worth.

use crate::view::atlas::{PictureAtlas, Sprite};
use crate::view::brush::{self, Mesh};
use crate::view::gpu::Textured;
use glam::Vec2;
use tamafubuki::sim::item::ItemKind;
use tamafubuki::sim::player::Player;
use tamafubuki::sim::stage::format::ShotShape;
use tamafubuki::sim::world::{ItemView, ShotView};

/// Pictures of all small things, found once for each bake.
#[derive(Default)]
pub struct Things {
    power: Sprite,
    big_power: Sprite,
    point: Sprite,
    life: Sprite,
    bomb: Sprite,
    scrap: Sprite,
    needle: Sprite,
    petal: Sprite,
    glow: Sprite,
}

impl Things {
    /// Finds them in the atlas; what has no picture of its own takes a particle's.
    pub fn new(atlas: &PictureAtlas) -> Self {
        Self {
            power: atlas.find(&["item_power", "scrap_square"]),
            big_power: atlas.find(&["item_big_power", "item_power", "scrap_square"]),
            point: atlas.find(&["item_point", "scrap_square"]),
            life: atlas.find(&["item_life", "petal"]),
            bomb: atlas.find(&["item_bomb", "spark"]),
            scrap: atlas.find(&["item_scrap", "scrap_triangle"]),
            needle: atlas.find(&["shot_needle", "graze"]),
            petal: atlas.find(&["shot_petal", "petal"]),
            glow: atlas.find(&["glow"]),
        }
    }

    /// Items: they sway as they fall, scraps turn over; what matters most has a light behind it.
    pub fn items(&self, items: impl Iterator<Item = ItemView>, alpha: f32, out: &mut Vec<Textured>) {
        for item in items {
            let at = item.previous.lerp(item.at, alpha);
            let age = item.age_ticks as f32 + alpha;
            let phase = item.serial as f32 * 1.7;
            let born = (age / 10.0).min(1.0);
            if matches!(item.kind, ItemKind::Life | ItemKind::Bomb | ItemKind::BigPower) {
                let beat = 0.55 + 0.12 * (age * 0.12).sin();
                self.glow.push(at, Vec2::X, Vec2::splat(beat), [255, 236, 190, 110], out);
            }
            match item.kind {
                ItemKind::Scrap => {
                    let along = brush::toward(age * 0.013 + phase);
                    let size = Vec2::new(1.0, 0.35 + 0.65 * (age * 0.17 + phase).sin().abs()) * born;
                    self.scrap.push(at, along, size, [255; 4], out);
                }
                kind => {
                    let sway = (age * 0.08 + phase).sin() * 0.22;
                    let (sin, cos) = sway.sin_cos();
                    self.sprite(kind).push(at, Vec2::new(cos, sin), Vec2::splat(born), [255; 4], out);
                }
            }
        }
    }

    fn sprite(&self, kind: ItemKind) -> &Sprite {
        match kind {
            ItemKind::Power => &self.power,
            ItemKind::BigPower => &self.big_power,
            ItemKind::Point => &self.point,
            ItemKind::Life => &self.life,
            ItemKind::Bomb => &self.bomb,
            ItemKind::Scrap => &self.scrap,
        }
    }

    /// The player's shots: pale and see-through, so that no one takes them for bullets. `opacity` 0 to 1.
    pub fn shots(&self, shots: impl Iterator<Item = ShotView>, alpha: f32, opacity: f32, out: &mut Vec<Textured>) {
        let tint = [226, 232, 250, (opacity * 255.0) as u8];
        for shot in shots {
            let at = shot.previous.lerp(shot.at, alpha);
            let (sin, cos) = shot.angle_deg.to_radians().sin_cos();
            let sprite = match shot.shape {
                ShotShape::Needle => &self.needle,
                ShotShape::Petal => &self.petal,
            };
            sprite.push(at, Vec2::new(cos, sin), Vec2::ONE, tint, out);
        }
    }
}

/// The player's options: little folded stars that turn, each the other way than its neighbour.
pub fn options(mesh: &mut Mesh, player: &Player, drift: Vec2, time: f32) {
    for (index, &place) in player.options.iter().take(player.option_count).enumerate() {
        let way = if index.is_multiple_of(2) { 1.0 } else { -1.0 };
        let (at, turn) = (place + drift, way * time * 0.011);
        brush::folded_star(mesh, at + Vec2::new(1.5, 2.5), (2.2, 6.0), 4, turn, [6, 5, 18, 84]);
        brush::folded_star(mesh, at, (2.6, 6.6), 4, turn, [0x2A, 0x20, 0x34, 255]);
        brush::folded_star(mesh, at, (1.8, 5.4), 4, turn, [0xF4, 0xF1, 0xEA, 255]);
        brush::folded_star(mesh, at, (0.9, 2.2), 4, turn + 0.125, [0xD8, 0x46, 0x3C, 255]);
    }
}

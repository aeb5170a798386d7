//! The contact sheet of a run: twelve moments in one picture, drawn without a window.
//!
//! Units: playfield px until a view puts them on the canvas. Draws plainer than the window does; what is where is the same.

use glam::Vec2;
use std::io;
use std::path::Path;
use std::sync::Arc;
use tamafubuki::content::{Content, Loaded};
use tamafubuki::paper::backdrop::Moment;
use tamafubuki::paper::canvas::{Canvas, Placement, View, write_png};
use tamafubuki::paper::figure::{Figure, Pose};
use tamafubuki::paper::looks::{Atlas, bake};
use tamafubuki::paper::{Bitmap, Vertex};
use tamafubuki::replay::{Playback, Replay};
use tamafubuki::sim::bullet::Instance;
use tamafubuki::sim::bullet::look::Turn;
use tamafubuki::sim::field::{HEIGHT_PX, TICKS_PER_SECOND, WIDTH_PX};
use tamafubuki::sim::item::ItemKind;
use tamafubuki::sim::math;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::World;
use tamafubuki::telemetry::Frame;

const COLUMNS: usize = 4;
const ROWS: usize = 3;
/// Canvas pixels for a playfield px.
const SCALE: f32 = 0.8;
/// Height of the caption under each moment and of the gap around it, canvas pixels.
const CAPTION: usize = 36;
/// How fast the backdrop goes by.
const SCROLL_PX_PER_TICK: f32 = 0.5;
const GAP: usize = 6;
const FONT: &[u8] = include_bytes!("../../assets/fonts/BIZUDPGothic-Bold.subset.ttf");
const NIGHT: [u8; 3] = [0x16, 0x1d, 0x3f];
const PAPER: [u8; 3] = [0xf3, 0xec, 0xdd];
const INK: [u8; 4] = [0x2a, 0x22, 0x38, 255];

/// Draws the moments of `replay` with most bullets, one from each twelfth of it, and writes the sheet as PNG.
///
/// # Errors
/// Those of writing.
pub fn write(path: &Path, loaded: &Loaded, stage: &Arc<StageData>, replay: &Replay, frames: &[Frame]) -> io::Result<()> {
    let moments = moments(frames);
    let (cell_width, cell_height) = ((WIDTH_PX * SCALE) as usize, (HEIGHT_PX * SCALE) as usize);
    let mut sheet = Bitmap::new(GAP + COLUMNS * (cell_width + GAP), GAP + ROWS * (cell_height + CAPTION + GAP));
    sheet.rgba.chunks_exact_mut(4).for_each(|pixel| pixel.copy_from_slice(&[PAPER[0], PAPER[1], PAPER[2], 255]));
    let mut pen = Pen::new(&loaded.content);
    let mut world = World::new(Arc::clone(stage), replay.header.config);
    let mut next = 0;
    for input in Playback::new(replay) {
        world.step(input);
        if moments.get(next) == Some(&world.tick()) {
            let (column, row) = (next % COLUMNS, next / COLUMNS);
            let picture = pen.moment(&world, cell_width, cell_height);
            sheet.paste(&picture, GAP + column * (cell_width + GAP), GAP + row * (cell_height + CAPTION + GAP));
            next += 1;
        }
    }
    write_png(&sheet, path)
}

/// The tick with most bullets in each of twelve equal stretches, in order.
fn moments(frames: &[Frame]) -> Vec<u32> {
    let count = COLUMNS * ROWS;
    let stretch = |part: usize| part * frames.len() / count..(part + 1) * frames.len() / count;
    // The first of equals: `max_by_key` would take the last.
    let fullest = |part: usize| stretch(part).rev().max_by_key(|index| frames[*index].bullet_count());
    (0..count).filter_map(fullest).map(|index| index as u32 + 1).collect()
}

/// What drawing needs.
struct Pen<'a> {
    content: &'a Content,
    atlas: Atlas,
    texture: Bitmap,
    font: Option<fontdue::Font>,
    mesh: Vec<Vertex>,
    instances: Vec<Instance>,
    /// The plates of each backdrop's layers, baked when it is first seen.
    plates: Vec<Option<Vec<Option<Bitmap>>>>,
}

impl<'a> Pen<'a> {
    fn new(content: &'a Content) -> Self {
        let atlas = bake(&content.looks, &content.colors, &[], 2.0);
        let texture = atlas.bitmap();
        let font = fontdue::Font::from_bytes(FONT, fontdue::FontSettings::default()).ok();
        Self { content, atlas, texture, font, mesh: Vec::new(), instances: Vec::new(), plates: vec![None; content.backdrops.len()] }
    }

    /// The playfield now, and a caption under it.
    fn moment(&mut self, world: &World, width: usize, height: usize) -> Bitmap {
        let mut canvas = Canvas::new(width, height + CAPTION);
        canvas.clear(PAPER);
        let mut view = canvas.view(SCALE);
        view.clip[3] = height as f32;
        self.ground(world, &mut canvas, &view);
        self.mesh.clear();
        self.things(world);
        canvas.triangles(&self.mesh, &view);
        self.bullets(world, &mut canvas, &view);
        self.caption(world, &mut canvas, height);
        canvas.bitmap()
    }

    /// The backdrop of the attack or the stage.
    fn ground(&mut self, world: &World, canvas: &mut Canvas, view: &View) {
        self.mesh.clear();
        rectangle(&mut self.mesh, Vec2::ZERO, Vec2::new(WIDTH_PX, HEIGHT_PX), [NIGHT[0], NIGHT[1], NIGHT[2], 255]);
        canvas.triangles(&self.mesh, view);
        let spell = world.boss().and_then(|boss| boss.attack).and_then(|attack| attack.backdrop);
        let index = usize::from(spell.unwrap_or(world.stage().backdrop));
        let Some(backdrop) = self.content.backdrops.get(index) else { return };
        let time_ticks = world.tick() as f32;
        let moment = Moment { scroll_px: time_ticks * SCROLL_PX_PER_TICK, time_ticks, alpha: 1.0 };
        let plates = self.plates[index].get_or_insert_with(|| backdrop.layers().iter().map(|layer| layer.bake(1.0)).collect());
        let mut places = Vec::new();
        for (layer, plate) in backdrop.layers().iter().zip(plates) {
            places.clear();
            self.mesh.clear();
            if let Some(plate) = plate {
                layer.place(&moment, &mut places);
                let all = [0.0, 0.0, plate.width as f32, plate.height as f32];
                places.iter().for_each(|place| canvas.sprite(plate, all, place, view));
            } else {
                layer.mesh(&moment, &mut self.mesh);
                canvas.triangles(&self.mesh, view);
            }
        }
    }

    fn things(&mut self, world: &World) {
        for enemy in world.enemies() {
            self.figure(enemy.figure, Pose { at: enemy.at, ..Pose::default() });
        }
        if let Some(boss) = world.boss() {
            self.figure(boss.figure, Pose { at: boss.at, ..Pose::default() });
        }
        for item in world.items() {
            if let Some(figure) = self.content.figure(item_figure(item.kind)) {
                self.figure(figure, Pose { at: item.at, ..Pose::default() });
            }
        }
        for shot in world.shots() {
            let along = math::unit(shot.angle_deg) * 8.0;
            needle(&mut self.mesh, shot.at - along, shot.at + along, [0xff, 0xf8, 0xe8, 170]);
        }
        let player = world.player();
        if player.visible() {
            self.figure(world.stage().crane_figure, Pose { at: player.at, ..Pose::default() });
        }
    }

    fn figure(&mut self, index: u16, pose: Pose) {
        if let Some(figure) = self.content.figures.get(usize::from(index)) {
            let figure: &Figure = figure;
            figure.shadow_mesh(&pose, Vec2::new(3.0, 4.0), [4, 4, 16, 90], &mut self.mesh);
            figure.mesh(&pose, &mut self.mesh);
        }
    }

    fn bullets(&mut self, world: &World, canvas: &mut Canvas, view: &View) {
        world.bullets().instances(world.tick(), &mut self.instances);
        for instance in &self.instances {
            let index = usize::from(instance.look) * 8 + usize::from(instance.color);
            let (Some(cell), Some(look)) = (self.atlas.cells.get(index), self.content.looks.get(usize::from(instance.look))) else {
                continue;
            };
            let angle_deg = match look.turn {
                Turn::Heading => math::atan2_deg(instance.vy, instance.vx),
                Turn::Spin(_) => f32::from(instance.spin) * (360.0 / 256.0),
                Turn::Upright => 0.0,
            };
            let source = [cell.x as f32, cell.y as f32, (cell.x + cell.width) as f32, (cell.y + cell.height) as f32];
            let placement = Placement {
                at: Vec2::new(instance.x, instance.y),
                half: Vec2::from(cell.half_size_px),
                angle_deg,
                alpha: 0.3 + 0.7 * f32::from(instance.unfold) / 255.0,
            };
            canvas.sprite(&self.texture, source, &placement, view);
        }
    }

    fn caption(&self, world: &World, canvas: &mut Canvas, top: usize) {
        let Some(font) = &self.font else { return };
        let seconds = world.tick() / TICKS_PER_SECOND;
        let attack = world.boss().and_then(|boss| boss.attack.map(|attack| if attack.is_spell { attack.name } else { boss.name }));
        // Two lines, so that the longest name of a card stands whole.
        let numbers = format!("{}:{:02}  {} bullets", seconds / 60, seconds % 60, world.bullets().len());
        for (line, text) in [numbers.as_str(), attack.unwrap_or("")].into_iter().enumerate() {
            canvas.text(font, Vec2::new(4.0, (top + 14 + 14 * line) as f32), 11.0, INK, text);
        }
    }
}

fn item_figure(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Power => "item_power",
        ItemKind::BigPower => "item_big_power",
        ItemKind::Point => "item_point",
        ItemKind::Life => "item_life",
        ItemKind::Bomb => "item_bomb",
        ItemKind::Scrap => "item_scrap",
    }
}

fn triangle(mesh: &mut Vec<Vertex>, corners: [Vec2; 3], rgba: [u8; 4]) {
    mesh.extend(corners.map(|at| Vertex { x: at.x, y: at.y, rgba }));
}

fn rectangle(mesh: &mut Vec<Vertex>, least: Vec2, most: Vec2, rgba: [u8; 4]) {
    let (right, left) = (Vec2::new(most.x, least.y), Vec2::new(least.x, most.y));
    triangle(mesh, [least, right, most], rgba);
    triangle(mesh, [least, most, left], rgba);
}

fn needle(mesh: &mut Vec<Vertex>, from: Vec2, to: Vec2, rgba: [u8; 4]) {
    let side = (to - from).perp().normalize_or_zero() * 1.5;
    triangle(mesh, [from - side, from + side, to], rgba);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_the_fullest_tick_of_its_twelfth() {
        let mut frames = vec![Frame::default(); 120];
        for part in 0..12 {
            frames[part * 10 + part % 10].pools[0].len = 5;
        }
        let expected: Vec<u32> = (0..12).map(|part| part * 10 + part % 10 + 1).collect();
        assert_eq!(moments(&frames), expected);
        assert_eq!(moments(&[Frame::default(); 3]), [1, 2, 3]);
        assert_eq!(moments(&[]), Vec::<u32>::new());
    }
}

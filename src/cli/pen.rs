//! Draws a world on a canvas without a window, with the game's own looks, figures and backdrops.
//!
//! Units: playfield px until a view puts them on the canvas. Draws plainer than the window does; what is where is the same.

use glam::Vec2;
use tamafubuki::content::Content;
use tamafubuki::paper::backdrop::Moment;
use tamafubuki::paper::canvas::{Canvas, Placement, View};
use tamafubuki::paper::figure::{Clip, Figure, Pose};
use tamafubuki::paper::looks::{Atlas, bake};
use tamafubuki::paper::mark;
use tamafubuki::paper::strip::Strips;
use tamafubuki::paper::{Bitmap, Vertex};
use tamafubuki::sim::bullet::Instance;
use tamafubuki::sim::bullet::look::Turn;
use tamafubuki::sim::field::{HEIGHT_PX, WIDTH_PX};
use tamafubuki::sim::item::ItemKind;
use tamafubuki::sim::math;
use tamafubuki::sim::world::World;

/// How fast the backdrop goes by.
const SCROLL_PX_PER_TICK: f32 = 0.5;
const NIGHT: [u8; 4] = [0x16, 0x1d, 0x3f, 255];
/// Turn of a look that spins, degrees, for one step of its byte.
const SPIN_DEG: f32 = 360.0 / 256.0;

/// What lies under the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The backdrop as it moves.
    Moving,
    /// The backdrop as it is at first, for animations: what stands still costs no bytes.
    Still,
    /// The night.
    Plain,
}

/// What drawing needs.
pub struct Pen<'a> {
    content: &'a Content,
    ground: Ground,
    atlas: Atlas,
    texture: Bitmap,
    mesh: Vec<Vertex>,
    strips: Strips,
    instances: Vec<Instance>,
    /// The plates of each backdrop's layers, baked when it is first seen.
    plates: Vec<Option<Vec<Option<Bitmap>>>>,
    /// A backdrop that stands still, and which one it is.
    still: Option<(usize, Canvas)>,
}

impl<'a> Pen<'a> {
    /// Bakes the looks.
    pub fn new(content: &'a Content, ground: Ground) -> Self {
        let atlas = bake(&content.looks, &content.colors, &[], 2.0);
        let texture = atlas.bitmap();
        Self {
            content,
            ground,
            atlas,
            texture,
            mesh: Vec::new(),
            strips: Strips::new(),
            instances: Vec::new(),
            plates: vec![None; content.backdrops.len()],
            still: None,
        }
    }

    /// The playfield now.
    pub fn field(&mut self, world: &World, canvas: &mut Canvas, view: &View) {
        let spell = world.boss().and_then(|boss| boss.attack).and_then(|attack| attack.backdrop);
        let index = usize::from(spell.unwrap_or(world.stage().backdrop));
        match &self.still {
            // LIMIT: one size of canvas for a pen whose ground stands still.
            Some((drawn, still)) if *drawn == index => canvas.clone_from(still),
            _ => {
                self.backdrop(index, world, canvas, view);
                self.still = (self.ground != Ground::Moving).then(|| (index, canvas.clone()));
            }
        }
        self.mesh.clear();
        for mark in world.marks() {
            mark::draw(mark, self.content.colors[mark.color as usize], world.tick() as f32, &mut self.mesh);
        }
        self.things(world);
        for laser in world.lasers().views() {
            self.strips.draw(&laser, self.content.colors[laser.color as usize], 1.0, &mut self.mesh);
        }
        canvas.triangles(&self.mesh, view);
        self.bullets(world, canvas, view);
    }

    /// The backdrop of the attack or the stage.
    fn backdrop(&mut self, index: usize, world: &World, canvas: &mut Canvas, view: &View) {
        self.mesh.clear();
        rectangle(&mut self.mesh, Vec2::ZERO, Vec2::new(WIDTH_PX, HEIGHT_PX), NIGHT);
        canvas.triangles(&self.mesh, view);
        let Some(backdrop) = self.content.backdrops.get(index).filter(|_| self.ground != Ground::Plain) else { return };
        let time_ticks = if self.ground == Ground::Still { 0.0 } else { world.tick() as f32 };
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
            self.figure(enemy.figure, enemy.at, "idle", enemy.age_ticks);
        }
        if let Some(boss) = world.boss() {
            self.figure(boss.figure, boss.at, boss.pose, boss.state_ticks);
            if usize::from(boss.figure) >= self.content.figures.len() {
                // An emitter without a figure is where its pattern comes from.
                disc(&mut self.mesh, boss.at, 4.0, [0xf3, 0xec, 0xdd, 200]);
                disc(&mut self.mesh, boss.at, 2.6, NIGHT);
            }
        }
        for item in world.items() {
            if let Some(figure) = self.content.figure(item_figure(item.kind)) {
                self.figure(figure, item.at, "idle", 0);
            }
        }
        for shot in world.shots() {
            let along = math::unit(shot.angle_deg) * 8.0;
            needle(&mut self.mesh, shot.at - along, shot.at + along, [0xff, 0xf8, 0xe8, 170]);
        }
        let player = world.player();
        if player.visible() {
            self.figure(world.stage().crane_figure, player.at, "idle", world.tick());
            disc(&mut self.mesh, player.at, world.stage().crane.hit_radius_px + 1.2, [0xc8, 0x24, 0x2c, 255]);
            disc(&mut self.mesh, player.at, world.stage().crane.hit_radius_px, [255; 4]);
        }
    }

    fn figure(&mut self, index: u16, at: Vec2, animation: &str, time_ticks: u32) {
        if let Some(figure) = self.content.figures.get(usize::from(index)) {
            let figure: &Figure = figure;
            let index = figure.animation(animation).or_else(|| figure.animation("idle"));
            let pose = Pose { at, clips: [Clip::new(index, time_ticks as f32), Clip::NONE, Clip::NONE], ..Pose::default() };
            figure.shadow_mesh(&pose, Vec2::new(3.0, 4.0), [4, 4, 16, 90], &mut self.mesh);
            figure.mesh(&pose, &mut self.mesh);
        }
    }

    fn bullets(&mut self, world: &World, canvas: &mut Canvas, view: &View) {
        world.bullets().instances(world.tick(), &mut self.instances);
        for instance in &self.instances {
            let index = usize::from(instance.look()) * 8 + usize::from(instance.color());
            let (Some(cell), Some(look)) = (self.atlas.cells.get(index), self.content.looks.get(usize::from(instance.look()))) else {
                continue;
            };
            let angle_deg = match look.turn {
                Turn::Heading => math::atan2_deg(instance.vy, instance.vx),
                Turn::Spin(_) => f32::from(instance.spin()) * SPIN_DEG,
                Turn::Upright => 0.0,
            };
            let source = [cell.x as f32, cell.y as f32, (cell.x + cell.width) as f32, (cell.y + cell.height) as f32];
            let open = f32::from(instance.unfold()) / 255.0;
            let closed = 1.0 - open;
            // As the window's shader does: first along one axis, then along the other; larger and paler while it unfolds.
            let unfold = Vec2::new(smooth(open / 0.55), smooth((open - 0.35) / 0.65)) * 0.85 + 0.15;
            let placement = Placement {
                at: Vec2::new(instance.x, instance.y),
                half: Vec2::from(cell.half_size_px) * unfold * (1.0 + 1.1 * closed),
                angle_deg,
                alpha: 1.0 - 0.6 * closed,
            };
            canvas.sprite(&self.texture, source, &placement, view);
        }
    }
}

fn smooth(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
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

fn disc(mesh: &mut Vec<Vertex>, at: Vec2, radius_px: f32, rgba: [u8; 4]) {
    const SIDES: u8 = 16;
    let corner = |side: u8| at + math::unit(f32::from(side) * 360.0 / f32::from(SIDES)) * radius_px;
    (0..SIDES).for_each(|side| triangle(mesh, [at, corner(side), corner(side + 1)], rgba));
}

fn needle(mesh: &mut Vec<Vertex>, from: Vec2, to: Vec2, rgba: [u8; 4]) {
    let side = (to - from).perp().normalize_or_zero() * 1.5;
    triangle(mesh, [from - side, from + side, to], rgba);
}

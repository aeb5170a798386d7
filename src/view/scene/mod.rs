//! The playfield and what stands around it, from a `&World`: one call a frame draws all of it, in the order of this file.
//! Units: playfield units (px) until the shader, ticks. Invariant: after warm-up a frame allocates nothing. Never changes the world.

mod cast;
mod circles;
mod cutin;
mod frame;
mod ground;
mod labels;
mod plates;
mod things;

use crate::view::atlas::PictureAtlas;
use crate::view::batch::BulletBatch;
use crate::view::brush::{self, Mesh};
use crate::view::fx::{Fx, Strength};
use crate::view::gpu::Textured;
use crate::view::hud::{self, Hud};
use crate::view::ink::Ink;
use crate::view::layout::{Layout, Rect};
use cast::{Cast, Sheets};
use cutin::CutIn;
use glam::Vec2;
use ground::Ground;
use tamafubuki::content::Content;
use tamafubuki::mem::counter::{self, Tag};
use tamafubuki::paper::mark;
use tamafubuki::paper::strip::Strips;
use tamafubuki::sim::boss::BossState;
use tamafubuki::sim::bullet::Instance;
use tamafubuki::sim::event::{Event, Happening};
use tamafubuki::sim::field;
use tamafubuki::sim::world::{BossView, World};
use things::Things;

/// Radius of the ring of hit points, as a share of the figure's: its tips reach over the ring.
const RING_SHARE: f32 = 0.84;

/// What the player chose about the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taste {
    /// Screen shake and flashes.
    pub strength: Strength,
    /// How much darker the background is made, 0 to 1.
    pub dim: f32,
    /// How visible the player's shots are, 0 to 1.
    pub shot_opacity: f32,
    /// The hitbox is shown without focus, too.
    pub hitbox_always: bool,
}

impl Default for Taste {
    fn default() -> Self {
        Self { strength: Strength::default(), dim: 0.0, shot_opacity: 0.35, hitbox_always: false }
    }
}

/// Everything the picture of a run keeps between frames.
pub struct Scene {
    taste: Taste,
    bullets: BulletBatch,
    atlas: PictureAtlas,
    things: Things,
    cast: Cast,
    ground: Ground,
    cutin: CutIn,
    fx: Fx,
    hud: Hud,
    mesh: Mesh,
    over: Mesh,
    sprites: Vec<Textured>,
    instances: Vec<Instance>,
    strips: Strips,
}

impl Scene {
    /// Prepares the picture for this content. `plain_quads` takes the path for drivers without instancing.
    pub fn new(ink: &mut Ink, content: &Content, scale: f32, plain_quads: bool) -> Self {
        warm(ink, scale);
        let gpu = ink.gpu();
        let mut bullets = BulletBatch::new(gpu, plain_quads);
        let atlas = PictureAtlas::new(gpu, content, &mut bullets, scale);
        Self {
            taste: Taste::default(),
            things: Things::new(&atlas),
            cast: Cast::new(content),
            ground: Ground::new(content, scale),
            cutin: CutIn::default(),
            fx: Fx::new(content.colors),
            hud: Hud::new(),
            bullets,
            atlas,
            mesh: Mesh::with_capacity(60_000),
            over: Mesh::with_capacity(60_000),
            sprites: Vec::with_capacity(6 * 4096),
            instances: Vec::with_capacity(20_000),
            strips: Strips::new(),
        }
    }

    /// What the player chose about the picture.
    pub fn set_taste(&mut self, taste: Taste) {
        self.taste = taste;
    }

    /// The panel's state: legend, best score.
    pub fn hud(&mut self) -> &mut Hud {
        &mut self.hud
    }

    /// A new run begins: nothing of the last one stays on the screen.
    pub fn clear(&mut self) {
        self.fx.clear();
        self.cast.clear();
        self.cutin = CutIn::default();
        self.ground.clear();
        self.hud.clear();
    }

    /// Figures or looks are different now: they are baked anew, and effects end.
    pub fn renew_pictures(&mut self, content: &Content, ink: &mut Ink) {
        self.atlas.bake(ink.gpu(), content, &mut self.bullets);
        self.things = Things::new(&self.atlas);
        self.cast = Cast::new(content);
        self.fx = Fx::new(content.colors);
    }

    /// Backdrops are different now: they are baked anew, which takes a while.
    pub fn renew_ground(&mut self, content: &Content, scale: f32, ink: &mut Ink) {
        self.ground.renew(content, scale, ink.gpu());
    }

    /// One tick: moves what only the picture knows, and starts what happened. Call it once for each tick of the world.
    pub fn hear(&mut self, events: &[Event]) {
        self.cast.step();
        self.ground.step();
        self.cutin.step();
        self.fx.hear(events);
        self.hud.hear(events);
        for event in events {
            match event.what {
                Happening::EnemyDown => self.cast.fell(event.at),
                Happening::PlayerDown => self.cast.crane_fell(),
                Happening::SpellDeclared => self.cutin.begin(),
                _ => {}
            }
        }
    }

    /// Draws playfield, panel and margins. `alpha` is the part of a tick that has passed since the last one, 0 to 1.
    pub fn draw(&mut self, world: &World, content: &Content, alpha: f32, layout: &Layout, ink: &mut Ink) {
        self.follow(content, layout.scale, ink);
        self.draw_field(world, content, alpha, layout, ink, |_| ());
        self.hud.draw(ink, &mut self.mesh, layout, world, alpha);
    }

    /// Draws playfield and margins, without what a run is told by; `under` adds what lies under the bullets, px.
    pub fn draw_field(
        &mut self,
        world: &World,
        content: &Content,
        alpha: f32,
        layout: &Layout,
        ink: &mut Ink,
        under: impl FnOnce(&mut Mesh),
    ) {
        margins(ink, layout);
        ink.flush();
        let shake = self.fx.shake(self.taste.strength);
        let view = ink.gpu().view(layout.playfield.x + shake.x * layout.scale, layout.playfield.y + shake.y * layout.scale, layout.scale);
        let field = layout.playfield;
        ink.gpu().clip(field.x, field.y, field.w, field.h);
        self.ground.draw(world, content, alpha, layout, ink.gpu());
        self.draw_figures(world, content, alpha, view, ink);
        labels::draw(world, layout, shake, ink);
        ink.flush();
        self.mesh.clear();
        under(&mut self.mesh);
        ink.gpu().flat(view, &self.mesh);
        self.draw_lasers(world, content, alpha, view, ink);
        self.draw_bullets(world, alpha, view, ink);
        self.draw_on_top(world, alpha, view, ink);
        ink.gpu().unclip();
        frame::draw(ink, layout, world.boss().map(|boss| boss.at.x));
    }

    /// Draws what `over` gives over the playfield, px.
    pub fn draw_over(&mut self, layout: &Layout, ink: &mut Ink, over: impl FnOnce(&mut Mesh)) {
        ink.flush();
        self.mesh.clear();
        over(&mut self.mesh);
        let (field, gpu) = (layout.playfield, ink.gpu());
        gpu.clip(field.x, field.y, field.w, field.h);
        let view = gpu.view(field.x, field.y, layout.scale);
        gpu.flat(view, &self.mesh);
        gpu.unclip();
    }

    /// The margins around a playfield in which nothing is.
    pub fn draw_empty(&self, layout: &Layout, ink: &mut Ink) {
        margins(ink, layout);
        let field = layout.playfield;
        ink.rect(field.x, field.y, field.w, field.h, [0x10, 0x16, 0x2F, 255]);
        frame::draw(ink, layout, None);
    }

    /// When the window's scale has changed and stands still, everything baked is baked anew; what that allocates is no drawing.
    fn follow(&mut self, content: &Content, scale: f32, ink: &mut Ink) {
        let _transition = counter::scope(Tag::Transition);
        if self.atlas.follow(ink.gpu(), content, &mut self.bullets, scale) {
            self.things = Things::new(&self.atlas);
            self.ground.bake(content, scale);
            warm(ink, scale);
        }
    }

    /// From the ground up: waves and circles, shadows, items, shots, enemies, boss, cut-in, crane, bits.
    fn draw_figures(&mut self, world: &World, content: &Content, alpha: f32, view: [f32; 4], ink: &mut Ink) {
        let lag = 1.0 - alpha;
        let time = world.tick() as f32 + alpha;
        let (below, above) = (&mut self.mesh, &mut self.over);
        below.clear();
        above.clear();
        brush::quad(below, corners(), [[8, 8, 20, (self.taste.dim * 255.0) as u8]; 4]);
        for mark in world.marks() {
            mark::draw(mark, content.colors[mark.color as usize], time - 1.0, below);
        }
        self.fx.draw_below(lag, below);
        if let Some((at, radius_px, share)) = world.bomb_circle() {
            circles::bomb(below, at, radius_px, share);
        }
        if let Some((at, radius_px, share)) = world.fold_circle() {
            circles::fold(below, at, radius_px, share);
        }
        let mut sheets = Sheets { content, alpha, below, above };
        self.cast.enemies(world.enemies(), &mut sheets);
        if let Some(boss) = world.boss() {
            draw_boss(&mut self.cast, &boss, &mut sheets);
            self.cutin.draw(content, &boss, alpha, sheets.above);
        }
        let player = world.player();
        if let Some(at) = self.cast.player(player, world.stage().crane_figure, time, &mut sheets) {
            things::options(sheets.above, player, at - player.at, time);
            // A crane that a tool keeps out of harm tick by tick is not shown as one in safety.
            if player.safe_ticks > 2 {
                circles::safety(sheets.above, at, (player.safe_ticks as f32 - alpha) / 120.0, time * 0.004);
            }
        }
        self.fx.draw(lag, above);
        self.sprites.clear();
        self.things.items(world.items(), alpha, &mut self.sprites);
        self.things.shots(world.shots(), alpha, self.taste.shot_opacity, &mut self.sprites);
        let gpu = ink.gpu();
        gpu.flat(view, below);
        gpu.textured(gpu.color, self.atlas.texture(), &self.atlas.uniforms(view), &self.sprites);
        gpu.flat(view, above);
    }

    /// Under the bullets, which are smaller and must be seen; all in one call, or a few when they are many.
    fn draw_lasers(&mut self, world: &World, content: &Content, alpha: f32, view: [f32; 4], ink: &mut Ink) {
        self.mesh.clear();
        for laser in world.lasers().views() {
            self.strips.draw(&laser, content.colors[laser.color as usize], alpha, &mut self.mesh);
        }
        ink.gpu().flat(view, &self.mesh);
    }

    fn draw_bullets(&mut self, world: &World, alpha: f32, view: [f32; 4], ink: &mut Ink) {
        world.bullets().instances(world.tick(), &mut self.instances);
        let uniforms = self.atlas.uniforms(view);
        self.bullets.draw(ink.gpu(), self.atlas.texture(), &uniforms, 1.0 - alpha, &self.instances);
    }

    /// Over everything: the hitbox, and the flash.
    fn draw_on_top(&mut self, world: &World, alpha: f32, view: [f32; 4], ink: &mut Ink) {
        self.mesh.clear();
        let player = world.player();
        if player.visible() {
            let shown = if self.taste.hitbox_always { 1.0 } else { player.focus };
            let turn = (world.tick() as f32 + alpha) * 0.004;
            circles::hitbox(&mut self.mesh, player.previous.lerp(player.at, alpha), world.stage().crane.hit_radius_px, shown, turn);
        }
        let flash = self.fx.flash(self.taste.strength);
        if flash[3] > 0 {
            brush::quad(&mut self.mesh, corners(), [flash; 4]);
        }
        ink.gpu().flat(view, &self.mesh);
    }
}

/// The boss, and its ring of hit points under it while it attacks; an emitter without a figure has neither.
fn draw_boss(cast: &mut Cast, boss: &BossView, sheets: &mut Sheets) {
    let at = cast.boss(boss, sheets);
    let figure = sheets.content.figures.get(usize::from(boss.figure));
    if let (BossState::Attacking, Some(attack), Some(figure)) = (boss.state, boss.attack, figure) {
        let radius_px = figure.radius() * RING_SHARE;
        let come = (attack.age_ticks as f32 + sheets.alpha) / 30.0;
        hud::field::hp_ring(sheets.below, at, radius_px, boss.hp_fraction, attack.is_spell, come);
    }
}

/// Washi around the playfield; under it, it would only cost fill.
fn margins(ink: &mut Ink, layout: &Layout) {
    let (window, field) = (layout.window, layout.playfield);
    ink.paper(Rect::new(0.0, 0.0, window.w, field.y));
    ink.paper(Rect::new(0.0, field.bottom(), window.w, window.h - field.bottom()));
    ink.paper(Rect::new(0.0, field.y, field.x, field.h));
    ink.paper(Rect::new(field.right(), field.y, window.w - field.right(), field.h));
}

/// What is written at this scale is rasterised before it is needed.
fn warm(ink: &mut Ink, scale: f32) {
    Hud::warm(ink, scale);
    labels::warm(ink, scale);
}

/// The playfield's corners, a little outside for the shaking.
fn corners() -> [Vec2; 4] {
    const OUT: f32 = 16.0;
    let (right, bottom) = (field::WIDTH_PX + OUT, field::HEIGHT_PX + OUT);
    [Vec2::new(-OUT, -OUT), Vec2::new(right, -OUT), Vec2::new(right, bottom), Vec2::new(-OUT, bottom)]
}

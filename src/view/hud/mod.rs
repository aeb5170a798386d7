//! The heads-up display: panel at the side, boss lines in the playfield, banners.
//! Reads the world, keeps only what eases: the score that counts up, banners, how visible the boss's lines are.

pub mod banner;
pub mod field;
pub mod icons;
pub mod panel;

use crate::view::brush::Mesh;
use crate::view::glyphs::Face;
use crate::view::ink::Ink;
use crate::view::layout::Layout;
use banner::Banners;
use panel::Readings;
use tamafubuki::sim::event::Event;
use tamafubuki::sim::score::{FOLD_COST, FRAGMENTS, GAUGE_MAX, POWER_MAX};
use tamafubuki::sim::world::World;

/// Below this height the boss's lines do not hide the player, px.
const CLEAR_OF_LINES_PX: f32 = 96.0;

/// What the display writes, ahead of time: sizes (units), cut, outline (units) and characters.
const WRITTEN: [(f32, Face, f32, &str); 10] = [
    (panel::SMALL, Face::Regular, 0.0, LATIN),
    (panel::KEY, Face::Regular, 0.0, LATIN),
    (panel::PLAIN, Face::Regular, 0.0, FIGURES),
    (panel::LARGE, Face::Regular, 0.0, FIGURES),
    (field::NAME_SIZE, Face::Bold, field::THIN, LATIN),
    (field::TITLE_SIZE, Face::Bold, field::THIN, LATIN),
    (field::SPELL_SIZE, Face::Bold, field::THIN, LATIN),
    (field::TIMER_SIZE, Face::Bold, field::THICK, FIGURES),
    (banner::SIZE, Face::Bold, banner::OUTLINE, LATIN),
    (banner::BONUS_SIZE, Face::Bold, field::THICK, FIGURES),
];
const FIGURES: &str = "0123456789.,/+ ";
const LATIN: &str = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// State of the display between frames.
pub struct Hud {
    legend: Vec<(String, String)>,
    banners: Banners,
    hi_score: u64,
    /// The score as shown: it runs after the true one.
    score: u64,
    folds: f32,
    presence: f32,
    ticks: u32,
}

impl Hud {
    /// A display with nothing to show yet.
    pub fn new() -> Self {
        Self { legend: Vec::new(), banners: Banners::default(), hi_score: 0, score: 0, folds: 0.0, presence: 1.0, ticks: 0 }
    }

    /// Rasterises what the display writes at this scale, so that no frame of play stumbles over a new glyph.
    pub fn warm(ink: &mut Ink, scale: f32) {
        for (size, face, outline, text) in WRITTEN {
            ink.warm(size * scale, face, outline * scale, text);
        }
    }

    /// The keys to show in the panel: a key's name and what it does, at most eight.
    pub fn set_legend(&mut self, legend: Vec<(String, String)>) {
        self.legend = legend;
        self.legend.truncate(8);
    }

    /// The best score so far on the difficulty being played.
    pub fn set_hi_score(&mut self, hi_score: u64) {
        self.hi_score = hi_score;
    }

    /// A new run begins.
    pub fn clear(&mut self) {
        self.banners.clear();
        self.score = 0;
        self.folds = 0.0;
    }

    /// One tick.
    pub fn hear(&mut self, events: &[Event]) {
        self.ticks = self.ticks.wrapping_add(1);
        self.banners.hear(events);
    }

    /// Draws boss lines, banners and panel. `mesh` is room to work in.
    pub fn draw(&mut self, ink: &mut Ink, mesh: &mut Mesh, layout: &Layout, world: &World, alpha: f32) {
        self.run_after(world);
        let wanted = if world.player().at.y < CLEAR_OF_LINES_PX { 0.35 } else { 1.0 };
        self.presence += (wanted - self.presence) * 0.12;
        if let Some(fight) = fight(world, self.presence, alpha) {
            field::draw(ink, mesh, layout, &fight);
        }
        if let Some(ticks) = world.title_ticks() {
            let stage = world.stage();
            banner::stage_title(ink, mesh, layout, stage.number, &stage.title, &stage.subtitle, ticks as f32 + alpha);
        }
        self.banners.draw(ink, layout, 1.0 - alpha);
        panel::draw(ink, mesh, layout, &self.readings(world, alpha), &self.legend);
    }

    /// Moves the shown numbers a tenth of the way to the true ones, at least by one.
    fn run_after(&mut self, world: &World) {
        let hud = world.hud();
        let behind = hud.score.score.saturating_sub(self.score);
        self.score = if self.score > hud.score.score { hud.score.score } else { self.score + behind.div_ceil(10) };
        self.folds += (hud.folds - self.folds) * 0.2;
    }

    fn readings<'a>(&self, world: &'a World, alpha: f32) -> Readings<'a> {
        let hud = world.hud();
        let swing = ((self.ticks as f32 + alpha) * 0.09).sin() * 0.5 + 0.5;
        Readings {
            difficulty: hud.difficulty.name(),
            stage_number: hud.stage_number,
            hi_score: self.hi_score.max(self.score),
            leads: self.score > self.hi_score,
            score: self.score,
            lives: hud.score.lives,
            life_fragments: hud.score.life_fragments,
            bombs: hud.score.bombs,
            bomb_fragments: hud.score.bomb_fragments,
            fragments_max: FRAGMENTS,
            power: hud.score.power,
            power_max: POWER_MAX,
            graze: hud.score.graze,
            point_value: hud.score.point_value,
            folds: if (hud.folds - self.folds).abs() < 0.02 { hud.folds } else { self.folds },
            folds_max: GAUGE_MAX / FOLD_COST,
            pulse: swing,
        }
    }
}

fn fight(world: &World, presence: f32, alpha: f32) -> Option<field::Fight<'_>> {
    // A pattern played by itself is fired by somebody without a name and without an end.
    let boss = world.boss().filter(|boss| !boss.name.is_empty())?;
    let attack = boss.attack.map(|attack| field::Attack {
        spell: attack.is_spell.then_some(attack.name),
        ticks_left: attack.ticks_left,
        age_ticks: attack.age_ticks as f32 + alpha,
        bonus: attack.bonus,
        spoiled: attack.spoiled,
    });
    Some(field::Fight { name: boss.name, title: boss.title, attacks_left: boss.attacks_left, attack, presence })
}

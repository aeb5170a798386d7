//! Where the bot would like to be: under what it shoots at, or where items lie.

use crate::sim::item::{COLLECTION_LINE_PX, ItemKind};
use crate::sim::world::World;
use crate::sim::{bullet::Bullets, field};
use glam::Vec2;

/// Where it stands when nothing calls, px.
const HOME: Vec2 = Vec2::new(field::WIDTH_PX / 2.0, field::HEIGHT_PX - 76.0);
/// How far it goes for an item, px; counted double upwards.
const ITEM_REACH_PX: f32 = 150.0;
/// With at most so many bullets about it goes up to collect.
const QUIET_BULLETS: usize = 12;
/// So many items are worth the way to the collection line.
const HARVEST_ITEMS: usize = 10;
/// Distance kept below a target, px.
const BELOW_PX: f32 = 130.0;

/// Remembers what it shot at, so as not to waver.
#[derive(Debug, Default)]
pub(super) struct Wish {
    target: Option<u32>,
}

impl Wish {
    /// The place wanted now.
    pub(super) fn place(&mut self, world: &World) -> Vec2 {
        let quiet = quiet(world.bullets());
        if quiet && harvest(world) {
            return Vec2::new(world.player().at.x, COLLECTION_LINE_PX - 12.0);
        }
        if let Some(item) = item(world, quiet) {
            return item;
        }
        match (world.boss(), self.target(world)) {
            (Some(boss), _) if boss.attack.is_some() => under(boss.at),
            (_, Some(at)) => under(at),
            _ => HOME,
        }
    }

    /// The enemy shot at before, if it is still there; else the one nearest sideways.
    fn target(&mut self, world: &World) -> Option<Vec2> {
        let x = world.player().at.x;
        let in_sight = |at: Vec2| field::contains(at, -8.0) && at.y < HOME.y - 60.0;
        if let Some(serial) = self.target
            && let Some(kept) = world.enemies().find(|enemy| enemy.serial == serial && in_sight(enemy.at))
        {
            return Some(kept.at);
        }
        let aside = |at: Vec2| (at.x - x).abs();
        let near = world.enemies().filter(|enemy| in_sight(enemy.at)).min_by(|a, b| aside(a.at).total_cmp(&aside(b.at)));
        self.target = near.map(|enemy| enemy.serial);
        near.map(|enemy| enemy.at)
    }
}

fn quiet(bullets: &Bullets) -> bool {
    bullets.len() <= QUIET_BULLETS
}

fn under(at: Vec2) -> Vec2 {
    Vec2::new(at.x.clamp(24.0, field::WIDTH_PX - 24.0), HOME.y.max(at.y + BELOW_PX).min(field::HEIGHT_PX - 24.0))
}

fn harvest(world: &World) -> bool {
    let loose = world.items().filter(|item| !item.drawn && item.kind != ItemKind::Scrap).count();
    loose >= HARVEST_ITEMS && world.enemies().all(|enemy| enemy.at.y < 40.0 || enemy.at.y > 220.0)
}

/// The item most worth going for, if one is within reach.
fn item(world: &World, quiet: bool) -> Option<Vec2> {
    let player = world.player().at;
    let lowest = if quiet { 150.0 } else { 250.0 };
    let way = |item: &crate::sim::world::ItemView| {
        let d = item.at - player;
        let precious = if matches!(item.kind, ItemKind::Life | ItemKind::Bomb | ItemKind::BigPower) { 0.4 } else { 1.0 };
        (d.x.abs() + if d.y < 0.0 { -2.0 * d.y } else { d.y }) * precious
    };
    world
        .items()
        .filter(|item| !item.drawn && item.kind != ItemKind::Scrap && item.at.y > lowest && item.at.y < field::HEIGHT_PX)
        .filter(|item| way(item) < ITEM_REACH_PX)
        .min_by(|a, b| way(a).total_cmp(&way(b)))
        .map(|item| item.at)
}

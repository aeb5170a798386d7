//! Bullets of four kinds (scenario 3) in the storages of other crates.
//!
//! All of them keep a bullet in one piece: its motion, its course, and the rest. For the entity-component-systems parts of their own (a component each for
//! course, motion and rest) were tried and are slower, since a step reads nearly all of a bullet. Each has keys or entities that go stale, as ours have handles;
//! none keeps an age to steal by, a place in the draw order, a spawn cloud, or has a most that it holds.

mod bevy;
mod hecs;
mod slots;

use crate::support::arrays::Arrays;
use crate::support::boxes::Boxes;
use crate::support::contender::Ours;
use crate::support::turns::{self, Named};
use tamafubuki::mem::lanes::Lanes;
use tamafubuki::sim::bullet::Mode;

fn contenders(bullet_count: usize) -> Vec<Named> {
    vec![
        ("pools, AVX2", Box::new(Ours::new(Mode::Pooled, Lanes::widest(), bullet_count))),
        ("pools, baseline", Box::new(Ours::new(Mode::Pooled, Lanes::BASELINE, bullet_count))),
        ("arrays of structs", Box::new(Arrays::new())),
        ("slotmap, dense", Box::new(slots::Dense::new())),
        ("slotmap, sparse", Box::new(slots::Sparse::new())),
        ("hecs", Box::new(hecs::Hecs::new())),
        ("bevy_ecs", Box::new(bevy::Bevy::new())),
        ("boxes alone", Box::<Boxes>::default()),
        ("boxed", Box::new(Ours::new(Mode::Boxed, Lanes::BASELINE, bullet_count))),
    ]
}

pub fn run() {
    turns::run_all("Four kinds, 1 % churn, beside other crates", contenders);
}

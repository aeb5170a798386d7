//! Pooled play takes nothing from the heap: 3,600 ticks of the boss fight, 0 allocations, reallocations and frees.
//!
//! Alone in its process, so that nothing else is counted.

use std::sync::Arc;
use tamafubuki::bot::Bot;
use tamafubuki::content::{Sources, load};
use tamafubuki::mem::counter::{self, CountingAllocator, Tag};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::input;
use tamafubuki::sim::stage::data::Cue;
use tamafubuki::sim::world::{Config, Phase, World};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Heap operations of `ticks` of the fight against the boss, in the mode; and bullets seen at most.
fn operations(mode: Mode, warm_ticks: u32, ticks: u32) -> (u64, usize) {
    let loaded = load(&Sources::embedded());
    let stage = Arc::clone(&loaded.content.stages[0]);
    let start_cue = stage.timeline.iter().position(|cue| matches!(cue, Cue::Talk(_))).expect("the boss is spoken to") as u32;
    let mut world = World::new(stage, Config { start_cue, mode, lives: 8, power: 400, ..Config::default() });
    let mut bot = Bot::new();
    let mut peak = 0;
    let mut step = |world: &mut World| {
        let mut input = bot.decide(world);
        // Alternating shoot and rest: the talk goes on, and the fight lasts.
        if world.tick() % 4 < 2 && world.boss().is_none_or(|boss| boss.hp_fraction > 0.3) {
            input.buttons |= input::SHOOT;
        } else {
            input.buttons &= !input::SHOOT;
        }
        let _tag = counter::scope(Tag::Sim);
        world.step(input);
        peak = peak.max(world.bullets().len());
    };
    for _ in 0..warm_ticks {
        step(&mut world);
    }
    let before = counter::snapshot().expect("the counter is on");
    for _ in 0..ticks {
        step(&mut world);
    }
    let counted = counter::snapshot().expect("the counter is on").since(&before).total().operations();
    assert!(matches!(world.phase(), Phase::Playing), "still fighting: {:?}", world.phase());
    assert!(world.hud().score.score > 0 && peak > 50, "a real fight: {peak} bullets at most");
    (counted, peak)
}

#[test]
fn the_boss_fight_pooled_takes_nothing_from_the_heap() {
    let (boxed, _) = operations(Mode::Boxed, 900, 600);
    assert!(boxed > 100, "the counter counts: {boxed}");
    let (pooled, peak) = operations(Mode::Pooled, 900, 3_600);
    assert_eq!(pooled, 0, "with up to {peak} bullets");
}

//! Pooled play takes nothing from the heap: 3,600 ticks of the boss fight, and 1,800 of one with lasers, 0 allocations, reallocations and frees.
//!
//! Alone in its process, so that nothing else is counted.

use std::collections::BTreeMap;
use std::sync::Arc;
use tamafubuki::bot::Bot;
use tamafubuki::content::{Sources, load};
use tamafubuki::mem::counter::{self, CountingAllocator, Tag};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::input;
use tamafubuki::sim::pattern::format::Step;
use tamafubuki::sim::pattern::{self, Names};
use tamafubuki::sim::stage::data::{Cue, Tuned};
use tamafubuki::sim::stage::excerpt::EMITTER;
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

/// The same for a fight with nothing but lasers of both sorts, which are born, follow, are grazed, folded, bombed and go.
fn laser_operations(mode: Mode, warm_ticks: u32, ticks: u32) -> (u64, usize) {
    let content = load(&Sources::embedded()).content;
    let text = r#"[Together([
        [Forever(every: 90, do: [Fire(aim: Aim(20), group: Ring(count: 14), laser: (warn: 30, hold: 60, turn: "rand(-0.3, 0.3)"))])],
        [Forever(every: 16, do: [Fire(aim: Aim(0), group: Spread(count: 3, step: 30), curve: (trail: 96, kind: Homing(turn: 1)))])],
        [Forever(do: [MoveTo(to: ("rand(80, 300)", 100), ticks: 60)])],
    ])]"#;
    let steps: Vec<Step> = tamafubuki::content::read("p.ron", text).expect("the program is right");
    let (program, problems) = pattern::compile(&steps, &Names { looks: &content.looks, patterns: &BTreeMap::new(), sounds: &[] });
    assert_eq!(problems, []);
    let mut stage = content.empty_stage.expect("the crane is there").around(program, EMITTER);
    stage.bosses[0].attacks[0].hp = Tuned([1e8; 4]);
    let mut world = World::new(Arc::new(stage), Config { mode, lives: 8, power: 400, ..Config::default() });
    let (mut bot, mut peak) = (Bot::new(), 0);
    let mut step = |world: &mut World| {
        let mut input = bot.decide(world);
        if world.tick().is_multiple_of(900) {
            input.buttons |= input::BOMB | input::FOLD;
        }
        if matches!(world.phase(), Phase::GameOver { .. }) && world.tick().is_multiple_of(2) {
            input.buttons |= input::CONTINUE;
        }
        let _tag = counter::scope(Tag::Sim);
        world.step(input);
        peak = peak.max(world.lasers().len());
    };
    (0..warm_ticks).for_each(|_| step(&mut world));
    let before = counter::snapshot().expect("the counter is on");
    (0..ticks).for_each(|_| step(&mut world));
    let counted = counter::snapshot().expect("the counter is on").since(&before).total().operations();
    assert!(peak > 40 && world.hud().score.graze > 0, "a real fight: {peak} lasers at most, {} grazes", world.hud().score.graze);
    (counted, peak)
}

#[test]
fn fights_pooled_take_nothing_from_the_heap() {
    let (boxed, _) = operations(Mode::Boxed, 900, 600);
    assert!(boxed > 100, "the counter counts: {boxed}");
    let (pooled, peak) = operations(Mode::Pooled, 900, 3_600);
    assert_eq!(pooled, 0, "with up to {peak} bullets");
    let (boxed, _) = laser_operations(Mode::Boxed, 400, 600);
    assert!(boxed > 100, "the counter counts: {boxed}");
    let (pooled, peak) = laser_operations(Mode::Pooled, 400, 1_800);
    assert_eq!(pooled, 0, "with up to {peak} lasers");
}

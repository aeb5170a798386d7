//! The rules of play, tried on a small stage of their own: hits and deathbombs, folds, cards, continues, dialogue.

use glam::Vec2;
use std::sync::Arc;
use tamafubuki::content::{Sources, load};
use tamafubuki::sim::event::Happening;
use tamafubuki::sim::input::{self, Input};
use tamafubuki::sim::player::PlayerState;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, Outcome, Phase, World};

/// A stage of one boss with the given program, an attack of 120 hit points and 600 ticks, and a talk after it.
fn stage(program: &str) -> Arc<StageData> {
    let boss = r#"(name: "Trial", title: "of the rules", figure: "fox", radius: 30, from: (192, -60), home: (192, 90), attacks: ["card"], score: 5000)"#;
    let card = format!(r#"(name: "Trial Card", hp: 120, ticks: 600, bonus: 3000, drops: (point: 3), program: [{program}])"#);
    let talk = r#"(lines: [
        (speaker: "A", figure: "crane", side: Left, text: "One."),
        (speaker: "B", figure: "fox", side: Right, text: "Two."),
    ])"#;
    let timeline = r#"(number: 99, title: "Trial", subtitle: "", backdrop: "night_festival", clear_bonus: 1000,
        timeline: [Boss("trial"), Talk("after")])"#;
    let mut sources = Sources::embedded();
    for (path, text) in [("stage", timeline), ("bosses/trial", boss), ("spells/card", card.as_str()), ("talks/after", talk)] {
        sources.insert(&format!("levels/trial/{path}.ron"), text.as_bytes());
    }
    let loaded = load(&sources);
    let problems: String = loaded.problems.iter().map(|problem| format!("{problem}\n")).collect();
    assert!(problems.is_empty(), "{problems}");
    loaded.content.stages.iter().find(|stage| stage.number == 99).map(Arc::clone).expect("the trial stage is there")
}

const SHOOT: Input = Input { buttons: input::SHOOT, move_x: 0, move_y: 0 };
const NOTHING: Input = Input { buttons: 0, move_x: 0, move_y: 0 };

fn press(buttons: u16) -> Input {
    Input { buttons, ..NOTHING }
}

fn world(program: &str, config: Config) -> World {
    World::new(stage(program), config)
}

/// Steps until `what` happens; its place and value.
fn until(world: &mut World, input: Input, what: Happening) -> (Vec2, u32) {
    for _ in 0..3_000 {
        world.step(input);
        if let Some(event) = world.events().iter().find(|event| event.what == what) {
            return (event.at, event.value);
        }
    }
    panic!("{what:?} does not happen; {:?}", world.phase());
}

/// A bullet on the player every tick.
const RAIN: &str = r#"Forever(every: 1, do: [Fire(from: ("px", "py"), speed: 0.1, bullet: (look: "pellet", delay: 0, lifetime: 2))])"#;
/// Rings, slow, that reach the player from above.
const RINGS: &str = r#"Forever(every: 20, do: [Fire(group: Ring(count: 40), speed: 3, bullet: (look: "disc"))])"#;

#[test]
fn a_bomb_within_eight_ticks_of_a_hit_saves_and_one_later_does_not() {
    let hit = |wait: u32| {
        let mut world = world(RAIN, Config { lives: 2, bombs: 3, ..Config::default() });
        until(&mut world, NOTHING, Happening::PlayerHit);
        for _ in 0..wait {
            world.step(NOTHING);
        }
        world.step(press(input::BOMB));
        let score = world.hud().score.clone();
        (score.lives, score.bombs, score.misses, world.player().state)
    };
    assert_eq!(hit(0), (2, 2, 0, PlayerState::Alive));
    assert_eq!(hit(6), (2, 2, 0, PlayerState::Alive));
    let (lives, bombs, misses, state) = hit(8);
    assert_eq!((lives, bombs, misses), (1, 3, 1));
    assert!(matches!(state, PlayerState::Down { .. }));
}

#[test]
fn losing_the_last_life_offers_a_continue_which_keeps_nothing_but_the_place() {
    let mut world = world(RAIN, Config { lives: 0, continues: 1, ..Config::default() });
    until(&mut world, NOTHING, Happening::GameOver);
    assert!(matches!(world.phase(), Phase::GameOver { continues_left: 1, .. }));
    let attack = world.boss().and_then(|boss| boss.attack.map(|attack| attack.ticks_left));
    for _ in 0..50 {
        world.step(NOTHING);
    }
    assert_eq!(world.boss().and_then(|boss| boss.attack.map(|attack| attack.ticks_left)), attack, "the world waits");
    world.step(press(input::CONTINUE));
    assert_eq!((world.phase(), world.hud().score.score, world.hud().score.lives), (Phase::Playing, 1, 0));
    until(&mut world, NOTHING, Happening::GameOver);
    world.step(press(input::CONTINUE));
    assert!(matches!(world.phase(), Phase::GameOver { continues_left: 0, .. }), "none is left");
    for _ in 0..700 {
        world.step(NOTHING);
    }
    assert_eq!(world.phase(), Phase::Finished(Outcome::Over));
}

#[test]
fn a_fold_turns_bullets_near_by_into_scraps_and_costs_one_fold_of_gauge() {
    let near =
        r#"Forever(every: 2, do: [Fire(from: ("px + 8", "py - 8"), aim: Absolute(-90), speed: 0.5, bullet: (look: "pellet", delay: 0))])"#;
    let mut world = world(near, Config::default());
    while world.hud().folds < 1.0 {
        world.step(NOTHING);
        assert!(world.tick() < 2_000, "every bullet is a graze, {} so far", world.hud().score.graze);
    }
    let before = world.hud().score.score;
    world.step(press(input::FOLD));
    assert!(world.hud().folds < 0.2);
    let mut folded = 0;
    while world.fold_circle().is_some() {
        folded += world.events().iter().filter(|event| event.what == Happening::Folded).count();
        world.step(NOTHING);
    }
    world.step(press(input::FOLD));
    assert!(world.fold_circle().is_none(), "the gauge is empty");
    assert!(folded > 20, "{folded}");
    for _ in 0..90 {
        world.step(NOTHING);
    }
    assert!(world.hud().score.score >= before + folded as u64 * 300, "scraps fly to the player and are worth something");
}

#[test]
fn a_card_is_captured_only_without_hit_and_bomb_and_its_end_cancels_every_bullet() {
    let mut clean = world(RINGS, Config { seed: 1, ..Config::default() });
    until(&mut clean, NOTHING, Happening::SpellDeclared);
    clean.step(NOTHING);
    let (_, bonus) = until(&mut clean, SHOOT, Happening::SpellCaptured);
    assert!((1_000..=3_000).contains(&bonus), "melts from 3,000 to a third: {bonus}");
    assert_eq!((clean.bullets().len(), clean.hud().score.captures), (0, 1));

    let mut bombed = world(RINGS, Config { seed: 1, ..Config::default() });
    until(&mut bombed, NOTHING, Happening::SpellDeclared);
    bombed.step(press(input::BOMB));
    until(&mut bombed, SHOOT, Happening::SpellFailed);
    assert_eq!((bombed.hud().score.captures, bombed.hud().score.bombs_used), (0, 1));
}

#[test]
fn an_attack_ends_by_its_time_limit_without_capture_or_items() {
    let mut world = world("Wait(10)", Config::default());
    until(&mut world, NOTHING, Happening::SpellDeclared);
    let start = world.tick();
    until(&mut world, NOTHING, Happening::SpellFailed);
    assert_eq!(world.tick() - start, 600);
    assert_eq!(world.items().count(), 0);
}

#[test]
fn dialogue_is_advanced_by_presses_skipped_by_holding_and_the_stage_is_cleared_after_it() {
    let run = |talking: fn(u32) -> Input| {
        let mut world = world("Wait(10)", Config::default());
        while world.phase() != Phase::Dialogue {
            world.step(NOTHING);
        }
        let start = world.tick();
        while world.phase() == Phase::Dialogue {
            world.step(talking(world.tick()));
        }
        (world.tick() - start, world)
    };
    let (pressed, _) = run(|tick| if tick.is_multiple_of(2) { SHOOT } else { NOTHING });
    let (held, _) = run(|_| press(input::SHOOT | input::FOCUS));
    let (alone, mut world) = run(|_| NOTHING);
    assert!(held < pressed && pressed < alone, "{held} {pressed} {alone}");
    until(&mut world, NOTHING, Happening::StageClear);
    let Phase::Clear { bonus, .. } = world.phase() else { panic!("{:?}", world.phase()) };
    assert_eq!((bonus.stage, bonus.lives), (1_000, 2_000_000), "two lives left");
    for _ in 0..400 {
        world.step(NOTHING);
    }
    assert_eq!(world.phase(), Phase::Finished(Outcome::Cleared));
}

#[test]
fn giving_up_ends_a_run_at_once() {
    let mut world = world(RINGS, Config::default());
    world.step(NOTHING);
    world.step(press(input::QUIT));
    assert_eq!(world.phase(), Phase::Finished(Outcome::GaveUp));
}

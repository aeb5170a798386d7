//! Lasers in a world: both storages alike, whom they hit, what ends them.

use glam::Vec2;
use std::collections::BTreeMap;
use std::sync::Arc;
use tamafubuki::bot::{Bot, Fumbler};
use tamafubuki::content::{self, Loaded, Sources, load};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::event::Happening;
use tamafubuki::sim::input::{self, Input};
use tamafubuki::sim::item::ItemKind;
use tamafubuki::sim::laser::{BodyView, LASERS_MAX};
use tamafubuki::sim::pattern::format::Step;
use tamafubuki::sim::pattern::{self, Names};
use tamafubuki::sim::stage::data::{StageData, Tuned};
use tamafubuki::sim::stage::excerpt::{EMITTER, Part};
use tamafubuki::sim::world::{Config, World};

fn loaded(change: impl Fn(&mut Sources)) -> Loaded {
    let mut sources = Sources::embedded();
    change(&mut sources);
    let loaded = load(&sources);
    assert!(loaded.problems.is_empty(), "{}", loaded.problems.iter().map(|problem| format!("{problem}\n")).collect::<String>());
    loaded
}

/// A stage in which an emitter that nobody sees runs `program`, at (192, 98).
fn around(program: &str) -> Arc<StageData> {
    let loaded = loaded(|_| ());
    let steps: Vec<Step> = content::read("p.ron", program).expect("the program is right");
    let names = Names { looks: &loaded.content.looks, patterns: &BTreeMap::new(), sounds: &[] };
    let (program, problems) = pattern::compile(&steps, &names);
    assert_eq!(problems, []);
    Arc::new(lasting(loaded.content.empty_stage.expect("the crane is there").around(program, EMITTER)))
}

/// With an emitter that nothing shoots down.
fn lasting(mut stage: StageData) -> StageData {
    stage.bosses[0].attacks[0].hp = Tuned([1e8; 4]);
    stage
}

/// A world just before the first tick of the program.
fn begun(stage: &Arc<StageData>, config: Config) -> World {
    let ticks = |world: &mut World| {
        (0..1_000).find(|_| {
            world.place_player(Vec2::new(192.0, 400.0));
            world.step(Input::default());
            world.boss().is_some_and(|boss| boss.attack.is_some())
        })
    };
    let ticks = ticks(&mut World::new(Arc::clone(stage), config)).expect("the attack begins");
    let mut world = World::new(Arc::clone(stage), config);
    for _ in 0..ticks {
        world.place_player(Vec2::new(192.0, 400.0));
        world.step(Input::default());
    }
    world
}

fn count(world: &World, what: Happening) -> usize {
    world.events().iter().filter(|event| event.what == what).count()
}

#[test]
fn both_storages_run_the_examples_alike_with_switches_in_the_middle() {
    let loaded = loaded(|_| ());
    let empty = loaded.content.empty_stage.expect("the crane is there");
    for name in ["laser_wheel", "laser_ribbons"] {
        let stage = Arc::new(lasting(empty.around(loaded.content.patterns[name].clone(), EMITTER)));
        let config = Config { difficulty: Difficulty::Hard, lives: 8, continues: 99, ..Config::default() };
        let mut pooled = World::new(Arc::clone(&stage), config);
        let mut other = World::new(stage, Config { mode: Mode::Boxed, ..config });
        let (mut player, mut most, mut grazes) = (Fumbler::new(4), 0, 0);
        for tick in 0..2_400 {
            if tick % 211 == 210 {
                let (before, mode) = (other.digest(), other.mode());
                other.set_mode(if mode == Mode::Boxed { Mode::Pooled } else { Mode::Boxed });
                pooled.set_mode(mode);
                assert_eq!(other.digest(), before, "the switch at tick {tick} changed the world");
            }
            let mut input = player.decide();
            input.buttons &= !input::QUIT;
            pooled.step(input);
            other.step(input);
            assert_eq!(pooled.digest(), other.digest(), "{name}, tick {tick}");
            assert_eq!(other.lasers().audit(), None);
            (most, grazes) = (most.max(pooled.lasers().len()), grazes + count(&pooled, Happening::Graze));
        }
        assert!(most >= 8 && grazes > 0, "{name}: {most} lasers, {grazes} grazes");
        assert_eq!(pooled.lasers().row().refused, 0);
    }
}

/// Straight down through (192, 400), where the player is.
const DOWN: &str = "[Fire(aim: Absolute(90), laser: (warn: 30, open: 4, hold: 600, width: 20)), Forever(do: [Wait(60)])]";

#[test]
fn it_hits_who_is_not_safe_and_stays() {
    let mut world = begun(&around(DOWN), Config::default());
    // The tick of birth is the first; age 30 is the first that harms.
    for tick in 1..=40 {
        world.place_player(Vec2::new(192.0, 400.0));
        world.step(Input::default());
        assert_eq!(count(&world, Happening::PlayerHit), 0, "safe at tick {tick}");
        assert_eq!(count(&world, Happening::LaserOpens), usize::from(tick == 31), "tick {tick}");
    }
    let hit = (0..10).find(|_| {
        world.step(Input::default());
        count(&world, Happening::PlayerHit) == 1
    });
    assert_eq!(hit, Some(0), "as soon as nothing keeps the player safe");
    assert_eq!((world.lasers().len(), world.bullets().len()), (1, 0));
    let lost = (0..20).find(|_| {
        world.step(Input::default());
        count(&world, Happening::PlayerDown) == 1
    });
    assert!(lost.is_some() && world.lasers().is_empty(), "whoever is lost takes what is near along");
    assert!(world.item_count(ItemKind::Scrap) >= 8, "{}", world.item_count(ItemKind::Scrap));
}

#[test]
fn a_bomb_and_the_end_of_the_attack_end_it_with_scraps_along_it() {
    let mut world = begun(&around(DOWN), Config::default());
    for _ in 0..40 {
        world.place_player(Vec2::new(100.0, 400.0));
        world.step(Input::default());
    }
    world.step(Input { buttons: input::BOMB, ..Input::default() });
    let ended = (0..60).find(|_| {
        world.step(Input::default());
        world.lasers().is_empty()
    });
    assert!(ended.is_some(), "the bomb reaches it");
    let cancelled: Vec<Vec2> = world.events().iter().filter(|event| event.what == Happening::Cancel).map(|event| event.at).collect();
    assert!(cancelled.len() == 11 && cancelled.windows(2).all(|pair| pair[1].y - pair[0].y == 32.0), "{cancelled:?}");

    let card = format!("(hp: 300, ticks: 120, program: {DOWN})");
    let loaded = loaded(|sources| sources.insert("levels/campaign/stage1/spells/owl_1_gusts.ron", card.as_bytes()));
    let stage = &loaded.content.stages[0];
    let boss = stage.bosses.iter().position(|boss| boss.attacks[0].file == "owl_1_gusts").expect("the owl");
    let mut world = begun(&Arc::new(stage.excerpt(Part::Attack { boss, attack: 0 })), Config::default());
    let ended = (1..=140).find(|_| {
        world.place_player(Vec2::new(30.0, 400.0));
        world.step(Input::default());
        count(&world, Happening::PhaseEnd) == 1
    });
    assert_eq!(ended, Some(121));
    assert!(world.lasers().is_empty() && count(&world, Happening::Cancel) == 11, "{}", count(&world, Happening::Cancel));
}

#[test]
fn it_follows_the_enemy_that_fired_it_and_fades_with_it() {
    let program = "[MoveTo(to: (192, 100), ticks: 0), Fire(aim: Absolute(90), laser: (warn: 5, hold: 900, close: 9)), Move(by: (60, 0), ticks: 60), Vanish]";
    let enemy = format!("(figure: \"mask\", hp: 9, radius: 9, score: 0, program: {program})");
    let loaded = loaded(|sources| sources.insert("levels/campaign/stage1/enemies/mask.ron", enemy.as_bytes()));
    let stage = &loaded.content.stages[0];
    let mask = stage.enemies.iter().position(|enemy| enemy.file == "mask").expect("the mask");
    let mut world = World::new(Arc::new(stage.excerpt(Part::Enemy(mask))), Config::default());
    let mut gone_ticks = 0;
    for tick in 0..90 {
        world.place_player(Vec2::new(30.0, 400.0));
        world.step(Input::default());
        let enemy = world.enemies().next().map(|enemy| enemy.at);
        let laser = world.lasers().views().next().map(|view| (view.body, view.left[1]));
        match (enemy, laser) {
            (Some(enemy), Some((BodyView::Straight { at, .. }, left))) => assert_eq!((at[1], left), (enemy, 1.0), "tick {tick}"),
            (Some(_), None) => assert_eq!(tick, 0, "fired in the first tick of its program"),
            (None, Some((BodyView::Straight { at, .. }, left))) => {
                gone_ticks += 1;
                assert_eq!((at[1].x.round(), left), (252.0, 1.0 - gone_ticks as f32 / 10.0));
            }
            (None, None) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((gone_ticks, world.lasers().len()), (9, 0));
}

#[test]
fn more_than_the_limit_are_not_fired_and_counted() {
    let mut world = begun(&around("[Fire(group: Ring(count: 200), laser: (hold: 90)), Forever(do: [Wait(60)])]"), Config::default());
    world.step(Input::default());
    let row = world.lasers().row();
    assert_eq!((row.len, row.refused), (LASERS_MAX, 200 - LASERS_MAX as u64));
}

#[test]
fn folding_makes_scraps_of_what_the_circle_meets() {
    // Eight times grazed in 90 ticks by a laser on each side makes no fold: 50 of them side by side do.
    let program = "[Fire(from: (192, 0), aim: Absolute(90), group: Line(count: 2, gap: 30, of: Stack(count: 30, step: 0)), laser: (warn: 0, hold: 900)), Forever(do: [Wait(60)])]";
    let mut world = begun(&around(program), Config::default());
    for _ in 0..60 {
        world.place_player(Vec2::new(192.0, 400.0));
        world.step(Input::default());
    }
    assert_eq!((world.lasers().len(), world.hud().folds >= 1.0), (60, true));
    world.step(Input { buttons: input::FOLD, ..Input::default() });
    let mut folded = count(&world, Happening::Folded);
    for _ in 0..30 {
        world.step(Input::default());
        folded += count(&world, Happening::Folded);
    }
    // 448 px of each are on the playfield: 14 pieces.
    assert_eq!((world.lasers().len(), folded), (0, 60 * 14));
}

#[test]
fn a_world_that_goes_back_has_the_same_future() {
    let loaded = loaded(|_| ());
    let empty = loaded.content.empty_stage.expect("the crane is there");
    let stage = Arc::new(lasting(empty.around(loaded.content.patterns["laser_ribbons"].clone(), EMITTER)));
    let mut world = World::new(stage, Config::default());
    let digests = |world: &mut World| {
        (0..200)
            .map(|_| {
                world.step(Input::default());
                world.digest()
            })
            .collect::<Vec<_>>()
    };
    digests(&mut world);
    digests(&mut world);
    let copy = world.copy();
    assert!(world.lasers().len() > 5, "{}", world.lasers().len());
    let first = digests(&mut world);
    world.set_mode(Mode::Boxed);
    world.restore(&copy);
    assert_eq!(digests(&mut world), first);
}

#[test]
fn the_bot_keeps_off_what_hits_whoever_stands_still() {
    let wheel = "[Forever(every: 100, do: [Fire(aim: Aim(0), group: Ring(count: 9), laser: (warn: 40, hold: 50, turn: 0.2))])]";
    let ribbons = "[Forever(every: 40, do: [Fire(aim: Aim(0), group: Spread(count: 3, step: 18), speed: 2.5, curve: (trail: 40, kind: Homing(turn: 0.4)))])]";
    let stage = around(&format!("[Together([{wheel}, {ribbons}])]"));
    let hits = |mut player: Option<Bot>| {
        let mut world = World::new(Arc::clone(&stage), Config { lives: 8, bombs: 0, ..Config::default() });
        let mut step = || {
            let mut input = player.as_mut().map_or(Input::default(), |bot| bot.decide(&world));
            input.buttons &= !input::FOLD;
            world.step(input);
            count(&world, Happening::PlayerHit)
        };
        (0..2_400).map(|_| step()).sum::<usize>()
    };
    let (still, bot) = (hits(None), hits(Some(Bot::new())));
    // Heads that turn after the player cannot be foreseen by who takes them to fly straight.
    assert!(still >= 8 && bot <= 2, "{still} hits and {bot}");
}

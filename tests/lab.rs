//! The lab's run: whichever way one gets to a tick, it is the tick that a straight run has; memory stays in its bounds; a reload goes on where it was.

use glam::Vec2;
use std::sync::Arc;
use tamafubuki::bot::Bot;
use tamafubuki::content::{Content, Sources, load};
use tamafubuki::lab::session::{Ending, Hand, PLACE, Session, Setup, TICKS_MAX, lead_ticks};
use tamafubuki::lab::{self, Sort};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::input::{self, Input};
use tamafubuki::sim::rng::Rng;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, World};

fn content() -> Content {
    let loaded = load(&Sources::embedded());
    assert!(loaded.problems.is_empty(), "{}", loaded.problems.iter().map(|problem| format!("{problem}\n")).collect::<String>());
    loaded.content
}

fn stage(content: &Content, path: &str) -> Arc<StageData> {
    lab::stage(path, content, None).expect("something that runs").expect("a sound stage")
}

fn card(content: &Content) -> Arc<StageData> {
    stage(content, "levels/campaign/stage1/spells/fox_2_wheel.ron")
}

const SETUP: Setup = Setup { difficulty: Difficulty::Lunatic, seed: 7, rank: 0.25 };

/// The digests of a world that runs straight through, from the one before the first tick.
fn straight(stage: &Arc<StageData>, ticks: u32, mut step: impl FnMut(u32, &mut World) -> Input) -> Vec<u64> {
    let mut world = World::new(Arc::clone(stage), SETUP.config());
    world.set_rank(SETUP.rank);
    for _ in 0..lead_ticks(stage, SETUP.config()) {
        world.place_player(PLACE);
        world.step(Input::default());
    }
    let mut digests = vec![world.digest()];
    for tick in 1..=ticks {
        let input = step(tick, &mut world);
        world.step(input);
        digests.push(world.digest());
    }
    digests
}

fn still(_: u32, world: &mut World) -> Input {
    world.place_player(PLACE);
    Input::default()
}

/// Goes here and there, by jumps, single steps forward and back, and compares each tick with the straight run.
fn wander(session: &mut Session, digests: &[u64], what: &str) {
    let mut rng = Rng::new(3);
    let last = digests.len() as u32 - 1;
    let visit = |session: &mut Session, tick: u32| {
        session.seek(tick);
        assert_eq!(session.tick(), tick, "{what}");
        assert_eq!(session.world().digest(), digests[tick as usize], "{what}, tick {tick}");
    };
    for tick in [last, 0, 60, 61, 59, 120, 1, last, last - 1] {
        visit(session, tick);
    }
    for _ in 0..40 {
        let tick = rng.below(last + 1);
        visit(session, tick);
        let back = tick.saturating_sub(rng.below(4));
        visit(session, back);
        if back < last {
            assert!(session.advance());
            assert_eq!(session.world().digest(), digests[back as usize + 1], "{what}, one after {back}");
        }
    }
}

#[test]
fn every_way_to_a_tick_leads_to_the_same_world() {
    let content = content();
    let pieces = lab::list(&content);
    assert!(pieces.iter().any(|piece| piece.sort == Sort::Wave) && pieces.iter().any(|piece| piece.sort == Sort::Card));
    for piece in &pieces {
        let stage = stage(&content, &piece.path);
        let mut session = Session::new(Arc::clone(&stage), SETUP, Hand::At(PLACE));
        session.scout(400);
        let digests = straight(&stage, session.frontier(), still);
        wander(&mut session, &digests, &piece.path);
    }
}

#[test]
fn what_a_player_and_a_bot_do_is_repeated() {
    let content = content();
    let stage = card(&content);
    let keys = |tick: u32| Input {
        buttons: input::SHOOT | if tick % 90 < 40 { input::FOCUS } else { 0 } | if tick == 300 { input::BOMB } else { 0 },
        move_x: if tick % 120 < 60 { 127 } else { -127 },
        move_y: 0,
    };
    let digests = straight(&stage, 700, |tick, world| {
        world.keep_player_safe();
        keys(tick)
    });
    let mut session = Session::new(Arc::clone(&stage), SETUP, Hand::Keys(Input::default()));
    for tick in 1..=700 {
        session.set_hand(Hand::Keys(keys(tick)));
        assert!(session.advance());
    }
    wander(&mut session, &digests, "keys");

    let mut bot = Bot::new();
    let digests = straight(&stage, 700, |_, world| {
        world.keep_player_safe();
        bot.decide(world)
    });
    let mut session = Session::new(stage, SETUP, Hand::Bot);
    session.scout(700);
    wander(&mut session, &digests, "bot");
}

#[test]
fn taking_over_keeps_the_past_and_changes_the_future() {
    let stage = card(&content());
    let elsewhere = Vec2::new(60.0, 300.0);
    let digests = straight(&stage, 500, |tick, world| {
        world.place_player(if tick <= 200 { PLACE } else { elsewhere });
        Input::default()
    });
    let mut session = Session::new(stage, SETUP, Hand::At(PLACE));
    session.scout(500);
    session.seek(200);
    session.take_over(Hand::At(elsewhere));
    assert_eq!((session.tick(), session.frontier()), (200, 200));
    session.scout(300);
    wander(&mut session, &digests, "after taking over");
}

#[test]
fn samples_and_heat_are_those_of_the_tick() {
    let stage = card(&content());
    let mut session = Session::new(Arc::clone(&stage), SETUP, Hand::At(PLACE));
    let mut heat = lab::Heat::default();
    for tick in 1..=300 {
        assert!(session.advance());
        heat.add(session.world().bullets());
        let sample = *session.sample().expect("after the first tick there is one");
        assert_eq!(sample.live as usize, session.world().bullets().len(), "tick {tick}");
    }
    assert!(heat.most() > 0);
    assert_eq!(*session.heat(), heat);
    session.seek(37);
    session.seek(300);
    assert_eq!(*session.heat(), heat, "after going back and on");
    let narrowest = session.narrowest().expect("there are samples");
    let least = session.samples().iter().map(|sample| sample.gap.radius_px).fold(f32::MAX, f32::min);
    assert_eq!(narrowest.1.radius_px, least);
    assert_eq!(session.samples()[narrowest.0 as usize - 1].gap, narrowest.1);
}

#[test]
fn trails_are_the_ways_that_bullets_go() {
    let stage = card(&content());
    let mut session = Session::new(stage, SETUP, Hand::At(PLACE));
    session.seek(240);
    let before = session.world().digest();
    let trails = session.trails().to_vec();
    assert_eq!(trails.len(), session.world().bullets().len());
    assert_eq!(session.world().digest(), before, "looking ahead changes nothing");
    for nth in 0..=20 {
        session.seek(240 + nth * lab::ahead::STEP_TICKS);
        let mut found = 0;
        session.world().bullets().for_each_circles(|bullet| {
            if let Some(trail) = trails.iter().find(|trail| trail.serial == bullet.serial) {
                assert_eq!(trail.places[nth as usize], bullet.at, "bullet {} after {nth} steps", bullet.serial);
                found += 1;
            }
        });
        let longer = trails.iter().filter(|trail| trail.places.len() > nth as usize).count();
        assert_eq!(found, longer, "those that are gone have no further places");
    }
}

#[test]
fn the_timeline_stays_in_its_bounds() {
    let content = content();
    let stage = stage(&content, "levels/campaign/stage1/bosses/fox.ron");
    let digests = straight(&stage, 2_000, still);
    let budget_bytes = 2 << 20;
    let mut session = Session::with_budget(Arc::clone(&stage), SETUP, Hand::At(PLACE), budget_bytes);
    for _ in 0..200 {
        session.scout(10);
        assert!(session.timeline().bytes() <= budget_bytes, "{} bytes", session.timeline().bytes());
    }
    let timeline = session.timeline();
    assert!(timeline.every_ticks() > 60, "the budget was small enough to matter: {} moments", timeline.count());
    assert!(timeline.count() > 1);
    wander(&mut session, &digests, "with few moments");
    let mut usual = Session::new(stage, SETUP, Hand::At(PLACE));
    usual.scout(TICKS_MAX);
    assert_eq!(usual.frontier(), TICKS_MAX);
    assert_eq!(usual.ending(), Some(Ending::Limit));
    assert!(!usual.scout(1), "a run is no longer than that");
    assert!(usual.timeline().bytes() <= usual.timeline().budget_bytes());
}

#[test]
fn another_version_goes_on_at_the_same_tick() {
    let texts = |count: u32| {
        let pattern = format!("(do: [Forever(every: 20, do: [Fire(group: Ring(count: {count}), speed: 2, bullet: (look: \"disc\"))])])");
        let mut sources = Sources::embedded();
        sources.insert("levels/patterns/lab_ring.ron", pattern.as_bytes());
        let loaded = load(&sources);
        assert!(loaded.problems.is_empty(), "{}", loaded.problems.iter().map(ToString::to_string).collect::<String>());
        loaded.content
    };
    let path = "levels/patterns/lab_ring.ron";
    let (few, many) = (texts(8), texts(24));
    assert!(lab::list(&few).iter().any(|piece| piece.path == path && piece.sort == Sort::Pattern));
    let elsewhere = Vec2::new(100.0, 400.0);
    let mut session = Session::new(stage(&few, path), SETUP, Hand::At(PLACE));
    session.seek(100);
    session.take_over(Hand::At(elsewhere));
    session.seek(150);
    let renewed = session.renewed(stage(&many, path));
    let expected = straight(&stage(&many, path), 150, |tick, world| {
        world.place_player(if tick <= 100 { PLACE } else { elsewhere });
        Input::default()
    });
    assert_eq!((renewed.tick(), renewed.world().digest()), (150, expected[150]));
    assert_eq!(renewed.world().bullets().len(), 3 * session.world().bullets().len());
}

#[test]
fn a_run_ends_when_nothing_more_comes() {
    let mut sources = Sources::embedded();
    let once = "(do: [Wait(10), Fire(group: Ring(count: 8), speed: 4, bullet: (look: \"disc\"))])";
    sources.insert("levels/patterns/lab_once.ron", once.as_bytes());
    let loaded = load(&sources);
    assert!(loaded.problems.is_empty(), "{}", loaded.problems.iter().map(ToString::to_string).collect::<String>());
    let mut session = Session::new(stage(&loaded.content, "levels/patterns/lab_once.ron"), SETUP, Hand::At(PLACE));
    assert!(!session.scout(TICKS_MAX));
    assert_eq!(session.ending(), Some(Ending::Idle));
    let last = session.frontier();
    assert!(last > 20 && last < 400, "{last} ticks");
    session.seek(TICKS_MAX);
    assert_eq!(session.tick(), last);
    assert!(!session.advance(), "beyond the end there is nothing");
    session.seek(last - 1);
    session.take_over(Hand::At(Vec2::new(50.0, 50.0)));
    assert!(session.advance(), "another hand may go on");
}

#[test]
fn going_back_to_a_copy_gives_the_same_future_in_both_storages() {
    let content = content();
    let stage = &content.stages[0];
    for mode in [Mode::Pooled, Mode::Boxed] {
        let config = Config { seed: 5, difficulty: Difficulty::Lunatic, mode, lives: 5, ..Config::default() };
        let (mut world, mut bot) = (World::new(Arc::clone(stage), config), Bot::new());
        let mut copies = Vec::new();
        let mut inputs = Vec::new();
        let mut digests = Vec::new();
        for tick in 0..2_400 {
            if tick % 300 == 0 {
                copies.push(world.copy());
            }
            inputs.push(bot.decide(&world));
            world.step(inputs[tick]);
            digests.push((world.digest(), world.bullets().len(), world.items().count(), world.shots().count()));
        }
        for (nth, copy) in copies.iter().enumerate().rev() {
            world.restore(copy);
            assert_eq!(world.bullets().audit(), None, "{mode:?}");
            for tick in nth * 300..(nth * 300 + 600).min(2_400) {
                world.step(inputs[tick]);
                let now = (world.digest(), world.bullets().len(), world.items().count(), world.shots().count());
                assert_eq!(now, digests[tick], "{mode:?}, from {} at tick {tick}", nth * 300);
                assert_eq!(world.bullets().audit(), None, "{mode:?}");
            }
        }
    }
}

//! Shadow mode: both storages in every tick, timed apart, and told when they part. Own process: it installs the counting allocator.

use std::sync::Arc;
use std::time::{Duration, Instant};
use tamafubuki::bot::Fumbler;
use tamafubuki::content::{self, Sources};
use tamafubuki::mem::counter::CountingAllocator;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::input::Input;
use tamafubuki::sim::world::{Config, World};
use tamafubuki::telemetry::past::Past;
use tamafubuki::telemetry::shadow::Shadow;
use tamafubuki::telemetry::{Laps, Telemetry};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn clock() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A run, and what led to it: 300 ticks with a load from tick 100 on and another from tick 200 on.
fn run() -> (World, Past) {
    let stage = Arc::clone(&content::load(&Sources::embedded()).content.stages[0]);
    let mut world = World::new(Arc::clone(&stage), Config::default());
    let (mut player, mut inputs, stresses) = (Fumbler::new(4), Vec::new(), vec![(100, 2_000), (200, 500)]);
    for tick in 0..300 {
        for (_, count) in stresses.iter().filter(|(after, _)| *after == tick) {
            world.set_stress_count(*count);
        }
        inputs.push(player.decide());
        world.step(inputs[tick as usize]);
    }
    (world, Past { inputs, stresses, ..Past::new(stage, Config::default(), 0) })
}

#[test]
fn both_storages_are_timed_apart_and_stay_equal_through_switches_and_loads() {
    let (mut world, past) = run();
    let mut shadow = Shadow::new(&world, &past, clock).expect("the inputs lead here");
    let (mut laps, mut telemetry, mut player) = (Laps::new(clock), Telemetry::new(), Fumbler::new(9));
    for tick in 0..400 {
        if tick == 200 {
            world.set_mode(Mode::Boxed);
        }
        if tick == 300 {
            world.set_stress_count(1_000);
        }
        laps.frame();
        let pair = shadow.step(&mut world, player.decide(), &mut laps);
        let frame = laps.frame();
        telemetry.note_pair(&pair);
        assert_eq!((pair.tick, pair.pooled.digest, pair.boxed.digest), (world.tick(), world.digest(), world.digest()));
        assert!(pair.pooled.sim_ms > 0.0 && pair.boxed.sim_ms > 0.0);
        assert!(tick == 300 || pair.pooled.operations == Some(0), "tick {tick}: {pair:?}");
        // The frame is told of its own world alone, whichever of the two went first.
        let own = if world.mode() == Mode::Pooled { pair.pooled } else { pair.boxed };
        assert_eq!(frame.counts.map(|counts| counts.sim().operations()), own.operations, "tick {tick}");
        assert!((frame.sim_ms() - own.sim_ms).abs() < 1e-3 * own.sim_ms.max(1.0), "tick {tick}");
    }
    let summary = telemetry.shadow().expect("400 ticks");
    assert_eq!((summary.tick_count, summary.equal_count, summary.parted), (400, 400, None));
    assert!(summary.operations_mean[1].is_some_and(|mean| mean > 1.0), "boxes are counted: {summary:?}");
    assert!(summary.p50_ms.iter().all(Option::is_some) && summary.p99_ms.iter().all(Option::is_none), "400 ticks carry no p99");
    telemetry.reset();
    assert_eq!(telemetry.shadow(), None);
}

#[test]
fn a_difference_is_told_with_its_tick_and_both_digests() {
    let (mut world, past) = run();
    let wrong = Past { inputs: past.inputs[1..].to_vec(), ..past.clone() };
    assert!(Shadow::new(&world, &wrong, clock).is_none(), "other inputs lead elsewhere");
    let mut shadow = Shadow::new(&world, &past, clock).expect("the inputs lead here");
    let (mut laps, mut telemetry) = (Laps::new(clock), Telemetry::new());
    telemetry.note_pair(&shadow.step(&mut world, Input::default(), &mut laps));
    // Behind its shadow's back.
    world.step(Input::default());
    for _ in 0..2 {
        telemetry.note_pair(&shadow.step(&mut world, Input::default(), &mut laps));
    }
    let summary = telemetry.shadow().expect("three ticks");
    let parted = summary.parted.expect("they part");
    assert_eq!((summary.tick_count, summary.equal_count, parted.tick), (3, 1, 303));
    assert_ne!(parted.pooled.digest, parted.boxed.digest);
    assert_eq!(telemetry.digest_checks().equal_count, 1);
}

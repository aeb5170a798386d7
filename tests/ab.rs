//! The A/B run compares like with like: every block is the same ticks of the same run, only the storage differs.

use std::sync::Arc;
use std::time::Duration;
use tamafubuki::content::{self, Sources};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::input::{self, Input};
use tamafubuki::sim::world::{Config, World};
use tamafubuki::telemetry::ab::{AbRun, BLOCK_TICKS, COMPARED_TICKS, ORDER, Step, WARM_UP_TICKS};
use tamafubuki::telemetry::compare::Verdict;
use tamafubuki::telemetry::past::Past;
use tamafubuki::telemetry::{Frame, Laps, Marks, Segment, Telemetry};

/// Ticks before the block.
const BEFORE: usize = 90;

/// A run in which the load was changed before the block, within it, and after its last tick; and what it has come to.
fn run() -> (Past, u64) {
    let stage = Arc::clone(&content::load(&Sources::embedded()).content.stages[0]);
    let shooting = Input { buttons: input::SHOOT, move_x: 40, ..Input::default() };
    let mut past = Past::new(Arc::clone(&stage), Config::default(), 0);
    past.rank = Some(0.8);
    past.inputs = vec![shooting; BEFORE + BLOCK_TICKS];
    past.stresses = vec![(40, 300), (40, 700), ((BEFORE + 200) as u32, 500), ((BEFORE + BLOCK_TICKS) as u32, 400)];
    let mut world = World::new(stage, Config::default());
    world.set_rank(0.8);
    for tick in 0..=past.inputs.len() {
        past.stresses.iter().filter(|(after, _)| *after as usize == tick).for_each(|(_, count)| world.set_stress_count(*count));
        past.inputs.get(tick).iter().for_each(|input| world.step(**input));
    }
    (past, world.digest())
}

#[test]
fn every_block_is_the_same_ticks_in_its_storage_and_the_first_ends_where_the_run_is() {
    let (past, digest) = run();
    let short = Past { inputs: past.inputs[..BLOCK_TICKS - 1].to_vec(), ..past.clone() };
    assert!(AbRun::new(short, 0).is_none());
    let mut run = AbRun::new(past, digest).unwrap();
    let mut laps = Laps::new(|| Duration::ZERO);
    for (index, mode) in ORDER.into_iter().enumerate() {
        assert_eq!(run.step(&mut laps), Step::Rewound);
        assert_eq!((run.block(), run.world().mode(), run.world().tick()), (index + 1, mode, BEFORE as u32));
        for nth in 0..BLOCK_TICKS {
            assert_eq!(run.world().stress_count(), if nth <= 200 { 700 } else { 500 }, "the load is that of then, tick {nth}");
            let Step::Tick { warm_up, digests } = run.step(&mut laps) else { panic!("a block is {BLOCK_TICKS} ticks") };
            assert_eq!(warm_up, nth < WARM_UP_TICKS);
            assert_eq!(digests.is_some(), mode == Mode::Boxed, "only what ran in both storages is compared");
            assert!(digests.is_none_or(|(pooled, boxed)| pooled == boxed), "block {index}, tick {}", run.world().tick());
        }
        assert_eq!(run.step(&mut laps), Step::Rest);
    }
    assert_eq!(run.step(&mut laps), Step::Done);
}

#[test]
fn a_run_whose_past_leads_elsewhere_is_not_compared() {
    let (past, digest) = run();
    for wrong in [Past { stresses: vec![(40, 700)], ..past.clone() }, Past { rank: None, ..past }] {
        let mut run = AbRun::new(wrong, digest).unwrap();
        let mut laps = Laps::new(|| Duration::ZERO);
        let last = (0..BLOCK_TICKS + 2).map(|_| run.step(&mut laps)).last();
        assert_eq!(last, Some(Step::Lost));
    }
}

/// What the window does with the steps: a frame is written down in the one after it.
#[test]
fn the_same_ticks_of_every_block_count_and_give_a_verdict() {
    let (past, digest) = run();
    let mut run = AbRun::new(past, digest).unwrap();
    let mut laps = Laps::new(|| Duration::ZERO);
    let (mut telemetry, mut former, mut tick) = (Telemetry::new(), None, 0);
    let mut ticks: Vec<(Mode, Vec<u32>)> = Vec::new();
    loop {
        let step = run.step(&mut laps);
        let mut marks = Marks::default();
        match step {
            Step::Tick { warm_up, .. } => marks.loaded = warm_up,
            Step::Rest => {}
            Step::Rewound => {
                telemetry.close_block();
                marks.loaded = true;
                ticks.push((run.world().mode(), Vec::new()));
            }
            Step::Lost => panic!("it ends where the run is"),
            Step::Done => break,
        }
        if let Some(frame) = former.take() {
            telemetry.push(frame);
            let sample = telemetry.frames().newest().unwrap();
            if sample.clean {
                ticks.iter_mut().rev().find(|(mode, _)| *mode == sample.frame.mode).unwrap().1.push(sample.frame.tick);
            }
        }
        let world = run.world();
        let mut frame = Frame { ticks: world.tick().saturating_sub(tick), marks, ..Frame::of(world) };
        tick = world.tick();
        frame.timing.interval_ms = 16.0;
        frame.timing.segments_ms[Segment::Step as usize] = if world.mode() == Mode::Pooled { 1.0 } else { 3.0 };
        former = Some(frame);
    }
    telemetry.close_block();
    let first = (BEFORE + WARM_UP_TICKS) as u32 + 1;
    for (block, (mode, ticks)) in ticks.into_iter().enumerate() {
        assert_eq!(mode, ORDER[block]);
        assert_eq!(ticks, (first..first + COMPARED_TICKS as u32).collect::<Vec<_>>(), "block {block}");
    }
    let comparison = telemetry.compare();
    assert_eq!(comparison.unequal_count, 0);
    assert!(matches!(comparison.verdict, Verdict::PooledFaster(times) if (times - 3.0).abs() < 1e-3), "{:?}", comparison.verdict);
}

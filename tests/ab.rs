//! The A/B run compares like with like: every block is the same ticks of the same run, only the storage differs.

use std::sync::Arc;
use std::time::Duration;
use tamafubuki::content::{self, Sources};
use tamafubuki::sim::input::{self, Input};
use tamafubuki::sim::world::Config;
use tamafubuki::telemetry::Laps;
use tamafubuki::telemetry::ab::{AbRun, BLOCK_TICKS, ORDER, Step};

#[test]
fn every_block_is_the_same_ticks_in_its_storage() {
    let stage = Arc::clone(&content::load(&Sources::embedded()).content.stages[0]);
    let shooting = Input { buttons: input::SHOOT, move_x: 40, ..Input::default() };
    let inputs = vec![shooting; BLOCK_TICKS + 90];
    assert!(AbRun::new(Arc::clone(&stage), Config::default(), vec![shooting; BLOCK_TICKS - 1], 0).is_none());
    let mut run = AbRun::new(stage, Config::default(), inputs, 300).unwrap();
    let mut laps = Laps::new(|| Duration::ZERO);
    for (index, mode) in ORDER.into_iter().enumerate() {
        assert_eq!(run.step(&mut laps), Step::Rewound);
        assert_eq!((run.block(), run.world().mode(), run.world().tick()), (index + 1, mode, 90));
        for _ in 0..BLOCK_TICKS {
            let Step::Tick { first, now } = run.step(&mut laps) else { panic!("a block is {BLOCK_TICKS} ticks") };
            assert_eq!(first, now, "block {index}, tick {}", run.world().tick());
        }
        assert!(run.world().bullets().len() >= 250, "the load is on");
    }
    assert_eq!(run.step(&mut laps), Step::Done);
}

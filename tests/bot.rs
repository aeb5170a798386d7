//! The bot plays: it clears the first stage on Normal without a continue, and does the same thing every time.

use std::sync::Arc;
use tamafubuki::bot::Bot;
use tamafubuki::content::{Sources, load};
use tamafubuki::sim::input::Input;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, Outcome, Phase, World};

fn first_stage() -> Arc<StageData> {
    Arc::clone(&load(&Sources::embedded()).content.stages[0])
}

#[test]
fn it_clears_the_first_stage() {
    let mut world = World::new(first_stage(), Config { seed: 11, continues: 0, ..Config::default() });
    let mut bot = Bot::new();
    while !matches!(world.phase(), Phase::Finished(_)) && world.tick() < 20_000 {
        let input = bot.decide(&world);
        world.step(input);
    }
    assert_eq!(world.phase(), Phase::Finished(Outcome::Cleared));
    let score = world.hud().score;
    assert!(score.captures >= 3 && score.graze > 50, "it fights at close quarters: {score:?}");
}

#[test]
fn it_does_the_same_every_time() {
    let stage = first_stage();
    let run = || -> Vec<Input> {
        let mut world = World::new(Arc::clone(&stage), Config { seed: 3, ..Config::default() });
        let mut bot = Bot::new();
        let decide = |_| {
            let input = bot.decide(&world);
            world.step(input);
            input
        };
        (0..1_200).map(decide).collect()
    };
    let first = run();
    assert_eq!(first, run());
    assert!(first.iter().any(|input| input.move_x != 0) && first.iter().any(|input| input.buttons != first[0].buttons));
}

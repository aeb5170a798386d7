//! The whole stage, driven by a bot: pooled and boxed give the same digest every tick, with switches in the middle of fights; and the same
//! digests as ever (`tests/golden/stage1.txt`), in debug and release, on every platform.
//!
//! After an intended change of the game: `UPDATE_GOLDEN=1 cargo test --test modes`, and a line in CHANGELOG.md.

use std::fmt::Write;
use std::sync::Arc;
use tamafubuki::bot::Bot;
use tamafubuki::content::{Sources, load};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::event::Happening;
use tamafubuki::sim::input::{self, Input};
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, Phase, World};

/// Longer than any run of the stage.
const TICKS_MAX: u32 = 30_000;

fn stage() -> Arc<StageData> {
    let loaded = load(&Sources::embedded());
    assert!(loaded.problems.is_empty(), "{}", loaded.problems.iter().map(|problem| format!("{problem}\n")).collect::<String>());
    Arc::clone(&loaded.content.stages[0])
}

/// The bot's input, and a continue whenever one is offered (pressed every other tick).
fn decide(bot: &mut Bot, world: &World) -> Input {
    let mut input = bot.decide(world);
    input.buttons &= !input::CONTINUE;
    if matches!(world.phase(), Phase::GameOver { .. }) && world.tick().is_multiple_of(2) {
        input.buttons |= input::CONTINUE;
    }
    input
}

/// What a run is known by.
fn account(difficulty: Difficulty, pooled: &World) -> String {
    let hud = pooled.hud();
    let score = hud.score;
    format!("{} ticks {} score {} digest {:016x}", difficulty.name(), pooled.tick(), score.score, pooled.digest())
}

#[test]
fn both_storages_play_the_whole_stage_alike_on_every_difficulty() {
    let stage = stage();
    let mut accounts = String::new();
    for difficulty in Difficulty::ALL {
        let config = Config { seed: 20_26, difficulty, lives: 5, ..Config::default() };
        let mut pooled = World::new(Arc::clone(&stage), config);
        let mut other = World::new(Arc::clone(&stage), Config { mode: Mode::Boxed, ..config });
        let mut bot = Bot::new();
        let mut declared = 0;
        while !matches!(pooled.phase(), Phase::Finished(_)) {
            let tick = pooled.tick();
            assert!(tick < TICKS_MAX, "{difficulty:?} does not end");
            if tick % 997 == 500 {
                // In the middle of whatever happens: the one becomes boxed, the other pooled.
                let (was, now) = (other.mode(), if other.mode() == Mode::Boxed { Mode::Pooled } else { Mode::Boxed });
                let before = other.digest();
                other.set_mode(now);
                pooled.set_mode(was);
                assert_eq!(other.digest(), before, "the switch at tick {tick} changed the world");
            }
            let input = decide(&mut bot, &pooled);
            pooled.step(input);
            other.step(input);
            assert_eq!(pooled.digest(), other.digest(), "{difficulty:?} tick {}", pooled.tick());
            declared += pooled.events().iter().filter(|event| event.what == Happening::SpellDeclared).count();
        }
        assert_eq!(declared, 4, "the midboss's card and the boss's three, {difficulty:?}");
        assert_eq!(pooled.clipped_count(), 0, "no pattern of ours meets its limits");
        writeln!(accounts, "{}", account(difficulty, &pooled)).expect("writing to a string");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/stage1.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &accounts).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file is there");
    assert_eq!(accounts, golden, "an intended change needs UPDATE_GOLDEN=1 and a line in CHANGELOG.md");
}

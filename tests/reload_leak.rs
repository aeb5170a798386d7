//! A thousand reloads in play, good and broken by turns: nothing leaks, nothing stops.
//!
//! Alone in its process, so that nothing else is counted.

#[path = "support/copy.rs"]
mod copy;
#[path = "support/folder.rs"]
mod folder;
#[path = "support/mini.rs"]
mod mini;

use mini::{CARD, boss_cue, card, folder, until};
use std::fs;
use std::sync::Arc;
use std::time::Duration;
use tamafubuki::content::{Known, Loaded, Origin, Reloader, load};
use tamafubuki::mem::counter::{self, CountingAllocator};
use tamafubuki::sim::world::{Config, World};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn live_bytes() -> i64 {
    counter::snapshot().expect("the counter is on").total().live_bytes
}

/// The card, over soon, so that finding out what it costs takes no time.
fn short_card(count: u32) -> String {
    card(count).replace("ticks: 1200", "ticks: 120")
}

#[test]
fn a_thousand_alternations_of_good_and_broken_neither_leak_nor_stop_the_run() {
    let folder = folder("thousand");
    fs::write(folder.0.join(CARD), short_card(3)).expect("a file");
    let origin = Origin::folder(&folder.0);
    let quick = Duration::from_millis(1);
    let reloader = Reloader::start_with(&origin, Known::default(), quick, quick).expect("a thread");
    let mut content = load(&origin.read()).content;
    let mut world = World::new(Arc::clone(&content.stages[0]), Config { start_cue: boss_cue(&content.stages[0]), ..Config::default() });
    let mut live_before = 0;
    let mut born = 0;
    for round in 0..1_000_u32 {
        let (is_broken, count) = (round % 2 == 0, 2 + round % 23);
        let text = if is_broken { short_card(count).replace("disc", "dics") } else { short_card(count) };
        fs::write(folder.0.join(CARD), format!("// {round}\n{text}")).expect("a file");
        let wrong = || if is_broken { vec![format!("{CARD}:2")] } else { Vec::new() };
        let told = |loaded: &Loaded| loaded.problems.iter().map(|problem| format!("{}:{}", problem.file, problem.line)).collect::<Vec<_>>();
        let loaded = until(&reloader, |loaded| told(loaded) == wrong());
        if is_broken {
            assert!(loaded.content.stages.is_empty(), "round {round}");
        } else {
            content = loaded.content;
            world.reload(Arc::clone(&content.stages[0]));
        }
        for _ in 0..12 {
            world.place_player((20.0, 400.0).into());
            world.step(Default::default());
        }
        born += usize::from(!world.bullets().is_empty());
        if round % 50 == 0 {
            println!("{round} {}", live_bytes());
        }
        if round == 100 {
            live_before = live_bytes();
        }
    }
    assert!(born > 900, "the card goes on firing: {born}");
    let grown = live_bytes() - live_before;
    assert!(grown.abs() < 20_000, "{grown} bytes more after 900 more reloads");
}

//! The stress load of F9, up to its million.

use std::sync::Arc;
use tamafubuki::content::{Sources, load};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::input::Input;
use tamafubuki::sim::world::{Config, Phase, World};

fn world(mode: Mode) -> World {
    let loaded = load(&Sources::embedded());
    World::new(Arc::clone(&loaded.content.stages[0]), Config { mode, ..Config::default() })
}

fn step(world: &mut World, ticks: u32) {
    for _ in 0..ticks {
        world.step(Input { buttons: 0, move_x: 0, move_y: 0 });
    }
}

#[test]
fn a_million_bullets_are_kept_alive_without_theft_or_overflow() {
    let mut world = world(Mode::Pooled);
    world.set_stress_count(5_000_000);
    assert_eq!(world.stress_count(), 1_000_000, "that is the most");
    step(&mut world, 4);
    let born: usize = world.bullets().rows().iter().map(|row| row.len).sum();
    assert!((990_000..=1_000_000).contains(&born), "{born}");
    assert_eq!(world.bullets().rows().iter().map(|row| row.steals + row.refused).sum::<u64>(), 0);
    assert_eq!(world.arena_stats().overflow_count, 0);
    assert_eq!(world.phase(), Phase::Playing, "nobody is hit under the load");
    let digest = world.digest();
    world.set_mode(Mode::Boxed);
    assert_eq!(world.digest(), digest);
}

#[test]
fn the_load_is_the_same_in_both_storages_and_goes_away_again() {
    let mut worlds = [Mode::Pooled, Mode::Boxed].map(world);
    for count in [2_000, 40_000, 1_000, 0] {
        for world in &mut worlds {
            world.set_stress_count(count);
            step(world, 30);
        }
        assert_eq!(worlds[0].digest(), worlds[1].digest(), "{count}");
    }
    for world in &mut worlds {
        step(world, 700);
        assert!(world.bullets().len() < 500, "those of the load are gone: {}", world.bullets().len());
    }
}

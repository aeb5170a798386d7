//! The question: how many instructions does a bullet cost a tick? Run under callgrind (see README.md), which counts what no noise can disturb.
//!
//! `--bullets N`, `--ticks N`, `--baseline` (no AVX2), `--boxed`. Births are made outside of the functions that are counted by name.

mod support {
    pub mod argument;
    pub mod load;
    pub mod target;
}

use support::argument::number;
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::mem::lanes::Lanes;
use tamafubuki::sim::bullet::{Bullets, Env, Mode, Policy};
use tamafubuki::sim::rng::Rng;

fn main() {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let (bullet_count, tick_count) = (number("--bullets").unwrap_or(10_000), number("--ticks").unwrap_or(50));
    let churn_count = bullet_count / 100;
    let mut bullets = Bullets::new(bullet_count, Policy::StealOldest, if has("--boxed") { Mode::Boxed } else { Mode::Pooled });
    if has("--baseline") {
        bullets.set_lanes(Lanes::BASELINE);
    }
    let mut arena = FrameArena::with_capacity(16 << 20);
    let mut rng = Rng::new(7);
    let mut instances = Vec::new();
    let mut born_count = 0;
    let mut touched = 0;
    for tick in 0..tick_count as u32 {
        arena.reset(tick);
        // One in a hundred dies by age each tick, the others stay inside.
        let mut births = Vec::new();
        while bullets.len() + births.len() < bullet_count {
            let mut birth = support::load::birth(&mut rng, born_count);
            birth.speed_px_per_tick *= 0.05;
            birth.lifetime_ticks = if tick == 0 { 1 + (born_count / churn_count) as u32 } else { 100 };
            births.push(birth);
            born_count += 1;
        }
        bullets.spawn_all(&births, tick, &arena, |_, _| ());
        let player = support::target::player(tick);
        bullets.step(&Env { target: player, tick }, &arena);
        touched += bullets.touch(player, 2.5, &arena).grazes.len();
        bullets.instances(tick, &mut instances);
    }
    println!("{bullet_count} bullets, {tick_count} ticks, {born_count} born, {touched} grazed, digest {:016x}", bullets.digest());
}

//! The question: what does it cost to fill the instance data of 20,000 bullets, in a run of its own as the game has it?
//!
//! `tick` asks the same while other contenders empty the caches in between; here nothing else runs. Every bullet that leaves is replaced, so
//! the order in the pools is that of a long fight.

mod support {
    pub mod load;
    pub mod measure;
}

use glam::Vec2;
use support::load;
use support::measure::{Table, Times, is_small};
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::sim::bullet::{Bullets, Env, Mode, Policy};
use tamafubuki::sim::rng::Rng;

fn run(bullet_count: usize, tick_count: u32, mode: Mode, table: &mut Table) {
    let mut bullets = Bullets::new(bullet_count, Policy::StealOldest, mode);
    let mut arena = FrameArena::with_capacity(8 << 20);
    let (mut rng, mut number, mut drawn, mut times) = (Rng::new(3), 0, Vec::new(), Times::default());
    for tick in 1..=tick_count {
        arena.reset(tick);
        while bullets.len() < bullet_count {
            bullets.spawn(&load::birth(&mut rng, number), tick);
            number += 1;
        }
        bullets.step(&Env { target: Vec2::new(192.0, 380.0), tick }, &arena);
        if tick > tick_count / 5 {
            times.take(|| bullets.instances(tick, &mut drawn));
        } else {
            bullets.instances(tick, &mut drawn);
        }
    }
    let each = |ns: f64| format!("{:.2}", ns / bullet_count as f64);
    table.row(&[format!("{bullet_count}, {mode:?}"), each(times.percentile(0.0)), each(times.median()), each(times.percentile(95.0))]);
    println!("digest {:016x}", bullets.digest());
}

fn main() {
    let (bullet_count, tick_count) = if is_small() { (2_000, 50) } else { (20_000, 1_500) };
    let mut table = Table::new("Filling instances, nanoseconds a bullet", &["bullets", "least", "median", "p95"]);
    for mode in [Mode::Pooled, Mode::Boxed] {
        run(bullet_count, tick_count, mode, &mut table);
    }
    table.print();
}

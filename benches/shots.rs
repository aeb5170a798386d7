//! The question: what does it cost to find which of 2,000 shots meets which of 100 enemies, by a grid made anew each tick and by asking all?
//!
//! Both get the same shots and targets, which move a little each tick, and must find the same pairs. Ticks alternate between them.

mod support {
    pub mod measure;
}

use glam::Vec2;
use std::hint::black_box;
use support::measure::{self, Table, Times};
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::collide::{self, Pair, Target};
use tamafubuki::sim::rng::Rng;
use tamafubuki::sim::shot::Shot;
use tamafubuki::sim::stage::format::ShotShape;

fn shot(rng: &mut Rng) -> Shot {
    let at = Vec2::new(rng.range(0.0, 384.0), rng.range(0.0, 448.0));
    Shot { at, previous: at, velocity: Vec2::new(0.0, -14.0), angle_deg: -90.0, damage: 10, shape: ShotShape::Needle }
}

/// Adds `pair` to a digest that does not depend on who found it.
fn digest(pairs: &[Pair]) -> u64 {
    pairs.iter().fold(0, |sum: u64, pair| sum.wrapping_mul(31).wrapping_add(u64::from(pair.shot) << 32 | u64::from(pair.target)))
}

fn run(shot_count: usize, target_count: u32, tick_count: u32, table: &mut Table) {
    let mut rng = Rng::new(5);
    let mut shots: Vec<Shot> = (0..shot_count).map(|_| shot(&mut rng)).collect();
    let mut arena = FrameArena::with_capacity(1 << 20);
    let (mut grid, mut all, mut work) = (Times::default(), Times::default(), 0);
    for tick in 0..tick_count {
        for shot in &mut shots {
            shot.at.y = if shot.at.y < 0.0 { 448.0 } else { shot.at.y - 14.0 };
        }
        let place = |id: u32, rate: u32| ((id * 37 + tick * rate) % 1_000) as f32 / 1_000.0;
        let targets: Vec<Target> = (0..target_count)
            .map(|id| Target { id, at: Vec2::new(384.0 * place(id * 11, 1), 300.0 * place(id * 29, 2)), radius_px: 10.0 + (id % 8) as f32 })
            .collect();
        arena.reset(tick);
        let found = grid.take(|| black_box(digest(&collide::pairs(&shots, &targets, Mode::Pooled, &arena))));
        let asked = all.take(|| black_box(digest(&collide::all_pairs(&shots, &targets, Mode::Pooled, &arena))));
        assert_eq!(found, asked, "tick {tick}");
        work ^= found;
    }
    table.row(&[
        format!("{shot_count} x {target_count}"),
        format!("{:.1}", grid.median() / 1_000.0),
        format!("{:.1}", all.median() / 1_000.0),
        format!("{:.1}", all.median() / grid.median()),
        format!("{work:016x}"),
    ]);
}

fn main() {
    let tick_count = if measure::is_small() { 20 } else { 2_000 };
    let mut table = Table::new("Shots against targets, medians", &["shots x targets", "grid, us", "all, us", "times faster", "digest"]);
    for (shot_count, target_count) in [(500, 16), (500, 40), (2_000, 100)] {
        run(shot_count, target_count, tick_count, &mut table);
    }
    table.print();
}

//! The question: what do births, deaths, thefts and clearing cost, at any size, and is any single one of them slow?
//!
//! Births where there is room, and thefts: a full kind, each birth takes the place of the oldest. Both one by one, told in batches of 16, and in volleys of 200, as
//! many as a tick of 20,000 bullets bears. Both include the newborn's state with the sine and cosine of its direction, so what stealing adds is the difference.
//! These times are the least over repeats of the same run, so "most" shows whether any single batch or volley is slow. Clearing is what a bomb does to 20,000 bullets.

mod support {
    pub mod load;
    pub mod measure;
}

use std::hint::black_box;
use std::time::Instant;
use support::load;
use support::measure::{self, Table, Times};
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{Bullets, Handle, MEASURED_KINDS, Mode, Policy};
use tamafubuki::sim::rng::Rng;

const BATCH_COUNT: usize = 16;
const VOLLEY_COUNT: usize = 200;
const REPEAT_COUNT: usize = 15;

fn births(count: usize) -> Vec<Birth> {
    let mut rng = Rng::new(3);
    (0..count).map(|number| load::birth(&mut rng, number)).collect()
}

/// How births are asked for.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    Single,
    Volley,
}

/// Births at once in each manner, and how that is told.
fn manner(manner: Manner) -> (usize, &'static str) {
    match manner {
        Manner::Single => (BATCH_COUNT, "one by one"),
        Manner::Volley => (VOLLEY_COUNT, "in volleys"),
    }
}

fn bear(bullets: &mut Bullets, births: &[Birth], how: Manner, arena: &FrameArena) {
    match how {
        Manner::Single => births.iter().for_each(|birth| _ = black_box(bullets.spawn(birth, 0))),
        Manner::Volley => bullets.spawn_all(births, 0, arena, |_, handle| _ = black_box(handle)),
    }
}

/// Births into a full storage, or into one that is between half full and full. Repeated from the same start; of each time the least counts.
fn run_births(mode: Mode, count_per_kind: usize, is_full: bool, how: Manner, table: &mut Table) {
    let (at_once, name) = manner(how);
    let total = count_per_kind * MEASURED_KINDS.len();
    let kept = if is_full { total } else { total / 2 };
    let births = births(total * 2);
    let (first, rest) = births.split_at(kept);
    let rest = &rest[..total / 2];
    let mut arena = FrameArena::with_capacity(1 << 20);
    let mut least_ns = vec![u64::MAX; rest.len().div_ceil(at_once)];
    let mut steals = 0;
    for _ in 0..REPEAT_COUNT {
        let mut bullets = Bullets::new(count_per_kind, Policy::StealOldest, mode);
        first.iter().for_each(|birth| _ = bullets.spawn(birth, 0));
        for (births, least_ns) in rest.chunks(at_once).zip(&mut least_ns) {
            arena.reset(0);
            let start = Instant::now();
            bear(&mut bullets, births, how, &arena);
            *least_ns = (start.elapsed().as_nanos() as u64).min(*least_ns);
        }
        steals = bullets.rows().iter().map(|row| row.steals).sum::<u64>();
    }
    assert_eq!(steals, if is_full { rest.len() as u64 } else { 0 });
    let mut times = Times::default();
    // The last one may be short.
    least_ns.iter().take(rest.len() / at_once).for_each(|&ns| times.push(ns));
    let what = if is_full { "theft" } else { "birth" };
    row(table, &format!("{what}, {count_per_kind} of each kind, {name}"), mode, &times, at_once, true);
}

/// A death at random and a birth.
fn run_churn(mode: Mode, count: usize, batch_count: usize, table: &mut Table) {
    let mut bullets = Bullets::new(count, Policy::Reject, mode);
    let births = births(count + batch_count * BATCH_COUNT);
    let (first, rest) = births.split_at(count);
    let mut alive: Vec<Handle> = first.iter().filter_map(|birth| bullets.spawn(birth, 0)).collect();
    let mut rng = Rng::new(8);
    let mut times = Times::default();
    for batch in rest.chunks(BATCH_COUNT) {
        let picks: Vec<usize> = batch.iter().map(|_| rng.below(count as u32) as usize).collect();
        times.take(|| {
            for (birth, &pick) in batch.iter().zip(&picks) {
                assert!(bullets.remove(alive[pick]));
                alive[pick] = bullets.spawn(birth, 0).expect("one has just died");
            }
        });
    }
    println!("digest {:016x}", bullets.digest());
    row(table, &format!("death and birth, {count} bullets"), mode, &times, BATCH_COUNT, false);
}

fn run_clear(mode: Mode, count: usize, round_count: usize, table: &mut Table) {
    let mut bullets = Bullets::new(count, Policy::Reject, mode);
    let births = births(count);
    let mut times = Times::default();
    for _ in 0..round_count {
        births.iter().for_each(|birth| _ = bullets.spawn(birth, 0));
        assert_eq!(bullets.len(), count);
        times.take(|| bullets.clear());
    }
    row(table, &format!("clear {count} bullets"), mode, &times, 1, false);
}

/// `is_repeated`: the times are the least over repeats, so that the slowest of them says something.
fn row(table: &mut Table, what: &str, mode: Mode, times: &Times, count: usize, is_repeated: bool) {
    let each = |ns: f64| format!("{:.1}", ns / count as f64);
    table.row(&[
        what.to_owned(),
        format!("{mode:?}").to_lowercase(),
        each(times.percentile(0.0)),
        each(times.median()),
        each(times.percentile(99.0)),
        if is_repeated { each(times.percentile(100.0)) } else { String::new() },
    ]);
}

fn main() {
    let is_small = measure::is_small();
    let mut table = Table::new("Births and deaths, nanoseconds each", &["what", "storage", "least", "median", "p99", "most"]);
    let batch_count = if is_small { 10 } else { 4_000 };
    let sizes: &[usize] = if is_small { &[400] } else { &[4_000, 100_000] };
    for mode in [Mode::Pooled, Mode::Boxed] {
        for &count in sizes {
            for how in [Manner::Single, Manner::Volley] {
                [false, true].into_iter().for_each(|is_full| run_births(mode, count, is_full, how, &mut table));
            }
        }
        sizes.iter().for_each(|&count| run_churn(mode, count, batch_count, &mut table));
        run_clear(mode, if is_small { 100 } else { 20_000 }, 20, &mut table);
    }
    table.print();
}

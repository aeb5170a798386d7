//! The question: what do births, deaths, thefts and clearing cost, at any size, and is any single one of them slow?
//!
//! Thefts: a full kind, each birth takes the place of the oldest; its times are told in batches of 16, so that a spike in one would show. Births include the
//! sine and cosine of a direction. Clearing is what a bomb does to 20,000 bullets.

mod support {
    pub mod load;
    pub mod measure;
}

use std::hint::black_box;
use support::load;
use support::measure::{self, Table, Times};
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{Bullets, Handle, Mode, Policy};
use tamafubuki::sim::rng::Rng;

const BATCH_COUNT: usize = 16;

fn births(count: usize) -> Vec<Birth> {
    let mut rng = Rng::new(3);
    (0..count).map(|number| load::birth(&mut rng, number)).collect()
}

/// Births into a full storage.
fn run_thefts(mode: Mode, count_per_kind: usize, batch_count: usize, table: &mut Table) {
    let mut bullets = Bullets::new(count_per_kind, Policy::StealOldest, mode);
    let births = births(count_per_kind * 4 + batch_count * BATCH_COUNT);
    let (first, rest) = births.split_at(count_per_kind * 4);
    first.iter().for_each(|birth| _ = bullets.spawn(birth, 0));
    let mut times = Times::default();
    for batch in rest.chunks(BATCH_COUNT) {
        times.take(|| batch.iter().for_each(|birth| _ = black_box(bullets.spawn(birth, 0))));
    }
    assert_eq!(bullets.rows().iter().map(|row| row.steals).sum::<u64>(), rest.len() as u64);
    row(table, &format!("theft, {count_per_kind} of each kind"), mode, &times, BATCH_COUNT);
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
    row(table, &format!("death and birth, {count} bullets"), mode, &times, BATCH_COUNT);
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
    row(table, &format!("clear {count} bullets"), mode, &times, 1);
}

fn row(table: &mut Table, what: &str, mode: Mode, times: &Times, count: usize) {
    let each = |ns: f64| format!("{:.1}", ns / count as f64);
    table.row(&[
        what.to_owned(),
        format!("{mode:?}").to_lowercase(),
        each(times.percentile(0.0)),
        each(times.median()),
        each(times.percentile(99.0)),
    ]);
}

fn main() {
    let is_small = measure::is_small();
    let mut table = Table::new("Births and deaths, nanoseconds each", &["what", "storage", "least", "median", "p99"]);
    let batch_count = if is_small { 10 } else { 4_000 };
    let sizes: &[usize] = if is_small { &[100] } else { &[4_000, 100_000] };
    for mode in [Mode::Pooled, Mode::Boxed] {
        sizes.iter().for_each(|&count| run_thefts(mode, count, batch_count, &mut table));
        sizes.iter().for_each(|&count| run_churn(mode, count, batch_count, &mut table));
        run_clear(mode, if is_small { 100 } else { 20_000 }, 20, &mut table);
    }
    table.print();
}

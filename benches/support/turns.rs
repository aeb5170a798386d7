//! Contenders on one load in turns, and the table of what they took.
//!
//! Each tick one in a hundred is born and as many die, of age or beyond the edge. All get the same births, must end with the same digest of positions, and
//! must have counted as many hits and grazes. They take turns of ten ticks, so that each finds its own data in the cache again.

use super::argument;
use super::contender::Contender;
use super::load;
use super::measure::{self, Table, Times};
use std::hint::black_box;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::rng::Rng;
use tamafubuki::telemetry::aged::AgedHeap;

/// Ticks of a turn.
const TURN_TICKS: u32 = 10;
/// Births a tick for each bullet alive.
const CHURN: f32 = 0.01;
/// Ticks that a bullet lives inside: then about one in a hundred dies each tick, a third of them beyond the edge.
const LIFE_TICKS: u32 = 120;
/// Turns until every bullet of the first turn is gone, twice over.
const WARM_UP_TURNS: u32 = 2 * LIFE_TICKS / TURN_TICKS;

/// Names the columns of [`run`].
const COLUMNS: [&str; 11] = [
    "bullets, heap",
    "storage",
    "a birth",
    "births and step",
    "boxed/it",
    "it/pools",
    "and touch",
    "boxed/it",
    "it/pools",
    "least",
    "boxed/it",
];

/// A contender by its name.
pub type Named = (&'static str, Box<dyn Contender>);

/// Times of one contender; one of them each turn, so that no clock is read within another's time.
#[derive(Default)]
struct Taken {
    births: Times,
    /// Births and step.
    stepped: Times,
    /// Births, step and touch.
    touched: Times,
    touch_count: usize,
}

impl Taken {
    fn tick(&mut self, contender: &mut dyn Contender, births: &[Birth], tick: u32, turn: u32) {
        match turn % 3 {
            0 => self.stepped.take(|| {
                contender.births(births, tick);
                contender.step(tick);
            }),
            1 => {
                self.touch_count += self.touched.take(|| {
                    contender.births(births, tick);
                    black_box(contender.step_and_touch(tick))
                });
            }
            _ => {
                self.births.take(|| contender.births(births, tick));
                contender.step(tick);
            }
        }
    }
}

fn volley(rng: &mut Rng, number: &mut usize, count: usize) -> Vec<Birth> {
    let first = *number;
    *number += count;
    (first..*number).map(|number| Birth { lifetime_ticks: LIFE_TICKS, ..load::birth(rng, number) }).collect()
}

/// Numbers of bullets, each with how many turns of each sort: small with `--small`, one with `--bullets N`.
pub fn sizes() -> Vec<(usize, u32)> {
    let all = [(1_000, 60), (10_000, 40), (100_000, 8), (1_000_000, 2)];
    match argument::number("--bullets") {
        Some(asked) => all.iter().filter(|(bullet_count, _)| *bullet_count == asked).copied().collect(),
        None if measure::is_small() => vec![(1_000, 1)],
        None => all.to_vec(),
    }
}

/// Runs all sizes on a fresh and on an aged heap, and prints the table.
pub fn run_all(title: &str, contenders: fn(usize) -> Vec<Named>) {
    let title = format!("{title}: medians (and least of all ticks), nanoseconds a bullet");
    let mut table = Table::new(&title, &COLUMNS);
    for (bullet_count, turn_count) in sizes() {
        for is_aged in [false, true] {
            run(bullet_count, turn_count, is_aged, contenders, &mut table);
        }
    }
    table.print();
}

/// Runs `contenders` with `bullet_count` bullets, `turn_count` turns of each sort, and adds their rows; the first and the last are who the others are compared
/// with.
///
/// # Panics
/// If one of them did other work.
fn run(bullet_count: usize, turn_count: u32, is_aged: bool, contenders: impl FnOnce(usize) -> Vec<Named>, table: &mut Table) {
    let aged = is_aged.then(|| AgedHeap::new(bullet_count));
    let mut contenders = contenders(bullet_count);
    let mut taken: Vec<Taken> = contenders.iter().map(|_| Taken::default()).collect();
    let mut rng = Rng::new(11);
    let (mut number, birth_count) = (0, (bullet_count as f32 * CHURN) as usize);
    for turn in 0..WARM_UP_TURNS + turn_count * 3 {
        let births: Vec<Vec<Birth>> = (0..TURN_TICKS).map(|_| volley(&mut rng, &mut number, birth_count)).collect();
        for ((_, contender), taken) in contenders.iter_mut().zip(&mut taken) {
            if turn == WARM_UP_TURNS {
                *taken = Taken::default();
            }
            for (births, tick) in births.iter().zip(turn * TURN_TICKS..) {
                taken.tick(&mut **contender, births, tick, turn);
            }
        }
    }
    let work = |(_, contender): &mut Named, taken: &Taken| (contender.digest(), contender.len(), taken.touch_count);
    let expected = work(&mut contenders[0], &taken[0]);
    let live_count = expected.1;
    let last = taken.len() - 1;
    for (place, named) in contenders.iter_mut().enumerate() {
        assert_eq!(work(named, &taken[place]), expected, "{} does the same work", named.0);
        let (mine, pools, boxed) = (&taken[place], &taken[0], &taken[last]);
        let each = |times: &Times, percent: f64| format!("{:.2}", times.percentile(percent) / live_count as f64);
        let ratio = |above: &Times, below: &Times, percent: f64| format!("{:.1}", above.percentile(percent) / below.percentile(percent));
        table.row(&[
            format!("{bullet_count}, {}", if is_aged { "aged" } else { "fresh" }),
            named.0.to_owned(),
            format!("{:.0}", mine.births.median() / birth_count as f64),
            each(&mine.stepped, 50.0),
            ratio(&boxed.stepped, &mine.stepped, 50.0),
            ratio(&mine.stepped, &pools.stepped, 50.0),
            each(&mine.touched, 50.0),
            ratio(&boxed.touched, &mine.touched, 50.0),
            ratio(&mine.touched, &pools.touched, 50.0),
            each(&mine.touched, 0.0),
            ratio(&boxed.touched, &mine.touched, 0.0),
        ]);
    }
    println!("{bullet_count}: {live_count} alive, {} touches, digest {:016x}", expected.2, expected.0);
    drop(aged);
}

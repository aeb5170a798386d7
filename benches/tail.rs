//! The question: how slow are the slowest ticks of 20,000 bullets, and whose fault is it?
//!
//! 3,000 ticks, measured one by one, of the load that `tamafubuki bench` runs too: steady churn, or a bomb every 300 ticks after which the field fills again by
//! volleys of at most 2 % (600 births a tick instead of 200), as patterns do. Two bombs: one that kills half of the bullets in one tick (10,000) and names each, as
//! the game needs it for its scraps, and one that clears the field (20,000) without a word.
//!
//! The same deterministic run is repeated, and of each tick the least time over the repeats counts: what the machine did besides falls away, what our code
//! does in that tick stays. Beside it stands the control: a spin of about 50 us, the same work each time, measured the same way. It shows what a tail the machine
//! makes by itself. Heap operations are counted; the counting allocator costs boxes a few nanoseconds each.

mod support {
    pub mod argument;
    pub mod measure;
}

use std::hint::black_box;
use std::time::Instant;
use support::argument::number;
use support::measure::{self, Table};
use tamafubuki::mem::counter::{self, CountingAllocator};
use tamafubuki::mem::lanes::Lanes;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::probe::Silent;
use tamafubuki::telemetry::aged::AgedHeap;
use tamafubuki::telemetry::load::{Bombs, Load, Shape};
use tamafubuki::telemetry::order::{P50, P999, nearest_rank};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Ticks before the first that counts: every bullet of the first tick has been replaced.
const WARM_UP_TICKS: u32 = 200;
/// The slowest ticks that are looked at.
const SLOWEST_COUNT: usize = 10;

/// Repeats of one run: each tick's time in each.
struct Repeats {
    raw_ns: Vec<u64>,
    least_ns: Vec<u64>,
}

impl Repeats {
    fn new(tick_count: usize) -> Self {
        Self { raw_ns: Vec::new(), least_ns: vec![u64::MAX; tick_count] }
    }

    fn add(&mut self, times_ns: &[u64]) {
        self.raw_ns.extend_from_slice(times_ns);
        self.least_ns.iter_mut().zip(times_ns).for_each(|(least, &ns)| *least = ns.min(*least));
    }

    /// Median, one in a thousand, slowest; in microseconds.
    fn figures(times_ns: &[u64]) -> [f64; 3] {
        let mut sorted = times_ns.to_vec();
        sorted.sort_unstable();
        let us = |per_mille| nearest_rank(&sorted, per_mille).unwrap_or_default() as f64 / 1000.0;
        [us(P50), us(P999), us(1000)]
    }

    /// p50, p99.9, most, and both over p50.
    fn cells(times_ns: &[u64]) -> Vec<String> {
        let [p50, p999, most] = Self::figures(times_ns);
        let times = [p50, p999, most].map(|us| format!("{us:.1}"));
        let ratios = [p999 / p50, most / p50].map(|ratio| format!("{ratio:.2}"));
        times.into_iter().chain(ratios).collect()
    }
}

/// One contender on one load: its repeats, and what does not change between them.
struct Contender {
    name: &'static str,
    mode: Mode,
    lanes: Lanes,
    repeats: Repeats,
    /// Allocations, reallocations and frees of each tick.
    operations: Vec<u64>,
    is_bomb: Vec<bool>,
    digest: u64,
}

impl Contender {
    fn new(name: &'static str, mode: Mode, lanes: Lanes, tick_count: usize) -> Self {
        let (operations, is_bomb) = (Vec::with_capacity(tick_count), Vec::with_capacity(tick_count));
        Self { name, mode, lanes, repeats: Repeats::new(tick_count), operations, is_bomb, digest: 0 }
    }

    fn run(&mut self, shape: Shape, times_ns: &mut [u64]) {
        let mut load = Load::new(shape, self.mode);
        load.set_lanes(self.lanes);
        for _ in 0..WARM_UP_TICKS {
            load.prepare();
            load.step(&mut Silent);
        }
        self.operations.clear();
        self.is_bomb.clear();
        for time_ns in &mut *times_ns {
            load.prepare();
            let before = counter::snapshot().expect("the allocator is installed").total().operations();
            let start = Instant::now();
            load.step(&mut Silent);
            *time_ns = start.elapsed().as_nanos() as u64;
            let after = counter::snapshot().expect("the allocator is installed").total().operations();
            self.operations.push(after - before);
            self.is_bomb.push(load.is_bomb());
        }
        self.repeats.add(times_ns);
        self.digest = load.digest();
    }

    /// How many of the slowest ticks had a bomb.
    fn bombs_among_slowest(&self) -> usize {
        let mut ticks: Vec<usize> = (0..self.repeats.least_ns.len()).collect();
        ticks.sort_by_key(|&tick| std::cmp::Reverse(self.repeats.least_ns[tick]));
        ticks.iter().take(SLOWEST_COUNT).filter(|&&tick| self.is_bomb[tick]).count()
    }
}

/// The same arithmetic each time, touching no memory: a chain of multiplications.
fn spin(rounds: u64) -> u64 {
    (0..rounds).fold(1, |sum: u64, round| black_box(sum.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ round))
}

/// Rounds of a spin of about 50 us.
fn spin_rounds() -> u64 {
    let least_ns = (0..20).map(|_| {
        let start = Instant::now();
        black_box(spin(10_000));
        start.elapsed().as_nanos() as u64
    });
    50_000 * 10_000 / least_ns.min().unwrap_or(1).max(1)
}

struct Size {
    bullet_count: usize,
    tick_count: usize,
    repeat_count: usize,
}

fn run(bombs: Bombs, is_aged: bool, size: &Size, tables: &mut [Table; 2]) {
    let aged = is_aged.then(|| AgedHeap::new(size.bullet_count));
    let shape = Shape { bullet_count: size.bullet_count, churn_percent: 1.0, bombs };
    let ticks = size.tick_count;
    let mut contenders = [
        Contender::new("pools, AVX2", Mode::Pooled, Lanes::widest(), ticks),
        Contender::new("pools, baseline", Mode::Pooled, Lanes::BASELINE, ticks),
        Contender::new("boxed", Mode::Boxed, Lanes::BASELINE, ticks),
    ];
    let mut control = Repeats::new(ticks);
    let rounds = spin_rounds();
    let mut times_ns = vec![0; ticks];
    for _ in 0..size.repeat_count {
        contenders.iter_mut().for_each(|contender| contender.run(shape, &mut times_ns));
        for time_ns in &mut times_ns {
            let start = Instant::now();
            black_box(spin(rounds));
            *time_ns = start.elapsed().as_nanos() as u64;
        }
        control.add(&times_ns);
    }
    let load = ["steady", "bombs, half", "bombs, all"][bombs as usize];
    let load = format!("{load}, {}", if is_aged { "aged" } else { "fresh" });
    let mut row = |name: &str, repeats: &Repeats, heap: [String; 3]| {
        let head = vec![load.clone(), name.to_owned()];
        tables[0].row(&[head.clone(), Repeats::cells(&repeats.least_ns), heap.to_vec()].concat());
        tables[1].row(&[head, Repeats::cells(&repeats.raw_ns)].concat());
    };
    for contender in &contenders {
        assert_eq!(contender.digest, contenders[0].digest, "{} does the same work", contender.name);
        let most = contender.operations.iter().max().copied().unwrap_or_default();
        let mean = contender.operations.iter().sum::<u64>() as f64 / ticks as f64;
        let bombs = if bombs == Bombs::None { String::new() } else { contender.bombs_among_slowest().to_string() };
        row(contender.name, &contender.repeats, [format!("{mean:.0}"), most.to_string(), bombs]);
    }
    row("control: a spin", &control, Default::default());
    println!("{load}: digest {:016x}", contenders[0].digest);
    drop(aged);
}

fn main() {
    let (tick_count, repeat_count) = if measure::is_small() { (400, 2) } else { (3_000, 7) };
    let size = Size {
        bullet_count: number("--bullets").unwrap_or(if measure::is_small() { 2_000 } else { 20_000 }),
        tick_count,
        repeat_count: number("--repeats").unwrap_or(repeat_count),
    };
    let what = format!("{} bullets, {} ticks, microseconds a tick", size.bullet_count, size.tick_count);
    let times = ["load, heap", "storage", "p50", "p99.9", "most", "p99.9/p50", "most/p50"];
    let heap = ["heap operations a tick, mean", "most", "bombs among the 10 slowest"];
    let mut tables = [
        Table::new(&format!("The tail: {what}; of each tick the least of {} repeats", size.repeat_count), &[&times[..], &heap].concat()),
        Table::new(&format!("The same, raw: {what}; all repeats as they came"), &times),
    ];
    for bombs in [Bombs::None, Bombs::Half, Bombs::All] {
        for is_aged in [false, true] {
            run(bombs, is_aged, &size, &mut tables);
        }
    }
    tables.iter().for_each(Table::print);
}

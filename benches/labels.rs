//! The question: what does a damage number cost, at 400 hits a second, and how slow is the slowest in a thousand?
//!
//! Three ways to make one label a hit, drop those of the tick before, and read them as a renderer does, digit by digit: a box with a string, a text in the
//! arena, the value alone (its digits come out while it is drawn). Then the game's own labels, which merge the hits on a target and stay for half a second: in
//! the arena their texts are written anew each tick, in boxes once a hit. Contenders take turns tick by tick. "Cold": before each tick 64 MB of other memory
//! are walked, so that every cache holds something else. The clock's own time is taken off.

mod support {
    pub mod measure;
}

use glam::Vec2;
use std::hint::black_box;
use support::measure::{self, Table, Times};
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::label::Labels;
use tamafubuki::sim::rng::Rng;
use tamafubuki::telemetry::aged::AgedHeap;

const HITS_PER_SECOND: u32 = 400;
const TICKS_PER_SECOND: u32 = 60;
/// Targets that the hits fall on.
const TARGET_COUNT: u32 = 40;
/// More than the caches hold, bytes.
const OTHER_MEMORY_BYTES: usize = 64 << 20;
const LINE_BYTES: usize = 64;

#[derive(Clone, Copy)]
struct Hit {
    target: u32,
    at: Vec2,
    damage: u32,
}

struct BoxedLabel {
    at: Vec2,
    text: String,
}

#[derive(Clone, Copy)]
struct ArenaLabel<'a> {
    at: Vec2,
    text: &'a str,
}

/// What a renderer makes of a digit: which glyph, where. Summed, so that all can be compared.
fn draw(at: Vec2, place: usize, digit: u8) -> u64 {
    u64::from(digit) * (place as u64 + 1) + at.x.to_bits() as u64
}

fn draw_text(at: Vec2, text: &str) -> u64 {
    text.bytes().rev().enumerate().map(|(place, digit)| draw(at, place, digit - b'0')).fold(0, u64::wrapping_add)
}

fn draw_value(at: Vec2, mut value: u32) -> u64 {
    let (mut sum, mut place) = (0_u64, 0);
    loop {
        sum = sum.wrapping_add(draw(at, place, (value % 10) as u8));
        place += 1;
        value /= 10;
        if value == 0 {
            return sum;
        }
    }
}

/// One contender: (hits, tick) to the sum of what was drawn.
type Tick = Box<dyn FnMut(&[Hit], u32) -> u64>;

#[allow(clippy::vec_box, reason = "a block of its own for each is what is measured")]
fn boxes() -> Tick {
    let mut labels: Vec<Box<BoxedLabel>> = Vec::new();
    Box::new(move |hits, _| {
        labels.clear();
        labels.extend(hits.iter().map(|hit| Box::new(BoxedLabel { at: hit.at, text: format!("{}", hit.damage) })));
        black_box(&labels).iter().map(|label| draw_text(label.at, &label.text)).fold(0, u64::wrapping_add)
    })
}

fn arena_text() -> Tick {
    let mut arena = FrameArena::with_capacity(1 << 16);
    Box::new(move |hits, tick| {
        arena.reset(tick);
        let mut labels = arena.scratch();
        labels.reserve(hits.len());
        for hit in hits {
            labels.push(ArenaLabel { at: hit.at, text: arena.format(format_args!("{}", hit.damage)) });
        }
        black_box(&labels).iter().map(|label| draw_text(label.at, label.text)).fold(0, u64::wrapping_add)
    })
}

fn values() -> Tick {
    let mut labels: Vec<(Vec2, u32)> = Vec::new();
    Box::new(move |hits, _| {
        labels.clear();
        labels.extend(hits.iter().map(|hit| (hit.at, hit.damage)));
        black_box(&labels).iter().map(|(at, damage)| draw_value(*at, *damage)).fold(0, u64::wrapping_add)
    })
}

fn game(mode: Mode) -> Tick {
    let (mut labels, mut arena) = (Labels::new(mode), FrameArena::with_capacity(1 << 16));
    Box::new(move |hits, tick| {
        arena.reset(tick);
        hits.iter().for_each(|hit| labels.hit(hit.target, hit.at, hit.damage, tick));
        labels.step(tick, &arena);
        labels.views(tick, &arena).map(|view| draw_text(view.at, view.text)).fold(0, u64::wrapping_add)
    })
}

/// The hits of one tick: six or seven.
fn hits(rng: &mut Rng, due: &mut u32) -> Vec<Hit> {
    *due += HITS_PER_SECOND;
    let count = *due / TICKS_PER_SECOND;
    *due %= TICKS_PER_SECOND;
    (0..count)
        .map(|_| Hit {
            target: rng.below(TARGET_COUNT),
            at: Vec2::new(rng.range(0.0, 384.0), rng.range(0.0, 448.0)),
            damage: 10 + rng.below(990),
        })
        .collect()
}

fn run(heap: &str, tick_count: u32, table: &mut Table) {
    let aged = heap.starts_with("aged").then(|| AgedHeap::new(0));
    let mut other = vec![0_u8; if heap.ends_with("cold") { OTHER_MEMORY_BYTES } else { 0 }];
    let mut contenders: [(&str, Tick); 5] = [
        ("boxes with strings", boxes()),
        ("text in the arena", arena_text()),
        ("values, digits when drawn", values()),
        ("the game's, pooled", game(Mode::Pooled)),
        ("the game's, boxed", game(Mode::Boxed)),
    ];
    let mut times: [Times; 5] = Default::default();
    let (mut clock, mut rng, mut due, mut work) = (Times::default(), Rng::new(21), 0, [0_u64; 5]);
    for tick in 0..tick_count {
        let hits = hits(&mut rng, &mut due);
        other.iter_mut().step_by(LINE_BYTES).for_each(|byte| *byte = byte.wrapping_add(1));
        // Whoever comes first finds the coldest caches, so that goes round.
        for turn in 0..contenders.len() {
            let place = (turn + tick as usize) % contenders.len();
            let drawn = times[place].take(|| contenders[place].1(black_box(&hits), tick));
            work[place] = work[place].wrapping_add(drawn);
        }
        clock.take(|| ());
    }
    assert_eq!(work[..3], [work[0]; 3], "the same digits are drawn");
    assert_eq!(work[3], work[4], "the same digits are drawn");
    let mean_count = f64::from(HITS_PER_SECOND) / f64::from(TICKS_PER_SECOND);
    for (place, (name, _)) in contenders.iter().enumerate() {
        let each = |percent: f64| (times[place].percentile(percent) - clock.median()).max(0.0) / mean_count;
        let boxed = (times[if place < 3 { 0 } else { 4 }].median() - clock.median()) / mean_count;
        table.row(&[
            heap.to_owned(),
            (*name).to_owned(),
            format!("{:.1}", each(50.0)),
            format!("{:.1}", each(99.9)),
            format!("{:.1}", boxed / each(50.0)),
        ]);
    }
    println!("{heap}: digest {:016x} {:016x}", work[0], work[3]);
    drop(aged);
}

fn main() {
    let (warm_ticks, cold_ticks) = if measure::is_small() { (200, 3) } else { (60_000, 10_000) };
    let mut table = Table::new("Damage numbers, 400 hits a second, nanoseconds a hit", &["heap", "labels", "p50", "p99.9", "boxed/it"]);
    run("fresh", warm_ticks, &mut table);
    run("aged", warm_ticks, &mut table);
    run("aged, cold", cold_ticks, &mut table);
    table.print();
}

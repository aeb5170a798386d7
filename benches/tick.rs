//! The question: what does a tick of 20,000 mixed bullets cost, pooled and boxed: births, step, culling, collision, labels, then the instances to draw?
//!
//! All contenders get the same births in the same order and must end with the same digest. They take turns twice: of ten ticks, so that each finds its own data in
//! the cache again, and of one tick, so that each finds the caches as the others left them, as a frame that draws in between would. The least times are what
//! remains when the machine does nothing else.

mod support {
    pub mod load;
    pub mod measure;
    pub mod target;
}

use std::hint::black_box;
use support::measure::{self, Table, Times};
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::mem::lanes::Lanes;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{Bullets, Env, Instance, Mode, Policy, Touches};
use tamafubuki::sim::rng::Rng;
use tamafubuki::telemetry::aged::AgedHeap;

/// Ticks until the field has been filled by births of every age; a multiple of all turns.
const WARM_UP_TICKS: u32 = 300;

/// One contender.
struct Contender {
    bullets: Bullets,
    arena: FrameArena,
    births: Times,
    step: Times,
    touch: Times,
    label: Times,
    draw: Times,
    tick: Times,
    instances: Vec<Instance>,
}

/// A label as the heap way has it.
struct HeapLabel {
    text: String,
}

/// A label a touch: as text in the arena, or boxed with a string of its own.
fn label_all(mode: Mode, touches: &Touches, arena: &FrameArena) {
    for touch in touches.hits.iter().chain(touches.grazes) {
        if mode == Mode::Pooled {
            black_box(arena.keep_format(format_args!("{}", touch.serial)));
        } else {
            let label = black_box(Box::new(HeapLabel { text: format!("{}", touch.serial) }));
            black_box(&label.text);
        }
    }
}

impl Contender {
    fn new(bullet_count: usize, mode: Mode, lanes: Lanes) -> Self {
        let mut bullets = Bullets::new(bullet_count / 2 + 64, Policy::StealOldest, mode);
        bullets.set_lanes(lanes);
        let times = || Times::default();
        let (births, step, touch, label, draw, tick) = (times(), times(), times(), times(), times(), times());
        Self { bullets, arena: FrameArena::with_capacity(8 << 20), births, step, touch, label, draw, tick, instances: Vec::new() }
    }

    fn tick(&mut self, number: u32, incoming: &[Birth]) {
        let Self { bullets, arena, births, step, touch, label, draw, tick, instances } = self;
        let player = support::target::player(number);
        arena.reset(number);
        tick.take(|| {
            births.take(|| bullets.spawn_all(incoming, number, arena, |_, _| ()));
            step.take(|| bullets.step(&Env { target: player, tick: number }, arena));
            let touches = touch.take(|| bullets.touch(player, 2.5, arena));
            label.take(|| label_all(bullets.mode(), &touches, arena));
            draw.take(|| bullets.instances(number, instances));
        });
    }

    fn fill(&self, bullet_count: usize, rng: &mut Rng, number: &mut usize, births: &mut Vec<Birth>) {
        births.clear();
        while births.len() + self.bullets.len() < bullet_count {
            births.push(support::load::birth(rng, *number));
            *number += 1;
        }
    }
}

fn run(bullet_count: usize, tick_count: u32, turn_ticks: u32, is_aged: bool, table: &mut Table) {
    let aged = is_aged.then(|| AgedHeap::new(bullet_count));
    let modes = [
        ("pools, AVX2", Mode::Pooled, Lanes::widest()),
        ("pools, baseline", Mode::Pooled, Lanes::BASELINE),
        ("boxed", Mode::Boxed, Lanes::BASELINE),
    ];
    let mut contenders = modes.map(|(_, mode, lanes)| Contender::new(bullet_count, mode, lanes));
    let mut rng = Rng::new(7);
    let (mut number, mut born) = (0, 0);
    let mut births = vec![Vec::new(); turn_ticks as usize];
    for turn in 0..(WARM_UP_TICKS + tick_count) / turn_ticks {
        let first_tick = turn * turn_ticks;
        if first_tick == WARM_UP_TICKS {
            contenders.iter_mut().for_each(Contender::forget_times);
            born = number;
        }
        // The first one's losses say who is born.
        for (tick, births) in (first_tick..).zip(&mut births) {
            contenders[0].fill(bullet_count, &mut rng, &mut number, births);
            contenders[0].tick(tick, births);
        }
        for contender in &mut contenders[1..] {
            (first_tick..).zip(&births).for_each(|(tick, births)| contender.tick(tick, births));
        }
    }
    let digests = contenders.each_ref().map(|contender| contender.bullets.digest());
    assert_eq!(digests, [digests[0]; 3], "all contenders do the same work");
    let churn = (number - born) as f64 / f64::from(tick_count) / bullet_count as f64 * 100.0;
    let boxed_ns = contenders[2].tick.median();
    for ((name, ..), contender) in modes.iter().zip(&contenders) {
        let each = |times: &Times| format!("{:.2}", times.median() / bullet_count as f64);
        table.row(&[
            format!("{}, {}", if is_aged { "aged" } else { "fresh" }, if turn_ticks == 1 { "emptied" } else { "its own" }),
            (*name).to_owned(),
            each(&contender.births),
            each(&contender.step),
            each(&contender.touch),
            each(&contender.label),
            each(&contender.draw),
            format!("{:.1}", contender.tick.median() / 1000.0),
            format!("{:.1}", boxed_ns / contender.tick.median()),
            format!("{:.1}", contender.tick.percentile(0.0) / 1000.0),
            format!("{:.1}", contenders[2].tick.percentile(0.0) / contender.tick.percentile(0.0)),
            format!("{:.2}", contender.draw.percentile(0.0) / bullet_count as f64),
        ]);
    }
    println!("{bullet_count} bullets, {churn:.1} % churn: digest {:016x}", digests[0]);
    drop(aged);
}

impl Contender {
    fn forget_times(&mut self) {
        for times in [&mut self.births, &mut self.step, &mut self.touch, &mut self.label, &mut self.draw, &mut self.tick] {
            *times = Times::default();
        }
    }
}

fn main() {
    let (bullet_count, tick_count) = if measure::is_small() { (2_000, 30) } else { (20_000, 600) };
    let columns = [
        "heap, caches",
        "storage",
        "births",
        "step",
        "touch",
        "label",
        "instances",
        "tick, us",
        "boxed/it",
        "least tick, us",
        "boxed/it",
        "least instances",
    ];
    let mut table = Table::new(&format!("A tick of {bullet_count} bullets, medians, nanoseconds a bullet"), &columns);
    for turn_ticks in [10, 1] {
        for is_aged in [false, true] {
            run(bullet_count, tick_count, turn_ticks, is_aged, &mut table);
        }
    }
    table.print();
}

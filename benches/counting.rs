//! The question: what does counting heap operations cost the storage that has most of them?
//!
//! 10,000 boxed bullets with 1 % churn, the load that `tamafubuki bench` runs: births, step, touch, 400 damage numbers a second. Two copies of it take turns of ten
//! ticks in one process; the allocator hands everything to the system's, for one copy past the counters, for the other through them. Both pay for the
//! question which of the two it is. A program that is built without `count-alloc` does not even pay that.

mod support {
    pub mod measure;
}

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use support::measure::{self, Table, Times};
use tamafubuki::mem::counter::{self, CountingAllocator, Tag};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::probe::Silent;
use tamafubuki::telemetry::load::{Bombs, Load, Shape};

/// Slower by at most this much, percent.
const GOAL_PERCENT: f64 = 10.0;
const BULLET_COUNT: usize = 10_000;
const WARM_UP_TICKS: u32 = 200;
const TURN_TICKS: u32 = 10;

static IS_COUNTING: AtomicBool = AtomicBool::new(false);

struct Switched;

// SAFETY: every method hands its arguments unchanged to an allocator that ends in `System` either way, so a block may go back through the other one.
unsafe impl GlobalAlloc for Switched {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that both ask for.
        unsafe { if IS_COUNTING.load(Relaxed) { CountingAllocator.alloc(layout) } else { System.alloc(layout) } }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { if IS_COUNTING.load(Relaxed) { CountingAllocator.dealloc(block, layout) } else { System.dealloc(block, layout) } }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe { if IS_COUNTING.load(Relaxed) { CountingAllocator.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) } }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size_bytes: usize) -> *mut u8 {
        // SAFETY: as above.
        unsafe {
            if IS_COUNTING.load(Relaxed) {
                CountingAllocator.realloc(block, layout, size_bytes)
            } else {
                System.realloc(block, layout, size_bytes)
            }
        }
    }
}

#[global_allocator]
static ALLOCATOR: Switched = Switched;

fn main() {
    let tick_count = if measure::is_small() { 200 } else { 6_000 };
    let shape = Shape { bullet_count: BULLET_COUNT, churn_percent: 1.0, bombs: Bombs::None };
    let mut sides = [false, true].map(|is_counting| (is_counting, Load::new(shape, Mode::Boxed), Times::default()));
    let _sim = counter::scope(Tag::Sim);
    for (_, load, _) in &mut sides {
        for _ in 0..WARM_UP_TICKS {
            load.prepare();
            load.step(&mut Silent);
        }
    }
    for turn in 0..tick_count / TURN_TICKS {
        // Whoever goes first goes second the next time.
        if turn > 0 {
            sides.reverse();
        }
        for (is_counting, load, times) in &mut sides {
            IS_COUNTING.store(*is_counting, Relaxed);
            for _ in 0..TURN_TICKS {
                load.prepare();
                times.take(|| load.step(&mut Silent));
            }
            IS_COUNTING.store(false, Relaxed);
        }
    }
    sides.sort_by_key(|(is_counting, ..)| *is_counting);
    let [(_, plain, off), (_, counted, on)] = &sides;
    assert_eq!(plain.digest(), counted.digest(), "both do the same work");
    let operations = counter::snapshot().map_or(0, |counts| counts.of(Tag::Sim).operations());
    assert!(operations > 0, "the counters were used");
    print(off, on, operations as f64 / f64::from(tick_count));
    println!("digest {:016x}", plain.digest());
}

fn print(off: &Times, on: &Times, operations: f64) {
    let mut table = Table::new("What counting costs: 10,000 boxed bullets", &["tick", "not counted, us", "counted, us", "slower by"]);
    let slower_percent = |off: f64, on: f64| (on / off - 1.0) * 100.0;
    for (name, percent) in [("least", 0.0), ("p50", 50.0), ("p99", 99.0)] {
        let (off, on) = (off.percentile(percent), on.percentile(percent));
        table.row(&[name.to_owned(), format!("{:.1}", off / 1e3), format!("{:.1}", on / 1e3), format!("{:.1} %", slower_percent(off, on))]);
    }
    table.print();
    let median_percent = slower_percent(off.median(), on.median());
    let verdict = if median_percent <= GOAL_PERCENT { "met" } else { "MISSED" };
    println!(
        "{operations:.1} heap operations a tick; by the median {median_percent:.1} % slower, goal at most {GOAL_PERCENT} %: {verdict}"
    );
}

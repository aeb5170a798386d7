//! The compare layer: what the clean frames of both storages say side by side, and how far that carries.
//!
//! Owns: the order and wording of its rows. Invariant: no verdict without blocks of equal load. Must not know: how figures are found.

use super::column::Column;
use super::page::{Hand, Page};
use super::style::{self, Sizes};
use super::words::{Bytes, Figure, Mean, Ms, Words};
use crate::view::grouped::Grouped;
use crate::view::ink::{Align, Rgba};
use crate::view::layout::Rect;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::telemetry::compare::{Comparison, Verdict};
use tamafubuki::telemetry::shadow::Summary;
use tamafubuki::telemetry::{Stats, Telemetry};

const POOLED: f32 = 0.58;
const BOXED: f32 = 0.8;
const RATIO: f32 = 1.0;
const BIN_COUNT: usize = 96;

/// A figure taken from a storage's figures.
type Figured = fn(&Stats) -> Option<f32>;

/// Writes the layer into `area`; gives the lowest baseline.
pub fn write(page: &mut Page, area: Rect, sizes: Sizes, telemetry: &mut Telemetry) -> f32 {
    let (pooled, boxed) = (telemetry.stats(Mode::Pooled), telemetry.stats(Mode::Boxed));
    let comparison = telemetry.compare();
    let mut column = Column::new(page, sizes, area);
    if let Some(summary) = telemetry.shadow() {
        shadow(&mut column, &summary);
        column.rule();
    }
    heads(&mut column, "clean frames of each");
    rows(&mut column, &pooled, &boxed);
    column.rule();
    blocks(&mut column, &comparison, telemetry);
    column.rule();
    verdict(&mut column, comparison.verdict);
    histogram(&mut column, telemetry);
    column.y
}

/// Both storages in the same tick.
fn shadow(column: &mut Column, summary: &Summary) {
    heads(column, "both in every tick");
    let ms = |figure: Option<f32>| Words::new(format_args!("{}", Ms(figure)));
    for (name, [pooled, boxed]) in [("shadow tick p50, ms", summary.p50_ms), ("shadow tick p99, ms", summary.p99_ms)] {
        row(
            column,
            name,
            ms(pooled),
            ms(boxed),
            pooled.zip(boxed).filter(|(pooled, _)| *pooled > 0.0).map(|(pooled, boxed)| boxed / pooled),
        );
    }
    let [pooled, boxed] = summary.operations_mean.map(|mean| Words::new(format_args!("{}", Mean(mean))));
    row(column, "heap operations a tick", pooled, boxed, None);
    column.row();
    let rgba = if summary.parted.is_some() { style::RED } else { style::TEXT };
    column.left(0.0, style::FAINT, format_args!("digest equal"));
    column.right(RATIO, rgba, format_args!("at {} of {} ticks", Grouped(summary.equal_count), Grouped(summary.tick_count)));
    if let Some(pair) = &summary.parted {
        column.row();
        column.left(0.0, style::RED, format_args!("THE STORAGES PART at tick {}", Grouped(u64::from(pair.tick))));
        column.row();
        column.left(0.0, style::RED, format_args!("pooled {:016x}", pair.pooled.digest));
        column.right(RATIO, style::RED, format_args!("boxed {:016x}", pair.boxed.digest));
    }
}

fn heads(column: &mut Column, title: &str) {
    column.y += column.sizes.large * 0.8;
    let bold = |rgba: Rgba, column: &Column| Hand::bold(column.sizes.text, rgba);
    let y = column.y;
    column.left(0.0, style::TITLE, format_args!("{title}"));
    for (share, rgba, name) in [(POOLED, style::POOLED, "POOLED"), (BOXED, style::BOXED, "BOXED")] {
        let (x, hand) = (column.at(share), bold(rgba, column));
        column.page.put(x, y, Align::Right, hand, format_args!("{name}"));
    }
    column.right(RATIO, style::FAINT, format_args!("ratio"));
}

fn rows(column: &mut Column, pooled: &Stats, boxed: &Stats) {
    let count = |count: u32| Words::new(format_args!("{}", Grouped(u64::from(count))));
    let ms = |figure: Option<f32>| Words::new(format_args!("{}", Ms(figure)));
    let mean = |figure: Option<f32>| Words::new(format_args!("{}", Mean(figure)));
    let live = |stats: &Stats| match stats.live_bytes {
        Some(bytes) => Words::new(format_args!("{}", Bytes(bytes.max(0) as u64))),
        None => Words::new(format_args!("n/a")),
    };
    let heavy = |stats: &Stats| match stats.coincidence {
        Some(link) => count(link.heavy_count),
        None => Words::new(format_args!("n/a")),
    };
    let both = |of: Figured| (of(pooled), of(boxed));
    row(column, "frames", count(pooled.frame_count as u32), count(boxed.frame_count as u32), None);
    let load = |stats: &Stats| mean((stats.frame_count > 0).then_some(stats.bullets_mean));
    row(column, "bullets, mean", load(pooled), load(boxed), None);
    let times: [(&str, Figured); 4] = [
        ("simulation p50, ms", |stats| stats.sim.p50),
        ("simulation p99, ms", |stats| stats.sim.p99),
        ("simulation max, ms", |stats| stats.sim.max),
        ("work p50, ms", |stats| stats.work.p50),
    ];
    for (name, of) in times {
        let (a, b) = both(of);
        row(column, name, ms(a), ms(b), a.zip(b).filter(|(a, _)| *a > 0.0).map(|(a, b)| b / a));
    }
    let spikes = |stats: &Stats| mean((stats.frame_count > 0).then_some(stats.spike_count as f32));
    row(column, "spikes", spikes(pooled), spikes(boxed), None);
    row(column, "on allocation-heavy frames", heavy(pooled), heavy(boxed), None);
    row(column, "allocs a frame", mean(pooled.allocs_mean), mean(boxed.allocs_mean), None);
    row(column, "frees a frame", mean(pooled.frees_mean), mean(boxed.frees_mean), None);
    row(column, "heap alive", live(pooled), live(boxed), None);
}

fn row(column: &mut Column, name: &str, pooled: Words, boxed: Words, ratio: Option<f32>) {
    column.row();
    column.left(0.0, style::FAINT, format_args!("{name}"));
    column.right(POOLED, style::TEXT, format_args!("{}", pooled.as_str()));
    column.right(BOXED, style::TEXT, format_args!("{}", boxed.as_str()));
    if let Some(ratio) = ratio {
        column.right(RATIO, style::TEXT, format_args!("{ratio:.2}x"));
    }
}

fn blocks(column: &mut Column, comparison: &Comparison, telemetry: &Telemetry) {
    column.row();
    column.left(0.0, style::FAINT, format_args!("p50 ratio by blocks"));
    match comparison.ratio {
        Some(ratio) => {
            let (mean, low, high) = (ratio.mean, ratio.low, ratio.high);
            column.right(1.0, style::TEXT, format_args!("{mean:.2}x ({low:.2} to {high:.2}, n = {})", ratio.pair_count));
        }
        None => column.right(1.0, style::TEXT, format_args!("n/a")),
    }
    column.row();
    column.left(0.0, style::FAINT, format_args!("pairs left out, loads differ"));
    column.right(1.0, style::TEXT, format_args!("{}", comparison.unequal_count));
    column.row();
    column.left(0.0, style::FAINT, format_args!("heap"));
    match telemetry.aged_block_count() {
        Some(count) => column.right(1.0, style::AMBER, format_args!("A  aged: {} blocks kept, holes between", Grouped(count as u64))),
        None => column.right(1.0, style::TEXT, format_args!("as the program left it")),
    }
    column.row();
    let checks = telemetry.digest_checks();
    let rgba = if checks.equal_count < checks.check_count { style::RED } else { style::TEXT };
    column.left(0.0, style::FAINT, format_args!("digest equal in both"));
    column.right(1.0, rgba, format_args!("{} of {}", checks.equal_count, checks.check_count));
}

fn verdict(column: &mut Column, verdict: Verdict) {
    let (rgba, words) = match verdict {
        Verdict::TooLittle => (style::FAINT, Words::new(format_args!("no verdict yet"))),
        Verdict::NoDifference => (style::TEXT, Words::new(format_args!("no difference"))),
        Verdict::PooledFaster(times) => (style::POOLED, Words::new(format_args!("pooled is {}x faster", Figure(Some(times), 2)))),
        Verdict::BoxedFaster(times) => (style::BOXED, Words::new(format_args!("boxed is {}x faster", Figure(Some(times), 2)))),
    };
    column.y += column.sizes.large * 1.2;
    let (x, y, hand) = (column.at(0.0), column.y, Hand::new(column.sizes.large, rgba));
    column.page.put(x, y, Align::Left, hand, format_args!("{}", words.as_str()));
    column.row();
    let why = match verdict {
        Verdict::TooLittle => "needs two pairs of blocks: 120 clean frames, like loads",
        Verdict::NoDifference => "the ratios of the pairs lie on both sides of 1",
        _ => "every pair of blocks agrees",
    };
    column.left(0.0, style::FAINT, format_args!("{why}"));
}

/// Simulation times of both storages, once there are any, over one logarithmic axis: pooled stands up, boxed hangs down.
fn histogram(column: &mut Column, telemetry: &Telemetry) {
    let (mut low, mut high) = (f32::INFINITY, 0.0_f32);
    for mode in [Mode::Pooled, Mode::Boxed] {
        for frame in telemetry.record(mode).frames().filter(|frame| frame.sim_ms > 0.0) {
            (low, high) = (low.min(frame.sim_ms), high.max(frame.sim_ms));
        }
    }
    let (low, high) = (low.log10().floor(), high.log10().ceil());
    if !low.is_finite() || low >= high {
        return;
    }
    column.rule();
    column.title("simulation time, frames by ms (log)", &[]);
    let rest = column.rest();
    let top = rest.y + column.sizes.row;
    let h = (rest.bottom() - top - column.sizes.row * 1.4).min(column.sizes.row * 16.0);
    let middle = (top + h * 0.5).round();
    let span = high - low;
    for (mode, rgba, side) in [(Mode::Pooled, style::POOLED, -1.0), (Mode::Boxed, style::BOXED, 1.0)] {
        let mut bins = [0_u32; BIN_COUNT];
        for frame in telemetry.record(mode).frames().filter(|frame| frame.sim_ms > 0.0) {
            let bin = (frame.sim_ms.log10() - low) / span * BIN_COUNT as f32;
            bins[(bin as usize).min(BIN_COUNT - 1)] += 1;
        }
        let most = bins.iter().copied().max().unwrap_or(0).max(1) as f32;
        for (index, count) in bins.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            // The square root keeps single slow frames visible beside the usual ones.
            let tall = ((count as f32 / most).sqrt() * h * 0.5).round().max(1.0);
            let (x, w) = (column.at(index as f32 / BIN_COUNT as f32).round(), (rest.w / BIN_COUNT as f32).ceil());
            column.page.bar(x, if side < 0.0 { middle - tall } else { middle }, w, tall, rgba);
        }
    }
    column.page.bar(rest.x, middle, rest.w, 1.0, style::EDGE);
    column.y = top + h + column.sizes.row;
    for decade in 0..=span as i32 {
        let (x, align) = match decade as f32 / span {
            0.0 => (column.at(0.0), Align::Left),
            1.0 => (column.at(1.0), Align::Right),
            share => (column.at(share), Align::Center),
        };
        let (y, hand) = (column.y, Hand::new(column.sizes.text, style::FAINT));
        column.page.put(x, y, align, hand, format_args!("{}", 10_f32.powf(low + decade as f32)));
        column.page.bar(column.at(decade as f32 / span), top, 1.0, h, style::HAIRLINE);
    }
}

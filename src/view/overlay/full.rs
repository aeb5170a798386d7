//! The full layer: everything about the last 20 s in a plate beside the playfield.
//!
//! Owns: the order and wording of its sections. Invariant: a figure that is not known reads `n/a`. Must not know: how figures are found.

use super::column::Column;
use super::graph::{Graph, segment_means_ms};
use super::page::{Hand, Page};
use super::style::{self, Sizes};
use super::words::{Bytes, Figure, Fit, Mean, Ms};
use super::{Facts, Play, arena_state, mode_name};
use crate::view::grouped::Grouped;
use crate::view::ink::Align;
use crate::view::layout::Rect;
use tamafubuki::mem::counter::{TAG_COUNT, Tag, TagCounts};
use tamafubuki::sim::bullet::KIND_COUNT;
use tamafubuki::telemetry::record::Percentiles;
use tamafubuki::telemetry::{Sample, Segment, Stats, Telemetry};

/// Figures that change each frame are means over so many: a quarter of a second.
const MEAN_COUNT: usize = 15;
const PERCENTILE_COLUMNS: [(f32, &str); 4] = [(0.52, "p50"), (0.68, "p95"), (0.84, "p99"), (1.0, "max")];
const HEAP_COLUMNS: [(f32, &str); 5] = [(0.35, "allocs"), (0.48, "frees"), (0.645, "reallocs"), (0.845, "bytes"), (1.0, "worst")];
const POOL_COLUMNS: [(f32, &str); 5] = [(0.47, "length"), (0.6, "of"), (0.73, "peak"), (0.86, "steals"), (1.0, "refused")];
/// Where the letter of a warning and the meter stand.
const LETTER: f32 = 0.213;
const METER: (f32, f32) = (0.245, 0.335);

/// Writes the layer into `area`; gives the graph, which is drawn each frame.
pub fn write(page: &mut Page, area: Rect, sizes: Sizes, telemetry: &mut Telemetry, facts: &Facts) -> Option<Graph> {
    let newest = *telemetry.frames().newest()?;
    let stats = telemetry.stats(newest.frame.mode);
    let mut column = Column::new(page, sizes, area);
    header(&mut column, telemetry, &newest, facts);
    column.rule();
    times(&mut column, telemetry, &stats);
    column.rule();
    let graph_top = column.y;
    // All that is below the graph; lasers and scripts have rows beside the kinds.
    let below_px = sizes.row * (17.5 + KIND_COUNT as f32) + sizes.gap * 1.3 * 3.0;
    let graph_area = Rect::new(area.x, graph_top, area.w, (area.bottom() - graph_top - below_px).max(sizes.row * 8.5));
    let graph = Graph::fit(graph_area, &sizes, telemetry, column.page);
    column.y = graph_area.bottom();
    column.rule();
    heap(&mut column, telemetry, &newest);
    column.rule();
    link(&mut column, &stats, facts);
    column.rule();
    pools(&mut column, &newest);
    arena(&mut column, &newest);
    Some(graph)
}

fn header(column: &mut Column, telemetry: &Telemetry, newest: &Sample, facts: &Facts) {
    let sizes = column.sizes;
    let (name, rgba) = mode_name(newest.frame.mode);
    column.y += sizes.large;
    let chip_w = sizes.large * 5.2;
    let (x, right) = (column.at(0.0), column.at(1.0));
    column.page.bar(x, column.y - sizes.large, chip_w, (sizes.large * 1.26).round(), rgba);
    let dark = Hand::bold(sizes.large - 3.0, style::ON_CHIP);
    column.page.put(x + chip_w * 0.5, column.y - sizes.large * 0.07, Align::Center, dark, format_args!("{name}"));
    if let Some(count) = facts.recorded_frames {
        let hand = Hand::bold(sizes.text, style::AMBER);
        column.page.put(x + chip_w + sizes.text, column.y, Align::Left, hand, format_args!("REC {}", Grouped(count as u64)));
    }
    let rates = telemetry.rates_hz();
    let fps = Figure(rates.map(|rates| rates.0), 1);
    column.page.put(right, column.y, Align::Right, Hand::new(sizes.large, style::TEXT), format_args!("{fps} fps"));
    column.y += sizes.text * 0.35;
    column.row();
    column.left(0.0, style::FAINT, format_args!("tick"));
    column.left(0.12, style::TEXT, format_args!("{}", Grouped(u64::from(newest.frame.tick))));
    column.left(0.4, style::FAINT, format_args!("ticks/s"));
    column.left(0.58, style::TEXT, format_args!("{}", Figure(rates.map(|rates| rates.1), 1)));
    column.right(1.0, style::TEXT, format_args!("dropped {}", Grouped(telemetry.dropped_ticks())));
    column.row();
    column.left(0.0, style::FAINT, format_args!("seed"));
    match facts.seed {
        Some(seed) => column.left(0.12, style::TEXT, format_args!("{seed}")),
        None => column.left(0.12, style::TEXT, format_args!("n/a")),
    }
    column.row();
    column.left(0.0, style::FAINT, format_args!("digest"));
    match facts.digest {
        Some((tick, digest)) => column.right(1.0, style::TEXT, format_args!("{digest:016x} after tick {}", Grouped(u64::from(tick)))),
        None => column.left(0.12, style::TEXT, format_args!("n/a")),
    }
    if let Some(play) = &facts.play {
        self::play(column, play);
    }
}

/// The plate hides the panel, so what decides the next seconds of play stands here.
fn play(column: &mut Column, play: &Play) {
    column.row();
    column.left(0.0, style::TEXT, format_args!("{}", Grouped(play.score)));
    let power = play.power as f32 / 100.0;
    let figures: [(f32, &str, &dyn std::fmt::Display); 3] =
        [(0.3, "lives", &play.lives), (0.435, "bombs", &play.bombs), (0.6, "power", &Figure(Some(power), 2))];
    for (share, name, figure) in figures {
        column.left(share, style::FAINT, format_args!("{name} {figure}"));
    }
    column.right(1.0, style::FAINT, format_args!("graze {}", Fit(u64::from(play.graze))));
    if play.clipped > 0 {
        column.row();
        column.left(0.0, style::AMBER, format_args!("! patterns met their limits {} times", Grouped(play.clipped)));
    }
}

fn times(column: &mut Column, telemetry: &Telemetry, stats: &Stats) {
    column.title("times, ms", &PERCENTILE_COLUMNS);
    let rows: [(&str, &Percentiles); 4] =
        [("interval", &stats.interval), ("work", &stats.work), ("simulation", &stats.sim), ("this overlay", &stats.overlay)];
    for (name, figure) in rows {
        column.row();
        column.left(0.0, style::FAINT, format_args!("{name}"));
        let shares = PERCENTILE_COLUMNS.map(|(share, _)| share);
        let [p50, p95, p99, max] = [figure.p50, figure.p95, figure.p99, figure.max].map(Ms);
        column.figures(style::TEXT, &[(shares[0], &p50), (shares[1], &p95), (shares[2], &p99), (shares[3], &max)]);
    }
    column.row();
    match why_unclean(telemetry, stats) {
        Some(ticks) => column.left(0.0, style::AMBER, format_args!("no clean frames: these run one tick, here it is {ticks:.1} a frame")),
        None => counts(column, telemetry, stats),
    }
    segments(column, telemetry);
}

/// Ticks a frame about the last second, where these are why there are no figures.
fn why_unclean(telemetry: &Telemetry, stats: &Stats) -> Option<f32> {
    let frames = telemetry.frames().last(super::SECOND_COUNT).filter(|sample| sample.steady);
    let (count, ticks) = frames.fold((0_u32, 0), |(count, ticks), sample| (count + 1, ticks + sample.frame.ticks));
    let mean = ticks as f32 / count.max(1) as f32;
    (stats.frame_count == 0 && mean > 1.0).then_some(mean)
}

fn counts(column: &mut Column, telemetry: &Telemetry, stats: &Stats) {
    let (miss_count, over_count) = telemetry.misses();
    let low = Figure(stats.one_percent_low_fps, 1);
    let pairs: [(f32, &str, &dyn std::fmt::Display); 4] = [
        (0.0, "1% low", &low),
        (0.275, "miss", &Grouped(miss_count.into())),
        (0.515, "over", &Grouped(over_count.into())),
        (0.75, "clean", &Grouped(stats.frame_count as u64)),
    ];
    for ((share, name, figure), width) in pairs.into_iter().zip([0.15, 0.105, 0.105, 0.13]) {
        column.left(share, style::FAINT, format_args!("{name}"));
        column.left(share + width, style::TEXT, format_args!("{figure}"));
    }
}

fn segments(column: &mut Column, telemetry: &Telemetry) {
    let means_ms = segment_means_ms(telemetry, MEAN_COUNT);
    let top = column.y;
    for (index, segment) in Segment::ALL.into_iter().enumerate() {
        let half = index / 4;
        column.y = top + (index % 4 + 1) as f32 * column.sizes.row + column.sizes.text * 0.3;
        let share = half as f32 * 0.5;
        column.swatch(share, style::SEGMENTS[index]);
        column.left(share + 0.035, style::FAINT, format_args!("{}", segment.name()));
        column.right(share + if half == 0 { 0.44 } else { 0.5 }, style::TEXT, format_args!("{}", Ms(Some(means_ms[index]))));
    }
}

fn heap(column: &mut Column, telemetry: &Telemetry, newest: &Sample) {
    column.title("heap a frame", &HEAP_COLUMNS);
    if newest.frame.timing.counts.is_none() {
        column.row();
        column.left(0.0, style::FAINT, format_args!("not counted: built without count-alloc"));
        return;
    }
    let (sums, worst, share) = heap_sums(telemetry);
    for tag in Tag::ALL {
        column.row();
        let (sum, worst) = (sums[tag as usize], Fit(worst[tag as usize]));
        column.left(0.0, style::FAINT, format_args!("{}", tag.name()));
        let mean = |sum: u64| Mean(Some(sum as f32 * share));
        let figures: [&dyn std::fmt::Display; 5] =
            [&mean(sum.allocs), &mean(sum.frees), &mean(sum.reallocs), &Bytes((sum.bytes as f32 * share) as u64), &worst];
        let rgba = if worst.0 == 0 { style::FAINT } else { style::TEXT };
        column.figures(rgba, &std::array::from_fn::<_, 5, _>(|index| (HEAP_COLUMNS[index].0, figures[index])));
    }
    column.row();
    let timing = &newest.frame.timing;
    let (blocks, bytes) = (Grouped(timing.live_blocks.max(0) as u64), Bytes(timing.live_bytes.max(0) as u64));
    column.left(0.0, style::FAINT, format_args!("alive"));
    column.right(1.0, style::TEXT, format_args!("{blocks} blocks   {bytes}"));
}

/// Sums by tag over about a second, the worst frame by tag over the frames of the graph, and one over the frames summed.
fn heap_sums(telemetry: &Telemetry) -> ([TagCounts; TAG_COUNT], [u64; TAG_COUNT], f32) {
    let (mut sums, mut worst, mut count) = ([TagCounts::default(); TAG_COUNT], [0; TAG_COUNT], 0);
    let samples = telemetry.frames().last(super::graph::BAR_COUNT).rev();
    for (index, counts) in samples.filter_map(|sample| sample.frame.timing.counts.as_ref()).enumerate() {
        for ((sum, worst), tag) in sums.iter_mut().zip(&mut worst).zip(&counts.tags) {
            *worst = tag.operations().max(*worst);
            if index < super::SECOND_COUNT {
                sum.allocs += tag.allocs;
                sum.frees += tag.frees;
                sum.reallocs += tag.reallocs;
                sum.bytes += tag.bytes;
            }
        }
        count = (index + 1).min(super::SECOND_COUNT);
    }
    (sums, worst, 1.0 / count.max(1) as f32)
}

fn link(column: &mut Column, stats: &Stats, facts: &Facts) {
    column.row();
    column.left(0.0, style::TITLE, format_args!("spikes"));
    let rgba = if stats.spike_count == 0 { style::FAINT } else { style::TEXT };
    column.left(0.165, rgba, format_args!("{}", stats.spike_count));
    match stats.coincidence {
        Some(link) => {
            let (heavy_count, chance) = (link.heavy_count, Figure(Some(link.expected_count), 2));
            column.right(1.0, rgba, format_args!("allocation-heavy {heavy_count}, by chance {chance}"));
        }
        None => column.right(1.0, style::FAINT, format_args!("allocations n/a")),
    }
    column.row();
    column.left(0.0, style::FAINT, format_args!("r (allocs + frees, simulation)"));
    column.left(0.56, style::TEXT, format_args!("{}", Figure(stats.pearson, 2)));
    match facts.counter_ns {
        Some(ns) if ns < 0.05 => column.right(1.0, style::FAINT, format_args!("counter <0.1 ns/op")),
        ns => column.right(1.0, style::FAINT, format_args!("counter {} ns/op", Figure(ns, 1))),
    }
}

fn pools(column: &mut Column, newest: &Sample) {
    column.title("pools", &POOL_COLUMNS);
    for pool in newest.frame.pools.iter().chain([&newest.frame.lasers, &newest.frame.scripts]) {
        column.row();
        column.left(0.0, style::FAINT, format_args!("{}", pool.name));
        let filled = pool.len as f32 / pool.capacity.max(1) as f32;
        let (rgba, letter) = pool_state(filled, pool.refused + pool.steals);
        column.meter(METER.0, METER.1, filled, rgba);
        let [len, capacity, peak] = [pool.len, pool.capacity, pool.peak].map(|count| Fit(count as u64));
        let [steals, refused] = [pool.steals, pool.refused].map(Fit);
        let shares = POOL_COLUMNS.map(|(share, _)| share);
        let figures: [&dyn std::fmt::Display; 5] = [&len, &capacity, &peak, &steals, &refused];
        column.figures(style::TEXT, &std::array::from_fn::<_, 5, _>(|index| (shares[index], figures[index])));
        column.left(LETTER, rgba, format_args!("{letter}"));
    }
}

/// Colour and letter of a pool: amber `W` from 80 %, red `F` while full, if anything was ever stolen or refused a small `s`.
fn pool_state(filled: f32, lost: u64) -> (crate::view::ink::Rgba, &'static str) {
    match (filled, lost) {
        (1.0.., _) => (style::RED, "F"),
        (0.8.., _) => (style::AMBER, "W"),
        (_, 1..) => (style::AMBER, "s"),
        _ => (style::POOLED, ""),
    }
}

fn arena(column: &mut Column, newest: &Sample) {
    let arena = &newest.frame.arena;
    let (rgba, letter) = arena_state(arena);
    column.row();
    column.y += column.sizes.row * 0.2;
    column.left(0.0, style::FAINT, format_args!("arena"));
    column.left(LETTER, rgba, format_args!("{letter}"));
    let capacity = arena.capacity_bytes.max(1) as f32;
    column.meter(METER.0, 0.6, arena.used_bytes as f32 / capacity, rgba);
    let peak_x = column.at(METER.0) + (column.at(0.6) - column.at(METER.0)) * (arena.high_water_bytes as f32 / capacity).min(1.0);
    let (line, tall) = (column.sizes.line + 1.0, column.sizes.text * 0.8);
    column.page.bar(peak_x.round() - line, column.y - tall, line, tall, style::TEXT);
    let used = Bytes(arena.used_bytes as u64);
    column.right(1.0, rgba_or_text(letter, rgba), format_args!("{used} of {}", Bytes(arena.capacity_bytes as u64)));
    column.row();
    let high = Bytes(arena.high_water_bytes as u64);
    column.left(0.0, style::FAINT, format_args!("most {high} at tick {}", Grouped(u64::from(arena.high_water_tick))));
    let fails = Grouped(arena.overflow_count);
    let suggested = Bytes(arena.suggested_capacity_bytes as u64);
    column.right(1.0, style::FAINT, format_args!("fails {fails}   suggested {suggested}"));
}

fn rgba_or_text(letter: &str, rgba: crate::view::ink::Rgba) -> crate::view::ink::Rgba {
    if letter.is_empty() { style::TEXT } else { rgba }
}

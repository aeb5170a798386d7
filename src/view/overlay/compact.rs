//! The compact layer: one line under the playfield.

use super::page::{Hand, Page};
use super::style::{self, Sizes};
use super::words::{Figure, Fit, Mean, Ms};
use super::{SECOND_COUNT, arena_state, mode_name};
use crate::view::ink::Align;
use crate::view::layout::{Layout, Rect};
use tamafubuki::telemetry::Telemetry;

/// How wide the line is, em of its text.
const WIDTH_EM: f32 = 57.0;

/// As wide as the playfield; as wide as the window, if that is what it takes.
pub fn sizes(layout: &Layout) -> Sizes {
    let sizes = Sizes::in_line(layout.scale, layout.playfield.w, WIDTH_EM);
    if sizes.text >= 9.0 { sizes } else { Sizes::in_line(layout.scale, layout.window.w, WIDTH_EM) }
}

/// In the margin under the playfield.
pub fn plate(layout: &Layout, sizes: &Sizes) -> Rect {
    let h = (sizes.text * 1.7).round();
    let field = layout.playfield;
    let y = (field.bottom() + (layout.page.bottom() - field.bottom() - h) * 0.5).max(field.bottom() + 1.0);
    let w = field.w.max((sizes.text * WIDTH_EM).min(layout.window.w)).round();
    let x = field.x.min(layout.window.w - w).max(0.0);
    Rect::new(x, y.min(layout.window.h - h).round(), w, h)
}

/// Writes the line.
pub fn write(page: &mut Page, plate: Rect, sizes: Sizes, telemetry: &mut Telemetry) {
    let Some(newest) = telemetry.frames().newest().copied() else { return };
    let stats = telemetry.stats(newest.frame.mode);
    let (name, rgba) = mode_name(newest.frame.mode);
    let arena = &newest.frame.arena;
    let (arena_rgba, letter) = arena_state(arena);
    let fps = Figure(telemetry.rates_hz().map(|rates| rates.0), 1);
    let y = plate.y + sizes.text * 1.2;
    let mut put = |share: f32, align: Align, hand: Hand, text: std::fmt::Arguments| {
        page.put(plate.x + sizes.gap + (plate.w - 2.0 * sizes.gap) * share, y, align, hand, text);
    };
    let plain = Hand::new(sizes.text, style::TEXT);
    put(0.0, Align::Left, Hand::bold(sizes.text, rgba), format_args!("{name}"));
    put(0.17, Align::Right, plain, format_args!("{fps} fps"));
    put(0.192, Align::Left, plain, format_args!("sim {} / {} ms", Ms(stats.sim.p50), Ms(stats.sim.p99)));
    put(0.39, Align::Left, plain, format_args!("allocs {}", Mean(allocs_mean(telemetry))));
    put(0.525, Align::Left, plain, format_args!("bullets {}", Fit(u64::from(newest.frame.bullet_count()))));
    // The unit of both is that of the larger one.
    let (unit, unit_bytes) = if arena.high_water_bytes < 1_024_000 { ("KiB", 1024.0) } else { ("MiB", 1_048_576.0) };
    let [used, most] = [arena.used_bytes, arena.high_water_bytes].map(|bytes| bytes as f32 / unit_bytes);
    let gap = if letter.is_empty() { "" } else { " " };
    let arena_hand = plain.colored(if letter.is_empty() { style::TEXT } else { arena_rgba });
    put(0.89, Align::Right, arena_hand, format_args!("arena {letter}{gap}{used:.1}/{most:.1} {unit}"));
    put(1.0, Align::Right, plain, format_args!("spikes {}", stats.spike_count));
}

/// Simulation allocations a frame over the last second.
fn allocs_mean(telemetry: &Telemetry) -> Option<f32> {
    let counted = telemetry.frames().last(SECOND_COUNT).filter_map(|sample| sample.heap);
    let (count, allocs) = counted.fold((0_u32, 0_u32), |(count, allocs), heap| (count + 1, allocs + heap.allocs));
    (count > 0).then(|| allocs as f32 / count as f32)
}

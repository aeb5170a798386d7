//! The compact layer: one line under the playfield.

use super::page::{Hand, Page};
use super::style::{self, Sizes};
use super::words::{Bytes, Figure, Grouped, Ms};
use super::{arena_state, mode_name};
use crate::view::ink::Align;
use crate::view::layout::{Layout, Rect};
use tamafubuki::telemetry::Telemetry;

/// In the margin under the playfield, as wide as the playfield.
pub fn plate(layout: &Layout, sizes: &Sizes) -> Rect {
    let h = (sizes.text * 1.7).round();
    let field = layout.playfield;
    let y = (field.bottom() + (layout.page.bottom() - field.bottom() - h) * 0.5).max(field.bottom() + 1.0);
    Rect::new(field.x, y.round(), field.w, h)
}

/// Writes the line.
pub fn write(page: &mut Page, plate: Rect, sizes: Sizes, telemetry: &mut Telemetry) {
    let Some(newest) = telemetry.frames().newest().copied() else { return };
    let stats = telemetry.stats(newest.frame.mode);
    let (name, rgba) = mode_name(newest.frame.mode);
    let arena = &newest.frame.arena;
    let (arena_rgba, letter) = arena_state(arena);
    let fps = Figure(telemetry.rates_hz().map(|rates| rates.0), 1);
    let bullets: usize = newest.frame.pools.iter().map(|pool| pool.len).sum();
    let y = plate.y + sizes.text * 1.2;
    let mut put = |share: f32, align: Align, hand: Hand, text: std::fmt::Arguments| {
        page.put(plate.x + sizes.gap + (plate.w - 2.0 * sizes.gap) * share, y, align, hand, text);
    };
    let plain = Hand::new(sizes.text, style::TEXT);
    put(0.0, Align::Left, Hand::bold(sizes.text, rgba), format_args!("{name}"));
    put(0.19, Align::Right, plain, format_args!("{fps} fps"));
    put(0.21, Align::Left, plain, format_args!("sim {} / {} ms", Ms(stats.sim.p50), Ms(stats.sim.p99)));
    match newest.heap {
        Some(heap) => put(0.5, Align::Right, plain, format_args!("allocs {}", Grouped(u64::from(heap.allocs)))),
        None => put(0.5, Align::Right, plain, format_args!("allocs n/a")),
    }
    put(0.66, Align::Right, plain, format_args!("bullets {}", Grouped(bullets as u64)));
    let (used, most) = (Bytes(arena.used_bytes as u64), Bytes(arena.high_water_bytes as u64));
    let arena_hand = plain.colored(if letter.is_empty() { style::TEXT } else { arena_rgba });
    put(0.895, Align::Right, arena_hand, format_args!("arena{letter} {used} / {most}"));
    put(1.0, Align::Right, plain, format_args!("spikes {}", stats.spike_count));
}

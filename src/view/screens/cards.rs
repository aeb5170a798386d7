//! Small sheets laid on the playfield: pause, game over, stage clear, results; and the strip under a replay.
//!
//! Units: page units. Must not know the world: it is given numbers.

use super::Item;
use super::menu::Menu;
use super::page::{INK, LABEL, PALE, Page, VERMILION, ease, faded};
use crate::view::grouped::Grouped;
use crate::view::ink::{Align, Rgba};
use crate::view::layout::Rect;

/// Middle of the playfield on the page.
const MIDDLE: f32 = 211.0;
/// Width of the results.
const WIDTH: f32 = 316.0;

/// How a run went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The stage was cleared.
    pub cleared: bool,
    /// Final score.
    pub score: u64,
    /// Best score before this run.
    pub best_before: u64,
    /// Place in the list of scores, from 1.
    pub rank: Option<usize>,
    /// Difficulty.
    pub difficulty: &'static str,
    /// Bullets grazed.
    pub graze: u64,
    /// Spell cards captured.
    pub captures: u64,
    /// Lives lost.
    pub misses: u64,
    /// Bombs used.
    pub bombs: u64,
    /// Folds used.
    pub folds: u64,
    /// Continues used.
    pub continues: u64,
    /// Length, ticks.
    pub ticks: u32,
    /// Why the score does not count, and whether a replay can be kept; empty when nothing is to be said.
    pub uncounted: &'static str,
}

/// The pause.
pub fn pause(page: &mut Page, menu: &Menu<Item>, watching: bool) {
    page.dim_field(0.5 * ease(page.shown_seconds, 0.15));
    let (w, h) = (176.0, 74.0 + 26.0 * menu.items().len() as f32);
    let (left, top) = (MIDDLE - w * 0.5, 232.0 - h * 0.5);
    let below = page.sheet(left, top, w, h);
    page.bold(MIDDLE, top + 36.0 + below, 18.0, Align::Center, VERMILION, "Paused");
    page.line(MIDDLE - 44.0, top + 45.0 + below, 88.0, faded(VERMILION, 0.5));
    page.list(menu, left + 46.0, top + 72.0 + below, 26.0, 13.5, |item| match item {
        Item::Resume => "Resume",
        Item::Retry if watching => "From the start",
        Item::Retry => "Retry",
        Item::Leave if watching => "To the replays",
        Item::Leave => "To the title",
        _ => "Quit",
    });
    hints(page, "↑ ↓ choose     Z accept     X resume     R retry");
}

/// No lives left: continue? `ticks_left` of the time to decide.
pub fn over(page: &mut Page, menu: &Menu<Item>, continues_left: u32, ticks_left: u32) {
    page.dim_field(0.5 * ease(page.shown_seconds, 0.4));
    let (w, h) = (200.0, 214.0);
    let (left, top) = (MIDDLE - w * 0.5, 232.0 - h * 0.5);
    let below = page.sheet(left, top, w, h);
    let plain = if continues_left > 0 { "Continue?" } else { "Game over" };
    page.bold(MIDDLE, top + 36.0 + below, 18.0, Align::Center, VERMILION, plain);
    let (x, y, radius) = (page.x(MIDDLE), page.y(top + 92.0 + below), page.px(30.0));
    let share = ticks_left as f32 / 600.0;
    page.ink.arc(x, y, radius, page.px(3.0), 0.0, 1.0, faded(LABEL, 0.25));
    page.ink.arc(x, y, radius, page.px(3.0), 0.0, share.clamp(0.0, 1.0), VERMILION);
    let pulse = 1.0 - (ticks_left % 60) as f32 / 60.0;
    let size = 26.0 + 6.0 * (1.0 - ease(pulse, 0.4));
    page.digits(MIDDLE, top + 92.0 + size * 0.36 + below, size, Align::Center, INK, format_args!("{}", ticks_left.div_ceil(60)));
    page.list(menu, left + 62.0, top + 152.0 + below, 25.0, 13.5, |item| match item {
        Item::Continue => "Continue",
        _ => "Give up",
    });
    page.print(MIDDLE, top + h - 14.0 + below, 8.0, Align::Center, LABEL, format_args!("continues left: {continues_left}"));
    hints(page, "↑ ↓ choose     Z accept");
}

/// The stage is cleared: what the bonus is made of, line by line, `age_ticks` after it began.
pub fn clear(page: &mut Page, rows: &[(&str, u64)], total: u64, age_ticks: u32) {
    let age = age_ticks as f32 / 60.0;
    let (w, h) = (250.0, 74.0 + 22.0 * rows.len() as f32);
    let (left, top) = (MIDDLE - w * 0.5, 190.0 - h * 0.5);
    let below = page.sheet(left, top, w, h);
    page.bold(MIDDLE, top + 34.0 + below, 18.0, Align::Center, VERMILION, "Stage clear");
    let row = |page: &mut Page, index: usize, label: &str, value: u64, rgba: Rgba, size: f32| {
        let come = ease(age - 0.3 - 0.22 * index as f32, 0.25);
        let y = top + 58.0 + 22.0 * index as f32 + below;
        let counted = (value as f64 * f64::from(ease(age - 0.3 - 0.22 * index as f32, 0.5))) as u64;
        page.text(left + 26.0 - 8.0 * (1.0 - come), y, 9.5, Align::Left, faded(LABEL, come), label);
        page.digits(left + w - 26.0, y, size, Align::Right, faded(rgba, come), format_args!("{}", Grouped(counted)));
    };
    for (index, &(label, value)) in rows.iter().enumerate() {
        row(page, index, label, value, INK, 12.0);
    }
    page.line(left + 26.0, top + 44.0 + 22.0 * rows.len() as f32 + below, w - 52.0, faded(VERMILION, 0.5));
    row(page, rows.len(), "BONUS", total, VERMILION, 14.0);
}

/// The page of results.
pub fn results(page: &mut Page, menu: &Menu<Item>, summary: &Summary) {
    page.dim_field(0.45 * ease(page.shown_seconds, 0.3));
    let (left, top, h) = (MIDDLE - WIDTH * 0.5, 44.0, 392.0);
    let below = page.sheet(left, top, WIDTH, h);
    let heading = if summary.cleared { "The sky is mended" } else { "The sky stays torn" };
    page.bold(MIDDLE, top + 40.0 + below, 20.0, Align::Center, VERMILION, heading);
    let minutes = summary.ticks / 3600;
    let seconds = summary.ticks / 60 % 60;
    page.print(MIDDLE, top + 56.0 + below, 9.0, Align::Center, LABEL, format_args!("{}   {minutes}:{seconds:02}", summary.difficulty));
    page.digits(MIDDLE, top + 100.0 + below, 30.0, Align::Center, INK, format_args!("{}", Grouped(summary.score)));
    let beaten = summary.score > summary.best_before;
    match summary.rank {
        Some(1) if beaten => page.text(MIDDLE, top + 118.0 + below, 10.0, Align::Center, VERMILION, "a new best score"),
        Some(rank) => page.print(MIDDLE, top + 118.0 + below, 10.0, Align::Center, LABEL, format_args!("no. {rank} of your best")),
        None => {}
    }
    let rows = [
        ("Grazed", summary.graze),
        ("Cards captured", summary.captures),
        ("Folds", summary.folds),
        ("Bombs", summary.bombs),
        ("Lives lost", summary.misses),
        ("Continues", summary.continues),
    ];
    for (index, (label, value)) in rows.into_iter().enumerate() {
        let come = ease(page.shown_seconds - 0.15 - 0.05 * index as f32, 0.3);
        let y = top + 150.0 + 20.0 * index as f32 + below;
        page.text(left + 48.0, y, 10.0, Align::Left, faded(LABEL, come), label);
        page.digits(left + WIDTH - 48.0, y, 12.0, Align::Right, faded(INK, come), format_args!("{}", Grouped(value)));
        page.line(left + 48.0, y + 5.0, (WIDTH - 96.0) * come, faded(LABEL, 0.25));
    }
    page.list(menu, MIDDLE - 40.0, top + 300.0 + below, 26.0, 14.0, |item| match item {
        Item::Save => "Save the replay",
        Item::Retry => "Play again",
        _ => "To the title",
    });
    page.text(MIDDLE, top + h - 16.0 + below, 8.0, Align::Center, LABEL, summary.uncounted);
    hints(page, "↑ ↓ choose     Z accept     X to the title");
}

/// The strip under a replay: speed and place.
pub fn strip(page: &mut Page, speed: u32, tick: u32, tick_count: u32) {
    let (left, w, y) = (27.0, 368.0, 459.0);
    let share = (tick as f32 / tick_count.max(1) as f32).min(1.0);
    let time = |ticks: u32| (ticks / 3600, ticks / 60 % 60);
    let ((m, s), (total_m, total_s)) = (time(tick), time(tick_count));
    let (x, at, size) = (page.x(left), page.y(y - 5.0), page.px(9.0));
    let edge = page.px(1.0).max(1.0);
    page.ink.outline_text(x, at, size, Align::Left, PALE, [16, 22, 47, 220], edge, "REPLAY");
    page.print(left + 44.0, y - 5.0, 9.0, Align::Left, PALE, format_args!("×{speed}"));
    page.digits(left + w, y - 5.0, 9.0, Align::Right, PALE, format_args!("{m}:{s:02} / {total_m}:{total_s:02}"));
    page.line(left, y, w, faded(PALE, 0.35));
    let (x, y, w, h) = (page.x(left), page.y(y).round(), page.px(w * share), page.px(1.5).max(2.0).round());
    page.ink.rect(x, y, w, h, VERMILION);
    page.text(MIDDLE, y - 5.0, 8.0, Align::Center, faded(PALE, 0.7), "← → speed     Esc pause");
}

/// The line under a demo.
pub fn demo(page: &mut Page) {
    let pulse = 0.65 + 0.35 * (page.seconds * 3.0).sin();
    let (x, y, size, edge) = (page.x(MIDDLE), page.y(448.0), page.px(11.0), page.px(1.0).max(1.0));
    page.ink.outline_text(x, y, size, Align::Center, faded(PALE, pulse), faded([16, 22, 47, 220], pulse), edge, "Demo: press any key");
}

/// The keys that do something here, in the margin under the playfield, over what else is marked there.
fn hints(page: &mut Page, text: &str) {
    let field = page.layout.playfield;
    let margin =
        Rect::new(field.x, field.bottom() + page.px(1.0), field.w, page.px(480.0) - (field.bottom() - page.layout.page.y) - page.px(1.0));
    page.ink.paper(margin);
    page.hints(MIDDLE, LABEL, text);
}

//! The timeline: buttons that go through time, and the curves with the playhead, the narrowest gap and the hits.
//!
//! Units: physical pixels, ticks. Invariant: a place on the curves is the tick that a click there leads to.

use super::command::{Command, View};
use super::curves::{Column, axis_top, columns};
use super::desk::{BODY, Desk, SMALL, Sign};
use super::{Lab, SPEEDS};
use crate::view::brush::{Rgba, faded};
use crate::view::ink::Align;
use crate::view::layout::Rect;
use crate::view::screens::page::{INK, LABEL, VERMILION};
use tamafubuki::lab::gap::RADIUS_MAX_PX;
use tamafubuki::lab::session::{Ending, TICKS_MAX};
use tamafubuki::sim::field::TICKS_PER_SECOND;

const LIVE: Rgba = [0x5E, 0x6E, 0xB4, 255];
const GAP: Rgba = [0x0E, 0x84, 0x8E, 255];

impl Lab {
    /// Draws the strip.
    pub(super) fn draw_strip(&mut self, desk: &mut Desk) {
        let area = self.plan.strip;
        let row = Rect::new(area.x, area.y, area.w, desk.px(30.0));
        self.draw_transport(desk, row);
        let top = row.bottom() + desk.px(8.0);
        let (gutter, foot) = (desk.px(44.0), desk.px(34.0));
        self.curve = Rect::new(area.x + gutter, top, area.w - 2.0 * gutter, area.bottom() - top - foot);
        self.draw_curves(desk);
        let words = "Space run   ← → tick   Home End   [ ] speed   ↑ ↓ list   / find   1-4 difficulty   - = rank   S seed   M crane   P play   ? all keys";
        desk.text(area.x + area.w * 0.5, area.bottom() - desk.px(1.0), SMALL, Align::Center, LABEL, words);
    }

    fn draw_transport(&self, desk: &mut Desk, row: Rect) {
        let (w, gap) = (desk.px(38.0), desk.px(5.0));
        let mut x = row.x;
        let run = if self.running { Sign::Pause } else { Sign::Run };
        let signs = [
            (Sign::First, Command::First),
            (Sign::Back, Command::Step(-1)),
            (run, Command::Run),
            (Sign::On, Command::Step(1)),
            (Sign::Last, Command::Last),
        ];
        for (sign, command) in signs {
            let wide = if command == Command::Run { w * 1.5 } else { w };
            desk.sign(Rect::new(x, row.y, wide, row.h), sign, command);
            x += wide + gap;
        }
        x += gap;
        desk.button(Rect::new(x, row.y, row.h, row.h), "[", "", false, Command::Speed(false));
        let speed = SPEEDS[self.speed];
        let words = if speed < 1.0 { format!("1/{:.0} speed", 1.0 / speed) } else { format!("{speed:.0}x speed") };
        let base = (row.y + row.h * 0.5 + BODY * desk.u * 0.35).round();
        let room = desk.px(96.0);
        desk.text(x + row.h + room * 0.5, base, BODY, Align::Center, INK, &words);
        desk.button(Rect::new(x + row.h + room, row.y, row.h, row.h), "]", "", false, Command::Speed(true));
        x += 2.0 * row.h + room + 2.0 * gap;
        desk.button(Rect::new(x, row.y, desk.px(160.0), row.h), "N", "Narrowest gap", false, Command::Narrowest);
        self.draw_time(desk, row, base);
    }

    /// Which tick it is, and what there is to say of the end.
    fn draw_time(&self, desk: &mut Desk, row: Rect, base: f32) {
        let Some(session) = &self.session else { return };
        let (tick, frontier) = (session.tick(), session.frontier());
        let seconds = tick as f32 / TICKS_PER_SECOND as f32;
        desk.digits(row.right(), base, 18.0, Align::Right, INK, format_args!("tick {tick}   {seconds:.2} s"));
        let is_at_end = tick == frontier;
        let note = match session.ending() {
            Some(Ending::Idle | Ending::Finished) if is_at_end => format!("over: all has gone after {frontier} ticks"),
            Some(Ending::Limit) if is_at_end => format!("the end: the lab runs {TICKS_MAX} ticks"),
            Some(_) => format!("of {frontier}"),
            None => format!("run so far: {frontier}"),
        };
        let taken = desk.ink.text_width(18.0 * desk.u, &format!("tick {tick}   {seconds:.2} s")) + desk.px(28.0);
        desk.text(
            row.right() - taken,
            base,
            SMALL,
            Align::Right,
            if is_at_end && session.ending().is_some() { VERMILION } else { LABEL },
            &note,
        );
    }

    fn draw_curves(&self, desk: &mut Desk) {
        let area = self.curve;
        desk.ink.rect(area.x, area.y, area.w, area.h, [0xFB, 0xF6, 0xE9, 200]);
        desk.ink.frame(area.grown(desk.px(1.0)), desk.px(1.0).max(1.0), faded(LABEL, 0.6));
        let Some(session) = &self.session else { return };
        let span = self.span_ticks();
        let columns = columns(session.samples(), span, area.w as usize);
        seconds(desk, area, span);
        if self.shown[View::Curve as usize] {
            live(desk, area, &columns);
        }
        if self.shown[View::Gap as usize] {
            gap(desk, area, &columns, session.stage().crane.hit_radius_px);
        }
        for (at, _) in columns.iter().enumerate().filter(|(_, column)| column.is_hit) {
            desk.ink.rect(area.x + at as f32, area.bottom() - desk.px(4.0), 1.0, desk.px(4.0), VERMILION);
        }
        let x_of = |tick: u32| area.x + area.w * tick as f32 / span as f32;
        if let Some((tick, _)) = session.narrowest().filter(|_| self.shown[View::Gap as usize]) {
            let (x, s) = (x_of(tick), desk.px(6.0));
            desk.ink.triangle([[x - s, area.y - s], [x + s, area.y - s], [x, area.y + s * 0.7]], GAP);
            desk.ink.rect(x.round(), area.y, 1.0, area.h, faded(GAP, 0.5));
        }
        let (x, s) = (x_of(self.goal.unwrap_or(session.tick())).round(), desk.px(5.0));
        let thick = desk.px(2.0).max(2.0);
        desk.ink.rect(x - thick * 0.5, area.y - s, thick, area.h + 2.0 * s, VERMILION);
        desk.ink.triangle([[x - s, area.bottom() + 2.0 * s], [x + s, area.bottom() + 2.0 * s], [x, area.bottom()]], VERMILION);
        if desk.pointer.is_on(area) {
            let tick = self.tick_at(desk.pointer.x);
            let at = desk.pointer.x.clamp(area.x + desk.px(30.0), area.right() - desk.px(30.0));
            desk.ink.rect(desk.pointer.x.round(), area.y, 1.0, area.h, faded(INK, 0.4));
            desk.bold(at, area.y + desk.px(14.0), SMALL, Align::Center, INK, &format!("tick {tick}"));
        }
    }
}

/// Lines at whole seconds, with numbers.
fn seconds(desk: &mut Desk, area: Rect, span_ticks: u32) {
    let span_s = span_ticks as f32 / TICKS_PER_SECOND as f32;
    let step_s = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| span_s / step <= 14.0).unwrap_or(10.0);
    let mut at_s = 0.0;
    while at_s <= span_s {
        let x = (area.x + area.w * at_s / span_s).round();
        desk.ink.rect(x, area.y, 1.0, area.h, faded(LABEL, 0.18));
        let y = area.bottom() + desk.px(14.0);
        desk.digits(x, y, SMALL * 0.9, Align::Center, LABEL, format_args!("{at_s:.0} s"));
        at_s += step_s;
    }
}

/// Live bullets as an area, with their axis at the left.
fn live(desk: &mut Desk, area: Rect, columns: &[Column]) {
    let top = axis_top(columns.iter().map(|column| column.live).max().unwrap_or(0));
    for (at, column) in columns.iter().enumerate() {
        let h = area.h * column.live as f32 / top as f32;
        let x = area.x + at as f32;
        desk.ink.rect(x, area.bottom() - h, 1.0, h, faded(LIVE, 0.35));
        desk.ink.rect(x, area.bottom() - h, 1.0, desk.u.max(1.0) * 1.5, LIVE);
    }
    let left = area.x - desk.px(5.0);
    desk.digits(left, area.y + desk.px(10.0), SMALL * 0.9, Align::Right, LIVE, format_args!("{top}"));
    desk.digits(left, area.bottom(), SMALL * 0.9, Align::Right, LIVE, format_args!("0"));
    desk.text(left, area.y + area.h * 0.5 + desk.px(4.0), SMALL * 0.9, Align::Right, LIVE, "bullets");
}

/// The gap as a line, with its axis at the right, and how wide the crane is.
fn gap(desk: &mut Desk, area: Rect, columns: &[Column], crane_radius_px: f32) {
    let y_of = |radius_px: f32| area.bottom() - area.h * radius_px / RADIUS_MAX_PX;
    let thick = (desk.u * 1.8).max(1.5);
    for (at, pair) in columns.windows(2).enumerate() {
        let (from, to) = (y_of(pair[0].gap_px), y_of(pair[1].gap_px));
        desk.ink.rect(area.x + at as f32, from.min(to) - thick * 0.5, 1.0, (from - to).abs() + thick, GAP);
    }
    let crane = y_of(crane_radius_px).round();
    for dash in 0..(area.w / desk.px(10.0)) as u32 {
        desk.ink.rect(area.x + desk.px(10.0) * dash as f32, crane, desk.px(5.0), 1.0, faded(VERMILION, 0.6));
    }
    let right = area.right() + desk.px(5.0);
    desk.digits(right, area.y + desk.px(10.0), SMALL * 0.9, Align::Left, GAP, format_args!("{:.0} px", 2.0 * RADIUS_MAX_PX));
    desk.text(right, area.y + area.h * 0.5 + desk.px(4.0), SMALL * 0.9, Align::Left, GAP, "gap");
    desk.text(right, crane + desk.px(3.0), SMALL * 0.9, Align::Left, VERMILION, "crane");
}

//! The right column: what runs, its settings, what is shown of it, what was measured.
//!
//! Units: physical pixels. Must not know: how anything is measured.

use super::Lab;
use super::command::{Command, VIEWS, View, WHO, Who};
use super::desk::{BODY, Desk, SMALL};
use super::legend;
use crate::view::glyphs::Face;
use crate::view::ink::Align;
use crate::view::layout::Rect;
use crate::view::screens::page::{INK, LABEL, VERMILION};
use tamafubuki::lab::Session;
use tamafubuki::lab::gap::RADIUS_MAX_PX;
use tamafubuki::sim::difficulty::Difficulty;

/// Height of a button, u.
const BUTTON: f32 = 30.0;
/// Baseline to baseline of readings, u.
const LINE: f32 = 20.0;

impl Lab {
    /// Draws the column.
    pub(super) fn draw_side(&mut self, desk: &mut Desk) {
        let area = self.plan.side;
        let mut y = area.y;
        if let Some(entry) = self.catalog.chosen() {
            desk.fitted((area.x, area.w), y + desk.px(18.0), 18.0, Face::Bold, INK, &entry.name);
            desk.fitted((area.x, area.w), y + desk.px(36.0), SMALL, Face::Regular, LABEL, &entry.about);
        }
        y += desk.px(48.0);
        y = self.draw_setup(desk, y);
        desk.hairline(area.x, y, area.w);
        y = self.draw_who(desk, y + desk.px(8.0));
        desk.hairline(area.x, y, area.w);
        y += desk.px(6.0);
        for (view, key, word) in VIEWS {
            let rect = Rect::new(area.x, y, area.w, desk.px(24.0));
            desk.switch(rect, &key.to_ascii_uppercase().to_string(), word, self.shown[view as usize], Command::Show(view));
            y = rect.bottom();
        }
        y += desk.px(6.0);
        desk.hairline(area.x, y, area.w);
        if let Some(session) = &self.session {
            y = readings(desk, area, y, session, self.who);
        }
        let foot = area.bottom() - 2.0 * desk.px(BUTTON) - desk.px(7.0);
        if let (Some(session), true) = (&self.session, self.shown[View::Heat as usize]) {
            y = legend::heat(desk, Rect::new(area.x, y, area.w, foot - y), session.heat());
        }
        if self.shown[View::Gap as usize] {
            legend::gap(desk, Rect::new(area.x, y, area.w, foot - y));
        }
        self.draw_foot(desk, Rect::new(area.x, foot, area.w, area.bottom() - foot));
    }

    fn draw_setup(&self, desk: &mut Desk, top: f32) -> f32 {
        let area = self.plan.side;
        let (gap, h) = (desk.px(5.0), desk.px(BUTTON));
        let w = (area.w - 3.0 * gap) / 4.0;
        for (index, level) in Difficulty::ALL.into_iter().enumerate() {
            let rect = Rect::new((area.x + (w + gap) * index as f32).round(), top, w.round(), h);
            desk.button(rect, "", level.name(), level == self.setup.difficulty, Command::Level(index));
        }
        let y = top + h + desk.px(8.0);
        let half = (area.w - desk.px(12.0)) * 0.5;
        let rank = format!("rank {:.1}", self.setup.rank);
        stepper(desk, Rect::new(area.x, y, half, h), &rank, ["-", "+"], [Command::Rank(false), Command::Rank(true)]);
        let seed = format!("seed {}", self.setup.seed);
        let right = Rect::new(area.right() - half, y, half, h);
        stepper(desk, right, &seed, ["<", ">"], [Command::Seed(false), Command::Seed(true)]);
        y + h + desk.px(10.0)
    }

    fn draw_who(&self, desk: &mut Desk, top: f32) -> f32 {
        let area = self.plan.side;
        let h = desk.px(BUTTON);
        desk.text(area.x, top + desk.px(14.0), SMALL, Align::Left, LABEL, "M   the crane is moved by");
        let top = top + desk.px(20.0);
        let gap = desk.px(5.0);
        let w = (area.w - 2.0 * gap) / 3.0;
        for (index, (who, word)) in WHO.into_iter().enumerate() {
            let rect = Rect::new((area.x + (w + gap) * index as f32).round(), top, w.round(), h);
            desk.button(rect, "", word, who == self.who, Command::Who(who));
        }
        top + h + desk.px(10.0)
    }

    fn draw_foot(&self, desk: &mut Desk, area: Rect) {
        let (gap, h) = (desk.px(7.0), desk.px(BUTTON));
        let is_there = self.session.is_some();
        if is_there {
            desk.button(Rect::new(area.x, area.y, area.w, h), "P", "Play it", false, Command::Play);
        }
        let (y, room) = (area.y + h + gap, area.w - 2.0 * gap);
        let mut x = area.x;
        let buttons = [
            ("F12", "Picture", 0.385, false, Command::Picture),
            ("?", "Keys", 0.27, self.helps, Command::Help),
            ("Esc", "Leave", 0.345, false, Command::Leave),
        ];
        for (key, word, share, is_on, command) in buttons {
            let w = (room * share).floor();
            desk.button(Rect::new(x, y, w, h), key, word, is_on, command);
            x += w + gap;
        }
    }
}

/// A number between two buttons.
fn stepper(desk: &mut Desk, rect: Rect, words: &str, keys: [&str; 2], commands: [Command; 2]) {
    let side = rect.h;
    desk.button(Rect::new(rect.x.round(), rect.y, side, side), keys[0], "", false, commands[0]);
    desk.button(Rect::new((rect.right() - side).round(), rect.y, side, side), keys[1], "", false, commands[1]);
    let base = (rect.y + side * 0.5 + BODY * desk.u * 0.35).round();
    let size = if desk.ink.text_width(BODY * desk.u, words) > rect.w - 2.2 * side { SMALL * 0.8 } else { BODY };
    desk.text(rect.center_x(), base, size, Align::Center, INK, words);
}

/// What was measured; gives where it ends.
fn readings(desk: &mut Desk, area: Rect, top: f32, session: &Session, who: Who) -> f32 {
    let mut y = top + desk.px(6.0);
    let mut row = |desk: &mut Desk, label: &str, value: String, is_bad: bool| {
        y += desk.px(LINE);
        desk.text(area.x, y, SMALL, Align::Left, LABEL, label);
        desk.digits(area.right(), y, BODY, Align::Right, if is_bad { VERMILION } else { INK }, format_args!("{value}"));
    };
    let samples = session.samples();
    let most = samples.iter().map(|sample| sample.live).max().unwrap_or(0);
    row(desk, "live bullets, most so far", format!("{} / {most}", session.world().bullets().len()), false);
    let crane_px = session.stage().crane.hit_radius_px * 2.0;
    let width = |radius_px: f32| match radius_px {
        RADIUS_MAX_PX.. => format!("over {:.0} px", 2.0 * RADIUS_MAX_PX),
        radius_px => format!("{:.1} px", 2.0 * radius_px),
    };
    if let Some(sample) = session.sample() {
        row(desk, "gap now", width(sample.gap.radius_px), sample.gap.radius_px * 2.0 < crane_px);
    }
    if let Some((tick, gap)) = session.narrowest() {
        row(desk, "narrowest", format!("{} at {tick}", width(gap.radius_px)), gap.radius_px * 2.0 < crane_px);
    }
    row(desk, "crane's hit circle", format!("{crane_px:.1} px wide"), false);
    let hits = samples.iter().enumerate().filter(|(at, sample)| sample.is_hit && (*at == 0 || !samples[at - 1].is_hit)).count();
    let note = if who == Who::Mouse { "times a bullet was on the crane" } else { "times it would have been hit" };
    row(desk, note, hits.to_string(), hits > 0);
    let timeline = session.timeline();
    let mib = |bytes: usize| bytes as f32 / (1 << 20) as f32;
    let memory = format!("{}: {:.1} of {:.0} MiB", timeline.count(), mib(timeline.bytes()), mib(timeline.budget_bytes()));
    row(desk, "moments kept", memory, false);
    y + desk.px(12.0)
}

//! What the pictures over the playfield mean, in words and with numbers.
//!
//! Units: physical pixels; bullet-ticks for the heat.

use super::desk::{Desk, SMALL};
use super::field::heat_color;
use crate::view::ink::Align;
use crate::view::layout::Rect;
use crate::view::screens::page::{INK, LABEL};
use tamafubuki::lab::Heat;
use tamafubuki::lab::gap::REACH_PX;
use tamafubuki::lab::heat::CELL_PX;

/// Steps of the colour bar.
const STEPS: usize = 48;

/// The colours of the heat with numbers; gives where it ends. Nothing where there is no room.
pub fn heat(desk: &mut Desk, area: Rect, heat: &Heat) -> f32 {
    let (bar_h, line) = (desk.px(10.0), desk.px(15.0));
    if area.h < bar_h + 2.0 * line {
        return area.y;
    }
    let (high, most) = (heat.high(), heat.most());
    let words = format!("bullet-ticks in {CELL_PX:.0} x {CELL_PX:.0} px, most {most}");
    desk.text(area.x, area.y + line * 0.8, SMALL, Align::Left, LABEL, &words);
    let top = area.y + line * 1.2;
    for step in 0..STEPS {
        let share = |at: usize| at as f32 / STEPS as f32;
        let (from, to) = (area.x + area.w * share(step), area.x + area.w * share(step + 1));
        let rgba = heat_color(share(step + 1));
        desk.ink.rect(from.floor(), top, to.ceil() - from.floor(), bar_h, [rgba[0], rgba[1], rgba[2], 255]);
    }
    let base = top + bar_h + line * 0.95;
    // The colour goes with the root of the number, so the middle of the bar is a quarter of its end.
    desk.digits(area.x, base, SMALL, Align::Left, INK, format_args!("0"));
    desk.digits(area.center_x(), base, SMALL, Align::Center, INK, format_args!("{}", high / 4));
    desk.digits(area.right(), base, SMALL, Align::Right, INK, format_args!("{high} and more"));
    base + desk.px(14.0)
}

/// What the gap is. Nothing where there is no room.
pub fn gap(desk: &mut Desk, area: Rect) {
    if area.h < desk.px(66.0) {
        return;
    }
    let words = format!(
        "Gap: the widest circle free of bullets' hit circles and lasers, its middle a place for the crane within {REACH_PX:.0} px of it. \
         Bullets in their spawn cloud do not count."
    );
    desk.lines(area.x, area.y + desk.px(8.0), SMALL, area.w, LABEL, &words);
}

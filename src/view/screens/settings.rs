//! The options: one table of what can be changed and how, and its picture.
//!
//! Must not know files: changing gives new `Settings`, the app keeps them.

use super::menu::Menu;
use super::page::{INK, LABEL, Page, VERMILION, faded};
use super::{Item, sheet};
use crate::view::ink::{Align, Rgba};
use tamafubuki::save::Settings;

/// One line of the options.
struct Row {
    label: &'static str,
    hint: &'static str,
    /// The value in words.
    words: fn(&Settings) -> String,
    /// How far along its range the value is, 0 to 1; none for a switch.
    share: Option<fn(&Settings) -> f32>,
    /// The next value up or down.
    change: fn(&mut Settings, bool),
}

/// Window sizes offered, px.
const SIZES: [(u32, u32); 6] = [(640, 480), (960, 720), (1280, 960), (1440, 1080), (1920, 1080), (2560, 1440)];
/// Frame limits offered, Hz; 0 for none.
const LIMITS_HZ: [u32; 5] = [60, 120, 144, 240, 0];

const ROWS: [Row; 10] = [
    Row {
        label: "Full screen",
        hint: "F11 switches it at any time",
        words: |s| on_off(s.fullscreen),
        share: None,
        change: |s, _| s.fullscreen = !s.fullscreen,
    },
    Row {
        label: "Window size",
        hint: "in pixels, when not on the full screen",
        words: |s| format!("{} × {}", s.window_width_px, s.window_height_px),
        share: Some(|s| size_index(s) as f32 / (SIZES.len() - 1) as f32),
        change: |s, up| (s.window_width_px, s.window_height_px) = SIZES[step(size_index(s), up, SIZES.len())],
    },
    Row {
        label: "Wait for the display",
        hint: "vertical synchronisation; takes effect at the next start",
        words: |s| on_off(s.vsync),
        share: None,
        change: |s, _| s.vsync = !s.vsync,
    },
    Row {
        label: "Frame limit",
        hint: "pictures a second when not waiting for the display",
        words: |s| if s.frame_limit_hz == 0 { "none".to_owned() } else { format!("{} Hz", s.frame_limit_hz) },
        share: Some(|s| limit_index(s) as f32 / (LIMITS_HZ.len() - 1) as f32),
        change: |s, up| s.frame_limit_hz = LIMITS_HZ[step(limit_index(s), up, LIMITS_HZ.len())],
    },
    Row {
        label: "Screen shake",
        hint: "how much hits and bombs move the picture",
        words: |s| percent(s.shake_percent),
        share: Some(|s| s.shake_percent as f32 / 100.0),
        change: |s, up| s.shake_percent = by_tens(s.shake_percent, up, 0, 100),
    },
    Row {
        label: "Flashes",
        hint: "how bright flashes are",
        words: |s| percent(s.flash_percent),
        share: Some(|s| s.flash_percent as f32 / 100.0),
        change: |s, up| s.flash_percent = by_tens(s.flash_percent, up, 0, 100),
    },
    Row {
        label: "Darker background",
        hint: "darkens what lies behind the bullets",
        words: |s| percent(s.background_dim_percent),
        share: Some(|s| s.background_dim_percent as f32 / 90.0),
        change: |s, up| s.background_dim_percent = by_tens(s.background_dim_percent, up, 0, 90),
    },
    Row {
        label: "Shot opacity",
        hint: "how visible your own shots are",
        words: |s| percent(s.shot_opacity_percent),
        share: Some(|s| s.shot_opacity_percent as f32 / 100.0),
        change: |s, up| s.shot_opacity_percent = by_tens(s.shot_opacity_percent, up, 10, 100),
    },
    Row {
        label: "Always show the hitbox",
        hint: "not only while focusing",
        words: |s| on_off(s.hitbox_always),
        share: None,
        change: |s, _| s.hitbox_always = !s.hitbox_always,
    },
    Row {
        label: "Sound effects",
        hint: "how loud effects are",
        words: |s| if s.effects_percent == 0 { "silent".to_owned() } else { percent(s.effects_percent) },
        share: Some(|s| s.effects_percent as f32 / 100.0),
        change: |s, up| s.effects_percent = by_tens(s.effects_percent, up, 0, 100),
    },
];

/// How many lines there are.
pub fn count() -> usize {
    ROWS.len()
}

/// Changes the `index`th setting one step.
pub fn change(settings: &mut Settings, index: usize, up: bool) {
    if let Some(row) = ROWS.get(index) {
        (row.change)(settings, up);
    }
}

fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

fn percent(value: u32) -> String {
    format!("{value} %")
}

fn by_tens(value: u32, up: bool, least: u32, most: u32) -> u32 {
    let tens = value / 10 * 10;
    if up { tens + 10 } else { tens.saturating_sub(10) }.clamp(least, most)
}

fn step(index: usize, up: bool, count: usize) -> usize {
    if up { (index + 1).min(count - 1) } else { index.saturating_sub(1) }
}

/// The offered size next to the present one.
fn size_index(settings: &Settings) -> usize {
    let distance = |&(width, height): &(u32, u32)| width.abs_diff(settings.window_width_px) + height.abs_diff(settings.window_height_px);
    (0..SIZES.len()).min_by_key(|&index| distance(&SIZES[index])).unwrap_or(0)
}

fn limit_index(settings: &Settings) -> usize {
    let value = |hz: u32| if hz == 0 { u32::MAX } else { hz };
    (0..LIMITS_HZ.len()).min_by_key(|&index| value(LIMITS_HZ[index]).abs_diff(value(settings.frame_limit_hz))).unwrap_or(0)
}

/// Draws the options.
pub fn draw(page: &mut Page, menu: &Menu<Item>, settings: &Settings) {
    let below = sheet::draw(page, "Options");
    let (left, right, row_height) = (sheet::LEFT + 44.0, sheet::RIGHT - 34.0, 28.0);
    for (index, &item) in menu.items().iter().enumerate() {
        let selected = index == menu.index();
        let y = sheet::TOP + 78.0 + row_height * index as f32 + below;
        let rgba = if selected { VERMILION } else { INK };
        if selected {
            page.marker(left - 16.0, y - 4.4, 8.0);
        }
        let Item::Change(setting) = item else {
            page.text(left, y + 8.0, 12.0, Align::Left, rgba, "Back");
            continue;
        };
        let row = &ROWS[setting];
        page.text(left, y, 12.0, Align::Left, rgba, row.label);
        page.text(right, y, 12.0, Align::Right, rgba, &(row.words)(settings));
        if let Some(share) = row.share {
            slider(page, right - 204.0, y, share(settings), rgba);
        }
        if selected {
            page.text(sheet::MIDDLE, sheet::BOTTOM - 22.0 + below, 8.5, Align::Center, LABEL, row.hint);
        }
    }
    page.hints(sheet::MIDDLE, sheet::HINT, "↑ ↓ choose     ← → change     X back");
}

/// A line with a folded knob, `share` of the way along it.
fn slider(page: &mut Page, x: f32, y: f32, share: f32, rgba: Rgba) {
    let (w, size) = (92.0, 3.6);
    page.line(x, y - 4.0, w, faded(LABEL, 0.5));
    let knob = x + w * share;
    let corners = [(0.0, -size), (size, 0.0), (0.0, size), (-size, 0.0)].map(|(dx, dy)| [page.x(knob + dx), page.y(y - 3.8 + dy)]);
    page.ink.quad(corners, [rgba; 4]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_changed_there_and_back_within_its_rules() {
        for (index, row) in ROWS.iter().enumerate() {
            let mut settings = Settings::default();
            for up in [true, true, false, false, true, false, false, false, true] {
                change(&mut settings, index, up);
                let (read, warnings) = Settings::from_ron(&settings.to_ron());
                assert_eq!((&read, warnings.len()), (&settings, 0), "{}", row.label);
                assert!(row.share.is_none_or(|share| (0.0..=1.0).contains(&share(&settings))), "{}", row.label);
            }
            let before = (row.words)(&settings);
            let changes = [true, false].into_iter().any(|up| {
                let mut other = settings.clone();
                change(&mut other, index, up);
                (row.words)(&other) != before
            });
            assert!(changes, "{}", row.label);
        }
    }

    #[test]
    fn values_of_the_file_that_are_not_offered_step_to_their_neighbours() {
        let mut settings = Settings { shake_percent: 37, window_width_px: 1300, frame_limit_hz: 100, ..Settings::default() };
        change(&mut settings, 4, false);
        change(&mut settings, 1, true);
        change(&mut settings, 3, true);
        assert_eq!((settings.shake_percent, settings.window_width_px, settings.frame_limit_hz), (20, 1440, 144));
    }
}

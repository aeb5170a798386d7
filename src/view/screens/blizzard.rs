//! The paper blizzard behind the menus: scraps of paper that tumble down. A pure function of time, so that it needs no state.
//!
//! Units: page units and seconds. Must not know what stands in front of it.

use super::page::{Page, faded};
use crate::view::ink::Rgba;
use std::f32::consts::TAU;

const COUNT: u32 = 110;
const COLORS: [Rgba; 6] = [
    [0xF4, 0xF1, 0xEA, 255],
    [0xD8, 0x46, 0x3C, 255],
    [0x8F, 0xA6, 0xE8, 255],
    [0xE8, 0xB6, 0x5A, 255],
    [0xC9, 0xB8, 0xE6, 255],
    [0x7F, 0xC4, 0xA4, 255],
];

/// A number from 0 to 1 that belongs to `index` and `salt`.
fn chance(index: u32, salt: u32) -> f32 {
    let mixed = (index.wrapping_mul(0x9E37_79B9) ^ salt.wrapping_mul(0x85EB_CA6B)).wrapping_mul(0xC2B2_AE35);
    (mixed ^ (mixed >> 15)).wrapping_mul(0x27D4_EB2F) as f32 / u32::MAX as f32
}

/// Draws the scraps over the whole window, at `strength` 0 to 1.
pub fn draw(page: &mut Page, strength: f32) {
    let window = page.layout.window;
    let scale = page.layout.scale;
    for index in 0..COUNT {
        let near = chance(index, 1);
        let fall = page.seconds * (18.0 + 46.0 * near) + chance(index, 2) * 900.0;
        let sway = (page.seconds * (0.6 + chance(index, 3)) + chance(index, 4) * TAU).sin();
        let span_px = window.h + 40.0 * scale;
        let y = (fall * scale).rem_euclid(span_px) - 20.0 * scale;
        let drift = sway * 16.0 - fall * 0.22;
        let x = (chance(index, 5) * window.w + drift * scale).rem_euclid(window.w + 20.0 * scale) - 10.0 * scale;
        let tumble = page.seconds * (1.2 + 2.2 * chance(index, 6)) + chance(index, 7) * TAU;
        scrap(page, [x, y], (2.0 + 4.0 * near) * scale, tumble, COLORS[index as usize % COLORS.len()], strength * (0.25 + 0.6 * near));
    }
}

/// One scrap: a rectangle seen from the side as it tumbles, folded once, its halves lit differently.
fn scrap(page: &mut Page, at: [f32; 2], size_px: f32, tumble: f32, rgba: Rgba, opacity: f32) {
    let (tilt, lean) = ((tumble * 0.7).sin_cos(), (tumble).cos());
    let along = [tilt.1 * size_px, tilt.0 * size_px];
    let across = [-tilt.0 * size_px * 0.6 * lean, tilt.1 * size_px * 0.6 * lean];
    let corner = |a: f32, b: f32| [at[0] + along[0] * a + across[0] * b, at[1] + along[1] * a + across[1] * b];
    let lit = |by: f32| {
        let [r, g, b, _] = rgba;
        let shade = |c: u8| (f32::from(c) * by).min(255.0) as u8;
        faded([shade(r), shade(g), shade(b), 255], opacity)
    };
    let light = 0.78 + 0.22 * (tumble).sin();
    page.ink.quad([corner(-1.0, -1.0), corner(0.15, -1.0), corner(-0.1, 1.0), corner(-1.0, 1.0)], [lit(light); 4]);
    page.ink.quad([corner(0.15, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-0.1, 1.0)], [lit(light * 0.8); 4]);
}

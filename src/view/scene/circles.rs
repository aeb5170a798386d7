//! What opens around the player: the fold's crease pattern, the bomb's paper flower, the hitbox.
//! Units: playfield units (px), turns. Owns no state.

use crate::view::brush::{self, Mesh, Rgba};
use crate::view::ease;
use glam::Vec2;

const PAPER: Rgba = [0xF8, 0xF2, 0xE4, 255];
const VERMILION: Rgba = [0xE0, 0x50, 0x40, 255];

/// The fold: a growing sheet with its crease pattern, mountains drawn through and valleys dashed. `share` is the part of its time gone.
pub fn fold(mesh: &mut Mesh, at: Vec2, radius_px: f32, share: f32) {
    const SIDES: u32 = 8;
    let seen = 1.0 - ease::in_cubic(share);
    let turn = share * 0.06;
    let sheet = brush::faded(PAPER, 0.13 * seen);
    brush::disc(mesh, at, radius_px, brush::faded(sheet, 0.4), sheet);
    let mountain = brush::faded(PAPER, 0.85 * seen);
    let valley = brush::faded(VERMILION, 0.9 * seen);
    for side in 0..SIDES {
        let ray = |half: f32| brush::toward(turn + (side as f32 + half) / SIDES as f32);
        let (corner, middle, next) = (ray(0.0) * radius_px, ray(0.5) * radius_px * 0.92, ray(1.0) * radius_px);
        brush::stroke(mesh, at + corner * 0.16, at + corner, 1.1, mountain);
        brush::dashes(mesh, at + middle * 0.34, at + middle, 0.9, 4.0, 2.5, valley);
        brush::stroke(mesh, at + corner, at + next, 1.8, mountain);
        for ring in [0.38, 0.7] {
            brush::stroke(mesh, at + corner * ring, at + middle * (ring + 0.16), 0.7, brush::faded(mountain, 0.7));
            brush::stroke(mesh, at + next * ring, at + middle * (ring + 0.16), 0.7, brush::faded(mountain, 0.7));
        }
    }
    brush::outline(mesh, at, radius_px * (0.2 + 0.2 * share), SIDES, -turn, 1.0, valley);
}

/// The bomb: a flower of folded petals that opens, turns and blows away. `share` is the part of its time gone.
pub fn bomb(mesh: &mut Mesh, at: Vec2, radius_px: f32, share: f32) {
    let seen = ease::swell(share, 0.06, 0.35, 1.0);
    let open = ease::out_cubic(share * 3.0);
    brush::disc(mesh, at, radius_px, brush::faded(PAPER, 0.3 * seen), brush::faded(PAPER, 0.05 * seen));
    brush::ring(mesh, at, radius_px, 3.0 * seen + 0.5, brush::faded(PAPER, 0.7 * seen));
    for (ring, (count, reach, rgba)) in [(9, 0.98, PAPER), (9, 0.7, VERMILION), (5, 0.42, PAPER)].into_iter().enumerate() {
        let way = if ring % 2 == 0 { 1.0 } else { -1.0 };
        let turn = way * (share * 0.22 + ring as f32 * 0.055);
        for index in 0..count {
            petal(
                mesh,
                at,
                turn + index as f32 / count as f32,
                radius_px * reach * open,
                0.36 / count as f32,
                brush::faded(rgba, 0.5 * seen),
            );
        }
    }
}

/// A petal of two facets from near `at` to `reach` along `turn`, `half_turn` wide to each side.
fn petal(mesh: &mut Mesh, at: Vec2, turn: f32, reach: f32, half_turn: f32, rgba: Rgba) {
    let (tip, root) = (at + brush::toward(turn) * reach, at + brush::toward(turn) * reach * 0.12);
    let left = at + brush::toward(turn - half_turn) * reach * 0.66;
    let right = at + brush::toward(turn + half_turn) * reach * 0.66;
    let hairline = brush::faded([0x3A, 0x2A, 0x34, 255], f32::from(rgba[3]) / 255.0);
    for (from, to) in [(root, left), (left, tip), (tip, right), (right, root)] {
        brush::stroke(mesh, from, to, 1.2, hairline);
    }
    brush::triangle(mesh, [root, left, tip], [brush::shaded(rgba, 1.04); 3]);
    brush::triangle(mesh, [root, tip, right], [brush::shaded(rgba, 0.78); 3]);
}

/// The hitbox: red with a white core, in a thin turning frame; `shown` eases it in, 0 to 1.
pub fn hitbox(mesh: &mut Mesh, at: Vec2, hit_radius_px: f32, shown: f32, turn: f32) {
    if shown <= 0.0 {
        return;
    }
    let frame = brush::faded(PAPER, 0.55 * shown);
    let reach = 17.0 + 9.0 * (1.0 - shown);
    brush::outline(mesh, at, reach, 4, turn, 0.9, frame);
    brush::outline(mesh, at, reach, 4, -turn + 0.125, 0.9, frame);
    let size = hit_radius_px.max(1.6);
    let red = brush::faded([0xE2, 0x20, 0x2C, 255], shown);
    brush::disc(mesh, at, size + 1.9, brush::faded([0x3A, 0x06, 0x10, 255], shown), brush::faded([0x3A, 0x06, 0x10, 255], shown));
    brush::disc(mesh, at, size + 1.1, red, red);
    brush::disc(mesh, at, size * 0.62, brush::faded([255; 4], shown), brush::faded([255; 4], shown));
}

/// Safety after a respawn or a bomb: a thin octagon that closes in as it runs out. `left` is the part of it left, 0 to 1.
pub fn safety(mesh: &mut Mesh, at: Vec2, left: f32, turn: f32) {
    let rgba = brush::faded(PAPER, 0.6 * ease::out_cubic(left * 3.0));
    brush::outline(mesh, at, 22.0 + 12.0 * left, 8, turn, 1.0, rgba);
    brush::outline(mesh, at, 20.0 + 12.0 * left, 8, -turn, 0.5, rgba);
}

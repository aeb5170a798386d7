//! Washi: the warm paper of panels and margins, baked once into a tile that repeats without a seam.
//! Owns the recipe. Units: texels. Must not know where the paper lies.

use tamafubuki::sim::rng::Rng;

/// Side of the tile, texels; a power of two, so that it may repeat.
pub const SIDE: usize = 1024;
/// The paper's own colour.
pub const PAPER: [u8; 3] = [0xE8, 0xE0, 0xCD];
const FIBRES: usize = 900;

/// The tile, opaque RGBA, row by row.
pub fn bake() -> Vec<u8> {
    let mut rng = Rng::new(0x77A5_4113);
    let mut light = clouds(&mut rng);
    for _ in 0..FIBRES {
        fibre(&mut rng, &mut light);
    }
    let mut rgba = Vec::with_capacity(SIDE * SIDE * 4);
    for value in &light {
        let grain = (rng.unit() - 0.5) * 1.6;
        rgba.extend(PAPER.map(|c| (f32::from(c) + value + grain).clamp(0.0, 255.0) as u8));
        rgba.push(255);
    }
    rgba
}

/// Soft unevenness: lightness offsets from a coarse lattice, two octaves, wrapped.
fn clouds(rng: &mut Rng) -> Vec<f32> {
    let mut light = vec![0.0; SIDE * SIDE];
    for (cells, strength) in [(8usize, 3.0f32), (32, 2.0)] {
        let lattice: Vec<f32> = (0..cells * cells).map(|_| rng.range(-strength, strength)).collect();
        let cell = SIDE / cells;
        for y in 0..SIDE {
            for x in 0..SIDE {
                let (cx, cy) = (x / cell, y / cell);
                let ease = |t: f32| t * t * (3.0 - 2.0 * t);
                let (tx, ty) = (ease((x % cell) as f32 / cell as f32), ease((y % cell) as f32 / cell as f32));
                let at = |dx: usize, dy: usize| lattice[(cy + dy) % cells * cells + (cx + dx) % cells];
                let (top, bottom) = (at(0, 0) + (at(1, 0) - at(0, 0)) * tx, at(0, 1) + (at(1, 1) - at(0, 1)) * tx);
                light[y * SIDE + x] += top + (bottom - top) * ty;
            }
        }
    }
    light
}

/// One fibre: a thin curved thread, darker or lighter than the paper.
fn fibre(rng: &mut Rng, light: &mut [f32]) {
    let (mut x, mut y) = (rng.range(0.0, SIDE as f32), rng.range(0.0, SIDE as f32));
    let mut angle = rng.range(0.0, std::f32::consts::TAU);
    let bend = rng.range(-0.02, 0.02);
    let length = rng.range(20.0, 110.0);
    let strength = if rng.below(3) == 0 { rng.range(3.0, 7.0) } else { -rng.range(3.0, 9.0) };
    let steps = (length * 2.0) as u32;
    for step in 0..steps {
        let fade = 1.0 - (step as f32 / steps as f32 * 2.0 - 1.0).abs();
        splat(light, x, y, strength * 0.4 * fade.min(0.5) * 2.0);
        x += angle.cos() * 0.5;
        y += angle.sin() * 0.5;
        angle += bend + rng.range(-0.03, 0.03);
    }
}

/// Adds `amount` at a point between texels, shared among the four around it.
fn splat(light: &mut [f32], x: f32, y: f32, amount: f32) {
    let (fx, fy) = (x - x.floor(), y - y.floor());
    for (dx, dy, share) in [(0, 0, (1.0 - fx) * (1.0 - fy)), (1, 0, fx * (1.0 - fy)), (0, 1, (1.0 - fx) * fy), (1, 1, fx * fy)] {
        let wrap = |value: f32, by: i32| (value.floor() as i32 + by).rem_euclid(SIDE as i32) as usize;
        light[wrap(y, dy) * SIDE + wrap(x, dx)] += amount * share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tile_has_no_seam_and_keeps_the_papers_colour() {
        let tile = bake();
        assert_eq!(tile.len(), SIDE * SIDE * 4);
        let red = |x: usize, y: usize| i32::from(tile[(y * SIDE + x) * 4]);
        let step = |a: i32, b: i32| (a - b).abs();
        let seam: i32 = (0..SIDE).map(|y| step(red(SIDE - 1, y), red(0, y))).sum();
        let inside: i32 = (0..SIDE).map(|y| step(red(500, y), red(501, y))).sum();
        assert!(seam < inside * 2, "seam {seam}, inside {inside}");
        let mean = (0..SIDE * SIDE).map(|i| u64::from(tile[i * 4])).sum::<u64>() / (SIDE * SIDE) as u64;
        assert!((i64::try_from(mean).unwrap_or(0) - i64::from(PAPER[0])).abs() <= 4, "mean {mean}");
    }
}

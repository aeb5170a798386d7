//! Noise for paper: the same number for the same place, every time. Results from 0 to 1.

/// A number that looks random, from a whole place and a seed.
pub fn at(x: i32, y: i32, seed: u32) -> f32 {
    let mut mixed = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
    mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297A_2D39);
    ((mixed ^ (mixed >> 15)) >> 8) as f32 / 16_777_216.0
}

/// Smooth along a line; one bump a unit.
pub fn line(x: f32, seed: u32) -> f32 {
    let whole = x.floor();
    let (a, b) = (at(whole as i32, 0, seed), at(whole as i32 + 1, 0, seed));
    a + (b - a) * smooth(x - whole)
}

/// Smooth over the plane; one bump a unit.
pub fn plane(x: f32, y: f32, seed: u32) -> f32 {
    let (column, row) = (x.floor(), y.floor());
    let (fx, fy) = (smooth(x - column), smooth(y - row));
    let corner = |dx: i32, dy: i32| at(column as i32 + dx, row as i32 + dy, seed);
    let (top, low) = (corner(0, 0) + (corner(1, 0) - corner(0, 0)) * fx, corner(0, 1) + (corner(1, 1) - corner(0, 1)) * fx);
    top + (low - top) * fy
}

/// Rough along a line: three sizes of bumps, the largest one a unit.
pub fn rough(x: f32, seed: u32) -> f32 {
    (line(x, seed) * 4.0 + line(x * 2.17, seed + 1) * 2.0 + line(x * 4.71, seed + 2)) / 7.0
}

fn smooth(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_stays_in_its_range_meets_its_corners_and_fills_the_range() {
        let values: Vec<f32> = (0..2000).map(|i| at(i, i / 7, 3)).collect();
        assert!(values.iter().all(|v| (0.0..1.0).contains(v)));
        let mean = values.iter().sum::<f32>() / 2000.0;
        assert!((mean - 0.5).abs() < 0.03, "{mean}");
        assert_eq!(line(5.0, 9), at(5, 0, 9));
        assert_eq!(plane(-2.0, 3.0, 9), at(-2, 3, 9));
    }
}

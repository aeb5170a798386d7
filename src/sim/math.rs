//! The only place of the simulation with transcendental functions: one portable implementation, the same bits everywhere.
//!
//! Angles are degrees, 0 right, 90 down, clockwise on the screen. IEEE operations (+ - * / sqrt floor) are exact and need no wrapper.

use glam::Vec2;

/// Sine and cosine of an angle in degrees, to the nearest `f32` but for a few. Exact at multiples of 90. One volley asks for hundreds, so it has no branches
/// and no calls, and the compiler can work on several at once.
///
/// SOURCE: Taylor series in `f64`; on [-45, 45] degrees the terms left out are below 1e-9.
#[inline(always)]
pub fn sin_cos_deg(deg: f32) -> (f32, f32) {
    // Adding and taking away 1.5 * 2^23 rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    let turns = (deg * (1.0 / 360.0) + ROUND) - ROUND;
    let deg = if deg.abs() < 1e6 { deg } else { deg - 360.0 * turns };
    // So large that neighbouring numbers are turns apart: any direction is as good.
    let deg = if deg.abs() > 1e6 { 0.0 } else { deg };
    let shifted = deg * (1.0 / 90.0) + ROUND;
    let t = f64::from(deg - (shifted - ROUND) * 90.0) * (std::f64::consts::PI / 180.0);
    let t2 = t * t;
    let sin = t * (1.0 + t2 * (-1.0 / 6.0 + t2 * (1.0 / 120.0 + t2 * (-1.0 / 5040.0 + t2 * (1.0 / 362_880.0)))));
    let cos = 1.0 + t2 * (-0.5 + t2 * (1.0 / 24.0 + t2 * (-1.0 / 720.0 + t2 * (1.0 / 40_320.0 - t2 * (1.0 / 3_628_800.0)))));
    let (sin, cos) = (sin as f32, cos as f32);
    // Its low bits are the whole number of quarter turns.
    let quarters = shifted.to_bits();
    let (sin, cos) = if quarters & 1 == 0 { (sin, cos) } else { (cos, sin) };
    let sin = if quarters & 2 == 0 { sin } else { -sin };
    let cos = if quarters.wrapping_add(1) & 2 == 0 { cos } else { -cos };
    // No negative zero: a bullet that flies straight down has vx = 0, not -0.
    (sin + 0.0, cos + 0.0)
}

/// Sine of an angle in degrees.
pub fn sin_deg(deg: f32) -> f32 {
    sin_cos_deg(deg).0
}

/// Cosine of an angle in degrees.
pub fn cos_deg(deg: f32) -> f32 {
    sin_cos_deg(deg).1
}

/// Tangent of an angle in degrees.
pub fn tan_deg(deg: f32) -> f32 {
    let (sin, cos) = sin_cos_deg(deg);
    sin / cos
}

/// Direction of the vector (x, y) in degrees, -180 to 180; 0 for the zero vector.
pub fn atan2_deg(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x).to_degrees()
}

/// The unit vector that points along `deg`.
#[inline(always)]
pub fn unit(deg: f32) -> Vec2 {
    let (sin, cos) = sin_cos_deg(deg);
    Vec2::new(cos, sin)
}

/// Direction from `from` to `to` in degrees; straight down when they coincide (an emitter on top of the player still fires somewhere fair).
pub fn aim_deg(from: Vec2, to: Vec2) -> f32 {
    let d = to - from;
    if d == Vec2::ZERO { 90.0 } else { atan2_deg(d.y, d.x) }
}

/// The same angle in [-180, 180).
pub fn wrap_deg(deg: f32) -> f32 {
    deg - 360.0 * ((deg + 180.0) / 360.0).floor()
}

/// `base` to the power `exponent`.
pub fn pow(base: f32, exponent: f32) -> f32 {
    libm::powf(base, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_angles_are_exact() {
        for (deg, at) in
            [(0.0, Vec2::X), (90.0, Vec2::Y), (180.0, Vec2::NEG_X), (270.0, Vec2::NEG_Y), (-90.0, Vec2::NEG_Y), (720.0, Vec2::X)]
        {
            assert_eq!(unit(deg), at, "{deg}");
        }
    }

    #[test]
    fn sine_and_cosine_are_those_of_the_library() {
        for step in -7200..7200 {
            let deg = step as f32 * 0.137;
            let (sin, cos) = libm::sincos(f64::from(deg).to_radians());
            let (s, c) = sin_cos_deg(deg);
            assert!((f64::from(s) - sin).abs() < 4e-8 && (f64::from(c) - cos).abs() < 4e-8, "{deg}: {s} {sin}, {c} {cos}");
        }
        assert_eq!(sin_cos_deg(3.6e8), (0.0, 1.0));
        for deg in [1.1e6, -7.7e7, 1.4e9, 1e10, -1e20, f32::MAX, f32::MIN] {
            let (s, c) = sin_cos_deg(deg);
            assert!((s * s + c * c - 1.0).abs() < 1e-6, "{deg}: {s}, {c}");
        }
        let (s, c) = sin_cos_deg(1_000_080.0);
        let (sin, cos) = 1_000_080_f64.to_radians().sin_cos();
        assert!((f64::from(s) - sin).abs() < 4e-8 && (f64::from(c) - cos).abs() < 4e-8, "just beyond the first limit");
        assert!(sin_cos_deg(f32::INFINITY).0.is_nan());
    }

    #[test]
    fn wrapping_keeps_the_direction() {
        assert_eq!(wrap_deg(190.0), -170.0);
        assert_eq!(wrap_deg(-190.0), 170.0);
        assert_eq!(wrap_deg(180.0), -180.0);
        assert_eq!(aim_deg(Vec2::ZERO, Vec2::new(0.0, 5.0)), 90.0);
        assert_eq!(aim_deg(Vec2::ONE, Vec2::ONE), 90.0);
    }
}

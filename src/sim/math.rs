//! The only place of the simulation with transcendental functions: one portable implementation, the same bits everywhere.
//!
//! Angles are degrees, 0 right, 90 down, clockwise on the screen. IEEE operations (+ - * / sqrt floor) are exact and need no wrapper.

use glam::Vec2;

/// Sine and cosine of an angle in degrees. Exact at multiples of 90.
pub fn sin_cos_deg(deg: f32) -> (f32, f32) {
    let turn = wrap_deg(deg);
    if turn == 0.0 {
        return (0.0, 1.0);
    }
    if turn == 90.0 {
        return (1.0, 0.0);
    }
    if turn == -180.0 {
        return (0.0, -1.0);
    }
    if turn == -90.0 {
        return (-1.0, 0.0);
    }
    libm::sincosf(turn.to_radians())
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
    fn wrapping_keeps_the_direction() {
        assert_eq!(wrap_deg(190.0), -170.0);
        assert_eq!(wrap_deg(-190.0), 170.0);
        assert_eq!(wrap_deg(180.0), -180.0);
        assert_eq!(aim_deg(Vec2::ZERO, Vec2::new(0.0, 5.0)), 90.0);
        assert_eq!(aim_deg(Vec2::ONE, Vec2::ONE), 90.0);
    }
}

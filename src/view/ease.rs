//! Easing: how things on the screen start and stop. Every function takes 0 to 1 (clamped) and gives 0 to 1, overshooting where it says so.

/// Quick, then slower and slower.
pub fn out_cubic(t: f32) -> f32 {
    1.0 - (1.0 - t.clamp(0.0, 1.0)).powi(3)
}

/// Slow, then quicker and quicker.
pub fn in_cubic(t: f32) -> f32 {
    t.clamp(0.0, 1.0).powi(3)
}

/// Slow at both ends.
pub fn in_out_cubic(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    if t < 0.5 { 4.0 * t * t * t } else { 1.0 - (2.0 - 2.0 * t).powi(3) * 0.5 }
}

/// Goes a tenth too far and comes back.
pub fn out_back(t: f32) -> f32 {
    let u = t.clamp(0.0, 1.0) - 1.0;
    1.0 + 2.70158 * u * u * u + 1.70158 * u * u
}

/// In over the first `rise`, out over the last `fall` of 0 to `length`: 0 outside, 1 between.
pub fn swell(t: f32, rise: f32, fall: f32, length: f32) -> f32 {
    out_cubic(t / rise).min(out_cubic((length - t) / fall))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_curve_starts_at_0_ends_at_1_and_takes_what_lies_outside() {
        for curve in [out_cubic, in_cubic, in_out_cubic, out_back] {
            assert!(curve(-3.0).abs() < 1e-5 && (curve(7.0) - 1.0).abs() < 1e-5);
        }
        assert_eq!(in_out_cubic(0.5), 0.5);
        assert!((1.09..1.11).contains(&out_back(0.58)));
        assert_eq!([-1.0, 5.0, 10.0].map(|t| swell(t, 1.0, 1.0, 10.0)), [0.0, 1.0, 0.0]);
    }
}

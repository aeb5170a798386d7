//! Easing curves: how a change over time starts and ends. Maps 0..1 to 0..1 (the `Back` curves leave that range on the way).

use crate::sim::math;
use serde::Deserialize;

/// An easing curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[repr(u8)]
pub enum Ease {
    /// Steady.
    Linear,
    /// Starts gently.
    InSine,
    /// Ends gently.
    OutSine,
    /// Starts and ends gently: the default of movements.
    #[default]
    InOutSine,
    /// Starts slow (square).
    InQuad,
    /// Ends slow (square).
    OutQuad,
    /// Starts and ends slow (square).
    InOutQuad,
    /// Starts slower still (cube).
    InCubic,
    /// Ends slower still (cube).
    OutCubic,
    /// Starts and ends slower still (cube).
    InOutCubic,
    /// Draws back a tenth before it goes.
    InBack,
    /// Goes a tenth too far and comes back.
    OutBack,
}

/// How far the `Back` curves overshoot: this value gives a tenth.
/// SOURCE: Robert Penner, "Programming Macromedia Flash MX", 2002, chapter 7.
const BACK: f32 = 1.701_58;

impl Ease {
    /// All curves by the names that files and expressions use.
    pub const ALL: [(&'static str, Ease); 12] = [
        ("Linear", Ease::Linear),
        ("InSine", Ease::InSine),
        ("OutSine", Ease::OutSine),
        ("InOutSine", Ease::InOutSine),
        ("InQuad", Ease::InQuad),
        ("OutQuad", Ease::OutQuad),
        ("InOutQuad", Ease::InOutQuad),
        ("InCubic", Ease::InCubic),
        ("OutCubic", Ease::OutCubic),
        ("InOutCubic", Ease::InOutCubic),
        ("InBack", Ease::InBack),
        ("OutBack", Ease::OutBack),
    ];

    /// The curve's value at `t`, which is clamped to 0..1 (NaN counts as 0). Exactly 0 at 0 and 1 at 1.
    pub fn at(self, t: f32) -> f32 {
        let t = if t > 0.0 { t.min(1.0) } else { 0.0 };
        if t == 0.0 || t == 1.0 { t } else { self.curve(t) }
    }

    fn curve(self, t: f32) -> f32 {
        let back = 1.0 - t;
        match self {
            Ease::Linear => t,
            Ease::InSine => 1.0 - math::cos_deg(90.0 * t),
            Ease::OutSine => math::sin_deg(90.0 * t),
            Ease::InOutSine => 0.5 - 0.5 * math::cos_deg(180.0 * t),
            Ease::InQuad => t * t,
            Ease::OutQuad => 1.0 - back * back,
            Ease::InOutQuad => both_ends(t, |t| t * t),
            Ease::InCubic => t * t * t,
            Ease::OutCubic => 1.0 - back * back * back,
            Ease::InOutCubic => both_ends(t, |t| t * t * t),
            Ease::InBack => draw_back(t),
            Ease::OutBack => 1.0 - draw_back(back),
        }
    }
}

/// A starting curve run forward to the middle and backward from there.
fn both_ends(t: f32, start: fn(f32) -> f32) -> f32 {
    if t < 0.5 { 0.5 * start(2.0 * t) } else { 1.0 - 0.5 * start(2.0 - 2.0 * t) }
}

fn draw_back(t: f32) -> f32 {
    t * t * ((BACK + 1.0) * t - BACK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_1_SQRT_2;

    #[test]
    fn curves_meet_their_ends_and_middles() {
        for (name, ease) in Ease::ALL {
            assert_eq!((ease.at(0.0), ease.at(1.0), ease.at(-3.0), ease.at(9.0), ease.at(f32::NAN)), (0.0, 1.0, 0.0, 1.0, 0.0), "{name}");
        }
        let middles = [0.5, 1.0 - FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.5, 0.25, 0.75, 0.5, 0.125, 0.875, 0.5, -0.087_697, 1.087_697];
        for ((name, ease), middle) in Ease::ALL.into_iter().zip(middles) {
            assert!((ease.at(0.5) - middle).abs() < 1e-5, "{name}: {}", ease.at(0.5));
        }
    }

    #[test]
    fn overshoot_is_a_tenth() {
        let most = (0..=1000).map(|k| Ease::OutBack.at(k as f32 / 1000.0)).fold(0.0, f32::max);
        assert!((most - 1.1).abs() < 1e-3, "{most}");
    }
}

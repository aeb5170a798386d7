//! Where a figure's points are: hinges turned by its animations, the fold from the flat sheet, then place, size and turn.

use super::{Animation, Figure, Joint, POINT_COUNT_MAX, Track};
use crate::sim::math;
use glam::{Vec2, Vec3};

/// An animation at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clip {
    /// Index of the animation, `Figure::animation`; one that does not exist moves nothing.
    pub index: u8,
    /// Time since its start, ticks; fractions and negative times are fine.
    pub time_ticks: f32,
    /// How much of it: 0 none, 1 all, negative the other way. Clips add up.
    pub weight: f32,
}

impl Clip {
    /// No animation.
    pub const NONE: Clip = Clip { index: u8::MAX, time_ticks: 0.0, weight: 0.0 };

    /// All of an animation; nothing for `None`.
    pub fn new(index: Option<u8>, time_ticks: f32) -> Self {
        index.map_or(Clip::NONE, |index| Clip { index, time_ticks, weight: 1.0 })
    }

    /// The same clip, `weight` of it.
    pub fn weighted(self, weight: f32) -> Self {
        Clip { weight, ..self }
    }
}

/// How a figure stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where its centre is, px.
    pub at: Vec2,
    /// Px for a figure unit.
    pub scale: f32,
    /// Turned clockwise, degrees; the light stays upper left.
    pub angle_deg: f32,
    /// 0 a flat sheet of paper, 1 folded.
    pub fold: f32,
    /// 0 whole, 1 torn into its facets and gone.
    pub tear: f32,
    /// Up to three animations at once.
    pub clips: [Clip; 3],
    /// 0 own colours, 1 white.
    pub flash: f32,
    /// 0 invisible, 1 opaque.
    pub alpha: f32,
    /// Width of outline and creases, as a share of what the scale gives: below 1 for a figure shown much larger than in play.
    pub line: f32,
}

impl Default for Pose {
    fn default() -> Self {
        Pose { at: Vec2::ZERO, scale: 1.0, angle_deg: 0.0, fold: 1.0, tear: 0.0, clips: [Clip::NONE; 3], flash: 0.0, alpha: 1.0, line: 1.0 }
    }
}

pub(super) type Points = [Vec3; POINT_COUNT_MAX];

impl Figure {
    /// All points in the pose, px.
    pub(super) fn posed(&self, pose: &Pose, points: &mut Points) {
        let count = self.rest.len();
        points[..count].copy_from_slice(&self.rest);
        self.bend(pose, points);
        if pose.fold < 1.0 {
            self.unfold(pose.fold.max(0.0), &mut points[..count]);
        }
        let (sin, cos) = math::sin_cos_deg(pose.angle_deg);
        for p in &mut points[..count] {
            let turned = Vec2::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos) * pose.scale + pose.at;
            *p = turned.extend(p.z * pose.scale);
        }
    }

    fn bend(&self, pose: &Pose, points: &mut Points) {
        for (i, hinge) in self.hinges.iter().enumerate() {
            let amount: f32 = pose.clips.iter().map(|clip| self.amount(clip, i)).sum();
            if amount != 0.0 {
                move_points(hinge.joint, amount * hinge.sign, &hinge.moves, points);
            }
        }
    }

    fn amount(&self, clip: &Clip, hinge: usize) -> f32 {
        let Some(animation) = self.animations.get(usize::from(clip.index)) else { return 0.0 };
        let tracks = animation.tracks.iter().filter(|t| usize::from(t.hinge) == hinge);
        tracks.map(|t| track_at(animation, t, clip.time_ticks) * clip.weight).sum()
    }

    /// Carries points from the flat sheet to where they are, the middle first, through the air.
    fn unfold(&self, fold: f32, points: &mut [Vec3]) {
        const STAGGER: f32 = 0.8;
        for (i, p) in points.iter_mut().enumerate() {
            let t = (fold * (1.0 + STAGGER) - STAGGER * self.order[i]).clamp(0.0, 1.0);
            let t = t * t * (3.0 - 2.0 * t);
            let height = (t * (1.0 - t)) * self.radius * 1.6 * self.order[i];
            *p = self.sheet_at[i].lerp(*p, t) + Vec3::new(0.0, 0.0, height);
        }
    }
}

fn track_at(animation: &Animation, track: &Track, time_ticks: f32) -> f32 {
    let length = animation.length_ticks;
    let time = if animation.loops { time_ticks - (time_ticks / length).floor() * length } else { time_ticks.clamp(0.0, length) };
    let keys = &track.keys;
    let next = keys.iter().position(|k| k.0 > time);
    let (from, to) = match (next, keys.first(), keys.last()) {
        (_, None, _) | (_, _, None) => return 0.0,
        (Some(0), Some(&first), Some(&last)) if animation.loops => ((last.0 - length, last.1), first),
        (Some(0), Some(&first), _) => return first.1,
        (Some(n), _, _) => (keys[n - 1], keys[n]),
        (None, Some(&first), Some(&last)) if animation.loops => (last, (first.0 + length, first.1)),
        (None, _, Some(&last)) => return last.1,
    };
    let span = (to.0 - from.0).max(1e-3);
    from.1 + (to.1 - from.1) * animation.ease.at((time - from.0) / span)
}

fn move_points(joint: Joint, amount: f32, moves: &[u8], points: &mut Points) {
    let (sin, cos) = math::sin_cos_deg(amount);
    match joint {
        Joint::Slide(by) => moves.iter().for_each(|&i| points[usize::from(i)] += by * amount),
        Joint::Grow(about) => {
            let center = points[usize::from(about)];
            moves.iter().for_each(|&i| points[usize::from(i)] = center + (points[usize::from(i)] - center) * (1.0 + amount));
        }
        Joint::Swing(about) => {
            let center = points[usize::from(about)];
            for &i in moves {
                let d = points[usize::from(i)] - center;
                points[usize::from(i)] = center + Vec3::new(d.x * cos - d.y * sin, d.x * sin + d.y * cos, d.z);
            }
        }
        Joint::Fold(a, b) => {
            let start = points[usize::from(a)];
            let axis = (points[usize::from(b)] - start).normalize_or_zero();
            for &i in moves {
                // Rodrigues' rotation formula.
                let d = points[usize::from(i)] - start;
                points[usize::from(i)] = start + d * cos + axis.cross(d) * sin + axis * axis.dot(d) * (1.0 - cos);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::figure::format::Ease;

    fn at(loops: bool, keys: &[(f32, f32)], time_ticks: f32) -> f32 {
        let track = Track { hinge: 0, keys: keys.to_vec() };
        let animation = Animation { name: String::new(), length_ticks: 40.0, loops, ease: Ease::Linear, tracks: Vec::new() };
        track_at(&animation, &track, time_ticks)
    }

    #[test]
    fn a_loop_goes_from_its_last_key_to_its_first() {
        let keys = [(10.0, 0.0), (30.0, 20.0)];
        assert_eq!(
            [10.0, 20.0, 30.0, 35.0, 0.0, 5.0, 45.0, -5.0].map(|t| at(true, &keys, t)),
            [0.0, 10.0, 20.0, 15.0, 10.0, 5.0, 5.0, 15.0]
        );
    }

    #[test]
    fn without_a_loop_the_ends_hold() {
        let keys = [(10.0, 1.0), (30.0, 5.0)];
        assert_eq!([0.0, 20.0, 30.0, 400.0].map(|t| at(false, &keys, t)), [1.0, 3.0, 5.0, 5.0]);
        assert_eq!(at(true, &[], 3.0), 0.0);
    }

    #[test]
    fn a_fold_turns_about_its_axis() {
        let mut points = [Vec3::ZERO; POINT_COUNT_MAX];
        points[1] = Vec3::new(0.0, 5.0, 0.0);
        points[2] = Vec3::new(3.0, 1.0, 0.0);
        move_points(Joint::Fold(0, 1), 90.0, &[2], &mut points);
        assert!((points[2] - Vec3::new(0.0, 1.0, -3.0)).length() < 1e-5, "{}", points[2]);
    }
}

//! Lasers from RON text to births.

use super::*;
use crate::sim::laser::{Form, LaserBirth, Owner};

/// The lasers of the first tick of one volley, told by what stands in its brackets. The emitter is at (100, 100).
fn fired(fields: &str) -> Vec<LaserBirth> {
    let (births, lasers) = Stand::new(&format!("[Fire({fields})]")).step_both();
    assert_eq!(births, []);
    lasers
}

#[test]
fn a_ring_of_lasers_is_a_ring() {
    let lasers = fired("aim: Absolute(90), group: Ring(count: 4, radius: 10), laser: (width: 20)");
    assert_eq!(lasers.len(), 4);
    for (laser, (angle_deg, offset)) in lasers.iter().zip([(90.0, Vec2::Y), (180.0, -Vec2::X), (270.0, -Vec2::Y), (0.0, Vec2::X)]) {
        assert!(same_way(laser.head.angle_deg, angle_deg) && laser.offset.distance(offset * 10.0) < 1e-3, "{laser:?}");
        assert_eq!((laser.width_px, laser.hit_width_px, laser.owner), (20.0, 12.0, Owner::None));
        let (length_px, warn_ticks, open_ticks, hold_ticks, close_ticks) = (640.0, 45, 8, 60, 12);
        let form = Form::Straight { length_px, turn_deg: 0.0, warn_ticks, open_ticks, hold_ticks, close_ticks, follows: true };
        assert_eq!(laser.form, form, "what is left out");
    }
}

#[test]
fn every_number_may_differ_from_laser_to_laser() {
    let fields = r#"width: "10 + i", length: "100 * (i + 1)", warn: "i", open: "2 * i", hold: Rand(7, 7), close: "n", turn: "0.1 * i", hit: "3 + i""#;
    let lasers = fired(&format!(r#"group: Spread(count: 3, step: 10), laser: ({fields}, colors: [Sky, Snow])"#));
    for (i, laser) in lasers.iter().enumerate() {
        let (k, ticks) = (i as f32, i as u32);
        assert_eq!((laser.width_px, laser.hit_width_px), (10.0 + k, 3.0 + k));
        let Form::Straight { length_px, turn_deg, warn_ticks, open_ticks, hold_ticks, close_ticks, .. } = laser.form else { panic!() };
        assert_eq!((length_px, warn_ticks, open_ticks, hold_ticks, close_ticks), (100.0 * (k + 1.0), ticks, 2 * ticks, 7, 3));
        assert!(near(turn_deg, 0.1 * k));
    }
    let colors: Vec<_> = lasers.iter().map(|laser| format!("{:?}", laser.head.color)).collect();
    assert_eq!(colors, ["Sky", "Snow", "Sky"]);
}

#[test]
fn a_shape_that_opens_makes_lasers_shorter_where_it_makes_bullets_slower() {
    // Half as wide as long: the tips ahead are at the whole length, those across at half of it.
    let lasers = fired("group: Ellipse(count: 4, ratio: 0.5), laser: (length: 200)");
    let lengths = lasers.iter().map(|laser| if let Form::Straight { length_px, .. } = laser.form { length_px } else { 0.0 });
    for (length_px, expected) in lengths.zip([200.0, 100.0, 200.0, 100.0]) {
        assert!(near(length_px, expected), "{length_px}");
    }
}

#[test]
fn a_mirror_turns_lasers_the_other_way() {
    let text = "[Fire(aim: Absolute(90), at: (7, 3), angle: 20, mirrored: true, laser: (turn: 0.5))]";
    let turns = |lasers: &[LaserBirth]| {
        let turn = |laser: &LaserBirth| if let Form::Straight { turn_deg, .. } = laser.form { turn_deg } else { 0.0 };
        lasers.iter().map(|laser| (laser.head.angle_deg, turn(laser), laser.offset)).collect::<Vec<_>>()
    };
    let at = Vec2::new(7.0, 3.0);
    assert_eq!(turns(&Stand::new(text).step_both().1), [(110.0, 0.5, at), (70.0, -0.5, at)]);
    let mut stand = Stand::new(text);
    stand.pose.mirror = true;
    let at = Vec2::new(-7.0, 3.0);
    assert_eq!(turns(&stand.step_both().1), [(70.0, -0.5, at), (110.0, 0.5, at)]);
}

#[test]
fn a_curve_takes_any_kind_for_its_head() {
    let lasers = fired("aim: Absolute(0), speed: 3, curve: (trail: 30, width: 8, delay: 4, lifetime: 90, kind: Circular(turn: 2))");
    let LaserBirth { head, form, width_px, .. } = lasers[0];
    assert_eq!((form, width_px), (Form::Curved { trail_count: 30 }, 8.0));
    assert_eq!((head.speed_px_per_tick, head.delay_ticks, head.lifetime_ticks, head.params[0]), (3.0, 4, 90, 2.0));
    let LaserBirth { head, form, width_px, hit_width_px, .. } = fired("curve: ()")[0];
    assert_eq!((form, width_px, hit_width_px), (Form::Curved { trail_count: 40 }, 10.0, 6.0), "what is left out");
    assert_eq!((head.speed_px_per_tick, head.delay_ticks, head.kind), (2.0, 8, 0));
}

#[test]
fn one_fired_from_a_point_stays_there_unless_it_is_told_to_follow() {
    let follows = |fields: &str| matches!(fired(fields)[0].form, Form::Straight { follows: true, .. });
    assert_eq!(["laser: ()", "laser: (follow: false)"].map(follows), [true, false]);
    assert_eq!(["from: (50, 60), laser: ()", "from: (50, 60), laser: (follow: true)"].map(follows), [false, true]);
    let laser = fired("from: (50, 60), laser: (follow: true)")[0];
    assert_eq!((laser.head.at, laser.offset), (Vec2::new(50.0, 60.0), Vec2::new(-50.0, -40.0)));
}

#[test]
fn a_laser_never_hits_where_it_is_not_drawn() {
    assert_eq!(fired(r#"laser: (width: "2 + i", hit: "50 + i")"#)[0].hit_width_px, 2.0);
}

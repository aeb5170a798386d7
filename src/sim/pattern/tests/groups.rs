//! Shapes of groups against directions, speeds and places worked out by hand. The emitter stands at (100, 100); the volleys point right.

use super::*;

const O: (f32, f32) = (0.0, 0.0);

fn right(group: &str) -> Vec<Birth> {
    volley(&format!("aim: Absolute(0), speed: 2, group: {group}"))
}

#[test]
fn one_bullet_takes_the_defaults() {
    let births = volley("");
    assert_volley(&births, &[(90.0, 2.0, O)]);
    let birth = births[0];
    assert_eq!((birth.kind, birth.hit_radius_px, birth.graze_radius_px, birth.delay_ticks, birth.lifetime_ticks), (0, 2.0, 20.0, 8, 0));
}

#[test]
fn rings() {
    assert_volley(&right("Ring(count: 4)"), &[(0.0, 2.0, O), (90.0, 2.0, O), (180.0, 2.0, O), (270.0, 2.0, O)]);
    assert_volley(
        &right("Ring(count: 3, start: 10, radius: 20)"),
        &[(10.0, 2.0, (19.696, 3.473)), (130.0, 2.0, (-12.856, 15.321)), (250.0, 2.0, (-6.840, -18.794))],
    );
    assert_volley(&right("Ring(count: 2, between: true)"), &[(90.0, 2.0, O), (270.0, 2.0, O)]);
}

#[test]
fn spreads() {
    assert_volley(&right("Spread(count: 3, step: 10)"), &[(-10.0, 2.0, O), (0.0, 2.0, O), (10.0, 2.0, O)]);
    assert_volley(&right("Spread(count: 4, arc: 90)"), &[(-45.0, 2.0, O), (-15.0, 2.0, O), (15.0, 2.0, O), (45.0, 2.0, O)]);
    assert_volley(&right("Spread(count: 1, arc: 90)"), &[(0.0, 2.0, O)]);
    assert_volley(&right("Spread(count: 2, step: 180, radius: 5)"), &[(-90.0, 2.0, (0.0, -5.0)), (90.0, 2.0, (0.0, 5.0))]);
}

#[test]
fn stacks_and_lines() {
    assert_volley(&right("Stack(count: 3, step: 0.5)"), &[(0.0, 2.0, O), (0.0, 2.5, O), (0.0, 3.0, O)]);
    assert_volley(&right("Line(count: 3, gap: 8)"), &[(0.0, 2.0, (0.0, -8.0)), (0.0, 2.0, O), (0.0, 2.0, (0.0, 8.0))]);
    assert_volley(&right("Line(count: 2, gap: 8, slant: 0)"), &[(0.0, 2.0, (-4.0, 0.0)), (0.0, 2.0, (4.0, 0.0))]);
}

#[test]
fn outlines() {
    // A square: corners at speed 2, middles of sides at 2 * cos 45.
    let square: Vec<_> = (0..8).map(|k| (k as f32 * 45.0, if k % 2 == 0 { 2.0 } else { std::f32::consts::SQRT_2 }, O)).collect();
    assert_volley(&right("Polygon(corners: 4, side: 2)"), &square);
    assert_volley(
        &right("Polygon(corners: 4, side: 1, radius: 10, travel: Along)"),
        &[(0.0, 2.0, (10.0, 0.0)), (0.0, 2.0, (0.0, 10.0)), (0.0, 2.0, (-10.0, 0.0)), (0.0, 2.0, (0.0, -10.0))],
    );
    assert_volley(&right("Ellipse(count: 4, ratio: 0.5)"), &[(0.0, 2.0, O), (90.0, 1.0, O), (180.0, 2.0, O), (270.0, 1.0, O)]);
    // Two petals, ahead and behind, cut to a quarter of the way across.
    assert_volley(&right("Rose(count: 4, petals: 2, depth: 0.75)"), &[(0.0, 2.0, O), (90.0, 0.5, O), (180.0, 2.0, O), (270.0, 0.5, O)]);
    assert_volley(&right("Points(points: [(1, 0), (0, -0.5)], radius: 4)"), &[(0.0, 2.0, (4.0, 0.0)), (-90.0, 1.0, (0.0, -2.0))]);
}

#[test]
fn arrows() {
    assert_volley(
        &right("Arrow(wings: 2, step: 5, slow: 0.25)"),
        &[(0.0, 2.0, O), (5.0, 1.75, O), (-5.0, 1.75, O), (10.0, 1.5, O), (-10.0, 1.5, O)],
    );
}

#[test]
fn scatter_stays_within_its_bounds_and_fills_them() {
    let births = right("Scatter(count: 400, arc: 60, speed: 1, radius: 12)");
    let within = |value: f32, low: f32, high: f32| value >= low && value <= high;
    assert!(births.iter().all(|birth| within(birth.angle_deg, -30.0, 30.0) && within(birth.speed_px_per_tick, 2.0, 3.0)));
    assert!(births.iter().all(|birth| (birth.at - Vec2::splat(100.0)).length() <= 12.0));
    let outer = births.iter().filter(|birth| (birth.at - Vec2::splat(100.0)).length() > 6.0).count();
    assert!(within(outer as f32, 260.0, 340.0), "three quarters of the disc's area lie beyond half its radius: {outer}");
    assert!(births.iter().any(|birth| birth.angle_deg < -25.0) && births.iter().any(|birth| birth.angle_deg > 25.0));
}

#[test]
fn a_ring_of_spreads_of_stacks() {
    let births = right("Ring(count: 2, of: Spread(count: 2, step: 20, of: Stack(count: 2, step: 1)))");
    let expected: Vec<_> = [0.0, 180.0]
        .iter()
        .flat_map(|ring| [-10.0, 10.0].map(|spread| [2.0, 3.0].map(|speed| (ring + spread, speed, O))))
        .flatten()
        .collect();
    assert_volley(&births, &expected);
}

#[test]
fn a_group_stands_where_its_outer_bullet_stands() {
    assert_volley(
        &right("Ring(count: 2, radius: 10, of: Line(count: 2, gap: 4))"),
        &[(0.0, 2.0, (10.0, -2.0)), (0.0, 2.0, (10.0, 2.0)), (180.0, 2.0, (-10.0, 2.0)), (180.0, 2.0, (-10.0, -2.0))],
    );
    // Stacks in a square grow with it: (2 + step) * cos 45 at the middles of its sides.
    let births = right("Polygon(corners: 4, side: 2, of: Stack(count: 2, step: 1))");
    assert!(near(births[3].speed_px_per_tick, 3.0 * std::f32::consts::FRAC_1_SQRT_2) && near(births[1].speed_px_per_tick, 3.0));
}

#[test]
fn the_volley_turns_with_its_direction_and_starts_at_its_place() {
    let births = volley("aim: Absolute(90), at: (5, -3), group: Line(count: 2, gap: 8)");
    // Heading down, the right-hand side is to the left of the screen.
    assert_volley(&births, &[(90.0, 2.0, (9.0, -3.0)), (90.0, 2.0, (1.0, -3.0))]);
    assert_volley(&volley("aim: Absolute(0), at: (angle: 90, distance: 6)"), &[(0.0, 2.0, (0.0, 6.0))]);
    assert_volley(&volley("aim: Absolute(0), from: (10, 20), at: (x: 1, y: 2)"), &[(0.0, 2.0, (-89.0, -78.0))]);
}

#[test]
fn numbers_of_each_bullet() {
    let births =
        volley(r#"aim: Absolute(0), group: Ring(count: 2, of: Stack(count: 3, step: 0)), speed: "1 + i + 10*i1 + 100*i2", angle: "n""#);
    let expected: Vec<_> = [(0.0, 1.0), (0.0, 102.0), (0.0, 203.0), (180.0, 14.0), (180.0, 115.0), (180.0, 216.0)]
        .map(|(a, s): (f32, f32)| (a + 6.0, s.min(20.0), O))
        .into();
    assert_volley(&births, &expected);
}

#[test]
fn a_mirrored_volley_has_its_image_about_its_direction() {
    let births = volley(
        r#"aim: Absolute(30), group: Spread(count: 1, step: 0, of: Points(points: [(0, 1)], radius: 10)), mirrored: true, speed: "2 + side""#,
    );
    // 90 degrees to the right of 30 is 120; to the left, -60.
    assert_volley(&births, &[(120.0, 3.0, (-5.0, 8.660)), (-60.0, 1.0, (5.0, -8.660))]);
    let text = r#"[Fire(mirrored: true, bullet: (look: "disc", kind: Circular(turn: 1.5, ticks: 40)))]"#;
    let turning = Stand::new(text).step();
    assert_eq!((turning[0].params[..2].to_vec(), turning[1].params[..2].to_vec()), (vec![1.5, 40.0], vec![-1.5, 40.0]));
}

#[test]
fn bullets_take_colours_in_turn() {
    use crate::sim::bullet::color::Color::*;
    let colors = |pick: &str| {
        let bullet = format!(r#"[Fire(group: Ring(count: 4), bullet: (look: "petal", colors: [Sky, Gold, Leaf]{pick}))]"#);
        Stand::new(&bullet).step().iter().map(|birth| birth.color).collect::<Vec<_>>()
    };
    assert_eq!(colors(""), [Sky, Gold, Leaf, Sky]);
    assert_eq!(colors(", pick: \"-1 - i\""), [Leaf, Gold, Sky, Leaf]);
}

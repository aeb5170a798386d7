//! Movements of the emitter, and everything in a mirror.

use super::*;

fn places(text: &str, ticks: u32) -> Vec<Vec2> {
    let mut stand = Stand::new(text);
    (0..ticks).map(|_| (stand.step(), stand.pose.at).1).collect()
}

#[test]
fn movements_take_their_ticks_and_end_on_the_spot() {
    let moved = places("[Move(by: (0, 40), ticks: 4, ease: Linear), Move(by: (angle: 0, distance: 10), ticks: 0)]", 6);
    let expected = [(100.0, 110.0), (100.0, 120.0), (100.0, 130.0), (100.0, 140.0), (110.0, 140.0), (110.0, 140.0)];
    assert_eq!(moved, expected.map(Vec2::from));
    let eased = places(r#"[Wait(1), MoveTo(to: ("px", 180), ticks: 2, ease: InQuad)]"#, 4);
    assert_eq!(eased, [(100.0, 100.0), (100.0, 120.0), (100.0, 180.0), (100.0, 180.0)].map(Vec2::from));
    let path = places("[Path(through: [(0, 50), (0, 100)], relative: true, ticks: 4)]", 4);
    assert_eq!(path, [(100.0, 125.0), (100.0, 150.0), (100.0, 175.0), (100.0, 200.0)].map(Vec2::from));
}

#[test]
fn a_list_waits_for_a_movement_unless_told_otherwise() {
    let fire = r#"Fire(aim: Relative(0), bullet: (look: "disc"))"#;
    let births = Stand::new(&format!("[Move(by: (30, 0), ticks: 3, ease: Linear), {fire}]")).run(6);
    assert_eq!((births[0].0, births[0].1.at, births[0].1.angle_deg), (3, Vec2::new(130.0, 100.0), 0.0));
    let births = Stand::new(&format!("[Move(by: (30, 0), ticks: 3, wait: false), {fire}, Wait(2), {fire}]")).run(6);
    assert_eq!(births.iter().map(|(tick, _)| *tick).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn heading_and_speed_are_those_of_the_last_movement() {
    let mut stand = Stand::new("[Move(by: (-30, 0), ticks: 3, ease: Linear)]");
    stand.step();
    assert_eq!((stand.pose.angle_deg, stand.pose.speed_px_per_tick), (180.0, 10.0));
    (0..3).for_each(|_| drop(stand.step()));
    assert_eq!((stand.pose.angle_deg, stand.pose.speed_px_per_tick), (180.0, 0.0));
}

#[test]
fn in_a_mirror_everything_is_reflected() {
    let text = r#"[
        MoveTo(to: (60, 90), ticks: 2),
        Path(through: [(20, 100), (80, 200)], ticks: 9, wait: false),
        Forever(every: 3, do: [
            Fire(aim: Aim(10), at: (4, 1), group: Spread(count: 3, arc: 50, radius: 6), speed: "1 + x/100 + px/100",
                bullet: (look: "disc", kind: Circular(turn: 2))),
            Fire(aim: Relative(20), bullet: (look: "petal")),
        ]),
    ]"#;
    let (mut plain, mut mirrored) = (Stand::new(text), Stand::new(text));
    plain.player = Vec2::new(300.0, 400.0);
    mirrored.player = Vec2::new(84.0, 400.0);
    mirrored.pose = Pose::new(Vec2::new(284.0, 100.0), true);
    let (births, images) = (plain.run(14), mirrored.run(14));
    assert_eq!(births.len(), images.len());
    for ((tick, birth), (image_tick, image)) in births.iter().zip(&images) {
        assert_eq!(tick, image_tick);
        assert!((image.at - Vec2::new(384.0 - birth.at.x, birth.at.y)).length() < 1e-3);
        assert!(same_way(image.angle_deg, 180.0 - birth.angle_deg) && near(image.speed_px_per_tick, birth.speed_px_per_tick));
        assert_eq!(image.params[0], -birth.params[0]);
    }
    assert!((mirrored.pose.at.x - (384.0 - plain.pose.at.x)).abs() < 1e-3);
}

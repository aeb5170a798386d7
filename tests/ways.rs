//! Ways that are worked out tick by tick: paths of expressions, and homing at the nearest enemy. Values worked out by hand.

mod support {
    pub mod scene;
}

use glam::Vec2;
use support::scene::{EMITTER, Scene, stage};
use tamafubuki::sim::bullet::Mode;

/// One bullet, fired to the right, that begins its path in tick 1.
fn one(kind: &str, rest: &str) -> String {
    format!(r#"[Fire(aim: Absolute(0), speed: 2, bullet: (look: "disc", delay: 1, kind: {kind}) {rest}), Wait(9999)]"#)
}

/// Where it is after each of some ticks, from where it was fired.
fn places(text: &str, ticks: &[u32]) -> Vec<Vec2> {
    let mut scene = Scene::new(text);
    let mut place = |tick: &u32| {
        scene.run_to(*tick);
        scene.at(0) - EMITTER
    };
    ticks.iter().map(&mut place).collect()
}

#[track_caller]
fn assert_near(found: &[Vec2], expected: &[(f32, f32)]) {
    let is_near = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (*a - Vec2::from(*b)).length() < 2e-3);
    assert!(is_near, "{found:?}, expected {expected:?}");
}

#[test]
fn a_path_lies_along_the_direction_of_fire() {
    let kind = r#"Parametric(x: "3 * t", y: "t * t / 10")"#;
    assert_near(&places(&one(kind, ""), &[0, 1, 2, 10]), &[(0.0, 0.0), (3.0, 0.1), (6.0, 0.4), (30.0, 10.0)]);
    let down = one(kind, "").replace("Absolute(0)", "Absolute(90)");
    assert_near(&places(&down, &[1, 10]), &[(-0.1, 3.0), (-10.0, 30.0)]);
    let only_y = one(r#"Parametric(y: "2 * t")"#, "");
    assert_near(&places(&only_y, &[4]), &[(0.0, 8.0)]);
}

#[test]
fn a_path_of_polar_places_begins_where_the_bullet_stands() {
    // A circle of radius 30 about a point 30 behind the bullet; a quarter of it in 10 ticks.
    let circle = one(r#"Parametric(r: 30, angle: "9 * t")"#, "");
    assert_near(&places(&circle, &[0, 10, 20, 40]), &[(0.0, 0.0), (-30.0, 30.0), (-60.0, 0.0), (0.0, 0.0)]);
}

#[test]
fn a_mirror_image_goes_the_other_way_round() {
    let text = one(r#"Parametric(x: "2 * t", y: t)"#, ", mirrored: true").replace("y: t", "y: \"t\"");
    let mut scene = Scene::new(&text);
    scene.run_to(10);
    assert_near(&[scene.at(0) - EMITTER, scene.at(1) - EMITTER], &[(20.0, 10.0), (20.0, -10.0)]);
}

#[test]
fn it_sees_what_a_script_sees_and_is_held_to_twenty_px_a_tick() {
    let text = r#"[Let(pace: 2), Fire(aim: Absolute(0), group: Stack(count: 3, step: 0), bullet: (look: "disc", delay: 1,
        kind: Parametric(x: "pace * (i + 1) * t"))), Wait(9999)]"#;
    let mut scene = Scene::new(text);
    scene.run_to(5);
    assert_eq!([0, 1, 2].map(|nth| (scene.at(nth).x - EMITTER.x).round()), [10.0, 20.0, 30.0]);
    // It stands at 100 from tick 3 on; it gets there in five ticks.
    let jump = one(r#"Parametric(x: "if(t >= 3, 100, 0)")"#, "");
    assert_near(&places(&jump, &[2, 3, 4, 7, 9]), &[(0.0, 0.0), (20.0, 0.0), (40.0, 0.0), (100.0, 0.0), (100.0, 0.0)]);
}

#[test]
fn its_script_runs_beside_the_path_and_may_end_it() {
    let become_straight = r#"[Fire(aim: Absolute(0), bullet: (look: "disc", delay: 1, kind: Parametric(x: "2 * t", y: "2 * t"),
        script: [Wait(10), Become(Linear)])), Wait(9999)]"#;
    let mut scene = Scene::new(become_straight);
    scene.run_to(10);
    assert_near(&[scene.at(0) - EMITTER], &[(20.0, 20.0)]);
    // It becomes another bullet in tick 11, and flies on as it flew.
    scene.run_to(21);
    let at: Vec<Vec2> =
        scene.world.bullets().handles().into_iter().filter_map(|handle| scene.world.bullets().get(handle)).map(|b| b.at).collect();
    assert_near(&[at[0] - EMITTER], &[(42.0, 42.0)]);
    let become_curve = r#"[Fire(aim: Absolute(0), speed: 3, bullet: (look: "disc", delay: 1,
        script: [Wait(10), Become(Parametric(x: 0, y: "2 * t"))])), Wait(9999)]"#;
    let mut scene = Scene::new(become_curve);
    scene.run_to(10);
    assert_near(&[scene.at(0) - EMITTER], &[(30.0, 0.0)]);
    scene.run_to(16);
    let handle = scene.world.bullets().handles()[0];
    let at = scene.world.bullets().get(handle).unwrap().at;
    // In the tick of the change it flies on straight; its path begins in the next.
    assert_near(&[at - EMITTER], &[(33.0, 10.0)]);
}

#[test]
fn homing_at_enemies_turns_to_the_nearest_no_farther_than_it_may() {
    // The emitter is the only enemy. Straight on for ten ticks, then round to it by 5 degrees a tick; half a turn goes counterclockwise.
    let mut scene = Scene::new(&one("Homing(turn: 5, wait: 10, target: NearestEnemy)", ""));
    let degrees: Vec<i32> = scene.velocities(0, 14).iter().map(|v| v.y.atan2(v.x).to_degrees().round() as i32).collect();
    assert_eq!(degrees[8..], [0, 0, -5, -10, -15, -20]);
    let mut sharp = Scene::new(&one("Homing(turn: 90, wait: 10, ticks: 2, target: NearestEnemy)", ""));
    let found = sharp.velocities(0, 40);
    let back = found.iter().skip(13).all(|velocity| *velocity == found[13]);
    assert!(back && found[13].x < -1.9, "two turns of at most 90, then straight on: {found:?}");
}

#[test]
fn both_storages_agree_tick_by_tick() {
    let text = r#"[Repeat(times: 12, every: 9, do: [
        Fire(aim: Sequence(31), group: Ring(count: 9), mirrored: true, bullet: (look: "petal",
            kind: Parametric(r: "1.2 * t", angle: "40 * sin(5 * t + 20 * i)"), then: [(when: After(90), do: [Become(Homing(target: NearestEnemy))])])),
        Fire(aim: Sequence(7), group: Ring(count: 5), speed: 1.5, bullet: (look: "disc", kind: Homing(turn: 2, wait: 30, target: NearestEnemy))),
    ]), Wait(500)]"#;
    let stage = stage(text, &[]);
    let mut scenes = [Mode::Pooled, Mode::Boxed].map(|mode| Scene::of(&stage, mode));
    for _ in 0..400 {
        let digests = scenes.each_mut().map(|scene| (scene.step(), scene.world.digest()).1);
        assert_eq!(digests[0], digests[1], "tick {}", scenes[0].tick());
    }
    assert!(scenes[0].births.len() > 200);
}

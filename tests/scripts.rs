//! Scripts of bullets: when they run, how they steer, what they fire, what ends them. Values worked out by hand.

mod support {
    pub mod scene;
}

use glam::Vec2;
use support::scene::{EMITTER, Scene, stage};
use tamafubuki::sim::bullet::{KINDS, Mode};
use tamafubuki::sim::event::Happening;
use tamafubuki::sim::world::Config;

/// One bullet, fired to the right at speed 1 in tick 0, that stands still in that tick; `script` and the rest of its fields.
fn one(fields: &str) -> String {
    format!(r#"[Fire(aim: Absolute(0), speed: 1, bullet: (look: "disc", delay: 1, {fields})), Wait(9999)]"#)
}

/// The velocities of that bullet in ticks 1 to `count`.
fn velocities(script: &str, count: usize) -> Vec<Vec2> {
    Scene::new(&one(&format!("script: [{script}]"))).velocities(0, count)
}

#[track_caller]
fn assert_near(found: &[Vec2], expected: &[(f32, f32)]) {
    let is_near = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (*a - Vec2::from(*b)).length() < 1e-3);
    assert!(is_near, "{found:?}, expected {expected:?}");
}

/// The direction of each, degrees.
fn degrees(velocities: &[Vec2]) -> Vec<i32> {
    velocities.iter().map(|velocity| velocity.y.atan2(velocity.x).to_degrees().round() as i32).collect()
}

#[test]
fn a_newborn_stands_where_its_parent_was_and_runs_first_in_the_next_tick() {
    let mut scene = Scene::new(&one(r#"script: [Fire(aim: Absolute(90), speed: 2, bullet: (look: "disc", delay: 1)), Wait(9999)]"#));
    assert_eq!((scene.births.len(), scene.at(0)), (1, EMITTER), "born in tick 0, its script does not run yet");
    scene.step();
    assert_eq!(scene.births.iter().map(|(tick, ..)| *tick).collect::<Vec<_>>(), [0, 1]);
    assert_eq!((scene.at(0), scene.at(1)), (EMITTER + Vec2::X, EMITTER), "the child comes before its parent's move");
    scene.step();
    assert_eq!((scene.at(0), scene.at(1)), (EMITTER + Vec2::X * 2.0, EMITTER + Vec2::Y * 2.0));
    let mut at_once = Scene::new(&one("script: [Vanish]").replace("delay: 1", "delay: 0"));
    assert_eq!(at_once.at(0), EMITTER + Vec2::X, "without a spawn cloud it flies in the tick of its birth");
    at_once.step();
    assert_eq!(at_once.bullet(0), None);
    let mut late = Scene::new(&one("script: [ChangeSpeed(to: 3)]").replace("delay: 1", "delay: 5"));
    assert_near(&late.velocities(0, 7)[3..], &[(1.0, 0.0), (1.0, 0.0), (3.0, 0.0), (3.0, 0.0)]);
}

#[test]
fn speed_changes_in_the_ticks_after_the_step_and_is_exact_at_its_end() {
    let change =
        |to: &str, ticks: u32| velocities(&format!("ChangeSpeed(to: {to}, ticks: {ticks})"), 6).iter().map(|v| v.x).collect::<Vec<_>>();
    // Ticks 1 to 6; the step runs in tick 1.
    assert_eq!(change("3", 4), [1.0, 1.5, 2.0, 2.5, 3.0, 3.0]);
    assert_eq!(change("Relative(2)", 4), [1.0, 1.5, 2.0, 2.5, 3.0, 3.0]);
    assert_eq!(change("Sequence(0.5)", 4), [1.0, 1.5, 2.0, 2.5, 3.0, 3.0]);
    assert_eq!(change("3", 0), [1.0, 3.0, 3.0, 3.0, 3.0, 3.0], "in the next tick");
    assert_eq!(change("3", 1), [1.0, 3.0, 3.0, 3.0, 3.0, 3.0]);
    assert_eq!(change("-1", 2), [1.0, 0.0, -1.0, -1.0, -1.0, -1.0], "backward");
    assert_near(
        &velocities("ChangeSpeed(to: 3, ticks: 4, ease: InQuad)", 5),
        &[(1.0, 0.0), (1.125, 0.0), (1.5, 0.0), (2.125, 0.0), (3.0, 0.0)],
    );
}

#[test]
fn a_new_change_takes_the_place_of_one_of_the_same_sort() {
    let both = "ChangeSpeed(to: 9, ticks: 8), ChangeDirection(to: Absolute(90), ticks: 2), Wait(2), ChangeSpeed(to: 1, ticks: 2)";
    // Speed 1, 2, 3 and from there to 1 in two ticks; the turn is of another sort and goes its own way.
    let found = velocities(both, 6);
    let lengths: Vec<f32> = found.iter().map(|velocity| (velocity.length() * 1000.0).round() / 1000.0).collect();
    assert_eq!(lengths, [1.0, 2.0, 3.0, 2.0, 1.0, 1.0]);
    assert_eq!(degrees(&found), [0, 45, 90, 90, 90, 90]);
    let other_tracks = one("script: [ChangeSpeed(to: 9, ticks: 8)], then: [(when: After(2), do: [ChangeSpeed(to: 1, ticks: 2)])]");
    let lengths: Vec<f32> = Scene::new(&other_tracks).velocities(0, 5).iter().map(|velocity| velocity.x).collect();
    assert_eq!(lengths, [1.0, 2.0, 3.0, 2.0, 1.0], "of whatever list it is");
}

#[test]
fn directions_turn_the_shorter_way() {
    let turn = |to: &str| degrees(&velocities(&format!("ChangeDirection(to: {to}, ticks: 3)"), 5));
    assert_eq!(turn("Absolute(90)"), [0, 30, 60, 90, 90]);
    assert_eq!(turn("Absolute(270)"), [0, -30, -60, -90, -90]);
    assert_eq!(turn("Relative(-60)"), [0, -20, -40, -60, -60]);
    assert_eq!(turn("Relative(270)"), [0, -30, -60, -90, -90]);
    assert_eq!(turn("Absolute(180)"), [0, -60, -120, 180, 180], "exactly half a turn: counterclockwise");
    assert_eq!(turn("Sequence(20)"), [0, 20, 40, 60, 60]);
    assert_eq!(turn("Sequence(100)"), [0, 100, -160, -60, -60], "a sequence goes its whole way");
    // From (161, 80) in tick 1 the player at (160, 400) is at 90.18 degrees.
    let mut scene = Scene::new(&one("script: [ChangeDirection(to: Aim(10), ticks: 1)]"));
    scene.run_to(1);
    scene.player = Vec2::new(20.0, 20.0);
    let found = scene.velocities(0, 2);
    assert_eq!(degrees(&found), [100, 100], "the target is that of the tick of the step");
}

#[test]
fn a_direction_is_set_at_once_and_a_list_may_wait_for_its_changes() {
    assert_eq!(degrees(&velocities("Face(Absolute(90)), Wait(2), Face(Relative(-30)), Wait(9)", 4)), [90, 90, 60, 60]);
    assert_eq!(
        degrees(&velocities("ChangeDirection(to: Absolute(90), ticks: 3), Wait(1), Face(Absolute(10))", 4)),
        [0, 10, 10, 10],
        "the turn is over"
    );
    let after = "Wait(3), ChangeSpeed(to: 2, ticks: 1), WaitFor(Settled), ChangeDirection(to: Absolute(90), ticks: 1)";
    assert_near(&velocities(after, 7), &[(1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.0, 2.0), (0.0, 2.0)]);
    let emitter = r#"[Face(Absolute(-90)), Fire(aim: Relative(45), bullet: (look: "disc")), Wait(2), Fire(aim: Relative(0), bullet: (look: "disc"))]"#;
    let mut scene = Scene::new(emitter);
    scene.run_to(2);
    assert_eq!(scene.births.iter().map(|(_, birth, _)| birth.angle_deg).collect::<Vec<_>>(), [-45.0, -90.0]);
}

#[test]
fn a_drift_is_added_axis_by_axis() {
    assert_near(&velocities("Accel(x: 3, y: 1.5, ticks: 3)", 5), &[(1.0, 0.0), (2.0, 0.5), (3.0, 1.0), (4.0, 1.5), (4.0, 1.5)]);
    assert_near(&velocities("Accel(y: Sequence(0.25), ticks: 2)", 4), &[(1.0, 0.0), (1.0, 0.25), (1.0, 0.5), (1.0, 0.5)]);
    let twice = "Accel(x: 4, y: 2, ticks: 4), Wait(2), Accel(y: Relative(1), ticks: 1), Wait(5)";
    // x goes on to 4 while y, at 1, is taken over.
    assert_near(&velocities(twice, 5), &[(1.0, 0.0), (2.0, 0.5), (3.0, 1.0), (4.0, 2.0), (5.0, 2.0)]);
    let turned = "Accel(x: 2), ChangeDirection(to: Absolute(90))";
    assert_near(&velocities(turned, 2), &[(1.0, 0.0), (2.0, 1.0)]);
}

#[test]
fn waits_and_loops_of_a_script() {
    let fire = r#"Fire(bullet: (look: "disc"))"#;
    let ticks = |script: &str| Scene::new(&one(&format!("script: [{}]", script.replace("FIRE", fire)))).birth_ticks(12)[1..].to_vec();
    assert_eq!(ticks("FIRE, Wait(3), FIRE, Wait(0), FIRE"), [1, 4, 4]);
    assert_eq!(ticks("Repeat(times: 3, do: [FIRE, Wait(2)]), FIRE"), [1, 3, 5, 7]);
    assert_eq!(ticks("Wait(2), FIRE, Lag, FIRE, Wait(3), FIRE, Wait(1), FIRE"), [3, 4, 6, 7], "a wait makes up for a lag, once");
    assert_eq!(ticks("Lag, Lag, FIRE, Wait(1), FIRE, Wait(4), FIRE"), [3, 3, 6], "in part if it is short");
    assert_eq!(ticks("Repeat(times: 2, do: [Repeat(times: 2, every: 3, do: [FIRE])])"), [1, 4, 7, 10]);
    assert_eq!(ticks("Together([[Wait(2), FIRE], [Wait(5)]]), FIRE"), [3, 6]);
    assert_eq!(ticks("Wait(2), Vanish, FIRE"), [3], "the tick of vanishing is played to its end");
    assert_eq!(ticks(r#"Repeat(times: "max(1, trunc(0.9))", do: [FIRE]), Wait("trunc(2.9)"), FIRE"#), [1, 3]);
    assert_eq!(ticks(r#"Forever(every: 4, as: "k", do: [If(cond: "k % 2 == 1", then: [FIRE])])"#), [5]);
}

#[test]
fn a_bullet_fires_in_every_way_from_where_it_is() {
    let script = r#"Wait(4), Fire(aim: Relative(10), speed: Relative(0.5), group: Ring(count: 2), bullet: (look: "disc", delay: 1)),
        Fire(aim: Aim(0), speed: Sequence(1), bullet: (look: "disc", delay: 1)),
        Fire(aim: Sequence(5), speed: Sequence(1), bullet: (look: "disc", delay: 1)), Wait(99)"#;
    let mut scene = Scene::new(&one(&format!("script: [{script}]")));
    scene.run_to(5);
    let fired: Vec<(f32, f32)> = scene.births[1..].iter().map(|(_, birth, _)| (birth.angle_deg, birth.speed_px_per_tick)).collect();
    // It stands at (164, 80): the player is at atan2(320, -4) = 90.716 degrees.
    let expected = [(10.0, 1.5), (-170.0, 1.5), (90.716, 2.5), (95.716, 3.5)];
    for (found, expected) in fired.iter().zip(expected) {
        assert!((found.0 - expected.0).abs() < 1e-2 && (found.1 - expected.1).abs() < 1e-4, "{fired:?}");
    }
    assert!(scene.births[1..].iter().all(|(tick, birth, _)| *tick == 5 && birth.at == EMITTER + Vec2::X * 4.0));
}

#[test]
fn the_first_of_a_sequence_is_aimed_and_has_speed_1_and_a_changed_speed_counts_as_the_last() {
    let fired = |script: &str| {
        let mut scene = Scene::new(&one(&format!("script: [{script}]")));
        scene.run_to(1);
        scene.births[1..].iter().map(|(_, birth, _)| (birth.angle_deg.round(), birth.speed_px_per_tick)).collect::<Vec<_>>()
    };
    let sequence = r#"Fire(aim: Sequence(30), speed: Sequence(0.5), bullet: (look: "disc"))"#;
    assert_eq!(fired(&format!("{sequence}, {sequence}")), [(90.0, 1.0), (120.0, 1.5)]);
    assert_eq!(fired(&format!("ChangeSpeed(to: 3, ticks: 9), {sequence}")), [(90.0, 3.5)], "its target, at once");
    assert_eq!(fired(&format!("ChangeSpeed(to: Relative(3), ticks: 9), {sequence}")), [(90.0, 4.5)]);
    assert_eq!(fired(&format!("ChangeSpeed(to: Sequence(3), ticks: 9), {sequence}")), [(90.0, 1.0)], "but for a sequence");
    assert_eq!(fired(&format!("ChangeDirection(to: Absolute(0)), {sequence}")), [(90.0, 1.0)], "turns leave volleys alone");
    // The direction of the fire, then that of the bullet, each a sequence.
    let twice = r#"Fire(aim: Absolute("if(volleys > 0, last_angle + 10, aim) + 20"), speed: "if(has_speed, last_speed + 1, 1) + 2", bullet: (look: "disc"))"#;
    assert_eq!(fired(&format!("{twice}, {twice}")), [(110.0, 3.0), (140.0, 6.0)]);
}

#[test]
fn numbers_are_those_of_the_fire() {
    let text = r#"[
        Let(base: 3, gone: 5),
        Repeat(times: 2, do: [Fire(aim: Absolute("90 * loop"), speed: 1, group: Stack(count: 2, step: 1), mirrored: false, bullet: (look: "disc", delay: 1,
            script: [ChangeSpeed(to: "base + 10 * loop + i"), Let(base: "base + 1"), Wait(1), ChangeSpeed(to: "base + n + t")]))]),
        Let(base: 100), Wait(999),
    ]"#;
    let mut scene = Scene::new(text);
    scene.run_to(2);
    let speeds: Vec<f32> = (0..4).map(|nth| scene.bullet(nth).unwrap().velocity.length().round()).collect();
    assert_eq!(speeds, [3.0, 4.0, 13.0, 14.0]);
    scene.step();
    let speeds: Vec<f32> = (0..4).map(|nth| scene.bullet(nth).unwrap().velocity.length().round()).collect();
    assert_eq!(speeds, [7.0; 4], "4 of its own, 2 in the volley, 1 tick");
}

#[test]
fn what_happens_is_answered() {
    let gone = |then: &str, tick: u32| Scene::new(&one(&format!("then: [(when: {then}, do: [Vanish])]"))).run_to(tick).bullet(0).is_none();
    assert!(!gone("After(7)", 7) && gone("After(7)", 8));
    // From x = 160 at a pixel a tick: at 384 after tick 224, so it is seen in tick 225.
    assert!(!gone("OnWall", 224) && gone("OnWall", 225));
    let near = "[Fire(aim: Aim(0), speed: 2, bullet: (look: \"disc\", delay: 1, then: [(when: Near(40), do: [Vanish])]))]";
    // 320 px away: after 140 ticks it is 40 px away.
    assert!(Scene::new(near).run_to(140).bullet(0).is_some() && Scene::new(near).run_to(141).bullet(0).is_none());
    let every = r#"then: [(when: Every(3), do: [Fire(bullet: (look: "disc"))]), (when: After(5), do: [Recolor(Gold)])]"#;
    let mut scene = Scene::new(&one(every));
    assert_eq!(scene.birth_ticks(11), [0, 4, 7, 10]);
    assert_eq!(scene.bullet(0).unwrap().color, tamafubuki::sim::bullet::color::Color::Gold);
    let mut graze = Scene::new(&one("then: [(when: OnGraze, do: [ChangeSpeed(to: 4)])]"));
    graze.player = EMITTER + Vec2::new(40.0, 12.0);
    graze.run_to(60);
    assert_eq!((graze.world.hud().score.graze, graze.bullet(0).unwrap().velocity.x), (1, 4.0));
}

#[test]
fn a_signal_is_heard_in_the_next_tick_by_emitter_and_bullets() {
    let text = r#"[
        Fire(aim: Absolute(0), speed: 1, bullet: (look: "disc", delay: 1, script: [WaitFor(OnSignal("turn")), ChangeDirection(to: Absolute(90)), Wait(3), Emit("done")])),
        Wait(6), Emit("turn"), WaitFor(OnSignal("done")), Fire(bullet: (look: "disc")),
    ]"#;
    let mut scene = Scene::new(text);
    // Given in 6, heard in 7, turned from 8 on; given back in 10, heard in 11.
    assert_eq!(degrees(&scene.velocities(0, 9))[5..], [0, 0, 90, 90]);
    assert_eq!(scene.birth_ticks(15), [0, 11]);
}

#[test]
fn a_bullet_becomes_another_kind_or_an_item() {
    let text = one("then: [(when: After(3), do: [Become(Circular(turn: 90))]), (when: After(6), do: [ChangeSpeed(to: 2)])]");
    let mut scene = Scene::new(&text);
    scene.run_to(3);
    let before = scene.bullet(0).unwrap();
    scene.step();
    assert_eq!((scene.births.len(), scene.bullet(0)), (2, None));
    let after = scene.bullet(1).unwrap();
    assert_eq!((KINDS[usize::from(after.kind)].name, after.look, after.color), ("Circular", before.look, before.color));
    assert!((after.at - (before.at + Vec2::Y)).length() < 1e-3, "it goes on in the same tick: {after:?}");
    assert_eq!(degrees(&scene.velocities(1, 3)), [180, -90, 0]);
    let speeds: Vec<f32> = scene.velocities(1, 3).iter().map(|velocity| velocity.length().round()).collect();
    assert_eq!(speeds, [2.0; 3], "its other lists go on, and the kind takes the new speed");
    let mut item = Scene::new(&one("script: [Wait(2), ToItem]"));
    item.run_to(3);
    assert!(item.bullet(0).is_none() && item.world.items().count() == 1);
    assert!(item.world.events().iter().any(|event| event.what == Happening::Cancel));
}

#[test]
fn mirrors_turn_the_other_way() {
    let text = r#"[Fire(aim: Absolute(0), angle: 30, speed: 1, mirrored: true, bullet: (look: "disc", delay: 1,
        script: [ChangeDirection(to: Relative(30), ticks: 3), Wait(3), Fire(aim: Relative(20), bullet: (look: "disc"))]))]"#;
    let mut scene = Scene::new(text);
    scene.run_to(4);
    assert_eq!([0, 1].map(|nth| degrees(&[scene.bullet(nth).unwrap().velocity])[0]), [60, -60]);
    let angles: Vec<f32> = scene.births[2..].iter().map(|(_, birth, _)| birth.angle_deg.round()).collect();
    assert_eq!(angles, [80.0, -80.0]);
}

#[test]
fn a_pattern_may_call_itself_by_its_bullets_up_to_a_generation() {
    let seed = r#"(params: (speed: 1), do: [Fire(aim: Absolute(0), speed: "speed", bullet: (look: "disc", delay: 1,
        script: [Wait(1), Call(pattern: "seed", with: (speed: "speed + generation")), Vanish]))])"#;
    let stage = stage(r#"[Call("seed"), Wait(999)]"#, &[("seed", seed)]);
    let mut scene = Scene::of(&stage, Mode::Pooled);
    scene.run_to(40);
    let speeds: Vec<f32> = scene.births.iter().map(|(_, birth, _)| birth.speed_px_per_tick).collect();
    assert_eq!(speeds, [1.0, 2.0, 4.0, 7.0, 11.0, 16.0, 20.0, 20.0], "8 generations, each by 1, 2, 3, ... faster up to the limit");
    assert_eq!(scene.world.clipped().generations, 1);
}

#[test]
fn an_emitter_steers_itself() {
    let text = r#"[ChangeDirection(to: Absolute(0)), ChangeSpeed(to: 2, ticks: 2), Wait(4), Fire(aim: Relative(5), bullet: (look: "disc")), Vanish]"#;
    let mut scene = Scene::new(text);
    scene.run_to(4);
    // 1 in tick 1, 2 in ticks 2, 3: the volley of tick 4 starts before the move of that tick.
    let birth = scene.births[0].1;
    assert_eq!((scene.births[0].0, birth.at, birth.angle_deg), (4, EMITTER + Vec2::X * 5.0, 5.0));
}

#[test]
fn those_who_wait_for_the_end_of_an_attack_outlive_it() {
    let text = r#"[
        Fire(aim: Absolute(0), speed: 1, bullet: (look: "disc", delay: 1)),
        Fire(aim: Absolute(0), speed: 1, bullet: (look: "disc", delay: 1, then: [(when: OnPhaseEnd, do: [ChangeSpeed(to: 5)])])),
        Fire(aim: Absolute(0), speed: 1, bullet: (look: "disc", delay: 1, then: [(when: After(999), do: [Vanish])])), Wait(999),
    ]"#;
    let mut stage = (*stage(text, &[])).clone();
    stage.bosses[0].attacks[0].ticks = tamafubuki::sim::stage::data::Tuned([30.0; 4]);
    let mut scenes = [Mode::Pooled, Mode::Boxed].map(|mode| Scene::of(&std::sync::Arc::new(stage.clone()), mode));
    for scene in &mut scenes {
        scene.run_to(40);
        let left: Vec<bool> = (0..3).map(|nth| scene.bullet(nth).is_some()).collect();
        assert_eq!(left, [false, true, false]);
        assert_eq!(scene.bullet(1).unwrap().velocity.x, 5.0);
    }
    assert_eq!(scenes[0].world.digest(), scenes[1].world.digest());
}

#[test]
fn too_many_scripts_are_not_fired_and_counted() {
    let text = r#"[Repeat(times: 3, every: 2, do: [Fire(group: Ring(count: 40), bullet: (look: "disc", then: [(when: After(90), do: [Vanish])]))])]"#;
    let mut scene = Scene::with(stage(text, &[]), Config { capacity_per_kind: 100, ..Config::default() });
    scene.run_to(10);
    assert_eq!((scene.births.len(), scene.world.tasks().len(), scene.world.clipped().tasks), (100, 100, 20));
    scene.run_to(120);
    assert_eq!((scene.world.bullets().len(), scene.world.tasks().len(), scene.world.tasks().peak()), (0, 0, 100));
}

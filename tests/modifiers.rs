//! Modifiers: what a pattern does under them, against what it does without. Values worked out by hand, or by the plain run.

mod support {
    pub mod scene;
}

use glam::Vec2;
use support::scene::{EMITTER, PLAYER, Scene, stage};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::world::Config;

/// A program that calls `p`, which is `steps`.
fn scene(steps: &str, modify: &str) -> Scene {
    in_mode(steps, &format!(r#"[Call(pattern: "p", modify: ({modify})), Wait(9999)]"#), Mode::Pooled)
}

fn in_mode(steps: &str, program: &str, mode: Mode) -> Scene {
    let pattern = format!("(params: (first: 3), do: [{steps}])");
    let mut scene = Scene::with(stage(program, &[("p", &pattern)]), Config { mode, ..Config::default() });
    scene.player = PLAYER;
    scene
}

fn fire(fields: &str, bullet: &str) -> String {
    format!(r#"Fire(aim: Absolute(30), {fields} bullet: (look: "disc", delay: 1, {bullet}))"#)
}

/// One of each way to fly that does not look at the player.
fn ways() -> Vec<String> {
    let kinds = [
        "kind: Linear",
        "kind: Accelerating(accel: 0.05, ticks: 40, max_speed: 3)",
        "kind: Circular(turn: 2, ticks: 50)",
        "kind: Wave(amplitude: 12, period: 40)",
        "kind: Orbit(turn: 3, radius: 10, widen: 0.3)",
        "kind: Falling(pull: 0.03, max_speed: 2)",
        r#"kind: Parametric(x: "t", y: "10 * sin(6 * t)")"#,
        "script: [ChangeSpeed(to: 0.5, ticks: 20), Wait(20), ChangeDirection(to: Sequence(2), ticks: 20), Wait(20), Accel(x: 1, ticks: 20)]",
        r#"script: [Wait(10), ChangeSpeed(to: "0.5 + t / 40", ticks: 10)]"#,
    ];
    kinds.iter().map(|kind| fire("speed: 1.2,", kind)).collect()
}

/// Where the first bullet is, from where it was fired, at a tick.
fn place(scene: &mut Scene, tick: u32) -> Vec2 {
    scene.run_to(tick);
    scene.at(0) - EMITTER
}

#[test]
fn speed_makes_every_way_longer_in_the_same_time() {
    for way in ways() {
        let (mut plain, mut quick) = (scene(&way, ""), scene(&way, "speed: 1.5"));
        for tick in [1, 7, 30, 60, 75] {
            let (there, here) = (place(&mut plain, tick) * 1.5, place(&mut quick, tick));
            assert!((there - here).length() < 0.02, "{way}: {here} for {there} at {tick}");
        }
    }
}

#[test]
fn time_makes_everything_go_on_faster_or_slower() {
    for way in ways() {
        let (mut plain, mut slow) = (scene(&way, ""), scene(&way, "time: 0.5"));
        for tick in [10, 30, 60, 75] {
            let (there, here) = (place(&mut plain, tick), place(&mut slow, 2 * tick + 1));
            // Its spawn cloud is two ticks long. Not the same: it makes two steps of each, with its speed of then.
            assert!((there - here).length() < 0.04 * tick as f32 + 0.5, "{way}: {here} for {there} at {tick}");
        }
    }
    let beat = format!("Wait(6), Repeat(times: 3, every: 10, do: [{}])", fire("", "").replace("delay: 1, ", "delay: 12"));
    assert_eq!(scene(&beat, "").birth_ticks(200), [6, 16, 26]);
    assert_eq!(scene(&beat, "time: 2").birth_ticks(200), [3, 8, 13]);
    assert_eq!(scene(&beat, "time: 0.5").birth_ticks(200), [12, 32, 52]);
    assert_eq!(scene(&beat, "time: 20").birth_ticks(200), [1, 2, 3], "no wait becomes none");
    assert_eq!(scene(&beat, "time: 2").births.first().map(|(_, birth, _)| (birth.delay_ticks, birth.speed_px_per_tick)), None, "not yet");
    let mut twice = scene(&beat, "time: 2");
    twice.run_to(20);
    assert_eq!((twice.births[0].1.delay_ticks, twice.births[0].1.speed_px_per_tick), (6, 4.0));
}

#[test]
fn an_angle_turns_what_is_fired_and_where_bullets_turn_to() {
    let volleys = format!("{}, {}", fire("", ""), fire("", "").replace("Absolute(30)", "Aim(10)"));
    let angles = |modify: &str| scene(&volleys, modify).births.iter().map(|(_, birth, _)| birth.angle_deg).collect::<Vec<_>>();
    assert_eq!((angles(""), angles("angle: 25")), (vec![30.0, 100.0], vec![55.0, 125.0]));
    let sequence = format!("{0}, {0}", fire("", "").replace("Absolute(30)", "Sequence(7)"));
    let angles = |modify: &str| scene(&sequence, modify).births.iter().map(|(_, birth, _)| birth.angle_deg).collect::<Vec<_>>();
    assert_eq!((angles(""), angles("angle: 25")), (vec![90.0, 97.0], vec![115.0, 122.0]), "the first of a sequence is aimed");
    let turning = fire("speed: 1,", "script: [ChangeDirection(to: Absolute(90)), Wait(5), ChangeDirection(to: Relative(40))]");
    let velocity = scene(&turning, "angle: 25").velocities(0, 9)[8];
    assert!((velocity.y.atan2(velocity.x).to_degrees() - 155.0).abs() < 0.01, "{velocity}");
}

#[test]
fn a_mirror_exchanges_left_and_right_of_all_that_is_called() {
    let steps = r#"
        Fire(aim: Absolute(20), at: (30, 5), group: Spread(count: 3, step: 8), bullet: (look: "disc", delay: 1, kind: Circular(turn: 1))),
        Fire(aim: Relative(10), bullet: (look: "disc", delay: 1, script: [Accel(x: 1, ticks: 20), Wait(5), ChangeDirection(to: Relative(50), ticks: 9)])),
        Fire(from: (100, 60), aim: Aim(15), bullet: (look: "disc", delay: 1)),
        MoveTo(to: (300, 100), ticks: 20),
        Fire(aim: Absolute(0), speed: "x / 100", bullet: (look: "disc", delay: 1)),
        Fire(aim: Sequence(10), bullet: (look: "disc", delay: 1)),
        Together([[ChangeSpeed(to: 1), Wait(3), Fire(aim: Relative(5), bullet: (look: "disc", delay: 1))], [Wait(9)]])"#;
    // The emitter stands in the middle, so its mirror image is where it is itself.
    let middle = "MoveTo(to: (192, 80), ticks: 0), Wait(2), ";
    let run = |modify: &str, mode| {
        let mut scene = in_mode(steps, &format!(r#"[{middle} Call(pattern: "p", modify: ({modify})), Wait(9999)]"#), mode);
        scene.player = Vec2::new(192.0, 400.0);
        let mut places = Vec::new();
        for tick in 1..60 {
            scene.run_to(tick);
            places.extend((0..scene.births.len()).filter_map(|nth| scene.bullet(nth).map(|bullet| (tick, nth, bullet.at))));
        }
        places
    };
    let (plain, mirrored) = (run("", Mode::Pooled), run("mirror: 1", Mode::Pooled));
    assert!(plain.len() > 300 && plain.len() == mirrored.len());
    for ((tick, nth, here), (.., there)) in plain.iter().zip(&mirrored) {
        assert!((Vec2::new(384.0 - here.x, here.y) - *there).length() < 0.01, "bullet {nth} at {tick}: {here}, mirrored {there}");
    }
    assert_eq!(run("mirror: 0", Mode::Pooled), plain);
    assert_eq!(run("mirror: 1", Mode::Boxed), mirrored);
    let twice = format!(r#"[{middle} Call(pattern: "q", modify: (mirror: 1)), Wait(9999)]"#);
    let outer = r#"(do: [Call(pattern: "p", modify: (mirror: "1"))])"#;
    let mut back = Scene::new_with(&twice, &[("p", &format!("(do: [{steps}])")), ("q", outer)]);
    back.player = Vec2::new(192.0, 400.0);
    back.run_to(59);
    assert!(
        (back.at(0) - plain.iter().rfind(|(tick, nth, _)| (*tick, *nth) == (59, 0)).unwrap().2).length() < 0.01,
        "a mirror in a mirror"
    );
}

#[test]
fn a_seed_makes_its_random_numbers_the_same_each_time_and_nobody_elses() {
    let steps = r#"Repeat(times: 3, every: 2, do: [Fire(aim: Absolute("rand(0, 90)"), speed: Rand(1, 2), group: Scatter(count: 3, arc: 40, speed: 1),
        bullet: (look: "disc", delay: 1, script: [ChangeSpeed(to: "rand(1, 5)")]))])"#;
    let program = r#"[Repeat(times: 2, do: [Call(pattern: "p", modify: (seed: 7)), Wait(20)]), Call("p"), Wait(9999)]"#;
    let mut scene = in_mode(steps, program, Mode::Pooled);
    scene.run_to(80);
    let fired = |from: usize| {
        scene.births[from..from + 9].iter().map(|(_, birth, _)| (birth.angle_deg, birth.speed_px_per_tick)).collect::<Vec<_>>()
    };
    assert_eq!(fired(0), fired(9), "the same again");
    assert_ne!(fired(0), fired(18), "without the seed it is something else");
    assert!(fired(0).windows(2).all(|pair| pair[0] != pair[1]), "and not one number over and over: {:?}", fired(0));
    let mut mirrored = in_mode(steps, &program.replace("modify: (seed: 7)", r#"modify: (seed: 7, mirror: 1)"#), Mode::Pooled);
    mirrored.run_to(80);
    let images = mirrored.births[..9].iter().map(|(_, birth, _)| (180.0 - birth.angle_deg, birth.speed_px_per_tick));
    assert!(images.zip(fired(0)).all(|(a, b)| (a.0 - b.0).abs() < 1e-3 && a.1 == b.1), "and the same in a mirror");
    // What comes after a call with a seed is as if that had drawn nothing.
    let after = |call: &str| {
        let mut scene = in_mode(
            steps,
            &format!(r#"[{call} Wait(20), Fire(aim: Absolute("rand(0, 360)"), bullet: (look: "disc")), Wait(99)]"#),
            Mode::Pooled,
        );
        scene.run_to(30);
        scene.births.last().unwrap().1.angle_deg
    };
    assert_eq!(after(r#"Call(pattern: "p", modify: (seed: 7)),"#), after("Let(a: 1),"));
    // Bullets draw from seeds of their own: not all the same, and the same each time.
    let speeds = |at: u32, from: usize| {
        let mut scene = in_mode(steps, program, Mode::Pooled);
        scene.run_to(at);
        (from..from + 9).map(|nth| scene.bullet(nth).unwrap().velocity.length()).collect::<Vec<_>>()
    };
    let (first, again) = (speeds(12, 0), speeds(38, 9));
    assert!(first.iter().zip(&again).all(|(a, b)| (a - b).abs() < 1e-4), "{first:?} {again:?}");
    assert!(first.windows(2).all(|pair| (pair[0] - pair[1]).abs() > 1e-3), "{first:?}");
}

#[test]
fn a_budget_holds_volleys_back_while_so_many_bullets_live() {
    let stream = r#"Repeat(times: 40, every: 1, do: [Fire(group: Ring(count: 4), bullet: (look: "disc", lifetime: 20))])"#;
    let mut scene = scene(stream, "budget: 10");
    let most = (0..80).map(|_| (scene.step(), scene.world.bullets().len()).1).max();
    assert_eq!((most, scene.world.clipped_count()), (Some(10), 0), "on purpose, so nothing is told");
    assert!(scene.births.len() > 10, "and it goes on when some have gone");
}

#[test]
fn modifiers_within_each_other_add_up() {
    let outer = r#"(do: [Call(pattern: "p", modify: (speed: "1 + 1", angle: 10, budget: 50))])"#;
    let program = r#"[Call(pattern: "q", modify: (speed: 1.5, angle: "2 * 10", budget: 2)), Fire(aim: Absolute(0), bullet: (look: "disc")), Wait(99)]"#;
    let pattern = format!("(do: [{}])", fire("group: Ring(count: 3),", ""));
    let scene = Scene::new_with(program, &[("p", &pattern), ("q", outer)]);
    let told: Vec<(f32, f32)> = scene.births.iter().map(|(_, birth, _)| (birth.angle_deg, birth.speed_px_per_tick)).collect();
    assert_eq!(told, [(60.0, 6.0), (-180.0, 6.0), (0.0, 2.0)], "two of the ring, and what follows is plain");
}

#[test]
fn a_pattern_that_calls_itself_by_its_bullets_adds_up_too() {
    let echo = r#"(do: [Fire(aim: Absolute(0), speed: 2, bullet: (look: "disc", delay: 1, script: [
        Wait(5), If(cond: "generation < 4", then: [Call(pattern: "echo", modify: (speed: 0.5, angle: 10))]), Wait(999)]))])"#;
    let mut scene = Scene::new_with(r#"[Call("echo"), Wait(999)]"#, &[("echo", echo)]);
    scene.run_to(40);
    let told: Vec<(f32, f32)> = scene.births.iter().map(|(_, birth, _)| (birth.speed_px_per_tick, birth.angle_deg)).collect();
    assert_eq!(told, [(2.0, 0.0), (1.0, 10.0), (0.5, 20.0), (0.25, 30.0)]);
}

#[test]
fn both_storages_agree_under_all_of_them() {
    let steps = format!(
        "Repeat(times: 9, every: 7, do: [{}]), {}",
        ways().join(", "),
        r#"Fire(aim: Aim(0), bullet: (look: "disc", script: [Wait("rand(2, 9)"), Fire(group: Ring(count: "randint(2, 5)"), bullet: (look: "petal"))]))"#
    );
    let program = r#"[Call(pattern: "p", modify: (speed: "0.5 + rank", time: (easy: 1, normal: 0.7, hard: 1, lunatic: 1), angle: "rand(0, 90)", mirror: "1", seed: "3", budget: 60)), Wait(99)]"#;
    let mut scenes = [Mode::Pooled, Mode::Boxed].map(|mode| in_mode(&steps, program, mode));
    for _ in 0..200 {
        let digests = scenes.each_mut().map(|scene| (scene.step(), scene.world.digest()).1);
        assert_eq!(digests[0], digests[1], "tick {}", scenes[0].tick());
    }
    let births: Vec<&Birth> = scenes[0].births.iter().map(|(_, birth, _)| birth).collect();
    assert!(births.len() > 50, "{}", births.len());
}

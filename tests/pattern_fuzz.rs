//! Damaged patterns: whatever can still be read compiles to problems or to a program, and either runs within the limits without panic.

use std::collections::BTreeMap;
use tamafubuki::content;
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::kind::KINDS;
use tamafubuki::sim::bullet::look::{Look, Shape, Turn};
use tamafubuki::sim::laser::{Form, LaserBirth, TRAIL_MAX};
use tamafubuki::sim::pattern::format::{Pattern, Step};
use tamafubuki::sim::pattern::{self, BIRTHS_PER_TICK_MAX, Births, Budget, Host, Names, Pose, Program, ProgramId, Runner, Scope, Task};
use tamafubuki::sim::rng::Rng;

const SEEDS: [&str; 6] = [
    r#"[MoveTo(to: ("clamp(x + rand(-70, 70), 80, 304)", 96), ticks: 6, ease: OutBack), Let(base: "rand(0, 360)", arms: (easy: 3, normal: 4, hard: 5, lunatic: 6)),
        Together([[Forever(every: 5, as: "shot", do: [Fire(aim: Absolute("base + 11 * shot"), mirrored: true, group: Ring(count: "arms", start: "7 * shot",
            of: Stack(count: 3, step: 0.25)), speed: 1.6, angle: "rand(-1.5, 1.5)", bullet: (look: "disc", colors: [Sky, Snow], pick: "i2",
            kind: Circular(turn: 0.4, ticks: 90)))])], [Forever(every: 9, do: [Move(by: (angle: "t * 9", distance: 12), ticks: 4, wait: false)])]])]"#,
    r#"[Forever(do: [Let(sign: "if(px < x, -1, 1)"), Repeat(times: 3, every: 2, do: [Call(pattern: "fan", with: (count: "5 + 2 * loop", lean: "20 * sign"))]),
        Wait(Rand(2, 4)), If(cond: "hp < 0.5 or difficulty >= 2", then: [Fire(group: Rose(count: 40, petals: 5, radius: 36, travel: Along), speed: 0.9,
            bullet: (look: "disc", kind: Homing(turn: 2), hit: 3, lifetime: 60))], else: [Fire(group: Polygon(corners: 5, side: 4), bullet: (look: "disc"))]),
        Choose([(weight: 2, do: [Wait(1)]), (do: [Fire(aim: Sequence(13), group: Scatter(count: 9, radius: 5, speed: 1), bullet: (look: "disc"))])])])]"#,
    r#"[Path(through: [(60, 80), (192, "160 + noise(t)"), (420, 40)], relative: true, ticks: 18), Repeat(times: "2 ^ 3 % 5", do: [Fire(from: (192, 0), at: (3, 4),
        aim: Relative(-10), group: Arrow(wings: 3, step: 6, slow: 0.1, of: Line(count: 3, gap: 5, slant: 60, of: Spread(count: 2, arc: 20, radius: 3))),
        bullet: (look: "disc", kind: Accelerating(accel: -0.02, ticks: 50, min_speed: 1), delay: 0)), Wait("1 + loop / 2")]), Vanish]"#,
    r#"[Repeat(times: 9, every: 2, as: "k", do: [Fire(aim: Absolute("9 * k"), group: Ring(count: 5, of: Stack(count: 2, step: 0.5)), mirrored: true,
        laser: (width: "4 + k", length: Rand(90, 500), warn: "20 - k", open: 3, hold: 9, close: "i", turn: "rand(-1, 1)", hit: 2, follow: true, colors: [Sky, Gold])),
        Fire(aim: Aim(0), group: Rose(count: 9, petals: 3), speed: "2 + i / 9", curve: (width: 7, trail: "10 + 4 * k", kind: Homing(turn: 2), delay: 3, lifetime: 40))])]"#,
    r#"[Let(base: "rand(9)"), ChangeSpeed(to: 1, ticks: 9), Forever(every: 3, do: [Fire(aim: Sequence(9), speed: Sequence(0.1), group: Ring(count: 5), mirrored: true,
        bullet: (look: "disc", delay: 1, script: [Wait("i"), ChangeDirection(to: Aim("base"), ticks: 4, ease: OutSine), Accel(x: Relative(1), y: Sequence(0.1), ticks: 5),
        Repeat(times: 2, every: 3, do: [Fire(aim: Relative("loop * 40"), speed: Relative(-0.5), bullet: (look: "disc", then: [(when: After(5), do: [Vanish])]))]),
        WaitFor(OnSignal("go")), Become(Homing(turn: 2)), ChangeSpeed(to: Relative(1), ticks: 2)]))]), Emit("go")]"#,
    r#"[Repeat(times: 4, every: 4, do: [Emit("go"), Fire(group: Spread(count: 3, step: 9), bullet: (look: "disc", kind: Circular(turn: 3), then: [
        (when: OnWall, do: [Recolor(Sky), ToItem]), (when: Every(3), do: [ChangeDirection(to: Relative(90)), Call(pattern: "fan", with: (count: "generation"))]),
        (when: Near("40 + age"), do: [WaitFor(OnGraze), Vanish])]))]), Together([[Wait(2), Accel(y: 1)], [WaitFor(After(3)), ChangeDirection(to: Absolute(0))]])]"#,
];

/// Pieces that damage is made of.
const PIECES: [&str; 34] = [
    "Vanish",
    "Become(Linear)",
    "OnWall",
    "Sequence(1)",
    "script: [Wait(1)]",
    "generation",
    "0",
    "-1",
    "1e30",
    "0.0001",
    "NaN",
    "100000",
    "\"i\"",
    "\"1/0\"",
    "\"rand(-1e9, 1e9)\"",
    "\"t\"",
    "(easy: 0, normal: 1, hard: 512, lunatic: -3)",
    "Rand(0, 9)",
    "Wait(1)",
    "Forever(do: [Wait(\"0 * t\")])",
    "[]",
    "()",
    "Ring(count: 512)",
    "of: One",
    "Sky",
    "Aim(0)",
    "loop",
    ",",
    ":",
    "(",
    ")",
    "[",
    "]",
    "\"",
];

/// Cuts, doubles or replaces a few words.
fn damaged(text: &str, rng: &mut Rng) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '(', ')', ',', ':', '[', ']', '"']).collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(words.len() as u32) as usize;
        match rng.below(4) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[at]),
            2 => words[at] = PIECES[rng.below(PIECES.len() as u32) as usize],
            _ => words.insert(at, PIECES[rng.below(PIECES.len() as u32) as usize]),
        }
    }
    words.concat()
}

fn check(birth: &Birth) {
    assert!(birth.at.is_finite() && birth.angle_deg.is_finite() && birth.speed_px_per_tick.abs() <= 20.0, "{birth:?}");
    assert!(
        birth.hit_radius_px > 0.0 && birth.graze_radius_px > 0.0 && birth.delay_ticks <= 600 && birth.lifetime_ticks <= 36_000,
        "{birth:?}"
    );
    for (value, param) in birth.params.iter().zip(KINDS[usize::from(birth.kind)].params) {
        assert!(*value >= param.min && *value <= param.max, "{param:?}: {value}");
    }
}

fn check_laser(laser: &LaserBirth) {
    let head = &laser.head;
    assert!(head.at.is_finite() && laser.offset.is_finite() && head.angle_deg.is_finite(), "{laser:?}");
    assert!((1.0..=128.0).contains(&laser.width_px) && laser.hit_width_px > 0.0 && laser.hit_width_px <= laser.width_px, "{laser:?}");
    match laser.form {
        Form::Straight { length_px, turn_deg, warn_ticks, open_ticks, hold_ticks, close_ticks, .. } => {
            assert!((1.0..=4_000.0).contains(&length_px) && turn_deg.abs() <= 12.0, "{laser:?}");
            assert!(warn_ticks <= 3_600 && open_ticks <= 600 && hold_ticks <= 36_000 && close_ticks <= 600, "{laser:?}");
        }
        Form::Curved { trail_count } => assert!((2..=TRAIL_MAX).contains(&usize::from(trail_count)), "{laser:?}"),
    }
}

fn run(program: &Program, difficulty: u8) {
    let (mut runner, mut pose, mut rng) = (Runner::new(), Pose::new(glam::Vec2::new(150.0, 90.0), difficulty == 2), Rng::new(1));
    let mut arena = FrameArena::with_capacity(1 << 18);
    let mut tasks: Vec<(Task, Host)> = Vec::new();
    for tick in 0..30 {
        arena.reset(tick);
        let (mut births, mut given) = (Births::new(&arena, 4_096), 0);
        let (player, pose) = (glam::Vec2::new(192.0, 400.0), &mut pose);
        let mut scope = Scope {
            enemies: &[],
            live_count: 0,
            difficulty,
            rank: 0.5,
            player,
            hp_fraction: 0.3,
            ticks_left: 99,
            pose,
            rng: &mut rng,
            births: &mut births,
            program: ProgramId::Enemy(0),
            heard: 0,
            given: &mut given,
        };
        runner.step(program, &mut scope);
        assert!(births.all().len() + births.lasers().len() <= BIRTHS_PER_TICK_MAX as usize);
        let mut budget = Budget::new(32_768);
        let heard = given;
        for (task, host) in &mut tasks {
            let (pose, heard) = (&mut Pose::new(host.at, false), heard);
            let (births, given) = (&mut births, &mut given);
            let mut scope = Scope {
                enemies: &[],
                live_count: 0,
                difficulty,
                rank: 0.5,
                player,
                hp_fraction: 0.0,
                ticks_left: 0,
                pose,
                rng: &mut rng,
                births,
                program: ProgramId::Enemy(0),
                heard,
                given,
            };
            let deeds = task.step(program, host, tick, &mut scope, &mut budget);
            host.velocity = deeds.velocity.unwrap_or(host.velocity);
            assert!(host.velocity.is_finite(), "{task:?}");
            host.at += host.velocity;
        }
        assert!(births.all().len() <= 2 * BIRTHS_PER_TICK_MAX as usize);
        for seed in births.seeds().iter().take(400_usize.saturating_sub(tasks.len())) {
            let (birth, mut task) = (births.all()[seed.number as usize], seed.task);
            task.start_at(tick + 1);
            let steering = KINDS[usize::from(birth.kind)].steering;
            tasks.push((task, Host { at: birth.at, velocity: glam::Vec2::X, steering, is_grazed: tick % 2 == 0 }));
        }
        births.all().iter().for_each(check);
        births.lasers().iter().for_each(check_laser);
    }
    assert!(pose.at.is_finite());
}

#[test]
fn damaged_patterns_never_panic_and_never_exceed_the_limits() {
    let look = Look {
        name: "disc".to_owned(),
        shape: Shape::Disc,
        radius_px: 5.0,
        hit_radius_px: 3.0,
        graze_radius_px: 18.0,
        layer: 1,
        turn: Turn::Upright,
    };
    let fan =
        r#"(params: (count: 5, lean: 0), do: [Fire(aim: Aim("lean"), group: Spread(count: "count", arc: 70), bullet: (look: "disc"))])"#;
    let patterns = BTreeMap::from([("fan".to_owned(), content::read::<Pattern>("fan.ron", fan).expect("the shared pattern is right"))]);
    let names = Names { looks: &[look], patterns: &patterns, sounds: &[] };
    let mut rng = Rng::new(2024);
    let mut read_count = 0;
    for round in 0..3_000 {
        let seed = SEEDS[round % SEEDS.len()];
        let text = if round < SEEDS.len() { seed.to_owned() } else { damaged(seed, &mut rng) };
        let Ok(steps) = content::read::<Vec<Step>>("p.ron", &text) else { continue };
        let (program, problems) = pattern::compile(&steps, &names);
        assert!(round >= SEEDS.len() || problems.is_empty(), "{problems:?}");
        read_count += 1;
        run(&program, (round % 4) as u8);
    }
    assert!(read_count > 300, "{read_count} of 3000 damaged texts could be read: the damage is too great to test much");
}

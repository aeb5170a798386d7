//! Scripts of bullets in both storages: the same digest every tick, through switches, bombs, thefts, copies of the world and other versions of the stage.

mod support {
    pub mod scene;
}

use std::sync::Arc;
use support::scene::{Scene, stage};
use tamafubuki::content::{Sources, load};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::input::{self, Input};
use tamafubuki::sim::rng::Rng;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::stage::excerpt::Part;
use tamafubuki::sim::world::{Config, World};

/// Everything that a script can do, at random.
const STORM: &str = r#"[Together([
    [Forever(every: 3, do: [
        Fire(aim: Sequence(37), group: Ring(count: 4), speed: Rand(0.6, 2), mirrored: true, bullet: (look: "petal", delay: "i", lifetime: "randint(60, 400)",
            script: [
                Wait("5 + 3 * i"), ChangeDirection(to: Aim("rand(-30, 30)"), ticks: 20, ease: OutSine), ChangeSpeed(to: Relative("rand(-1, 1)"), ticks: 30),
                Together([[Wait(20), Accel(y: Sequence(0.02), ticks: 40)], [Repeat(times: 3, every: 25, do: [
                    Fire(aim: Relative("120 * loop"), speed: Sequence(0.1), bullet: (look: "disc", colors: [Sky, Gold], then: [
                        (when: OnWall, do: [ToItem]),
                        (when: After("rand(30, 90)"), do: [ChangeSpeed(to: -1, ticks: 15)]),
                    ])),
                ])]]),
                If(cond: "rand() < 0.3", then: [ToItem], else: [Face(Aim(0)), Become(Circular(turn: "2 * side", grow: 0.002)), ChangeSpeed(to: 1.5, ticks: 10)]),
                Forever(every: 30, do: [ChangeDirection(to: Sequence(3), ticks: 20), WaitFor(OnSignal("gust"))]),
            ],
            then: [(when: Near(70), do: [Recolor(Rose), ChangeSpeed(to: 0.4, ticks: 8)])])),
    ])],
    [Forever(every: 50, do: [Emit("gust"), Fire(group: Ring(count: 24), bullet: (look: "scrap", kind: Homing(turn: 1), delay: 0, then: [
        (when: OnGraze, do: [ChangeDirection(to: Relative(90), ticks: 5)]),
        (when: Every(40), do: [ChangeSpeed(to: Relative(0.2)), Emit("gust")]),
    ]))])],
    [Forever(every: 1, do: [Fire(aim: Sequence(50), speed: 1, group: Ring(count: 3), bullet: (look: "pellet"))])],
])]"#;

/// A scene in which bullets are stolen and tasks run out.
fn scene(stage: &Arc<StageData>, mode: Mode) -> Scene {
    Scene::with(Arc::clone(stage), Config { mode, capacity_per_kind: 220, seed: 5, ..Config::default() })
}

#[test]
fn both_storages_run_the_same_scripts_through_switches() {
    let stage = stage(STORM, &[]);
    let mut scenes = [Mode::Pooled, Mode::Boxed, Mode::Pooled].map(|mode| scene(&stage, mode));
    let mut rng = Rng::new(8);
    for tick in 1..900 {
        let player = glam::Vec2::new(192.0 + 120.0 * (tick as f32 * 0.02).sin(), 300.0);
        for scene in &mut scenes {
            scene.player = player;
            scene.step();
        }
        if rng.below(9) == 0 {
            let other = if scenes[2].world.mode() == Mode::Pooled { Mode::Boxed } else { Mode::Pooled };
            let (before, count) = (scenes[2].world.digest(), scenes[2].world.tasks().len());
            scenes[2].world.set_mode(other);
            assert_eq!((scenes[2].world.digest(), scenes[2].world.tasks().len()), (before, count), "nothing is lost in a switch");
        }
        let digests = scenes.each_ref().map(|scene| scene.world.digest());
        assert_eq!(digests, [digests[0]; 3], "tick {tick}");
        assert_eq!(scenes.each_ref().map(|scene| scene.world.tasks().audit().or(scene.world.bullets().audit())), [None, None, None]);
    }
    let world = &scenes[0].world;
    let steals: u64 = world.bullets().rows().iter().map(|row| row.steals).sum();
    assert!(steals > 50 && world.clipped().tasks > 50 && world.tasks().peak() == 220, "{steals}, {:?}", world.clipped());
    let grazes = world.hud().score.graze;
    assert!(grazes > 0, "somebody is grazed");
}

#[test]
fn a_copy_of_a_world_has_the_same_future_in_either_storage() {
    let stage = stage(STORM, &[]);
    for mode in [Mode::Pooled, Mode::Boxed] {
        let mut scene = scene(&stage, mode);
        let run = |scene: &mut Scene| (0..150).map(|_| (scene.step(), scene.world.digest()).1).collect::<Vec<_>>();
        scene.run_to(200);
        let copy = scene.world.copy();
        let future = run(&mut scene);
        scene.run_to(500);
        scene.world.restore(&copy);
        assert_eq!(run(&mut scene), future);
    }
}

#[test]
fn a_task_goes_with_its_bullet_whatever_takes_it() {
    let stage = stage(STORM, &[]);
    let mut worlds = [Mode::Pooled, Mode::Boxed]
        .map(|mode| World::new(Arc::clone(&stage), Config { mode, lives: 9, bombs: 3, capacity_per_kind: 2_000, ..Config::default() }));
    let (mut before_bomb, mut most_lost) = (0, 0);
    for tick in 0..900_u32 {
        let buttons = if tick % 250 == 249 { input::BOMB } else { 0 };
        for world in &mut worlds {
            world.step(Input { buttons, ..Input::default() });
        }
        assert_eq!(worlds[0].digest(), worlds[1].digest(), "tick {tick}");
        match tick % 250 {
            248 => before_bomb = worlds[0].tasks().len(),
            // Some are fired while the bomb burns.
            30 => most_lost = most_lost.max(before_bomb.saturating_sub(worlds[0].tasks().len())),
            _ => {}
        }
        let alive = worlds[0].bullets().len();
        assert!(worlds[0].tasks().live(worlds[0].bullets()).count() <= alive);
    }
    assert!(most_lost > 50, "{most_lost} tasks went with a bomb");
    assert!(worlds[0].hud().score.bombs_used > 1);
}

/// The first stage's first enemy alone, with another program; `shift` moves it to another place in the table.
fn enemy(program: &str, shift: bool) -> Arc<StageData> {
    let mut sources = Sources::embedded();
    let text = format!("(figure: \"mask\", hp: 9, radius: 9, score: 0, program: [{program}])");
    sources.insert("levels/campaign/stage1/enemies/mask.ron", text.as_bytes());
    let loaded = load(&sources);
    assert!(loaded.problems.is_empty(), "{}", loaded.problems[0]);
    let stage = &loaded.content.stages[0];
    let mask = stage.enemies.iter().position(|enemy| enemy.file == "mask").expect("there is a mask");
    let mut stage = stage.excerpt(Part::Enemy(mask));
    if shift {
        let first = stage.enemies[0].clone();
        stage.enemies.insert(0, tamafubuki::sim::stage::data::EnemyData { file: "another".to_owned(), ..first });
        stage.waves.iter_mut().flat_map(|wave| &mut wave.rows).for_each(|row| row.enemy += 1);
    }
    Arc::new(stage)
}

#[test]
fn scripts_go_on_with_another_version_of_the_stage_and_end_with_another_version_of_their_program() {
    let turn = r#"MoveTo(to: (192, 200), ticks: 0), Fire(aim: Absolute(0), speed: 1, bullet: (look: "disc", delay: 1, script: [Forever(every: 4, do:
        [ChangeDirection(to: Relative(90))])])), Wait(999)"#;
    let (stage, moved, other) = (enemy(turn, false), enemy(turn, true), enemy(&turn.replace("999", "998"), false));
    let run = |reload: &Arc<StageData>| {
        let mut world = World::new(Arc::clone(&stage), Config::default());
        let mut velocities = Vec::new();
        for tick in 0..60 {
            world.place_player(glam::Vec2::new(192.0, 440.0));
            world.step(Input::default());
            if tick == 20 {
                world.reload(Arc::clone(reload));
            }
            let first = world.tasks().live(world.bullets()).next().map(|(handle, _)| handle);
            let view = first.or(world.bullets().handles().first().copied()).and_then(|handle| world.bullets().get(handle));
            velocities.push(view.map(|view| view.velocity.round()));
        }
        (world.tasks().len(), velocities)
    };
    let (unchanged, shifted, changed) = (run(&stage), run(&moved), run(&other));
    assert_eq!(unchanged, shifted, "found again by the name of the file");
    assert_eq!((unchanged.0, changed.0), (1, 1), "the new version has fired one of its own");
    assert_ne!(unchanged.1, changed.1);
}

//! Directions, numbers by difficulty, random numbers.

use super::*;

fn angles(births: &[(u32, Birth)]) -> Vec<f32> {
    births.iter().map(|(_, birth)| (birth.angle_deg * 100.0).round() / 100.0).collect()
}

fn fire(aim: &str) -> String {
    format!(r#"Fire(aim: {aim}, bullet: (look: "disc"))"#)
}

#[test]
fn each_aim_points_its_way() {
    let one = |aim: &str| volley(&format!("aim: {aim}"))[0].angle_deg;
    assert!(same_way(one("Aim(0)"), 90.0) && same_way(one("Aim(-20)"), 70.0) && same_way(one("Absolute(200)"), 200.0));
    let mut stand = Stand::new(&format!("[{}]", fire("Relative(15)")));
    stand.pose.angle_deg = 200.0;
    assert!(same_way(stand.step()[0].angle_deg, 215.0));
    let mut aside = Stand::new(r#"[Fire(at: (0, 300), bullet: (look: "disc"))]"#);
    aside.player = Vec2::new(50.0, 400.0);
    assert!(same_way(aside.step()[0].angle_deg, 180.0), "aimed from where the volley starts");
}

#[test]
fn a_sequence_starts_at_the_player_and_goes_on_from_the_last_volley_of_its_track() {
    let spiral = format!("[Forever(every: 2, do: [{}])]", fire("Sequence(50)"));
    assert_eq!(angles(&Stand::new(&spiral).run(9)), [90.0, 140.0, -170.0, -120.0, -70.0]);
    let mixed = format!("[{}, {}, {}]", fire("Absolute(10)"), fire("Sequence(5)"), fire("Sequence(5)"));
    assert_eq!(angles(&Stand::new(&mixed).run(1)), [10.0, 15.0, 20.0]);
    let tracks = format!("[Forever(every: 3, do: [Together([[{}], [{}]])])]", fire("Sequence(10)"), fire("Sequence(-10)"));
    assert_eq!(angles(&Stand::new(&tracks).run(7)), [90.0, 90.0, 100.0, 80.0, 110.0, 70.0]);
}

#[test]
fn variables_of_the_world_and_the_track() {
    let text = r#"[
        Wait(7),
        Fire(aim: Absolute("t + aim + distance/100 + hp + time_left/1000 + rank"), speed: "(px + x)/100", bullet: (look: "disc")),
        Fire(aim: Absolute("last_angle"), speed: "last_speed + volleys", bullet: (look: "disc")),
    ]"#;
    let births = Stand::new(text).run(8);
    // 7 + 90 + 3 + 0.25 + 0.6 + 0.5
    assert!(same_way(births[0].1.angle_deg, 101.35) && near(births[0].1.speed_px_per_tick, 2.0), "{births:?}");
    assert!(same_way(births[1].1.angle_deg, 101.35) && near(births[1].1.speed_px_per_tick, 3.0), "{births:?}");
}

#[test]
fn tables_follow_the_difficulty() {
    let text = r#"[Fire(
        group: Ring(count: (easy: 1, normal: 2, hard: 3, lunatic: "2 + 2 + rank*0")),
        speed: (easy: "1 + i", normal: 3, hard: Rand(4, 5), lunatic: "6 + difficulty"),
        bullet: (look: "disc"),
    )]"#;
    for (difficulty, count, speeds) in [(0, 1, 1.0..1.001), (1, 2, 3.0..3.001), (2, 3, 4.0..5.0), (3, 4, 9.0..9.001)] {
        let mut stand = Stand::new(text);
        stand.difficulty = difficulty;
        let births = stand.step();
        assert_eq!(births.len(), count);
        assert!(births.iter().all(|birth| speeds.contains(&birth.speed_px_per_tick)), "{difficulty}: {births:?}");
    }
}

#[test]
fn a_range_is_drawn_once_a_volley_and_rand_once_a_bullet() {
    let speeds =
        |speed: &str| volley(&format!("group: Ring(count: 8), speed: {speed}")).iter().map(|b| b.speed_px_per_tick).collect::<Vec<_>>();
    let (ranged, drawn) = (speeds("Rand(1, 3)"), speeds("\"rand(1, 3)\""));
    assert!(ranged.iter().all(|speed| *speed == ranged[0] && (1.0..3.0).contains(speed)), "{ranged:?}");
    assert!(drawn.windows(2).all(|pair| pair[0] != pair[1]) && drawn.iter().all(|speed| (1.0..3.0).contains(speed)), "{drawn:?}");
}

#[test]
fn the_same_seed_fires_the_same_bullets() {
    let text = r#"[Forever(every: Rand(2, 9), do: [
        Choose([(weight: 2, do: [Fire(group: Scatter(count: 7, radius: 5), bullet: (look: "disc"))]), (do: [Wait("randint(0, 3)")])]),
        Fire(aim: Aim("noise(t/20) * 40"), angle: "rand(-3, 3)", bullet: (look: "petal")),
    ])]"#;
    let run = |seed| {
        let mut stand = Stand::new(text);
        stand.rng = Rng::new(seed);
        stand.run(300)
    };
    assert_eq!(run(4), run(4));
    assert_ne!(run(4), run(5));
}

#[test]
fn a_copied_runner_repeats_the_future() {
    let mut stand =
        Stand::new(&format!("[Forever(every: 5, do: [Together([[{}, Wait(3)], [{}]])])]", fire("Sequence(7)"), fire("Aim(\"rand(5)\")")));
    stand.run(23);
    let (runner, pose, rng) = (stand.runner.clone(), stand.pose, stand.rng.clone());
    let future = stand.run(50);
    (stand.runner, stand.pose, stand.rng) = (runner, pose, rng);
    assert_eq!(stand.run(50), future);
}

#[test]
fn numbers_beyond_their_range_are_clamped() {
    let births = volley(r#"speed: "1000 * rank", angle: "0/(rank - rank)", group: Ring(count: "-5 * rank")"#);
    assert_eq!((births.len(), births[0].speed_px_per_tick), (1, 20.0));
    assert!(births[0].angle_deg.is_finite());
}

//! When things happen, tick by tick.

use super::*;

const FIRE: &str = r#"Fire(bullet: (look: "disc"))"#;

fn ticks(text: &str, ticks: u32) -> Vec<u32> {
    Stand::new(&text.replace("FIRE", FIRE)).birth_ticks(ticks)
}

#[test]
fn waits_and_rounds() {
    assert_eq!(ticks("[FIRE, Wait(3), FIRE, Wait(0), FIRE]", 9), [0, 3, 3]);
    assert_eq!(ticks("[Wait(\"2.6\"), FIRE]", 9), [3], "rounded");
    assert_eq!(ticks("[Repeat(times: 3, every: 4, do: [FIRE]), FIRE]", 20), [0, 4, 8, 12], "the last round takes its time too");
    assert_eq!(ticks("[Repeat(times: 3, do: [FIRE, Wait(2)]), FIRE]", 20), [0, 2, 4, 6]);
    assert_eq!(ticks("[Repeat(times: 3, do: [FIRE]), Wait(1), FIRE]", 20), [0, 0, 0, 1]);
    assert_eq!(ticks("[Repeat(times: 0, every: 5, do: [FIRE]), FIRE]", 9), [0]);
    assert_eq!(ticks("[Forever(every: 4, do: [FIRE])]", 13), [0, 4, 8, 12]);
    assert_eq!(ticks("[Forever(every: 5, do: [Wait(2), FIRE])]", 14), [2, 7, 12], "waits are part of the round");
    assert_eq!(ticks("[Forever(every: 2, do: [FIRE, Wait(5)])]", 14), [0, 5, 10], "a long round makes the next one late");
}

#[test]
fn nested_rounds() {
    let text = "[Forever(every: 20, do: [Repeat(times: 2, every: 6, do: [Repeat(times: 2, every: 2, do: [FIRE])])])]";
    assert_eq!(ticks(text, 30), [0, 2, 6, 8, 20, 22, 26, 28]);
    assert_eq!(ticks(r#"[Repeat(times: 4, every: "1 + loop * 2", do: [FIRE])]"#, 30), [0, 1, 4, 9], "asked for at each round");
    let named = r#"[Repeat(times: 2, as: "row", do: [Repeat(times: 2, as: "column", do: [
        Fire(speed: "1 + row * 10 + column + loop / 4", bullet: (look: "disc"))])])]"#;
    let speeds: Vec<f32> = Stand::new(named).step().iter().map(|birth| birth.speed_px_per_tick).collect();
    assert_eq!(speeds, [1.0, 2.25, 11.0, 12.25]);
}

#[test]
fn lists_side_by_side() {
    assert_eq!(ticks("[Together([[FIRE, Wait(4), FIRE], [Wait(2), FIRE], []]), FIRE]", 9), [0, 2, 4, 4]);
    let inner = "[Together([[Together([[Wait(1), FIRE], [Wait(3)]]), FIRE], [Repeat(times: 2, every: 5, do: [FIRE])]]), FIRE]";
    assert_eq!(ticks(inner, 20), [0, 1, 3, 5, 10]);
    assert_eq!(ticks("[Forever(every: 3, do: [Together([[FIRE], [Wait(1), FIRE]])])]", 7), [0, 1, 3, 4, 6]);
}

#[test]
fn lists_side_by_side_share_no_counters() {
    let text = r#"[Let(base: 1), Together([
        [Repeat(times: 3, every: 2, as: "k", do: [Let(mine: "k * 2"), Wait(1), Fire(speed: "mine + base", bullet: (look: "disc"))])],
        [Let(a: 5, b: 6, c: 7), Repeat(times: 3, every: 2, do: [Let(mine: 19), Wait(1), Let(base: "base + a - b + c - 5.5")])],
    ])]"#;
    let speeds: Vec<f32> = Stand::new(text).run(9).iter().map(|(_, birth)| birth.speed_px_per_tick).collect();
    assert_eq!(speeds, [1.0, 3.5, 6.0], "the name outside of both lists is shared");
}

#[test]
fn names_live_to_the_end_of_their_list() {
    let text = r#"[
        Let(base: 10, more: "base * 2"),
        Forever(every: 1, do: [Fire(aim: Absolute("base + more"), bullet: (look: "disc")), Let(base: "base + 1"), If(cond: 1, then: [Let(more: 0)])]),
    ]"#;
    let angles: Vec<f32> = Stand::new(text).run(4).iter().map(|(_, birth)| birth.angle_deg).collect();
    assert_eq!(angles, [30.0, 11.0, 12.0, 13.0]);
    let (_, problems) = compiled(r#"[If(cond: 1, then: [Let(inside: 1)]), Wait("inside")]"#, &[]);
    assert_eq!(problems.len(), 1, "{problems:?}");
}

#[test]
fn choices() {
    assert_eq!(ticks(r#"[If(cond: "rank > 0.4", then: [FIRE], else: [FIRE, FIRE])]"#, 2), [0]);
    assert_eq!(ticks(r#"[If(cond: "rank < 0.4", then: [FIRE], else: [FIRE, FIRE])]"#, 2), [0, 0]);
    let text = "[Forever(every: 1, do: [Choose([(weight: 3, do: [FIRE]), (do: [FIRE, FIRE]), (weight: 0, do: [FIRE, FIRE, FIRE])])])]";
    let mut counts = [0; 4];
    let mut stand = Stand::new(&text.replace("FIRE", FIRE));
    (0..2_000).for_each(|_| counts[stand.step().len()] += 1);
    assert!(counts[0] == 0 && counts[3] == 0 && (1_400..1_600).contains(&counts[1]), "{counts:?}");
}

#[test]
fn calls_see_their_parameters_alone() {
    let fan = r#"(params: (count: 2, pace: "count + 1"), do: [Fire(group: Ring(count: "count"), speed: "pace", bullet: (look: "disc")), Wait(2)])"#;
    let text = r#"[Let(count: 9), Repeat(times: 2, do: [Call(pattern: "fan", with: (count: "loop + 1"))]), Call(pattern: "fan")]"#;
    let births: Vec<(u32, f32)> =
        Stand::with(text, &[("fan", fan)]).run(9).iter().map(|(tick, birth)| (*tick, birth.speed_px_per_tick)).collect();
    assert_eq!(births, [(0, 2.0), (2, 3.0), (2, 3.0), (4, 3.0), (4, 3.0)]);
}

#[test]
fn the_end_is_told() {
    let mut stand = Stand::new("[Wait(2), Together([[Wait(3)], []])]");
    let ended = (0..9).map(|_| (stand.step(), stand.runner.finished()).1).position(|ended| ended);
    assert_eq!(ended, Some(5));
    let mut gone = Stand::new(&format!("[Together([[Wait(2), Vanish], [Forever(every: 1, do: [{FIRE}])]])]"));
    assert_eq!(gone.birth_ticks(9), [0, 1, 2], "the tick of leaving is played to its end");
    assert!(gone.runner.finished() && gone.runner.has_vanished());
}

#[test]
fn too_much_work_is_put_off_and_counted() {
    let mut stand = Stand::new(r#"[Forever(do: [Let(a: 1), Wait("0 * t")])]"#);
    stand.run(3);
    assert_eq!(stand.runner.clipped(), Clipped { ticks: 3, ..Clipped::default() });
    let mut many = Stand::new(r#"[Repeat(times: 6, do: [Fire(group: Ring(count: 500), bullet: (look: "disc"))])]"#);
    assert_eq!(many.step().len(), 2_048);
    assert_eq!(many.runner.clipped(), Clipped { births: 952, ..Clipped::default() });
    let mut wide = Stand::new(r#"[Let(a: 100), Fire(group: Ring(count: "a", of: Stack(count: "a", step: 0)), bullet: (look: "disc"))]"#);
    assert_eq!((wide.step().len(), wide.runner.clipped().births), (512, 9_488));
}

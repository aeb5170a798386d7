//! What is refused, and where the problem is said to be.

use super::*;
use crate::sim::problem::Key;

const BULLET: &str = r#"bullet: (look: "disc")"#;

/// The only problem of a pattern: its path, what was found, the nearest name, the offset.
fn problem(text: &str) -> (String, String, Option<String>, Option<usize>) {
    let (_, mut problems) = compiled(&text.replace("BULLET", BULLET), &[("fan", SHARED), ("loop", CIRCLE), ("broken", BROKEN)]);
    assert_eq!(problems.len(), 1, "{text}: {problems:?}");
    let problem = problems.remove(0);
    (keys(&problem), problem.found, problem.nearest, problem.offset_bytes)
}

fn keys(problem: &Problem) -> String {
    let keys = problem.path.iter().map(|key| match key {
        Key::Field(name) => name.clone(),
        Key::Index(index) => index.to_string(),
    });
    keys.collect::<Vec<_>>().join(" ")
}

const SHARED: &str = r#"(params: (count: 2), do: [Wait("count")])"#;
const CIRCLE: &str = r#"(do: [Wait(1), Call(pattern: "loop")])"#;
const BROKEN: &str = r#"(do: [Wait("1 +")])"#;

#[test]
fn numbers_out_of_range() {
    let cases = [
        ("[Wait(-1)]", "0 0", "-1"),
        ("[Wait(1.5)]", "0 0", "1.5"),
        ("[Wait(3), Fire(speed: 21, BULLET)]", "1 speed", "`speed` is 21"),
        ("[Fire(speed: NaN, BULLET)]", "0 speed", "`speed` is NaN"),
        ("[Fire(speed: 1e39, BULLET)]", "0 speed", "`speed` is inf"),
        (r#"[Fire(speed: "3 * 7", BULLET)]"#, "0 speed", "`speed` is 21"),
        (r#"[Fire(speed: "1 / 0", BULLET)]"#, "0 speed", "`speed` is inf"),
        ("[Fire(speed: (easy: 1, normal: 2, hard: 99, lunatic: 4), BULLET)]", "0 speed hard", "`hard` is 99"),
        ("[Fire(speed: Rand(1, 30), BULLET)]", "0 speed 1", "`speed` is 30"),
        ("[Fire(speed: Rand(3, 1), BULLET)]", "0 speed", "Rand(3, 1) is empty"),
        ("[Fire(group: Ring(count: 1000000000), BULLET)]", "0 group count", "`count` is 1000000000"),
        ("[Fire(group: Ring(count: 0), BULLET)]", "0 group count", "`count` is 0"),
        ("[Fire(group: Ring(count: 40, of: Stack(count: 40, step: 0)), BULLET)]", "0 group", "1600 bullets"),
        ("[Fire(group: Ring(count: 2, of: Stack(count: 600, step: 0)), BULLET)]", "0 group of count", "`count` is 600"),
        ("[Fire(aim: Aim(100000), BULLET)]", "0 aim 0", "`aim` is 100000"),
        ("[Fire(at: (0, 5000), BULLET)]", "0 at 1", "`at` is 5000"),
        ("[Fire(at: (x: 0, y: 5000), BULLET)]", "0 at y", "`y` is 5000"),
        ("[Fire(group: Points(points: [(0, 1), (11, 0)]), BULLET)]", "0 group points 1", "(11, 0)"),
        (r#"[Fire(bullet: (look: "disc", kind: Circular(turn: 999)))]"#, "0 bullet kind turn", "`turn` is 999"),
        ("[Forever(every: 0, do: [Wait(1)])]", "0 every", "`every` is 0"),
        ("[MoveTo(to: (1, 2), ticks: -4)]", "0 ticks", "`ticks` is -4"),
        ("[Path(through: [], ticks: 4)]", "0 through", "0 points"),
    ];
    for (text, path, found) in cases {
        let problem = problem(text);
        assert!(problem.0 == path && problem.1.contains(found), "{text}: {problem:?}");
    }
}

#[test]
fn names_that_mean_nothing() {
    let cases = [
        (r#"[Fire(bullet: (look: "dics"))]"#, "0 bullet look", "unknown look `dics`", Some("disc"), None),
        (r#"[Call(pattern: "fam")]"#, "0 pattern", "unknown pattern `fam`", Some("fan"), None),
        (r#"[Call(pattern: "fan", with: (cuont: 3))]"#, "0 with cuont", "unknown parameter `cuont`", Some("count"), None),
        (r#"[Wait("10 + rnak")]"#, "0 0", "unknown name `rnak`", Some("rank"), Some(5)),
        (r#"[Let(base: 3), Fire(speed: "2 * bsae", BULLET)]"#, "1 speed", "unknown name `bsae`", Some("base"), Some(4)),
        (r#"[Wait("i")]"#, "0 0", "`i` has no value here", None, Some(0)),
        (r#"[Wait("loop")]"#, "0 0", "`loop` has no value here", None, Some(0)),
        (r#"[Fire(speed: Rand("i", 3), BULLET)]"#, "0 speed 0", "`i` has no value here", None, Some(0)),
        ("[Let(i: 3)]", "0", "the name `i` is taken", None, None),
        (r#"[Let(a: (easy: 1, normal: "(2", hard: 3, lunatic: 4))]"#, "0 a normal", "the end of the expression", None, Some(2)),
    ];
    for (text, path, found, nearest, offset) in cases {
        let problem = problem(text);
        let expected = (path.to_owned(), found.to_owned(), nearest.map(str::to_owned), offset);
        assert_eq!(problem, expected, "{text}");
    }
}

#[test]
fn endless_and_runaway_patterns() {
    let many = "[Repeat(times: 1000, do: [Repeat(times: 1000, do: [Fire(BULLET)])])]";
    let wide = format!("[Together([{}])]", "[],".repeat(9));
    let tracks = format!("[{}]", "Together([[Wait(1)],[],[],[],[],[],[],[]]),".repeat(2));
    let cases = [
        ("[Forever(do: [Fire(BULLET)])]", "0", "never waits"),
        (r#"[Forever(do: [If(cond: "rank", then: [Wait(1)])])]"#, "0", "never waits"),
        ("[Forever(do: [Repeat(times: 0, every: 5, do: [])])]", "0", "never waits"),
        ("[Wait(1), Forever(do: [Move(by: (1, 1), ticks: 9, wait: false)])]", "1", "never waits"),
        (many, "0 times", "`times` is 1000, all in one tick"),
        ("[Fire(group: Spread(count: 3), BULLET)]", "0 group", "both or neither"),
        (&wide, "0", "9 lists"),
        (&tracks, "1", "16 lists side by side"),
        (r#"[Call(pattern: "loop")]"#, "0", "in the pattern `loop`: patterns call each other in a circle: loop -> loop"),
        (r#"[Call(pattern: "broken")]"#, "0", "in the pattern `broken`: the end of the expression"),
    ];
    for (text, path, found) in cases {
        let problem = problem(text);
        assert!(problem.0 == path && problem.1.contains(found), "{text}: {problem:?}");
    }
}

#[test]
fn limits_of_the_whole_pattern_are_told_once() {
    let names: String = (0..200).map(|k| format!("name{k}: {k},")).collect();
    let (_, problems) = compiled(&format!("[Let({names})]"), &[]);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let twice = |inner: &str| format!(r#"(do: [Call(pattern: "{inner}"), Call(pattern: "{inner}")])"#);
    let texts: Vec<(String, String)> =
        (0..15).map(|k| (format!("p{k}"), if k == 0 { "(do: [Wait(1)])".to_owned() } else { twice(&format!("p{}", k - 1)) })).collect();
    let patterns: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (program, problems) = compiled(r#"[Call(pattern: "p14")]"#, &patterns);
    assert!(problems.len() == 1 && problems[0].found.contains("too long"), "{problems:?}");
    assert!(program.instruction_count() < 2 * INSTRUCTIONS_MAX);
}

#[test]
fn all_problems_come_at_once() {
    let text = r#"[Wait(-1), Fire(speed: "x +", bullet: (look: "star", delay: 9999)), Forever(do: [])]"#;
    assert_eq!(compiled(text, &[]).1.len(), 5);
}

#[test]
fn a_shared_pattern_is_checked_by_itself() {
    let pattern: Pattern = read(r#"(params: (count: 2, gap: "cuont"), do: [Wait("count"), Wait(-1)])"#);
    let (_, problems) = compile_shared(&pattern, &Names { looks: &[], patterns: &BTreeMap::new(), sounds: &[] }, &[]);
    let paths: Vec<_> = problems.iter().map(|problem| problem.path.clone()).collect();
    assert_eq!(paths, [vec![Key::from("params"), "gap".into()], vec!["do".into(), 1.into(), 0.into()]]);
}

#[test]
fn a_program_with_problems_still_runs_without_panic() {
    let texts = [
        r#"[Fire(group: Points(points: []), bullet: (look: "star", colors: []))]"#,
        r#"[Fire(group: Polygon(corners: 0, side: 0), bullet: (look: ""))]"#,
        "[Choose([])]",
        "[Together([])]",
        "[Path(through: [], ticks: 3)]",
        "[Forever(do: [])]",
    ];
    for text in texts {
        let (program, problems) = compiled(text, &[]);
        assert!(!problems.is_empty());
        let mut stand = Stand { program, ..Stand::new("[]") };
        stand.run(5);
    }
}

#[test]
fn patterns_of_a_pattern_s_own_are_called_before_shared_ones_and_told_where_they_stand() {
    let compiled = |text: &str, shared: &[(&str, &str)]| {
        let patterns = shared.iter().map(|(name, text)| ((*name).to_owned(), read::<Pattern>(text))).collect();
        let pattern: Pattern = read(text);
        let (program, problems) = compile_shared(&pattern, &Names { looks: &looks(), patterns: &patterns, sounds: &[] }, &[]);
        (program, problems.into_iter().map(|problem| (keys(&problem), problem.found)).collect::<Vec<_>>())
    };
    let fire = |speed: &str| format!(r#"(params: (fast: 2), do: [Fire(speed: {speed}, bullet: (look: "disc"))])"#);
    let shared = fire("1");
    let text = |own: &str, call: &str| format!("(patterns: (fan: {own}, twice: (do: [Call(\"fan\"), Call(\"fan\")])), do: [{call}])");
    let (own, problems) = compiled(&text(&fire("\"fast\""), "Call(\"twice\")"), &[("fan", &shared)]);
    assert_eq!(problems, []);
    let (by_hand, _) = compiled(r#"(do: [Let(fast: 2), Fire(speed: "fast", bullet: (look: "disc"))])"#, &[]);
    assert_eq!(own.instruction_count(), 2 * (by_hand.instruction_count() - 1) + 1, "the own one, twice");
    // A wrong one is told once, where it stands, whether it is called or not.
    let wrong = [("patterns fan do 0 speed".to_owned(), "`speed` is 99".to_owned())];
    for call in ["Call(\"twice\")", "Wait(1)"] {
        assert_eq!(compiled(&text(&fire("99"), call), &[]).1, wrong, "{call}");
    }
    let (_, problems) = compiled(&text("(do: [Call(\"fan\")])", "Call(\"fan\")"), &[("fan", &shared)]);
    assert!(problems[0].1.ends_with("fan -> fan"), "{problems:?}");
    // What a shared one calls is its own; a name in both is no circle.
    let (_, problems) = compiled("(do: [Call(\"fan\")])", &[("fan", &text(&fire("1"), "Call(\"twice\")"))]);
    assert_eq!(problems, []);
    let (_, problems) = compiled("(patterns: (fan: (do: [Call(\"far\")])), do: [])", &[]);
    assert_eq!(problems, [("patterns fan do 0 pattern".to_owned(), "unknown pattern `far`".to_owned())]);
}

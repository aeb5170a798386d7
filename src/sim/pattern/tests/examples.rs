//! The examples of the module docs, read from there, compile and fire what they say.

use super::*;

/// The `ron` blocks of the module docs.
fn examples() -> Vec<String> {
    let docs: Vec<&str> = include_str!("../mod.rs").lines().map_while(|line| line.strip_prefix("//!")).collect();
    let mut blocks = docs.split(|line| line.trim_start().starts_with("```")).map(|lines| lines.join("\n"));
    std::iter::from_fn(|| Some((blocks.next()?, blocks.next()?).1)).collect()
}

fn stand(example: usize) -> Stand {
    let mut looks = looks();
    looks.extend(["scrap", "needle", "drop"].map(|name| Look { name: name.to_owned(), ..looks[0].clone() }));
    let examples = examples();
    let patterns = BTreeMap::from([("fan".to_owned(), read::<Pattern>(&examples[3]))]);
    let (program, problems) = compile(&read::<Vec<Step>>(&examples[example]), &Names { looks: &looks, patterns: &patterns, sounds: &[] });
    assert_eq!(problems, []);
    Stand { program, ..Stand::new("[]") }
}

#[test]
fn rings_of_petals() {
    let counts = [(0, 12, 60), (1, 18, 45), (2, 24, 35), (3, 32, 28)];
    for (difficulty, count, every) in counts {
        let mut stand = stand(0);
        stand.difficulty = difficulty;
        let births = stand.run(every + 1);
        assert_eq!(births.len(), 2 * count);
        let birth = births[count].1;
        assert_eq!((births[count].0, birth.speed_px_per_tick, birth.delay_ticks), (every, 1.55, 10));
        assert_eq!(birth.params[..2], [0.02, 60.0]);
        assert!(same_way(birth.angle_deg, 90.0));
    }
}

#[test]
fn spirals_against_each_other() {
    let mut stand = stand(1);
    assert_eq!(stand.birth_ticks(60), [], "the boss comes first");
    let births = stand.run(300);
    assert_eq!(births.len(), 60 * 2 * 4 * 3);
    let turns: Vec<f32> = births[..24].iter().map(|(_, birth)| birth.params[0]).collect();
    assert_eq!(turns.iter().filter(|turn| **turn == 0.4).count(), 12);
    assert!(births.iter().all(|(_, birth)| birth.at.x >= 80.0 && birth.at.x <= 304.0));
}

#[test]
fn fans_and_a_flower() {
    let births = stand(2).run(42);
    let ticks = |tick: u32| births.iter().filter(|(at, _)| *at == tick).count();
    assert_eq!((ticks(0), ticks(14), ticks(28)), (5, 7, 9));
    let mut whole = stand(2);
    assert_eq!(whole.run(42 + 40).len(), 5 + 7 + 9 + 40, "hp is a quarter, so the flower falls");
}

#[test]
fn bursts_of_its_own() {
    let pattern: Pattern = read(&examples()[4]);
    let (program, problems) = compile_shared(&pattern, &Names { looks: &looks(), patterns: &BTreeMap::new(), sounds: &[] }, &[]);
    assert_eq!(problems, []);
    assert_eq!(Stand { program, ..Stand::new("[]") }.run(61).len(), 3 * (8 + 12));
}

#[test]
fn buds_with_scripts() {
    let births = stand(5).run(51);
    assert_eq!(births.iter().map(|(tick, _)| *tick).collect::<Vec<_>>(), [[0; 5], [50; 5]].concat());
}

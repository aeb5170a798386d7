//! Broken patterns: each problem is placed in the text and says what may stand there.
//!
//! After an intended change of an answer: `UPDATE_GOLDEN=1 cargo test --test pattern_problems`, and a look at the difference.

use std::collections::BTreeMap;
use tamafubuki::content;
use tamafubuki::sim::bullet::look::{Look, Shape, Turn};
use tamafubuki::sim::pattern::format::{Pattern, Step};
use tamafubuki::sim::pattern::{self, Names};

/// What is said about a pattern, without the file's name and the excerpt.
fn complaints(text: &str) -> Vec<String> {
    let look = |name: &str| Look {
        name: name.to_owned(),
        shape: Shape::Disc,
        radius_px: 5.0,
        hit_radius_px: 3.0,
        graze_radius_px: 18.0,
        layer: 1,
        turn: Turn::Upright,
    };
    let fan: Pattern = content::read("fan.ron", "(params: (count: 5), do: [Wait(1)])").expect("the shared pattern is right");
    let patterns = BTreeMap::from([("fan".to_owned(), fan)]);
    let diagnostics = match content::read::<Vec<Step>>("p.ron", text) {
        Ok(steps) => {
            let (_, problems) = pattern::compile(
                &steps,
                &Names { looks: &[look("disc"), look("petal")], patterns: &patterns, sounds: &["bell".to_owned(), "drum".to_owned()] },
            );
            content::place("p.ron", text, problems)
        }
        Err(diagnostics) => diagnostics,
    };
    let line = |shown: String| shown.lines().next().unwrap_or_default().replacen("p.ron:", "", 1);
    diagnostics.iter().map(|diagnostic| line(diagnostic.to_string())).collect()
}

#[test]
fn every_broken_pattern_is_answered_with_the_place_what_stands_there_and_what_may() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/broken_patterns.txt");
    let golden = std::fs::read_to_string(path).expect("the golden file is there");
    let answered = |case: &str| {
        let (text, _) = case.trim().split_once("\n=> ").expect(case);
        format!("{text}\n=> {}", complaints(text).join("\n=> "))
    };
    let answers: Vec<String> = golden.split("\n\n").map(answered).collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, format!("{}\n", answers.join("\n\n"))).expect("the golden file can be written");
    }
    for (answer, expected) in answers.iter().zip(golden.split("\n\n")) {
        assert_eq!(answer, expected.trim());
    }
}

//! `check` as a shell sees it: what it reads as what, how it answers, and its exit code.

mod support {
    pub mod copy;
}

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::copy::copy;

fn tree() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The exit code, and what was printed to both streams.
fn check(folder: &Path, words: &[&str]) -> (i32, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tamafubuki")).arg("check").args(words).current_dir(folder).output().expect("the program runs");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    (output.status.code().expect("an exit code"), text)
}

/// A folder with a copy of the small content's stage, outside of any content.
fn elsewhere(name: &str) -> PathBuf {
    let root = std::env::temp_dir().join(format!("tamafubuki-check-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    copy(&tree().join("tests/mini/levels/demo"), &root.join("demo"));
    root
}

#[test]
fn the_shipped_content_passes_from_inside_and_outside_of_the_tree() {
    for (folder, words) in [
        (tree(), &[][..]),
        (Path::new("/"), &[]),
        (tree(), &["levels/campaign", "assets/looks.ron"]),
        (&tree().join("assets"), &["figures"]),
    ] {
        let (code, text) = check(folder, words);
        assert!(code == 0 && text.ends_with("no problem\n"), "{text}");
    }
    let (code, text) = check(tree(), &["--json", "--quick"]);
    assert_eq!((code, text.as_str()), (0, "{\n  \"problems\": [],\n  \"costs\": []\n}\n"));
}

#[test]
fn a_stage_from_elsewhere_is_checked_against_the_content_and_named_as_written() {
    let root = elsewhere("stage");
    let (code, text) = check(&root, &["demo"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("demo/stage.ron:5:15: backdrop: unknown backdrop `plain`; expected one of: "), "{text}");
    assert!(text.contains("\n  5 |     backdrop: \"plain\",\n    |               ^\n"), "{text}");
    let (code, text) = check(&root, &["--json", "demo/waves/first.ron", "demo/bosses/fox.ron"]);
    assert_eq!((code, text.lines().count()), (2, 6), "{text}");
    assert!(text.contains("{\"file\": \"demo/bosses/fox.ron\", \"line\": 4, \"column\": 13, \"path\": \"figure\", "), "{text}");
    fs::remove_dir_all(root).expect("it was there");
}

#[test]
fn single_files_are_checked_as_what_their_folder_says() {
    let root = elsewhere("files");
    copy(&tree().join("tests/mini/assets/figures"), &root.join("figures"));
    fs::write(root.join("fan.ron"), "(do: [Fire(bullet: (look: \"disc\"), spede: 2)])").expect("a file");
    assert_eq!(check(&root, &["figures/sheet.ron"]), (0, "1 file, no problem\n".to_owned()));
    let (code, text) = check(&root, &["fan.ron"]);
    assert!(code == 2 && text.starts_with("fan.ron:1:36: do[0].spede: unknown field `spede`"), "{text}");
    assert!(text.contains("did you mean `speed`?") && text.ends_with("1 problem in 1 of 1 file\n"), "{text}");
    fs::remove_dir_all(root).expect("it was there");
}

#[test]
fn every_pattern_is_run_and_its_peaks_are_told() {
    let (code, text) = check(tree(), &["levels/campaign/stage1/spells", "levels/campaign/stage1/talks"]);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("/spells/")).collect();
    assert_eq!((code, rows.len()), (0, 7), "{text}");
    let words: Vec<&str> = rows[1].split_whitespace().collect();
    assert_eq!((words[0], words[2]), ("levels/campaign/stage1/spells/fox_2_wheel.ron", "Lunatic"), "{text}");
    assert!((300..1_000).contains(&words[1].parse::<u32>().expect("a number")), "{text}");
    assert!(text.lines().any(|line| line.split_whitespace().collect::<Vec<_>>() == ["budget", "4096", "128", "2048", "10000"]), "{text}");
    let lasers: Vec<&str> = rows[6].split_whitespace().collect();
    assert_eq!((lasers[0], lasers[3], lasers[4]), ("levels/campaign/stage1/spells/owl_2_wick.ron", "6", "Lunatic"), "{text}");
    let (_, json) = check(tree(), &["--json", "levels/campaign/stage1/spells/fox_2_wheel.ron"]);
    assert_eq!(json.matches("\"live\": ").count(), 4, "one row a difficulty: {json}");
    assert!(json.contains("\"difficulty\": \"Easy\", \"live\": ") && json.contains("\"over_at_tick\": null"), "{json}");
}

#[test]
fn what_runs_away_is_a_problem_with_its_place() {
    let root = elsewhere("runaway");
    let fire = "Fire(group: Ring(count: 400), speed: 0, bullet: (look: \"disc\"))";
    fs::write(root.join("away.ron"), format!("(do: [\n  Forever(every: (easy: 600, normal: 5, hard: 5, lunatic: 5), do: [{fire}]),\n])"))
        .expect("a file");
    let (code, text) = check(&root, &["away.ron"]);
    assert_eq!(code, 2, "{text}");
    let first = text.lines().next().unwrap_or_default();
    assert!(first.starts_with("away.ron:1:6: do: more than 4096 bullets of a kind are alive at once in Normal, "), "{text}");
    assert!(first.ends_with("(tick 51); expected fewer, faster ones, or a `lifetime`"), "{text}");
    assert!(text.contains("\n  1 | (do: [\n    |      ^\n"), "{text}");
    assert_eq!(check(&root, &["--quick", "away.ron"]).0, 0, "nothing was run");
    fs::write(root.join("away.ron"), "(do: [Wait(20), Fire(group: Ring(count: 129), laser: ())])").expect("a file");
    let (code, text) = check(&root, &["away.ron"]);
    assert!(
        code == 2 && text.starts_with("away.ron:1:6: do: more than 128 lasers are alive at once in Easy, 0.3 s after its start (tick 21)"),
        "{text}"
    );
    fs::remove_dir_all(root).expect("it was there");
}

#[test]
fn another_content_folder_lies_over_the_games_own() {
    let (code, text) = check(tree(), &["tests/mini"]);
    assert!(code == 2 && text.contains("unknown look `petal`; expected one of: disc, star"), "{text}");
}

#[test]
fn what_is_not_there_is_said_in_one_line() {
    for words in [["nowhere"], ["Cargo.toml"], ["levels/README.md"]] {
        let (code, text) = check(tree(), &words);
        assert!(code == 2 && text.lines().count() == 1 && text.contains(words[0]), "{text}");
    }
}

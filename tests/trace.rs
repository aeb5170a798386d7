//! `trace` and `preview` as a shell sees them: what they take for a pattern, what they print and draw, and what they never do.
//!
//! After an intended change of the game: `UPDATE_GOLDEN=1 cargo test --test trace`, and a line in CHANGELOG.md.

mod support {
    pub mod folder;
    pub mod names;
    pub mod shell;
}

use std::fs;
use std::path::Path;
use support::folder::Folder;
use support::shell::run_in;

/// A pattern with every sort of number that a run may depend on.
const PATTERN: &str = r#"// Two petals at the player, and a ring whose bullets each differ.
(
    params: (count: 5),
    do: [
        Repeat(times: 2, every: 20, do: [
            Fire(aim: Aim(0), group: Spread(count: 2, step: 8), speed: "1 + rank", bullet: (look: "petal", color: Sky, delay: 4)),
        ]),
        Fire(
            aim: Absolute(90),
            group: Ring(count: "count"),
            speed: (easy: 1, normal: "rand(1, 2)", hard: 3, lunatic: 4),
            bullet: (look: "disc", kind: Accelerating(accel: 0.05, ticks: 30)),
        ),
        Wait(30),
    ],
)
"#;

fn tree() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder with the pattern in it.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::write(folder.0.join("pair.ron"), PATTERN).expect("a file");
    folder
}

#[test]
fn a_trace_is_the_same_on_every_machine() {
    let folder = folder("golden");
    let (code, trace, err) = folder.run(&["trace", "pair.ron", "--ticks", "80", "--every", "20", "--player", "100,400", "--seed", "7"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let path = tree().join("tests/golden/trace.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &trace).expect("the golden file can be written");
    }
    assert_eq!(trace, fs::read_to_string(path).expect("the golden file"));
}

#[test]
fn options_change_what_they_say_they_change() {
    let folder = folder("options");
    let trace = |more: &[&str]| {
        let (code, out, err) = folder.run(&[&["trace", "pair.ron", "--ticks", "45", "--every", "0"], more].concat());
        assert_eq!((code, err.as_str()), (0, ""), "{more:?}");
        out.lines().filter(|line| line.starts_with("B ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let column = |lines: &[String], n: usize| lines.iter().map(|line| line.split(' ').nth(n).expect(line).to_owned()).collect::<Vec<_>>();
    let usual = trace(&[]);
    assert_eq!(usual.len(), 2 * 2 + 5);
    assert_eq!(trace(&["--seed", "1"]), usual, "one seed, one run");
    let other = trace(&["--seed", "2"]);
    assert_eq!(other[..4], usual[..4], "nothing random in the first volleys");
    assert_ne!(other[4..], usual[4..]);
    assert_eq!(column(&trace(&["--difficulty", "hard"]), 6)[4..], ["3.000"; 5]);
    assert_eq!(column(&trace(&["--rank", "1"]), 6)[0], "2.000");
    let left = trace(&["--player", "0,98.56"]);
    assert_eq!(column(&left, 5)[..2], ["176.000", "184.000"], "at a crane to the left");
    assert_eq!(column(&trace(&["--at", "10,20"]), 3), ["10.000"; 9]);
}

#[test]
fn a_name_a_path_and_a_loose_file_lead_to_the_same_run() {
    let folder = folder("names");
    let births = |folder: &Path, word: &str| {
        let (code, out, err) = run_in(folder, &["trace", word, "--ticks", "200"]);
        assert_eq!((code, err.as_str()), (0, ""), "{word}");
        out.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    for (part, name) in [("spells", "fox_2_wheel"), ("enemies", "lantern")] {
        let path = format!("levels/campaign/stage1/{part}/{name}.ron");
        let known = births(tree(), &path);
        assert!(known.len() > 20);
        for word in [name, &format!("stage1/{part}/{name}"), &format!("{part}/{name}.ron")] {
            assert_eq!(births(tree(), word), known, "{word}");
            assert_eq!(births(&folder.0, word), known, "{word}, from what is built in");
        }
        fs::copy(tree().join(&path), folder.0.join("loose.ron")).expect("a copy");
        let loose = births(&folder.0, "loose.ron");
        // Alone, the fox fights from elsewhere and no wave says where an enemy enters; what it fires is the same.
        let looks = |lines: &[String]| {
            lines.iter().filter(|line| line.starts_with("B ")).map(|line| line.split(' ').skip(8).collect::<String>()).collect::<Vec<_>>()
        };
        assert_eq!(looks(&loose)[..8], looks(&known)[..8], "{name}");
    }
    let wave = births(tree(), "1_sparrows");
    assert!(wave.iter().any(|line| line.starts_with("E ")) && wave.iter().any(|line| line.starts_with("S ")), "{wave:?}");
}

#[test]
fn what_cannot_be_run_is_answered_in_words_and_exit_code_two() {
    let folder = folder("refused");
    fs::write(folder.0.join("bad.ron"), PATTERN.replace("petal", "peta")).expect("a file");
    fs::write(folder.0.join("cut.ron"), &PATTERN[..300]).expect("a file");
    for command in ["trace", "preview"] {
        let cases: [(&str, &[&str]); 8] = [
            ("bad.ron", &["bad.ron:6:", "unknown look `peta`", "did you mean `petal`?", "^"]),
            ("cut.ron", &["cut.ron:"]),
            ("lantren", &["did you mean `lantern`?"]),
            ("nothing.ron", &["neither a file nor a name"]),
            ("spells/fox", &["neither a file nor a name"]),
            ("before", &["neither a file nor a name"]),
            ("looks", &["neither a file nor a name"]),
            ("", &["an empty name"]),
        ];
        for (word, told) in cases {
            let (code, out, err) = folder.run(&[command, word]);
            assert_eq!((code, out.as_str()), (2, ""), "{command} {word}: {err}");
            assert!(told.iter().all(|told| err.contains(told)), "{command} {word}: {err}");
        }
    }
    assert_eq!(folder.names(), ["bad.ron", "cut.ron", "pair.ron"]);
}

#[test]
fn previews_are_pictures_of_the_whole_run_and_never_replace_a_file_unasked() {
    let folder = folder("preview");
    let (code, out, err) = folder.run(&["preview", "pair.ron", "--ticks", "60"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("pair.png: 1.0 s (60 ticks) of pair.ron, at most 9 bullets"), "{out}");
    let png = fs::read(folder.0.join("pair.png")).expect("a picture");
    assert_eq!(&png[1..4], b"PNG");

    let (code, out, err) = folder.run(&["preview", "pair.ron", "-o", "pair.gif", "--ticks", "30"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let gif = fs::read(folder.0.join("pair.gif")).expect("an animation");
    let mut decoder = gif::DecodeOptions::new().read_info(&gif[..]).expect("a GIF");
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        delays.push(frame.delay);
    }
    assert_eq!((decoder.width(), decoder.height(), delays), (288, 336, vec![5; 10]), "30 ticks in half a second");

    fs::write(folder.0.join("pair.png"), b"mine").expect("a file");
    let (code, out, err) = folder.run(&["preview", "pair.ron", "--ticks", "30"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("pair.png exists") && err.contains("--force"), "{err}");
    assert_eq!(fs::read(folder.0.join("pair.png")).expect("the file"), b"mine");
    assert_eq!(folder.run(&["preview", "pair.ron", "--ticks", "30", "--force"]).0, 0);
    assert_eq!(&fs::read(folder.0.join("pair.png")).expect("a picture")[1..4], b"PNG");
    let (code, _, err) = folder.run(&["preview", "pair.ron", "--ticks", "3", "-o", "no/such/folder.png"]);
    assert!(code == 2 && err.contains("no/such/folder.png"), "{err}");
}

#[test]
fn lasers_are_told_when_they_are_fired_and_as_they_are() {
    let (code, out, err) = run_in(tree(), &["trace", "laser_wheel", "--ticks", "72", "--every", "72"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let lines = |word: &str| out.lines().filter(|line| line.starts_with(word)).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!((lines("L ").len(), lines("T ").len()), (8, 8), "{out}");
    assert_eq!(lines("L ")[0], "L 1 1 183.581 118.885 112.500 0.000 Straight 14.000 640.000 60 10 150 20 0.220 Vermilion");
    // 71 ticks later it has turned by 15.62 degrees and is as wide as it becomes.
    assert_eq!(lines("T ")[0], "T 72 1 183.581 118.885 128.120 14.000");
    let (_, out, _) = run_in(tree(), &["trace", "laser_ribbons", "--ticks", "1"]);
    assert!(
        out.lines().any(|line| line.starts_with("L 1 1 192.000 98.560 ") && line.contains(" 2.200 Curved 12.000 60 Circular 20 Sky")),
        "{out}"
    );
}

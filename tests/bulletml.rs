//! BulletML: what is imported plays as its rules say, as libBulletML plays the published patterns, and the same from XML and from RON.
//!
//! The files of `tests/bulletml_rules` say in their comments what they do: `expect LINE` of the trace, `expect count BEGINNING = N` of its lines.

mod support {
    pub mod frames;
}

use glam::Vec2;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use support::frames::{Run, Slack};
use tamafubuki::bulletml::{self, Options};
use tamafubuki::content::{self, Content, Sources, lawful_name, subject};
use tamafubuki::lab::{FrameSetup, Setup, write_frames};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::field::Bounds;

const EMITTER: Vec2 = Vec2::new(160.0, 80.0);
/// The setting of the traces of libBulletML.
const SETUP: FrameSetup = FrameSetup {
    setup: Setup { difficulty: Difficulty::Normal, seed: 1, rank: 0.5 },
    player: Vec2::new(160.0, 400.0),
    bounds: Bounds { low: Vec2::new(-32.0, -32.0), high: Vec2::new(352.0, 512.0) },
    rand: Some(0.5),
    frames: 20,
    every: 1,
};

/// The BulletML files of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = entries.filter(|path| content::is_bulletml(path)).collect();
    files.sort();
    files
}

/// The game's own content and these files, taken as they are; all of them are sound.
fn direct(files: &[PathBuf], options: &Options) -> Content {
    let mut sources = Sources::embedded();
    sources.set_import(options.clone());
    for file in files {
        subject::at(file, &mut sources).expect("BulletML");
    }
    let loaded = content::load(&sources);
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems.iter().map(ToString::to_string).collect::<Vec<_>>());
    loaded.content
}

/// The same by way of the RON text that is written for each.
fn written(files: &[PathBuf], options: &Options) -> Content {
    let mut sources = Sources::embedded();
    for file in files {
        let imported = bulletml::import(&fs::read(file).expect("a file"), "x.xml", options);
        let ron = imported.ron.expect("it is sound");
        sources.insert(&format!("levels/patterns/{}.ron", lawful_name(file)), ron.text.as_bytes());
    }
    let loaded = content::load(&sources);
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    loaded.content
}

fn run(file: &Path, content: &Content, setup: &FrameSetup) -> String {
    let stage = content.empty_stage.as_ref().expect("a crane").around(content.patterns[&lawful_name(file)].clone(), EMITTER);
    let mut out = Vec::new();
    write_frames(&Arc::new(stage), setup, &mut out).expect("memory");
    String::from_utf8(out).expect("text")
}

fn own() -> Vec<PathBuf> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bulletml_rules"))
}

#[test]
fn every_rule_is_kept() {
    let files = own();
    let content = direct(&files, &Options::default());
    let mut count = 0;
    for file in &files {
        let (text, trace) = (fs::read_to_string(file).expect("text"), run(file, &content, &SETUP));
        for expected in text.lines().filter_map(|line| line.strip_prefix("<!-- expect ")?.strip_suffix(" -->")) {
            let found = match expected.strip_prefix("count ").and_then(|rest| rest.split_once(" = ")) {
                Some((beginning, number)) => {
                    trace.lines().filter(|line| line.starts_with(&format!("{beginning} "))).count() == number.parse().expect("a number")
                }
                None => trace.lines().any(|line| line == expected),
            };
            assert!(found, "{}: {expected}; it is\n{trace}", file.display());
            count += 1;
        }
    }
    assert!(files.len() >= 25 && count > 3 * files.len(), "{count} expectations");
}

#[test]
fn from_xml_and_from_ron_it_is_the_same() {
    let files = own();
    for options in [Options::default(), Options { speed_scale: 2.0, offset: (10.0, -4.0), ..Options::default() }] {
        let (direct, written) = (direct(&files, &options), written(&files, &options));
        for file in &files {
            let name = lawful_name(file);
            assert_eq!(direct.patterns[&name], written.patterns[&name], "{name}");
            let free = FrameSetup { rand: None, ..SETUP };
            assert_eq!(run(file, &direct, &free), run(file, &written, &free), "{name}");
        }
    }
}

#[test]
fn scale_and_offset_are_of_all_lengths() {
    let files: Vec<PathBuf> = own()
        .into_iter()
        .filter(|file| ["first_sequence.xml", "own_wins.xml", "accel.xml"].iter().any(|name| file.ends_with(name)))
        .collect();
    let content = direct(&files, &Options { speed_scale: 2.0, offset: (10.0, -4.0), ..Options::default() });
    let [accel, first, wins] = [0, 1, 2].map(|index| run(&files[index], &content, &SETUP));
    for (trace, line) in [
        (&first, "E 0 1 170.000 76.000 181.768 2.0000"),
        (&first, "E 0 2 170.000 76.000 211.768 3.0000"),
        (&wins, "E 0 3 170.000 76.000 115.000 4.0000"),
        (&accel, "S 3 1 176.000 79.000 90.000 0.0000 4.0000 2.0000"),
        (&accel, "S 10 1 194.000 98.000 90.000 0.0000 2.0000 4.0000"),
    ] {
        assert!(trace.lines().any(|found| found == line), "{line}: {trace}");
    }
}

#[test]
fn what_a_reference_draws_is_the_same_for_all_that_asks_for_it() {
    let file = own().into_iter().find(|file| file.ends_with("drawn_once.xml")).expect("the file");
    let content = direct(std::slice::from_ref(&file), &Options::default());
    let direction = |seed: u64| {
        let setup = FrameSetup { setup: Setup { seed, ..SETUP.setup }, rand: None, ..SETUP };
        let run = Run::read(&run(&file, &content, &setup));
        let (before, after) = (run.births[&1].1[2], run.states[&(2, 1)][2]);
        assert!((after - before - 10.0).abs() < 0.002, "{before} {after}");
        before
    };
    assert!(direction(1) != direction(2) && direction(1) == direction(1));
}

/// Files that are not as libBulletML plays them, and why.
const EXCEPTIONS: [(&str, &str, &[&str]); 5] = [
    ("bulletml021__G_DARIUS_homing_laser", HALF_TURN, &["frame 209: 1 is"]),
    ("bulletml021__Progear_round_2_boss_struggling", HALF_TURN, &["frame 104: 19 is"]),
    ("noiz2sa__boss_Progear_round_2_boss_struggling", HALF_TURN, &["frame 104: 19 is"]),
    ("noiz2sa__boss_daiouzyou_hibati_2_2_r", EDGE, &["frame 142: ", "frame 232: "]),
    ("noiz2sa__middle_daiouzyou_r1_boss_2", EDGE, &["frame 276: "]),
];
/// To libBulletML half a turn from 360 is not one from 0, and a bullet that has passed exactly through the player turns by the last digit of a double.
const HALF_TURN: &str = "exactly half a turn from a direction that is 360 there and 0 here, or whose last digit decides";
const EDGE: &str = "a bullet is exactly on the edge of the bounds, where the last digit decides";

#[test]
fn published_patterns_play_as_libbulletml_plays_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/bulletml");
    if !root.is_dir() {
        println!("skipped: there are no published patterns in {}", root.display());
        return;
    }
    let small = Slack { place: 0.002, direction: 0.01, speed: 0.001 };
    let large = Slack { place: 0.01, direction: 0.01, speed: 0.01 };
    let mut exceptions: BTreeMap<&str, (&str, &[&str])> = EXCEPTIONS.iter().map(|(name, why, what)| (*name, (*why, *what))).collect();
    let mut counts = [0; 2];
    for (folder, slack, frames, every) in [("micro", small, 40, 1), ("golden", large, 300, 15)] {
        let files = files(&root.join(folder));
        let (content, again) = (direct(&files, &Options::default()), written(&files, &Options::default()));
        for file in &files {
            let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
            assert_eq!(content.patterns[&lawful_name(file)], again.patterns[&lawful_name(file)], "{name}, from XML and from RON");
            let ours = run(file, &content, &FrameSetup { frames, every, ..SETUP });
            let found = Run::read(&ours).differences(&Run::read(&theirs(file)), &slack);
            match exceptions.remove(name.as_str()) {
                Some((why, expected)) => {
                    println!("{name}: {why}\n    {}", found.join("\n    "));
                    let is_it =
                        found.len() == expected.len() && found.iter().zip(expected).all(|(found, expected)| found.starts_with(expected));
                    assert!(is_it, "{name}: {found:?}");
                    counts[1] += 1;
                }
                None => {
                    assert_eq!(found, Vec::<String>::new(), "{name}");
                    counts[0] += 1;
                }
            }
        }
    }
    assert!(exceptions.is_empty(), "{exceptions:?}");
    println!("{} patterns as libBulletML plays them, {} with an exception", counts[0], counts[1]);
}

/// The trace that libBulletML printed.
fn theirs(file: &Path) -> String {
    if let Ok(text) = fs::read_to_string(file.with_extension("trace")) {
        return text;
    }
    let packed = fs::File::open(file.with_extension("golden.gz")).expect("a trace");
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("text");
    text
}

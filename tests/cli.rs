//! The command line as a shell sees it: exit codes, what goes to which stream, and that a mistyped line writes nothing.

mod support {
    pub mod folder;
    pub mod names;
    pub mod shell;
}

use std::fs;
use std::path::Path;
use support::folder::Folder;
use tamafubuki::replay::{Header, Recorder, Replay};
use tamafubuki::sim::input::Input;
use tamafubuki::sim::world::Outcome;
use tamafubuki::telemetry::table::Table;

impl Folder {
    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

const COMMANDS: [&str; 14] =
    ["play", "lab", "demo", "replay verify", "check", "trace", "preview", "new", "schema", "sounds", "bench", "soak", "report", "tour"];

#[test]
fn every_command_explains_itself() {
    let folder = Folder::new("help");
    let (code, out, err) = folder.run(&["--help"]);
    assert_eq!((code, err.as_str()), (0, ""));
    for command in COMMANDS {
        assert!(out.contains(&format!("  {command} ")), "{command} is listed");
        let usage = format!("usage: tamafubuki {command}");
        let words: Vec<&str> = command.split(' ').collect();
        for words in [[&words[..], &["--help"]].concat(), [&["help"], &words[..]].concat()] {
            let (code, out, err) = folder.run(&words);
            assert_eq!((code, err.as_str()), (0, ""), "{words:?}");
            assert!(out.contains(&usage), "{words:?}: {out}");
        }
    }
    assert_eq!(folder.run(&["--version"]), (0, format!("tamafubuki {}\n", env!("CARGO_PKG_VERSION")), String::new()));
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn a_line_that_is_not_understood_is_answered_with_usage_and_writes_nothing() {
    let folder = Folder::new("misuse");
    let lines: &[(&[&str], &str)] = &[
        (&["plya"], "`play`"),
        (&["replay"], "replay verify"),
        (&["replay", "verfiy", "x"], "`replay verify`"),
        (&["replay", "verify"], "FILE"),
        (&["replay", "verify", "a", "b"], "FILE"),
        (&["--windowed-olny"], "--windowed-only"),
        (&["play", "--difficulty", "Imposible"], "Lunatic"),
        (&["play", "--seed", "-3"], "--seed"),
        (&["play", "--seed"], "--seed"),
        (&["play", "-x"], "-x"),
        (&["demo", "--seed", "1", "--seed", "2"], "twice"),
        (&["demo", "--out", "same", "--replay", "same"], "--out"),
        (&["demo", "--ticks", "0"], "--ticks"),
        (&["demo", "extra"], "extra"),
        (&["bench", "--csv", "same", "--json", "same"], "same file"),
        (&["soak", "--csv", "same", "--json", "same"], "same file"),
        (&["replay", "verify", "a", "--csv", "same", "--json", "same"], "same file"),
        (&["soak", "--hours", "0"], "--hours"),
        (&["soak", "--hours", "NaN"], "--hours"),
        (&["soak", "--mode", "both"], "--mode"),
        (&["bench", "--bullets", "3"], "--bullets"),
        (&["bench", "--bullets", "1e9"], "--bullets"),
        (&["bench", "--churn", "NaN"], "--churn"),
        (&["bench", "--repeats", "0"], "--repeats"),
        (&["bench", "--burst", "yes"], "yes"),
        (&["bench", "--mode", "pooled", "--require", "4"], "--require"),
        (&["bench", "--windowed-only"], "--windowed-only"),
        (&["lab", "a", "b"], "FILE"),
        (&["tour"], "PIECE"),
        (&["tour", "fox", "--size", "1280"], "--size"),
        (&["tour", "fox", "--frames", "10"], "--frames"),
        (&["tour", "fox", "--size", "799,600", "--require", "1"], "800 x 600"),
        (&["lab", "--rnak", "1"], "--rnak"),
        (&["trace"], "PATTERN"),
        (&["trace", "a", "--player", "1"], "--player"),
        (&["trace", "a", "--player", "1,900"], "--player"),
        (&["trace", "a", "--rank", "NaN"], "--rank"),
        (&["sounds", "--fore"], "--force"),
        (&["preview", "a", "-o", "a.jpg"], ".png or .gif"),
        (&["preview", "a", "-o"], "-o"),
        (&["preview", "a", "-o", "a.png", "--out", "b.png"], "twice"),
        (&["preview", "a", "-o", "a.gif", "--ticks", "1801"], "--ticks"),
        (&["help", "nothing"], "nothing"),
        (&["help", "demo", "more"], "one command"),
    ];
    for (words, named) in lines {
        let (code, out, err) = folder.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?}: {err}");
        assert!(err.contains("usage: tamafubuki") && err.contains(named), "{words:?}: {err}");
    }
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn half_a_name_is_enough_to_ask_for_help() {
    let folder = Folder::new("half");
    let whole = folder.run(&["replay", "verify", "--help"]);
    assert_eq!(whole.0, 0);
    assert_eq!(folder.run(&["replay", "--help"]), whole);
    assert_eq!(folder.run(&["help", "replay"]), whole);
}

#[test]
fn without_a_display_the_window_can_be_insisted_on() {
    let folder = Folder::new("display");
    let (code, out, err) = folder.run(&["play", "--windowed-only", "--data-dir", "data"]);
    assert_eq!((code, out.as_str()), (4, ""));
    assert_eq!(err.lines().count(), 1, "{err}");
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn the_lab_says_what_it_cannot_open_before_it_looks_for_a_display() {
    let folder = Folder::new("lab");
    fs::write(folder.file("broken.ron"), "(do: [Fire(group: Rign(count: 3))])").unwrap();
    fs::write(folder.file("notes.txt"), "no content").unwrap();
    let looks = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/looks.ron");
    for (word, named) in [
        ("nowhere.ron", "nowhere.ron"),
        ("fox_2_wheeel", "did you mean `fox_2_wheel`?"),
        ("notes.txt", "notes.txt"),
        (looks, "nothing in it runs"),
    ] {
        let (code, out, err) = folder.run(&["lab", word]);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{word}: {err}");
        assert!(err.contains(named), "{word}: {err}");
    }
    // What is broken can be opened: the lab shows what is wrong. Here there is no display.
    for words in [&["lab"][..], &["lab", "fox_2_wheel"], &["lab", "stage1"], &["lab", "broken.ron"]] {
        let (code, out, err) = folder.run(words);
        assert_eq!((code, out.as_str(), err.lines().count()), (4, "", 1), "{words:?}: {err}");
        assert!(err.contains("no window"), "{words:?}: {err}");
    }
}

#[test]
fn bench_measures_compares_and_judges() {
    let folder = Folder::new("bench");
    let (csv, json) = (folder.file("ticks.csv"), folder.file("figures.json"));
    let few = ["bench", "--bullets", "40", "--ticks", "30"];
    let (code, out, err) = folder.run(&[&few[..], &["--csv", &csv, "--json", &json, "--heap", "aged"]].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("digests: equal") && out.contains("allocs/tick"), "{out}");
    let table = Table::read(&fs::read_to_string(csv).unwrap()).unwrap();
    assert_eq!((table.len(), table.entry("digests_agree")), (60, Some("true")), "30 ticks of two modes");
    let (mode, heap) = (table.column("mode").unwrap(), table.column("sim_heap_operations").unwrap());
    let operations = |word: &str| -> f64 {
        (0..table.len()).filter(|row| table.word_at(*row, mode) == word).map(|row| table.figure(row, heap).unwrap()).sum()
    };
    if cfg!(feature = "count-alloc") {
        assert!(operations("pooled") == 0.0 && operations("boxed") > 30.0);
    }
    assert!(fs::read_to_string(json).unwrap().starts_with("{\"preamble\":"));

    let (csv, json) = (folder.file("bombs.csv"), folder.file("bombs.json"));
    let (code, out, err) = folder.run(&[&few[..], &["--burst", "--repeats", "3", "--csv", &csv, "--json", &json]].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("bombs") && out.contains("blocks: pooled, boxed, boxed, pooled, pooled, boxed"), "{out}");
    let table = Table::read(&fs::read_to_string(csv).unwrap()).unwrap();
    assert_eq!((table.entry("burst"), table.entry("repeats"), table.entry("digests_agree")), (Some("true"), Some("3"), Some("true")));
    let interval = table.column("interval_ms").unwrap();
    assert!((0..table.len()).all(|row| table.figure(row, interval).is_some_and(|ms| (ms - 1000.0 / 60.0).abs() < 1e-3)), "of play");
    // 30 ticks carry a median and no more; 90 raw ones as well.
    let entry = |name: &str| table.entry(name).unwrap().parse::<f64>();
    assert!(entry("pooled raw p50 us").unwrap() >= entry("pooled tick p50 us").unwrap(), "the least of three is not the slower one");
    assert!(entry("boxed raw max us").unwrap() >= entry("boxed tick max us").unwrap() && entry("boxed tick p99 us").is_err());
    assert!(fs::read_to_string(json).unwrap().contains("\"boxed raw p50 us\""));
    if cfg!(feature = "count-alloc") {
        assert_eq!((entry("pooled allocs/tick"), entry("pooled frees/tick")), (Ok(0.0), Ok(0.0)));
        assert!(entry("boxed heap ops max").unwrap() >= 15.0, "twenty boxes go at the bomb: {out}");
    }

    let (code, out, _) = folder.run(&[&few[..], &["--require", "1000"]].concat());
    assert!(code == 1 && out.contains("MISSED"), "{out}");
    let (code, _, err) = folder.run(&[&few[..], &["--csv", "ticks.csv/x.csv"]].concat());
    assert!(code == 2 && err.contains("ticks.csv/x.csv"), "{err}");
}

#[test]
fn a_demo_is_drawn_and_its_replay_verified() {
    let folder = Folder::new("demo");
    let (picture, replay) = (folder.file("sheet.png"), folder.file("run.tmfr"));
    let (code, out, err) = folder.run(&["demo", "--ticks", "130", "--seed", "5", "--out", &picture, "--replay", &replay]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("digests: equal") && out.contains("stopped after 0:02 (130 ticks)"), "{out}");
    assert_eq!(&fs::read(&picture).unwrap()[1..4], b"PNG");
    assert_eq!(folder.names(), ["run.tmfr", "sheet.png"]);

    let verify = |bytes: &[u8]| {
        let path = folder.file("other.tmfr");
        fs::write(&path, bytes).unwrap();
        folder.run(&["replay", "verify", &path])
    };
    let good = fs::read(&replay).unwrap();
    let (code, out, _) = verify(&good);
    assert_eq!((code, out.matches("verified to the last of 130 ticks").count()), (0, 2), "{out}");

    let (csv, json) = (folder.file("run.csv"), folder.file("run.json"));
    let (code, out, err) = folder.run(&["replay", "verify", &replay, "--csv", &csv, "--json", &json]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let table = Table::read(&fs::read_to_string(&csv).unwrap()).unwrap();
    let mode = table.column("mode").unwrap();
    let modes: Vec<&str> = (0..table.len()).map(|row| table.word_at(row, mode)).collect();
    assert_eq!((modes.len(), modes[0], modes[129], modes[130], modes[259]), (260, "pooled", "pooled", "boxed", "boxed"));
    assert_eq!((table.entry("seed"), table.entry("verified")), (Some("5"), Some("true")));
    let told = ["program", "commit", "build", "cpu", "counter", "load", "excess"];
    assert!(told.iter().all(|name| table.entry(name).is_some()), "{:?}", table.preamble);
    assert!(fs::read_to_string(&json).unwrap().contains("\"scripts\""));

    let mut flipped = good.clone();
    flipped[100] ^= 1;
    let (code, _, err) = verify(&flipped);
    assert!(code == 2 && err.contains("damaged"), "{err}");
    let (code, _, err) = verify(&good[..good.len() - 1]);
    assert!(code == 2 && err.contains("cut short"), "{err}");
    assert_eq!(verify(b"").0, 2);
    assert_eq!(folder.run(&["replay", "verify", "missing"]).0, 2);

    let read = Replay::decode(&good).unwrap();
    let other = |change: fn(&mut Header)| {
        let mut header = read.header.clone();
        change(&mut header);
        verify(&recorded(header).encode())
    };
    let (code, out, _) = other(|_| {});
    assert!(code == 1 && out.contains("equal at tick 0, different at tick 60"), "{out}");
    let (code, out, _) = other(|header| header.content_digest ^= 1);
    assert!(code == 3 && out.contains(&format!("{:016x}", read.header.content_digest)), "{out}");
    let (code, out, _) = other(|header| header.engine_version = "0.0.9".to_owned());
    assert!(code == 3 && out.contains("0.0.9"), "{out}");
}

/// A replay whose digests are invented.
fn recorded(header: Header) -> Replay {
    let mut recorder = Recorder::new(header);
    for _ in 0..130 {
        recorder.record(Input::default(), || 1);
    }
    recorder.finish(Outcome::GaveUp, 0, 1).unwrap()
}

#[test]
fn a_data_folder_that_cannot_be_written_does_not_stop_the_demo() {
    let folder = Folder::new("read-only");
    fs::write(folder.0.join("file"), b"").unwrap();
    let (code, out, err) = folder.run(&["demo", "--ticks", "20", "--data-dir", "file/inside"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("no contact sheet"), "{out}");
    let (code, _, err) = folder.run(&["demo", "--ticks", "20", "--out", "file/inside.png"]);
    assert!(code == 2 && err.contains("inside.png"), "{err}");
    let (code, _, err) = folder.run(&["demo", "--stage", "98"]);
    assert!(code == 2 && err.contains("stage 98"), "{err}");
}

#[test]
fn without_a_display_the_demo_is_played_instead() {
    let folder = Folder::new("fallback");
    let stage = "levels/campaign/stage1/stage.ron";
    let whole = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(stage)).unwrap();
    let (head, _) = whole.split_once("timeline: [").unwrap();
    fs::create_dir_all(folder.0.join(stage).parent().unwrap()).unwrap();
    fs::write(folder.0.join(stage), format!("{head}timeline: [Wait(30)],\n)")).unwrap();
    let (code, out, err) = folder.run(&["--content", ".", "--data-dir", "data", "--seed", "4"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.lines().next().is_some_and(|line| line.starts_with("No window: ")), "{out}");
    assert!(out.contains("seed 4") && out.contains("\ncleared after 0:0"), "{out}");
    assert_eq!(&fs::read(folder.0.join("data/demo.png")).unwrap()[1..4], b"PNG");
}

/// Half an hour of play. In this build it takes a few seconds; the release build plays 24 hours in a minute or two.
#[test]
fn half_an_hour_of_random_play_holds_and_is_recorded() {
    let folder = Folder::new("soak");
    let csv = folder.file("soak.csv");
    let (code, out, err) = folder.run(&["soak", "--hours", "0.5", "--csv", &csv]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("108000 ticks (0:30:00)") && out.ends_with("all of it held\n"), "{out}");
    if cfg!(feature = "count-alloc") {
        assert!(out.contains("heap: 0 operations a tick from tick 600 on\n") && out.contains("live bytes before every run\n"), "{out}");
    }
    let table = Table::read(&fs::read_to_string(&csv).unwrap()).unwrap();
    assert_eq!(table.len(), 36_000);
    let (boxed, again) = (folder.run(&["soak", "--hours", "0.02", "--mode", "boxed"]), ["soak", "--hours", "0.02", "--seed", "2"]);
    assert!(boxed.0 == 0 && boxed.1.contains("digests: equal in both storages at 4320 ticks"), "{}", boxed.1);
    let same = |out: String| out.lines().filter(|line| line.starts_with("cleared")).collect::<String>();
    assert_eq!(same(folder.run(&again).1), same(folder.run(&again).1), "a seed is a run");
}

#[test]
fn sounds_are_written_as_files_and_never_over_others() {
    let folder = Folder::new("sounds");
    let out = folder.file("out");
    let (code, text, err) = folder.run(&["sounds", "bell", "shot", "-o", &out]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(text.contains("\nbell ") && text.contains("\nshot* "), "{text}");
    let names = || {
        let mut names: Vec<String> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["bell.wav", "shot.wav", "sounds.png"]);
    let wav = fs::read(Path::new(&out).join("bell.wav")).unwrap();
    assert!(wav.starts_with(b"RIFF") && wav.len() > 100_000, "{} bytes", wav.len());
    fs::write(Path::new(&out).join("shot.wav"), "mine").unwrap();
    let (code, _, err) = folder.run(&["sounds", "drum", "shot", "-o", &out]);
    assert!(code == 2 && err.contains("shot.wav exists and is kept"), "{err}");
    assert_eq!((names().len(), fs::read(Path::new(&out).join("shot.wav")).unwrap()), (3, b"mine".to_vec()), "nothing was written");
    let (code, _, err) = folder.run(&["sounds", "shot", "-o", &out, "--force"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let (code, _, err) = folder.run(&["sounds", "bel"]);
    assert!(code == 2 && err.contains("did you mean `bell`?"), "{err}");
}

//! What the tools write, and read again as a page: refused before the work if it cannot be written, whole even if nobody listens, and no page of nonsense.

mod support {
    pub mod folder;
    pub mod names;
    pub mod shell;
}

use std::fs;
use std::process::{Command, Stdio};
use support::folder::Folder;

#[test]
fn a_page_is_drawn_of_a_recording_and_of_nothing_else() {
    let folder = Folder::new("report");
    let path = |name: &str| folder.0.join(name);
    let (code, out, err) = folder.run(&["bench", "--bullets", "40", "--ticks", "600", "--csv", "b.csv", "--json", "b.json"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, err) = folder.run(&["report", "b.csv"]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "1200 frames drawn: b.html\n", ""));
    let page = fs::read_to_string(path("b.html")).unwrap();
    assert!(page.contains(" in 2 pairs of neighbouring blocks with like loads") && !page.contains("no verdict"), "blocks are in turns");

    let csv = fs::read_to_string(path("b.csv")).unwrap();
    let names = csv.lines().position(|line| line.starts_with("frame,")).unwrap();
    let column = |name: &str| csv.lines().nth(names).unwrap().split(',').position(|column| column == name).unwrap();
    let report = |name: &str, cell: &str| {
        let mut lines: Vec<String> = csv.lines().map(str::to_owned).collect();
        let mut cells: Vec<&str> = lines[names + 7].split(',').collect();
        cells[column(name)] = cell;
        lines[names + 7] = cells.join(",");
        fs::write(path("x.csv"), lines.join("\n")).unwrap();
        let (code, out, err) = folder.run(&["report", "x.csv"]);
        assert_eq!((code, out.as_str(), path("x.html").exists()), (2, "", false), "{name} {cell}: {err}");
        err
    };
    let line = names + 8;
    let told = |what: &str| format!("tamafubuki report: x.csv:{line}: {what}\n");
    assert_eq!(report("sim_ms", "abc"), told("sim_ms: `abc`; expected a number from 0"));
    assert_eq!(report("sim_ms", ""), told("sim_ms: nothing; expected a number from 0"));
    assert_eq!(report("work_ms", "-1"), told("work_ms: `-1`; expected a number from 0"));
    assert_eq!(report("interval_ms", "inf"), told("interval_ms: `inf`; expected a finite number"));
    assert_eq!(report("mode", "purple"), told("mode: `purple`; expected pooled or boxed"));

    let (code, _, err) = folder.run(&["report", "b.json"]);
    assert_eq!((code, err.as_str()), (2, "tamafubuki report: b.json: this is JSON; report takes the CSV of the same recording\n"));
    let (code, _, err) = folder.run(&["report", "b.csv", "--out", "./b.csv"]);
    assert!(code == 2 && err.contains("this is what is read"), "{err}");
    assert_eq!(fs::read_to_string(path("b.csv")).unwrap(), csv, "it is kept");
}

#[test]
fn a_closed_pipe_changes_neither_the_exit_code_nor_the_files() {
    let folder = Folder::new("pipe");
    let words = ["bench", "--bullets", "40", "--ticks", "20", "--require", "1000", "--csv", "b.csv"];
    let mut program = Command::new(env!("CARGO_BIN_EXE_tamafubuki"))
        .args(words)
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(program.stdout.take());
    let done = program.wait_with_output().unwrap();
    assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(1), ""), "the goal is missed all the same");
    assert_eq!(folder.names(), ["b.csv"]);
}

#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let folder = Folder::new("unwritable");
    fs::write(folder.0.join("file"), b"").unwrap();
    fs::create_dir(folder.0.join("folder")).unwrap();
    let (code, _, err) = folder.run(&["demo", "--ticks", "130", "--no-picture", "--replay", "made/d.tfr"]);
    assert_eq!((code, err.as_str()), (0, ""), "a folder is made");
    let replay = fs::read(folder.0.join("made/d.tfr")).unwrap();
    let lines: [&[&str]; 10] = [
        &["soak", "--hours", "0.001", "--csv", "file/x"],
        &["soak", "--hours", "0.001", "--json", "folder"],
        &["bench", "--bullets", "40", "--ticks", "20", "--json", "file/x"],
        &["demo", "--ticks", "20", "--out", "file/x"],
        &["demo", "--ticks", "20", "--no-picture", "--replay", "file/x"],
        &["replay", "verify", "made/d.tfr", "--csv", "file/x"],
        &["replay", "verify", "made/d.tfr", "--csv", "made/d.tfr"],
        &["replay", "verify", "made/d.tfr", "--json", "made/../made/d.tfr"],
        &["tour", "fox", "--csv", "file/x"],
        &["tour", "fox", "--pictures", "file"],
    ];
    for words in lines {
        let (code, out, err) = folder.run(words);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{words:?}: {err}");
        assert!(err.contains(words[words.len() - 1]), "{words:?}: {err}");
    }
    assert_eq!(fs::read(folder.0.join("made/d.tfr")).unwrap(), replay, "it is kept");
    assert_eq!(folder.names(), ["file", "folder", "made"], "nothing is left of the attempts");
}

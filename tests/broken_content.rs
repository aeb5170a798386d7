//! One fault at a time in a small sound content: what is said, where, and that nothing else is said.

use std::fs;
use std::path::Path;
use tamafubuki::content::{self, Loaded, Sources};

fn mini() -> Sources {
    Sources::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mini"))
}

/// The first line of every problem.
fn complaints(loaded: &Loaded) -> Vec<String> {
    loaded.problems.iter().map(|problem| problem.to_string().lines().next().unwrap_or_default().to_owned()).collect()
}

/// A fault: in `file`, `old` is replaced by `new` once.
struct Case<'t> {
    file: &'t str,
    old: &'t str,
    new: &'t str,
    expected: Vec<&'t str>,
}

fn cases(text: &str) -> impl Iterator<Item = Case<'_>> {
    text.split("\n\n").map(|block| {
        let mut lines = block.trim_start().lines();
        let mut marked = |mark: &str| lines.next().and_then(|line| line.strip_prefix(mark)).expect(block);
        let (file, old, new) = (marked(""), marked("- "), marked("+ "));
        Case { file, old, new, expected: lines.filter_map(|line| line.strip_prefix("=> ")).collect() }
    })
}

fn with_fault(case: &Case) -> Sources {
    let mut sources = mini();
    let text = String::from_utf8_lossy(sources.bytes(case.file).expect(case.file)).into_owned();
    assert!(text.contains(case.old), "{}: no {}", case.file, case.old);
    sources.insert(case.file, text.replacen(case.old, case.new, 1).as_bytes());
    sources
}

#[test]
fn the_small_content_is_sound() {
    let loaded = content::load(&mini());
    assert_eq!(complaints(&loaded), Vec::<String>::new());
    assert_eq!(loaded.content.stages.iter().map(|stage| stage.number).collect::<Vec<_>>(), [1]);
}

#[test]
fn each_fault_is_told_with_its_place_and_nothing_else() {
    const GOLDEN: &str = "tests/golden/broken_content.txt";
    let golden = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN)).expect(GOLDEN);
    let mut wrong = Vec::new();
    for case in cases(&golden) {
        let found = complaints(&content::load(&with_fault(&case)));
        if found != case.expected {
            let lines: String = found.iter().map(|line| format!("\n=> {line}")).collect();
            wrong.push(format!("{}\n- {}\n+ {}{lines}", case.file, case.old, case.new));
        }
    }
    assert!(wrong.is_empty(), "{} cases of {GOLDEN} would read:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

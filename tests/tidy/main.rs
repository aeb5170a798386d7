//! The house rules over the text of `src`: sizes, openings, who imports whom, what the simulation must not touch. Itself tested below.

mod lex;
mod rules;

use rules::Breach;
use std::fs;
use std::path::Path;

/// The kinds of bullets, as their files and as their types are called.
fn kind_names(files: &[(String, String)]) -> Vec<String> {
    let mut names = Vec::new();
    for (path, text) in files {
        let Some(file) = path.strip_prefix("sim/bullet/kind/").and_then(|name| name.strip_suffix(".rs")) else { continue };
        let tokens = lex::without_tests(&lex::tokens(text));
        let types = tokens.windows(4).filter(|window| lex::starts(window, &["impl", "Kind", "for", "_"])).map(|window| window[3].text);
        names.extend(types.flat_map(|kind| [file.to_owned(), kind.to_owned()]));
    }
    names
}

/// Every Rust file below `src`, by path and text.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|ending| ending == "rs") {
                let path = entry.strip_prefix(&root).expect("below src").to_string_lossy().replace('\\', "/");
                files.push((path, fs::read_to_string(&entry).expect("a source file")));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn the_sources_keep_the_rules() {
    let files = sources();
    assert!(files.len() > 20, "the sources were not found");
    let kinds = kind_names(&files);
    let mut breaches = Vec::new();
    for (path, text) in &files {
        let found: Vec<Breach> = rules::all(path, text, &kinds);
        breaches.extend(found.into_iter().map(|(line, what)| format!("src/{path}:{line}: {what}")));
    }
    assert!(breaches.is_empty(), "{} breaches:\n{}", breaches.len(), breaches.join("\n"));
}

/// The breaches of a file with this body.
fn breaches(path: &str, body: &str) -> Vec<String> {
    rules::all(path, &format!("//! A file.\n{body}\n"), &["drifting".to_owned(), "Drifting".to_owned()])
        .into_iter()
        .map(|(_, what)| what)
        .collect()
}

#[track_caller]
fn refuses(path: &str, body: &str, word: &str) {
    let found = breaches(path, body);
    assert!(found.iter().any(|what| what.contains(word)), "{body}: {found:?}");
}

#[track_caller]
fn allows(path: &str, body: &str) {
    assert_eq!(breaches(path, body), Vec::<String>::new(), "{body}");
}

#[test]
fn size_and_opening() {
    let long_function = |lines: usize| format!("fn f() {{\n{}}}", "    let _ = 1;\n".repeat(lines - 2));
    allows("sim/a.rs", &long_function(70));
    refuses("sim/a.rs", &long_function(71), "`f` has 71 lines");
    allows("sim/a.rs", &"\n".repeat(398));
    refuses("sim/a.rs", &"\n".repeat(399), "401 lines");
    assert_eq!(rules::all("sim/a.rs", "fn f() {}\n", &[]).len(), 1, "no opening");
    allows("sim/a.rs", "fn f(a: [u8; 3]) -> u8 { 1 }\nfn g(h: fn(u8) -> u8);\n");
}

#[test]
fn who_imports_whom() {
    allows("sim/a.rs", "use crate::mem::arena::FrameArena; use crate::sim::rng::Rng;");
    refuses("sim/a.rs", "use crate::content::load;", "`sim` may not import `content`");
    refuses("mem/a.rs", "use crate::{mem::x, sim::{y, mem}};", "`mem` may not import `sim`");
    refuses("sim/bullet/a.rs", "fn f() { super::super::super::paper::x() }", "`sim` may not import `paper`");
    refuses("sim/mod.rs", "use super::replay;", "`sim` may not import `replay`");
    allows("sim/bullet/a.rs", "use super::super::paper;");
    allows("content/load.rs", "use crate::paper::figure::Figure; use crate::save::Settings;");
    refuses("content/load.rs", "#[cfg(test)] mod tests { use crate::replay::Replay; }", "may not import `replay`");
    refuses("replay/mod.rs", "use crate::save;", "may not import `save`");
    refuses("cli/mod.rs", "use crate::view::app;", "`cli` may not import `view`");
    allows("view/a.rs", "use tamafubuki::sim::{self, world::World}; use crate::view::ink::Ink;");
    allows("bulletml/mod.rs", "use crate::sim::problem::Problem;");
    refuses("bulletml/mod.rs", "use crate::content::Diagnostic;", "`bulletml` may not import `content`");
    refuses("sim/a.rs", "use crate::bulletml::import;", "`sim` may not import `bulletml`");
    refuses("other/a.rs", "", "in no layer");
}

#[test]
fn words_have_their_places() {
    allows("mem/a.rs", "fn f() { unsafe {} }");
    refuses("sim/a.rs", "fn f() { unsafe {} }", "`unsafe`");
    allows("view/speaker/foreign.rs", "use libloading::Library; fn f() { unsafe {} }");
    refuses("view/speaker/thread.rs", "fn f() { unsafe {} }", "`unsafe`");
    refuses("view/a.rs", "use libloading::Library;", "`libloading`");
    refuses("sound/mixer.rs", "use crate::content::Content;", "`sound` may not import `content`");
    refuses("cli/a.rs", "use macroquad::window;", "`macroquad`");
    allows(
        "cli/a.rs",
        "// macroquad, unsafe, todo!\nconst A: &str = \"unsafe \\\" dbg!\"; const B: &str = r#\"unsafe \" todo\"#; /* unsafe /* dbg */ todo */",
    );
    refuses("view/a.rs", "use fastrand::Rng;", "`fastrand`");
    refuses("view/a.rs", "fn f() { todo!() }", "`todo`");
    refuses("view/utils.rs", "", "`utils`");
}

#[test]
fn the_simulation_is_pure() {
    for (body, word) in [
        ("use std::time::Duration;", "std::time"),
        ("fn f() { println!(\"x\") }", "println"),
        ("static mut A: u8 = 1;", "static"),
        ("struct A { a: RefCell<u8> }", "RefCell"),
        ("use std::collections::HashMap;", "HashMap"),
        ("fn f(a: f32) -> f32 { a.sin() }", "sin"),
        ("fn f(a: f32) -> f32 { f32::powf(a, 2.0) }", "powf"),
        ("fn f(a: f32) -> Vec2 { Vec2::from_angle(a) }", "from_angle"),
        ("fn f(a: f32) -> f32 { a.mul_add(a, a) }", "mul_add"),
        ("pub fn f(a: f32) -> Result<(), Problem> { Ok(()) }", "`f` returns a Result"),
    ] {
        refuses("sim/a.rs", body, word);
        allows("content/a.rs", body);
        allows("sim/a.rs", &format!("#[cfg(test)]\nmod tests {{\n {body}\n}}\nfn ok() {{}}"));
    }
    allows(
        "sim/a.rs",
        "fn f(a: &'static str, b: char) -> f32 { let _ = ('\\'', 'a', b'\"'); math::sin(1.0).sqrt() + \"a.sin()\".len() as f32 }",
    );
    refuses("sim/a.rs", "#[cfg(test)] mod tests; fn f(a: f32) -> f32 { a.cos() }", "cos");
}

#[test]
fn a_kind_is_named_by_its_own_file_alone() {
    refuses("view/a.rs", "fn f() { Motion::Drifting; }", "`Drifting` is named");
    refuses("sim/world.rs", "use crate::sim::bullet::kind::{Motion, drifting::{a, b}};", "`drifting` is named");
    allows("paper/a.rs", "fn f() { Ease::Drifting; }");
    allows("sim/bullet/kind/wave.rs", "fn f() { Motion::Drifting; }");
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let files = [file("sim/bullet/kind/mod.rs", "trait Kind {}"), file("sim/bullet/kind/drifting.rs", "impl Kind for Drifting {}")];
    assert_eq!(kind_names(&files), ["drifting", "Drifting"]);
}

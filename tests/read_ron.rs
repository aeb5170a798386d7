//! Broken RON texts and what is said about them.

use serde::Deserialize;
use std::collections::BTreeMap;
use tamafubuki::content::{self, Diagnostic};

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Card {
    title: String,
    #[serde(default)]
    hp: u16,
    #[serde(default)]
    speed: f32,
    #[serde(default)]
    loud: bool,
    #[serde(default)]
    at: Option<(f32, f32)>,
    #[serde(default)]
    body: Vec<Step>,
    #[serde(default)]
    names: BTreeMap<String, u8>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
enum Step {
    Wait(f32),
    Stop,
    Ring { count: u8, radius_px: f32 },
    Repeat(u8, Vec<Step>),
    Together(Vec<Step>),
    Move(Motion),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Motion {
    to: (f32, f32),
}

fn read(text: &str) -> Result<Card, Vec<Diagnostic>> {
    let text = content::text("card.ron", text.as_bytes())?;
    content::read("card.ron", &text)
}

/// What is said about a broken text: the first line without the file's name.
fn complaint(text: &str) -> String {
    let problems = read(text).expect_err(text);
    let shown = problems[0].to_string();
    shown.lines().next().unwrap_or_default().replacen("card.ron:", "", 1)
}

#[test]
fn every_broken_text_is_answered_with_the_place_what_stands_there_and_what_may() {
    let cases = include_str!("golden/broken_ron.txt").split("\n\n").map(|case| case.trim().rsplit_once("\n=> ").expect(case));
    for (text, expected) in cases {
        let _ = expected;
        println!("{text}\n=> {}\n", complaint(text));
    }
}

#[test]
fn byte_order_mark_and_windows_line_ends_change_nothing() {
    let text = "(\n  title: \"a\\\n    b\",\n  body: [Wait(1)], // the end\n)";
    let plain = read(text).expect("well formed");
    let windows = read(&format!("\u{feff}{}", text.replace('\n', "\r\n"))).expect("well formed");
    assert_eq!(plain, windows);
    assert_eq!(plain.title, "ab");
    let broken = text.replace("Wait(1)", "Wit(1)").replace('\n', "\r\n");
    assert!(complaint(&broken).starts_with("4:10: body[0]: unknown name `Wit`"));
}

#[test]
fn some_and_the_brackets_of_newtypes_may_be_left_out() {
    let short = read("(title: \"a\", at: (1, 2), body: [Move(to: (3, 4))])").expect("well formed");
    assert_eq!((short.at, &short.body[0]), (Some((1.0, 2.0)), &Step::Move(Motion { to: (3.0, 4.0) })));
    for long in [
        "(title: \"a\", at: Some((1, 2)), body: [Move((to: (3, 4)))])",
        "(title: \"a\", at: Some((1, 2,),), body: [Move((to: (3, 4)) /* , */ , )])",
    ] {
        assert_eq!(read(long).as_ref(), Ok(&short), "{long}");
    }
}

#[test]
fn size_depth_and_encoding_are_checked_before_parsing() {
    let of = |bytes: &[u8]| content::text("a.ron", bytes).map_err(|problems| problems[0].to_string());
    let large = vec![b' '; content::FILE_BYTES_MAX + 1];
    assert_eq!(of(&large), Err("a.ron:1:1: the file has 1048577 bytes; expected at most 1048576 bytes".into()));
    let deep = "[".repeat(10_000);
    assert_eq!(of(deep.as_bytes()), Err("a.ron:1:1: brackets are nested 10000 deep; expected at most 64 deep".into()));
    assert_eq!(of(b"(\n  a: \"\xff\")"), Err("a.ron:2:7: byte 0xFF is not UTF-8; expected text saved as UTF-8".into()));
}

#[test]
fn the_deepest_text_that_is_let_through_is_read() {
    let nested = (content::DEPTH_MAX - 4) / 3;
    let text = format!("(title: \"a\", body: [{}Stop{}])", "Repeat(2, [Together([".repeat(nested / 2), "])])".repeat(nested / 2));
    assert!(read(&text).is_ok());
}

#[test]
fn no_cut_of_a_text_panics_and_every_cut_has_a_place_inside_it() {
    let text = "(title: \"é雪\\u{96ea}\", at: (1.5e0, -2), body: [Repeat(2, [Together([Wait(1), Ring(count: 3, radius_px: 1)])]), Move(to: (1, 2))], names: {\"a\": 1}) // é";
    for cut in (0..text.find(") //").unwrap_or_default()).filter(|cut| text.is_char_boundary(*cut)) {
        for tail in ["", "]", "x", "\"", "/*", ")"] {
            for problem in read(&format!("{}{tail}", &text[..cut])).err().unwrap_or_default() {
                assert!(problem.line <= 2 && problem.column <= text.chars().count() + 2, "{problem}");
            }
        }
    }
}

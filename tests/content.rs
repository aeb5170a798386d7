//! The shipped content is sound, and saving it with another editor on another system changes nothing.

use tamafubuki::content::{self, Loaded, Sources};

fn sound(sources: &Sources) -> Loaded {
    let loaded = content::load(sources);
    let shown: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
    loaded
}

#[test]
fn the_shipped_content_has_no_problem() {
    let content = sound(&Sources::embedded()).content;
    assert!(content.looks.len() >= 8 && content.figures.len() >= 7);
    assert_eq!(content.figures.len(), content.figure_names.len());
    assert_eq!(content.backdrops.len(), content.backdrop_names.len());
    assert_eq!(content.stages[0].number, 1);
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_leave_content_and_digest_as_they_are() {
    let shipped = Sources::embedded();
    let mut windows = shipped.clone();
    for path in shipped.paths() {
        let text = String::from_utf8_lossy(shipped.bytes(path).expect(path)).replace('\n', "\r\n");
        windows.insert(path, format!("\u{feff}{text}").as_bytes());
    }
    assert_eq!(sound(&windows).content.digest, sound(&shipped).content.digest);
}

#[test]
fn a_broken_stage_is_left_out_and_the_rest_can_still_be_drawn() {
    let mut sources = Sources::embedded();
    let wave = sources.paths().find(|path| path.contains("/waves/")).expect("a wave").to_owned();
    sources.insert(&wave, b"(spawns: [");
    let loaded = content::load(&sources);
    assert_eq!(loaded.problems.iter().map(|problem| problem.file.as_str()).collect::<Vec<_>>(), [wave]);
    assert!(loaded.content.stages.is_empty() && !loaded.content.figures.is_empty());
}

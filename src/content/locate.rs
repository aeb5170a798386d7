//! From a path of keys to the place in the text: lines and columns count from 1, columns in characters.
//!
//! Must not know: serde types, files.

use super::scan::skip_blank;
use super::tree::{Node, Tree};
use crate::sim::problem::Key;

/// Line and column of the value at `path`, both from 1; `None` when the text holds no such value.
///
/// Variant names are no part of a path: `Fire(count: 3)` has the field `count`. A newtype around a value (`Some(x)`, `Together([..])`)
/// may be counted as `Index(0)` or left out.
pub fn locate(text: &str, path: &[Key]) -> Option<(usize, usize)> {
    let tree = Tree::new(text);
    let found = find(&tree, path, Newtypes::Counted);
    (found.rest == 0).then(|| line_column(text, found.node.map_or(0, |node| node.span.start)))
}

/// Whether a path has an `Index(0)` for the only part of a newtype such as `Some(x)`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Newtypes {
    /// It has, though it may be left out.
    Counted,
    /// It has not, as in the paths of serde.
    Skipped,
}

/// How far a path leads.
pub(super) struct Found<'a> {
    /// The last value on the way; `None` in an empty text.
    pub node: Option<&'a Node>,
    /// How many keys at the end of the path lead nowhere.
    pub rest: usize,
}

/// Follows `path` as far as the text goes along with it.
pub(super) fn find<'a>(tree: &'a Tree, path: &[Key], newtypes: Newtypes) -> Found<'a> {
    match tree.root() {
        Some(root) => follow(tree, root, path, newtypes, &mut { STEP_COUNT_MAX }),
        None => Found { node: None, rest: path.len() },
    }
}

/// Bounds the search of a path through many nested newtypes, each of which may be counted or not.
const STEP_COUNT_MAX: u32 = 2_000;

fn follow<'a>(tree: &'a Tree, node: &'a Node, path: &[Key], newtypes: Newtypes, steps_left: &mut u32) -> Found<'a> {
    let mut best = Found { node: Some(node), rest: path.len() };
    let Some((key, rest)) = path.split_first() else { return best };
    let counted = child(tree, node, key).map(|part| (part, rest));
    let skipped = newtype_part(tree, node).map(|part| (part, path));
    let ways = if newtypes == Newtypes::Counted { [counted, skipped] } else { [skipped, counted] };
    for (part, rest) in ways.into_iter().flatten() {
        if best.rest > 0 && *steps_left > 0 {
            *steps_left -= 1;
            let found = follow(tree, part, rest, newtypes, steps_left);
            best = if found.rest < best.rest { found } else { best };
        }
    }
    best
}

/// The part of `Some(x)`, `Name(x)` or `(x)`.
pub(super) fn newtype_part<'a>(tree: &'a Tree, node: &'a Node) -> Option<&'a Node> {
    let mut parts = tree.parts(node);
    match (node.bracket, parts.next(), parts.next()) {
        (Some(b'('), Some(only), None) if only.key.is_none() => Some(only),
        _ => None,
    }
}

/// The part that a key names; of a field written twice the second, which is the wrong one.
fn child<'a>(tree: &'a Tree, node: &'a Node, key: &Key) -> Option<&'a Node> {
    match key {
        Key::Field(name) => tree.parts(node).rfind(|part| tree.key(part) == Some(name)),
        Key::Index(index) => tree.parts(node).find(|part| part.position == *index && part.key.is_none()),
    }
}

/// Line and column (from 1) of a byte offset; past the end is the end.
pub(super) fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The byte offset of a line and column, the reverse of `line_column`; past the end of a line is its end.
pub(super) fn offset(text: &str, line: usize, column: usize) -> usize {
    let line_start = line.checked_sub(2).map_or(0, |nth| text.match_indices('\n').nth(nth).map_or(text.len(), |(at, _)| at + 1));
    let rest = text[line_start..].split('\n').next().unwrap_or_default();
    line_start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}

/// The byte offset in the text of the byte `inside_bytes` of the string that is written at `start`, escapes counted as what they stand for.
pub(super) fn offset_in_string(text: &str, start: usize, inside_bytes: usize) -> usize {
    let start = skip_blank(text, start);
    let is_prefix = |quote: &usize| text[start..start + quote].chars().all(|c| matches!(c, 'r' | 'b' | '#'));
    let Some(quote) = text[start..].find('"').filter(is_prefix) else { return start };
    let raw = text[start..start + quote].starts_with(['r', 'b']) && text[start..start + quote].contains('r');
    let body = start + quote + 1;
    let (mut at, mut decoded_bytes) = (body, 0);
    while decoded_bytes < inside_bytes && at < text.len() {
        let rest = &text[at..];
        let (written, meant) = if rest.starts_with('\\') && !raw { escape(rest) } else { char_len(rest) };
        (at, decoded_bytes) = (at + written, decoded_bytes + meant);
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    at
}

fn char_len(rest: &str) -> (usize, usize) {
    let bytes = rest.chars().next().map_or(1, char::len_utf8);
    (bytes, bytes)
}

/// How many bytes an escape takes in the text, and how many it stands for.
fn escape(rest: &str) -> (usize, usize) {
    match rest.as_bytes().get(1) {
        Some(b'x') => (4.min(rest.len()), 1),
        Some(b'u') => {
            let written = rest.find('}').map_or(2, |brace| brace + 1);
            let digits = rest.get(3..written - 1).unwrap_or_default();
            let meant = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            (written, meant.map_or(1, char::len_utf8))
        }
        Some(b'\n') => (rest.len() - rest[1..].trim_start().len(), 0),
        _ => (1 + char_len(&rest[1..]).0.min(rest.len() - 1), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"// A wave.
#![enable(implicit_some)]
(
    name: "雪 ) 'x", /* ( */ r#type: Ring,
    pair: (1, -2.5),
    at: Some((x: 3)),
    body: [
        Wait(5), Together([Fire(count: 7), Forever(2, [Wait("1 + \u{96ea} x")])]),
    ],
    map: {"a, b": 1, 'c': Curve(speed: 2)},
    range: 1..9,
)
"##;

    fn keys(path: &str) -> Vec<Key> {
        path.split_whitespace().map(|key| key.parse::<usize>().map_or_else(|_| Key::from(key), Key::from)).collect()
    }

    /// The text from the place that the path leads to.
    fn at(path: &str) -> &'static str {
        let (line, column) = locate(TEXT, &keys(path)).unwrap_or_else(|| panic!("{path} leads nowhere"));
        &TEXT[offset(TEXT, line, column)..]
    }

    #[test]
    fn every_kind_of_value_is_found() {
        let places = [
            ("", "(\n    name"),
            ("name", "\"雪"),
            ("type", "Ring,"),
            ("pair 1", "-2.5"),
            ("at", "Some("),
            ("at x", "3)"),
            ("at 0 x", "3)"),
            ("body 0", "Wait(5)"),
            ("body 0 0", "5)"),
            ("body 1", "Together"),
            ("body 1 0", "[Fire"),
            ("body 1 0 0 count", "7"),
            ("body 1 0 count", "7"),
            ("body 1 0 1 1 0 0", "\"1 + "),
            ("map c speed", "2)"),
            ("range", "1..9"),
        ];
        for (path, expected) in places {
            assert!(at(path).starts_with(expected), "{path}: {}", at(path));
        }
        let map_key = [Key::from("map"), Key::from("a, b")];
        assert_eq!(locate(TEXT, &map_key), Some((10, 19)));
    }

    #[test]
    fn a_path_that_leads_nowhere_says_so_and_how_far_it_went() {
        for path in ["nme", "pair 2", "body 0 speed", "name 0"] {
            assert_eq!(locate(TEXT, &keys(path)), None, "{path}");
        }
        let tree = Tree::new(TEXT);
        let found = find(&tree, &keys("map c sped"), Newtypes::Counted);
        assert_eq!((found.rest, found.node.map(|node| &TEXT[node.span.clone()])), (1, Some("Curve(speed: 2)")));
        assert_eq!(locate("", &[]), Some((1, 1)), "an empty text is its own value");
    }

    #[test]
    fn serde_paths_leave_newtypes_out() {
        let tree = Tree::new(TEXT);
        let found = find(&tree, &keys("body 1 0 count"), Newtypes::Skipped);
        assert_eq!(found.node.map(|node| &TEXT[node.span.clone()]), Some("7"));
        let first = find(&tree, &keys("body 1 0"), Newtypes::Skipped);
        assert_eq!(first.node.map(|node| &TEXT[node.span.clone()]), Some("Fire(count: 7)"));
    }

    #[test]
    fn columns_count_characters_and_offsets_come_back() {
        let text = "a\n雪=é\n";
        assert_eq!(line_column(text, text.find('é').unwrap_or_default()), (2, 3));
        for (offset_bytes, _) in text.char_indices() {
            let (line, column) = line_column(text, offset_bytes);
            assert_eq!(offset(text, line, column), offset_bytes);
        }
        assert_eq!(line_column(text, 999), (3, 1));
        assert_eq!(offset(text, 999, 9), text.len());
    }

    #[test]
    fn offsets_inside_strings_count_escapes_as_what_they_stand_for() {
        let of = |text: &str, inside| text[offset_in_string(text, 0, inside)..].chars().next();
        assert_eq!(of(r#""abXc""#, 2), Some('X'));
        assert_eq!(of(r#""\u{96ea}\n\x41\\\"X""#, 7), Some('X'));
        assert_eq!(of("\"a\\\n   X\"", 1), Some('\\'));
        assert_eq!(of("\"a\\\n   Xb\"", 2), Some('b'));
        assert_eq!(of(r##"r#"\n"X"#"##, 3), Some('X'));
        assert_eq!(offset_in_string("\"a\"", 0, 99), 3);
        assert_eq!(offset_in_string("12", 0, 1), 0);
        for broken in ["\"\\u{", "\"\\x", "\"\\", "\"\\é", "\"\\xéé雪"] {
            assert!(offset_in_string(broken, 0, 9) <= broken.len());
        }
    }
}

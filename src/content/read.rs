//! RON text -> serde type, with every failure as a diagnostic that says what stands there, what may stand there and what was meant.
//!
//! Size and depth are checked before anything is parsed. Must not know: any particular type, where files come from.

use super::diagnostic::Diagnostic;
use super::locate::{Newtypes, find, newtype_part, offset};
use super::scan::{self, TokenKind, skip_blank};
use super::tree::{Node, Tree};
use crate::sim::problem::{Key, Problem, nearest};
use ron::error::{Error, SpannedError};
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use serde_path_to_error::{Segment, Track};
use std::ops::Range;

/// Longest file that is read, bytes.
pub const FILE_BYTES_MAX: usize = 1 << 20;
/// Deepest nesting of brackets that is parsed.
pub const DEPTH_MAX: usize = 64;

/// A value takes up to five calls of the parser for each bracket around it; the limit on brackets comes first.
const RECURSION_LIMIT: usize = 6 * DEPTH_MAX;

/// The extensions that all content is read with: `Some` may be left out, and so may the brackets of a newtype.
fn options() -> ron::Options {
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES;
    ron::Options::default().with_default_extension(extensions).with_recursion_limit(RECURSION_LIMIT)
}

/// A file's bytes as text: UTF-8, without byte order mark, lines ended by `\n`, at least one of them.
///
/// # Errors
/// Too long, too deep, not UTF-8.
pub fn text(file: &str, bytes: &[u8]) -> Result<String, Vec<Diagnostic>> {
    if bytes.len() > FILE_BYTES_MAX {
        return Err(vec![Diagnostic::of_file(
            file,
            format!("the file has {} bytes", bytes.len()),
            format!("at most {FILE_BYTES_MAX} bytes"),
        )]);
    }
    let utf8 = std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
        let found = format!("byte 0x{:02X} is not UTF-8", bytes[error.valid_up_to()]);
        let problem = Problem::new(Vec::new(), found, "text saved as UTF-8");
        vec![Diagnostic { excerpt: String::new(), ..Diagnostic::at(file, &good, good.len(), &[], problem) }]
    })?;
    let mut text = utf8.strip_prefix('\u{feff}').unwrap_or(utf8).replace("\r\n", "\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let depth = scan::depth(&text);
    if depth > DEPTH_MAX {
        return Err(vec![Diagnostic::of_file(file, format!("brackets are nested {depth} deep"), format!("at most {DEPTH_MAX} deep"))]);
    }
    Ok(text)
}

/// Reads a text that `text` has let through.
///
/// # Errors
/// Every number that is not finite, else one diagnostic: the parser stops at the first problem.
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Vec<Diagnostic>> {
    if skip_blank(text, 0) == text.len() {
        return Err(vec![Diagnostic::of_file(file, "there is no value in the file", "one value")]);
    }
    let infinite = infinite_numbers(file, text);
    if !infinite.is_empty() {
        return Err(infinite);
    }
    let mut track = Track::new();
    let single = single_brackets(text);
    let outcome = ron::Deserializer::from_str_with_options(&single, &options()).and_then(|mut ron| {
        let value = T::deserialize(serde_path_to_error::Deserializer::new(&mut ron, &mut track));
        value.and_then(|value| ron.end().map(|()| value)).map_err(|error| ron.span_error(error))
    });
    outcome.map_err(|error| vec![explain(file, text, keys(track.path().iter()), &error)])
}

/// The text with the inner brackets of `Slide((1, 2))` blanked, every offset as before. With the extensions the parser takes only
/// `Slide(1, 2)` and `Move(to: 3)` for a variant around a tuple or struct; people write either.
fn single_brackets(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for inner in Tree::new(text).doubled_brackets() {
        let after = skip_blank(text, inner.end);
        if bytes.get(after) == Some(&b',') {
            bytes[after] = b' ';
        }
        (bytes[inner.start], bytes[inner.end - 1]) = (b' ', b' ');
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The parser lets `inf`, `NaN` and numbers beyond an `f32` pass; no content means them.
fn infinite_numbers(file: &str, text: &str) -> Vec<Diagnostic> {
    let is_infinite = |word: &str| {
        let digits = word.trim_start_matches(['+', '-']);
        let number = digits.strip_suffix("f32").or(digits.strip_suffix("f64")).unwrap_or(digits);
        let numeric = matches!(number, "inf" | "NaN") || number.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        numeric && number.replace('_', "").parse::<f32>().is_ok_and(|value| !value.is_finite())
    };
    let words = scan::tokens(text).filter(|token| token.kind == TokenKind::Word && is_infinite(&text[token.span.clone()]));
    let spans: Vec<_> = words.map(|token| token.span).collect();
    if spans.is_empty() {
        return Vec::new();
    }
    let tree = Tree::new(text);
    let tell = |span: Range<usize>| {
        let problem = Problem::new(Vec::new(), format!("`{}`", &text[span.clone()]), "a finite number");
        Diagnostic::at(file, text, span.start, &tree.around(span.start).0, problem)
    };
    spans.into_iter().map(tell).collect()
}

/// The keys of a serde path up to the first that is not known by name; variant names are no part of our paths.
fn keys<'p>(segments: impl Iterator<Item = &'p Segment>) -> Vec<Key> {
    let keys = segments.map(|segment| match segment {
        Segment::Seq { index } => Some(vec![Key::Index(*index)]),
        Segment::Map { key } => Some(vec![Key::Field(key.clone())]),
        Segment::Enum { .. } => Some(Vec::new()),
        Segment::Unknown => None,
    });
    keys.map_while(|key| key).flatten().collect()
}

/// The place of a failure and the words for it.
fn explain(file: &str, text: &str, mut path: Vec<Key>, error: &SpannedError) -> Diagnostic {
    if let Error::DuplicateStructField { field, .. } = &error.code {
        path.push(Key::from(*field));
    }
    let tree = Tree::new(text);
    let parser_at = offset(text, error.span.end.line, error.span.end.col);
    let next_at = skip_blank(text, parser_at);
    let found = find(&tree, &path, Newtypes::Skipped);
    let node = found.node.filter(|_| found.rest == 0);
    let key_at = node.map(|node| node.key.as_ref().unwrap_or(&node.span).start);
    let value = node.map(|node| inmost(&tree, node, next_at));
    let at_value = |problem| (value.map(|node| node.span.start), problem);
    let parts = |count: usize| format!("{count} part{}", if count == 1 { "" } else { "s" });
    let (at, problem) = match &error.code {
        Error::NoSuchStructField { expected, found, .. } => (key_at, name_problem("field", found, expected)),
        Error::DuplicateStructField { field, .. } => (key_at, plain(format!("the field `{field}` stands twice"), "each field once")),
        Error::NoSuchEnumVariant { expected, found, .. } => at_value(name_problem("name", found, expected)),
        Error::MissingStructField { field, .. } => at_value(plain(format!("the field `{field}` is missing"), format!("`{field}: ...`"))),
        Error::InvalidValueForType { expected, found } => at_value(plain(found.clone(), expected.clone())),
        Error::ExpectedDifferentLength { expected, found } => (node.map(|node| node.span.start), plain(parts(*found), expected.clone())),
        Error::Message(message) => at_value(plain(message.clone(), "")),
        Error::IntegerOutOfBounds => {
            let number = shown(text, value, next_at);
            let wanted = if number.starts_with("`-") { "a whole number that is not negative" } else { "a smaller whole number" };
            at_value(plain(number, wanted))
        }
        code => match wanted(code) {
            Some(wanted) => {
                let node = tree.starting_at(next_at).or(value);
                (node.map(|node| node.span.start), plain(shown(text, node, next_at), wanted))
            }
            None => return explain_syntax(file, text, &tree, parser_at, code),
        },
    };
    Diagnostic::at(file, text, at.unwrap_or(next_at), &path, problem)
}

/// The value inside `Some(x)` or `Wait(x)`, if the parser had come that far when it failed: serde's paths do not tell them apart.
fn inmost<'a>(tree: &'a Tree, node: &'a Node, parser_at: usize) -> &'a Node {
    let inside = newtype_part(tree, node).filter(|part| parser_at >= part.span.start && parser_at <= part.span.end);
    inside.map_or(node, |part| inmost(tree, part, parser_at))
}

/// A failure of the grammar: its place is where the parser stopped.
fn explain_syntax(file: &str, text: &str, tree: &Tree, parser_at: usize, code: &Error) -> Diagnostic {
    let next_at = skip_blank(text, parser_at);
    let at = if next_at == text.len() { text.trim_end().len() } else { next_at };
    let (path, node) = tree.around(at.saturating_sub(usize::from(next_at == text.len())));
    let splits = |node: &&Node| {
        scan::tokens(&text[node.span.start..]).next().is_some_and(|word| (1..word.span.end).contains(&(at - node.span.start)))
    };
    let is_number = |node: &&Node| text[node.span.start..].starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    let number = node.filter(|node| node.bracket.is_none() && node.span.start < at).filter(splits).filter(is_number);
    if let Some(number) = number {
        let fraction = text[number.span.clone()].parse::<f64>().is_ok();
        let wanted = if fraction { "a whole number" } else { "a number, then a comma or a closing bracket" };
        return Diagnostic::at(file, text, number.span.start, &path, plain(shown(text, Some(number), at), wanted));
    }
    let problem = match code {
        Error::InvalidEscape(what) => plain(format!("a bad escape in a string ({what})"), r#"`\n`, `\t`, `\"`, `\\` or `\u{96ea}`"#),
        Error::ExpectedStringEnd => plain("a string without an end".to_owned(), "a closing quotation mark"),
        Error::ExpectedIdentifier if text[at..].starts_with('(') => {
            plain("`(`".to_owned(), "a field's name: the bracket before it has opened the fields already")
        }
        code => plain(shown(text, None, next_at), syntax(code)),
    };
    Diagnostic::at(file, text, at, &path, problem)
}

fn plain(found: String, expected: impl Into<String>) -> Problem {
    Problem::new(Vec::new(), found, expected)
}

fn name_problem(what: &str, found: &str, valid: &[&str]) -> Problem {
    Problem {
        nearest: nearest(found, valid.iter().copied()).map(str::to_owned),
        ..Problem::unknown(Vec::new(), what, found, valid.iter().copied())
    }
}

/// What stands in the text, short and on one line.
fn shown(text: &str, node: Option<&Node>, parser_at: usize) -> String {
    const CHARS_MAX: usize = 40;
    let next = || scan::tokens(&text[parser_at..]).next().map(|token| parser_at + token.span.start..parser_at + token.span.end);
    let Some(span) = node.map(|node| node.span.clone()).or_else(next) else {
        return "the end of the file".to_owned();
    };
    let line = text[span].split('\n').next().unwrap_or_default();
    let cut: String = line.chars().take(CHARS_MAX).collect();
    if cut.len() < line.len() { format!("`{cut}...`") } else { format!("`{cut}`") }
}

/// What the parser wanted a value to be; `None` for errors that are not about a value.
fn wanted(code: &Error) -> Option<&'static str> {
    Some(match code {
        Error::ExpectedArray => "a list `[...]`",
        Error::ExpectedBoolean => "true or false",
        Error::ExpectedChar => "a character in single quotes",
        Error::ExpectedFloat => "a number",
        Error::ExpectedInteger => "a whole number",
        Error::ExpectedMap => "a map `{...}`",
        Error::ExpectedString => "a string in double quotes",
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) | Error::ExpectedDifferentStructName { .. } => {
            "round brackets `(...)`"
        }
        Error::ExpectedUnit => "`()`",
        Error::ExpectedOption => "`None` or `Some(...)`",
        Error::FloatUnderscore => "a number without underscores",
        _ => return None,
    })
}

/// What the grammar wanted.
fn syntax(code: &Error) -> String {
    match code {
        Error::Eof => "more: a bracket or a string is not closed".to_owned(),
        Error::ExpectedArrayEnd => "`]` or a comma".to_owned(),
        Error::ExpectedMapEnd => "`}` or a comma".to_owned(),
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => "`)` or a comma".to_owned(),
        Error::ExpectedComma => "a comma or a closing bracket".to_owned(),
        Error::ExpectedMapColon => "`:` and a value".to_owned(),
        Error::ExpectedIdentifier | Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => "a name".to_owned(),
        Error::TrailingCharacters => "nothing more after the value".to_owned(),
        Error::UnclosedBlockComment => "`*/` at the end of the comment".to_owned(),
        Error::ExceededRecursionLimit => "fewer values inside each other".to_owned(),
        other => format!("something else ({other})"),
    }
}

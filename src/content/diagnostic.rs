//! A problem with its place in a file, as shown on the terminal and in the game.
//!
//! Lines and columns count from 1, columns in characters. Must not know: where files come from.

use super::locate::{Newtypes, find, line_column, offset_in_string};
use super::tree::Tree;
use crate::sim::problem::{Key, Problem};
use std::fmt;

/// One problem in one file. Displayed as `file:line:column: path: found; expected ...; did you mean ...?`, then the line with a caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The folder of content that the file is in, as the user knows it; empty for the game's own.
    pub root: String,
    /// Relative to the content's root, with `/`.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The fields that lead to the value: `waves[2].count`; empty for the whole file.
    pub path: String,
    /// What is wrong, without a full stop.
    pub found: String,
    /// What may stand there; may be empty.
    pub expected: String,
    /// The name that was probably meant.
    pub nearest: Option<String>,
    /// The line of the file; empty when there is nothing to show.
    pub excerpt: String,
}

impl Diagnostic {
    /// A problem with a file as a whole.
    pub fn of_file(file: &str, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Diagnostic {
            root: String::new(),
            file: file.to_owned(),
            line: 1,
            column: 1,
            path: String::new(),
            found: found.into(),
            expected: expected.into(),
            nearest: None,
            excerpt: String::new(),
        }
    }

    /// A problem at a byte offset of the text.
    pub(super) fn at(file: &str, text: &str, offset: usize, path: &[Key], problem: Problem) -> Self {
        let (line, column) = line_column(text, offset);
        let excerpt = text.split('\n').nth(line - 1).unwrap_or_default().to_owned();
        let Problem { found, expected, nearest, .. } = problem;
        Diagnostic { root: String::new(), file: file.to_owned(), line, column, path: path_text(path), found, expected, nearest, excerpt }
    }

    /// The file as the user would open it.
    pub fn written(&self) -> String {
        match (self.root.as_str(), self.file.as_str()) {
            ("", file) => file.to_owned(),
            (root, "") => root.to_owned(),
            (root, file) => format!("{root}/{file}"),
        }
    }

    /// A text as JSON writes it.
    pub fn quoted(text: &str) -> String {
        json_string(text)
    }

    /// The problem as an object of JSON, on one line.
    pub fn json(&self) -> String {
        let nearest = self.nearest.as_deref().map_or_else(|| "null".to_owned(), json_string);
        format!(
            "{{\"file\": {}, \"line\": {}, \"column\": {}, \"path\": {}, \"found\": {}, \"expected\": {}, \"nearest\": {nearest}}}",
            json_string(&self.written()),
            self.line,
            self.column,
            json_string(&self.path),
            json_string(&self.found),
            json_string(&self.expected),
        )
    }
}

/// Finds the place of each problem in the text that its path starts from.
pub fn place(file: &str, text: &str, problems: impl IntoIterator<Item = Problem>) -> Vec<Diagnostic> {
    let tree = Tree::new(text);
    let placed = problems.into_iter().map(|problem| {
        let start = find(&tree, &problem.path, Newtypes::Counted).node.map_or(0, |node| node.span.start);
        let offset = problem.offset_bytes.map_or(start, |inside| offset_in_string(text, start, inside));
        let path = problem.path.clone();
        Diagnostic::at(file, text, offset, &path, problem)
    });
    placed.collect()
}

/// `waves[2].count`
pub(super) fn path_text(path: &[Key]) -> String {
    let mut text = String::new();
    for key in path {
        match key {
            Key::Field(name) if text.is_empty() => text.push_str(name),
            Key::Field(name) => text.extend([".", name]),
            Key::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.written(), self.line, self.column)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.found)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        if self.excerpt.trim().is_empty() { Ok(()) } else { self.write_excerpt(f) }
    }
}

/// Of a longer line only the part around the caret is shown.
const EXCERPT_CHARS: usize = 100;

impl Diagnostic {
    fn write_excerpt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let number = self.line.to_string();
        let caret = self.column - 1;
        let skipped = if self.excerpt.chars().count() > EXCERPT_CHARS { caret.saturating_sub(EXCERPT_CHARS / 2) } else { 0 };
        let shown = self.excerpt.chars().skip(skipped).take(EXCERPT_CHARS).map(|c| if c.is_control() { ' ' } else { c });
        let gap: String = shown.clone().take(caret - skipped).map(|c| if is_wide(c) { "  " } else { " " }).collect();
        write!(f, "\n  {number} | {}", shown.collect::<String>())?;
        write!(f, "\n  {:width$} | {gap}^", "", width = number.len())
    }
}

/// Whether a terminal shows the character two columns wide; near enough for a caret.
/// SOURCE: Unicode Standard Annex 11, the blocks that are wide throughout.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFD)
}

fn json_string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if u32::from(c) < 0x20 => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_shown_with_its_line_and_a_caret_under_the_value() {
        let text = "(\n  title: \"雪\", waves: [(look: \"dsic\")],\n)\n";
        let path = vec!["waves".into(), 0.into(), "look".into()];
        let shown: Vec<String> = place("levels/a.ron", text, [Problem::unknown(path, "look", "dsic", ["disc", "orb"])])
            .iter()
            .map(Diagnostic::to_string)
            .collect();
        let expected = "levels/a.ron:2:30: waves[0].look: unknown look `dsic`; expected one of: disc, orb; did you mean `disc`?\n  \
                        2 |   title: \"雪\", waves: [(look: \"dsic\")],\n    |                               ^";
        assert_eq!(shown, [expected]);
    }

    #[test]
    fn the_caret_goes_inside_a_string_when_the_problem_is_there() {
        let text = r#"(speed: "1 \u{2b} rnk")"#;
        let problem = Problem { offset_bytes: Some(4), ..Problem::unknown(vec!["speed".into()], "name", "rnk", ["rank"]) };
        assert_eq!(place("a.ron", text, [problem])[0].column, text.find("rnk").unwrap_or_default() + 1);
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let text = format!("({} bad: 1)", "x: 1, ".repeat(1000));
        let shown = place("a.ron", &text, [Problem::new(vec!["bad".into()], "f", "e")])[0].to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[1].len() < 120 && lines[1].ends_with("bad: 1)"), "{shown}");
        assert_eq!(lines[2].len(), lines[1].len() - 1, "{shown}");
    }

    #[test]
    fn json_is_escaped() {
        let diagnostic = Diagnostic { nearest: Some("b".into()), ..Diagnostic::of_file("a.ron", "\"\\\n\u{1}雪", "") };
        let expected =
            r#"{"file": "a.ron", "line": 1, "column": 1, "path": "", "found": "\"\\\n\u0001雪", "expected": "", "nearest": "b"}"#;
        assert_eq!(diagnostic.json(), expected);
    }
}

//! The tokens of a RON text: brackets, commas, colons and words, with white space and comments left out. Positions are byte offsets.
//!
//! Never fails: an unfinished string or comment ends with the text. Must not know: what a word means.

use std::ops::Range;

/// A lexical piece of a RON text; white space and comments lie between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `(`, `[` or `{`
    Open,
    /// `)`, `]` or `}`
    Close,
    Comma,
    Colon,
    /// An identifier, number, string, char or anything else.
    Word,
}

/// The tokens of a text, in order.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        at = skip_blank(text, at);
        let first = *text.as_bytes().get(at)?;
        let start = at;
        let (kind, end) = match first {
            b'(' | b'[' | b'{' => (TokenKind::Open, at + 1),
            b')' | b']' | b'}' => (TokenKind::Close, at + 1),
            b',' => (TokenKind::Comma, at + 1),
            b':' => (TokenKind::Colon, at + 1),
            _ => (TokenKind::Word, word_end(text, at)),
        };
        at = end;
        Some(Token { kind, span: start..end })
    })
}

/// Deepest nesting of brackets, comments and strings aside.
pub(super) fn depth(text: &str) -> usize {
    let (mut now, mut deepest) = (0usize, 0);
    for token in tokens(text) {
        match token.kind {
            TokenKind::Open => now += 1,
            TokenKind::Close => now = now.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(now);
    }
    deepest
}

/// The offset of the first character at or after `at` that is neither white space nor comment.
pub(super) fn skip_blank(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            at += block_comment_len(trimmed.as_bytes());
        } else {
            return at;
        }
    }
}

fn block_comment_len(bytes: &[u8]) -> usize {
    let (mut at, mut nesting) = (0, 0);
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            nesting += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            nesting -= 1;
            at += 2;
            if nesting == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    bytes.len()
}

/// The end of the word that starts at `at`.
fn word_end(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at..];
    let prefix = rest.iter().take_while(|byte| matches!(byte, b'b' | b'r')).count().min(2);
    let hashes = rest[prefix..].iter().take_while(|byte| **byte == b'#').count();
    let raw = rest[..prefix].ends_with(b"r");
    if raw && rest.get(prefix + hashes) == Some(&b'"') {
        return at + raw_string_len(rest, prefix + hashes + 1, hashes);
    }
    match rest.get(prefix) {
        Some(quote @ (b'"' | b'\'')) if !raw => at + quoted_len(rest, prefix + 1, *quote),
        _ => at + plain_len(&text[at..]),
    }
}

fn raw_string_len(bytes: &[u8], body: usize, hashes: usize) -> usize {
    let closes = |at: &usize| bytes[*at] == b'"' && bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count() >= hashes;
    (body..bytes.len()).find(closes).map_or(bytes.len(), |quote| quote + 1 + hashes)
}

fn quoted_len(bytes: &[u8], body: usize, quote: u8) -> usize {
    let mut at = body;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn plain_len(rest: &str) -> usize {
    let ends = |(at, c): &(usize, char)| {
        *at > 0 && (c.is_whitespace() || "()[]{},:\"'".contains(*c) || rest[*at..].starts_with("//") || rest[*at..].starts_with("/*"))
    };
    rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_commas_inside_strings_chars_and_comments_are_not_structure() {
        let text = r##"Some( /* ( /* nested ) */ ] */ "a, \" ) [", r#"raw " ) "#, ')', '\'', b"x)", -1.5e3, r#type: 2) // )"##;
        let words: Vec<&str> = tokens(text).map(|token| &text[token.span]).collect();
        let expected = [
            "Some",
            "(",
            r#""a, \" ) [""#,
            ",",
            r##"r#"raw " ) "#"##,
            ",",
            "')'",
            ",",
            r"'\''",
            ",",
            "b\"x)\"",
            ",",
            "-1.5e3",
            ",",
            "r#type",
            ":",
            "2",
            ")",
        ];
        assert_eq!(words, expected);
        assert_eq!(depth(text), 1);
    }

    #[test]
    fn unfinished_texts_end_where_they_end() {
        for text in ["\"abc", "/* /* */", "r##\"x\"#", "'", "((((", "b", "\\", "\"\\", "r#", "((a:", "a:", "\"\\é"] {
            assert!(tokens(text).all(|token| token.span.end <= text.len()), "{text}");
        }
        assert_eq!(depth(&"[".repeat(10_000)), 10_000);
    }
}

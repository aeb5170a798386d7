//! The bytes of a file to an XML tree: decoded, without declaration and document type, within limits.
//!
//! Invariant: nothing is fetched and no entity is expanded, for there are none: a file that declares one is refused. Every position is a byte
//! offset into the text that `decode` gives. Must not know: what the elements mean.

use super::Note;
use roxmltree::{Document, Error, Node, ParsingOptions, TextPos};

/// Longest file, bytes.
pub const FILE_BYTES_MAX: usize = 1 << 20;
/// Most elements, texts and comments.
const NODE_COUNT_MAX: u32 = 50_000;
/// Deepest nesting of elements.
const DEPTH_MAX: usize = 48;
/// Most lines of comments that are kept.
const HEADING_LINES_MAX: usize = 40;

/// A file's bytes as text. Bytes that mean nothing are noted.
///
/// # Errors
/// The file is too long.
pub(super) fn decode(bytes: &[u8]) -> Result<(String, Option<Note>), Note> {
    if bytes.len() > FILE_BYTES_MAX {
        return Err(Note::error(0, format!("the file is longer than {FILE_BYTES_MAX} bytes"), "a shorter one"));
    }
    let wide = |from: fn([u8; 2]) -> u16| {
        let units = bytes[2..].as_chunks::<2>().0.iter().map(|pair| from(*pair));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>()
    };
    let text = match bytes {
        [0xFF, 0xFE, ..] => wide(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => wide(u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => return Ok(narrow(rest)),
        _ => return Ok(narrow(bytes)),
    };
    Ok((text, None))
}

fn narrow(bytes: &[u8]) -> (String, Option<Note>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(error) => {
            let (at, byte) = (error.valid_up_to(), bytes[error.valid_up_to()]);
            let note = Note::error(at, format!("byte 0x{byte:02X} is not UTF-8"), "text saved as UTF-8");
            (String::from_utf8_lossy(bytes).into_owned(), Some(note))
        }
    }
}

/// What stands before the root element is taken out: declaration and document type become blanks of the same length.
pub(super) struct Prolog {
    /// The text without them.
    pub text: String,
    /// The lines of the comments there.
    pub heading: Vec<String>,
}

/// Looks at what stands before the root element.
///
/// # Errors
/// An entity is declared there, or something has no end.
pub(super) fn prolog(text: &str) -> Result<Prolog, Note> {
    let mut blanked = text.as_bytes().to_vec();
    let mut heading = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = comment.find("-->").ok_or_else(|| Note::error(at, "a comment without an end", "`-->`"))?;
            heading.extend(comment[..end].lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()));
            at += "<!--".len() + end + "-->".len();
        } else if rest.starts_with("<?") {
            let end = rest.find("?>").ok_or_else(|| Note::error(at, "a `<?` without an end", "`?>`"))? + "?>".len();
            blank(&mut blanked[at..at + end]);
            at += end;
        } else if rest.starts_with("<!DOCTYPE") {
            let end = document_type(rest, at)?;
            blank(&mut blanked[at..at + end]);
            at += end;
        } else {
            break;
        }
    }
    heading.truncate(HEADING_LINES_MAX);
    Ok(Prolog { text: String::from_utf8(blanked).unwrap_or_default(), heading })
}

/// Lines stay where they are.
fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}

/// The length of a document type; `base` is its place in the file.
fn document_type(text: &str, base: usize) -> Result<usize, Note> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_i32);
    while at < bytes.len() {
        let rest = &text[at..];
        let skip = |from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |found| from + found + end.len());
        at += match bytes[at] {
            b'"' => skip(1, "\""),
            b'\'' => skip(1, "'"),
            b'<' if rest.starts_with("<!--") => skip("<!--".len(), "-->"),
            b'<' if rest.starts_with("<!ENTITY") => {
                return Err(Note::error(base + at, "the file declares an entity", "no entity: none is expanded and none is fetched"));
            }
            b'<' | b'[' => {
                depth += 1;
                1
            }
            b'>' | b']' => {
                depth -= 1;
                1
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(Note::error(base, "a document type without an end", "`>`"))
}

/// The tree of a text that `prolog` has gone through.
///
/// # Errors
/// It is no XML, or beyond the limits.
pub(super) fn parse(text: &str) -> Result<Document<'_>, Note> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODE_COUNT_MAX, entity_resolver: None };
    let document = Document::parse_with_options(text, options).map_err(|error| told(text, &error))?;
    let mut open: Vec<(Node, usize)> = vec![(document.root_element(), 1)];
    while let Some((node, depth)) = open.pop() {
        if depth > DEPTH_MAX {
            let found = format!("elements are nested more than {DEPTH_MAX} deep");
            return Err(Note::error(node.range().start, found, format!("at most {DEPTH_MAX}")));
        }
        open.extend(node.children().filter(Node::is_element).map(|child| (child, depth + 1)));
    }
    Ok(document)
}

fn told(text: &str, error: &Error) -> Note {
    let (at, found, expected) = match error {
        Error::NodesLimitReached => (0, "too much in one file".to_owned(), format!("at most {NODE_COUNT_MAX} elements and texts")),
        Error::NoRootNode => (0, "there is no element in the file".to_owned(), "<bulletml>".to_owned()),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            (text.trim_end().len(), "the end of the file".to_owned(), "the closing tags of what is open".to_owned())
        }
        Error::DtdDetected => (0, "a document type in the wrong place".to_owned(), "it before the root element".to_owned()),
        Error::UnknownEntityReference(name, at) => {
            (offset(text, *at), format!("an entity `&{name};` that XML does not know"), "&lt; &gt; &amp; &quot; or &apos;".to_owned())
        }
        Error::UnexpectedCloseTag(expected, actual, at) => {
            (offset(text, *at), format!("the closing tag </{actual}>"), format!("</{expected}>"))
        }
        other => {
            let words = other.to_string();
            let words = words.strip_suffix(&format!(" at {}", other.pos())).unwrap_or(&words);
            (offset(text, other.pos()), format!("this is no XML ({words})"), String::new())
        }
    };
    Note::error(at, found, expected)
}

/// The byte offset of a line and column, both from 1.
fn offset(text: &str, at: TextPos) -> usize {
    let line_start = text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let line = text[line_start..].split('\n').next().unwrap_or_default();
    line_start + line.char_indices().nth(at.col.saturating_sub(1) as usize).map_or(line.len(), |(column, _)| column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declaration_and_document_type_do_not_matter() {
        let text = "\n <?xml version=\"1.0\"?>\n<!-- by me\n  2001 -->\n<!DOCTYPE a SYSTEM \"http://nowhere/a>.dtd\" [\n<!ELEMENT a (b|c)*> <!-- <!ENTITY --> ]>\n<a/>";
        let Prolog { text: blanked, heading } = prolog(text).expect("no entity");
        assert_eq!((blanked.len(), heading), (text.len(), vec!["by me".to_owned(), "2001".to_owned()]));
        assert_eq!(blanked.lines().count(), text.lines().count());
        assert!(parse(&blanked).is_ok_and(|document| document.root_element().range().start == text.len() - 4));
    }

    #[test]
    fn encodings_are_told_by_their_marks() {
        let text = "<a>\u{96ea}</a>";
        let units: Vec<u16> = std::iter::once(0xFEFF).chain(text.encode_utf16()).collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [text.as_bytes().to_vec(), [b"\xEF\xBB\xBF", text.as_bytes()].concat(), little, big] {
            assert!(decode(&bytes).is_ok_and(|(decoded, note)| decoded == text && note.is_none()));
        }
        let (_, note) = decode(b"<a>\x83\x80</a>").expect("short");
        assert_eq!(note.map(|note| note.at), Some(3));
    }

    #[test]
    fn entities_depth_and_length_are_refused_where_they_begin() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbb\">\n<!ENTITY c \"&b;&b;\">]><a>&c;</a>";
        assert_eq!(prolog(bomb).err().map(|note| note.at), Some(13));
        assert!(prolog("<!DOCTYPE a [").is_err() && prolog("<!-- ").is_err() && prolog("<? ").is_err());
        assert!(parse("<a>&b;</a>").is_err_and(|note| note.found.contains("&b;") && note.at == 3));
        let deep = "<a>".repeat(10_000) + &"</a>".repeat(10_000);
        assert!(parse(&deep).is_err_and(|note| note.at == 3 * DEPTH_MAX));
        let many = format!("<a>{}</a>", "<b/>".repeat(NODE_COUNT_MAX as usize));
        assert!(parse(&many).is_err_and(|note| note.found.contains("too much")));
        assert!(decode(&vec![b' '; FILE_BYTES_MAX + 1]).is_err());
        for text in ["", "<a>", "<a></b>", "<a", "<a b=1/>", "text", "<a/><a/>"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}

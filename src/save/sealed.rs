//! A text with its checksum in the first line: any changed bit, any cut and any foreign file is noticed before the text is parsed.

/// The whole file: seal and body. `kind` is one word, `version` the version of the body's format.
pub(super) fn seal(kind: &str, version: u32, body: &str) -> String {
    let mut file = first_line(kind, version, body);
    file.push_str(body);
    file
}

/// The body of a file, if its seal is whole; else why not.
pub(super) fn open<'a>(kind: &str, version: u32, bytes: &'a [u8]) -> Result<&'a str, String> {
    let text = std::str::from_utf8(bytes).map_err(|e| format!("not UTF-8 text: {e}"))?;
    let body = text.find('\n').map(|end| &text[end + 1..]).ok_or("cut short")?;
    // Compared as text, not parsed: then no two spellings of a checksum are equal.
    if text.len() - body.len() == first_line(kind, version, body).len() && text.starts_with(&first_line(kind, version, body)) {
        Ok(body)
    } else {
        Err(format!(
            "its first line is not the seal of {kind} version {version} over the rest: damaged, changed by hand, or of another version"
        ))
    }
}

fn first_line(kind: &str, version: u32, body: &str) -> String {
    format!("// tamafubuki {kind} {version} crc32 {:08x}\n", crc32fast::hash(body.as_bytes()))
}

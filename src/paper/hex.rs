//! Colours written as text: `#RRGGBB` and `#RRGGBBAA`. Components are sRGB bytes; alpha is straight.

/// Reads `#RRGGBB` (alpha 255) or `#RRGGBBAA`; `None` if `text` is neither.
pub fn parse(text: &str) -> Option<[u8; 4]> {
    let digits = text.strip_prefix('#')?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let value = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        6 => Some((value << 8 | 0xFF).to_be_bytes()),
        8 => Some(value.to_be_bytes()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn reads_both_lengths_and_refuses_the_rest() {
        assert_eq!(parse("#10162F"), Some([0x10, 0x16, 0x2F, 0xFF]));
        assert_eq!(parse("#ffffff80"), Some([255, 255, 255, 128]));
        for bad in ["", "10162F", "#10162", "#10162G", "#+10162", "#10162F0", "#é0162F"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}

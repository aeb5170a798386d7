//! Little-endian bytes, written and read. Reading checks every length before it looks or allocates.

use super::ReadError;

/// What is left to read.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], ReadError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ReadError::CutShort)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let (taken, rest) = self.0.split_first_chunk::<N>().ok_or(ReadError::CutShort)?;
        self.0 = rest;
        Ok(*taken)
    }

    pub(super) fn u8(&mut self) -> Result<u8, ReadError> {
        self.array().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, ReadError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, ReadError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, ReadError> {
        self.array().map(u64::from_le_bytes)
    }

    /// A text with its length in bytes before it.
    pub(super) fn text(&mut self) -> Result<String, ReadError> {
        let length_bytes = usize::from(self.u8()?);
        let text = std::str::from_utf8(self.take(length_bytes)?).map_err(|_| ReadError::Invalid("a text is not UTF-8"))?;
        Ok(text.to_owned())
    }
}

/// Appends a text of at most 255 bytes with its length; a longer one is cut at a character's border.
pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    let length_bytes = (0..=text.len().min(usize::from(u8::MAX))).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    out.push(length_bytes as u8);
    out.extend_from_slice(&text.as_bytes()[..length_bytes]);
}

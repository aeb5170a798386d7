//! Words of the overlay: a text in a fixed buffer, and how figures are written.
//!
//! Invariant: writing never allocates; what does not fit is cut at a character. A missing figure reads `n/a`.
//! Must not know: where words stand.

use crate::view::grouped::Grouped;
use std::fmt::{self, Display, Formatter, Write};

/// Longest text, bytes.
pub const WORDS_BYTES: usize = 160;

/// A short text without heap.
#[derive(Clone, Copy)]
pub struct Words {
    bytes: [u8; WORDS_BYTES],
    len: usize,
}

impl Words {
    /// The formatted text, cut where the buffer ends.
    pub fn new(arguments: fmt::Arguments) -> Words {
        let mut words = Words { bytes: [0; WORDS_BYTES], len: 0 };
        // An error only says that the text was cut.
        let _ = words.write_fmt(arguments);
        words
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or("")
    }
}

impl Write for Words {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = WORDS_BYTES - self.len;
        let fits = (0..=room.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        self.bytes[self.len..self.len + fits].copy_from_slice(&text.as_bytes()[..fits]);
        self.len += fits;
        if fits == text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

/// A count in at most five characters.
pub struct Short(pub u64);

impl Display for Short {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self.0 {
            0..10_000 => write!(out, "{}", self.0),
            10_000..100_000 => write!(out, "{:.1}k", self.0 as f64 / 1e3),
            100_000..1_000_000 => write!(out, "{}k", self.0 / 1000),
            _ => write!(out, "{:.1}M", self.0 as f64 / 1e6),
        }
    }
}

/// A count in groups of three below 100,000, then in at most five characters.
pub struct Fit(pub u64);

impl Display for Fit {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        if self.0 < 100_000 { Grouped(self.0).fmt(out) } else { Short(self.0).fmt(out) }
    }
}

/// A figure with so many decimals, or `n/a`.
pub struct Figure(pub Option<f32>, pub usize);

impl Display for Figure {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self.0 {
            Some(value) => write!(out, "{value:.*}", self.1),
            None => out.write_str("n/a"),
        }
    }
}

/// A time with three significant digits about a millisecond, or `n/a`.
pub struct Ms(pub Option<f32>);

impl Display for Ms {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let decimals = self.0.map_or(0, |ms| {
            if ms < 0.9995 {
                3
            } else if ms < 99.95 {
                2
            } else {
                0
            }
        });
        Figure(self.0, decimals).fmt(out)
    }
}

/// A mean count: whole when it is whole, one decimal below 1,000, or `n/a`.
pub struct Mean(pub Option<f32>);

impl Display for Mean {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self.0 {
            Some(0.0) => out.write_str("0"),
            Some(value) if value < 0.05 => out.write_str("<0.1"),
            Some(value) if value < 1000.0 && value.fract() != 0.0 => write!(out, "{value:.1}"),
            Some(value) => Fit(value.round() as u64).fmt(out),
            None => out.write_str("n/a"),
        }
    }
}

/// Bytes in the unit that keeps them short.
pub struct Bytes(pub u64);

impl Display for Bytes {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let kib = self.0 as f64 / 1024.0;
        match self.0 {
            0..10_000 => write!(out, "{} B", self.0),
            10_000..1_024_000 => write!(out, "{kib:.1} KiB"),
            _ => write!(out, "{:.1} MiB", kib / 1024.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        let text = |display: &dyn Display| display.to_string();
        assert_eq!([0, 999, 1000, 1_234_567, 1_000_000].map(|n| text(&Grouped(n))), ["0", "999", "1,000", "1,234,567", "1,000,000"]);
        assert_eq!([9_999, 99_999, 100_000, 2_500_000].map(|n| text(&Fit(n))), ["9,999", "99,999", "100k", "2.5M"]);
        assert_eq!([7, 9999, 20_728, 100_000, 2_500_000].map(|n| text(&Short(n))), ["7", "9999", "20.7k", "100k", "2.5M"]);
        assert_eq!(
            [Some(0.0841), Some(1.0), Some(16.6666), Some(120.4), None].map(|n| text(&Ms(n))),
            ["0.084", "1.00", "16.67", "120", "n/a"]
        );
        assert_eq!(
            [Some(0.0), Some(0.01), Some(3.25), Some(7.0), Some(20_728.4), None].map(|n| text(&Mean(n))),
            ["0", "<0.1", "3.2", "7", "20,728", "n/a"]
        );
        assert_eq!([512, 12_390, 3_145_728].map(|n| text(&Bytes(n))), ["512 B", "12.1 KiB", "3.0 MiB"]);
    }

    #[test]
    fn a_long_text_is_cut_at_a_character() {
        let words = Words::new(format_args!("{}", "雪".repeat(60)));
        assert_eq!(words.as_str(), "雪".repeat(53));
    }
}

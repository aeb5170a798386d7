//! Whole numbers with their thousands set apart, written without taking memory.

use std::fmt;

/// A number with its thousands set apart by commas.
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0u8; 27];
        let (mut left, mut at, mut count) = (self.0, digits.len(), 0);
        loop {
            if count > 0 && count % 3 == 0 {
                at -= 1;
                digits[at] = b',';
            }
            at -= 1;
            digits[at] = b'0' + (left % 10) as u8;
            left /= 10;
            count += 1;
            if left == 0 {
                break;
            }
        }
        f.write_str(std::str::from_utf8(&digits[at..]).unwrap_or("?"))
    }
}

#[cfg(test)]
mod tests {
    use super::Grouped;

    #[test]
    fn thousands_are_set_apart() {
        let texts = [0, 7, 999, 1_000, 12_077_340, u64::MAX].map(|n| Grouped(n).to_string());
        assert_eq!(texts, ["0", "7", "999", "1,000", "12,077,340", "18,446,744,073,709,551,615"]);
    }
}

//! Seeded mutations of every shipped file: whatever stands in a file, loading ends, with a problem or without, and never panics.

use tamafubuki::content::{self, Sources};
use tamafubuki::sim::rng::Rng;

/// What mutations put in.
const PIECES: [&str; 24] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "r#\"",
    "\\",
    "-",
    "1e39",
    "NaN",
    "999999999999",
    "Some(",
    "é雪",
    "\u{feff}",
    "Forever(do: [",
    "Repeat(times: 100000, do: [",
];

fn below(rng: &mut Rng, count: usize) -> usize {
    rng.below(count as u32) as usize
}

/// One to four cuts, doublings, swaps and insertions.
fn mutated(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + below(rng, 4) {
        let (a, b) = (below(rng, bytes.len() + 1), below(rng, bytes.len() + 1));
        let (start, end) = (a.min(b), a.max(b).min(a.min(b) + 200));
        let piece = bytes[start..end].to_vec();
        match below(rng, 5) {
            0 => drop(bytes.drain(start..end)),
            1 => drop(bytes.splice(end..end, piece)),
            2 => drop(bytes.splice(start..start, PIECES[below(rng, PIECES.len())].bytes())),
            3 => drop(bytes.splice(start..end.min(start + 3), PIECES[below(rng, PIECES.len())].bytes())),
            _ => bytes.iter_mut().skip(start).take(1).for_each(|byte| *byte ^= 1 << below(rng, 8)),
        }
    }
    bytes
}

#[test]
fn no_content_panics() {
    let mut rng = Rng::new(20_260_101);
    let shipped = Sources::embedded();
    let paths: Vec<String> = shipped.paths().map(str::to_owned).collect();
    let mut broken = 0;
    for round in 0..200 {
        let path = &paths[round % paths.len()];
        let text = String::from_utf8_lossy(shipped.bytes(path).unwrap_or_default()).into_owned();
        let mut sources = shipped.clone();
        sources.insert(path, &mutated(&text, &mut rng));
        let loaded = content::load(&sources);
        broken += usize::from(!loaded.problems.is_empty());
        for problem in &loaded.problems {
            assert!(problem.line >= 1 && problem.column >= 1 && !problem.to_string().is_empty());
        }
    }
    assert!(broken > 100, "the mutations hardly break anything: {broken}");
}

//! The digest of the content that play depends on: a replay recorded with one digest is played with no other.
//!
//! Equal for the same words in the same files, wherever they came from; blind to comments, white space, line ends and a byte order mark.
//! Figures, backdrops and sounds are left out: they change no tick.

use super::read;
use super::scan::tokens;
use super::source::Sources;

/// What a tick may depend on.
fn matters(path: &str) -> bool {
    path.starts_with("levels/") || path.starts_with("assets/cranes/") || path == "assets/looks.ron" || path.starts_with("assets/looks/")
}

/// The digest of all files that matter. An unreadable one counts by its bytes.
pub(super) fn digest(sources: &Sources) -> u64 {
    digest_of(sources, matters)
}

/// The digest of figures, looks and all else that is seen, but for the backdrops.
pub(super) fn picture_digest(sources: &Sources) -> u64 {
    digest_of(sources, |path| path.starts_with("assets/") && !path.starts_with(BACKDROPS) && !path.starts_with(SOUNDS))
}

/// The digest of the backdrops: baking them takes long, so they are told apart.
pub(super) fn backdrop_digest(sources: &Sources) -> u64 {
    digest_of(sources, |path| path.starts_with(BACKDROPS))
}

/// The digest of the sounds.
pub(super) fn sound_digest(sources: &Sources) -> u64 {
    digest_of(sources, |path| path.starts_with(SOUNDS))
}

const BACKDROPS: &str = "assets/backdrops/";
const SOUNDS: &str = "assets/sounds/";

fn digest_of(sources: &Sources, counts: fn(&str) -> bool) -> u64 {
    let mut hash = Fnv::default();
    for (path, bytes) in sources.paths().filter(|path| counts(path)).filter_map(|path| Some((path, sources.bytes(path)?))) {
        hash.word(path.as_bytes());
        match read::text(path, bytes) {
            Ok(text) => tokens(&text).for_each(|token| hash.word(text[token.span].as_bytes())),
            Err(_) => hash.word(bytes),
        }
    }
    hash.0
}

/// SOURCE: Fowler, Noll, Vo: FNV-1a with 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    /// Adds a word and its end, so that `ab c` and `a bc` differ.
    fn word(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&[0]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> u64 {
        digest(&Sources::from_texts([(path, text)]))
    }

    #[test]
    fn only_what_play_depends_on_counts() {
        let plain = of("levels/a.ron", "(hp: 10, name: \"a b\")");
        assert_eq!(plain, of("levels/a.ron", "\u{feff}// note\r\n( hp: 10,\r\n  name: /* ! */ \"a b\")\r\n"));
        for (path, text) in [
            ("levels/b.ron", "(hp: 10, name: \"a b\")"),
            ("levels/a.ron", "(hp: 1, 0name: \"a b\")"),
            ("levels/a.ron", "(hp: 10, name: \"a  b\")"),
        ] {
            assert_ne!(plain, of(path, text), "{text}");
        }
        assert_eq!(of("assets/figures/a.ron", "(1)"), of("assets/figures/b.ron", "(2)"));
        assert_eq!(of("assets/sounds/a.ron", "(1)"), of("assets/sounds/b.ron", "(2)"));
        assert_eq!(Fnv::default().0, 14_695_981_039_346_656_037);
    }
}

//! Hi-scores and progress. A row belongs to one stage, one difficulty and one set of mods; the best ten of each are kept.

use super::sealed;
use serde::{Deserialize, Serialize};

/// Rows kept for one stage and difficulty.
pub const ROWS_MAX: usize = 10;
/// Largest scores file that is read, bytes.
pub const LIMIT_BYTES: u64 = 4 * 1024 * 1024;

const KIND: &str = "scores";
const VERSION: u32 = 1;

/// One finished run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreRow {
    /// Folder name of the stage.
    pub stage: String,
    /// Name of the difficulty.
    pub difficulty: String,
    /// The player's name.
    pub name: String,
    /// Points.
    pub score: u64,
    /// Whether the stage was cleared.
    pub cleared: bool,
    /// Continues used.
    pub continues: u32,
    /// When the run ended, seconds since 1970.
    pub unix_seconds: u64,
    /// File name of its replay, empty when none was kept.
    pub replay: String,
    /// Ids and versions of the mods it was played with, separated by commas; empty for the game as it is. Each set has a list of its own.
    #[serde(default)]
    pub mods: String,
    /// Digest of the content it was played with, in hexadecimal digits; empty where it was not noted.
    #[serde(default)]
    pub content: String,
}

/// Which rows are compared with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List<'a> {
    /// Folder name of the stage.
    pub stage: &'a str,
    /// Name of the difficulty.
    pub difficulty: &'a str,
    /// As in `ScoreRow::mods`.
    pub mods: &'a str,
}

impl ScoreRow {
    /// The list that it belongs to.
    fn list(&self) -> List<'_> {
        List { stage: &self.stage, difficulty: &self.difficulty, mods: &self.mods }
    }
}

/// All rows and what was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scores {
    /// Best first within a stage and difficulty.
    rows: Vec<ScoreRow>,
    /// Runs started to their end, of any outcome.
    runs: u32,
    /// Ticks played in them.
    ticks: u64,
}

impl Scores {
    /// The rows of one list, best first.
    pub fn rows<'a>(&'a self, list: List<'a>) -> impl Iterator<Item = &'a ScoreRow> {
        self.rows.iter().filter(move |row| row.list() == list)
    }

    /// The best score of a list, 0 when there is none.
    pub fn hi_score(&self, list: List) -> u64 {
        self.rows(list).next().map_or(0, |row| row.score)
    }

    /// Whether a stage was ever cleared on a difficulty.
    pub fn cleared(&self, list: List) -> bool {
        self.rows(list).any(|row| row.cleared)
    }

    /// Runs and ticks played so far.
    pub fn played(&self) -> (u32, u64) {
        (self.runs, self.ticks)
    }

    /// Enters a run of `ticks`. Returns its place from 1, or `None` when ten others are better. Of equal scores the earlier stays ahead.
    pub fn enter(&mut self, row: ScoreRow, ticks: u32) -> Option<usize> {
        self.runs = self.runs.saturating_add(1);
        self.ticks = self.ticks.saturating_add(u64::from(ticks));
        let same = |other: &ScoreRow| other.list() == row.list();
        let mut ahead = 0;
        let mut at = self.rows.len();
        for (index, other) in self.rows.iter().enumerate().filter(|(_, other)| same(other)) {
            if other.score < row.score {
                at = index;
                break;
            }
            ahead += 1;
        }
        if ahead >= ROWS_MAX {
            return None;
        }
        if let Some((last, _)) = self.rows.iter().enumerate().filter(|(_, other)| same(other)).nth(ROWS_MAX - 1) {
            self.rows.remove(last);
        }
        self.rows.insert(at, row);
        Some(ahead + 1)
    }

    /// The file's text.
    pub fn to_text(&self) -> String {
        let style = ron::ser::PrettyConfig::default();
        // Plain structs, texts and numbers cannot fail to serialise.
        sealed::seal(KIND, VERSION, &ron::ser::to_string_pretty(self, style).unwrap_or_default())
    }

    /// Reads the file.
    ///
    /// # Errors
    /// A sentence, when a bit of it was changed, it is cut, or it is of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Scores, String> {
        ron::from_str(sealed::open(KIND, VERSION, bytes)?).map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(stage: &str, score: u64, unix_seconds: u64) -> ScoreRow {
        ScoreRow {
            stage: stage.to_owned(),
            difficulty: "Hard".to_owned(),
            name: "鶴".to_owned(),
            score,
            unix_seconds,
            ..ScoreRow::default()
        }
    }

    #[test]
    fn the_best_ten_are_kept_in_order() {
        let mut scores = Scores::default();
        assert_eq!(scores.enter(row("other", 1_000_000, 0), 10), Some(1));
        for time in 1..=10 {
            assert_eq!(scores.enter(row("first", 100 * time, time), 10), Some(1), "each better than those before");
        }
        assert_eq!(scores.enter(row("first", 100, 11), 10), None, "equal to the tenth, but later");
        assert_eq!(scores.enter(row("first", 450, 12), 10), Some(7));
        let list = |stage, difficulty| List { stage, difficulty, mods: "" };
        let seen: Vec<u64> = scores.rows(list("first", "Hard")).map(|r| r.score).collect();
        assert_eq!(seen, [1000, 900, 800, 700, 600, 500, 450, 400, 300, 200]);
        assert_eq!((scores.hi_score(list("first", "Hard")), scores.hi_score(list("first", "Easy"))), (1000, 0));
        assert_eq!(scores.hi_score(list("other", "Hard")), 1_000_000);
        assert_eq!(scores.played(), (13, 130));
    }

    #[test]
    fn what_was_played_with_mods_has_lists_of_its_own_and_old_files_are_read() {
        let mut scores = Scores::default();
        scores.enter(ScoreRow { mods: "moon 1".into(), ..row("first", 900, 1) }, 10);
        assert_eq!(scores.enter(row("first", 100, 2), 10), Some(1), "it competes with none of a mod");
        let list = List { stage: "first", difficulty: "Hard", mods: "moon 1" };
        assert_eq!(
            (scores.hi_score(list), scores.hi_score(List { mods: "", ..list }), scores.hi_score(List { mods: "moon 2", ..list })),
            (900, 100, 0)
        );
        let text = ron::to_string(&scores)
            .expect("plain data")
            .replace(",mods:\"moon 1\",content:\"\"", "")
            .replace(",mods:\"\",content:\"\"", "");
        assert!(!text.contains("mods"), "{text}");
        let old = Scores::from_bytes(sealed::seal(KIND, VERSION, &text).as_bytes()).expect("written before mods were");
        assert_eq!(old.rows(List { mods: "", ..list }).count(), 2);
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let mut scores = Scores::default();
        scores.enter(row("first", 12_345, 9), 600);
        let good = scores.to_text().into_bytes();
        assert_eq!(Scores::from_bytes(&good), Ok(scores));
        for bit in 0..good.len() * 8 {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert!(Scores::from_bytes(&bad).is_err(), "bit {bit}");
        }
        for length in 0..good.len() {
            assert!(Scores::from_bytes(&good[..length]).is_err(), "length {length}");
        }
    }
}

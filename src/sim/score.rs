//! Score, lives, bombs, power, graze, the crease gauge: what the panel shows. Counts are exact integers.

use super::item::{Item, ItemKind};
use super::{field, item};

/// Most lives and bombs in stock.
pub const STOCK_MAX: u32 = 8;
/// Fragments that make a life or a bomb.
pub const FRAGMENTS: u32 = 3;
/// Power at most, in hundredths.
pub const POWER_MAX: u32 = 400;
/// The gauge at most, in thousandths: three folds.
pub const GAUGE_MAX: u32 = 3_000;
/// What one fold costs, in thousandths.
pub const FOLD_COST: u32 = 1_000;
/// Gauge for one graze, in thousandths.
const GAUGE_PER_GRAZE: u32 = 25;
/// Score for one graze.
const GRAZE_SCORE: u64 = 500;
/// Scores at which a life is won.
pub const EXTENDS: [u64; 4] = [2_000_000, 5_000_000, 12_000_000, 25_000_000];
/// Value of a point item taken at the collection line, at first.
const POINT_VALUE: u32 = 10_000;

/// What the player has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Points.
    pub score: u64,
    /// Lives in stock, the present one not counted.
    pub lives: u32,
    /// Bombs in stock.
    pub bombs: u32,
    /// Bombs that each new life brings.
    pub bombs_per_life: u32,
    /// Fragments of the next life.
    pub life_fragments: u32,
    /// Fragments of the next bomb.
    pub bomb_fragments: u32,
    /// Power in hundredths.
    pub power: u32,
    /// Bullets grazed.
    pub graze: u32,
    /// Crease gauge in thousandths.
    pub gauge: u32,
    /// Value of a point item at the collection line.
    pub point_value: u32,
    /// Point items taken.
    pub points_taken: u32,
    /// Extends won by score.
    pub extends: usize,
    /// Continues used.
    pub continues: u32,
    /// Lives lost.
    pub misses: u32,
    /// Bombs used.
    pub bombs_used: u32,
    /// Folds used.
    pub folds_used: u32,
    /// Spell cards captured.
    pub captures: u32,
}

/// What taking an item, or scoring, brought besides points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Points.
    pub score: u32,
    /// A life was won.
    pub life: bool,
    /// Power became full.
    pub full_power: bool,
}

impl Score {
    /// The start of a run.
    pub fn new(lives: u32, bombs: u32, power: u32) -> Self {
        Self {
            score: 0,
            lives,
            bombs,
            bombs_per_life: bombs,
            life_fragments: 0,
            bomb_fragments: 0,
            power: power.min(POWER_MAX),
            graze: 0,
            gauge: 0,
            point_value: POINT_VALUE,
            points_taken: 0,
            extends: 0,
            continues: 0,
            misses: 0,
            bombs_used: 0,
            folds_used: 0,
            captures: 0,
        }
    }

    /// Adds points; true when that wins a life.
    pub fn add(&mut self, points: u64) -> bool {
        self.score = self.score.saturating_add(points);
        let mut won = false;
        while self.extends < EXTENDS.len() && self.score >= EXTENDS[self.extends] {
            self.extends += 1;
            self.lives = (self.lives + 1).min(STOCK_MAX);
            won = true;
        }
        won
    }

    /// One bullet grazed; true when that wins a life.
    pub fn graze(&mut self) -> bool {
        self.graze += 1;
        self.point_value += 10;
        self.gauge = (self.gauge + GAUGE_PER_GRAZE).min(GAUGE_MAX);
        self.add(GRAZE_SCORE)
    }

    /// Takes an item where it is.
    pub fn take(&mut self, taken: &Item) -> Gain {
        let mut gain = Gain::default();
        match taken.kind {
            ItemKind::Power => gain.full_power = self.gain_power(5),
            ItemKind::BigPower => gain.full_power = self.gain_power(100),
            ItemKind::Point => {
                self.points_taken += 1;
                gain.score = point_score(self.point_value, taken.at.y);
            }
            ItemKind::Life => gain.life = self.gain_fragment(true),
            ItemKind::Bomb => {
                self.gain_fragment(false);
            }
            ItemKind::Scrap => {
                self.point_value += 1;
                gain.score = 100 + taken.worth;
            }
        }
        if matches!(taken.kind, ItemKind::Power | ItemKind::BigPower) {
            gain.score = 10;
        }
        gain.life |= self.add(u64::from(gain.score));
        gain
    }

    fn gain_power(&mut self, hundredths: u32) -> bool {
        let was_full = self.power == POWER_MAX;
        self.power = (self.power + hundredths).min(POWER_MAX);
        !was_full && self.power == POWER_MAX
    }

    fn gain_fragment(&mut self, of_life: bool) -> bool {
        let (fragments, stock) =
            if of_life { (&mut self.life_fragments, &mut self.lives) } else { (&mut self.bomb_fragments, &mut self.bombs) };
        *fragments += 1;
        if *fragments < FRAGMENTS {
            return false;
        }
        *fragments = 0;
        *stock = (*stock + 1).min(STOCK_MAX);
        true
    }

    /// A life is lost: its bombs and half a point of power with it. False when none was left.
    pub fn lose_life(&mut self) -> bool {
        self.misses += 1;
        self.power = self.power.saturating_sub(50);
        self.bombs = self.bombs.max(self.bombs_per_life);
        if self.lives == 0 {
            return false;
        }
        self.lives -= 1;
        true
    }

    /// After a continue: the score counts continues in its last digit, stocks are as at the start.
    pub fn restart(&mut self, lives: u32) {
        self.continues += 1;
        self.score = u64::from(self.continues);
        self.extends = 0;
        self.lives = lives;
        self.bombs = self.bombs_per_life;
        self.gauge = 0;
    }
}

/// Points of a point item taken at height `y_px`: full above the collection line, half at the bottom; in tens.
fn point_score(value: u32, y_px: f32) -> u32 {
    let depth = ((y_px - item::COLLECTION_LINE_PX) / (field::HEIGHT_PX - item::COLLECTION_LINE_PX)).clamp(0.0, 1.0);
    let share = 1000 - (depth * 500.0) as u32;
    (value / 10 * share / 1000) * 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_worth_more_higher_up() {
        assert_eq!(point_score(10_000, 0.0), 10_000);
        assert_eq!(point_score(10_000, 128.0), 10_000);
        assert_eq!(point_score(10_000, 288.0), 7_500);
        assert_eq!(point_score(10_000, 448.0), 5_000);
    }

    #[test]
    fn an_extend_comes_once_for_each_mark() {
        let mut score = Score::new(2, 3, 0);
        assert!(!score.add(1_999_999));
        assert!(score.add(1));
        assert!(!score.add(10));
        assert_eq!(score.lives, 3);
        assert!(score.add(20_000_000), "two marks at once");
        assert_eq!(score.lives, 5);
    }

    #[test]
    fn the_gauge_takes_forty_grazes_a_fold_and_stops_at_three() {
        let mut score = Score::new(2, 3, 0);
        for _ in 0..40 {
            score.graze();
        }
        assert_eq!(score.gauge, FOLD_COST);
        for _ in 0..400 {
            score.graze();
        }
        assert_eq!(score.gauge, GAUGE_MAX);
    }

    #[test]
    fn the_last_life_ends_the_run_and_a_death_refills_bombs() {
        let mut score = Score::new(1, 3, 120);
        score.bombs = 1;
        assert!(score.lose_life());
        assert_eq!((score.lives, score.bombs, score.power), (0, 3, 70));
        assert!(!score.lose_life());
    }
}

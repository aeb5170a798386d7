//! What is said of a pattern that breaks the budget, and what would be within it.

use super::{Cost, LIVE_MAX, Peaks, What};
use crate::sim::difficulty::Difficulty;
use crate::sim::field::TICKS_PER_SECOND;
use crate::sim::laser::LASERS_MAX;
use crate::sim::pattern::{BIRTHS_PER_TICK_MAX, CUES_MAX, GENERATIONS_MAX, OPERATIONS_PER_TICK_MAX, TASK_OPERATIONS_MAX};
use crate::sim::problem::Problem;
use crate::sim::world::TASKS_OPERATIONS_MAX;

impl Cost {
    /// What is to be said of a breach of the budget, in the first difficulty that has one.
    pub(super) fn problem(&self) -> Option<Problem> {
        let breach = |(difficulty, peaks): (Difficulty, Peaks)| peaks.over.map(|over| (difficulty, peaks, over));
        let (difficulty, peaks, over) = Difficulty::ALL.into_iter().zip(self.peaks).find_map(breach)?;
        let when =
            format!("in {}, {:.1} s after its start (tick {})", difficulty.name(), over.tick as f32 / TICKS_PER_SECOND as f32, over.tick);
        let field = if self.file.starts_with("levels/patterns/") {
            "do"
        } else if self.file.contains("/waves/") {
            "spawns"
        } else {
            "program"
        };
        let (found, expected) = match over.what {
            What::Live => {
                (format!("more than {LIVE_MAX} bullets of a kind are alive at once"), "fewer, faster ones, or a `lifetime`".to_owned())
            }
            What::Lasers => (
                format!("more than {LASERS_MAX} lasers are alive at once"),
                "fewer, or a shorter `warn`, `hold`, `close` or `lifetime`".to_owned(),
            ),
            What::Births => (
                format!("{} bullets are fired in one tick", peaks.births),
                format!("at most {BIRTHS_PER_TICK_MAX} in a tick, 512 in a volley"),
            ),
            What::Operations => (
                format!("{} steps run in one tick", peaks.operations),
                format!("less than {OPERATIONS_PER_TICK_MAX}: a Wait in the loop, or fewer rounds"),
            ),
            What::TaskOperations => (
                format!("the scripts of bullets run {} steps in one tick", peaks.operations),
                format!(
                    "less than {TASKS_OPERATIONS_MAX}, and less than {TASK_OPERATIONS_MAX} of one bullet: a Wait in the loop, or fewer rounds"
                ),
            ),
            What::Tasks => {
                (format!("more than {LIVE_MAX} bullets with a script are alive at once"), "fewer of them, or a `Vanish`".to_owned())
            }
            What::Cues => (
                format!("more than {CUES_MAX} flashes, shakes, marks, cancels and sounds are asked for in one tick"),
                "fewer: a Wait in the loop, or fewer rounds".to_owned(),
            ),
            What::Generations => (
                format!("bullets of bullets fire bullets with a script more than {GENERATIONS_MAX} times over"),
                "a script that fires itself at most so often: `If(cond: \"generation < 4\", ...)`".to_owned(),
            ),
        };
        Some(Problem::new(vec![field.into()], format!("{found} {when}"), expected))
    }
}

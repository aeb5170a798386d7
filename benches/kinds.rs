//! The question: what does one bullet of four kinds cost a tick, by storage, by number and by age of the heap?
//!
//! Contenders: pools by AVX2 and by the baseline, one array of plain structs a kind, boxes with nothing else, and boxes with all that the game keeps.
//! Those of other crates are in `peers`.

mod support {
    pub mod argument;
    pub mod arrays;
    pub mod boxes;
    pub mod contender;
    pub mod four;
    pub mod load;
    pub mod measure;
    pub mod plain;
    pub mod target;
    pub mod turns;
}

use support::arrays::Arrays;
use support::boxes::Boxes;
use support::contender::Ours;
use support::turns::{self, Named};
use tamafubuki::mem::lanes::Lanes;
use tamafubuki::sim::bullet::Mode;

fn contenders(bullet_count: usize) -> Vec<Named> {
    vec![
        ("pools, AVX2", Box::new(Ours::new(Mode::Pooled, Lanes::widest(), bullet_count))),
        ("pools, baseline", Box::new(Ours::new(Mode::Pooled, Lanes::BASELINE, bullet_count))),
        ("arrays of structs", Box::new(Arrays::new())),
        ("boxes alone", Box::<Boxes>::default()),
        ("boxed", Box::new(Ours::new(Mode::Boxed, Lanes::BASELINE, bullet_count))),
    ]
}

fn main() {
    turns::run_all("Four kinds, 1 % churn", contenders);
}

//! The question: what does it cost to reach the pools of three kinds through one list, instead of by name, and what do boxes cost beside?
//!
//! The scenario is an old one: 10,000 bullets are created that live 0 to 9 steps, then 100 frames of a step and 1,000 more each; about 4,900 are alive. A: a
//! vector a kind, by name. B: boxes in one list. C: the same vectors behind a list of trait objects, one virtual call for each kind's step and for each birth.
//! A and C are shown with arrays of structs and with columns stepped by lanes; so whatever differs between A and C is the list. Then the game's own storages,
//! which are of sort C and of sort B and keep handles, ages and a draw order besides. Contenders take turns, a whole round each; the rounds' digests must be equal.

mod support {
    pub mod boxes;
    pub mod columns;
    pub mod contender;
    pub mod load;
    pub mod measure;
    pub mod plain;
    pub mod target;
}

use std::hint::black_box;
use support::boxes::Boxes;
use support::columns::{AcceleratingColumns, CircularColumns, LinearColumns};
use support::contender::{Contender, Ours};
use support::load;
use support::measure::{self, Table, Times};
use support::plain::{Accelerating, Circular, Env, Linear, Motion, Plain};
use support::target;
use tamafubuki::mem::lanes::Lanes;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{MEASURED_KINDS, Mode};
use tamafubuki::sim::rng::Rng;

const CREATED_COUNT: usize = 10_000;
const BORN_PER_FRAME: usize = 1_000;
const FRAME_COUNT: u32 = 100;
const USED_KINDS: usize = 3;

/// The bullets of one kind, by name or behind a pointer.
trait Pool {
    fn born(&mut self, birth: &Birth, tick: u32);
    fn step(&mut self, env: &Env);
    fn len(&self) -> usize;
    fn digest(&self) -> u64;
}

impl<M: Motion> Pool for Vec<Plain<M>> {
    fn born(&mut self, birth: &Birth, tick: u32) {
        self.push(Plain::born(birth, tick));
    }

    fn step(&mut self, env: &Env) {
        let mut index = 0;
        while index < Vec::len(self) {
            if self[index].step(env) {
                index += 1;
            } else {
                self.swap_remove(index);
            }
        }
    }

    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn digest(&self) -> u64 {
        self.iter().map(Plain::digest).fold(0, u64::wrapping_add)
    }
}

/// Columns and the instructions to step them by.
struct Laned<C>(C, Lanes);

macro_rules! pool_of_columns {
    ($($columns:ident),+) => {
        $(impl Pool for Laned<$columns> {
            fn born(&mut self, birth: &Birth, tick: u32) {
                self.0.born(birth, tick);
            }

            fn step(&mut self, env: &Env) {
                self.0.step(self.1, env);
            }

            fn len(&self) -> usize {
                self.0.len()
            }

            fn digest(&self) -> u64 {
                self.0.digest()
            }
        })+
    };
}
pool_of_columns!(LinearColumns, AcceleratingColumns, CircularColumns);

/// A: the pools by name.
struct Named<L, A, C> {
    linear: L,
    accelerating: A,
    circular: C,
}

impl<L: Pool, A: Pool, C: Pool> Contender for Named<L, A, C> {
    fn births(&mut self, births: &[Birth], tick: u32) {
        for birth in births {
            match birth.kind {
                Linear::INDEX => self.linear.born(birth, tick),
                Accelerating::INDEX => self.accelerating.born(birth, tick),
                _ => self.circular.born(birth, tick),
            }
        }
    }

    fn step(&mut self, tick: u32) {
        let env = Env { target: target::player(tick), tick };
        self.linear.step(&env);
        self.accelerating.step(&env);
        self.circular.step(&env);
    }

    fn step_and_touch(&mut self, tick: u32) -> usize {
        self.step(tick);
        0
    }

    fn len(&mut self) -> usize {
        self.linear.len() + self.accelerating.len() + self.circular.len()
    }

    fn digest(&mut self) -> u64 {
        self.linear.digest().wrapping_add(self.accelerating.digest()).wrapping_add(self.circular.digest())
    }
}

/// C: the pools in a list that knows no kind.
struct Erased(Vec<Box<dyn Pool>>);

impl Contender for Erased {
    fn births(&mut self, births: &[Birth], tick: u32) {
        for birth in births {
            self.0[usize::from(birth.kind)].born(birth, tick);
        }
    }

    fn step(&mut self, tick: u32) {
        let env = Env { target: target::player(tick), tick };
        self.0.iter_mut().for_each(|pool| pool.step(&env));
    }

    fn step_and_touch(&mut self, tick: u32) -> usize {
        self.step(tick);
        0
    }

    fn len(&mut self) -> usize {
        self.0.iter().map(|pool| pool.len()).sum()
    }

    fn digest(&mut self) -> u64 {
        self.0.iter().map(|pool| pool.digest()).fold(0, u64::wrapping_add)
    }
}

/// Every contender anew, with room for all: pools take their memory at start, so the others may as well.
fn contenders() -> Vec<(&'static str, Box<dyn Contender>)> {
    fn array<M>() -> Vec<Plain<M>> {
        Vec::with_capacity(CREATED_COUNT)
    }
    let lanes = Lanes::widest();
    let linear = || Laned(LinearColumns::with_capacity(CREATED_COUNT), lanes);
    let accelerating = || Laned(AcceleratingColumns::with_capacity(CREATED_COUNT), lanes);
    let circular = || Laned(CircularColumns::with_capacity(CREATED_COUNT), lanes);
    let arrays = Named { linear: array::<Linear>(), accelerating: array::<Accelerating>(), circular: array::<Circular>() };
    let columns = Named { linear: linear(), accelerating: accelerating(), circular: circular() };
    vec![
        ("A: arrays of structs", Box::new(arrays)),
        (
            "C: arrays of structs",
            Box::new(Erased(vec![Box::new(array::<Linear>()), Box::new(array::<Accelerating>()), Box::new(array::<Circular>())])),
        ),
        ("A: columns", Box::new(columns)),
        ("C: columns", Box::new(Erased(vec![Box::new(linear()), Box::new(accelerating()), Box::new(circular())]))),
        ("B: boxes", Box::<Boxes>::default()),
        ("C: the game's pools", Box::new(Ours::new(Mode::Pooled, lanes, CREATED_COUNT * 2))),
        ("B: the game's boxes", Box::new(Ours::new(Mode::Boxed, lanes, CREATED_COUNT * 2))),
    ]
}

/// Births of bullets that are stepped 0 to 9 times before the step that removes them; told to be of the tick before.
fn births(rng: &mut Rng, count: usize) -> Vec<Birth> {
    (0..count)
        .map(|number| {
            let kind_turn = number / USED_KINDS * MEASURED_KINDS.len() + number % USED_KINDS;
            Birth { lifetime_ticks: 1 + rng.below(10), ..load::birth(rng, kind_turn) }
        })
        .collect()
}

#[derive(Default)]
struct Taken {
    create: Times,
    /// All births of the frames of a round.
    births: Times,
    /// All steps of a round.
    step: Times,
    work: u64,
    stepped_count: usize,
    left_count: usize,
}

impl Taken {
    fn round(&mut self, contender: &mut dyn Contender, created: &[Birth], born: &[Vec<Birth>]) {
        self.create.take(|| contender.births(created, 0));
        let (mut births, mut steps) = (Times::default(), Times::default());
        for (births_of_frame, tick) in born.iter().zip(1..) {
            self.stepped_count += contender.len();
            steps.take(|| contender.step(tick));
            self.left_count += contender.len();
            births.take(|| contender.births(black_box(births_of_frame), tick));
        }
        self.births.push(births.sum());
        self.step.push(steps.sum());
        self.work = self.work.wrapping_mul(31).wrapping_add(contender.digest());
    }
}

fn main() {
    let round_count = if measure::is_small() { 2 } else { 100 };
    let mut rng = Rng::new(13);
    let created = births(&mut rng, CREATED_COUNT);
    let born: Vec<Vec<Birth>> = (0..FRAME_COUNT).map(|_| births(&mut rng, BORN_PER_FRAME)).collect();
    let names: Vec<&str> = contenders().iter().map(|(name, _)| *name).collect();
    let mut taken: Vec<Taken> = names.iter().map(|_| Taken::default()).collect();
    for _ in 0..round_count {
        for ((_, mut contender), taken) in contenders().into_iter().zip(&mut taken) {
            taken.round(&mut *contender, &created, &born);
        }
    }
    let frames = f64::from(FRAME_COUNT);
    let mean = |count: usize| count as f64 / f64::from(round_count) / frames;
    let stepped = mean(taken[0].stepped_count);
    println!("{stepped:.0} stepped a frame, {:.0} left after it; digest {:016x}", mean(taken[0].left_count), taken[0].work);
    let columns =
        ["storage", "create 10,000, us", "1,000 births, us", "a frame's step, us", "ns a bullet", "to A: step", "births", "create"];
    let mut table = Table::new("Three kinds: by name (A), boxed (B), behind one list (C); medians", &columns);
    for (place, name) in names.iter().enumerate() {
        assert_eq!(taken[place].work, taken[0].work, "{name} does the same work");
        let mine = &taken[place];
        // Arrays are compared with arrays; all others with columns by name.
        let a = &taken[if place < 2 { 0 } else { 2 }];
        let ratio = |mine: &Times, a: &Times| format!("{:.2}", mine.median() / a.median());
        table.row(&[
            (*name).to_owned(),
            format!("{:.0}", mine.create.median() / 1000.0),
            format!("{:.1}", mine.births.median() / 1000.0 / frames),
            format!("{:.1}", mine.step.median() / 1000.0 / frames),
            format!("{:.2}", mine.step.median() / frames / stepped),
            ratio(&mine.step, &a.step),
            ratio(&mine.births, &a.births),
            ratio(&mine.create, &a.create),
        ]);
    }
    table.print();
}

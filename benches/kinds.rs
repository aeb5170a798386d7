//! The question: what does one bullet of four kinds cost a tick, by storage, by number and by age of the heap?
//!
//! Each tick one in a hundred is born and as many die, of age or beyond the edge. Contenders: pools by AVX2 and by the baseline, boxes, and one array of
//! plain structs a kind (swap-and-pop in the loop), which is what a good programmer writes first. The latter has neither handles nor cancelling nor an age
//! list to keep. All get the same births and must end with the same digest of positions. They take turns of ten ticks, so that each finds its own data in
//! the cache again.

mod support {
    pub mod heap;
    pub mod load;
    pub mod measure;
    pub mod plain;
    pub mod target;
}

use std::hint::black_box;
use support::load;
use support::measure::{self, Table, Times};
use support::plain::{self, Course, Motion, Rest};
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::mem::lanes::Lanes;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{Bullets, Env, Mode, Policy};
use tamafubuki::sim::rng::Rng;

/// Ticks of a turn.
const TURN_TICKS: u32 = 10;
/// Ticks that a bullet lives.
const LIFE_TICKS: u32 = 100;

trait Contender {
    /// Births of one tick.
    fn births(&mut self, births: &[Birth], tick: u32);
    /// Step and culling of one tick.
    fn step(&mut self, tick: u32);
    /// Collision and graze with the player.
    fn touch(&mut self, tick: u32) -> usize;
    fn len(&self) -> usize;
    fn digest(&self) -> u64;
}

struct Ours {
    bullets: Bullets,
    arena: FrameArena,
}

impl Ours {
    fn new(mode: Mode, lanes: Lanes, bullet_count: usize) -> Self {
        let mut bullets = Bullets::new(bullet_count / 4 + 64, Policy::StealOldest, mode);
        bullets.set_lanes(lanes);
        Self { bullets, arena: FrameArena::with_capacity(bullet_count * 8 + 65_536) }
    }
}

impl Contender for Ours {
    fn births(&mut self, births: &[Birth], tick: u32) {
        self.arena.reset(tick);
        for birth in births {
            black_box(self.bullets.spawn(birth, tick));
        }
    }

    fn step(&mut self, tick: u32) {
        self.bullets.step(&Env { target: support::target::player(tick), tick }, &self.arena);
    }

    fn touch(&mut self, tick: u32) -> usize {
        let touches = self.bullets.touch(support::target::player(tick), 2.5, &self.arena);
        touches.hits.len() + touches.grazes.len()
    }

    fn len(&self) -> usize {
        self.bullets.len()
    }

    fn digest(&self) -> u64 {
        let mut instances = Vec::new();
        self.bullets.instances(0, &mut instances);
        let digests = instances.iter().map(|one| plain::digest(one.x, one.y, one.look, one.color));
        digests.fold(0, u64::wrapping_add)
    }
}

struct Plain<M> {
    motion: M,
    course: Course,
    rest: Rest,
}

/// One array a kind.
#[derive(Default)]
struct Arrays {
    linear: Vec<Plain<plain::Linear>>,
    accelerating: Vec<Plain<plain::Accelerating>>,
    circular: Vec<Plain<plain::Circular>>,
    homing: Vec<Plain<plain::Homing>>,
}

fn push<M: Motion>(array: &mut Vec<Plain<M>>, birth: &Birth, tick: u32) {
    array.push(Plain { motion: M::born(birth, tick), course: Course::born(birth), rest: Rest::born(birth, tick) });
}

fn step<M: Motion>(array: &mut Vec<Plain<M>>, env: &plain::Env) {
    let mut index = 0;
    while index < array.len() {
        let bullet = &mut array[index];
        bullet.motion.step(&mut bullet.course, env);
        if bullet.course.is_dead(&bullet.rest, env.tick) {
            array.swap_remove(index);
        } else {
            index += 1;
        }
    }
}

fn touch<M>(array: &mut [Plain<M>], at: glam::Vec2) -> usize {
    let mut count = 0;
    for Plain { course, rest, .. } in array {
        let distance_squared = glam::Vec2::new(course.x, course.y).distance_squared(at);
        let hit_px = rest.hit_px + 2.5;
        if distance_squared < hit_px * hit_px {
            count += 1;
        } else if distance_squared < rest.graze_px * rest.graze_px {
            rest.graze_px = 0.0;
            count += 1;
        }
    }
    count
}

impl Contender for Arrays {
    fn births(&mut self, births: &[Birth], tick: u32) {
        for birth in births {
            match birth.kind {
                0 => push(&mut self.linear, birth, tick),
                1 => push(&mut self.accelerating, birth, tick),
                2 => push(&mut self.circular, birth, tick),
                _ => push(&mut self.homing, birth, tick),
            }
        }
    }

    fn step(&mut self, tick: u32) {
        let env = plain::Env { target: support::target::player(tick), tick };
        step(&mut self.linear, &env);
        step(&mut self.accelerating, &env);
        step(&mut self.circular, &env);
        step(&mut self.homing, &env);
    }

    fn touch(&mut self, tick: u32) -> usize {
        let at = support::target::player(tick);
        touch(&mut self.linear, at) + touch(&mut self.accelerating, at) + touch(&mut self.circular, at) + touch(&mut self.homing, at)
    }

    fn len(&self) -> usize {
        self.linear.len() + self.accelerating.len() + self.circular.len() + self.homing.len()
    }

    fn digest(&self) -> u64 {
        fn of<M>(array: &[Plain<M>]) -> u64 {
            array
                .iter()
                .map(|bullet| plain::digest(bullet.course.x, bullet.course.y, bullet.rest.look, bullet.rest.color))
                .fold(0, u64::wrapping_add)
        }
        of(&self.linear).wrapping_add(of(&self.accelerating)).wrapping_add(of(&self.circular)).wrapping_add(of(&self.homing))
    }
}

/// The births of one tick: bullets that live for `lifetime_ticks`.
fn volley(rng: &mut Rng, number: &mut usize, count: usize, lifetime_ticks: u32) -> Vec<Birth> {
    let first = *number;
    *number += count;
    (first..*number).map(|number| Birth { lifetime_ticks, ..load::birth(rng, number) }).collect()
}

/// Times of one contender.
#[derive(Default)]
struct Taken {
    births: Times,
    /// Births and step.
    stepped: Times,
    /// Births, step and touch.
    touched: Times,
}

fn run(bullet_count: usize, turn_count: u32, is_aged: bool, table: &mut Table) {
    let aged = if is_aged { support::heap::aged(bullet_count * 8) } else { Vec::new() };
    let mut contenders: [(&str, Box<dyn Contender>); 4] = [
        ("pools, AVX2", Box::new(Ours::new(Mode::Pooled, Lanes::widest(), bullet_count))),
        ("pools, baseline", Box::new(Ours::new(Mode::Pooled, Lanes::BASELINE, bullet_count))),
        ("arrays of structs", Box::<Arrays>::default()),
        ("boxed", Box::new(Ours::new(Mode::Boxed, Lanes::BASELINE, bullet_count))),
    ];
    let mut taken: [Taken; 4] = Default::default();
    let mut rng = Rng::new(11);
    let mut number = 0;
    let warm_up_turns = LIFE_TICKS.div_ceil(TURN_TICKS) + 1;
    for turn in 0..warm_up_turns + turn_count {
        let births: Vec<Vec<Birth>> =
            (0..TURN_TICKS).map(|_| volley(&mut rng, &mut number, bullet_count / LIFE_TICKS as usize, LIFE_TICKS)).collect();
        for (place, (_, contender)) in contenders.iter_mut().enumerate() {
            for (births, tick) in births.iter().zip(turn * TURN_TICKS..) {
                let mut warm_up = Taken::default();
                let taken = if turn < warm_up_turns { &mut warm_up } else { &mut taken[place] };
                taken.touched.take(|| {
                    taken.stepped.take(|| {
                        taken.births.take(|| contender.births(births, tick));
                        contender.step(tick);
                    });
                    black_box(contender.touch(tick))
                });
            }
        }
    }
    let digest = contenders[0].1.digest();
    let live_count = contenders[0].1.len();
    for (place, (name, contender)) in contenders.iter().enumerate() {
        assert_eq!((contender.digest(), contender.len()), (digest, live_count), "{name} does the same work");
        let (mine, boxed) = (&taken[place], &taken[3]);
        let each = |times: &Times, percent: f64| format!("{:.2}", times.percentile(percent) / live_count as f64);
        let ratio = |mine: &Times, boxed: &Times, percent: f64| format!("{:.1}", boxed.percentile(percent) / mine.percentile(percent));
        let birth_count = bullet_count / LIFE_TICKS as usize;
        table.row(&[
            format!("{bullet_count}, {}", if is_aged { "aged" } else { "fresh" }),
            (*name).to_owned(),
            format!("{:.0}", mine.births.median() / birth_count as f64),
            each(&mine.stepped, 50.0),
            ratio(&mine.stepped, &boxed.stepped, 50.0),
            each(&mine.touched, 50.0),
            ratio(&mine.touched, &boxed.touched, 50.0),
            each(&mine.touched, 0.0),
            ratio(&mine.touched, &boxed.touched, 0.0),
        ]);
    }
    println!("{bullet_count}: {live_count} alive, digest {digest:016x}");
    drop(aged);
}

fn main() {
    let columns = ["bullets, heap", "storage", "a birth", "births and step", "x", "and touch", "x", "least", "x"];
    let mut table =
        Table::new("Four kinds, 1 % churn, medians (and least of all ticks), nanoseconds a bullet; x: times faster than boxed", &columns);
    let sizes: &[(usize, u32)] =
        if measure::is_small() { &[(1000, 2)] } else { &[(1_000, 60), (10_000, 40), (100_000, 8), (1_000_000, 2)] };
    for &(bullet_count, turn_count) in sizes {
        for is_aged in [false, true] {
            run(bullet_count, turn_count, is_aged, &mut table);
        }
    }
    table.print();
}

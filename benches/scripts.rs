//! The question: what do the scripts of 10,000 bullets cost a tick, pooled and boxed, and the step of the bullets beside them?
//!
//! Four scripts in equal shares: one that turns in every tick, one that flies squares, one that goes to and fro, one that turns to a point that it works out
//! anew; the turns begin at random. Both contenders run the same program from the same seed, take turns tick by tick, and must end with the same digest.
//! Times are those of the parts of `World::step_probed`; heap operations are counted in the same ticks.

mod support {
    pub mod measure;
}

use std::sync::Arc;
use std::time::Instant;
use support::measure::{self, Table, Times};
use tamafubuki::content::{self, Sources};
use tamafubuki::mem::counter::{self, CountingAllocator, Tag};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::input::Input;
use tamafubuki::sim::pattern::format::Step;
use tamafubuki::sim::pattern::{self, Names};
use tamafubuki::sim::probe::{Part, Probe};
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, World};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Fires `4 * COUNT` bullets in each of 20 ticks.
const PROGRAM: &str = r#"[
    Repeat(times: 20, every: 1, do: [
        Fire(group: Scatter(count: COUNT, radius: 90), speed: 1, bullet: (look: "disc", delay: 0, script: [ChangeDirection(to: Sequence(3), ticks: 36000)])),
        Fire(group: Scatter(count: COUNT, radius: 90), speed: 1, bullet: (look: "petal", delay: 0, script: [Wait("randint(0, 20)"),
            Forever(every: 20, do: [ChangeDirection(to: Relative(90), ticks: 10)])])),
        Fire(group: Scatter(count: COUNT, radius: 90), speed: 1, bullet: (look: "scrap", delay: 0, script: [Wait("randint(0, 60)"),
            Forever(do: [ChangeSpeed(to: 0.2, ticks: 20, ease: OutSine), Wait(30), ChangeSpeed(to: 1.2, ticks: 20),
                ChangeDirection(to: Relative("170 + 20 * i / n"), ticks: 20), Wait(30)])])),
        Fire(group: Scatter(count: COUNT, radius: 90), speed: 1, bullet: (look: "needle", delay: 0, script: [Wait("randint(0, 30)"),
            Forever(every: 30, do: [ChangeDirection(to: Absolute("atan2(224 - y, 192 - x) + rand(-30, 30)"), ticks: 15)])])),
    ]),
    Wait(36000), Wait(36000),
]"#;

fn stage(count: usize) -> Arc<StageData> {
    let content = content::load(&Sources::embedded()).content;
    let text = PROGRAM.replace("COUNT", &(count / 80).to_string());
    let steps = content::read::<Vec<Step>>("scripts.ron", &text).unwrap_or_else(|told| panic!("{}", told[0]));
    let (program, problems) = pattern::compile(&steps, &Names { looks: &content.looks, patterns: &Default::default(), sounds: &[] });
    assert_eq!(problems, []);
    let empty = content.empty_stage.expect("there is a crane");
    Arc::new(empty.around(program, glam::Vec2::new(192.0, 200.0)))
}

/// Times the parts of a tick.
struct Stopwatch {
    since: Instant,
    part: Option<Part>,
    scripts_ns: u64,
    step_ns: u64,
}

impl Stopwatch {
    fn new() -> Self {
        Self { since: Instant::now(), part: None, scripts_ns: 0, step_ns: 0 }
    }
}

impl Probe for Stopwatch {
    fn enter(&mut self, part: Part) {
        let now = Instant::now();
        let ns = (now - self.since).as_nanos() as u64;
        match self.part {
            Some(Part::Pattern) => self.scripts_ns += ns,
            Some(Part::Step) => self.step_ns += ns,
            _ => {}
        }
        (self.since, self.part) = (now, Some(part));
    }
}

struct Contender {
    name: &'static str,
    world: World,
    scripts: Times,
    step: Times,
    operations: u64,
}

impl Contender {
    fn new(name: &'static str, stage: &Arc<StageData>, mode: Mode, count: usize) -> Self {
        let config = Config { mode, capacity_per_kind: count + 64, seed: 3, ..Config::default() };
        Self { name, world: World::new(Arc::clone(stage), config), scripts: Times::default(), step: Times::default(), operations: 0 }
    }

    fn tick(&mut self, is_measured: bool) {
        self.world.place_player(glam::Vec2::new(192.0, 430.0));
        let mut stopwatch = Stopwatch::new();
        let before = counter::snapshot();
        {
            let _tag = counter::scope(Tag::Sim);
            self.world.step_probed(Input::default(), &mut stopwatch);
        }
        if is_measured {
            let counted = before.and_then(|before| Some(counter::snapshot()?.since(&before).total().operations()));
            self.operations += counted.unwrap_or(0);
            self.scripts.push(stopwatch.scripts_ns);
            self.step.push(stopwatch.step_ns);
        }
    }
}

fn main() {
    let (count, tick_count) = if measure::is_small() { (800, 60) } else { (10_000, 1_200) };
    let stage = stage(count);
    let mut contenders = [Contender::new("pooled", &stage, Mode::Pooled, count), Contender::new("boxed", &stage, Mode::Boxed, count)];
    // A boss comes in first; then all are fired.
    while contenders[0].world.tasks().len() < count {
        contenders.iter_mut().for_each(|contender| contender.tick(false));
        assert!(contenders[0].world.tick() < 2_000, "the bullets do not come");
    }
    for _ in 0..tick_count {
        contenders.iter_mut().for_each(|contender| contender.tick(true));
    }
    let digests = contenders.each_ref().map(|contender| contender.world.digest());
    assert_eq!(digests[0], digests[1], "both did the same work");
    let left = contenders[0].world.tasks().len();
    assert!(left * 10 > count * 9, "{left} of {count} are left: the scripts were to stay on the playfield");
    println!("{left} scripts, digest {:016x}", digests[0]);
    let title = format!("A tick of the scripts of {left} bullets, nanoseconds a bullet");
    let columns = ["storage", "scripts", "least", "p99", "step of the bullets", "heap operations a tick"];
    let mut table = Table::new(&title, &columns);
    for contender in &contenders {
        let each = |ns: f64| format!("{:.1}", ns / left as f64);
        table.row(&[
            contender.name.to_owned(),
            each(contender.scripts.median()),
            each(contender.scripts.percentile(0.0)),
            each(contender.scripts.percentile(99.0)),
            each(contender.step.median()),
            format!("{:.1}", contender.operations as f64 / f64::from(tick_count)),
        ]);
    }
    table.print();
}

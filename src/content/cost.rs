//! What patterns cost: each is run in every difficulty, by itself, and its peaks are held against the budget.
//!
//! Units: bullets, births and compiled steps a tick. Invariant: what is within the budget here is not cut short in play when it runs alone
//! at full rank. Must not know: who is told.

mod breach;

use super::diagnostic::{Diagnostic, place};
use super::load::{Content, Loaded, load};
use super::read;
use super::source::Sources;
use crate::mem::arena::FrameArena;
use crate::mem::workers;
use crate::sim::bullet::Handle;
use crate::sim::bullet::birth::Birth;
use crate::sim::difficulty::Difficulty;
use crate::sim::field::{HEIGHT_PX, WIDTH_PX};
use crate::sim::input::Input;
use crate::sim::laser::LaserBirth;
use crate::sim::pattern::{BIRTHS_PER_TICK_MAX, OPERATIONS_PER_TICK_MAX, Program};
use crate::sim::probe::{self, Probe};
use crate::sim::stage::data::StageData;
use crate::sim::stage::excerpt::{EMITTER, Part};
use crate::sim::world::{ARENA_BYTES, Config, TASKS_OPERATIONS_MAX, World};
use glam::Vec2;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most bullets of one pattern alive at once: what the storage of a kind holds.
pub const LIVE_MAX: usize = 4_096;
/// Longest look at a pattern, ticks: half a minute.
const TICKS_MAX: u32 = 1_800;
/// Where the crane stands meanwhile.
const PLAYER: Vec2 = Vec2::new(WIDTH_PX * 0.5, HEIGHT_PX * 0.86);

/// The peaks of a pattern in one difficulty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Peaks {
    /// Bullets alive at once.
    pub live: usize,
    /// Lasers alive at once.
    pub lasers: usize,
    /// Bullets and lasers born in a tick.
    pub births: u32,
    /// Compiled steps in a tick, of all its emitters and the scripts of their bullets together.
    pub operations: u32,
    /// The first breach of the budget; what follows was not looked at.
    pub over: Option<Over>,
}

/// A breach of the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// Of what there is too much.
    pub what: What,
    /// In which tick of the pattern.
    pub tick: u32,
}

/// Of what a pattern may have too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Bullets alive.
    Live,
    /// Lasers alive.
    Lasers,
    /// Births in a tick.
    Births,
    /// Steps in a tick.
    Operations,
    /// Steps of the scripts of bullets in a tick.
    TaskOperations,
    /// Bullets with a script alive.
    Tasks,
    /// Bullets of bullets of bullets, and so on.
    Generations,
    /// Flashes, marks and the like in a tick.
    Cues,
}

/// What the pattern of a file costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The file, relative to the content's root.
    pub file: String,
    /// Its peaks, in the order of the difficulties.
    pub peaks: [Peaks; 4],
}

/// What was within the budget already.
#[derive(Clone, Default)]
pub struct Known {
    stages: Vec<Arc<StageData>>,
    patterns: BTreeMap<String, Program>,
}

impl Known {
    /// What is inside the binary: it is within the budget, a test looks.
    pub fn embedded() -> Self {
        let mut known = Known::default();
        known.learn(&load(&Sources::embedded()).content);
        known
    }

    /// Remembers what this content has; of the rest what it had.
    fn learn(&mut self, content: &Content) {
        self.stages.retain(|known| content.stages.iter().all(|stage| stage.folder != known.folder));
        self.stages.extend(content.stages.iter().map(Arc::clone));
        self.patterns.extend(content.patterns.iter().map(|(name, program)| (name.clone(), program.clone())));
    }
}

/// Reads and checks all of `sources`, and runs every pattern that is not known. One that is over the budget is a problem, and its stage is
/// left out; the others are known from now on.
pub fn load_costed(sources: &Sources, known: &mut Known) -> Loaded {
    let mut loaded = load(sources);
    let costs = costs(&loaded.content, |content, piece| !piece.is_known(content, known));
    refuse(&mut loaded, sources, &costs);
    known.learn(&loaded.content);
    loaded
}

/// Leaves out what is over the budget, and says so.
pub fn refuse(loaded: &mut Loaded, sources: &Sources, costs: &[Cost]) {
    let over: Vec<&Cost> = costs.iter().filter(|cost| cost.problem().is_some()).collect();
    // A wave is too much as soon as one of its enemies is; that is told of the enemy.
    let is_cause = over.iter().any(|cost| cost.file.contains("/enemies/"));
    for cost in over.iter().filter(|cost| !(is_cause && cost.file.contains("/waves/"))) {
        let text = sources.bytes(&cost.file).and_then(|bytes| read::text(&cost.file, bytes).ok()).unwrap_or_default();
        let placed = place(&cost.file, &text, cost.problem()).into_iter();
        loaded.problems.extend(placed.map(|problem| Diagnostic { root: sources.root_of(&cost.file).to_owned(), ..problem }));
        let content = &mut loaded.content;
        content.stages.retain(|stage| !cost.file.starts_with(&format!("{}/", stage.folder)));
        content.patterns.retain(|name, _| cost.file != format!("levels/patterns/{name}.ron"));
    }
    loaded.problems.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
}

/// What all patterns of the content cost, of those files that are wanted.
pub fn costs_of(content: &Content, is_wanted: impl Fn(&str) -> bool) -> Vec<Cost> {
    costs(content, |_, piece| is_wanted(&piece.file))
}

fn costs(content: &Content, is_wanted: impl Fn(&Content, &Piece) -> bool) -> Vec<Cost> {
    let wanted: Vec<Piece> = pieces(content).into_iter().filter(|piece| is_wanted(content, piece)).collect();
    workers::map(&wanted, workers::count(), ARENA_BYTES, |worker, piece| piece.cost(content, &mut worker.arena))
}

/// Something that runs.
struct Piece {
    file: String,
    /// Index of its stage; none of a shared pattern.
    stage: Option<usize>,
    /// What of the stage.
    part: Part,
    name: String,
}

/// All that runs, patterns first.
fn pieces(content: &Content) -> Vec<Piece> {
    let pattern =
        |name: &String| Piece { file: format!("levels/patterns/{name}.ron"), stage: None, part: Part::Wave(0), name: name.clone() };
    let mut pieces: Vec<Piece> = content.patterns.keys().filter(|_| content.empty_stage.is_some()).map(pattern).collect();
    for (index, stage) in content.stages.iter().enumerate() {
        let mut add = |folder: &str, name: &str, part| {
            let file = format!("{}/{folder}/{name}.ron", stage.folder);
            pieces.push(Piece { file, stage: Some(index), part, name: name.to_owned() });
        };
        stage.enemies.iter().enumerate().for_each(|(at, enemy)| add("enemies", &enemy.file, Part::Enemy(at)));
        stage.waves.iter().enumerate().for_each(|(at, wave)| add("waves", &wave.file, Part::Wave(at)));
        for (boss, data) in stage.bosses.iter().enumerate() {
            data.attacks.iter().enumerate().for_each(|(attack, data)| add("spells", &data.file, Part::Attack { boss, attack }));
        }
    }
    pieces
}

impl Piece {
    /// Whether it does in `known` what it does here.
    fn is_known(&self, content: &Content, known: &Known) -> bool {
        let Some(index) = self.stage else { return content.patterns.get(&self.name) == known.patterns.get(&self.name) };
        let here = &content.stages[index];
        let Some(there) = known.stages.iter().find(|stage| stage.folder == here.folder) else { return false };
        let enemy = |stage: &StageData, index: usize| (stage.enemies[index].file.clone(), stage.enemies[index].program.clone());
        match self.part {
            Part::Enemy(at) => (0..there.enemies.len()).any(|other| enemy(there, other) == enemy(here, at)),
            Part::Wave(at) => there.waves.iter().any(|wave| {
                let pairs = || wave.rows.iter().zip(&here.waves[at].rows);
                let is_same = wave.file == self.name && wave.rows.len() == here.waves[at].rows.len();
                is_same
                    && pairs().all(|(a, b)| {
                        enemy(there, a.enemy) == enemy(here, b.enemy) && crate::sim::stage::data::Row { enemy: b.enemy, ..*a } == *b
                    })
            }),
            Part::Attack { boss, attack } => {
                let attack = &here.bosses[boss].attacks[attack];
                let others = there.bosses.iter().flat_map(|boss| &boss.attacks);
                others.into_iter().any(|other| other.file == attack.file && other.program == attack.program)
            }
            Part::Boss(_) => false,
        }
    }

    fn cost(&self, content: &Content, arena: &mut FrameArena) -> Cost {
        let stage = match (self.stage, &content.empty_stage) {
            (Some(index), _) => content.stages[index].excerpt(self.part),
            (None, Some(stage)) => stage.around(content.patterns[&self.name].clone(), EMITTER),
            (None, None) => return Cost { file: self.file.clone(), peaks: [Peaks::default(); 4] },
        };
        let stage = Arc::new(stage);
        Cost { file: self.file.clone(), peaks: Difficulty::ALL.map(|difficulty| run(&stage, difficulty, arena)) }
    }
}

/// Counts births.
#[derive(Default)]
struct Births(u32);

impl Probe for Births {
    fn enter(&mut self, _part: probe::Part) {}

    fn born(&mut self, _birth: &Birth, _bullet: Option<Handle>) {
        self.0 += 1;
    }

    fn laser_born(&mut self, _birth: &LaserBirth, _serial: Option<u32>) {
        self.0 += 1;
    }
}

fn run(stage: &Arc<StageData>, difficulty: Difficulty, arena: &mut FrameArena) -> Peaks {
    let config = Config { difficulty, rank_moves: false, capacity_per_kind: LIVE_MAX, ..Config::default() };
    // The worker's: one block for all its runs.
    let mut world = World::with_arena(Arc::clone(stage), config, std::mem::replace(arena, FrameArena::with_capacity(0)));
    world.set_rank(1.0);
    let mut peaks = Peaks::default();
    // An attack begins when the boss has flown in.
    let mut start_tick = None;
    while world.tick() - start_tick.unwrap_or(0) < TICKS_MAX && peaks.over.is_none() {
        let mut births = Births::default();
        world.place_player(PLAYER);
        world.step_probed(Input::default(), &mut births);
        let has_begun = world.enemies().next().is_some() || world.boss().is_some_and(|boss| boss.attack.is_some());
        if has_begun && start_tick.is_none() {
            start_tick = Some(world.tick() - 1);
        }
        let tick = world.tick() - start_tick.unwrap_or(0);
        peaks.take(&world, births.0, tick);
        if world.is_idle() && tick > 1 && start_tick.is_some() {
            break;
        }
    }
    *arena = world.into_arena();
    peaks
}

impl Peaks {
    fn take(&mut self, world: &World, births: u32, tick: u32) {
        let live = world.bullets().len();
        self.live = self.live.max(live);
        self.lasers = self.lasers.max(world.lasers().len());
        self.births = self.births.max(births);
        let (operations, task_operations) = (world.operation_count(), world.task_operation_count());
        self.operations = self.operations.max(operations + task_operations);
        let clipped = world.clipped();
        let is_full = world.bullets().rows().iter().any(|row| row.steals + row.refused > 0);
        let breaches = [
            (What::Births, births > BIRTHS_PER_TICK_MAX),
            (What::Live, live > LIVE_MAX || is_full),
            (What::Lasers, world.lasers().row().refused > 0),
            (What::Operations, operations >= OPERATIONS_PER_TICK_MAX),
            (What::TaskOperations, task_operations >= TASKS_OPERATIONS_MAX || clipped.ticks > 0),
            (What::Tasks, clipped.tasks > 0),
            (What::Generations, clipped.generations > 0),
            (What::Cues, clipped.cues > 0),
            // What remains are births beyond those of a volley or of a tick.
            (What::Births, world.clipped_count() > 0),
        ];
        self.over = breaches.iter().find(|(_, is)| *is).map(|(what, _)| Over { what: *what, tick });
    }
}

impl Cost {
    /// Rows of JSON, one a difficulty.
    pub fn json(&self) -> Vec<String> {
        let row = |(difficulty, peaks): (Difficulty, &Peaks)| {
            let over = peaks.over.map_or_else(|| "null".to_owned(), |over| over.tick.to_string());
            format!(
                "{{\"file\": {}, \"difficulty\": \"{}\", \"live\": {}, \"lasers\": {}, \"births\": {}, \"steps\": {}, \"over_at_tick\": {over}}}",
                Diagnostic::quoted(&self.file),
                difficulty.name(),
                peaks.live,
                peaks.lasers,
                peaks.births,
                peaks.operations
            )
        };
        Difficulty::ALL.into_iter().zip(&self.peaks).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first stage with another program of the mask.
    fn with(program: &str) -> Sources {
        let mut sources = Sources::embedded();
        let enemy = format!("(figure: \"mask\", hp: 9, radius: 9, score: 0, program: [{program}])");
        sources.insert("levels/campaign/stage1/enemies/mask.ron", enemy.as_bytes());
        sources
    }

    fn told(program: &str) -> Vec<String> {
        let loaded = load_costed(&with(program), &mut Known::embedded());
        assert_eq!(loaded.content.stages.is_empty(), !loaded.problems.is_empty());
        loaded.problems.iter().map(|problem| problem.to_string().lines().next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn what_runs_away_is_refused_with_its_place_and_the_tick() {
        let volley = "Fire(group: Ring(count: 500), speed: 0.05, bullet: (look: \"disc\"))";
        assert_eq!(told("MoveTo(to: (192, 100), ticks: 10), Wait(30)"), Vec::<String>::new());
        let problems = told(&format!("MoveTo(to: (192, 100), ticks: 0), Repeat(times: 9, every: 10, do: [{volley}])"));
        assert!(problems.len() == 1 && problems[0].contains("mask.ron:1:55: program: "), "{problems:?}");
        assert!(problems[0].contains("alive at once in Easy, ") && problems[0].contains("(tick 81)"), "{problems:?}");
        let problems = told(&format!("MoveTo(to: (192, 100), ticks: 0), Repeat(times: 5, do: [{volley}])"));
        assert!(problems[0].contains("2500 bullets are fired in one tick in Easy") || problems[0].contains("2048 bullets"), "{problems:?}");
        let problems = told("Wait(20), Repeat(times: (easy: 2, normal: 2, hard: 2, lunatic: \"20000 + rank\"), do: [Let(a: 1)]), Wait(9)");
        assert!(problems[0].contains("steps run in one tick in Lunatic, 0.3 s after its start (tick 21)"), "{problems:?}");
    }

    #[test]
    fn what_is_known_is_not_run_again() {
        let known = Known::embedded();
        let (content, own) = (load(&with("Wait(9)")).content, load(&Sources::embedded()).content);
        let new: Vec<String> =
            pieces(&content).into_iter().filter(|piece| !piece.is_known(&content, &known)).map(|piece| piece.file).collect();
        let stage = "levels/campaign/stage1";
        assert_eq!(new, [format!("{stage}/enemies/mask.ron"), format!("{stage}/waves/6_masks.ron")]);
        assert!(pieces(&own).iter().all(|piece| piece.is_known(&own, &known)));
    }

    #[test]
    fn the_shipped_content_is_well_within_the_budget() {
        let content = load(&Sources::embedded()).content;
        let costs = costs_of(&content, |file| file.contains("/spells/fox_2"));
        assert_eq!(costs.len(), 1);
        let live = costs[0].peaks.map(|peaks| peaks.live);
        assert!(live[0] > 100 && live[3] > live[0] && live[3] < LIVE_MAX / 2, "{live:?}");
        assert!(costs[0].peaks.iter().all(|peaks| peaks.over.is_none() && peaks.births >= 5 && peaks.operations > 1), "{costs:?}");
    }
}

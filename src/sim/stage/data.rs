//! A stage as the simulation runs it: names resolved to indices, numbers resolved for each difficulty, programs compiled.
//!
//! Invariant: every index in it is valid, every number finite and in range; `compile` is the only maker.

use super::format::{CraneFile, Drops, Side};
use crate::sim::bullet::look::Look;
use crate::sim::difficulty::Difficulty;
use crate::sim::pattern::{Program, ProgramId};
use glam::Vec2;

/// A number with one value a difficulty.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tuned(pub [f32; 4]);

impl Tuned {
    /// The value at `difficulty`.
    pub fn at(self, difficulty: Difficulty) -> f32 {
        self.0[difficulty.index()]
    }

    /// The value as a whole number.
    pub fn count(self, difficulty: Difficulty) -> u32 {
        self.at(difficulty) as u32
    }
}

/// A whole stage.
#[derive(Clone, Debug)]
pub struct StageData {
    /// Its folder's path inside the content; empty for one that was made in memory.
    pub folder: String,
    /// Place in the campaign, from 1.
    pub number: u32,
    /// Name.
    pub title: String,
    /// Line under it.
    pub subtitle: String,
    /// Backdrop, an index into the content's list.
    pub backdrop: u16,
    /// Bonus for clearing.
    pub clear_bonus: Tuned,
    /// What happens, in order.
    pub timeline: Vec<Cue>,
    /// Waves.
    pub waves: Vec<Wave>,
    /// Kinds of enemies.
    pub enemies: Vec<EnemyData>,
    /// Bosses.
    pub bosses: Vec<BossData>,
    /// Dialogues.
    pub talks: Vec<Talk>,
    /// The player's crane.
    pub crane: CraneFile,
    /// Its figure.
    pub crane_figure: u16,
    /// The look table.
    pub looks: Vec<Look>,
}

impl StageData {
    /// A program of the stage.
    pub fn program(&self, id: ProgramId) -> Option<&Program> {
        match id {
            ProgramId::Enemy(enemy) => self.enemies.get(usize::from(enemy)).map(|enemy| &enemy.program),
            ProgramId::Attack { boss, attack } => {
                self.bosses.get(usize::from(boss))?.attacks.get(usize::from(attack)).map(|attack| &attack.program)
            }
        }
    }

    /// How many programs it has.
    pub fn program_count(&self) -> usize {
        self.enemies.len() + self.bosses.iter().map(|boss| boss.attacks.len()).sum::<usize>()
    }

    /// The program here of the file whose program `id` is in `other`.
    pub fn same_program(&self, id: ProgramId, other: &StageData) -> Option<ProgramId> {
        match id {
            ProgramId::Enemy(enemy) => {
                let file = &other.enemies.get(usize::from(enemy))?.file;
                self.enemies.iter().position(|enemy| enemy.file == *file).map(|enemy| ProgramId::Enemy(enemy as u16))
            }
            ProgramId::Attack { boss, attack } => {
                let old = other.bosses.get(usize::from(boss))?;
                let boss = self.bosses.iter().position(|boss| boss.file == old.file)?;
                let file = &old.attacks.get(usize::from(attack))?.file;
                let attack = self.bosses[boss].attacks.iter().position(|attack| attack.file == *file)?;
                Some(ProgramId::Attack { boss: boss as u16, attack: attack as u16 })
            }
        }
    }
}

/// A beat of the timeline with its names resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// Nothing for so many ticks.
    Wait(u32),
    /// The stage's title appears.
    Title,
    /// A wave starts.
    Wave(usize),
    /// Until all enemies and waves are gone, at most so many ticks.
    WaitClear(u32),
    /// A dialogue.
    Talk(usize),
    /// A boss, until it is gone.
    Boss(usize),
}

/// A wave.
#[derive(Clone, Debug, PartialEq)]
pub struct Wave {
    /// The name of its file in `waves`.
    pub file: String,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Tick after which it has nothing left to spawn, a value a difficulty.
    pub ticks: Tuned,
}

/// A row of a wave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Tick of the first.
    pub at_tick: u32,
    /// Index of the kind of enemy.
    pub enemy: usize,
    /// Where the first enters, px.
    pub from: Vec2,
    /// From one to the next, px.
    pub step: Vec2,
    /// How many.
    pub count: Tuned,
    /// Ticks between them.
    pub every_ticks: u32,
    /// Mirrored.
    pub mirror: bool,
    /// With a mirrored twin.
    pub twin: bool,
}

/// A kind of enemy.
#[derive(Clone, Debug, PartialEq)]
pub struct EnemyData {
    /// The name of its file in `enemies`.
    pub file: String,
    /// Figure index.
    pub figure: u16,
    /// Hit points.
    pub hp: Tuned,
    /// Collision radius, px.
    pub radius_px: f32,
    /// Score for its fall.
    pub score: u32,
    /// What it leaves.
    pub drops: Drops,
    /// What it does.
    pub program: Program,
    /// Its fall cancels bullets near it.
    pub cancels: bool,
}

/// A boss.
#[derive(Clone, Debug, PartialEq)]
pub struct BossData {
    /// The name of its file in `bosses`.
    pub file: String,
    /// Name.
    pub name: String,
    /// Line under it.
    pub title: String,
    /// Figure index.
    pub figure: u16,
    /// Collision radius, px.
    pub radius_px: f32,
    /// Where it comes from, px.
    pub from: Vec2,
    /// Where it fights from, px.
    pub home: Vec2,
    /// Leaves alive.
    pub leaves: bool,
    /// Attacks in order.
    pub attacks: Vec<Attack>,
    /// Score for its fall.
    pub score: u32,
}

/// An attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Attack {
    /// The name of its file in `spells`.
    pub file: String,
    /// The card's name; `None` for a nonspell.
    pub name: Option<String>,
    /// Hit points.
    pub hp: Tuned,
    /// Time limit in ticks.
    pub ticks: Tuned,
    /// Bonus at the start.
    pub bonus: Tuned,
    /// Animation of the figure.
    pub pose: String,
    /// Backdrop index, if it changes.
    pub backdrop: Option<u16>,
    /// Items at its end.
    pub drops: Drops,
    /// What the boss does.
    pub program: Program,
}

/// A dialogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Talk {
    /// The name of its file in `talks`.
    pub file: String,
    /// Boss that enters with it.
    pub boss: Option<usize>,
    /// Lines.
    pub lines: Vec<TalkLine>,
}

/// A line of a dialogue.
#[derive(Clone, Debug, PartialEq)]
pub struct TalkLine {
    /// Who speaks.
    pub speaker: String,
    /// Portrait, a figure index.
    pub figure: u16,
    /// Its side.
    pub side: Side,
    /// What is said.
    pub text: String,
}

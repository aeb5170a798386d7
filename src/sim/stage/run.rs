//! The timeline in progress: which cue, which waves, which dialogue.

use super::data::{Cue, StageData};
use super::talk::Talking;
use crate::sim::difficulty::Difficulty;
use crate::sim::enemy::Enemies;

/// Most waves at once; a further one waits for its turn.
const WAVES_MAX: usize = 16;
/// Ticks the stage's title is shown.
pub const TITLE_TICKS: u32 = 240;

/// The state of the timeline.
#[derive(Clone, Debug)]
pub struct StageRun {
    /// Index of the cue.
    cue: usize,
    /// Ticks spent on it.
    cue_ticks: u32,
    /// Waves in progress: index and ticks.
    waves: [Option<(usize, u32)>; WAVES_MAX],
    /// Ticks since the title was shown, until `TITLE_TICKS`.
    pub title_ticks: Option<u32>,
    /// The dialogue, when there is one.
    pub talking: Option<Talking>,
}

/// What the world must do for the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nothing.
    None,
    /// Bring this boss, to wait.
    Bring(usize),
    /// Bring this boss if it is not there, and let it fight.
    Fight(usize),
    /// The timeline is over.
    Clear,
}

impl StageRun {
    /// At the beginning.
    pub fn new() -> Self {
        Self::at(0)
    }

    /// At a later cue of the timeline; beyond its end the stage is cleared at once.
    pub fn at(cue: usize) -> Self {
        Self { cue, cue_ticks: 0, waves: [None; WAVES_MAX], title_ticks: None, talking: None }
    }

    /// One tick: waves spawn, cues follow one another. `boss_there`: a boss is on the playfield.
    pub fn step(&mut self, stage: &StageData, difficulty: Difficulty, enemies: &mut Enemies, boss_there: bool) -> Order {
        self.title_ticks = self.title_ticks.map(|ticks| ticks + 1).filter(|ticks| *ticks < TITLE_TICKS);
        self.spawn(stage, difficulty, enemies);
        loop {
            let Some(cue) = stage.timeline.get(self.cue) else { return Order::Clear };
            self.cue_ticks += 1;
            let first = self.cue_ticks == 1;
            let order = match *cue {
                Cue::Talk(talk) if first => stage.talks[talk].boss.map_or(Order::None, Order::Bring),
                Cue::Boss(boss) if first => Order::Fight(boss),
                _ => Order::None,
            };
            if !self.cue_done(*cue, first, enemies, boss_there) {
                return order;
            }
            self.cue += 1;
            self.cue_ticks = 0;
        }
    }

    /// Whether a wave is under way.
    pub fn is_spawning(&self) -> bool {
        self.waves.iter().any(Option::is_some)
    }

    /// Goes on in another version of the stage: cues, waves and dialogue are found again by the names of their files.
    pub fn reload(&mut self, old: &StageData, new: &StageData) {
        let here = old.timeline.get(self.cue).map(|cue| name(old, *cue));
        let alike = |at: &usize| Some(name(new, new.timeline[*at])) == here;
        let nearest = (0..new.timeline.len()).filter(alike).min_by_key(|at| at.abs_diff(self.cue));
        if nearest.is_none() {
            self.cue_ticks = 0;
        }
        self.cue = nearest.unwrap_or(self.cue.min(new.timeline.len()));
        for slot in &mut self.waves {
            let wave = slot.and_then(|(wave, ticks)| Some((file(&old.waves[wave].file, new.waves.iter().map(|wave| &wave.file))?, ticks)));
            *slot = wave;
        }
        self.talking = self.talking.and_then(|talking| {
            let talk = file(&old.talks[talking.talk].file, new.talks.iter().map(|talk| &talk.file))?;
            (talking.line < new.talks[talk].lines.len()).then_some(Talking { talk, ..talking })
        });
    }

    fn cue_done(&mut self, cue: Cue, first: bool, enemies: &Enemies, boss_there: bool) -> bool {
        match cue {
            Cue::Wait(ticks) => self.cue_ticks > ticks,
            Cue::Title => {
                self.title_ticks = Some(0);
                true
            }
            Cue::Wave(wave) => match self.waves.iter_mut().find(|slot| slot.is_none()) {
                Some(slot) => {
                    *slot = Some((wave, 0));
                    true
                }
                None => false,
            },
            Cue::WaitClear(ticks) => self.cue_ticks > ticks || (!self.is_spawning() && enemies.slots().is_empty()),
            Cue::Talk(talk) => {
                if first {
                    self.talking = Some(Talking { talk, ..Talking::default() });
                }
                self.talking.is_none()
            }
            Cue::Boss(_) => !first && !boss_there,
        }
    }

    fn spawn(&mut self, stage: &StageData, difficulty: Difficulty, enemies: &mut Enemies) {
        for slot in &mut self.waves {
            let Some((wave, ticks)) = slot else { continue };
            let wave = &stage.waves[*wave];
            for row in &wave.rows {
                let Some(since) = ticks.checked_sub(row.at_tick) else { continue };
                let every = row.every_ticks.max(1);
                let nth = since / every;
                if since.is_multiple_of(every) && nth < row.count.count(difficulty) {
                    enemies.spawn(row, nth, &stage.enemies[row.enemy], difficulty);
                }
            }
            *ticks += 1;
            if *ticks > wave.ticks.count(difficulty) {
                *slot = None;
            }
        }
    }
}

/// What a cue is, whatever its indices and times.
fn name(stage: &StageData, cue: Cue) -> (u8, &str) {
    match cue {
        Cue::Wait(_) => (0, ""),
        Cue::Title => (1, ""),
        Cue::WaitClear(_) => (2, ""),
        Cue::Wave(wave) => (3, &stage.waves[wave].file),
        Cue::Talk(talk) => (4, &stage.talks[talk].file),
        Cue::Boss(boss) => (5, &stage.bosses[boss].file),
    }
}

/// The index of a file's name.
fn file<'a>(name: &str, mut files: impl Iterator<Item = &'a String>) -> Option<usize> {
    files.position(|file| file == name)
}

impl Default for StageRun {
    fn default() -> Self {
        Self::new()
    }
}

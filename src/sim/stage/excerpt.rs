//! A stage cut down to one part of it, or built around one program: what tools run.
//!
//! Invariant: the part runs as it does in its stage; nothing else happens, and nothing ends the stage.

use super::data::{Attack, BossData, Cue, Row, StageData, Tuned, Wave};
use super::format::{CraneFile, Drops};
use crate::sim::bullet::look::Look;
use crate::sim::field::{HEIGHT_PX, WIDTH_PX};
use crate::sim::pattern::Program;
use glam::Vec2;

/// A part of a stage, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A wave.
    Wave(usize),
    /// One enemy of a kind: it enters where the first wave that has it lets it enter.
    Enemy(usize),
    /// A boss with all its attacks.
    Boss(usize),
    /// An attack of a boss.
    Attack {
        /// The boss.
        boss: usize,
        /// Its attack.
        attack: usize,
    },
}

/// A wait that outlasts every run.
const EVER: Cue = Cue::Wait(u32::MAX / 2);
/// Where an enemy enters that no wave has.
const ENTRY: Vec2 = Vec2::new(WIDTH_PX * 0.5, -20.0);
/// Longest attack of an emitter that is no boss, ticks.
const TICKS: f32 = 1e8;
/// Its hit points: nobody shoots so many down.
const HP: f32 = 1e9;

impl StageData {
    /// A stage in which nothing happens.
    pub fn empty(crane: &CraneFile, figures: &[String], looks: &[Look]) -> StageData {
        StageData {
            folder: String::new(),
            number: 0,
            title: String::new(),
            subtitle: String::new(),
            backdrop: 0,
            clear_bonus: Tuned::default(),
            timeline: Vec::new(),
            waves: Vec::new(),
            enemies: Vec::new(),
            bosses: Vec::new(),
            talks: Vec::new(),
            crane: crane.clone(),
            crane_figure: figures.iter().position(|figure| *figure == crane.figure).unwrap_or(0) as u16,
            looks: looks.to_vec(),
        }
    }

    /// The stage with nothing but this part in its timeline.
    ///
    /// # Panics
    /// If it has no such part.
    pub fn excerpt(&self, part: Part) -> StageData {
        let mut stage = self.clone();
        stage.timeline = match part {
            Part::Wave(wave) => vec![Cue::Wave(wave), EVER],
            Part::Boss(boss) => vec![Cue::Boss(boss), EVER],
            Part::Enemy(enemy) => {
                stage.waves = vec![alone(enemy, self.waves.iter().flat_map(|wave| &wave.rows).find(|row| row.enemy == enemy))];
                vec![Cue::Wave(0), EVER]
            }
            Part::Attack { boss, attack } => {
                let boss = &self.bosses[boss];
                let attacks = vec![boss.attacks[attack].clone()];
                stage.bosses = vec![BossData { from: boss.home, attacks, ..boss.clone() }];
                // No talk may bring a boss that is not there.
                stage.talks.clear();
                vec![Cue::Boss(0), EVER]
            }
        };
        stage
    }

    /// The stage with nothing but an invisible emitter at `at` that runs `program`.
    pub fn around(&self, program: Program, at: Vec2) -> StageData {
        let attack = Attack {
            file: String::new(),
            name: None,
            hp: Tuned([HP; 4]),
            ticks: Tuned([TICKS; 4]),
            bonus: Tuned::default(),
            pose: String::new(),
            backdrop: None,
            drops: Drops::default(),
            program,
        };
        let boss = BossData {
            file: String::new(),
            name: String::new(),
            title: String::new(),
            figure: u16::MAX,
            radius_px: 8.0,
            from: at,
            home: at,
            leaves: true,
            attacks: vec![attack],
            score: 0,
        };
        StageData { timeline: vec![Cue::Boss(0), EVER], bosses: vec![boss], talks: Vec::new(), ..self.clone() }
    }
}

/// A wave of one enemy.
fn alone(enemy: usize, row: Option<&Row>) -> Wave {
    let entry =
        Row { at_tick: 0, enemy, from: ENTRY, step: Vec2::ZERO, count: Tuned([1.0; 4]), every_ticks: 0, mirror: false, twin: false };
    let row = row.map_or(entry, |row| Row { at_tick: 0, count: entry.count, twin: false, ..*row });
    Wave { file: String::new(), rows: vec![row], ticks: Tuned::default() }
}

/// The middle of the upper part of the playfield, where most bosses fight from.
pub const EMITTER: Vec2 = Vec2::new(WIDTH_PX * 0.5, HEIGHT_PX * 0.22);

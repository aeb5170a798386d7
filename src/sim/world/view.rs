//! What can be seen of the world: read-only views for drawing, the panel, the bot and the tools.

use super::act::{BOMB_TICKS, FOLD_TICKS};
use super::{Course, Outcome, World};
use crate::sim::boss::BossState;
use crate::sim::bullet::KindRow;
use crate::sim::difficulty::Difficulty;
use crate::sim::enemy::FLASH_TICKS;
use crate::sim::event::Event;
use crate::sim::item::{Item, ItemKind};
use crate::sim::label::LabelView;
use crate::sim::mark::Mark;
use crate::sim::player::Player;
use crate::sim::score::{self, Score};
use crate::sim::shot::Shot;
use crate::sim::stage::format::Side;
use glam::Vec2;

/// Where the run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Fighting.
    Playing,
    /// A dialogue.
    Dialogue,
    /// The stage is cleared; its bonus is shown.
    Clear {
        /// What it is made of.
        bonus: ClearBonus,
        /// Ticks since.
        age_ticks: u32,
    },
    /// No life left; a continue may be chosen.
    GameOver {
        /// Continues that are left.
        continues_left: u32,
        /// Ticks left to choose.
        ticks_left: u32,
    },
    /// Over.
    Finished(Outcome),
}

/// What a stage's clear bonus is made of, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClearBonus {
    /// The stage's own.
    pub stage: u64,
    /// For grazes.
    pub graze: u64,
    /// For point items.
    pub points: u64,
    /// For captured cards.
    pub captures: u64,
    /// For lives left.
    pub lives: u64,
}

impl ClearBonus {
    /// All together.
    pub fn total(&self) -> u64 {
        self.stage + self.graze + self.points + self.captures + self.lives
    }
}

/// An enemy as seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnemyView {
    /// Figure index.
    pub figure: u16,
    /// Where, px.
    pub at: Vec2,
    /// Where it was a tick ago, px.
    pub previous: Vec2,
    /// Left and right exchanged.
    pub mirror: bool,
    /// Ticks since it came.
    pub age_ticks: u32,
    /// 1 just hit to 0.
    pub flash: f32,
    /// Share of hit points left.
    pub hp_fraction: f32,
    /// Collision radius, px.
    pub radius_px: f32,
    /// Serial of birth.
    pub serial: u32,
}

/// The boss as seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BossView<'a> {
    /// Name.
    pub name: &'a str,
    /// Line under it.
    pub title: &'a str,
    /// Figure index.
    pub figure: u16,
    /// Where, px.
    pub at: Vec2,
    /// Where it was a tick ago, px.
    pub previous: Vec2,
    /// What it does.
    pub state: BossState,
    /// Ticks in this state.
    pub state_ticks: u32,
    /// Animation wanted.
    pub pose: &'a str,
    /// 1 just hit to 0.
    pub flash: f32,
    /// Collision radius, px.
    pub radius_px: f32,
    /// Share of the attack's hit points left; 1 between attacks.
    pub hp_fraction: f32,
    /// Attacks after the present one.
    pub attacks_left: usize,
    /// The present attack.
    pub attack: Option<AttackView<'a>>,
}

/// An attack as seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackView<'a> {
    /// The card's name; empty for a nonspell.
    pub name: &'a str,
    /// A spell card.
    pub is_spell: bool,
    /// Ticks left.
    pub ticks_left: u32,
    /// Ticks since it began.
    pub age_ticks: u32,
    /// What a capture would bring now; 0 when spoiled.
    pub bonus: u32,
    /// A capture is no longer possible.
    pub spoiled: bool,
    /// Backdrop index, if it changes.
    pub backdrop: Option<u16>,
}

/// A line of dialogue as seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DialogueView<'a> {
    /// Who speaks.
    pub speaker: &'a str,
    /// What.
    pub text: &'a str,
    /// Portrait, a figure index.
    pub figure: u16,
    /// Its side.
    pub side: Side,
    /// Ticks the line has been shown.
    pub shown_ticks: u32,
    /// Index of the line.
    pub line: usize,
}

/// What the panel shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Hud<'a> {
    /// Counts.
    pub score: &'a Score,
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Stage number.
    pub stage_number: u32,
    /// Rank, 0 to 1.
    pub rank: f32,
    /// The gauge in folds, 0 to 3.
    pub folds: f32,
}

/// A shot as seen.
pub type ShotView = Shot;
/// An item as seen.
pub type ItemView = Item;

impl World {
    /// The crane.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Shots.
    pub fn shots(&self) -> impl Iterator<Item = ShotView> {
        self.shots.all().iter().copied()
    }

    /// Items.
    pub fn items(&self) -> impl Iterator<Item = ItemView> {
        self.items.all().iter().copied()
    }

    /// Items of one kind on the playfield.
    pub fn item_count(&self, kind: ItemKind) -> usize {
        self.items.all().iter().filter(|item| item.kind == kind).count()
    }

    /// Enemies, in slot order.
    pub fn enemies(&self) -> impl Iterator<Item = EnemyView> {
        self.enemies.slots().iter().map(|(_, enemy)| {
            let data = &self.stage.enemies[enemy.kind];
            EnemyView {
                figure: data.figure,
                at: enemy.pose.at,
                previous: enemy.previous,
                mirror: enemy.pose.mirror,
                age_ticks: enemy.age_ticks,
                flash: enemy.flash_ticks as f32 / FLASH_TICKS as f32,
                hp_fraction: enemy.hp as f32 / enemy.hp_max as f32,
                radius_px: data.radius_px,
                serial: enemy.serial,
            }
        })
    }

    /// The boss.
    pub fn boss(&self) -> Option<BossView<'_>> {
        let boss = self.boss.as_ref()?;
        let data = &self.stage.bosses[boss.kind];
        let attacking = boss.state == BossState::Attacking;
        let attack = data.attacks.get(boss.attack);
        Some(BossView {
            name: &data.name,
            title: &data.title,
            figure: data.figure,
            at: boss.pose.at,
            previous: boss.previous,
            state: boss.state,
            state_ticks: boss.state_ticks,
            pose: attack.filter(|_| attacking).map_or("idle", |attack| attack.pose.as_str()),
            flash: boss.flash_ticks as f32 / FLASH_TICKS as f32,
            radius_px: data.radius_px,
            hp_fraction: if attacking { (boss.hp.max(0) as f32) / boss.hp_max as f32 } else { 1.0 },
            attacks_left: data.attacks.len().saturating_sub(boss.attack + 1),
            attack: attack.filter(|_| attacking).map(|attack| AttackView {
                name: attack.name.as_deref().unwrap_or(""),
                is_spell: attack.name.is_some(),
                ticks_left: boss.ticks_left,
                age_ticks: boss.state_ticks,
                bonus: if boss.spoiled { 0 } else { boss.bonus(attack, self.config.difficulty) },
                spoiled: boss.spoiled,
                backdrop: attack.backdrop,
            }),
        })
    }

    /// Damage numbers of this tick.
    pub fn labels(&self) -> impl Iterator<Item = LabelView<'_>> {
        self.labels.views(self.tick, &self.arena)
    }

    /// What happened in the last tick.
    pub fn events(&self) -> &[Event] {
        self.events.all()
    }

    /// Warnings on the ground, the oldest first.
    pub fn marks(&self) -> &[Mark] {
        self.marks.all()
    }

    /// The growing fold: middle, radius px, share of its time gone.
    pub fn fold_circle(&self) -> Option<(Vec2, f32, f32)> {
        self.folding.map(|fold| (fold.at, fold.radius_px(), fold.age_ticks as f32 / FOLD_TICKS as f32))
    }

    /// The burning bomb: middle, radius px, share of its time gone.
    pub fn bomb_circle(&self) -> Option<(Vec2, f32, f32)> {
        self.bombing.map(|bomb| (bomb.at, self.bomb_radius_px(&bomb), bomb.age_ticks as f32 / BOMB_TICKS as f32))
    }

    /// What the panel shows.
    pub fn hud(&self) -> Hud<'_> {
        Hud {
            score: &self.score,
            difficulty: self.config.difficulty,
            stage_number: self.stage.number,
            rank: self.rank,
            folds: self.score.gauge as f32 / score::FOLD_COST as f32,
        }
    }

    /// The line being spoken.
    pub fn dialogue(&self) -> Option<DialogueView<'_>> {
        let talking = self.run.talking?;
        let line = self.stage.talks[talking.talk].lines.get(talking.line)?;
        Some(DialogueView {
            speaker: &line.speaker,
            text: &line.text,
            figure: line.figure,
            side: line.side,
            shown_ticks: talking.shown_ticks,
            line: talking.line,
        })
    }

    /// Ticks since the stage's title appeared, while it is shown.
    pub fn title_ticks(&self) -> Option<u32> {
        self.run.title_ticks
    }

    /// How the storage of scripts is doing: bullets with one, and how many were not fired because too many others had one.
    pub fn script_row(&self) -> KindRow {
        let (len, capacity, peak) = (self.tasks.len(), self.tasks.capacity(), self.tasks.peak());
        KindRow { name: "scripts", len, capacity, peak, steals: 0, refused: u64::from(self.clipped.tasks) }
    }

    /// Where the run stands.
    pub fn phase(&self) -> Phase {
        match self.course {
            Course::Playing if self.run.talking.is_some() => Phase::Dialogue,
            Course::Playing => Phase::Playing,
            Course::Clear { ticks, bonus } => Phase::Clear { bonus, age_ticks: ticks },
            Course::Over { ticks_left } => {
                Phase::GameOver { continues_left: self.config.continues.saturating_sub(self.score.continues), ticks_left }
            }
            Course::Finished(outcome) => Phase::Finished(outcome),
        }
    }
}

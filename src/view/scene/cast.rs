//! The figures on stage: which animations they have, how each stands this frame, and those that have just fallen.
//! Units: playfield units (px), ticks. Invariant: meshing allocates nothing once the meshes have room. Must not know the world's rules.

use crate::view::brush::Mesh;
use crate::view::ease;
use glam::Vec2;
use tamafubuki::content::Content;
use tamafubuki::paper::figure::{Clip, Figure, Pose};
use tamafubuki::sim::boss::{BossState, END_TICKS, ENTER_TICKS};
use tamafubuki::sim::player::{Player, PlayerState};
use tamafubuki::sim::world::{BossView, EnemyView};

const SHADOW: [u8; 4] = [6, 5, 18, 84];
/// Where shadows fall, px: down to the right, further for what flies higher.
const NEAR_SHADOW: Vec2 = Vec2::new(4.0, 6.0);
const FAR_SHADOW: Vec2 = Vec2::new(7.0, 10.0);
/// Ticks in which an enemy folds itself from its sheet.
const FOLD_TICKS: f32 = 26.0;
/// Ticks in which one pose of a boss goes over into the next.
const BLEND_TICKS: f32 = 24.0;
/// Ticks in which a fallen figure tears.
const TEAR_TICKS: f32 = 26.0;
const GHOSTS: usize = 32;
/// Enemies remembered from the last frame, to know who fell.
const SEEN: usize = 256;

/// Indices of the animations every figure may have.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    idle: Option<u8>,
    bank: Option<u8>,
    focus: Option<u8>,
}

/// A figure that fell and tears into its facets.
#[derive(Clone, Copy, Debug)]
struct Ghost {
    figure: u16,
    at: Vec2,
    drift: Vec2,
    age: f32,
}

/// The boss's pose, and the one before it.
#[derive(Clone, Copy, Debug, Default)]
struct Posing {
    figure: u16,
    now: Option<u8>,
    before: Option<u8>,
    since: f32,
}

/// What figures are drawn from and into.
pub struct Sheets<'a> {
    /// Where the figures are.
    pub content: &'a Content,
    /// The part of a tick that has passed since the last one.
    pub alpha: f32,
    /// Takes the shadows.
    pub below: &'a mut Mesh,
    /// Takes the figures.
    pub above: &'a mut Mesh,
}

/// All figures.
pub struct Cast {
    moves: Vec<Moves>,
    ghosts: Vec<Ghost>,
    seen: Vec<(Vec2, Vec2, u16)>,
    posing: Posing,
    /// The crane as it was last drawn: figure and place.
    crane: Option<(u16, Vec2)>,
}

impl Cast {
    /// Looks up the animations of the content's figures.
    pub fn new(content: &Content) -> Self {
        let moves =
            |figure: &Figure| Moves { idle: figure.animation("idle"), bank: figure.animation("bank"), focus: figure.animation("focus") };
        Self {
            moves: content.figures.iter().map(moves).collect(),
            ghosts: Vec::with_capacity(GHOSTS),
            seen: Vec::with_capacity(SEEN),
            posing: Posing::default(),
            crane: None,
        }
    }

    /// Everyone off the stage.
    pub fn clear(&mut self) {
        self.ghosts.clear();
        self.seen.clear();
        self.posing = Posing::default();
        self.crane = None;
    }

    /// One tick of what only the picture knows.
    pub fn step(&mut self) {
        self.posing.since += 1.0;
        self.ghosts.retain_mut(|ghost| {
            ghost.age += 1.0;
            ghost.at += ghost.drift;
            ghost.drift *= 0.94;
            ghost.age < TEAR_TICKS
        });
    }

    /// An enemy fell at `at`: whoever was drawn there tears.
    pub fn fell(&mut self, at: Vec2) {
        let near = |(place, ..): &&(Vec2, Vec2, u16)| place.distance_squared(at) < 24.0 * 24.0;
        let nearest = self.seen.iter().filter(near).min_by(|a, b| a.0.distance_squared(at).total_cmp(&b.0.distance_squared(at)));
        if let Some(&(_, drift, figure)) = nearest.filter(|_| self.ghosts.len() < GHOSTS) {
            self.ghosts.push(Ghost { figure, at, drift: drift * 0.5, age: 0.0 });
        }
    }

    /// The crane is lost: it tears where it was.
    pub fn crane_fell(&mut self) {
        if let Some((figure, at)) = self.crane.filter(|_| self.ghosts.len() < GHOSTS) {
            self.ghosts.push(Ghost { figure, at, drift: Vec2::new(0.0, -0.6), age: 0.0 });
        }
    }

    /// Enemies of this frame: shadows into `below`, figures into `above`.
    pub fn enemies(&mut self, enemies: impl Iterator<Item = EnemyView>, sheets: &mut Sheets) {
        self.seen.clear();
        for enemy in enemies {
            let Some(figure) = sheets.content.figures.get(usize::from(enemy.figure)) else { continue };
            let step = enemy.at - enemy.previous;
            let at = enemy.previous + step * sheets.alpha;
            let age = enemy.age_ticks as f32 + sheets.alpha;
            let idle = Clip::new(self.moves[usize::from(enemy.figure)].idle, age + enemy.serial as f32 * 7.0);
            let lean = (step.x * 5.0).clamp(-22.0, 22.0);
            let pose = Pose {
                at,
                angle_deg: lean,
                fold: ease::out_cubic(age / FOLD_TICKS),
                clips: [idle, Clip::NONE, Clip::NONE],
                flash: enemy.flash * 0.8,
                ..Pose::default()
            };
            figure.shadow_mesh(&pose, NEAR_SHADOW, SHADOW, sheets.below);
            figure.mesh(&pose, sheets.above);
            if self.seen.len() < SEEN {
                self.seen.push((enemy.at, step, enemy.figure));
            }
        }
        for ghost in &self.ghosts {
            let Some(figure) = sheets.content.figures.get(usize::from(ghost.figure)) else { continue };
            let gone = (ghost.age + sheets.alpha) / TEAR_TICKS;
            figure.mesh(&Pose { at: ghost.at, tear: ease::out_cubic(gone), flash: 0.5 * (1.0 - gone), ..Pose::default() }, sheets.above);
        }
    }

    /// The boss of this frame, posed between its last animation and the present one. Gives its place.
    pub fn boss(&mut self, boss: &BossView, sheets: &mut Sheets) -> Vec2 {
        let at = boss.previous.lerp(boss.at, sheets.alpha);
        let Some(figure) = sheets.content.figures.get(usize::from(boss.figure)) else { return at };
        self.take_pose(figure, boss);
        let time = boss.state_ticks as f32 + sheets.alpha;
        let blend = ease::in_out_cubic((self.posing.since + sheets.alpha) / BLEND_TICKS);
        let now = Clip::new(self.posing.now, time).weighted(blend);
        let before = Clip::new(self.posing.before, time).weighted(1.0 - blend);
        let mut pose = Pose { at, clips: [now, before, Clip::NONE], flash: boss.flash * 0.12, ..Pose::default() };
        match boss.state {
            BossState::Entering => pose.fold = ease::in_out_cubic(time / ENTER_TICKS as f32),
            BossState::Falling => {
                pose.tear = ease::in_cubic(time / END_TICKS as f32);
                pose.at += Vec2::new((time * 1.9).sin(), (time * 2.7).cos()) * 3.0 * (1.0 - pose.tear);
                pose.flash = 0.4;
            }
            BossState::Leaving => pose.alpha = 1.0 - ease::in_cubic(time / END_TICKS as f32),
            BossState::Waiting | BossState::Resting | BossState::Attacking | BossState::Gone => {}
        }
        pose.angle_deg = ((boss.at.x - boss.previous.x) * 3.0).clamp(-9.0, 9.0);
        if boss.state != BossState::Gone {
            figure.shadow_mesh(&pose, FAR_SHADOW, SHADOW, sheets.below);
            figure.mesh(&pose, sheets.above);
        }
        at
    }

    fn take_pose(&mut self, figure: &Figure, boss: &BossView) {
        let wanted = figure.animation(boss.pose).or(self.moves[usize::from(boss.figure)].idle);
        if boss.figure != self.posing.figure {
            self.posing = Posing { figure: boss.figure, now: wanted, before: None, since: BLEND_TICKS };
        } else if wanted != self.posing.now {
            self.posing = Posing { figure: boss.figure, now: wanted, before: self.posing.now, since: 0.0 };
        }
    }

    /// The player's crane. Gives its place, or `None` while it is not to be seen.
    pub fn player(&mut self, player: &Player, figure: u16, time: f32, sheets: &mut Sheets) -> Option<Vec2> {
        let at = player.previous.lerp(player.at, sheets.alpha);
        let shape = sheets.content.figures.get(usize::from(figure)).filter(|_| player.visible())?;
        let moves = self.moves[usize::from(figure)];
        let clips = [
            Clip::new(moves.idle, time).weighted(1.0 - 0.55 * player.focus),
            Clip::new(moves.bank, 0.0).weighted(player.bank),
            Clip::new(moves.focus, 0.0).weighted(player.focus),
        ];
        let hit = matches!(player.state, PlayerState::Hit { .. });
        let blink = player.safe_ticks > 0 && ((time / 4.0) as u32).is_multiple_of(2);
        let flash = if hit {
            0.9
        } else if blink {
            0.55
        } else {
            0.0
        };
        let pose = Pose { at, clips, flash, alpha: if blink { 0.72 } else { 1.0 }, ..Pose::default() };
        shape.shadow_mesh(&pose, NEAR_SHADOW, SHADOW, sheets.below);
        shape.mesh(&pose, sheets.above);
        self.crane = Some((figure, at));
        Some(at)
    }
}

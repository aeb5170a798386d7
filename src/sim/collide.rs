//! Shots against enemies and the boss: which shot meets which target in this tick.
//!
//! Pairs are gathered in the frame arena (pooled) or a fresh `Vec` (boxed) and come in the order of the shots, one a shot: what is done with
//! them does not depend on the storage.

use super::bullet::Mode;
use super::shot::Shot;
use crate::mem::arena::FrameArena;
use glam::Vec2;

/// Something a shot can meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Who: an enemy's slot, or `BOSS`.
    pub id: u32,
    /// Middle, px.
    pub at: Vec2,
    /// Radius, px.
    pub radius_px: f32,
}

/// The id of the boss as a target.
pub const BOSS: u32 = u32::MAX;
/// Half the width of a shot, px.
pub const SHOT_RADIUS_PX: f32 = 6.0;

/// A shot that meets a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Index of the shot.
    pub shot: u32,
    /// Who is met.
    pub target: u32,
}

/// Pairs of a tick, wherever they are kept.
pub enum Pairs<'a> {
    /// In the frame arena.
    Arena(&'a [Pair]),
    /// On the heap.
    Heap(Vec<Pair>),
}

impl std::ops::Deref for Pairs<'_> {
    type Target = [Pair];

    fn deref(&self) -> &[Pair] {
        match self {
            Pairs::Arena(pairs) => pairs,
            Pairs::Heap(pairs) => pairs,
        }
    }
}

/// The first target (in their order) that each shot meets.
pub fn pairs<'a>(shots: &[Shot], targets: &[Target], mode: Mode, arena: &'a FrameArena) -> Pairs<'a> {
    let met = shots.iter().enumerate().filter_map(|(index, shot)| {
        let target = targets.iter().find(|target| {
            let reach = target.radius_px + SHOT_RADIUS_PX;
            target.at.distance_squared(shot.at) < reach * reach
        })?;
        Some(Pair { shot: index as u32, target: target.id })
    });
    match mode {
        Mode::Pooled => {
            let mut pairs = arena.scratch();
            met.for_each(|pair| pairs.push(pair));
            Pairs::Arena(pairs.into_slice())
        }
        Mode::Boxed => Pairs::Heap(met.collect()),
    }
}

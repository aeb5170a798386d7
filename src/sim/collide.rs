//! Shots against enemies and the boss: which shot meets which target in this tick.
//!
//! Each shot meets the first target, in their order, whose circle it touches. A uniform grid finds it without asking all of them; up to
//! `GRID_FROM` targets asking all is faster. Pairs are gathered in the frame arena (pooled) or a fresh `Vec` (boxed) and come in the order of
//! the shots: what is done with them depends neither on the storage nor on the way they were found.

mod grid;

use super::bullet::Mode;
use super::shot::Shot;
use crate::mem::arena::FrameArena;
use glam::Vec2;
use grid::Grid;

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
/// Targets from which the grid is used.
pub const GRID_FROM: usize = 16;

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

/// The pairs of a tick.
pub fn pairs<'a>(shots: &[Shot], targets: &[Target], mode: Mode, arena: &'a FrameArena) -> Pairs<'a> {
    let grid = if targets.len() < GRID_FROM { None } else { Grid::new(targets, arena) };
    match (grid, mode) {
        (Some(grid), Mode::Pooled) => in_arena(shots, targets, |at| grid.first(at), arena),
        (Some(grid), Mode::Boxed) => on_heap(shots, targets, |at| grid.first(at)),
        (None, _) => all_pairs(shots, targets, mode, arena),
    }
}

/// The same by asking every target for every shot: what the grid is measured and checked against.
pub fn all_pairs<'a>(shots: &[Shot], targets: &[Target], mode: Mode, arena: &'a FrameArena) -> Pairs<'a> {
    match mode {
        Mode::Pooled => in_arena(shots, targets, |at| first_of_all(targets, at), arena),
        Mode::Boxed => on_heap(shots, targets, |at| first_of_all(targets, at)),
    }
}

/// Index of nobody.
const NONE: u32 = u32::MAX;

/// The index of the first of all targets that a shot at `at` meets, or `NONE`.
fn first_of_all(targets: &[Target], at: Vec2) -> u32 {
    targets.iter().position(|target| touches(target, at)).map_or(NONE, |index| index as u32)
}

fn touches(target: &Target, at: Vec2) -> bool {
    let reach = target.radius_px + SHOT_RADIUS_PX;
    target.at.distance_squared(at) < reach * reach
}

fn in_arena<'a>(shots: &[Shot], targets: &[Target], first: impl Fn(Vec2) -> u32, arena: &'a FrameArena) -> Pairs<'a> {
    let mut pairs = arena.scratch();
    for (shot, at) in (0..).zip(shots) {
        let index = first(at.at);
        // Whether a shot meets anything is as good as random: no branch on it.
        pairs.push_if(Pair { shot, target: index }, index != NONE);
    }
    pairs.iter_mut().for_each(|pair| pair.target = targets[pair.target as usize].id);
    Pairs::Arena(pairs.into_slice())
}

fn on_heap(shots: &[Shot], targets: &[Target], first: impl Fn(Vec2) -> u32) -> Pairs<'static> {
    let met = (0..).zip(shots).map(|(shot, at)| (shot, first(at.at))).filter(|(_, index)| *index != NONE);
    Pairs::Heap(met.map(|(shot, index)| Pair { shot, target: targets[index as usize].id }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::field;
    use crate::sim::rng::Rng;
    use crate::sim::stage::format::ShotShape;

    fn shot(at: Vec2) -> Shot {
        Shot { at, previous: at, velocity: Vec2::ZERO, angle_deg: -90.0, damage: 1, shape: ShotShape::Needle }
    }

    #[test]
    fn the_grid_finds_what_asking_everybody_finds() {
        let mut rng = Rng::new(7);
        let mut arena = FrameArena::with_capacity(1 << 20);
        for round in 0..200 {
            arena.reset(round);
            let mut point =
                |margin: f32| Vec2::new(rng.range(-margin, field::WIDTH_PX + margin), rng.range(-margin, field::HEIGHT_PX + margin));
            let shots: Vec<Shot> = (0..200).map(|_| shot(point(80.0))).collect();
            let count = GRID_FROM as u32 + round % 90;
            let targets: Vec<Target> = (0..count).map(|id| Target { id, at: point(100.0), radius_px: 4.0 + (id % 40) as f32 }).collect();
            for mode in [Mode::Pooled, Mode::Boxed] {
                assert_eq!(*pairs(&shots, &targets, mode, &arena), *all_pairs(&shots, &targets, mode, &arena), "round {round}");
            }
        }
    }

    #[test]
    fn more_than_the_grid_can_name_are_asked_one_by_one() {
        let arena = FrameArena::with_capacity(1 << 20);
        // Each reaches into every cell: four fill a cell, so some 70 layers of cells are all that can be named.
        let targets: Vec<Target> = (0..400).map(|id| Target { id, at: Vec2::new(192.0, 224.0), radius_px: 1_000.0 + id as f32 }).collect();
        let far = Vec2::new(192.0, 224.0 + 1_390.0);
        let met = pairs(&[shot(far), shot(Vec2::ZERO)], &targets, Mode::Pooled, &arena).to_vec();
        // Reach is the radius and 6: the first that reaches 1,390 px has 1,385.
        assert_eq!(met, [Pair { shot: 0, target: 385 }, Pair { shot: 1, target: 0 }]);
    }

    #[test]
    fn the_first_target_in_their_order_is_met_and_only_within_reach() {
        let arena = FrameArena::with_capacity(4096);
        let target = |id, x| Target { id, at: Vec2::new(x, 100.0), radius_px: 10.0 };
        let targets = [target(5, 100.0), target(3, 104.0)];
        let shots = [shot(Vec2::new(102.0, 100.0)), shot(Vec2::new(118.0, 100.0)), shot(Vec2::new(120.0, 100.0))];
        let met: Vec<Pair> = pairs(&shots, &targets, Mode::Pooled, &arena).to_vec();
        // The second is 18 from the first target (16 is its reach) and 14 from the second; the third is 16 from the second: out of reach.
        assert_eq!(met, [Pair { shot: 0, target: 5 }, Pair { shot: 1, target: 3 }]);
    }
}

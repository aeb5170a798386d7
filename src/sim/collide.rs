//! Shots against enemies and the boss: which shot meets which target in this tick.
//!
//! Each shot meets the first target, in their order, whose circle it touches. A uniform grid finds it without asking all of them; up to
//! `GRID_FROM` targets asking all is faster. Pairs are gathered in the frame arena (pooled) or a fresh `Vec` (boxed) and come in the order of
//! the shots: what is done with them depends neither on the storage nor on the way they were found.

use super::bullet::Mode;
use super::field;
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
    if targets.len() < GRID_FROM {
        all_pairs(shots, targets, mode, arena)
    } else {
        let grid = Grid::new(targets, arena);
        gather(shots, |at| grid.first(targets, at), mode, arena)
    }
}

/// The same by asking every target for every shot: what the grid is measured and checked against.
pub fn all_pairs<'a>(shots: &[Shot], targets: &[Target], mode: Mode, arena: &'a FrameArena) -> Pairs<'a> {
    gather(shots, |at| targets.iter().find(|target| touches(target, at)), mode, arena)
}

fn touches(target: &Target, at: Vec2) -> bool {
    let reach = target.radius_px + SHOT_RADIUS_PX;
    target.at.distance_squared(at) < reach * reach
}

fn gather<'a, 't>(shots: &[Shot], first: impl Fn(Vec2) -> Option<&'t Target>, mode: Mode, arena: &'a FrameArena) -> Pairs<'a> {
    let met = shots.iter().enumerate().filter_map(|(index, shot)| Some(Pair { shot: index as u32, target: first(shot.at)?.id }));
    match mode {
        Mode::Pooled => {
            let mut pairs = arena.scratch();
            met.for_each(|pair| pairs.push(pair));
            Pairs::Arena(pairs.into_slice())
        }
        Mode::Boxed => Pairs::Heap(met.collect()),
    }
}

/// Side of a cell, px.
const CELL_PX: f32 = 16.0;
/// The grid covers the playfield and so much around it, px; what lies further out counts as lying on its edge.
const MARGIN_PX: f32 = 32.0;
const COLUMNS: usize = ((field::WIDTH_PX + 2.0 * MARGIN_PX) / CELL_PX) as usize;
const ROWS: usize = ((field::HEIGHT_PX + 2.0 * MARGIN_PX) / CELL_PX) as usize;
const CELLS: usize = COLUMNS * ROWS;

/// A target as a cell holds it: what the test needs, side by side.
#[derive(Clone, Copy, Default)]
struct Member {
    at: Vec2,
    reach_squared: f32,
    index: u32,
}

/// Which targets reach into which cell; made anew each tick in the frame arena.
struct Grid<'a> {
    /// Where each cell's targets begin in `members`, and after the last cell their end.
    starts: [u32; CELLS + 1],
    /// Targets by cell, in their order in each.
    members: &'a [Member],
}

impl<'a> Grid<'a> {
    fn new(targets: &[Target], arena: &'a FrameArena) -> Self {
        // Counting sort: how many in each cell, then each cell's end, then filled from the back.
        let mut starts = [0_u32; CELLS + 1];
        for target in targets {
            cells(target, |cell| starts[cell] += 1);
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut members = arena.scratch::<Member>();
        members.reserve(end as usize);
        (0..end).for_each(|_| members.push(Member::default()));
        let members = members.into_slice();
        for (index, target) in targets.iter().enumerate().rev() {
            let reach = target.radius_px + SHOT_RADIUS_PX;
            let member = Member { at: target.at, reach_squared: reach * reach, index: index as u32 };
            cells(target, |cell| {
                starts[cell] -= 1;
                members[starts[cell] as usize] = member;
            });
        }
        Self { starts, members }
    }

    fn first<'t>(&self, targets: &'t [Target], at: Vec2) -> Option<&'t Target> {
        let cell = row(at.y) * COLUMNS + column(at.x);
        let members = &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize];
        let met = members.iter().find(|member| member.at.distance_squared(at) < member.reach_squared)?;
        Some(&targets[met.index as usize])
    }
}

/// The cells that a target's circle, grown by a shot's, may reach into.
fn cells(target: &Target, mut each: impl FnMut(usize)) {
    let reach = target.radius_px + SHOT_RADIUS_PX;
    let columns = column(target.at.x - reach)..=column(target.at.x + reach);
    for row in row(target.at.y - reach)..=row(target.at.y + reach) {
        columns.clone().for_each(|column| each(row * COLUMNS + column));
    }
}

fn column(x: f32) -> usize {
    (((x + MARGIN_PX) / CELL_PX).max(0.0) as usize).min(COLUMNS - 1)
}

fn row(y: f32) -> usize {
    (((y + MARGIN_PX) / CELL_PX).max(0.0) as usize).min(ROWS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
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

//! A uniform grid over the playfield: which targets reach into which square. Made anew each tick in the frame arena.
//!
//! Invariant: finds whom asking all would find. A square holds four targets side by side, so that all are tested without a branch; where more reach into it,
//! further squares follow.

use super::{SHOT_RADIUS_PX, Target};
use crate::mem::arena::{FrameArena, Scratch};
use crate::mem::lanes::{self, SET};
use crate::sim::field;
use glam::Vec2;

/// Side of a square, px.
const SQUARE_PX: f32 = 24.0;
/// The grid covers the playfield and so much around it, px; what lies further out counts as lying on its edge.
const MARGIN_PX: f32 = 32.0;
const COLUMNS: usize = ((field::WIDTH_PX + 2.0 * MARGIN_PX) / SQUARE_PX) as usize;
const ROWS: usize = ((field::HEIGHT_PX + 2.0 * MARGIN_PX) / SQUARE_PX) as usize;
/// Targets of a square.
const SQUARE_SIZE: usize = 4;

/// The targets that reach into a square, in their order; a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Square {
    x: [f32; SQUARE_SIZE],
    y: [f32; SQUARE_SIZE],
    /// Negative where there is none.
    reach_squared: [f32; SQUARE_SIZE],
    /// The one after the last is nobody; the last of all is the square that follows, if any.
    index: [u16; 2 * SQUARE_SIZE],
}

/// Nobody in a square, and no square. LIMIT: fewer targets and squares than this.
const NOBODY: u16 = u16::MAX;
/// Place of the following square in `index`.
const FOLLOWING: usize = 2 * SQUARE_SIZE - 1;

impl Square {
    const EMPTY: Self =
        Self { x: [0.0; SQUARE_SIZE], y: [0.0; SQUARE_SIZE], reach_squared: [-1.0; SQUARE_SIZE], index: [NOBODY; 2 * SQUARE_SIZE] };

    /// The first that a shot at `at` meets, or `NOBODY`.
    #[inline(always)]
    fn first(&self, at: Vec2) -> u16 {
        let flags = std::array::from_fn(|place| {
            let (dx, dy) = (self.x[place] - at.x, self.y[place] - at.y);
            if dx * dx + dy * dy < self.reach_squared[place] { SET } else { 0 }
        });
        let first = (lanes::bits4(&flags) | 1 << SQUARE_SIZE).trailing_zeros() as usize;
        self.index[first % self.index.len()]
    }

    fn add(&mut self, place: usize, target: &Target, reach: f32, index: u16) {
        (self.x[place], self.y[place]) = target.at.into();
        (self.reach_squared[place], self.index[place]) = (reach * reach, index);
    }
}

pub struct Grid<'a> {
    /// Those of the grid, row by row, then those that follow a full one.
    squares: &'a [Square],
}

/// How full a square is while the grid is made.
#[derive(Clone, Copy)]
struct Filled {
    /// The last of the squares that follow it, or itself.
    last: u16,
    count: u16,
}

impl<'a> Grid<'a> {
    /// `None` if the targets and the squares that they reach into are too many to be named; then asking all it is.
    pub fn new(targets: &[Target], arena: &'a FrameArena) -> Option<Self> {
        if targets.len() >= usize::from(NOBODY) {
            return None;
        }
        let filled = arena.alloc_slice(COLUMNS * ROWS, Filled { last: NOBODY, count: 0 });
        let mut squares = arena.scratch();
        squares.extend_with(COLUMNS * ROWS, Square::EMPTY);
        for (index, target) in (0_u16..).zip(targets) {
            let reach = target.radius_px + SHOT_RADIUS_PX;
            let (left, right) = (column(target.at.x - reach), column(target.at.x + reach));
            for row in row(target.at.y - reach)..=row(target.at.y + reach) {
                for (column, filled) in filled[row * COLUMNS..][..COLUMNS].iter_mut().enumerate().take(right + 1).skip(left) {
                    let place = usize::from(filled.count) % SQUARE_SIZE;
                    if place == 0 {
                        let is_first = filled.count == 0;
                        filled.last = if is_first { (row * COLUMNS + column) as u16 } else { follow(&mut squares, filled.last)? };
                    }
                    filled.count += 1;
                    squares[usize::from(filled.last)].add(place, target, reach, index);
                }
            }
        }
        Some(Self { squares: squares.into_slice() })
    }

    /// The index of the first target that a shot at `at` meets, or `super::NONE`.
    #[inline(always)]
    pub fn first(&self, at: Vec2) -> u32 {
        let mut square = &self.squares[row(at.y) * COLUMNS + column(at.x)];
        let mut first = square.first(at);
        // Few squares are followed by another; whether this one has an answer is as good as random, so it is asked second.
        while square.index[FOLLOWING] != NOBODY && first == NOBODY {
            square = &self.squares[usize::from(square.index[FOLLOWING])];
            first = square.first(at);
        }
        // `NOBODY` becomes `NONE` without a branch.
        u32::from(first.wrapping_add(1)).wrapping_sub(1)
    }
}

/// An empty square that follows the one at `last`.
#[cold]
fn follow(squares: &mut Scratch<Square>, last: u16) -> Option<u16> {
    let following = u16::try_from(squares.len()).ok().filter(|following| *following != NOBODY)?;
    squares.push(Square::EMPTY);
    squares[usize::from(last)].index[FOLLOWING] = following;
    Some(following)
}

fn column(x: f32) -> usize {
    (((x + MARGIN_PX) * (1.0 / SQUARE_PX)) as i32).clamp(0, COLUMNS as i32 - 1) as usize
}

fn row(y: f32) -> usize {
    (((y + MARGIN_PX) * (1.0 / SQUARE_PX)) as i32).clamp(0, ROWS as i32 - 1) as usize
}

//! Finds a way through bullets: a grid around the player, looked at some moments ahead, and the cheapest path through it.
//!
//! Units: px, ticks. Costs: 1 is a certain hit now; everything else is small against it. Knows threats as discs that fly straight.
//! Invariant: no allocation after `new`; the same situation gives the same move.

use crate::sim::field;
use glam::Vec2;

/// Side of a cell, px.
const CELL_PX: f32 = 4.0;
/// Cells from the middle to the edge.
const HALF: usize = 22;
const SIDE: usize = 2 * HALF + 1;
/// Moments looked at.
const LEVELS: usize = 12;
/// Ticks from one moment to the next.
const LEVEL_TICKS: f32 = 4.0;
/// Ticks looked ahead.
pub(super) const HORIZON_TICKS: f32 = LEVELS as f32 * LEVEL_TICKS;
/// Half of the grid's side, px.
pub(super) const REACH_PX: f32 = HALF as f32 * CELL_PX;
/// How near the player may come to the edge, px.
const EDGE_PX: f32 = 12.0;
/// A cell in which nobody can be.
const FORBIDDEN: f32 = 1e6;
/// Each moment further ahead is this much less certain.
const FADE: f32 = 0.93;
/// A bullet is felt this far outside of what it hits, px.
const MARGIN_PX: f32 = 7.0;
/// Cost of being at the border of what a bullet hits; falls to 0 over the margin.
const MARGIN_COST: f32 = 0.25;
/// A threat faster than this may pass over a cell between two moments.
const FAST_PX_PER_TICK: f32 = 1.5;
/// Cost of a pixel away from where one wants to be, a moment.
const WISH_COST_PER_PX: f32 = 0.000_25;
/// Cost of another direction than a moment ago.
const TURN_COST: f32 = 0.002;

/// Something that must not be touched: a disc that stands still for some ticks, then flies straight; within a span of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    pub(super) at: Vec2,
    pub(super) velocity_px_per_tick: Vec2,
    pub(super) radius_px: f32,
    pub(super) still_ticks: f32,
    /// It harms nobody before the first and after the second, ticks from now.
    pub(super) harm_ticks: (f32, f32),
}

/// At any time.
pub(super) const ALWAYS: (f32, f32) = (0.0, f32::INFINITY);

impl Threat {
    fn harms(&self, ticks: f32) -> bool {
        ticks >= self.harm_ticks.0 && ticks <= self.harm_ticks.1
    }

    fn after(&self, ticks: f32) -> Vec2 {
        self.at + self.velocity_px_per_tick * (ticks - self.still_ticks).max(0.0)
    }
}

/// One way to move: direction (-1, 0, 1 a side), focused or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) x: i8,
    pub(super) y: i8,
    pub(super) focused: bool,
}

impl Move {
    fn velocity(self, speeds: Speeds) -> Vec2 {
        let speed = if self.focused { speeds.focused_px_per_tick } else { speeds.wide_px_per_tick };
        Vec2::new(f32::from(self.x), f32::from(self.y)).normalize_or_zero() * speed
    }

    /// All different ones: staying is focused.
    fn all() -> impl Iterator<Item = Move> {
        let directions = (0..9).map(|index| (index % 3 - 1, index / 3 - 1));
        directions.flat_map(|(x, y)| [true, false].map(|focused| Move { x, y, focused })).filter(|m| m.focused || (m.x, m.y) != (0, 0))
    }
}

/// The player's two speeds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speeds {
    pub(super) wide_px_per_tick: f32,
    pub(super) focused_px_per_tick: f32,
}

/// What the plan is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    pub(super) player: Vec2,
    pub(super) radius_px: f32,
    pub(super) speeds: Speeds,
    /// Where one would like to be.
    pub(super) wish: Vec2,
    pub(super) last: Move,
}

/// The move found, and how bad even it is, its wishes apart: from about 0.4 on, a hit is to be expected within the horizon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) step: Move,
    pub(super) danger: f32,
}

/// The grid; its memory is taken once.
pub(super) struct Plan {
    cost: Vec<[f32; SIDE * SIDE]>,
    value: Box<[f32; SIDE * SIDE]>,
    next: Box<[f32; SIDE * SIDE]>,
    near: Vec<Threat>,
}

impl Plan {
    pub(super) fn new() -> Self {
        Self {
            cost: vec![[0.0; SIDE * SIDE]; LEVELS],
            value: Box::new([0.0; SIDE * SIDE]),
            next: Box::new([0.0; SIDE * SIDE]),
            near: Vec::with_capacity(super::threats::THREATS_MAX),
        }
    }

    /// The best move for the next tick.
    pub(super) fn choose(&mut self, now: &Situation, threats: &[Threat]) -> Choice {
        self.near.clear();
        self.near.extend(threats.iter().filter(|threat| comes_near(threat, now.player)));
        self.lay_wishes(now);
        for index in 0..self.near.len() {
            self.stamp(self.near[index], now);
        }
        self.look_back(now.speeds);
        let mut best = Choice { step: Move::default(), danger: f32::INFINITY };
        let mut least = f32::INFINITY;
        for step in Move::all() {
            let danger = self.first_step(now, step);
            let turned = if (step.x, step.y) == (now.last.x, now.last.y) { 0.0 } else { TURN_COST };
            if danger + turned < least {
                least = danger + turned;
                best = Choice { step, danger: danger - cost_of_way(now) };
            }
        }
        best
    }

    /// Each cell's cost without any threat: how far it is from the wish.
    fn lay_wishes(&mut self, now: &Situation) {
        let first = &mut self.cost[0];
        for row in 0..SIDE {
            for column in 0..SIDE {
                let at = now.player + offset(column, row);
                let (w, h) = (field::WIDTH_PX - EDGE_PX, field::HEIGHT_PX - EDGE_PX);
                let inside = at.x >= EDGE_PX - CELL_PX && at.x <= w + CELL_PX && at.y >= EDGE_PX - CELL_PX && at.y <= h + CELL_PX;
                let away = (at - now.wish).abs();
                first[row * SIDE + column] = if inside { (away.x + away.y) * WISH_COST_PER_PX } else { FORBIDDEN };
            }
        }
        let first = self.cost[0];
        for level in &mut self.cost[1..] {
            *level = first;
        }
    }

    /// Adds a threat to the moments; a fast one at two places of each, so that it leaves no gap.
    fn stamp(&mut self, threat: Threat, now: &Situation) {
        let core_px = threat.radius_px + now.radius_px;
        let is_fast = threat.velocity_px_per_tick.length_squared() > FAST_PX_PER_TICK * FAST_PX_PER_TICK;
        let (parts, share): (&[f32], f32) = if is_fast { (&[0.5, 1.0], 0.5) } else { (&[1.0], 1.0) };
        let mut weight = share;
        for (level, cost) in self.cost.iter_mut().enumerate() {
            for part in parts {
                let ticks = (level as f32 + part) * LEVEL_TICKS;
                if !threat.harms(ticks) {
                    continue;
                }
                let at = (threat.after(ticks) - now.player) / CELL_PX + Vec2::splat(HALF as f32);
                stamp_disc(cost, at, core_px / CELL_PX, MARGIN_PX / CELL_PX, weight);
            }
            weight *= FADE;
        }
    }

    /// The cheapest continuation from each cell, from the last moment to the first.
    fn look_back(&mut self, speeds: Speeds) {
        *self.value = self.cost[LEVELS - 1];
        for level in (0..LEVELS - 1).rev() {
            self.next.fill(f32::INFINITY);
            for step in Move::all() {
                let cells = step.velocity(speeds) * (LEVEL_TICKS / CELL_PX);
                take_least(&mut self.next, &self.value, cells.x.round() as i32, cells.y.round() as i32);
            }
            for (value, (next, cost)) in self.value.iter_mut().zip(self.next.iter().zip(&self.cost[level])) {
                *value = next + cost;
            }
        }
    }

    /// The cost of beginning with `step`: exact for the first moment, by the grid after it.
    fn first_step(&self, now: &Situation, step: Move) -> f32 {
        let velocity = step.velocity(now.speeds);
        let mut danger = 0.0;
        for tick in 1..=LEVEL_TICKS as u32 {
            let at = inside(now.player + velocity * tick as f32);
            for threat in self.near.iter().filter(|threat| threat.harms(tick as f32)) {
                let core_px = threat.radius_px + now.radius_px + 0.5;
                danger += felt(threat.after(tick as f32).distance_squared(at), core_px, MARGIN_PX) * 0.25;
            }
        }
        danger + self.value_at(inside(now.player + velocity * LEVEL_TICKS) - now.player)
    }

    /// The value between four cells.
    fn value_at(&self, offset: Vec2) -> f32 {
        let at = offset / CELL_PX + Vec2::splat(HALF as f32);
        let cell = at.floor().clamp(Vec2::ZERO, Vec2::splat((SIDE - 2) as f32));
        let part = at - cell;
        let first = cell.y as usize * SIDE + cell.x as usize;
        let value = &self.value;
        let upper = value[first] * (1.0 - part.x) + value[first + 1] * part.x;
        let lower = value[first + SIDE] * (1.0 - part.x) + value[first + SIDE + 1] * part.x;
        upper * (1.0 - part.y) + lower * part.y
    }
}

/// What the way to the wish costs when nothing is in the way.
fn cost_of_way(now: &Situation) -> f32 {
    let away = (now.player - now.wish).abs();
    let step_px = now.speeds.wide_px_per_tick * LEVEL_TICKS;
    (1..=LEVELS).map(|level| (away.x + away.y - step_px * level as f32).max(0.0) * WISH_COST_PER_PX).sum()
}

fn offset(column: usize, row: usize) -> Vec2 {
    (Vec2::new(column as f32, row as f32) - Vec2::splat(HALF as f32)) * CELL_PX
}

fn inside(at: Vec2) -> Vec2 {
    at.clamp(Vec2::splat(EDGE_PX), Vec2::new(field::WIDTH_PX - EDGE_PX, field::HEIGHT_PX - EDGE_PX))
}

/// Whether the threat can matter on the grid within the horizon.
fn comes_near(threat: &Threat, player: Vec2) -> bool {
    let path = threat.velocity_px_per_tick * HORIZON_TICKS;
    let part = ((player - threat.at).dot(path) / path.length_squared().max(1e-6)).clamp(0.0, 1.0);
    let reach_px = REACH_PX * 1.42 + threat.radius_px + MARGIN_PX;
    (threat.at + path * part).distance_squared(player) < reach_px * reach_px
}

/// 1 within `core`, then from `MARGIN_COST` down to 0 over `margin`; same unit for all.
fn felt(distance_squared: f32, core: f32, margin: f32) -> f32 {
    let outer = core + margin;
    if distance_squared >= outer * outer {
        0.0
    } else if distance_squared < core * core {
        1.0
    } else {
        let left = (outer - distance_squared.sqrt()) / margin;
        MARGIN_COST * left * left
    }
}

fn stamp_disc(cost: &mut [f32; SIDE * SIDE], at: Vec2, core: f32, margin: f32, weight: f32) {
    let outer = core + margin;
    let last = (SIDE - 1) as f32;
    if at.x + outer < 0.0 || at.y + outer < 0.0 || at.x - outer > last || at.y - outer > last {
        return;
    }
    let (left, right) = ((at.x - outer).ceil().max(0.0) as usize, (at.x + outer).min(last) as usize);
    let (top, bottom) = ((at.y - outer).ceil().max(0.0) as usize, (at.y + outer).min(last) as usize);
    for row in top..=bottom {
        for column in left..=right {
            let distance_squared = Vec2::new(column as f32, row as f32).distance_squared(at);
            cost[row * SIDE + column] += felt(distance_squared, core, margin) * weight;
        }
    }
}

/// `out[cell]` becomes at most `from[cell + (dx, dy)]`, where that is on the grid.
fn take_least(out: &mut [f32; SIDE * SIDE], from: &[f32; SIDE * SIDE], dx: i32, dy: i32) {
    let side = SIDE as i32;
    let (left, right) = ((-dx).max(0), side - dx.max(0));
    for row in (-dy).max(0)..side - dy.max(0) {
        let start = (row * side + left) as usize;
        let source = ((row + dy) * side + left + dx) as usize;
        let count = (right - left) as usize;
        for (out, from) in out[start..start + count].iter_mut().zip(&from[source..source + count]) {
            // Not `min`: this compiles to one instruction for many cells.
            *out = if *from < *out { *from } else { *out };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::rng::Rng;

    const SPEEDS: Speeds = Speeds { wide_px_per_tick: 4.0, focused_px_per_tick: 1.8 };

    fn situation(player: Vec2, wish: Vec2, last: Move) -> Situation {
        Situation { player, radius_px: 2.0, speeds: SPEEDS, wish, last }
    }

    #[test]
    fn it_goes_where_it_wants_to_be() {
        let mut plan = Plan::new();
        let wish = Vec2::new(60.0, 380.0);
        let (mut at, mut last) = (Vec2::new(300.0, 200.0), Move::default());
        for _ in 0..120 {
            let choice = plan.choose(&situation(at, wish, last), &[]);
            assert!(choice.danger < 0.2, "{}", choice.danger);
            last = choice.step;
            at = inside(at + last.velocity(SPEEDS));
        }
        assert!(at.distance(wish) < 6.0, "{at}");
    }

    #[test]
    fn it_lives_in_rain_that_hits_whoever_stands_still() {
        let home = Vec2::new(192.0, 360.0);
        let (mut moving_hits, mut standing_hits) = (0, 0);
        let mut plan = Plan::new();
        let mut rng = Rng::new(5);
        let (mut at, mut last) = (home, Move::default());
        let mut rain: Vec<Threat> = Vec::new();
        for tick in 0..1800 {
            if tick % 2 == 0 {
                let velocity_px_per_tick = Vec2::new(rng.range(-0.8, 0.8), rng.range(1.5, 3.0));
                let at = Vec2::new(rng.range(0.0, field::WIDTH_PX), 0.0);
                rain.push(Threat { at, velocity_px_per_tick, radius_px: 3.0, still_ticks: 0.0, harm_ticks: ALWAYS });
            }
            last = plan.choose(&situation(at, home, last), &rain).step;
            at = inside(at + last.velocity(SPEEDS));
            for drop in &mut rain {
                drop.at += drop.velocity_px_per_tick;
                moving_hits += u32::from(drop.at.distance(at) < 5.0);
                standing_hits += u32::from(drop.at.distance(home) < 5.0);
            }
            rain.retain(|drop| field::contains(drop.at, 32.0));
        }
        assert!(standing_hits > 20, "the rain is real: {standing_hits}");
        assert_eq!(moving_hits, 0);
    }

    #[test]
    fn a_closed_ring_is_seen_as_danger() {
        let at = Vec2::new(192.0, 300.0);
        let ring = |radius_px: f32, count: usize| -> Vec<Threat> {
            (0..count)
                .map(|index| crate::sim::math::unit(360.0 * index as f32 / count as f32))
                .map(|side| Threat {
                    at: at + side * radius_px,
                    velocity_px_per_tick: -side * 2.0,
                    radius_px: 6.0,
                    still_ticks: 0.0,
                    harm_ticks: ALWAYS,
                })
                .collect()
        };
        let mut plan = Plan::new();
        let closed = plan.choose(&situation(at, at, Move::default()), &ring(40.0, 48)).danger;
        let open = plan.choose(&situation(at, at, Move::default()), &ring(40.0, 6)).danger;
        assert!(closed > 0.45 && open < 0.2, "{closed} {open}");
    }
}

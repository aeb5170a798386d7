//! The hook through which a loop outside learns which part of a tick runs and what is born.
//!
//! Owns: the names of the parts. Invariant: a probe is told, never asked; it cannot change the tick.
//! Must not know: clocks, counters. The simulation may not read a clock; whoever drives it brings a probe that does, and that puts heap
//! operations on the account of the part.
//!
//! `World::step_probed(&mut self, input: Input, probe: &mut dyn Probe)` calls `probe.enter(part)` at the beginning of each part, as often
//! as it enters one (a part may come twice in a tick: its times add up), and `probe.born(..)` and `probe.laser_born(..)` for each bullet and laser
//! that a pattern fires.
//! `World::step(input)` is the same with [`Silent`].

use super::bullet::Handle;
use super::bullet::birth::Birth;
use super::laser::LaserBirth;

/// A part of a tick, as timed and shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Timelines, patterns and births.
    Pattern,
    /// Motion of everything: player, shots, enemies, boss, items, bullets.
    Step,
    /// Hits, grazes, cancels, collected items.
    Collide,
    /// Damage numbers and other texts of the tick.
    Labels,
}

/// Hears which part of a tick begins, and of each birth.
pub trait Probe {
    /// `part` begins now; the former one has ended.
    fn enter(&mut self, part: Part);

    /// A pattern fired a bullet; `None` when the storage refused it.
    fn born(&mut self, _birth: &Birth, _bullet: Option<Handle>) {}

    /// A pattern fired a laser; its serial, `None` when there were as many as may be.
    fn laser_born(&mut self, _birth: &LaserBirth, _serial: Option<u32>) {}
}

/// Hears nothing: for headless runs.
pub struct Silent;

impl Probe for Silent {
    fn enter(&mut self, _part: Part) {}
}

//! Ways of flying that are worked out tick by tick, with the scripts of bullets.

use super::Compiler;
use super::number::{ANGLE, LENGTH, real};
use crate::sim::bullet::kind::{Motion, Unit as Measure};
use crate::sim::pattern::format::{Number, Parametric};
use crate::sim::pattern::program::WayIds;

impl Compiler<'_> {
    /// The way of a kind that the script machine flies, in the unit of the bullet that flies it; `None` for other kinds.
    pub(super) fn way(&mut self, kind: &Motion) -> Option<usize> {
        if !kind.is_guided() {
            return None;
        }
        let way = match kind.path() {
            Some(path) => self.path_of(path),
            None => {
                let params = kind.info().params.iter().zip(kind.numbers());
                let ids: Vec<_> =
                    params.map(|(param, number)| self.measure(param.name, number, real(param.min, param.max), param.unit)).collect();
                let [turn, ticks, wait] = ids[..] else { return None };
                WayIds::Seek { turn, ticks, wait }
            }
        };
        self.program.ways.push(way);
        Some(self.program.ways.len() - 1)
    }

    fn path_of(&mut self, path: &Parametric) -> WayIds {
        let zero = Number::from(0.0);
        let mut length = |key: &str, number: &Option<Number>| self.measure(key, number.as_ref().unwrap_or(&zero), LENGTH, Measure::Px);
        match path {
            Parametric { x, y, r: None, angle: None } if x.is_some() || y.is_some() => {
                WayIds::Cartesian { x: length("x", x), y: length("y", y) }
            }
            Parametric { x: None, y: None, r: Some(_), angle } => {
                let r = length("r", &path.r);
                WayIds::Polar { r, angle: self.field("angle", angle.as_ref().unwrap_or(&zero), ANGLE) }
            }
            _ => {
                self.problem("a Parametric without a path", "`x`, `y` or both, or `r`, which `angle` may follow");
                WayIds::Cartesian { x: self.constant(0.0), y: self.constant(0.0) }
            }
        }
    }
}

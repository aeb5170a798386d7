//! The curves over the timeline: for each column of pixels what the ticks in it came to.
//!
//! Units: ticks, bullets, px of gap. Invariant: a column shows the worst of its ticks: most bullets, narrowest gap, any hit.

use tamafubuki::lab::Sample;
use tamafubuki::lab::gap::RADIUS_MAX_PX;

/// What the ticks of a column came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Most live bullets.
    pub live: u32,
    /// Narrowest gap, radius, px.
    pub gap_px: f32,
    /// A bullet was on the crane.
    pub is_hit: bool,
}

/// The columns of `count` pixels for `span_ticks` ticks; fewer where nothing has been run yet.
pub fn columns(samples: &[Sample], span_ticks: u32, count: usize) -> Vec<Column> {
    let span = span_ticks.max(1) as usize;
    let column = |at: usize| {
        let (from, to) = (at * span / count.max(1), ((at + 1) * span / count.max(1)).max(at * span / count.max(1) + 1));
        let part = samples.get(from..to.min(samples.len()))?;
        let first = Column { live: 0, gap_px: RADIUS_MAX_PX, is_hit: false };
        (!part.is_empty()).then(|| part.iter().fold(first, worst))
    };
    (0..count).map_while(column).collect()
}

fn worst(column: Column, sample: &Sample) -> Column {
    Column { live: column.live.max(sample.live), gap_px: column.gap_px.min(sample.gap.radius_px), is_hit: column.is_hit | sample.is_hit }
}

/// The top of an axis that reaches `most`: a round number.
pub fn axis_top(most: u32) -> u32 {
    let mut top = 10;
    loop {
        for times in [1, 2, 3, 4, 6, 8] {
            if most <= top * times {
                return top * times;
            }
        }
        top *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;
    use tamafubuki::lab::Gap;

    fn sample(live: u32, radius_px: f32, is_hit: bool) -> Sample {
        Sample { live, gap: Gap { at: Vec2::ZERO, radius_px }, is_hit }
    }

    #[test]
    fn a_column_shows_the_worst_of_its_ticks() {
        let samples: Vec<Sample> = (0..10).map(|tick| sample(tick, 20.0 - tick as f32, tick == 3)).collect();
        let two = columns(&samples, 10, 2);
        assert_eq!(two, [Column { live: 4, gap_px: 16.0, is_hit: true }, Column { live: 9, gap_px: 11.0, is_hit: false }]);
        assert_eq!(columns(&samples, 20, 4).len(), 2, "the rest has not been run");
        let wide = columns(&samples, 10, 30);
        assert_eq!((wide.len(), wide[0].live, wide[29].live), (30, 0, 9), "a tick may be several columns wide");
        assert!(columns(&[], 10, 30).is_empty());
    }

    #[test]
    fn axes_end_at_round_numbers() {
        let tops: Vec<u32> = [0, 10, 11, 21, 51, 101, 1_234, 90_001].into_iter().map(axis_top).collect();
        assert_eq!(tops, [10, 10, 20, 30, 60, 200, 2_000, 100_000]);
    }
}

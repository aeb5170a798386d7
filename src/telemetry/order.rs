//! Order statistics: nearest-rank percentiles, 1 % low, median and median absolute deviation.
//!
//! Input is sorted in ascending order. Invariant: integer rank arithmetic, so a rank is never off by a rounding of `q * n`; a figure that
//! the sample cannot carry is `None`. Must not know: where the numbers come from.

/// Quantiles in thousandths.
pub const P50: u32 = 500;
/// See [`P50`].
pub const P95: u32 = 950;
/// See [`P50`].
pub const P99: u32 = 990;
/// See [`P50`].
pub const P999: u32 = 999;

/// Nearest rank: the value at index ceil(q n) - 1. `None` for an empty slice. Panics unless 0 < q <= 1,000.
pub fn nearest_rank<T: Copy>(sorted: &[T], per_mille: u32) -> Option<T> {
    assert!((1..=1000).contains(&per_mille), "a quantile in thousandths");
    let rank = (sorted.len() * per_mille as usize).div_ceil(1000);
    sorted.get(rank.wrapping_sub(1)).copied()
}

/// The nearest-rank percentile, `None` while n < 10 / (1 - q): fewer values say nothing about that tail.
pub fn percentile<T: Copy>(sorted: &[T], per_mille: u32) -> Option<T> {
    let enough = sorted.len() * (1000 - per_mille) as usize >= 10 * 1000;
    if enough { nearest_rank(sorted, per_mille) } else { None }
}

/// 1,000 / mean of the slowest ceil(n / 100) intervals, in frames a second; `None` while n < 100.
pub fn one_percent_low_fps(sorted_intervals_ms: &[f32]) -> Option<f32> {
    let count = sorted_intervals_ms.len();
    if count < 100 {
        return None;
    }
    let slowest = &sorted_intervals_ms[count - count.div_ceil(100)..];
    let mean_ms = slowest.iter().sum::<f32>() / slowest.len() as f32;
    (mean_ms > 0.0).then(|| 1000.0 / mean_ms)
}

/// Median and median absolute deviation from it; with an even number of values each is the mean of the middle two. `None` for an empty
/// slice. Linear: the deviations are walked outward from the median, never sorted.
pub fn median_and_mad(sorted: &[f32]) -> Option<(f32, f32)> {
    let count = sorted.len();
    if count == 0 {
        return None;
    }
    let median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2.0;
    let mut above = sorted.partition_point(|value| *value < median);
    let mut below = above;
    let (mut former, mut latest) = (0.0, 0.0);
    for _ in 0..=count / 2 {
        let deviation_above = sorted.get(above).map_or(f32::INFINITY, |value| value - median);
        let deviation_below = if below > 0 { median - sorted[below - 1] } else { f32::INFINITY };
        former = latest;
        latest = deviation_above.min(deviation_below);
        if deviation_above <= deviation_below {
            above += 1;
        } else {
            below -= 1;
        }
    }
    let mad = if count % 2 == 1 { latest } else { (former + latest) / 2.0 };
    Some((median, mad))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nearest rank by its definition: the smallest value with at least q of the sample at or below it.
    fn naive(values: &[f32], per_mille: u32) -> f32 {
        let mut ascending = values.to_vec();
        ascending.sort_by(f32::total_cmp);
        let covers = |value: &f32| ascending.iter().filter(|held| *held <= value).count() * 1000 >= values.len() * per_mille as usize;
        *ascending.iter().find(|value| covers(value)).unwrap()
    }

    fn naive_median(values: impl Iterator<Item = f32>) -> f32 {
        let mut ascending: Vec<f32> = values.collect();
        ascending.sort_by(f32::total_cmp);
        let middle = ascending.len() / 2;
        if ascending.len() % 2 == 1 { ascending[middle] } else { (ascending[middle - 1] + ascending[middle]) / 2.0 }
    }

    #[test]
    fn a_thousand_random_rings_agree_with_a_naive_sort() {
        use crate::sim::rng::Rng;
        use crate::telemetry::ring::Window;
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            let capacity = 1 + rng.below(149) as usize;
            let mut window = Window::new(capacity);
            let pushed: Vec<f32> = (0..1 + rng.below(299)).map(|_| rng.below(60) as f32 / 4.0).collect();
            pushed.iter().for_each(|value| window.push(*value));
            let held = &pushed[pushed.len().saturating_sub(capacity)..];
            for per_mille in [1, P50, P95, P99, P999, 1000] {
                assert_eq!(nearest_rank(window.sorted(), per_mille), Some(naive(held, per_mille)));
            }
            let median = naive_median(held.iter().copied());
            let mad = naive_median(held.iter().map(|value| (value - median).abs()));
            assert_eq!(median_and_mad(window.sorted()), Some((median, mad)), "{held:?}");
        }
    }

    #[test]
    fn a_percentile_waits_for_enough_values() {
        let values: Vec<u32> = (1..=10_000).collect();
        for (per_mille, needed, value) in [(P50, 20, 10), (P95, 200, 190), (P99, 1000, 990), (P999, 10_000, 9990)] {
            assert_eq!(percentile(&values[..needed - 1], per_mille), None);
            assert_eq!(percentile(&values[..needed], per_mille), Some(value));
        }
    }

    #[test]
    fn one_percent_low_is_the_mean_of_the_slowest() {
        let mut intervals = vec![16.0; 248];
        intervals.extend([20.0, 30.0, 40.0]);
        // 251 intervals: the slowest three, mean 30 ms.
        assert_eq!(one_percent_low_fps(&intervals), Some(1000.0 / 30.0));
        assert_eq!(one_percent_low_fps(&intervals[..99]), None);
    }
}

//! The link between allocations and time: how often a spike falls on an allocation-heavy frame, against chance, and Pearson's r.
//!
//! Invariant: a figure that the data cannot carry is `None`. Must not know: how spikes are found.

/// Spikes on allocation-heavy frames.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coincidence {
    /// Spikes on allocation-heavy frames.
    pub heavy_count: u32,
    /// Spikes.
    pub spike_count: u32,
    /// How many would be on heavy frames if spikes fell on clean frames blindly: spikes * heavy frames / frames.
    pub expected_count: f32,
}

/// Puts the three together; `None` without frames.
pub fn coincidence(heavy_count: u32, spike_count: u32, heavy_frame_count: u32, frame_count: u32) -> Option<Coincidence> {
    let expected_count = spike_count as f32 * heavy_frame_count as f32 / frame_count as f32;
    (frame_count > 0).then_some(Coincidence { heavy_count, spike_count, expected_count })
}

/// Pearson's correlation coefficient; `None` with fewer than 3 pairs or when either side is constant. Sums in f64, two passes.
pub fn pearson(pairs: impl Iterator<Item = (f32, f32)> + Clone) -> Option<f32> {
    let (mut count, mut sum_x, mut sum_y) = (0.0, 0.0, 0.0);
    for (x, y) in pairs.clone() {
        (count, sum_x, sum_y) = (count + 1.0, sum_x + f64::from(x), sum_y + f64::from(y));
    }
    if count < 3.0 {
        return None;
    }
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    let (first, mut varies_x, mut varies_y) = (pairs.clone().next()?, false, false);
    for (x, y) in pairs {
        (varies_x, varies_y) = (varies_x || x != first.0, varies_y || y != first.1);
        let (dx, dy) = (f64::from(x) - mean_x, f64::from(y) - mean_y);
        (xx, yy, xy) = (xx + dx * dx, yy + dy * dy, xy + dx * dy);
    }
    (varies_x && varies_y).then(|| (xy / (xx * yy).sqrt()) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_the_share_of_heavy_frames() {
        // 50 of 1,000 frames are heavy: of 12 spikes, 0.6 would fall on them blindly.
        let found = coincidence(9, 12, 50, 1000).unwrap();
        assert_eq!((found.heavy_count, found.spike_count), (9, 12));
        assert!((found.expected_count - 0.6).abs() < 1e-6);
        assert_eq!(coincidence(0, 0, 0, 0), None);
    }

    #[test]
    fn pearson_by_hand() {
        // Means 3 and 4; deviations (-2,-2) (-1,0) (0,1) (1,0) (2,1): xy 6, xx 10, yy 6, so r = 6 / sqrt(60).
        let pairs = [(1.0, 2.0), (2.0, 4.0), (3.0, 5.0), (4.0, 4.0), (5.0, 5.0)];
        assert!((pearson(pairs.into_iter()).unwrap() - 0.774_596_7).abs() < 1e-6);
        assert!((pearson(pairs.into_iter().map(|(x, y)| (-x, y))).unwrap() + 0.774_596_7).abs() < 1e-6);
        assert_eq!(pearson(pairs.into_iter().map(|(x, _)| (x, 0.1))), None, "constant");
        assert_eq!(pearson(pairs.into_iter().map(|(_, y)| (0.1, y))), None, "constant");
        assert_eq!(pearson(pairs[..2].iter().copied()), None);
    }
}

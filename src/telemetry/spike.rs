//! Spikes: which frames stand out of the frames before them, and which of them belong to one event.
//!
//! Units: milliseconds. Invariant: a frame is judged by the clean frames before it, never by itself; nothing allocates after construction.
//! Must not know: segments, counters, drawing.
//!
//! A frame is a spike when x > median + max(floor, 6 * 1.4826 * MAD). The factor 1.4826 makes the MAD an estimate of the standard
//! deviation for normal noise. A rule like "twice the average" would miss 13 ms on 9 ms.
//! SOURCE: B. Iglewicz and D. Hoaglin, How to Detect and Handle Outliers, 1993 (median and MAD).

use super::order;
use super::ring::Window;

/// Clean frames that make up the baseline at most.
pub const BASELINE_COUNT: usize = 240;
/// Clean frames that a baseline needs at least: below, no frame is called a spike.
pub const BASELINE_COUNT_MIN: usize = 60;
/// Spikes closer than this are one event.
pub const MERGE_MS: f64 = 200.0;
/// Least excess over the median, for the simulation's time.
pub const SIM_FLOOR_MS: f32 = 0.10;
/// Least excess over the median, for the work of a frame.
pub const WORK_FLOOR_MS: f32 = 0.50;

const MAD_FACTOR: f32 = 6.0 * 1.4826;

/// What the frames before say of one figure of a frame.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Judgement {
    /// Median of the baseline; `None` while it is too short.
    pub median_ms: Option<f32>,
    /// How far the figure lies over the threshold; `None` for no spike.
    pub excess_ms: Option<f32>,
}

/// Judges one figure frame by frame.
pub struct Detector {
    baseline: Window<f32>,
    floor_ms: f32,
}

impl Detector {
    /// A detector without a baseline yet.
    pub fn new(floor_ms: f32) -> Detector {
        Detector { baseline: Window::new(BASELINE_COUNT), floor_ms }
    }

    /// Judges a clean frame's figure by the frames before and takes it into the baseline.
    pub fn judge(&mut self, value_ms: f32) -> Judgement {
        let judgement = self.compare(value_ms);
        self.baseline.push(value_ms);
        judgement
    }

    /// Starts over: what was measured so far says nothing about what follows (another storage, a reset).
    pub fn clear(&mut self) {
        self.baseline.clear();
    }

    fn compare(&self, value_ms: f32) -> Judgement {
        let sorted = self.baseline.sorted();
        if sorted.len() < BASELINE_COUNT_MIN {
            return Judgement::default();
        }
        let Some((median_ms, mad_ms)) = order::median_and_mad(sorted) else {
            return Judgement::default();
        };
        let excess_ms = value_ms - (median_ms + self.floor_ms.max(MAD_FACTOR * mad_ms));
        Judgement { median_ms: Some(median_ms), excess_ms: (excess_ms > 0.0).then_some(excess_ms) }
    }
}

/// A spike frame as one member of an event.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Peak {
    /// Sequence number of the frame.
    pub frame: u64,
    /// Start of the frame, since the beginning of the measurement.
    pub start_ms: f64,
    /// Excess of the simulation's time; `None` if only the work of the frame stood out.
    pub sim_excess_ms: Option<f32>,
    /// Excess of the work of the frame.
    pub work_excess_ms: Option<f32>,
}

impl Peak {
    /// The simulation's excess counts before any other: it is what the instrument is about.
    fn outranks(&self, other: &Peak) -> bool {
        let rank = |peak: &Peak| (peak.sim_excess_ms.unwrap_or(0.0), peak.work_excess_ms.unwrap_or(0.0));
        rank(self) > rank(other)
    }
}

/// Spikes that are one event: each within [`MERGE_MS`] of the one before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Event {
    /// The frame that stands for the event: the one with the largest excess.
    pub peak: Peak,
    /// Start of its last spike frame.
    pub last_ms: f64,
    /// Spike frames in it.
    pub frame_count: u32,
}

impl Event {
    /// An event of one frame.
    pub fn new(peak: Peak) -> Event {
        Event { peak, last_ms: peak.start_ms, frame_count: 1 }
    }

    /// Takes a later spike in, if it is near enough; says whether it did.
    pub fn merge(&mut self, later: Peak) -> bool {
        if later.start_ms - self.last_ms > MERGE_MS {
            return false;
        }
        if later.outranks(&self.peak) {
            self.peak = later;
        }
        self.last_ms = later.start_ms;
        self.frame_count += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirteen_on_nine_is_a_spike_each_time() {
        let mut detector = Detector::new(WORK_FLOOR_MS);
        for frame in 1..=1200 {
            let value_ms = if frame % 60 == 0 { 13.0 } else { 9.0 + (frame % 3) as f32 * 0.1 };
            let spike = detector.judge(value_ms).excess_ms.is_some();
            let judged = frame > BASELINE_COUNT_MIN;
            assert_eq!(spike, judged && frame % 60 == 0, "frame {frame}");
        }
    }

    #[test]
    fn the_threshold_is_median_plus_floor_or_six_scaled_deviations() {
        let baseline = |spread_ms: f32| {
            let mut detector = Detector::new(0.5);
            for frame in 0..240 {
                detector.judge(10.0 + [-spread_ms, 0.0, spread_ms][frame % 3]);
            }
            detector
        };
        // No spread: the floor decides.
        assert_eq!(baseline(0.0).judge(10.5).excess_ms, None);
        assert!(baseline(0.0).judge(10.51).excess_ms.is_some());
        // Thirds at 9.8, 10 and 10.2: MAD 0.2, threshold 10 + 6 * 1.4826 * 0.2 = 11.77912.
        assert_eq!(baseline(0.2).judge(11.779).excess_ms, None);
        assert!(baseline(0.2).judge(11.780).excess_ms.is_some());
    }

    #[test]
    fn spikes_within_200_ms_are_one_event_named_by_the_worst() {
        let peak = |frame: u64, start_ms: f64, sim: f32, work: f32| Peak {
            frame,
            start_ms,
            sim_excess_ms: (sim > 0.0).then_some(sim),
            work_excess_ms: (work > 0.0).then_some(work),
        };
        let mut event = Event::new(peak(1, 0.0, 0.2, 0.0));
        assert!(event.merge(peak(2, 150.0, 0.0, 9.0)), "near");
        assert_eq!(event.peak.frame, 1, "the simulation's excess comes first");
        assert!(event.merge(peak(3, 350.0, 0.3, 0.0)), "200 ms after the last one");
        assert!(!event.merge(peak(4, 550.1, 1.0, 0.0)));
        assert_eq!((event.peak.frame, event.frame_count), (3, 3));
    }
}

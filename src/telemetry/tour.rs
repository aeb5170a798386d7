//! A tour of the overlay: a part of the content played in a window, layer after layer, each in both storages; and what its frames say of the overlay.
//!
//! Units: frames, ticks, ms. Invariant: what is judged are the frames as they were written down, one tick each. Must not know: the window, who plays.

use super::order::{self, P50, P99};
use super::{OverlayParts, Sample};
use crate::mem::counter::Tag;
use crate::sim::input::Input;
use std::path::PathBuf;

/// What is shown, in this order.
pub const LAYERS: [&str; 4] = ["off", "compact", "full", "compare"];
/// The smallest window of the usual shape in which the overlay has plates, px; in a smaller one there is a line at most.
pub const PLATE_WINDOW_PX: (u32, u32) = (800, 600);
/// From this frame of a layer on, the overlay takes nothing from the heap.
pub const WARM_UP_FRAMES: u32 = 120;
/// Frames after a layer was opened in which a spike would be the opening's: what counts as one event.
const OPENING_FRAMES: u32 = 12;

/// What is toured.
#[derive(Clone, Debug, PartialEq)]
pub struct Tour {
    /// Path of the part of the content that is played.
    pub path: String,
    /// Rank that it is played at, 0 to 1.
    pub rank: f32,
    /// Bullets of load.
    pub bullet_count: usize,
    /// Frames of each layer, half of them in each storage.
    pub frames: u32,
    /// Width and height of the window.
    pub size_px: (u32, u32),
    /// Where pictures of every layer go.
    pub pictures: Option<PathBuf>,
}

/// A frame of a tour.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Index of its layer.
    pub layer: usize,
    /// Its number within the layer, from 0.
    pub nth: u32,
    /// The frame.
    pub sample: Sample,
}

/// What came of a tour.
#[derive(Clone, Debug, Default)]
pub struct Toured {
    /// Every frame.
    pub seen: Vec<Seen>,
    /// Inputs of every tick.
    pub inputs: Vec<Input>,
    /// Digest after the last.
    pub digest: u64,
    /// Pictures that were taken.
    pub pictures: Vec<PathBuf>,
    /// What ended it early.
    pub trouble: Option<String>,
}

/// Percentiles of one part of the overlay's time; `None` while the frames are too few.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// Half of the frames are at or below.
    pub p50_ms: Option<f32>,
    /// 99 %.
    pub p99_ms: Option<f32>,
    /// The slowest.
    pub max_ms: f32,
}

/// What the frames of a layer say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Frames.
    pub frame_count: usize,
    /// Of these, frames in which the system gave the core to others while the overlay worked: no times of them count.
    pub disturbed_count: usize,
    /// All of it. The segment of a tour is longer: it looks whether it was disturbed.
    pub whole: Times,
    /// Without the driver's part.
    pub own: Times,
    /// The parts: judge, write, fill, submit.
    pub parts: [Times; 4],
    /// Heap operations of the overlay's tag from frame `WARM_UP_FRAMES` on; `None` when nothing counts.
    pub overlay_operations: Option<u64>,
    /// Heap operations of the drawing, likewise.
    pub draw_operations: Option<u64>,
    /// All of the overlay in the frame in which the layer was opened.
    pub opening_ms: f32,
    /// The largest excess over a spike's threshold in the frames in which the layer was opened; `None` for no spike. A frame whose work would be a
    /// spike without the overlay's part of it too says nothing of the overlay and does not count.
    pub opening_excess_ms: Option<f32>,
}

/// Of the frames of the layer with that index; `None` if there are none.
pub fn figures(seen: &[Seen], layer: usize) -> Option<Figures> {
    let frames = || seen.iter().filter(move |seen| seen.layer == layer);
    frames().next()?;
    let times = |of: &dyn Fn(&Sample) -> f32| {
        let undisturbed = frames().filter(|seen| !seen.sample.frame.overlay.disturbed);
        let mut times_ms: Vec<f32> = undisturbed.map(|seen| of(&seen.sample)).collect();
        times_ms.sort_unstable_by(f32::total_cmp);
        let percentile = |per_mille| order::percentile(&times_ms, per_mille);
        Times { p50_ms: percentile(P50), p99_ms: percentile(P99), max_ms: times_ms.last().copied().unwrap_or_default() }
    };
    let part = |of: fn(&OverlayParts) -> f32| times(&|sample: &Sample| of(&sample.frame.overlay));
    let operations = |tag: Tag| {
        let counted = frames().filter(|seen| seen.nth >= WARM_UP_FRAMES);
        counted.map(|seen| seen.sample.frame.timing.counts.map(|counts| counts.of(tag).operations())).sum::<Option<u64>>()
    };
    let opening = frames().filter(|seen| seen.nth < OPENING_FRAMES && !seen.sample.frame.overlay.disturbed);
    let opened = frames().find(|seen| seen.nth == 0).map(|seen| seen.sample.frame.overlay);
    let excesses = opening.flat_map(|Seen { sample, .. }| {
        let overlay = &sample.frame.overlay;
        let work_excess_ms = sample.work_excess_ms.filter(|excess_ms| *excess_ms <= overlay.own_ms() + overlay.submit_ms);
        [sample.sim_excess_ms, work_excess_ms].into_iter().flatten()
    });
    Some(Figures {
        frame_count: frames().count(),
        disturbed_count: frames().filter(|seen| seen.sample.frame.overlay.disturbed).count(),
        whole: part(|parts| parts.own_ms() + parts.submit_ms),
        own: part(OverlayParts::own_ms),
        parts: [part(|parts| parts.judge_ms), part(|parts| parts.write_ms), part(|parts| parts.fill_ms), part(|parts| parts.submit_ms)],
        overlay_operations: operations(Tag::Overlay),
        draw_operations: operations(Tag::Draw),
        opening_ms: opened.map_or(0.0, |parts| parts.own_ms() + parts.submit_ms),
        opening_excess_ms: excesses.reduce(f32::max),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::counter::{Counts, TagCounts};

    fn seen(layer: usize, nth: u32, parts: OverlayParts, overlay_allocs: u64) -> Seen {
        let mut sample = Sample::default();
        sample.frame.overlay = parts;
        let mut counts = Counts::default();
        counts.tags[Tag::Overlay as usize] = TagCounts { allocs: overlay_allocs, ..TagCounts::default() };
        sample.frame.timing.counts = Some(counts);
        Seen { layer, nth, sample }
    }

    #[test]
    fn a_layer_is_judged_by_its_own_frames_and_the_heap_after_the_warm_up() {
        let parts = |fill_ms: f32| OverlayParts { judge_ms: 0.125, write_ms: 0.25, fill_ms, submit_ms: 4.0, disturbed: fill_ms > 50.0 };
        let mut tour: Vec<Seen> =
            (0..1000).map(|nth| seen(2, nth, parts(if nth < 20 { 2.0 } else { 1.0 }), u64::from(nth < 120))).collect();
        tour.push(seen(2, 1000, parts(99.0), 0));
        tour.extend((0..5).map(|nth| seen(3, nth, parts(9.0), 7)));
        tour[3].sample.work_excess_ms = Some(0.75);
        tour[4].sample.work_excess_ms = Some(6.5);
        tour[40].sample.work_excess_ms = Some(3.0);
        let full = figures(&tour, 2).unwrap();
        assert_eq!((full.frame_count, full.disturbed_count), (1001, 1), "its times are nobody's");
        assert_eq!((full.frame_count, full.overlay_operations, full.draw_operations), (1001, Some(0), Some(0)));
        assert_eq!(full.own, Times { p50_ms: Some(1.375), p99_ms: Some(2.375), max_ms: 2.375 });
        assert_eq!((full.whole.p50_ms, full.parts[3].max_ms), (Some(5.375), 4.0));
        assert_eq!(
            (full.opening_ms, full.opening_excess_ms),
            (6.375, Some(0.75)),
            "neither later spikes nor those of others are the opening's"
        );
        let compare = figures(&tour, 3).unwrap();
        assert_eq!((compare.own.p99_ms, compare.opening_excess_ms), (None, None), "five frames carry no percentile");
        assert_eq!(figures(&tour, 1), None);
        tour[500].sample.frame.timing.counts = None;
        assert_eq!(figures(&tour, 2).unwrap().overlay_operations, None);
    }
}

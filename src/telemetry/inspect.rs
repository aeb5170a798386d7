//! The inspector: one frame among those in the ring, its neighbours, and the slowest frames to go through.
//!
//! Units: ms, sequence numbers of frames. Invariant: made once while the ring stands still; room is taken at construction. Must not know: how frames are drawn.

use super::ring::Ring;
use super::{Sample, Telemetry};

/// Frames in the list of the slowest.
pub const SLOWEST_COUNT: usize = 32;
/// Frames shown before and after the one at the cursor.
pub const NEIGHBOUR_COUNT: u64 = 3;

/// A cursor over a ring that stands still.
pub struct Inspector {
    cursor: u64,
    slowest: Vec<u64>,
    order: Vec<(f32, u64)>,
}

impl Inspector {
    /// Nothing to inspect yet.
    pub fn new() -> Inspector {
        Inspector { cursor: 0, slowest: Vec::with_capacity(SLOWEST_COUNT), order: Vec::with_capacity(super::FRAME_COUNT) }
    }

    /// Takes the ring as it is now; the cursor goes to the slowest frame. False when there is no frame.
    ///
    /// The list is of the frames with the most work W, the slowest first; frames after a start, a switch, a load or without focus are not in it.
    pub fn open(&mut self, telemetry: &Telemetry) -> bool {
        self.order.clear();
        let steady = telemetry.frames().iter().filter(|sample| sample.steady);
        self.order.extend(steady.map(|sample| (sample.work_ms, sample.sequence)));
        // Of equally slow frames the older one comes first.
        self.order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.slowest.clear();
        self.slowest.extend(self.order.iter().take(SLOWEST_COUNT).map(|(_, sequence)| *sequence));
        let Some(newest) = telemetry.frames().newest() else { return false };
        self.cursor = self.slowest.first().copied().unwrap_or(newest.sequence);
        true
    }

    /// The frame at the cursor.
    pub fn cursor(&self) -> u64 {
        self.cursor
    }

    /// The slowest frames, the slowest first.
    pub fn slowest(&self) -> &[u64] {
        &self.slowest
    }

    /// Moves by so many frames, to an end of the ring at most.
    pub fn move_by(&mut self, frames: i64, ring: &Ring<Sample>) {
        let next = ring.next_sequence();
        let oldest = next - ring.len() as u64;
        self.cursor = self.cursor.saturating_add_signed(frames).clamp(oldest, next.saturating_sub(1).max(oldest));
    }

    /// Goes through the list of the slowest: to the next slower or faster one; to the slowest from a frame that is not in it.
    pub fn pick(&mut self, slower: bool) {
        let here = self.slowest.iter().position(|sequence| *sequence == self.cursor);
        let to = match here {
            None => 0,
            Some(at) if slower => at.saturating_sub(1),
            Some(at) => (at + 1).min(self.slowest.len() - 1),
        };
        self.cursor = self.slowest.get(to).copied().unwrap_or(self.cursor);
    }
}

impl Default for Inspector {
    fn default() -> Self {
        Inspector::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::telemetry::{Frame, Marks, Segment};

    fn telemetry(work_ms: impl Iterator<Item = f32>) -> Telemetry {
        let mut telemetry = Telemetry::new();
        for (tick, ms) in (1..).zip(work_ms) {
            let mut frame = Frame { tick, ticks: 1, ..Frame::default() };
            frame.timing.interval_ms = 16.0;
            frame.timing.segments_ms[Segment::Draw as usize] = ms;
            frame.marks = Marks { unfocused: ms > 90.0, ..Marks::default() };
            telemetry.push(frame);
        }
        telemetry
    }

    #[test]
    fn the_slowest_come_first_and_the_cursor_stays_in_the_ring() {
        // Every 40th frame is slow, each a little slower than the one before; one without focus is slower still.
        let telemetry = telemetry((0..1_600).map(|nth| match nth {
            1_000 => 99.0,
            nth if nth % 40 == 0 => 5.0 + nth as f32 / 1_000.0,
            _ => 1.0,
        }));
        let mut inspector = Inspector::new();
        assert!(inspector.open(&telemetry));
        assert_eq!(inspector.slowest()[..3], [1_560, 1_520, 1_480], "the one without focus is not among them");
        assert_eq!((inspector.slowest().len(), inspector.cursor()), (SLOWEST_COUNT, 1_560));
        inspector.pick(true);
        assert_eq!(inspector.cursor(), 1_560);
        inspector.pick(false);
        assert_eq!(inspector.cursor(), 1_520);
        inspector.move_by(-3, telemetry.frames());
        assert_eq!(inspector.cursor(), 1_517);
        inspector.move_by(-100_000, telemetry.frames());
        assert_eq!(inspector.cursor(), 400, "the oldest of 1,200");
        inspector.move_by(100_000, telemetry.frames());
        assert_eq!(inspector.cursor(), 1_599);
        inspector.pick(false);
        assert_eq!(inspector.cursor(), 1_560, "from elsewhere to the slowest");
    }

    #[test]
    fn an_empty_ring_has_nothing_to_inspect_and_a_short_one_no_list() {
        let mut inspector = Inspector::new();
        assert!(!inspector.open(&Telemetry::new()));
        let short = telemetry([1.0, 2.0].into_iter());
        assert!(inspector.open(&short));
        assert_eq!((inspector.cursor(), inspector.slowest().len()), (1, 0), "the first 120 frames are no measure");
        inspector.pick(false);
        inspector.move_by(-1, short.frames());
        assert_eq!(inspector.cursor(), 0);
    }
}

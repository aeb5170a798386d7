//! The stopwatch of a frame: walks from segment to segment, adds up their times, switches the tag of the counting allocator.
//!
//! Units: milliseconds out, `Duration` in. Invariant: the segments of a frame add up to its interval; no call allocates.
//! Must not know: which clock it is given, what is done in a segment.
//!
//! ```
//! # fn clock() -> std::time::Duration { std::time::Duration::ZERO }
//! use tamafubuki::telemetry::{Laps, Segment};
//! let mut laps = Laps::new(clock);
//! for _frame in 0..3 {
//!     let former = laps.frame(); // times of the frame before; now in Segment::Input
//!     // ... read keys; for each tick: world.step_probed(input, &mut laps); the probe walks through the parts
//!     laps.enter(Segment::Draw);
//!     // ... draw
//!     laps.enter(Segment::Overlay);
//!     // ... telemetry.push(frame made of `former`), overlay
//!     laps.enter(Segment::EnginePresent);
//!     // ... wait for the next frame
//! #   let _ = former;
//! }
//! ```

use super::frame::{SEGMENT_COUNT, Segment, Timing};
use crate::mem::counter::{self, Counts};
use crate::sim::probe::{Part, Probe};
use std::time::Duration;

/// Times the segments of one frame after the other.
pub struct Laps {
    clock: fn() -> Duration,
    frame_start: Duration,
    segment_start: Duration,
    segment: Segment,
    spent: [Duration; SEGMENT_COUNT],
    counts: Option<Counts>,
}

impl Laps {
    /// Starts the first frame, in [`Segment::Input`]. `clock` is monotonic; its origin does not matter.
    pub fn new(clock: fn() -> Duration) -> Laps {
        let now = clock();
        counter::switch(Segment::Input.tag());
        Laps {
            clock,
            frame_start: now,
            segment_start: now,
            segment: Segment::Input,
            spent: [Duration::ZERO; SEGMENT_COUNT],
            counts: counter::snapshot(),
        }
    }

    /// Ends the segment that runs and begins another.
    pub fn enter(&mut self, segment: Segment) {
        self.lap(segment);
    }

    /// Time in the segments of the simulation so far in this frame, ms, the running segment not included; and the heap operations in its tags, if they are counted.
    pub fn sim_so_far(&self) -> (f32, Option<u64>) {
        let segments = [Segment::Pattern, Segment::Step, Segment::Collide, Segment::Labels];
        let spent: Duration = segments.iter().map(|segment| self.spent[*segment as usize]).sum();
        let operations = counter::snapshot().zip(self.counts).map(|(now, before)| now.since(&before).sim().operations());
        (milliseconds(spent), operations)
    }

    /// Takes heap operations of this frame out of its account: they were not the game's.
    pub fn leave_out(&mut self, counts: &Counts) {
        self.counts = self.counts.map(|before| before.plus(counts));
    }

    /// Ends the frame, begins the next one in [`Segment::Input`], and gives the figures of the one that ended.
    pub fn frame(&mut self) -> Timing {
        let now = self.lap(Segment::Input);
        let heap = counter::snapshot();
        let live = heap.map(|counts| counts.total()).unwrap_or_default();
        let timing = Timing {
            interval_ms: milliseconds(now.saturating_sub(self.frame_start)),
            segments_ms: self.spent.map(milliseconds),
            counts: heap.zip(self.counts).map(|(now, before)| now.since(&before)),
            live_blocks: live.live_blocks,
            live_bytes: live.live_bytes,
        };
        self.frame_start = now;
        self.spent = [Duration::ZERO; SEGMENT_COUNT];
        self.counts = heap;
        timing
    }

    fn lap(&mut self, next: Segment) -> Duration {
        let now = (self.clock)();
        self.spent[self.segment as usize] += now.saturating_sub(self.segment_start);
        self.segment_start = now;
        self.segment = next;
        counter::switch(next.tag());
        now
    }
}

impl Probe for Laps {
    fn enter(&mut self, part: Part) {
        self.lap(part.into());
    }
}

fn milliseconds(duration: Duration) -> f32 {
    duration.as_secs_f32() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        static NOW_MS: Cell<u64> = const { Cell::new(500) };
    }

    fn clock() -> Duration {
        Duration::from_millis(NOW_MS.get())
    }

    fn pass(milliseconds: u64) {
        NOW_MS.set(NOW_MS.get() + milliseconds);
    }

    #[test]
    fn segments_add_up_to_the_interval() {
        let mut laps = Laps::new(clock);
        for _ in 0..2 {
            pass(1);
            for _tick in 0..2 {
                Probe::enter(&mut laps, Part::Pattern);
                pass(2);
                Probe::enter(&mut laps, Part::Step);
                pass(3);
                Probe::enter(&mut laps, Part::Collide);
                pass(4);
                Probe::enter(&mut laps, Part::Labels);
                pass(5);
            }
            laps.enter(Segment::Draw);
            pass(6);
            laps.enter(Segment::Overlay);
            pass(7);
            laps.enter(Segment::EnginePresent);
            pass(8);
            let timing = laps.frame();
            assert_eq!(timing.segments_ms.map(|ms| ms.round() as u32), [1, 4, 6, 8, 10, 6, 7, 8]);
            assert_eq!(timing.interval_ms.round() as u32, 50);
            assert_eq!((timing.sim_ms().round() as u32, timing.work_ms().round() as u32), (28, 42));
        }
    }
}

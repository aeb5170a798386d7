//! When to tick and when to wait. Owns the fixed timestep and the frame limiter; times come in from outside (monotonic, since an
//! arbitrary start), so that every rule here is tested without a clock.
//!
//! Units: `Duration` at the border; inside, time is counted in sixtieths of a nanosecond, of which a tick has exactly 10^9.
//! Invariant: a frame runs at most `TICKS_PER_FRAME_MAX` ticks; what the clock asks beyond that is dropped and counted.
//! Must not know: the window, the world, real clocks.

use std::time::Duration;

/// More ticks than this are never run for one frame.
pub const TICKS_PER_FRAME_MAX: u32 = 4;

/// A gap this long between frames means that the program did not run (lid closed, stopped by a debugger): the game pauses.
pub const SUSPENDED_AFTER: Duration = Duration::from_secs(1);

const TICK: u64 = 1_000_000_000;
const UNITS_PER_NANOSECOND: u64 = 60;
/// A frame interval this near to whole ticks is taken as whole ticks. Wide enough for 59.94 Hz with 0.3 ms of jitter on both
/// ends, narrow enough to leave 50, 72 and 75 Hz alone.
const SNAP: u64 = 700_000 * UNITS_PER_NANOSECOND;

/// What to do in this frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Ticks to run now, 0 to `TICKS_PER_FRAME_MAX`.
    pub ticks: u32,
    /// Ticks that the clock asked for and that will never run.
    pub dropped: u32,
    /// How far the picture stands between the last tick but one (0) and the last (1).
    pub alpha: f32,
    /// The program was not running for a while.
    pub suspended: bool,
}

/// The fixed timestep.
#[derive(Clone, Debug)]
pub struct Pace {
    last: Option<Duration>,
    /// Simulation time owed beyond the last tick but one: 1 to `TICK`.
    owed: u64,
}

impl Pace {
    /// A pace whose first frame runs one tick.
    pub fn new() -> Self {
        Self { last: None, owed: TICK }
    }

    /// Forgets the time since the last frame: after loading, on leaving a pause.
    pub fn resume(&mut self) {
        self.last = None;
        self.owed = TICK;
    }

    /// One frame began at `now`. A clock that stands still or runs backwards owes nothing.
    pub fn frame(&mut self, now: Duration) -> Frame {
        let Some(last) = self.last.replace(now) else {
            return Frame { ticks: 1, dropped: 0, alpha: 1.0, suspended: false };
        };
        let elapsed = now.saturating_sub(last);
        let elapsed_units =
            u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX / UNITS_PER_NANOSECOND).saturating_mul(UNITS_PER_NANOSECOND);
        let whole = (elapsed_units.saturating_add(TICK / 2)) / TICK;
        let due = if whole >= 1 && elapsed_units.abs_diff(whole * TICK) <= SNAP {
            // In step with the display: show each tick at once. The phase eases to the end of the tick instead of jumping there.
            self.owed += (TICK - self.owed) / 16;
            whole
        } else {
            let owed = self.owed.saturating_add(elapsed_units);
            let due = (owed - 1) / TICK;
            self.owed = owed - due * TICK;
            due
        };
        let ticks = due.min(u64::from(TICKS_PER_FRAME_MAX));
        let dropped = due - ticks;
        Frame {
            ticks: ticks as u32,
            dropped: u32::try_from(dropped).unwrap_or(u32::MAX),
            alpha: self.owed as f32 / TICK as f32,
            suspended: elapsed >= SUSPENDED_AFTER,
        }
    }
}

/// Decides how long to sleep at the end of a frame when the display does not make us wait.
#[derive(Clone, Debug)]
pub struct Limiter {
    period: Duration,
    trust_display: bool,
    frame_began: Option<Duration>,
    slept: Duration,
    /// Running mean of a frame without our own sleep, seconds.
    unslept_s: f32,
    limiting: bool,
}

/// Frames shorter than this (without our sleep) mean that nothing makes the loop wait.
const FREE_RUNNING_S: f32 = 0.0035;
/// Frames longer than this mean that something does, and our sleep would only miss the display's beat.
const BLOCKED_S: f32 = 0.0055;
/// A stall is not a measurement.
const STALL_S: f32 = 0.1;

impl Limiter {
    /// Frames come no faster than one each `period`; with `trust_display` only while the display does not block.
    pub fn new(period: Duration, trust_display: bool) -> Self {
        Self { period, trust_display, frame_began: None, slept: Duration::ZERO, unslept_s: BLOCKED_S, limiting: !trust_display }
    }

    /// Looks afresh whether the display makes us wait: after the window was hidden, moved to another display or resized. While we
    /// sleep ourselves this cannot be seen, so it is never noticed by itself.
    pub fn probe(&mut self) {
        *self = Self::new(self.period, self.trust_display);
    }

    /// A frame begins at `now`.
    pub fn begin(&mut self, now: Duration) {
        if let Some(began) = self.frame_began.replace(now) {
            let unslept_s = now.saturating_sub(began).saturating_sub(self.slept).as_secs_f32();
            if unslept_s < STALL_S {
                self.unslept_s += (unslept_s - self.unslept_s) * 0.1;
            }
        }
        self.slept = Duration::ZERO;
        if self.trust_display {
            let threshold_s = if self.limiting { BLOCKED_S } else { FREE_RUNNING_S };
            self.limiting = self.unslept_s < threshold_s;
        }
    }

    /// How long to sleep at the end of a frame, when the clock says `now`.
    pub fn sleep(&mut self, now: Duration) -> Duration {
        let Some(began) = self.frame_began.filter(|_| self.limiting) else { return Duration::ZERO };
        let spent = now.saturating_sub(began);
        // What the engine spends after our sleep (submitting, swapping) belongs to the frame, too.
        let tail = Duration::from_secs_f32(self.unslept_s).saturating_sub(spent).min(self.period / 2);
        self.slept = self.period.saturating_sub(spent + tail);
        self.slept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK_NS: u64 = 16_666_667;

    fn at(nanoseconds: u64) -> Duration {
        Duration::from_nanos(1_000_000_000 + nanoseconds)
    }

    /// Triangular noise in [-1, 1] from a multiplicative congruence.
    fn noise(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as f64 / f64::from(1u32 << 30) - 1.0
    }

    #[test]
    fn sixty_hertz_with_jitter_gives_one_tick_a_frame() {
        // Jitter of each time stamp, and jitter of each interval (which wanders), around 60 Hz and around 59.94 Hz.
        for period_ns in [16_666_667.0, 16_683_350.0] {
            for wandering in [false, true] {
                let (mut pace, mut seed, mut clock) = (Pace::new(), 7, 0.0);
                for frame in 0..20_000 {
                    let jitter_ns = noise(&mut seed) * 300_000.0;
                    clock += period_ns + if wandering { jitter_ns } else { 0.0 };
                    let shown = clock + if wandering { 0.0 } else { jitter_ns };
                    let now = pace.frame(at(shown as u64));
                    assert_eq!((now.ticks, now.dropped), (1, 0), "frame {frame}");
                    assert!(now.alpha > 0.999, "each tick is shown at once");
                }
            }
        }
    }

    #[test]
    fn other_displays_keep_time() {
        for hertz in [30.0, 50.0, 72.0, 75.0, 90.0, 120.0, 144.0, 240.0, 1000.0] {
            let mut pace = Pace::new();
            let frames = (hertz * 100.0) as u64;
            let mut previous = 0.0;
            let mut ticks = 0u32;
            for frame in 0..=frames {
                let now = pace.frame(at((frame as f64 * 1e9 / hertz) as u64));
                ticks += now.ticks;
                let shown = f64::from(ticks) + f64::from(now.alpha);
                if frame > 200 {
                    let step = shown - previous;
                    assert!((step - 60.0 / hertz).abs() < 1e-3, "{hertz} Hz moves evenly, not by {step} ticks");
                }
                previous = shown;
            }
            assert!(ticks.abs_diff(6001) <= 1, "{hertz} Hz: {ticks} ticks in 100 s");
        }
    }

    #[test]
    fn clock_steps_never_spiral() {
        let mut pace = Pace::new();
        pace.frame(at(0));
        let hour = 3_600_000_000_000;
        for (to_ns, ticks, dropped, suspended) in [
            (TICK_NS, 1, 0, false),
            (TICK_NS, 0, 0, false),
            (0, 0, 0, false),
            (TICK_NS, 1, 0, false),
            (TICK_NS + 10_000_000_000, 4, 596, true),
            (TICK_NS + 10_000_000_000 + hour, 4, 215_996, true),
        ] {
            let frame = pace.frame(at(to_ns));
            assert_eq!((frame.ticks, frame.dropped, frame.suspended), (ticks, dropped, suspended), "to {to_ns}");
            assert!(frame.alpha > 0.0 && frame.alpha <= 1.0);
        }
        assert_eq!(pace.frame(Duration::MAX).ticks, 4);
        pace.resume();
        assert_eq!(pace.frame(at(0)).ticks, 1);
    }

    /// Runs a loop whose frame takes `work` and whose display waits for multiples of `beat`; gives the mean interval.
    fn run(limiter: &mut Limiter, frames: u32, work: Duration, beat: Option<Duration>) -> Duration {
        let begin = Duration::from_secs(1);
        let mut now = begin;
        for _ in 0..frames {
            limiter.begin(now);
            now += work;
            now += limiter.sleep(now);
            if let Some(beat) = beat {
                let beats = now.as_nanos() / beat.as_nanos() + 1;
                now = beat * beats as u32;
            }
        }
        limiter.frame_began = None;
        (now - begin) / frames
    }

    #[test]
    fn the_limiter_waits_only_when_the_display_does_not() {
        let period = Duration::from_nanos(TICK_NS);
        let millisecond = Duration::from_millis(1);
        let mut limiter = Limiter::new(period, true);
        let blocked = run(&mut limiter, 600, millisecond, Some(period));
        assert!(blocked < period + millisecond / 10, "no beat is missed: {blocked:?}");
        run(&mut limiter, 60, millisecond, None);
        let free = run(&mut limiter, 600, millisecond, None);
        assert!(free > period - millisecond / 10 && free < period + millisecond / 10, "{free:?}");
        limiter.probe();
        let fast = run(&mut limiter, 600, millisecond, Some(period / 2));
        assert!(fast < period / 2 + millisecond / 10, "a display of 120 Hz that blocks again sets the beat: {fast:?}");
        let mut always = Limiter::new(period, false);
        let limited = run(&mut always, 600, millisecond, None);
        assert!(limited > period - millisecond && limited < period + millisecond, "{limited:?}");
    }
}

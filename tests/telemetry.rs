//! The instrument on synthetic frames: what it must show, and that it allocates nothing. Own process: it installs the allocator.

use std::hint::black_box;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tamafubuki::bot::Fumbler;
use tamafubuki::content::{self, Sources};
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::mem::counter::{CountingAllocator, Counts, Tag, TagCounts, scope, snapshot};
use tamafubuki::sim::bullet::{Instance, Mode};
use tamafubuki::sim::input::Input;
use tamafubuki::sim::probe::{Part, Probe};
use tamafubuki::sim::world::{Config, World};
use tamafubuki::telemetry::inspect::Inspector;
use tamafubuki::telemetry::{Frame, Laps, SEGMENT_COUNT, Segment, Telemetry, Timing};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A frame of one tick at 60 Hz: so much simulation, so much drawing, so many simulation allocations.
fn frame(tick: u32, step_ms: f32, draw_ms: f32, allocs: u64) -> Frame {
    let mut segments_ms = [0.0; SEGMENT_COUNT];
    segments_ms[Segment::Step as usize] = step_ms;
    segments_ms[Segment::Draw as usize] = draw_ms;
    segments_ms[Segment::EnginePresent as usize] = (16.7 - step_ms - draw_ms).max(0.0);
    let mut counts = Counts::default();
    counts.tags[Tag::Sim as usize] = TagCounts { allocs, ..TagCounts::default() };
    let timing = Timing { interval_ms: segments_ms.iter().sum(), segments_ms, counts: Some(counts), live_blocks: 0, live_bytes: 0 };
    Frame { timing, tick, ticks: 1, ..Frame::default() }
}

/// Telemetry whose first 120 frames and 240 baseline frames have passed: 1 ms of step, 2 ms of drawing, nothing allocated.
fn settled() -> Telemetry {
    let mut telemetry = Telemetry::new();
    (0..360).for_each(|tick| telemetry.push(frame(tick, 1.0, 2.0, 0)));
    telemetry
}

#[test]
fn a_burst_of_seven_boxes_marks_its_tick_with_seven() {
    thread_local! {
        static NOW_MS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }
    let pass = |milliseconds: u64| NOW_MS.set(NOW_MS.get() + milliseconds);
    let mut laps = Laps::new(|| Duration::from_millis(NOW_MS.get()));
    let mut telemetry = Telemetry::new();
    laps.frame();
    for tick in 0..600 {
        Probe::enter(&mut laps, Part::Step);
        pass(1);
        if tick == 500 {
            let boxes: [Box<u32>; 7] = std::array::from_fn(|index| black_box(Box::new(index as u32)));
            std::mem::forget(boxes);
            pass(4);
        }
        laps.enter(Segment::Draw);
        drop(black_box(vec![tick; 9]));
        pass(2);
        laps.enter(Segment::EnginePresent);
        pass(13);
        telemetry.push(Frame { timing: laps.frame(), ..frame(tick, 0.0, 0.0, 0) });
    }
    assert_eq!(telemetry.spikes().len(), 1);
    let spike = telemetry.spikes().newest().unwrap();
    let heap = spike.heap.unwrap();
    assert_eq!((spike.tick, spike.heavy, heap.operations(), heap.allocs), (500, true, 7, 7));
}

#[test]
fn a_busy_loop_gives_a_grey_marker_with_zero() {
    let mut telemetry = settled();
    telemetry.push(frame(360, 6.0, 2.0, 0));
    (361..400).for_each(|tick| telemetry.push(frame(tick, 1.0, 2.0, 0)));
    telemetry.push(frame(400, 1.0, 7.0, 0));
    let found: Vec<_> = telemetry.spikes().iter().map(|spike| (spike.tick, spike.heavy, spike.heap.unwrap().operations())).collect();
    assert_eq!(found, [(360, false, 0), (400, false, 0)]);
    assert!(telemetry.spikes().newest().unwrap().event.peak.sim_excess_ms.is_none(), "drawing alone stood out");
}

/// Runs of a world under the real clock, in which a tick is disturbed: the newest spike at that tick.
fn disturbed(disturb: impl Fn()) -> (u32, bool, u32) {
    let stage = Arc::clone(&content::load(&Sources::embedded()).content.stages[0]);
    let (mut world, mut laps, mut telemetry) = (World::new(stage, Config::default()), Laps::new(clock), Telemetry::new());
    laps.frame();
    for _ in 0..400 {
        if world.tick() == 300 {
            Probe::enter(&mut laps, Part::Step);
            disturb();
        }
        world.step_probed(Input::default(), &mut laps);
        laps.enter(Segment::EnginePresent);
        // A frame at 60 Hz, whatever this machine took: within 200 ms spikes would be one.
        let timing = Timing { interval_ms: 16.7, ..laps.frame() };
        telemetry.push(Frame { timing, ..Frame::of(&world) });
    }
    let found = telemetry.spikes().iter().find(|spike| spike.tick.abs_diff(301) <= 12);
    found.map_or((0, false, 0), |spike| (spike.tick, spike.heavy, spike.heap.unwrap().operations()))
}

#[test]
fn what_is_injected_into_a_running_world_is_marked_at_its_tick_with_its_count() {
    let busy = || {
        let since = Instant::now();
        while since.elapsed() < Duration::from_millis(5) {}
    };
    assert_eq!(disturbed(busy), (301, false, 0), "a busy loop of 5 ms");
    let boxes = || {
        std::mem::forget(std::array::from_fn::<Box<usize>, 7, _>(|index| black_box(Box::new(index))));
        busy();
    };
    assert_eq!(disturbed(boxes), (301, true, 7), "a burst of 7 boxes");
}

#[test]
fn the_digest_is_the_same_whether_the_instrument_looks_or_not() {
    let stage = Arc::clone(&content::load(&Sources::embedded()).content.stages[0]);
    for mode in [Mode::Pooled, Mode::Boxed] {
        let new = || World::new(Arc::clone(&stage), Config { mode, lives: 8, start_cue: 3, ..Config::default() });
        let (mut watched, mut alone, mut player) = (new(), new(), Fumbler::new(11));
        let (mut laps, mut telemetry, mut inspector) = (Laps::new(clock), Telemetry::new(), Inspector::new());
        for tick in 1..=1_500 {
            let input = player.decide();
            watched.step_probed(input, &mut laps);
            laps.enter(Segment::Overlay);
            telemetry.push(Frame { timing: laps.frame(), ..Frame::of(&watched) });
            if tick % 15 == 0 {
                black_box((telemetry.stats(mode), telemetry.compare(), telemetry.rates_hz(), inspector.open(&telemetry)));
            }
            alone.step(input);
            assert_eq!(watched.digest(), alone.digest(), "tick {tick}");
        }
        assert_eq!((watched.tick(), telemetry.frames().len()), (1_500, 1_200));
    }
}

#[test]
fn what_is_drawn_of_10_000_bullets_takes_nothing_from_the_heap() {
    let stage = Arc::clone(&content::load(&Sources::embedded()).content.stages[0]);
    for mode in [Mode::Pooled, Mode::Boxed] {
        let mut world = World::new(Arc::clone(&stage), Config { mode, ..Config::default() });
        world.set_stress_count(10_000);
        let mut instances: Vec<Instance> = Vec::with_capacity(20_000);
        let mut operations = 0;
        for tick in 0..360 {
            world.step(Input::default());
            let before = snapshot().unwrap();
            {
                let _draw = scope(Tag::Draw);
                world.bullets().instances(world.tick(), &mut instances);
                black_box((world.labels().count(), world.shots().count(), world.items().count(), world.enemies().count()));
            }
            // The first time the list takes all the room that the storage could fill.
            operations += if tick < 120 { 0 } else { snapshot().unwrap().since(&before).of(Tag::Draw).operations() };
            assert!(tick < 2 || instances.len() >= 9_500, "{} bullets", instances.len());
        }
        assert_eq!(operations, 0, "{mode:?}");
    }
}

#[test]
fn thirteen_ms_each_sixtieth_frame_of_nine_ms_is_a_spike_each_time() {
    let mut telemetry = Telemetry::new();
    for tick in 0..1200 {
        telemetry.push(frame(tick, 4.0, if tick % 60 == 0 { 9.0 } else { 5.0 }, 0));
    }
    // The first 120 frames do not count, 60 more make the baseline: tick 180 is the first that can be judged.
    let ticks: Vec<_> = telemetry.spikes().iter().map(|spike| spike.tick).collect();
    assert_eq!(ticks, (3..20).map(|k| k * 60).collect::<Vec<_>>());
    let stats = telemetry.stats(Mode::Pooled);
    assert_eq!((stats.frame_count, stats.spike_count), (1080, 17));
    assert_eq!((stats.work.p50, stats.work.p99, stats.work.p999), (Some(9.0), Some(13.0), None));
    assert_eq!(stats.pearson, None, "allocations are constant");
}

#[test]
fn spikes_on_heavy_frames_are_counted_against_chance() {
    let mut telemetry = settled();
    for tick in 360..1320 {
        match tick % 120 {
            0 => telemetry.push(frame(tick, 3.0, 2.0, 50)),
            60 => telemetry.push(frame(tick, 3.0, 2.0, 0)),
            _ => telemetry.push(frame(tick, 1.0, 2.0, 0)),
        }
    }
    let stats = telemetry.stats(Mode::Pooled);
    let link = stats.coincidence.unwrap();
    // 960 frames: 8 heavy spikes, 8 others; 1,200 clean frames of which 8 are heavy: 16 * 8 / 1200 by chance.
    assert_eq!((link.heavy_count, link.spike_count, stats.frame_count), (8, 16, 1200));
    assert!((link.expected_count - 16.0 * 8.0 / 1200.0).abs() < 1e-6);
    assert_eq!(stats.allocs_mean, Some(400.0 / 1200.0));
    // S is 1 + 2 at 16 of 1,200 frames, allocations 50 at 8 of these. With means 16/1200 and 8/1200 of unit jumps,
    // r = (8/N - 16*8/N^2) / sqrt((16/N)(1 - 16/N)(8/N)(1 - 8/N)).
    let n = 1200.0_f64;
    let r = (8.0 / n - 128.0 / (n * n)) / ((16.0 / n) * (1.0 - 16.0 / n) * (8.0 / n) * (1.0 - 8.0 / n)).sqrt();
    assert!((f64::from(stats.pearson.unwrap()) - r).abs() < 1e-5);
}

#[test]
fn the_arena_warns_once_at_80_percent() {
    let mut arena = FrameArena::with_capacity(8_000);
    let state = |arena: &FrameArena| (arena.stats().used_bytes, arena.stats().warned, arena.stats().warning_count);
    arena.reset(0);
    arena.copy_slice(&[1_u8; 6_392]);
    assert_eq!(state(&arena), (6_392, false, 0), "79.9 %");
    arena.alloc(1_u64);
    assert_eq!(state(&arena), (6_400, true, 1), "80.0 %");
    arena.copy_slice(&[1_u8; 800]);
    arena.reset(1);
    arena.copy_slice(&[1_u8; 6_392]);
    assert_eq!(state(&arena), (6_392, true, 1), "latched, and counted once");
}

#[test]
fn only_clean_frames_count() {
    let unclean: [fn(&mut Frame); 5] = [
        |frame| frame.marks.unfocused = true,
        |frame| frame.marks.resized = true,
        |frame| frame.marks.loaded = true,
        |frame| frame.ticks = 0,
        |frame| frame.ticks = 2,
    ];
    for (index, spoil) in unclean.iter().enumerate() {
        let mut telemetry = settled();
        let mut spoiled = frame(360, 9.0, 30.0, 99);
        spoil(&mut spoiled);
        telemetry.push(spoiled);
        assert_eq!((telemetry.stats(Mode::Pooled).frame_count, telemetry.spikes().len()), (240, 0), "{index}");
    }
    let clean_after = |spoil: fn(&mut Frame)| {
        let mut telemetry = settled();
        let mut spoiled = frame(360, 1.0, 2.0, 0);
        spoil(&mut spoiled);
        telemetry.push(spoiled);
        (1..).find(|tick| {
            telemetry.push(Frame { mode: spoiled.mode, ..frame(360 + tick, 1.0, 2.0, 0) });
            telemetry.frames().newest().unwrap().clean
        })
    };
    assert_eq!(clean_after(|frame| frame.mode = Mode::Boxed), Some(31));
    assert_eq!(clean_after(|frame| frame.marks.resumed = true), Some(120));
    assert_eq!(clean_after(|frame| frame.ticks = 3), Some(1));
}

#[test]
fn modes_are_kept_apart_and_a_switch_is_no_spike() {
    let mut telemetry = settled();
    for tick in 360..760 {
        let mut slow = frame(tick, 5.0, 2.0, 456);
        slow.mode = Mode::Boxed;
        telemetry.push(slow);
    }
    assert_eq!(telemetry.spikes().len(), 0);
    let (pooled, boxed) = (telemetry.stats(Mode::Pooled), telemetry.stats(Mode::Boxed));
    assert_eq!((pooled.sim.p50, boxed.sim.p50), (Some(1.0), Some(5.0)));
    assert_eq!((pooled.allocs_mean, boxed.allocs_mean), (Some(0.0), Some(456.0)));
    assert_eq!((pooled.frame_count, boxed.frame_count), (240, 369));
}

#[test]
fn misses_are_counted_while_they_are_in_the_ring() {
    let mut telemetry = settled();
    let mut late = frame(360, 1.0, 20.0, 0);
    (late.ticks, late.timing.interval_ms) = (2, 33.4);
    telemetry.push(late);
    assert_eq!(telemetry.misses(), (1, 1));
    (361..1560).for_each(|tick| telemetry.push(frame(tick, 1.0, 2.0, 0)));
    assert_eq!(telemetry.misses(), (1, 1), "the oldest of 1,200");
    telemetry.push(frame(1560, 1.0, 2.0, 0));
    assert_eq!(telemetry.misses(), (0, 0));
    let (frames_hz, ticks_hz) = telemetry.rates_hz().unwrap();
    assert!((frames_hz - 1000.0 / 16.7).abs() < 0.01 && (ticks_hz - frames_hz).abs() < 0.01);
}

#[test]
fn after_construction_nothing_is_allocated() {
    let mut telemetry = Telemetry::new();
    let mut laps = Laps::new(|| Duration::ZERO);
    let before = snapshot().unwrap();
    let _overlay = scope(Tag::Overlay);
    for tick in 0..5000_u32 {
        let mut slow = frame(tick, if tick.is_multiple_of(37) { 4.0 } else { 1.0 }, 2.0, u64::from(tick % 5));
        slow.mode = if tick < 2500 { Mode::Pooled } else { Mode::Boxed };
        telemetry.push(slow);
        if tick.is_multiple_of(15) {
            black_box((telemetry.stats(Mode::Pooled), telemetry.stats(Mode::Boxed), telemetry.rates_hz()));
        }
        if tick == 4000 {
            telemetry.reset();
        }
    }
    laps.frame();
    laps.enter(Segment::Overlay);
    drop(_overlay);
    let change = snapshot().unwrap().since(&before);
    assert_eq!(change.total().operations() - change.of(Tag::Other).operations(), 0);
}

//! The frame arena: aligned, never past its end, counted when it overflows, and what it hands out is gone after the reset.

use tamafubuki::mem::arena::{FrameArena, Kept};
use tamafubuki::sim::rng::Rng;

#[repr(align(64))]
#[derive(Clone, Copy, PartialEq, Debug)]
struct Line([u8; 64]);

#[repr(align(16))]
#[derive(Clone, Copy, PartialEq, Debug)]
struct Quad(u8);

fn is_aligned<T>(value: &T) -> bool {
    (value as *const T).addr().is_multiple_of(align_of::<T>())
}

#[test]
fn mixed_types_are_aligned_and_keep_their_values() {
    let mut rng = Rng::new(1);
    // Large enough, too small, and empty: the answers are the same.
    for capacity_bytes in [1 << 20, 2_000, 0] {
        let arena = FrameArena::with_capacity(capacity_bytes);
        let mut bytes = Vec::new();
        let mut words = Vec::new();
        let mut quads = Vec::new();
        let mut lines = Vec::new();
        for number in 0..400_u64 {
            match rng.below(4) {
                0 => bytes.push((arena.alloc(number as u8), number)),
                1 => words.push((arena.alloc(number), number)),
                2 => quads.push((arena.alloc(Quad(number as u8)), number)),
                _ => lines.push((arena.alloc(Line([number as u8; 64])), number)),
            }
        }
        assert!(bytes.iter().all(|(value, number)| **value == *number as u8));
        assert!(words.iter().all(|(value, number)| is_aligned(*value) && **value == *number));
        assert!(quads.iter().all(|(value, number)| is_aligned(*value) && **value == Quad(*number as u8)));
        assert!(lines.iter().all(|(value, number)| is_aligned(*value) && **value == Line([*number as u8; 64])));
        assert_eq!(arena.stats().overflow_count > 0, capacity_bytes < 1 << 20);
    }
}

#[test]
fn overflow_is_counted_and_over_at_the_reset() {
    let mut arena = FrameArena::with_capacity(104);
    assert_eq!(arena.copy_slice(&[7_u8; 60]), [7; 60]);
    assert_eq!(arena.stats().overflow_count, 0);
    assert_eq!(arena.copy_slice(&[8_u8; 60]), [8; 60], "it does not fit, and is served");
    assert_eq!(
        (arena.stats().overflow_count, arena.stats().used_bytes),
        (1, 64 + 60),
        "in the block whole grains of eight bytes, beyond it what was asked for"
    );
    assert_eq!(arena.copy_slice(&[9_u8; 40]), [9; 40], "what fits still comes from the block");
    assert_eq!((arena.stats().overflow_count, arena.stats().used_bytes), (1, 104 + 60));
    arena.reset(1);
    assert_eq!((arena.stats().overflow_count, arena.stats().used_bytes), (1, 0));
    assert_eq!((arena.stats().high_water_bytes, arena.stats().high_water_tick), (164, 0));
    assert_eq!(arena.stats().suggested_capacity_bytes, 328);
}

#[test]
fn nothing_of_size_zero_fails() {
    let arena = FrameArena::with_capacity(0);
    let () = arena.alloc(());
    assert!(arena.copy_slice::<u64>(&[]).is_empty());
    let mut units = arena.scratch();
    (0..1000).for_each(|_| units.push(()));
    assert_eq!(units.into_slice().len(), 1000);
    assert_eq!((arena.stats().used_bytes, arena.stats().overflow_count), (0, 0));
}

#[test]
fn the_warning_comes_once_a_crossing() {
    let mut arena = FrameArena::with_capacity(1000);
    let warnings = [792, 793, 904, 1000, 104, 848, 792].map(|bytes| {
        arena.copy_slice(&vec![0_u8; bytes]);
        let stats = arena.stats();
        arena.reset(0);
        assert_eq!(arena.stats().warning_count, stats.warning_count, "the reset does not warn again");
        (stats.warning_count, stats.warned)
    });
    assert_eq!(warnings, [(0, false), (1, true), (1, true), (1, true), (1, true), (2, true), (2, true)]);
}

#[test]
fn the_high_water_mark_remembers_its_tick() {
    let mut arena = FrameArena::with_capacity(1000);
    for (tick, bytes) in [(1, 104), (2, 304), (3, 200), (4, 304)] {
        arena.reset(tick);
        arena.copy_slice(&vec![0_u8; bytes]);
    }
    assert_eq!((arena.stats().high_water_bytes, arena.stats().high_water_tick), (304, 2));
    assert!(!arena.stats().warned);
}

#[test]
fn kept_spans_are_read_until_the_reset_and_nowhere_else() {
    let mut arena = FrameArena::with_capacity(1000);
    let other = FrameArena::with_capacity(1000);
    let numbers = arena.keep(&[1, 2, 3]);
    let label = arena.keep_format(format_args!("{}!", 12));
    let mut grown = arena.scratch();
    (0..300).for_each(|number| grown.push(number));
    let grown = grown.keep();
    assert_eq!(arena.kept(numbers), [1, 2, 3]);
    assert_eq!(arena.kept_str(label), "12!");
    assert!(arena.kept(grown).iter().copied().eq(0..300), "an overflow block is as good");
    assert!(other.kept(numbers).is_empty());
    arena.reset(1);
    assert!(arena.kept(numbers).is_empty() && arena.kept(grown).is_empty() && arena.kept_str(label).is_empty());
    assert!(arena.kept(Kept::<u32>::default()).is_empty());
}

#[test]
fn a_rewind_gives_back_what_came_after_the_mark() {
    let mut arena = FrameArena::with_capacity(1000);
    arena.copy_slice(&[1_u8; 104]);
    let outer = arena.mark();
    arena.copy_slice(&[2_u8; 304]);
    let inner = arena.mark();
    arena.copy_slice(&[3_u8; 504]);
    arena.rewind(inner);
    assert_eq!(arena.stats().used_bytes, 408);
    arena.rewind(outer);
    assert_eq!(arena.stats().used_bytes, 104);
    assert_eq!(arena.stats().high_water_bytes, 912);
}

#[test]
#[should_panic(expected = "the youngest mark")]
fn marks_are_rewound_in_order() {
    let mut arena = FrameArena::with_capacity(1000);
    let outer = arena.mark();
    let _inner = arena.mark();
    arena.rewind(outer);
}

#[test]
#[should_panic(expected = "in its own arena, before the next reset")]
fn a_mark_does_not_outlive_the_reset() {
    let mut arena = FrameArena::with_capacity(1000);
    let mark = arena.mark();
    arena.reset(1);
    let _young = arena.mark();
    arena.rewind(mark);
}

#[test]
#[should_panic(expected = "what is kept until the reset")]
fn what_is_kept_is_not_rewound() {
    let mut arena = FrameArena::with_capacity(1000);
    let mark = arena.mark();
    arena.keep(&[1]);
    arena.rewind(mark);
}

#[test]
fn scratch_vectors_grow_like_vectors() {
    let mut rng = Rng::new(5);
    let arena = FrameArena::with_capacity(30_000);
    let mut scratches = [(); 4].map(|()| arena.scratch::<u32>());
    let mut models = [(); 4].map(|()| Vec::new());
    for number in 0..6_000 {
        // Runs of one, so that some growth is in place and some is not.
        let which = (number / 40 + rng.below(2)) as usize % 4;
        match rng.below(20) {
            0 => {
                scratches[which].extend_from_slice(&[number; 7]);
                models[which].extend_from_slice(&[number; 7]);
            }
            1 => {
                let len = models[which].len() / 2;
                scratches[which].truncate(len);
                models[which].truncate(len);
            }
            _ => {
                scratches[which].push(number);
                models[which].push(number);
            }
        }
        assert_eq!(*scratches[which], models[which][..]);
    }
    for (scratch, model) in scratches.into_iter().zip(models) {
        assert_eq!(scratch.into_slice(), model);
    }
}

#[test]
fn a_lone_scratch_vector_grows_in_place_and_gives_back_what_it_does_not_use() {
    let arena = FrameArena::with_capacity(10_000);
    let mut scratch = arena.scratch::<u32>();
    (0..1000).for_each(|number| scratch.push(number));
    assert!(scratch.into_slice().iter().copied().eq(0..1000));
    assert_eq!(arena.stats().used_bytes, 4000);
    assert_eq!(arena.format(format_args!("{:>4}|{}", 7, "弾")), "   7|弾");
}

//! The counting allocator counts each operation once, on the account of the tag in force. Own process: it installs the allocator.

use std::hint::black_box;
use tamafubuki::mem::counter::{CountingAllocator, Counts, Tag, TagCounts, calibrate, scope, snapshot};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn counted(body: impl FnOnce()) -> Counts {
    let before = snapshot().unwrap();
    body();
    snapshot().unwrap().since(&before)
}

#[test]
fn each_operation_is_counted_once_with_its_bytes() {
    let change = counted(|| {
        let _sim = scope(Tag::Sim);
        let mut bytes = black_box(Vec::<u8>::with_capacity(100));
        bytes.reserve_exact(300);
        bytes.shrink_to(40);
        let zeroed = black_box(vec![0_u8; 50]);
        drop(bytes);
        std::mem::forget(zeroed);
    });
    // 100 + growth to 300 + 50 zeroed; shrinking to 40 and freeing gives 300 back.
    let expected = TagCounts { allocs: 2, zeroed: 1, reallocs: 2, frees: 1, bytes: 350, live_blocks: 1, live_bytes: 50 };
    assert_eq!(change.of(Tag::Sim), expected);
    assert_eq!(change.sim(), expected);
}

#[test]
fn scopes_nest_and_a_free_goes_to_the_tag_current_at_the_free() {
    let change = counted(|| {
        let _draw = scope(Tag::Draw);
        let outer = black_box(Box::new(1_u64));
        {
            let _collide = scope(Tag::Collide);
            drop(outer);
        }
        drop(black_box(Box::new(2_u32)));
    });
    let (draw, collide) = (change.of(Tag::Draw), change.of(Tag::Collide));
    assert_eq!((draw.allocs, draw.frees, draw.live_blocks, draw.live_bytes), (2, 1, 1, 8));
    assert_eq!((collide.allocs, collide.frees, collide.live_blocks, collide.live_bytes), (0, 1, -1, -8));
}

#[test]
fn another_thread_is_seen_in_the_shared_row_only() {
    let before = snapshot().unwrap();
    let _sim = scope(Tag::Sim);
    let worker = std::thread::spawn(|| {
        drop(black_box(vec![1_u8; 1 << 20]));
        let _sim = scope(Tag::Sim);
        drop(black_box(vec![1_u8; 1 << 24]));
    });
    let spawned = snapshot().unwrap().since(&before);
    worker.join().unwrap();
    let change = snapshot().unwrap().since(&before);
    assert!(change.of(Tag::Other).bytes >= 1 << 20);
    assert!(change.of(Tag::Sim).bytes - spawned.of(Tag::Sim).bytes < 1 << 20, "the worker's own scope stays the worker's");
}

#[test]
fn calibrating_leaves_the_counters_as_they_were() {
    let before = snapshot().unwrap();
    let cost_ns = calibrate();
    assert!((0.0..1000.0).contains(&cost_ns), "{cost_ns}");
    assert_eq!(snapshot().unwrap().since(&before).of(Tag::Overlay), TagCounts::default());
}

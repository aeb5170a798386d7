//! The question: what do the objects and the texts of one tick cost, from the frame arena, from the heap, and from a vector that is used again?
//!
//! 10,000 objects of 24 bytes are made one by one, changed, read back and dropped each round. In the arena they are allocated singly (with a list of
//! references beside, as the boxes have) and as one growing vector. A label is what a hit shows: a number as text. Contenders take turns; sums must be equal.

mod support {
    pub mod measure;
}

use std::hint::black_box;
use support::measure::{self, Table, Times};
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::telemetry::aged::AgedHeap;

#[derive(Clone, Copy)]
struct Object {
    id: u64,
    place: [f32; 3],
    hits: u32,
}

fn object(id: u64) -> Object {
    Object { id, place: [id as f32; 3], hits: 1 }
}

fn change(object: &mut Object) {
    object.place[1] += 1.0;
    object.hits += object.place[0] as u32 & 3;
}

fn read(object: &Object) -> u64 {
    object.id + u64::from(object.hits) + object.place[1] as u64
}

fn in_arena(arena: &mut FrameArena, count: u64, tick: u32) -> u64 {
    arena.reset(tick);
    let mut list = arena.scratch::<&Object>();
    list.reserve(count as usize);
    for id in 0..count {
        let object = black_box(arena.alloc(object(id)));
        change(object);
        list.push(object);
    }
    list.iter().map(|object| read(object)).sum()
}

fn in_scratch(arena: &mut FrameArena, count: u64, tick: u32) -> u64 {
    arena.reset(tick);
    let mut list = arena.scratch();
    (0..count).for_each(|id| list.push(object(id)));
    list.iter_mut().for_each(change);
    black_box(&list).iter().map(read).sum()
}

#[allow(clippy::vec_box, reason = "a block of its own for each is what is measured")]
fn in_boxes(boxes: &mut Vec<Box<Object>>, count: u64) -> u64 {
    for id in 0..count {
        let mut object = black_box(Box::new(object(id)));
        change(&mut object);
        boxes.push(object);
    }
    let sum = boxes.iter().map(|object| read(object)).sum();
    boxes.clear();
    sum
}

fn in_vec(list: &mut Vec<Object>, count: u64) -> u64 {
    list.clear();
    list.extend((0..count).map(object));
    list.iter_mut().for_each(change);
    black_box(&list).iter().map(read).sum()
}

fn run_objects(count: u64, round_count: u32, is_aged: bool, table: &mut Table) {
    let aged = is_aged.then(|| AgedHeap::new(count as usize));
    let mut arenas = [(); 2].map(|()| FrameArena::with_capacity(count as usize * 64 + 1024));
    let (mut boxes, mut list) = (Vec::new(), Vec::new());
    let mut times: [Times; 4] = Default::default();
    let mut work = 0_u64;
    for tick in 0..round_count {
        let sums = [
            times[0].take(|| in_arena(&mut arenas[0], count, tick)),
            times[1].take(|| in_scratch(&mut arenas[1], count, tick)),
            times[2].take(|| in_vec(&mut list, count)),
            times[3].take(|| in_boxes(&mut boxes, count)),
        ];
        assert_eq!(sums, [sums[0]; 4]);
        work = work.wrapping_add(sums[0]);
    }
    for (name, taken) in ["arena, one by one", "arena, a vector", "vector used again", "boxes"].iter().zip(&times) {
        table.row(&[
            format!("{count} objects, {}", if is_aged { "aged" } else { "fresh" }),
            (*name).to_owned(),
            format!("{:.2}", taken.median() / count as f64),
            format!("{:.1}", times[3].median() / taken.median()),
        ]);
    }
    println!("digest {work:016x}");
    drop(aged);
}

/// A label as the heap way has it.
struct HeapLabel {
    text: String,
}

fn run_labels(count: u32, round_count: u32, table: &mut Table) {
    let mut arena = FrameArena::with_capacity(1 << 20);
    let (mut by_arena, mut by_box) = (Times::default(), Times::default());
    for tick in 0..round_count {
        arena.reset(tick);
        let texts = by_arena.take(|| (0..count).map(|hit| black_box(arena.format(format_args!("{}", hit * 37))).len()).sum::<usize>());
        let boxed = by_box.take(|| {
            let labels: Vec<_> = (0..count).map(|hit| Box::new(HeapLabel { text: format!("{}", hit * 37) })).collect();
            black_box(&labels).iter().map(|label| label.text.len()).sum::<usize>()
        });
        assert_eq!(texts, boxed);
    }
    for (name, taken) in [("text in the arena", &by_arena), ("boxes with strings", &by_box)] {
        let (each, times) = (taken.median() / f64::from(count), by_box.median() / taken.median());
        table.row(&[format!("{count} labels"), name.to_owned(), format!("{each:.2}"), format!("{times:.1}")]);
    }
}

fn main() {
    let mut table =
        Table::new("What lives for a tick, medians, nanoseconds each; x: times faster than boxes", &["what", "where", "each", "x"]);
    let (count, round_count) = if measure::is_small() { (1_000, 5) } else { (10_000, 500) };
    run_objects(count, round_count, false, &mut table);
    run_objects(count, round_count, true, &mut table);
    run_labels(7, round_count * 4, &mut table);
    run_labels(400, round_count, &mut table);
    table.print();
}

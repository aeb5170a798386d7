//! Frame objects: what is made in a tick, touched, and dropped with the tick (scenario 1).
//!
//! 10,000 objects of 24 bytes, 1,000 frames. Contenders take turns of ten frames, so that each finds its own memory in the cache again. A frame's time holds
//! everything: making, changing, reading, and giving all of it back. Each must come to the same sum.

use super::measure::{self, Table, Times};
use std::hint::black_box;
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::telemetry::aged::AgedHeap;

/// Frames of a turn.
const TURN_FRAMES: u32 = 10;

/// An id and three floats.
#[derive(Clone, Copy)]
pub struct Object {
    id: u64,
    place: [f32; 3],
}

const _: () = assert!(size_of::<Object>() == 24);

impl Object {
    #[inline]
    pub fn new(id: u64) -> Self {
        Self { id, place: [id as f32; 3] }
    }

    #[inline]
    pub fn touch(&mut self) {
        self.place[1] += 1.0;
    }

    #[inline]
    pub fn read(&self) -> u64 {
        self.id.wrapping_add(u64::from(self.place[1].to_bits()))
    }

    #[inline]
    pub fn touch_and_read(&mut self) -> u64 {
        self.touch();
        self.read()
    }
}

/// One frame: (how many objects, number of the frame) to the sum of what was read.
pub type Frame = Box<dyn FnMut(u64, u32) -> u64>;

/// How objects are made and reached: like is compared with like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Changed and read as it is made, remembered by nobody. An arena needs no more to give them back; boxes need their list.
    AsMade,
    /// Read in a second pass, through a list of references or boxes.
    ByList,
    /// All in a row: one slice or vector, read in a second pass.
    InARow,
}

/// A contender by its group and name.
pub type Contender = (Group, &'static str, Frame);

fn arena_of(count: usize) -> FrameArena {
    FrameArena::with_capacity(count * 64 + 1024)
}

fn arena_as_made(count: usize) -> Frame {
    let mut arena = arena_of(count);
    Box::new(move |count, frame| {
        arena.reset(frame);
        let sum = (0..count).map(|id| arena.alloc(Object::new(id)).touch_and_read()).fold(0, u64::wrapping_add);
        black_box(&arena);
        sum
    })
}

fn arena_by_list(count: usize) -> Frame {
    let mut arena = arena_of(count);
    Box::new(move |count, frame| {
        arena.reset(frame);
        let mut list = arena.scratch::<&Object>();
        list.reserve(count as usize);
        for id in 0..count {
            let object = arena.alloc(Object::new(id));
            object.touch();
            list.push(object);
        }
        black_box(&list).iter().map(|object| object.read()).fold(0, u64::wrapping_add)
    })
}

fn arena_in_a_row(count: usize) -> Frame {
    let mut arena = arena_of(count);
    Box::new(move |count, frame| {
        arena.reset(frame);
        let mut objects = arena.scratch();
        objects.reserve(count as usize);
        for id in 0..count {
            objects.push(Object::new(id));
        }
        objects.iter_mut().for_each(Object::touch);
        black_box(&objects).iter().map(Object::read).fold(0, u64::wrapping_add)
    })
}

fn vec_in_a_row() -> Frame {
    let mut objects = Vec::new();
    Box::new(move |count, _| {
        objects.clear();
        objects.extend((0..count).map(Object::new));
        objects.iter_mut().for_each(Object::touch);
        black_box(&objects).iter().map(Object::read).fold(0, u64::wrapping_add)
    })
}

/// The list is kept between frames, so that only the boxes are made anew; clearing it frees them all.
#[allow(clippy::vec_box, reason = "a block of its own for each is what is measured")]
fn boxes(is_by_list: bool) -> Frame {
    let mut boxes: Vec<Box<Object>> = Vec::new();
    Box::new(move |count, _| {
        let mut sum = 0_u64;
        for id in 0..count {
            let mut object = Box::new(Object::new(id));
            object.touch();
            sum = if is_by_list { sum } else { sum.wrapping_add(object.read()) };
            boxes.push(object);
        }
        black_box(&boxes);
        if is_by_list {
            sum = boxes.iter().map(|object| object.read()).fold(0, u64::wrapping_add);
        }
        boxes.clear();
        sum
    })
}

/// Ours and the heap's. Boxes are the first of their group.
pub fn contenders(count: usize) -> Vec<Contender> {
    vec![
        (Group::AsMade, "boxes", boxes(false)),
        (Group::AsMade, "arena", arena_as_made(count)),
        (Group::ByList, "boxes", boxes(true)),
        (Group::ByList, "arena", arena_by_list(count)),
        (Group::InARow, "arena, growing vector", arena_in_a_row(count)),
        (Group::InARow, "vector used again", vec_in_a_row()),
    ]
}

fn run(is_aged: bool, count: usize, frame_count: u32, contenders: fn(usize) -> Vec<Contender>, table: &mut Table) {
    let aged = is_aged.then(|| AgedHeap::new(count));
    let mut contenders = contenders(count);
    let mut times: Vec<Times> = contenders.iter().map(|_| Times::default()).collect();
    let mut work = vec![0_u64; contenders.len()];
    let warm_up_frames = 2 * TURN_FRAMES;
    let mut first_frame = 0;
    while first_frame < warm_up_frames + frame_count {
        for (((_, _, run), times), work) in contenders.iter_mut().zip(&mut times).zip(&mut work) {
            for frame in first_frame..first_frame + TURN_FRAMES {
                let sum =
                    if frame < warm_up_frames { run(count as u64, frame) } else { times.take(|| run(black_box(count as u64), frame)) };
                *work = work.wrapping_mul(31).wrapping_add(sum);
            }
        }
        first_frame += TURN_FRAMES;
    }
    let median = |group: Group, name: &str| {
        let place = contenders.iter().position(|(of, named, _)| (*of, *named) == (group, name));
        place.map_or(f64::NAN, |place| times[place].median())
    };
    for (((group, name, _), taken), sum) in contenders.iter().zip(&times).zip(&work) {
        assert_eq!(*sum, work[0], "{name} does the same work");
        let boxes_ns = median(if *group == Group::InARow { Group::ByList } else { *group }, "boxes");
        table.row(&[
            if is_aged { "aged" } else { "fresh" }.to_owned(),
            ["touched as made", "read by a list", "in a row"][*group as usize].to_owned(),
            (*name).to_owned(),
            format!("{:.2}", taken.median() / count as f64),
            format!("{:.2}", taken.percentile(0.0) / count as f64),
            format!("{:.1}", boxes_ns / taken.median()),
        ]);
    }
    println!("digest {:016x}", work[0]);
    drop(aged);
}

/// Runs them on a fresh and on an aged heap, and prints the table.
pub fn run_all(title: &str, contenders: fn(usize) -> Vec<Contender>) {
    let (count, frame_count) = if measure::is_small() { (1_000, 20) } else { (10_000, 1_000) };
    let title = format!("{title}: {count} objects of 24 bytes a frame, {frame_count} frames, nanoseconds an object");
    let mut table = Table::new(&title, &["heap", "how", "where", "median", "least", "boxes/it"]);
    for is_aged in [false, true] {
        run(is_aged, count, frame_count, contenders, &mut table);
    }
    table.print();
}

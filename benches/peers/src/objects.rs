//! Frame objects (scenario 1) in bumpalo beside our arena, boxes and a vector used again.
//!
//! Each bumpalo row does what ours of its group does. Its `reset` keeps the last chunk, which after the first frame holds everything, so no frame allocates.

use crate::support::objects::{self, Contender, Frame, Group, Object};
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use std::hint::black_box;

fn as_made(count: usize) -> Frame {
    let mut bump = Bump::with_capacity(count * 64 + 1024);
    Box::new(move |count, _| {
        bump.reset();
        let sum = (0..count).map(|id| bump.alloc(Object::new(id)).touch_and_read()).fold(0, u64::wrapping_add);
        black_box(&bump);
        sum
    })
}

fn by_list(count: usize) -> Frame {
    let mut bump = Bump::with_capacity(count * 64 + 1024);
    Box::new(move |count, _| {
        bump.reset();
        let mut list: BumpVec<&Object> = BumpVec::with_capacity_in(count as usize, &bump);
        for id in 0..count {
            let object = bump.alloc(Object::new(id));
            object.touch();
            list.push(object);
        }
        black_box(&list).iter().map(|object| object.read()).fold(0, u64::wrapping_add)
    })
}

fn in_a_row(count: usize) -> Frame {
    let mut bump = Bump::with_capacity(count * 64 + 1024);
    Box::new(move |count, _| {
        bump.reset();
        let objects = bump.alloc_slice_fill_with(count as usize, |id| Object::new(id as u64));
        objects.iter_mut().for_each(Object::touch);
        black_box(&objects[..]).iter().map(Object::read).fold(0, u64::wrapping_add)
    })
}

fn contenders(count: usize) -> Vec<Contender> {
    let mut all = objects::contenders(count);
    all.push((Group::AsMade, "bumpalo", as_made(count)));
    all.push((Group::ByList, "bumpalo", by_list(count)));
    all.push((Group::InARow, "bumpalo, slice", in_a_row(count)));
    all.sort_by_key(|(group, ..)| *group as usize);
    all
}

pub fn run() {
    objects::run_all("Frame objects beside bumpalo", contenders);
}

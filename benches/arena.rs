//! The question: what do the objects of one tick cost, from the frame arena, from the heap, and from a vector that is used again?
//!
//! `peers` asks the same of bumpalo.

mod support {
    pub mod measure;
    pub mod objects;
}

fn main() {
    support::objects::run_all("Frame objects", support::objects::contenders);
}

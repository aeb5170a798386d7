//! What needs a destructor does not go into the arena: nobody would run it.

use tamafubuki::mem::arena::FrameArena;

struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {}
}

fn main() {
    let arena = FrameArena::with_capacity(1024);
    arena.alloc(Guard);
    arena.scratch::<Box<u8>>();
}

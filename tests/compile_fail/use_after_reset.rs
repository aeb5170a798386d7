//! What the arena handed out cannot be used after its reset.

use tamafubuki::mem::arena::FrameArena;

fn main() {
    let mut arena = FrameArena::with_capacity(1024);
    let value = arena.alloc(7);
    arena.reset(1);
    *value = 8;
}

//! What the arena handed out cannot be used after a rewind.

use tamafubuki::mem::arena::FrameArena;

fn main() {
    let mut arena = FrameArena::with_capacity(1024);
    let mark = arena.mark();
    let label = arena.format(format_args!("{}", 7));
    arena.rewind(mark);
    println!("{label}");
}

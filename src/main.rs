//! The binary: global allocator, arguments, dispatch. Declares `view` (with the feature) and `cli`.

mod cli;
#[cfg(feature = "view")]
mod view;

#[cfg(feature = "count-alloc")]
#[global_allocator]
static ALLOCATOR: tamafubuki::mem::counter::CountingAllocator = tamafubuki::mem::counter::CountingAllocator;

fn main() -> std::process::ExitCode {
    cli::main(std::env::args_os().skip(1))
}

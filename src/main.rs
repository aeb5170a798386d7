//! The binary: global allocator, arguments, dispatch. Declares `view` (with the feature) and `cli`.

mod cli;
#[cfg(feature = "view")]
mod view;

use tamafubuki::telemetry::tour::Toured;

#[cfg(feature = "count-alloc")]
#[global_allocator]
static ALLOCATOR: tamafubuki::mem::counter::CountingAllocator = tamafubuki::mem::counter::CountingAllocator;

fn main() -> std::process::ExitCode {
    cli::main(std::env::args_os().skip(1), open_window)
}

#[cfg(feature = "view")]
fn open_window(start: &cli::Start) -> Result<Option<Toured>, String> {
    let options = view::Options {
        data_dir: start.data_dir.clone(),
        content_dir: start.content_dir.clone(),
        mods: start.mods.clone(),
        difficulty: start.difficulty,
        seed: start.seed,
        lab: start.lab.clone(),
        plays: start.plays,
        import: start.import.clone(),
        tour: start.tour.clone(),
    };
    view::play(options)
}

#[cfg(not(feature = "view"))]
fn open_window(_: &cli::Start) -> Result<Option<Toured>, String> {
    Err("this build has none".to_owned())
}

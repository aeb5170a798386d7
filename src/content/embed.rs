//! Build script: builds the crate again when a content file comes or goes; the compiler itself only sees changes in files it knows.

fn main() {
    for folder in ["assets", "levels"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}

//! RON files -> checked data; BulletML among them. Reads the embedded files and those on disk, and turns every problem into file:line:column.

pub mod cost;
mod diagnostic;
mod digest;
mod files;
mod load;
mod locate;
mod mods;
mod origin;
mod read;
mod reload;
mod scan;
mod shape;
mod source;
mod stage;
pub mod subject;
mod translate;
mod tree;
mod watch;

pub use cost::{Known, load_costed};
pub use diagnostic::{Diagnostic, place};
pub use load::{Content, Loaded, load};
pub use locate::locate;
pub use mods::{Listed, MOD_FILE, Mod, ModFile, list_mods, read_mod};
pub use origin::Origin;
pub use read::{DEPTH_MAX, FILE_BYTES_MAX, read, text};
pub use reload::Reloader;
pub use shape::{Shape, shape};
pub use source::{Sources, check_name, working_tree};
pub use subject::Subject;
pub use translate::{Foreign, is_bulletml, lawful_name};

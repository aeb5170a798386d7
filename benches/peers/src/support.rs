//! What the benches of the game share, used here as well.

#[path = "../../support/argument.rs"]
pub mod argument;
#[path = "../../support/arrays.rs"]
pub mod arrays;
#[path = "../../support/boxes.rs"]
pub mod boxes;
#[path = "../../support/contender.rs"]
pub mod contender;
#[path = "../../support/four.rs"]
pub mod four;
#[path = "../../support/load.rs"]
pub mod load;
#[path = "../../support/measure.rs"]
pub mod measure;
#[path = "../../support/objects.rs"]
pub mod objects;
#[path = "../../support/plain.rs"]
pub mod plain;
#[path = "../../support/target.rs"]
pub mod target;
#[path = "../../support/turns.rs"]
pub mod turns;

//! The shipped content is sound, and what is wrong with broken content is told all at once.

use tamafubuki::content::{self, Sources};

#[test]
fn the_shipped_content_has_no_problem() {
    let loaded = content::load(&Sources::embedded());
    let shown: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
    assert!(loaded.content.looks.len() >= 8);
}

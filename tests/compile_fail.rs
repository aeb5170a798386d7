//! What must not compile: the arena's two guards.

#[test]
fn misuse_of_the_arena_does_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}

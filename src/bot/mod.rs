//! A player made of code: looks at the world, answers with an input.

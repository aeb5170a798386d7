//! The pattern language: format (serde types, the modding reference), expressions, compile, run.

pub mod format;

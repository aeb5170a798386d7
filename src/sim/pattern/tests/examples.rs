//! The examples of the module docs.

//! RON files to checked data, with diagnostics that name file, line and column.

//! Recorded runs: header, inputs, digest checkpoints; record, play, verify.

//! Settings, scores, progress: versioned, atomic, checksummed, recovered.

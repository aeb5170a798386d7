//! Stages: files as written (`format`), as run (`data`), the timeline in progress (`run`, `talk`).

pub mod compile;
pub mod data;
pub mod excerpt;
pub mod format;
pub mod run;
pub mod talk;

//! The heads-up display: panel at the side, boss lines in the playfield, banners.

pub mod banner;
pub mod field;
pub mod icons;
pub mod panel;

//! The art as data, turned into triangles and pixels: figures, bullet looks, backdrops, and a software canvas to see them on.
//!
//! Units: playfield units (px), origin top left, y down, unless a file says otherwise. Pure: the same data gives the same picture.
//! Must not know: the window, the GPU, files (except the canvas's PNG writer), the clock.

pub mod hex;
pub mod looks;

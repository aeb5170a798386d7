//! The look as pure geometry and pixels: figures, looks, backdrops, a software canvas. No window.

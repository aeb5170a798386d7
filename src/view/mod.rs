//! The window. The only folder that names macroquad; draws from `&World`, never changes it.

mod pace;

//! The headless tools. No macroquad.

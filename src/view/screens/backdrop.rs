//! What lies behind the menus: the night, and the paper that snows in it.

use super::blizzard;
use super::page::Page;

/// Draws it over the whole window.
pub fn draw(page: &mut Page) {
    let window = page.layout.window;
    let (top, bottom) = ([0x10, 0x16, 0x2F, 255], [0x2E, 0x3A, 0x6E, 255]);
    let corners = [[window.x, window.y], [window.right(), window.y], [window.right(), window.bottom()], [window.x, window.bottom()]];
    page.ink.quad(corners, [top, top, bottom, bottom]);
    blizzard::draw(page, 1.0);
}

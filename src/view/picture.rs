//! Pictures of the window, written as PNG into the data folder.
//!
//! Must not know what is in them. Errors are sentences for the player.

use macroquad::texture::get_screen_data;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes what is drawn so far in this frame; gives the file's path.
///
/// # Errors
/// The folder or file cannot be written; a sentence.
pub fn take(folder: &Path) -> Result<PathBuf, String> {
    let path = free_name(&folder.join("screenshots"));
    save(&path, false)?;
    Ok(path)
}

/// The same into a file, over one that is there.
///
/// # Errors
/// As `take`.
pub fn take_as(path: &Path) -> Result<(), String> {
    save(path, true)
}

fn save(path: &Path, over: bool) -> Result<(), String> {
    let image = get_screen_data();
    let (width, height) = (u32::from(image.width), u32::from(image.height));
    let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
    // Rows come from the bottom; the window's own alpha means nothing.
    for row in image.bytes.chunks_exact(width as usize * 4).rev() {
        rgb.extend(row.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]));
    }
    write(path, over, width, height, &rgb).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn write(path: &Path, over: bool, width: u32, height: u32, rgb: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let file = if over { File::create(path)? } else { File::create_new(path)? };
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgb)?;
    Ok(writer.finish()?)
}

fn free_name(folder: &Path) -> PathBuf {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let name = |nth: u32| folder.join(format!("tamafubuki-{seconds}-{nth}.png"));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
}

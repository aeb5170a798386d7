//! The chart: stacked bars whose heights lie in a small texture. A strip of 240 of them is one quad; the fragment shader finds the bar of each pixel.
//! As rectangles they were more vertices than all the rest of the overlay.
//!
//! Owns the pipeline and the textures. Units: heights as shares of their strip, kept in 255ths: exact to the pixel in strips of up to 255 px.
//! Invariant: after start nothing allocates. Must not know what a bar means.

use super::brush::Rgba;
use super::gpu::{Gpu, textured_pipeline};
use macroquad::miniquad::{FilterMode, Pipeline, TextureAccess, TextureId, TextureParams, TextureSource};

/// Bars side by side.
pub const COLUMN_COUNT: usize = 240;
/// Texels from one row of the texture to the next.
pub const WIDTH: usize = 256;
/// Rows: four heights each in the first, then what is told of whole columns, then the colours; a power of two of them.
const ROW_COUNT: usize = 8;
const HEIGHT_ROW_COUNT: usize = 6;
const MARK_ROW: usize = 6;
const COLOR_ROW: usize = 7;
/// Heights of a column, over all strips.
pub const HEIGHT_COUNT: usize = HEIGHT_ROW_COUNT * 4;
/// Textures in turn: the driver may still draw the frames before.
const TEXTURE_COUNT: usize = 4;

// The tint says which strip it is: its first row, how many rows it has, and 1 or 2 for what stands over that strip where it is too low.
const FRAGMENT: &str = "#version 100
precision highp float;
varying highp vec2 uv;
varying lowp vec4 tint;
uniform sampler2D tex;
vec4 cell(float column, float row) { return texture2D(tex, vec2((column + 0.5) / 256.0, (row + 0.5) / 8.0)); }
float passed(vec4 heights) { return dot(step(heights, vec4(uv.y)), vec4(1.0)); }
void main() {
    vec3 strip = floor(tint.rgb * 255.0 + 0.5);
    float column = floor(uv.x * 256.0);
    vec4 marks = cell(column, 6.0);
    float bar = 24.0;
    float shown = 0.0;
    if (strip.z > 0.5) {
        shown = mod(floor(floor(marks.y * 3.0 + 0.5) / strip.z), 2.0);
    } else {
        bar = passed(cell(column, strip.x));
        if (strip.y > 1.5) bar += passed(cell(column, strip.x + 1.0));
        shown = step(bar, strip.y * 4.0 - 0.5);
        bar += strip.x * 4.0;
    }
    vec4 rgba = cell(bar, 7.0);
    float alpha = rgba.a * marks.x * shown;
    gl_FragColor = vec4(rgba.rgb * alpha, alpha);
}";

/// One of the strips that share the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strip {
    /// Its first row of four heights.
    pub first_row: u8,
    /// Its rows, 1 or 2.
    pub row_count: u8,
}

impl Strip {
    /// As the shader reads it.
    pub fn bars(self) -> Rgba {
        [self.first_row, self.row_count, 0, 255]
    }

    /// What is drawn over columns that are [`Columns::mark`]ed as too tall for the strip `nth`, 0 or 1.
    pub fn caps(nth: u8) -> Rgba {
        [0, 0, nth + 1, 255]
    }
}

/// Heights and colours, as the texture holds them.
pub struct Columns([u8; WIDTH * ROW_COUNT * 4]);

impl Columns {
    /// No bar anywhere.
    pub fn clear(&mut self) {
        self.0[..WIDTH * COLOR_ROW * 4].fill(0);
    }

    /// Colours of the bars, by height, and of the caps.
    pub fn paint(&mut self, bars: &[Rgba; HEIGHT_COUNT], caps: Rgba) {
        for (index, rgba) in bars.iter().chain([&caps]).enumerate() {
            self.texel(index, COLOR_ROW).copy_from_slice(rgba);
        }
    }

    /// Heights of a column from that of `row` on: tops of the bars above each other, as shares of the strip; all that are not given are as tall as the last.
    pub fn stack(&mut self, column: usize, strip: Strip, tops: impl IntoIterator<Item = f32>) {
        let (mut tops, mut top) = (tops.into_iter(), 0);
        for row in 0..strip.row_count {
            let texel = self.texel(column, usize::from(strip.first_row + row));
            for height in texel {
                top = tops.next().map_or(top, |share| (share.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
                *height = top;
            }
        }
    }

    /// How opaque a column is, 0 to 1, and whether it is too tall for the first two strips.
    pub fn mark(&mut self, column: usize, alpha: f32, too_tall: [bool; 2]) {
        let caps = u8::from(too_tall[0]) + 2 * u8::from(too_tall[1]);
        self.texel(column, MARK_ROW)[..2].copy_from_slice(&[(alpha * 255.0) as u8, caps * 85]);
    }

    fn texel(&mut self, column: usize, row: usize) -> &mut [u8] {
        let at = (row * WIDTH + column) * 4;
        &mut self.0[at..at + 4]
    }
}

/// Pipeline, textures, and what they will hold.
pub struct Chart {
    /// Quads with `Textured` vertices: texels are columns, and the strip's height in 256ths.
    pub pipeline: Pipeline,
    /// To be filled before it is drawn.
    pub columns: Columns,
    textures: [TextureId; TEXTURE_COUNT],
    turn: usize,
}

impl Chart {
    /// An empty one.
    pub fn new(gpu: &mut Gpu) -> Chart {
        let columns = Columns([0; WIDTH * ROW_COUNT * 4]);
        let (width, height) = (WIDTH as u32, ROW_COUNT as u32);
        let params =
            TextureParams { width, height, min_filter: FilterMode::Nearest, mag_filter: FilterMode::Nearest, ..TextureParams::default() };
        let textures = std::array::from_fn(|_| gpu.ctx.new_texture(TextureAccess::Static, TextureSource::Bytes(&columns.0), params));
        Chart { pipeline: textured_pipeline(&mut *gpu.ctx, FRAGMENT), columns, textures, turn: 0 }
    }

    /// Hands the columns to the driver; gives the texture that holds them.
    pub fn upload(&mut self, gpu: &mut Gpu) -> TextureId {
        self.turn = (self.turn + 1) % TEXTURE_COUNT;
        let texture = self.textures[self.turn];
        gpu.ctx.texture_update(texture, &self.columns.0);
        texture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Columns {
        Columns([7; WIDTH * ROW_COUNT * 4])
    }

    #[test]
    fn a_stack_fills_its_rows_with_rising_heights() {
        let mut columns = columns();
        columns.clear();
        let wide = Strip { first_row: 0, row_count: 2 };
        columns.stack(3, wide, [0.0, 0.2, 0.2, 0.6, 2.0]);
        assert_eq!(columns.texel(3, 0), [0, 51, 51, 153]);
        assert_eq!(columns.texel(3, 1), [255; 4], "cut at the strip's top, and no bar above the last");
        columns.stack(3, Strip { first_row: 3, row_count: 1 }, [0.0, 0.4]);
        assert_eq!((columns.texel(3, 3).to_vec(), columns.texel(3, 2).to_vec()), (vec![0, 102, 102, 102], vec![0; 4]));
        assert_eq!((columns.texel(2, 0).to_vec(), columns.texel(4, 0).to_vec()), (vec![0; 4], vec![0; 4]), "its neighbours have none");
    }

    #[test]
    fn marks_and_colors_have_rows_of_their_own_and_colors_stay() {
        let mut columns = columns();
        columns.paint(&[[1, 2, 3, 4]; HEIGHT_COUNT], [5, 6, 7, 8]);
        columns.mark(COLUMN_COUNT - 1, 1.0, [true, false]);
        columns.mark(0, 0.5, [true, true]);
        assert_eq!(columns.texel(COLUMN_COUNT - 1, MARK_ROW)[..2], [255, 85]);
        assert_eq!(columns.texel(0, MARK_ROW)[..2], [127, 255]);
        columns.clear();
        assert_eq!(columns.texel(0, MARK_ROW)[..2], [0, 0]);
        assert_eq!(
            (columns.texel(HEIGHT_COUNT - 1, COLOR_ROW).to_vec(), columns.texel(HEIGHT_COUNT, COLOR_ROW).to_vec()),
            (vec![1, 2, 3, 4], vec![5, 6, 7, 8])
        );
    }
}

//! The door to GL: a miniquad backend of our own beside macroquad's (which only opens the window and clears it), shaders, pipelines, streamed buffers.
//! All colours are premultiplied when they reach the framebuffer. Positions arrive in physical pixels, y down.
//! Invariant: nothing here allocates after start, except textures made anew on a resize. Must not know what is drawn.

use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, BufferId, BufferLayout, BufferSource, BufferType, BufferUsage, Equation, FilterMode, PassAction,
    Pipeline, PipelineParams, RenderingBackend, ShaderId, ShaderMeta, ShaderSource, TextureAccess, TextureFormat, TextureId, TextureParams,
    TextureSource, TextureWrap, UniformBlockLayout, UniformDesc, UniformType, UniformsSource, VertexAttribute, window,
};
use tamafubuki::paper::Vertex;

/// Most vertices in one draw call of streamed triangles or quads; a multiple of 3 and of 4.
pub const STREAM_VERTICES: usize = 49_152;
/// Buffers in turn: `glBufferSubData` does not orphan, so a buffer is written again only some draws later.
const STREAM_BUFFERS: usize = 8;
/// The same for small meshes: many draws of a few quads.
const SMALL_BUFFERS: usize = 64;
/// Bytes of a small buffer.
const SMALL_BYTES: usize = 8192;

/// A vertex of textured triangles: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Textured {
    /// Position, physical pixels or the unit of the transform.
    pub at: [f32; 2],
    /// Texture coordinates, texels.
    pub texel: [u16; 2],
    /// Straight (not premultiplied) colour.
    pub rgba: [u8; 4],
}

/// From the unit of the vertices to the window, and from texels to texture coordinates.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uniforms {
    /// Scale x, scale y, offset x, offset y to normalised device coordinates.
    pub view: [f32; 4],
    /// One over the texture's size, texels.
    pub texel: [f32; 2],
}

/// The uniforms that `Uniforms` and its like declare first.
pub fn uniform_descs() -> Vec<UniformDesc> {
    vec![UniformDesc::new("view", UniformType::Float4), UniformDesc::new("texel", UniformType::Float2)]
}

const TEXTURED_VERTEX: &str = "#version 100
attribute vec2 at;
attribute vec2 texel_at;
attribute vec4 rgba;
uniform vec4 view;
uniform vec2 texel;
varying highp vec2 uv;
varying lowp vec4 tint;
void main() {
    gl_Position = vec4(at * view.xy + view.zw, 0.0, 1.0);
    uv = texel_at * texel;
    tint = vec4(rgba.rgb * rgba.a / 255.0, rgba.a) / 255.0;
}";

/// The texture holds coverage in its alpha.
const MASK_FRAGMENT: &str = "#version 100
precision mediump float;
varying highp vec2 uv;
varying lowp vec4 tint;
uniform sampler2D tex;
void main() { gl_FragColor = tint * texture2D(tex, uv).a; }";

/// The texture holds premultiplied colour.
pub const COLOR_FRAGMENT: &str = "#version 100
precision mediump float;
varying highp vec2 uv;
varying lowp vec4 tint;
uniform sampler2D tex;
void main() { gl_FragColor = tint * texture2D(tex, uv); }";

const FLAT_VERTEX: &str = "#version 100
attribute vec2 at;
attribute vec4 rgba;
uniform vec4 view;
varying lowp vec4 tint;
void main() {
    gl_Position = vec4(at * view.xy + view.zw, 0.0, 1.0);
    tint = vec4(rgba.rgb * rgba.a / 255.0, rgba.a) / 255.0;
}";

const FLAT_FRAGMENT: &str = "#version 100
varying lowp vec4 tint;
void main() { gl_FragColor = tint; }";

/// The backend and what every drawer shares.
pub struct Gpu {
    /// Miniquad's backend: buffers, textures, draws.
    pub ctx: Box<dyn RenderingBackend>,
    /// Textured triangles whose texture is coverage (glyphs).
    pub mask: Pipeline,
    /// Textured triangles whose texture is premultiplied colour.
    pub color: Pipeline,
    flat: Pipeline,
    /// Indices 0, 1, 2, ..: triangles are drawn as they lie.
    pub in_order: BufferId,
    /// Indices 0, 1, 2, 0, 2, 3, 4, ..: quads of four corners each.
    quads: BufferId,
    stream: [BufferId; STREAM_BUFFERS],
    small: [BufferId; SMALL_BUFFERS],
    turn: usize,
    small_turn: usize,
    size: (f32, f32),
}

impl Gpu {
    /// Opens the backend. The window must be open; a driver that refuses the shaders is an environment fault, reported by the panic's text.
    pub fn new() -> Self {
        let mut ctx = window::new_rendering_backend();
        let mask = textured_pipeline(&mut *ctx, MASK_FRAGMENT);
        let color = textured_pipeline(&mut *ctx, COLOR_FRAGMENT);
        let flat = flat_pipeline(&mut *ctx);
        let order: Vec<u32> = (0..STREAM_VERTICES as u32).collect();
        let in_order = ctx.new_buffer(BufferType::IndexBuffer, BufferUsage::Immutable, BufferSource::slice(&order));
        let quads: Vec<u32> =
            (0..STREAM_VERTICES as u32).step_by(4).flat_map(|first| [0, 1, 2, 0, 2, 3].map(|corner| first + corner)).collect();
        let quads = ctx.new_buffer(BufferType::IndexBuffer, BufferUsage::Immutable, BufferSource::slice(&quads));
        // Filled, so that no frame is the first to touch their memory.
        let nothing = vec![Textured::default(); STREAM_VERTICES];
        let mut buffer =
            |vertices: &[Textured]| ctx.new_buffer(BufferType::VertexBuffer, BufferUsage::Stream, BufferSource::slice(vertices));
        let stream = std::array::from_fn(|_| buffer(&nothing));
        let small = std::array::from_fn(|_| buffer(&nothing[..SMALL_BYTES / size_of::<Textured>()]));
        Self { ctx, mask, color, flat, in_order, quads, stream, small, turn: 0, small_turn: 0, size: (1.0, 1.0) }
    }

    /// Begins a frame on a window of this size: forgets what macroquad may have bound, clears to `rgb`.
    pub fn begin(&mut self, width_px: f32, height_px: f32, rgb: [u8; 3]) {
        self.size = (width_px.max(1.0), height_px.max(1.0));
        self.ctx.commit_frame();
        let [r, g, b] = rgb.map(|c| f32::from(c) / 255.0);
        self.ctx.begin_default_pass(PassAction::clear_color(r, g, b, 1.0));
    }

    /// The `view` uniform for vertices in units of `scale` pixels with their origin at `left`, `top` pixels.
    pub fn view(&self, left: f32, top: f32, scale: f32) -> [f32; 4] {
        let (w, h) = self.size;
        [2.0 * scale / w, -2.0 * scale / h, 2.0 * left / w - 1.0, 1.0 - 2.0 * top / h]
    }

    /// Draws only inside this rectangle (physical pixels, y down) until `unclip`.
    pub fn clip(&mut self, x: f32, y: f32, w: f32, h: f32) {
        let bottom = self.size.1 - y - h;
        self.ctx.apply_scissor_rect(x as i32, bottom as i32, w as i32, h as i32);
    }

    /// Draws everywhere again.
    pub fn unclip(&mut self) {
        self.ctx.apply_scissor_rect(0, 0, self.size.0 as i32, self.size.1 as i32);
    }

    /// Streams and draws textured triangles, in as few calls as the buffers allow. `vertices` is a triangle list.
    pub fn textured(&mut self, pipeline: Pipeline, texture: TextureId, uniforms: &Uniforms, vertices: &[Textured]) {
        self.indexed(pipeline, texture, uniforms, vertices, (self.in_order, 1.0));
    }

    /// The same for quads: `vertices` are their corners, four in order around each.
    pub fn textured_quads(&mut self, pipeline: Pipeline, texture: TextureId, uniforms: &Uniforms, vertices: &[Textured]) {
        self.indexed(pipeline, texture, uniforms, vertices, (self.quads, 1.5));
    }

    /// `indices` and how many of them there are for each vertex.
    fn indexed(
        &mut self,
        pipeline: Pipeline,
        texture: TextureId,
        uniforms: &Uniforms,
        vertices: &[Textured],
        (indices, share): (BufferId, f32),
    ) {
        if vertices.is_empty() {
            return;
        }
        self.ctx.apply_pipeline(&pipeline);
        for part in vertices.chunks(STREAM_VERTICES) {
            let buffer = self.streamed(part);
            self.ctx.apply_bindings_from_slice(&[buffer], indices, &[texture]);
            self.ctx.apply_uniforms(UniformsSource::table(uniforms));
            self.draw((part.len() as f32 * share) as i32, 1);
        }
    }

    /// Streams and draws flat-coloured triangles; `view` as from [`Gpu::view`].
    pub fn flat(&mut self, view: [f32; 4], vertices: &[Vertex]) {
        if vertices.is_empty() {
            return;
        }
        self.ctx.apply_pipeline(&self.flat);
        for part in vertices.chunks(STREAM_VERTICES) {
            let buffer = self.streamed(part);
            self.ctx.apply_bindings_from_slice(&[buffer], self.in_order, &[]);
            self.ctx.apply_uniforms(UniformsSource::table(&view));
            self.draw(part.len() as i32, 1);
        }
    }

    fn streamed<T>(&mut self, part: &[T]) -> BufferId {
        let buffer = if size_of_val(part) <= SMALL_BYTES {
            self.small_turn = (self.small_turn + 1) % SMALL_BUFFERS;
            self.small[self.small_turn]
        } else {
            self.turn = (self.turn + 1) % STREAM_BUFFERS;
            self.stream[self.turn]
        };
        self.ctx.buffer_update(buffer, BufferSource::slice(part));
        buffer
    }

    /// One draw call with what is bound.
    pub fn draw(&mut self, index_count: i32, instance_count: i32) {
        self.ctx.draw(0, index_count, instance_count);
    }

    /// A texture of coverage, all zero.
    pub fn mask_texture(&mut self, width: u32, height: u32) -> TextureId {
        let zero = vec![0; (width * height) as usize];
        let params = TextureParams { format: TextureFormat::Alpha, width, height, ..TextureParams::default() };
        self.ctx.new_texture(TextureAccess::Static, TextureSource::Bytes(&zero), params)
    }

    /// A texture of premultiplied colour; repeated outside 0..1 when `tiled` (then its sides must be powers of two).
    pub fn color_texture(&mut self, width: u32, height: u32, rgba: &[u8], tiled: bool) -> TextureId {
        let wrap = if tiled { TextureWrap::Repeat } else { TextureWrap::Clamp };
        let params = TextureParams {
            width,
            height,
            wrap,
            min_filter: FilterMode::Linear,
            mag_filter: FilterMode::Linear,
            ..TextureParams::default()
        };
        self.ctx.new_texture(TextureAccess::Static, TextureSource::Bytes(rgba), params)
    }
}

/// Compiles a shader with one texture.
pub fn shader(ctx: &mut dyn RenderingBackend, vertex: &str, fragment: &str, images: &[&str], uniforms: Vec<UniformDesc>) -> ShaderId {
    let meta = ShaderMeta { uniforms: UniformBlockLayout { uniforms }, images: images.iter().map(|name| (*name).to_string()).collect() };
    match ctx.new_shader(ShaderSource::Glsl { vertex, fragment }, meta) {
        Ok(id) => id,
        Err(error) => panic!("the graphics driver refuses a shader: {error}"),
    }
}

/// Premultiplied blending.
pub fn blended() -> PipelineParams {
    let over = BlendState::new(Equation::Add, BlendFactor::One, BlendFactor::OneMinusValue(BlendValue::SourceAlpha));
    PipelineParams { color_blend: Some(over), ..PipelineParams::default() }
}

/// A pipeline for `Textured` vertices and one texture.
pub fn textured_pipeline(ctx: &mut dyn RenderingBackend, fragment: &str) -> Pipeline {
    use macroquad::miniquad::VertexFormat::{Byte4, Float2, Short2};
    let shader = shader(ctx, TEXTURED_VERTEX, fragment, &["tex"], uniform_descs());
    let attributes = [VertexAttribute::new("at", Float2), VertexAttribute::new("texel_at", Short2), VertexAttribute::new("rgba", Byte4)];
    ctx.new_pipeline(&[BufferLayout::default()], &attributes, shader, blended())
}

fn flat_pipeline(ctx: &mut dyn RenderingBackend) -> Pipeline {
    use macroquad::miniquad::VertexFormat::{Byte4, Float2};
    let shader = shader(ctx, FLAT_VERTEX, FLAT_FRAGMENT, &[], vec![UniformDesc::new("view", UniformType::Float4)]);
    let attributes = [VertexAttribute::new("at", Float2), VertexAttribute::new("rgba", Byte4)];
    ctx.new_pipeline(&[BufferLayout::default()], &attributes, shader, blended())
}

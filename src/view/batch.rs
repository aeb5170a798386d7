//! Bullets on the GPU: instanced quads, or plain quads where the driver cannot instance.
//! Owns the pipeline, the rotating instance buffers and the look rows. Units: playfield units (px), texels.
//! Invariant: 20,000 bullets take at most 10 draw calls and no allocation of ours. Must not know how bullets move.

use crate::view::gpu::{COLOR_FRAGMENT, Gpu, Textured, Uniforms, blended, shader};
use macroquad::miniquad::{
    BufferId, BufferLayout, BufferSource, BufferType, BufferUsage, Pipeline, TextureId, UniformDesc, UniformType, UniformsSource,
    VertexAttribute, VertexFormat, VertexStep,
};
use tamafubuki::paper::looks::LOOK_COUNT_MAX;
use tamafubuki::sim::bullet::Instance;

/// Bullets in one draw call.
const PART: usize = 8192;
/// Instance buffers in turn.
const BUFFERS: usize = 6;
/// `Instance::unfold` of a bullet that is out of its spawn cloud.
const OPEN: u8 = 255;

/// How the drawer sees one look.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LookRow {
    /// Top left texel of the cell of colour 0; the other colours follow to the right.
    pub texel: [f32; 2],
    /// Side of a cell, texels.
    pub cell_texels: f32,
    /// Half the side of the quad, px.
    pub half_px: f32,
    /// Whether the quad's x axis follows the motion.
    pub heads: bool,
}

impl LookRow {
    /// As the shader reads it: a cell that does not follow the motion has a negative side.
    fn packed(self) -> [f32; 4] {
        let side = if self.heads { self.cell_texels } else { -self.cell_texels };
        [self.texel[0], self.texel[1], side, self.half_px]
    }
}

#[repr(C)]
struct BulletUniforms {
    rows: [[f32; 4]; LOOK_COUNT_MAX],
    view: [f32; 4],
    texel: [f32; 2],
    lag: f32,
}

// Unfolding, as paper does: first along one axis, then along the other, turning a little; the flake is larger and paler.
const VERTEX: &str = "#version 100
attribute vec2 corner;
attribute vec4 motion;
attribute vec4 tag;
uniform vec4 rows[32];
uniform vec4 view;
uniform vec2 texel;
uniform float lag;
varying highp vec2 uv;
varying lowp vec4 tint;
void main() {
    vec4 row = rows[int(tag.x + 0.5)];
    float open = tag.z / 255.0;
    float closed = 1.0 - open;
    vec2 unfold = vec2(smoothstep(0.0, 0.55, open), smoothstep(0.35, 1.0, open)) * 0.85 + 0.15;
    float speed = length(motion.zw);
    vec2 along = vec2(0.0, 1.0);
    if (row.z > 0.0) {
        if (speed > 0.0001) along = motion.zw / speed;
    } else {
        float angle = tag.w * 0.02454369;
        along = vec2(cos(angle), sin(angle));
    }
    float twist = closed * closed * 2.4;
    along = vec2(along.x * cos(twist) - along.y * sin(twist), along.x * sin(twist) + along.y * cos(twist));
    vec2 local = corner * unfold * row.w * (1.0 + closed * 1.1);
    vec2 at = motion.xy - (tag.z > 254.5 ? motion.zw * lag : vec2(0.0));
    at += vec2(local.x * along.x - local.y * along.y, local.x * along.y + local.y * along.x);
    gl_Position = vec4(at * view.xy + view.zw, 0.0, 1.0);
    float cell = abs(row.z);
    uv = (row.xy + vec2(cell * (tag.y + 0.5), cell * 0.5) + corner * cell * 0.5) * texel;
    tint = vec4(1.0 - 0.6 * closed);
}";

/// The drawer of bullets.
pub struct BulletBatch {
    pipeline: Pipeline,
    corners: BufferId,
    indices: BufferId,
    buffers: [BufferId; BUFFERS],
    turn: usize,
    instanced: bool,
    uniforms: BulletUniforms,
    rows: [LookRow; LOOK_COUNT_MAX],
    quads: Vec<Textured>,
}

impl BulletBatch {
    /// The drawer; with `plain` it takes the path for drivers without instancing.
    pub fn new(gpu: &mut Gpu, plain: bool) -> Self {
        let instanced = gpu.ctx.info().features.instancing && !plain;
        let uniforms = vec![
            UniformDesc::new("rows", UniformType::Float4).array(LOOK_COUNT_MAX),
            UniformDesc::new("view", UniformType::Float4),
            UniformDesc::new("texel", UniformType::Float2),
            UniformDesc::new("lag", UniformType::Float1),
        ];
        let shader = shader(&mut *gpu.ctx, VERTEX, COLOR_FRAGMENT, &["tex"], uniforms);
        let layout = [BufferLayout::default(), BufferLayout { step_func: VertexStep::PerInstance, ..BufferLayout::default() }];
        let attributes = [
            VertexAttribute::with_buffer("corner", VertexFormat::Float2, 0),
            VertexAttribute::with_buffer("motion", VertexFormat::Float4, 1),
            VertexAttribute::with_buffer("tag", VertexFormat::Byte4, 1),
        ];
        let pipeline = gpu.ctx.new_pipeline(&layout, &attributes, shader, blended());
        let corners = [[-1.0f32, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let corners = gpu.ctx.new_buffer(BufferType::VertexBuffer, BufferUsage::Immutable, BufferSource::slice(&corners));
        let indices = gpu.ctx.new_buffer(BufferType::IndexBuffer, BufferUsage::Immutable, BufferSource::slice(&[0u16, 1, 2, 0, 2, 3]));
        let buffers = std::array::from_fn(|_| {
            gpu.ctx.new_buffer(BufferType::VertexBuffer, BufferUsage::Stream, BufferSource::empty::<Instance>(PART))
        });
        let uniforms = BulletUniforms { rows: [[0.0; 4]; LOOK_COUNT_MAX], view: [0.0; 4], texel: [0.0; 2], lag: 0.0 };
        let rows = [LookRow::default(); LOOK_COUNT_MAX];
        Self { pipeline, corners, indices, buffers, turn: 0, instanced, uniforms, rows, quads: Vec::new() }
    }

    /// Takes the look rows; those beyond the table's limit are dropped.
    pub fn set_rows(&mut self, rows: impl Iterator<Item = LookRow>) {
        for (index, row) in rows.take(LOOK_COUNT_MAX).enumerate() {
            self.rows[index] = row;
            self.uniforms.rows[index] = row.packed();
        }
    }

    /// Draws bullets in their order. `lag` is the part of the last tick's motion still to come, 0 to 1.
    pub fn draw(&mut self, gpu: &mut Gpu, texture: TextureId, uniforms: &Uniforms, lag: f32, bullets: &[Instance]) {
        if bullets.is_empty() {
            return;
        }
        if !self.instanced {
            return self.draw_plain(gpu, texture, uniforms, lag, bullets);
        }
        self.uniforms.view = uniforms.view;
        self.uniforms.texel = uniforms.texel;
        self.uniforms.lag = lag;
        gpu.ctx.apply_pipeline(&self.pipeline);
        for part in bullets.chunks(PART) {
            let buffer = self.buffers[self.turn];
            self.turn = (self.turn + 1) % BUFFERS;
            gpu.ctx.buffer_update(buffer, BufferSource::slice(part));
            gpu.ctx.apply_bindings_from_slice(&[self.corners, buffer], self.indices, &[texture]);
            gpu.ctx.apply_uniforms(UniformsSource::table(&self.uniforms));
            gpu.draw(6, part.len() as i32);
        }
    }

    fn draw_plain(&mut self, gpu: &mut Gpu, texture: TextureId, uniforms: &Uniforms, lag: f32, bullets: &[Instance]) {
        self.quads.clear();
        self.quads.reserve(bullets.len() * 6);
        for bullet in bullets {
            let row = &self.rows[usize::from(bullet.look()) % LOOK_COUNT_MAX];
            self.quads.extend_from_slice(&quad(bullet, row, lag));
        }
        gpu.textured(gpu.color, texture, uniforms, &self.quads);
    }
}

/// What the vertex shader does, for one bullet.
fn quad(bullet: &Instance, row: &LookRow, lag: f32) -> [Textured; 6] {
    let closed = 1.0 - f32::from(bullet.unfold()) / f32::from(OPEN);
    let open = 1.0 - closed;
    let speed = (bullet.vx * bullet.vx + bullet.vy * bullet.vy).sqrt();
    let (along_x, along_y) = match row.heads {
        true if speed > 1e-4 => (bullet.vx / speed, bullet.vy / speed),
        true => (0.0, 1.0),
        false => {
            let (sin, cos) = (f32::from(bullet.spin()) * (std::f32::consts::TAU / 256.0)).sin_cos();
            (cos, sin)
        }
    };
    let (sin, cos) = (closed * closed * 2.4).sin_cos();
    let (ux, uy) = (along_x * cos - along_y * sin, along_x * sin + along_y * cos);
    let size = row.half_px * (1.0 + closed * 1.1);
    let (wide, high) = (size * (0.15 + 0.85 * smooth(0.0, 0.55, open)), size * (0.15 + 0.85 * smooth(0.35, 1.0, open)));
    let still = if bullet.unfold() == OPEN { lag } else { 0.0 };
    let (x, y) = (bullet.x - bullet.vx * still, bullet.y - bullet.vy * still);
    let shade = (255.0 * (1.0 - 0.6 * closed)).round() as u8;
    let (u, v, side) = ((row.texel[0] + row.cell_texels * f32::from(bullet.color())) as u16, row.texel[1] as u16, row.cell_texels as u16);
    let corner = |i: u16, j: u16| {
        let (a, b) = ((f32::from(i) * 2.0 - 1.0) * wide, (f32::from(j) * 2.0 - 1.0) * high);
        Textured { at: [x + a * ux - b * uy, y + a * uy + b * ux], texel: [u + i * side, v + j * side], rgba: [255, 255, 255, shade] }
    };
    [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0), corner(1, 1), corner(0, 1)]
}

fn smooth(from: f32, to: f32, value: f32) -> f32 {
    let t = ((value - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::gpu::STREAM_VERTICES;

    const ROW: LookRow = LookRow { texel: [100.0, 40.0], cell_texels: 20.0, half_px: 5.0, heads: true };

    #[test]
    fn a_heading_bullet_points_along_its_motion_and_lags_by_the_part_to_come() {
        let down = Instance::new([50.0, 60.0, 0.0, 4.0], [0, 2, 255, 77]);
        let [near_left, near_right, far_right, ..] = quad(&down, &ROW, 0.25);
        // One tick moved it by 4, a quarter is still to come: centre (50, 59). Its x axis points down.
        assert_eq!(near_left.at, [55.0, 54.0]);
        assert_eq!(near_right.at, [55.0, 64.0]);
        assert_eq!(far_right.at, [45.0, 64.0]);
        assert_eq!((near_left.texel, far_right.texel), ([140, 40], [160, 60]));
    }

    #[test]
    fn twenty_thousand_bullets_take_few_draw_calls_on_both_paths() {
        assert!(20_000usize.div_ceil(PART) <= 10);
        assert!((20_000usize * 6).div_ceil(STREAM_VERTICES) <= 10);
        assert_eq!((size_of::<Instance>(), size_of::<Textured>()), (20, 16), "as the vertex attributes read them");
    }

    #[test]
    fn a_bullet_in_its_cloud_stands_still_and_is_paler() {
        let cloud = Instance::new([50.0, 60.0, 9.0, 9.0], [0, 0, 0, 0]);
        let corners = quad(&cloud, &ROW, 1.0);
        let center = |axis: usize| (corners[0].at[axis] + corners[2].at[axis]) * 0.5;
        assert!((center(0) - 50.0).abs() < 1e-3 && (center(1) - 60.0).abs() < 1e-3);
        assert_eq!(corners[0].rgba, [255, 255, 255, 102]);
    }
}

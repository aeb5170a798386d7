//! Ink: immediate drawing in physical pixels for screens, panel, overlay: text, rectangles, triangles, washi paper.
//! Owns the GPU door and the glyph atlas. What is drawn is collected in order and goes out in a few draw calls at `flush`.
//! Colours are straight RGBA. Invariant: after warm-up a frame allocates nothing. Must not know the world.

pub use crate::view::brush::Rgba;
use crate::view::chart::{self, Chart, Columns, Strip};
use crate::view::glyphs::{Face, Glyph, Glyphs, Key, WHITE_TEXEL};
use crate::view::gpu::{Gpu, Textured, Uniforms};
use crate::view::layout::Rect;
pub use crate::view::pen::{Align, Pen};
use crate::view::pen::{key, outline_width, start};
use crate::view::washi;
use macroquad::miniquad::TextureId;
use std::fmt::{self, Write};
use tamafubuki::paper::Vertex;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sheet {
    Glyphs,
    Washi,
    Chart,
}

/// What vertices make up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Three each.
    Triangles,
    /// Four each, in order around it: a third fewer than as triangles.
    Quads,
}

/// Consecutive vertices of one texture.
#[derive(Clone, Copy)]
struct Run {
    sheet: Sheet,
    shape: Shape,
    end: usize,
}

/// A drawing made once and put into many frames: what it takes to look glyphs up and place them is paid once.
#[derive(Default)]
pub struct Kept {
    vertices: Vec<Textured>,
    /// Of the atlas whose texels it names.
    generation: Option<u32>,
}

impl Kept {
    /// Nothing yet, and room for so many vertices, touched already.
    pub fn of(vertex_count: usize) -> Self {
        Self { vertices: vec![Textured::default(); vertex_count], generation: None }
    }

    /// Nothing any more: it is drawn anew the next time.
    pub fn clear(&mut self) {
        self.generation = None;
    }
}

/// Vertices that there is room for from the start.
const VERTEX_COUNT: usize = 32_768;

/// The pen of every screen.
pub struct Ink {
    gpu: Gpu,
    glyphs: Glyphs,
    washi: TextureId,
    chart: Chart,
    /// Frames to come in which the chart shows nothing, but is drawn. Drivers make a shader ready when they first use it, some again in the frame
    /// after: without these the overlay would stumble when it is opened.
    cold_frames: u8,
    vertices: Vec<Textured>,
    runs: Vec<Run>,
    words: String,
}

impl Ink {
    /// Opens GL, reads the fonts, bakes the paper. The window must be open.
    pub fn new() -> Self {
        let mut gpu = Gpu::new();
        let glyphs = Glyphs::new(&mut gpu);
        let washi = gpu.color_texture(washi::SIDE as u32, washi::SIDE as u32, &washi::bake(), true);
        let chart = Chart::new(&mut gpu);
        // Touched now: memory that is only reserved costs the first frame that needs it.
        let vertices = vec![Textured::default(); VERTEX_COUNT];
        Self { gpu, glyphs, washi, chart, cold_frames: 3, vertices, runs: Vec::with_capacity(64), words: String::with_capacity(256) }
    }

    /// Begins a frame: the window is cleared to the paper's colour.
    pub fn begin(&mut self, width_px: f32, height_px: f32) {
        self.glyphs.begin_frame();
        self.vertices.clear();
        self.runs.clear();
        self.gpu.begin(width_px, height_px, washi::PAPER);
        if self.cold_frames > 0 {
            self.cold_frames -= 1;
            self.bars(Rect::new(0.0, 0.0, width_px, height_px), Strip::caps(0));
        }
    }

    /// Sends what was collected to the GPU; drawing may go on after it.
    pub fn flush(&mut self) {
        let view = self.gpu.view(0.0, 0.0, 1.0);
        let mut start = 0;
        for run in &self.runs {
            let part = &self.vertices[start..run.end];
            let side = match run.sheet {
                Sheet::Glyphs => crate::view::glyphs::ATLAS_SIDE as f32,
                Sheet::Washi => washi::SIDE as f32,
                Sheet::Chart => chart::WIDTH as f32,
            };
            let uniforms = Uniforms { view, texel: [1.0 / side; 2] };
            let (pipeline, texture) = match run.sheet {
                Sheet::Glyphs => (self.gpu.mask, self.glyphs.texture()),
                Sheet::Washi => (self.gpu.color, self.washi),
                Sheet::Chart => (self.chart.pipeline, self.chart.upload(&mut self.gpu)),
            };
            match run.shape {
                Shape::Triangles => self.gpu.textured(pipeline, texture, &uniforms, part),
                Shape::Quads => self.gpu.textured_quads(pipeline, texture, &uniforms, part),
            }
            start = run.end;
        }
        self.vertices.clear();
        self.runs.clear();
    }

    /// Puts a kept drawing of texts and rectangles into the frame; `draw` makes it first if it is new, was cleared, or names glyphs of an
    /// atlas that is gone.
    pub fn stamp(&mut self, kept: &mut Kept, draw: impl FnOnce(&mut Ink)) {
        let generation = Some(self.glyphs.generation());
        if kept.generation == generation {
            self.vertices.extend_from_slice(&kept.vertices);
            return self.extend_run(Sheet::Glyphs, Shape::Quads);
        }
        let start = self.vertices.len();
        draw(self);
        kept.vertices.clear();
        kept.vertices.extend_from_slice(&self.vertices[start..]);
        kept.generation = generation;
    }

    /// The GPU door, for drawers with shaders of their own. Flush first, or what is collected comes later.
    pub fn gpu(&mut self) -> &mut Gpu {
        &mut self.gpu
    }

    /// Rasterises the characters of `text` at this size ahead of their first use, so that no frame stumbles over it.
    pub fn warm(&mut self, size_px: f32, face: Face, outline_px: f32, text: &str) {
        for ch in text.chars() {
            let key = key(ch, size_px, face, 0.0);
            self.glyphs.get(&mut self.gpu, key);
            if outline_px > 0.0 {
                self.glyphs.get(&mut self.gpu, Key { outline_px: outline_width(outline_px), ..key });
            }
        }
    }

    /// Text in the regular cut; `y` is the baseline.
    pub fn text(&mut self, x: f32, y: f32, size_px: f32, align: Align, rgba: Rgba, text: &str) {
        self.line(Pen { x, y, size_px, face: Face::Regular, align, scale: 1.0, outline_px: 0.0 }, rgba, text);
    }

    /// Text in the bold cut; `y` is the baseline.
    pub fn bold(&mut self, x: f32, y: f32, size_px: f32, align: Align, rgba: Rgba, text: &str) {
        self.line(Pen { x, y, size_px, face: Face::Bold, align, scale: 1.0, outline_px: 0.0 }, rgba, text);
    }

    /// Formatted text in the regular cut, without allocating.
    pub fn print(&mut self, x: f32, y: f32, size_px: f32, align: Align, rgba: Rgba, words: fmt::Arguments) {
        self.with_words(words, |ink, text| ink.text(x, y, size_px, align, rgba, text));
    }

    /// Formatted numbers with tabular figures: every digit takes the width of 0, so columns stand still while they count.
    pub fn digits(&mut self, x: f32, y: f32, size_px: f32, align: Align, rgba: Rgba, words: fmt::Arguments) {
        self.with_words(words, |ink, text| {
            let digit = ink.glyphs.advance(&mut ink.gpu, key('0', size_px, Face::Regular, 0.0));
            let width: f32 = text.chars().map(|ch| ink.tabular_advance(ch, size_px, digit)).sum();
            let mut pen = start(x, width, align);
            for ch in text.chars() {
                let glyph = ink.glyphs.get(&mut ink.gpu, key(ch, size_px, Face::Regular, 0.0));
                let advance = ink.tabular_advance(ch, size_px, digit);
                ink.glyph((pen + (advance - glyph.advance) * 0.5).round(), y.round(), 1.0, &glyph, rgba);
                pen += advance;
            }
        });
    }

    /// Bold text with an outline of `outline_px` in `edge`.
    #[expect(clippy::too_many_arguments, reason = "the same arguments as text, and the outline's two")]
    pub fn outline_text(&mut self, x: f32, y: f32, size_px: f32, align: Align, rgba: Rgba, edge: Rgba, outline_px: f32, text: &str) {
        let pen = Pen { x, y, size_px, face: Face::Bold, align, scale: 1.0, outline_px };
        self.line(pen, edge, text);
        self.line(Pen { outline_px: 0.0, ..pen }, rgba, text);
    }

    /// Formatted text with every choice open.
    pub fn formatted(&mut self, pen: Pen, rgba: Rgba, words: fmt::Arguments) {
        self.with_words(words, |ink, text| ink.line(pen, rgba, text));
    }

    /// Formatted text with an outline of `outline_px` in `edge`, and every choice open.
    pub fn outlined(&mut self, pen: Pen, outline_px: f32, rgba: Rgba, edge: Rgba, words: fmt::Arguments) {
        self.with_words(words, |ink, text| {
            ink.line(Pen { outline_px, ..pen }, edge, text);
            ink.line(Pen { outline_px: 0.0, ..pen }, rgba, text);
        });
    }

    /// Text with every choice open: cut, scale about its anchor (for easing in without new glyphs), thickening.
    pub fn line(&mut self, pen: Pen, rgba: Rgba, text: &str) {
        let width = self.width(pen.size_px, pen.face, text) * pen.scale;
        let mut x = start(pen.x, width, pen.align);
        let snap = pen.scale == 1.0;
        let y = if snap { pen.y.round() } else { pen.y };
        for ch in text.chars() {
            let glyph = self.glyphs.get(&mut self.gpu, key(ch, pen.size_px, pen.face, pen.outline_px));
            self.glyph(if snap { x.round() } else { x }, y, pen.scale, &glyph, rgba);
            x += glyph.advance * pen.scale;
        }
    }

    /// Width of a text in the regular cut, px.
    pub fn text_width(&mut self, size_px: f32, text: &str) -> f32 {
        self.width(size_px, Face::Regular, text)
    }

    /// Width of a text, px.
    pub fn width(&mut self, size_px: f32, face: Face, text: &str) -> f32 {
        text.chars().map(|ch| self.glyphs.advance(&mut self.gpu, key(ch, size_px, face, 0.0))).sum()
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: f32, y: f32, w: f32, h: f32, rgba: Rgba) {
        self.quad([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], [rgba; 4]);
    }

    /// A rectangle's border, `thick_px` wide, inside its edges.
    pub fn frame(&mut self, rect: Rect, thick_px: f32, rgba: Rgba) {
        let Rect { x, y, w, h } = rect;
        self.rect(x, y, w, thick_px, rgba);
        self.rect(x, y + h - thick_px, w, thick_px, rgba);
        self.rect(x, y + thick_px, thick_px, h - 2.0 * thick_px, rgba);
        self.rect(x + w - thick_px, y + thick_px, thick_px, h - 2.0 * thick_px, rgba);
    }

    /// A convex quad, corners in order around it, each with its colour.
    pub fn quad(&mut self, corners: [[f32; 2]; 4], rgba: [Rgba; 4]) {
        let corner = |i: usize| Textured { at: corners[i], texel: WHITE_TEXEL, rgba: rgba[i] };
        self.push(Sheet::Glyphs, [0, 1, 2, 3].map(corner));
    }

    /// A triangle in one colour.
    pub fn triangle(&mut self, corners: [[f32; 2]; 3], rgba: Rgba) {
        let [a, b, c] = corners;
        self.quad([a, b, c, c], [rgba; 4]);
    }

    /// Triangles in physical pixels, three vertices each.
    pub fn triangles(&mut self, vertices: &[Vertex]) {
        self.vertices.extend(vertices.iter().map(|v| Textured { at: [v.x, v.y], texel: WHITE_TEXEL, rgba: v.rgba }));
        self.extend_run(Sheet::Glyphs, Shape::Triangles);
    }

    /// An arc of a ring, `from` to `to` in turns clockwise from the top, `thick_px` wide around `radius_px`.
    #[expect(clippy::too_many_arguments, reason = "a ring is a centre, a radius, a width, two ends and a colour")]
    pub fn arc(&mut self, x: f32, y: f32, radius_px: f32, thick_px: f32, from: f32, to: f32, rgba: Rgba) {
        let steps = (((to - from).abs() * radius_px.max(4.0)).ceil() as usize).clamp(1, 160);
        let (inner, outer) = (radius_px - thick_px * 0.5, radius_px + thick_px * 0.5);
        let at = |turn: f32, r: f32| {
            let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
            [x + sin * r, y - cos * r]
        };
        for step in 0..steps {
            let (a, b) = (from + (to - from) * step as f32 / steps as f32, from + (to - from) * (step + 1) as f32 / steps as f32);
            self.quad([at(a, inner), at(a, outer), at(b, outer), at(b, inner)], [rgba; 4]);
        }
    }

    /// What the bars of [`Ink::bars`] are, until the next flush.
    pub fn columns(&mut self) -> &mut Columns {
        &mut self.chart.columns
    }

    /// All columns of the chart side by side; `strip` as from `Strip::bars` or `Strip::caps`.
    pub fn bars(&mut self, rect: Rect, strip: Rgba) {
        let (right, top) = (chart::COLUMN_COUNT as u16, chart::WIDTH as u16);
        let corner = |x, y, texel| Textured { at: [x, y], texel, rgba: strip };
        self.push(
            Sheet::Chart,
            [
                corner(rect.x, rect.y, [0, top]),
                corner(rect.right(), rect.y, [right, top]),
                corner(rect.right(), rect.bottom(), [right, 0]),
                corner(rect.x, rect.bottom(), [0, 0]),
            ],
        );
    }

    /// A sheet of washi with a soft shadow to the lower right.
    pub fn panel(&mut self, rect: Rect) {
        self.shadow(rect, (rect.w.min(rect.h) * 0.04).clamp(4.0, 14.0));
        self.paper(rect);
    }

    /// Bare washi, without a shadow: the margin around the playfield.
    pub fn paper(&mut self, rect: Rect) {
        let corners = [[rect.x, rect.y], [rect.right(), rect.y], [rect.right(), rect.bottom()], [rect.x, rect.bottom()]];
        let corner = |i: usize| {
            let [x, y]: [f32; 2] = corners[i];
            Textured { at: [x, y], texel: [x.max(0.0) as u16, y.max(0.0) as u16], rgba: [255; 4] }
        };
        self.push(Sheet::Washi, [0, 1, 2, 3].map(corner));
    }

    /// A soft shadow of a rectangle, `reach_px` wide, moved to the lower right by half of that.
    pub fn shadow(&mut self, rect: Rect, reach_px: f32) {
        let (inner, outer) = (rect.grown(-reach_px * 0.5), rect.grown(reach_px));
        let by = reach_px * 0.5;
        let corners =
            |r: Rect| [[r.x + by, r.y + by], [r.right() + by, r.y + by], [r.right() + by, r.bottom() + by], [r.x + by, r.bottom() + by]];
        let (a, b) = (corners(inner), corners(outer));
        let (dark, clear) = ([24, 16, 22, 110], [24, 16, 22, 0]);
        for i in 0..4 {
            let j = (i + 1) % 4;
            self.quad([a[i], a[j], b[j], b[i]], [dark, dark, clear, clear]);
        }
        self.quad(a, [dark; 4]);
    }

    fn tabular_advance(&mut self, ch: char, size_px: f32, digit: f32) -> f32 {
        if ch.is_ascii_digit() { digit } else { self.glyphs.advance(&mut self.gpu, key(ch, size_px, Face::Regular, 0.0)) }
    }

    fn with_words(&mut self, words: fmt::Arguments, draw: impl FnOnce(&mut Self, &str)) {
        let mut text = std::mem::take(&mut self.words);
        text.clear();
        if text.write_fmt(words).is_ok() {
            draw(self, &text);
        }
        self.words = text;
    }

    fn glyph(&mut self, x: f32, y: f32, scale: f32, glyph: &Glyph, rgba: Rgba) {
        let [w, h] = glyph.size;
        if w == 0 {
            return;
        }
        let (x, y) = (x + glyph.left * scale, y + glyph.top * scale);
        let [u, v] = glyph.texel;
        let corner = |i: usize, j: usize| Textured {
            at: [x + (i as f32) * f32::from(w) * scale, y + (j as f32) * f32::from(h) * scale],
            texel: [u + i as u16 * w, v + j as u16 * h],
            rgba,
        };
        self.push(Sheet::Glyphs, [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]);
    }

    fn push(&mut self, sheet: Sheet, corners: [Textured; 4]) {
        self.vertices.extend_from_slice(&corners);
        self.extend_run(sheet, Shape::Quads);
    }

    fn extend_run(&mut self, sheet: Sheet, shape: Shape) {
        let end = self.vertices.len();
        match self.runs.last_mut() {
            Some(run) if run.sheet == sheet && run.shape == shape => run.end = end,
            _ => self.runs.push(Run { sheet, shape, end }),
        }
    }
}

//! The page's pictures, as SVG.
//!
//! Units: SVG pixels across, one frame after another from left to right (a headless tick has no time of its own). Invariant: at most one mark a pixel column, so that the page stays small however long the recording is.
//! Must not know: how figures are found.

use super::analysis::{Analysis, Row};
use super::tables::grouped;
use std::fmt::Write;

const WIDTH: f64 = 1070.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 10.0;
const COLUMN_COUNT: usize = 1008;
const POOLED: &str = "#2a9d7c";
const BOXED: &str = "#dd7340";
const RED: &str = "#c62f26";
const GREY: &str = "#8d8794";
/// Markers closer than this leave out their numbers.
const NUMBER_WIDTH: f64 = 44.0;

/// A plot with an axis of frames.
struct Plot<'o> {
    out: &'o mut String,
    top: f64,
    height: f64,
    frame_count: f64,
}

impl<'o> Plot<'o> {
    fn open(out: &'o mut String, analysis: &Analysis, top: f64, height: f64) -> Plot<'o> {
        let total = top + height + 24.0;
        let _ = write!(out, "\n<svg viewBox=\"0 0 {WIDTH} {total}\" width=\"100%\">");
        let mut plot = Plot { out, top, height, frame_count: analysis.rows.len() as f64 };
        let steps = [1.0, 10.0, 60.0, 120.0, 300.0, 600.0, 1200.0, 3000.0];
        let step = steps.into_iter().find(|step| plot.frame_count / step <= 12.0).unwrap_or(6000.0);
        for index in 0..=(plot.frame_count / step) as u32 {
            let frame = f64::from(index) * step;
            let (x, bottom) = (plot.x(frame), plot.bottom());
            plot.line(x, bottom, x, bottom + 4.0, GREY);
            plot.text(x.min(WIDTH - RIGHT - 12.0), bottom + 18.0, "middle", &grouped(frame));
        }
        plot
    }

    fn close(self) {
        self.out.push_str("</svg>");
    }

    fn bottom(&self) -> f64 {
        self.top + self.height
    }

    fn x(&self, frame: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (frame / self.frame_count).clamp(0.0, 1.0)
    }

    fn column(&self, index: usize) -> usize {
        ((index as f64 / self.frame_count * COLUMN_COUNT as f64) as usize).min(COLUMN_COUNT - 1)
    }

    fn column_x(&self, column: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (column as f64 + 0.5) / COLUMN_COUNT as f64
    }

    fn line(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, color: &str) {
        let _ = write!(self.out, "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\"/>");
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let _ = write!(self.out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
    }

    /// A line across the plot with its label.
    fn level(&mut self, y: f64, label: &str) {
        self.line(LEFT, y, WIDTH - RIGHT, y, "#e6dcc4");
        self.text(LEFT - 6.0, y + 4.0, "end", label);
    }
}

/// Decades that hold every positive value.
fn decades(values: impl Iterator<Item = f32>) -> Option<(f64, f64)> {
    let (low, high) = values.filter(|value| *value > 0.0).fold((f32::INFINITY, 0.0_f32), |(low, high), v| (low.min(v), high.max(v)));
    if high == 0.0 {
        return None;
    }
    let (low, high) = (f64::from(low).log10().floor(), f64::from(high).log10().ceil());
    Some((low, high.max(low + 1.0)))
}

/// Simulation time, with the spikes.
pub fn times(out: &mut String, analysis: &Analysis) {
    let Some((low, high)) = decades(analysis.rows.iter().map(|row| row.sim_ms)) else { return };
    let mut plot = Plot::open(out, analysis, 44.0, 260.0);
    let (bottom, height) = (plot.bottom(), plot.height);
    let y = |ms: f32| bottom - height * ((f64::from(ms).log10() - low) / (high - low)).clamp(0.0, 1.0);
    for decade in low as i32..=high as i32 {
        plot.level(y(10_f32.powi(decade)), &format!("{}", 10_f64.powi(decade)));
    }
    for boxed in [false, true] {
        let mut spans = vec![None::<(f32, f32)>; COLUMN_COUNT];
        for (index, row) in analysis.rows.iter().enumerate().filter(|(_, row)| row.boxed == boxed && row.sim_ms > 0.0) {
            let span = &mut spans[plot.column(index)];
            *span = Some(span.map_or((row.sim_ms, row.sim_ms), |(low, high)| (low.min(row.sim_ms), high.max(row.sim_ms))));
        }
        for (column, span) in spans.into_iter().enumerate() {
            if let Some((fast, slow)) = span {
                let x = plot.column_x(column);
                plot.line(x, y(fast) + 0.8, x, y(slow) - 0.8, if boxed { BOXED } else { POOLED });
            }
        }
    }
    markers(&mut plot, analysis);
    plot.close();
}

/// Triangles above the plot; the slowest spikes get room for their numbers first.
fn markers(plot: &mut Plot, analysis: &Analysis) {
    let mut rows: Vec<(usize, &Row)> = analysis.spikes.iter().map(|spike| (spike.row, &analysis.rows[spike.row])).collect();
    rows.sort_by(|(_, a), (_, b)| b.heavy.cmp(&a.heavy).then(b.sim_ms.total_cmp(&a.sim_ms)));
    let mut numbered: Vec<f64> = Vec::new();
    for (index, row) in rows {
        let (x, color) = (plot.x(index as f64 + 0.5), if row.heavy { RED } else { GREY });
        let tip = plot.top - 2.0;
        let _ = write!(plot.out, "<path d=\"M{x:.1} {tip}l-4.5 -8h9z\" fill=\"{color}\"/>");
        if numbered.len() < 60 && numbered.iter().all(|other| (other - x).abs() > NUMBER_WIDTH) {
            numbered.push(x);
            let count = row.operations.map_or("n/a".to_owned(), grouped);
            let _ =
                write!(plot.out, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" style=\"fill:{color}\">{count}</text>", tip - 12.0);
        }
    }
}

/// Heap operations.
pub fn operations(out: &mut String, analysis: &Analysis) {
    let mut plot = Plot::open(out, analysis, 14.0, 110.0);
    let mut most = vec![(0.0_f64, false); COLUMN_COUNT];
    for (index, row) in analysis.rows.iter().enumerate() {
        let cell = &mut most[plot.column(index)];
        *cell = (cell.0.max(row.operations.unwrap_or(0.0)), cell.1 || row.heavy);
    }
    let top = most.iter().map(|cell| cell.0).fold(1.0, f64::max);
    let (bottom, height) = (plot.bottom(), plot.height);
    let y = |count: f64| bottom - height * (1.0 + count).ln() / (1.0 + top).ln();
    plot.level(bottom, "0");
    for count in [1.0, 10.0, 100.0, 1000.0, 10_000.0, 100_000.0].into_iter().filter(|count| *count <= top) {
        plot.level(y(count), &grouped(count));
    }
    for (column, (count, heavy)) in most.into_iter().enumerate().filter(|(_, (count, _))| *count > 0.0) {
        let x = plot.column_x(column);
        plot.line(x, bottom, x, y(count), if heavy { RED } else { GREY });
    }
    plot.close();
}

/// Bullets alive, in the colour of the storage.
pub fn bullets(out: &mut String, analysis: &Analysis) {
    let mut plot = Plot::open(out, analysis, 14.0, 90.0);
    let top = analysis.rows.iter().map(|row| row.bullets).fold(1.0, f64::max);
    let (bottom, height) = (plot.bottom(), plot.height);
    plot.level(bottom, "0");
    plot.level(bottom - height, &grouped(top));
    let mut columns = vec![None; COLUMN_COUNT];
    for (index, row) in analysis.rows.iter().enumerate() {
        columns[plot.column(index)] = Some((row.bullets, row.boxed));
    }
    for (column, (bullets, boxed)) in columns.into_iter().enumerate().filter_map(|(column, cell)| Some((column, cell?))) {
        let x = plot.column_x(column);
        plot.line(x, bottom, x, bottom - height * bullets / top, if boxed { BOXED } else { POOLED });
    }
    plot.close();
}

/// Clean frames by simulation time.
pub fn histogram(out: &mut String, analysis: &Analysis) {
    const BIN_COUNT: usize = 168;
    let all = analysis.sides.iter().flat_map(|side| side.sim_ms.iter().copied());
    let Some((low, high)) = decades(all) else { return };
    let (top, half) = (12.0, 110.0);
    let middle = top + half;
    let _ = write!(out, "\n<svg viewBox=\"0 0 {WIDTH} {}\" width=\"100%\">", middle + half + 24.0);
    let at = |share: f64| LEFT + (WIDTH - LEFT - RIGHT) * share;
    for side in &analysis.sides {
        let mut bins = [0_u32; BIN_COUNT];
        for ms in side.sim_ms.iter().filter(|ms| **ms > 0.0) {
            let share = (f64::from(*ms).log10() - low) / (high - low);
            bins[((share * BIN_COUNT as f64) as usize).min(BIN_COUNT - 1)] += 1;
        }
        let most = f64::from(bins.iter().copied().max().unwrap_or(1).max(1));
        for (bin, count) in bins.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            let tall = half * (f64::from(count) / most).sqrt();
            let (x, w) = (at(bin as f64 / BIN_COUNT as f64), (WIDTH - LEFT - RIGHT) / BIN_COUNT as f64);
            let (y, color) = if side.boxed { (middle, BOXED) } else { (middle - tall, POOLED) };
            let _ = write!(out, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{tall:.1}\" fill=\"{color}\"/>");
        }
    }
    for decade in low as i32..=high as i32 {
        let x = at((f64::from(decade) - low) / (high - low));
        let (bottom, label) = (middle + half, 10_f64.powi(decade));
        let _ = write!(out, "<line x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#e6dcc4\"/>");
        let _ = write!(out, "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{label} ms</text>", x.min(WIDTH - 26.0), bottom + 18.0);
    }
    out.push_str("</svg>");
}

//! What the page shows, taken from the rows of a recording.
//!
//! Units: milliseconds, counts. Invariant: figures follow the definitions of `telemetry`. Must not know: HTML.

use super::super::compare::{Blocks, Comparison};
use super::super::order;
use super::super::record::{Clean, Record};
use super::super::recording::mode_word;
use super::super::spike::{Event, Peak};
use super::super::table::{Refusal, Table};
use crate::sim::bullet::Mode;

/// One frame of the recording.
#[derive(Clone, Copy)]
pub struct Row {
    /// Sequence number.
    pub frame: f64,
    /// Tick.
    pub tick: f64,
    /// Start since the beginning.
    pub start_ms: f64,
    /// Bullets in boxes.
    pub boxed: bool,
    /// Fit for figures.
    pub clean: bool,
    /// More heap operations than usual.
    pub heavy: bool,
    /// Interval.
    pub interval_ms: f32,
    /// Work.
    pub work_ms: f32,
    /// Simulation.
    pub sim_ms: f32,
    /// Heap operations of the simulation; `None` if not counted.
    pub operations: Option<f64>,
    /// Of these, blocks taken and given back.
    pub allocs: f64,
    /// See `allocs`.
    pub frees: f64,
    /// Bullets alive.
    pub bullets: f64,
    /// Heap bytes alive.
    pub live_bytes: f64,
}

/// A spike event and the row that stands for it.
pub struct Spike {
    /// Index of the row.
    pub row: usize,
}

/// One storage's clean frames.
pub struct Side {
    /// Whether these are the boxed ones.
    pub boxed: bool,
    /// Simulation times, ascending.
    pub sim_ms: Vec<f32>,
    /// Work, ascending.
    pub work_ms: Vec<f32>,
    /// Spikes.
    pub spike_count: usize,
    /// Spikes on allocation-heavy frames.
    pub heavy_spike_count: usize,
    /// Blocks taken a frame, mean.
    pub allocs_mean: f64,
    /// Blocks given back a frame, mean.
    pub frees_mean: f64,
    /// Bullets alive, mean.
    pub bullets_mean: f64,
    /// Heap bytes alive at most.
    pub live_bytes_max: f64,
}

/// Everything the page shows.
pub struct Analysis {
    /// All frames.
    pub rows: Vec<Row>,
    /// Spike events.
    pub spikes: Vec<Spike>,
    /// Pooled, boxed.
    pub sides: [Side; 2],
    /// What blocks of like loads say.
    pub comparison: Comparison,
}

impl Analysis {
    /// Reads the rows.
    ///
    /// # Errors
    /// The missing column, what stands in a column where something else was expected, or that there is no frame.
    pub fn new(table: &Table) -> Result<Analysis, Refusal> {
        let rows = rows(table)?;
        if rows.is_empty() {
            return Err(Refusal::of_all("the recording has no frames".to_owned()));
        }
        let spikes = spikes(table, &rows)?;
        let sides = [false, true].map(|boxed| side(&rows, &spikes, boxed));
        let comparison = compare(&rows);
        Ok(Analysis { rows, spikes, sides, comparison })
    }

    /// The length of the recording.
    pub fn span_ms(&self) -> f64 {
        self.rows.last().map_or(1.0, |row| row.start_ms + f64::from(row.interval_ms)).max(1.0)
    }
}

impl Side {
    /// A percentile of the simulation's time.
    pub fn sim(&self, per_mille: u32) -> Option<f32> {
        order::percentile(&self.sim_ms, per_mille)
    }
}

/// Reads cells, each as what its column holds.
struct Cells<'t>(&'t Table);

impl Cells<'_> {
    /// A figure that is always there.
    fn figure(&self, row: usize, column: usize) -> Result<f64, Refusal> {
        let figure = self.0.figure(row, column).filter(|figure| *figure >= 0.0);
        figure.ok_or_else(|| self.0.refuse(row, column, "a number from 0"))
    }

    /// One that is not: nothing counted it, or there is no excess.
    fn optional(&self, row: usize, column: usize) -> Result<Option<f64>, Refusal> {
        if self.0.is_missing(row, column) {
            return Ok(None);
        }
        let figure = self.0.figure(row, column).filter(|figure| *figure >= 0.0);
        figure.map(Some).ok_or_else(|| self.0.refuse(row, column, "a number from 0, or nothing"))
    }

    /// What is alive on the heap may be less than at the start.
    fn signed(&self, row: usize, column: usize) -> Result<f64, Refusal> {
        self.0.figure(row, column).ok_or_else(|| self.0.refuse(row, column, "a number"))
    }

    fn flag(&self, row: usize, column: usize) -> Result<bool, Refusal> {
        match self.0.figure(row, column) {
            Some(0.0) => Ok(false),
            Some(1.0) => Ok(true),
            _ => Err(self.0.refuse(row, column, "0 or 1")),
        }
    }

    fn boxed(&self, row: usize, column: usize) -> Result<bool, Refusal> {
        let word = self.0.word_at(row, column);
        let mode = [Mode::Pooled, Mode::Boxed].into_iter().find(|mode| mode_word(*mode) == word);
        mode.map(|mode| mode == Mode::Boxed).ok_or_else(|| self.0.refuse(row, column, "pooled or boxed"))
    }

    fn counts(&self, row: usize, columns: &[usize]) -> Result<f64, Refusal> {
        columns.iter().map(|column| Ok(self.optional(row, *column)?.unwrap_or(0.0))).sum()
    }

    fn figures(&self, row: usize, columns: &[usize]) -> Result<f64, Refusal> {
        columns.iter().map(|column| self.figure(row, *column)).sum()
    }
}

fn rows(table: &Table) -> Result<Vec<Row>, Refusal> {
    let column = |name| table.column(name);
    let [frame, tick, mode, clean, heavy] = [column("frame")?, column("tick")?, column("mode")?, column("clean")?, column("heavy")?];
    let [interval, work, sim] = [column("interval_ms")?, column("work_ms")?, column("sim_ms")?];
    let operations = column("sim_heap_operations")?;
    let allocs = [column("sim_allocs")?, column("pattern_allocs")?, column("collide_allocs")?];
    let frees = [column("sim_frees")?, column("pattern_frees")?, column("collide_frees")?];
    let live = column("live_bytes")?;
    let bullets = table.columns_ending("_bullets");
    let cells = Cells(table);
    let mut start_ms = 0.0;
    let mut rows = Vec::with_capacity(table.len());
    for row in 0..table.len() {
        let interval_ms = cells.figure(row, interval)?;
        rows.push(Row {
            frame: cells.figure(row, frame)?,
            tick: cells.figure(row, tick)?,
            start_ms,
            boxed: cells.boxed(row, mode)?,
            clean: cells.flag(row, clean)?,
            heavy: cells.flag(row, heavy)?,
            interval_ms: interval_ms as f32,
            work_ms: cells.figure(row, work)? as f32,
            sim_ms: cells.figure(row, sim)? as f32,
            operations: cells.optional(row, operations)?,
            allocs: cells.counts(row, &allocs)?,
            frees: cells.counts(row, &frees)?,
            bullets: cells.figures(row, &bullets)?,
            live_bytes: cells.signed(row, live)?,
        });
        start_ms += interval_ms;
    }
    Ok(rows)
}

/// Feeds the clean frames to the instrument's own comparison. A block ends where the storage changes, and where a run begins anew.
fn compare(rows: &[Row]) -> Comparison {
    let (mut blocks, mut record, mut count) = (Blocks::new(), Record::new(), 0);
    let mode = |row: &Row| if row.boxed { Mode::Boxed } else { Mode::Pooled };
    let mut last: Option<&Row> = None;
    for (index, row) in rows.iter().enumerate() {
        if let Some(last) = last.replace(row).filter(|last| last.boxed != row.boxed || last.tick > row.tick) {
            record.block(mode(last), count).into_iter().for_each(|block| blocks.close(block));
            record.clear();
            count = 0;
        }
        if row.clean {
            record.push(Clean {
                frame: index as u64,
                tick: row.tick as u32,
                interval_ms: row.interval_ms,
                work_ms: row.work_ms,
                sim_ms: row.sim_ms,
                overlay_ms: 0.0,
                bullet_count: row.bullets as u32,
                live_bytes: row.live_bytes as i64,
                heap: None,
                heavy: row.heavy,
            });
            count += 1;
        }
    }
    blocks.compare(last.and_then(|last| record.block(mode(last), count)))
}

fn spikes(table: &Table, rows: &[Row]) -> Result<Vec<Spike>, Refusal> {
    let (sim, work) = (table.column("sim_excess_ms")?, table.column("work_excess_ms")?);
    let cells = Cells(table);
    let mut events: Vec<(Event, bool)> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let excess = |column| cells.optional(index, column).map(|excess| excess.map(|excess| excess as f32));
        let peak = Peak { frame: index as u64, start_ms: row.start_ms, sim_excess_ms: excess(sim)?, work_excess_ms: excess(work)? };
        if peak.sim_excess_ms.is_none() && peak.work_excess_ms.is_none() {
            continue;
        }
        let merged = events.last_mut().is_some_and(|(event, boxed)| *boxed == row.boxed && event.merge(peak));
        if !merged {
            events.push((Event::new(peak), row.boxed));
        }
    }
    Ok(events.into_iter().map(|(event, _)| Spike { row: event.peak.frame as usize }).collect())
}

fn side(rows: &[Row], spikes: &[Spike], boxed: bool) -> Side {
    let clean = || rows.iter().filter(move |row| row.clean && row.boxed == boxed);
    let count = clean().count().max(1) as f64;
    let sorted = |figure: fn(&Row) -> f32| {
        let mut figures: Vec<f32> = clean().map(figure).collect();
        figures.sort_unstable_by(f32::total_cmp);
        figures
    };
    let mean = |figure: fn(&Row) -> f64| clean().map(figure).sum::<f64>() / count;
    let own = || spikes.iter().map(|spike| &rows[spike.row]).filter(|row| row.boxed == boxed);
    Side {
        boxed,
        sim_ms: sorted(|row| row.sim_ms),
        work_ms: sorted(|row| row.work_ms),
        spike_count: own().count(),
        heavy_spike_count: own().filter(|row| row.heavy).count(),
        allocs_mean: mean(|row| row.allocs),
        frees_mean: mean(|row| row.frees),
        bullets_mean: mean(|row| row.bullets),
        live_bytes_max: clean().map(|row| row.live_bytes).fold(0.0, f64::max),
    }
}

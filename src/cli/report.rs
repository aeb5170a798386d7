//! How measured ticks are printed, and files that were asked for written.

use super::Failure;
use super::meter::{Figures, PARTS, Raw};
use std::io::{self, Write};
use std::path::Path;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::telemetry::recording::mode_word;

const QUANTILES: [&str; 4] = ["p50", "p95", "p99", "p99.9"];

/// A row of one column: its name and its value.
pub type Row = (String, Option<f64>);

fn us(ms: f32) -> f64 {
    f64::from(ms) * 1000.0
}

/// The rows of measured ticks.
pub fn rows(figures: &Figures) -> Vec<Row> {
    let quantiles = QUANTILES.iter().zip(figures.tick_ms).map(|(name, value)| (format!("tick {name} us"), value.map(us)));
    let parts = PARTS.iter().zip(figures.part_ms).map(|(part, value)| (format!("{} p50 us", part.name()), Some(us(value))));
    let mut rows: Vec<_> = quantiles.collect();
    rows.push(("tick max us".to_owned(), Some(us(figures.max_ms))));
    rows.extend(parts);
    for (index, name) in ["allocs", "reallocs", "frees"].into_iter().enumerate() {
        rows.push((format!("{name}/tick"), figures.heap.map(|heap| heap[index])));
    }
    rows.push(("heap ops max".to_owned(), figures.operations_max.map(|count| count as f64)));
    rows.push(("bullets mean".to_owned(), Some(figures.bullets_mean)));
    rows
}

/// The rows of what was not taken the least of.
pub fn raw_rows(raw: &Raw) -> Vec<Row> {
    let quantiles = QUANTILES.iter().zip(raw.tick_ms).map(|(name, value)| (format!("raw {name} us"), value.map(us)));
    quantiles.chain([("raw max us".to_owned(), Some(us(raw.max_ms)))]).collect()
}

/// Prints the modes side by side, each with its rows, with the ratio of times.
///
/// # Errors
/// Those of the writer.
pub fn table(out: &mut dyn Write, sides: &[(Mode, Vec<Row>)]) -> io::Result<()> {
    let columns: Vec<&Vec<Row>> = sides.iter().map(|(_, rows)| rows).collect();
    write!(out, "{:<16}", "")?;
    for (mode, _) in sides {
        write!(out, "{:>12}", mode_word(*mode))?;
    }
    writeln!(out, "{}", if sides.len() == 2 { "       ratio" } else { "" })?;
    for (index, (name, first)) in columns[0].iter().enumerate() {
        write!(out, "{name:<16}")?;
        for column in &columns {
            match column[index].1 {
                Some(value) => write!(out, "{value:>12.2}")?,
                None => write!(out, "{:>12}", "n/a")?,
            }
        }
        if let (Some(first), Some(Some(second))) = (first, columns.get(1).map(|column| column[index].1))
            && name.ends_with("us")
            && *first > 0.0
        {
            write!(out, "{:>12.2}", second / first)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes a file that was asked for, over another one only with `force`.
///
/// # Errors
/// `Input`, naming the file.
pub fn write_new(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    let mut options = std::fs::OpenOptions::new();
    let file =
        if force { options.write(true).create(true).truncate(true).open(path) } else { options.write(true).create_new(true).open(path) };
    match file.and_then(|mut file| file.write_all(bytes)) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(refusal(path)),
        written => written.map_err(|error| Failure::Input(format!("{}: {error}", path.display()))),
    }
}

/// What is said of a file that is there already.
pub fn refusal(path: &Path) -> Failure {
    Failure::Input(format!("{} exists and is kept; --force replaces it", path.display()))
}

/// Writes a file that was asked for.
///
/// # Errors
/// `Input`, naming the file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

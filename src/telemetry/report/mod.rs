//! A recording as one self-contained HTML page: what a person looks at instead of reading 36,000 rows.
//!
//! Owns: the page and the order of its parts. Invariant: everything on it comes from the recording; nothing is fetched.
//! Must not know: files.

mod analysis;
mod plot;
mod tables;

use super::table::{Refusal, Table};
use analysis::Analysis;
use std::fmt::{self, Display, Formatter, Write};

const STYLE: &str = "body{margin:0 auto;max-width:1120px;padding:28px 24px 60px;background:#f6f0e2;color:#2b2733;\
font:15px/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums}\
h1{font-size:26px;margin:0 0 4px}h2{font-size:17px;margin:34px 0 8px;color:#a3402f}\
p{margin:4px 0;color:#5c5663}table{border-collapse:collapse}td,th{padding:3px 14px 3px 0;text-align:right;font-weight:normal}\
td:first-child,th:first-child{text-align:left}th{color:#7a7380;border-bottom:1px solid #cfc5ae}\
tr.heavy td{color:#b3261e}svg{display:block;background:#fbf7ec;border:1px solid #dcd2ba}\
svg text{font:12px system-ui,sans-serif;fill:#6a6370}.pooled{color:#1f8a6d}.boxed{color:#c25a2c}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;font-size:13px;color:#5c5663}dt{color:#2b2733}dd{margin:0}";

/// The page of a recording read from its CSV.
///
/// # Errors
/// Which column is missing, what stands where something else was expected, or that there is no frame.
pub fn html(table: &Table, title: &str) -> Result<String, Refusal> {
    let analysis = Analysis::new(table)?;
    let mut page = String::with_capacity(256 * 1024);
    let out = &mut page;
    // Writing into a String cannot fail.
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{0}</title><style>{STYLE}</style>\n<h1>{0}</h1>",
        Escaped(title)
    );
    tables::summary(out, table, &analysis);
    section(
        out,
        "Simulation time, ms",
        "Frame after frame, <span class=\"pooled\">pooled</span> and <span class=\"boxed\">boxed</span>; each column spans the fastest to the slowest frame in it. A triangle is a spike with the heap operations of that frame: red if the frame is allocation-heavy, grey if not.",
    );
    plot::times(out, &analysis);
    section(
        out,
        "Heap operations of the simulation, a frame",
        "Allocations, frees and reallocations; the most in each column, red where a frame is allocation-heavy.",
    );
    plot::operations(out, &analysis);
    section(out, "Bullets", "");
    plot::bullets(out, &analysis);
    section(
        out,
        "How often a frame took how long",
        "Clean frames by simulation time: pooled stands up, boxed hangs down; heights by square root, so that single slow frames show.",
    );
    plot::histogram(out, &analysis);
    section(out, "Pooled against boxed, clean frames", "");
    tables::figures(out, &analysis);
    section(out, "The 32 slowest frames", "By simulation time, clean or not.");
    tables::slowest(out, &analysis);
    section(out, "How it was recorded", "");
    tables::preamble(out, table);
    page.push_str("</html>\n");
    Ok(page)
}

fn section(out: &mut String, title: &str, note: &str) {
    let _ = write!(out, "\n<h2>{title}</h2>");
    if !note.is_empty() {
        let _ = write!(out, "<p>{note}</p>");
    }
}

/// Text that means itself in HTML.
struct Escaped<'t>(&'t str);

impl Display for Escaped<'_> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        for ch in self.0.chars() {
            match ch {
                '<' => out.write_str("&lt;")?,
                '>' => out.write_str("&gt;")?,
                '&' => out.write_str("&amp;")?,
                '"' => out.write_str("&quot;")?,
                ch => out.write_char(ch)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 600 pooled frames of 0.1 ms, then 600 boxed ones of 0.4 ms of which the 100th is a spike with 20,000 heap operations.
    fn csv() -> String {
        let mut text = "# load: <burst & bomb>\nframe,tick,mode,clean,interval_ms,work_ms,sim_ms,sim_excess_ms,work_excess_ms,heavy,sim_heap_operations,sim_allocs,sim_frees,pattern_allocs,pattern_frees,collide_allocs,collide_frees,live_bytes,linear_bullets\n".to_owned();
        for frame in 0..1200 {
            let (mode, sim_ms, operations) = if frame < 600 { ("pooled", 0.1, 0) } else { ("boxed", 0.4, 456) };
            let spike = frame == 700;
            let (sim_ms, operations) = if spike { (1.5, 20_000) } else { (sim_ms, operations) };
            let excess = if spike { "1.0" } else { "" };
            let _ = writeln!(
                text,
                "{frame},{frame},{mode},1,16.7,{sim_ms},{sim_ms},{excess},,{},{operations},{},0,0,0,0,{},1000,{frame}",
                u32::from(spike),
                operations / 2,
                operations / 2
            );
        }
        text
    }

    #[test]
    fn the_page_shows_the_spike_with_its_count() {
        let page = html(&Table::read(&csv()).unwrap(), "burst <1>").unwrap();
        assert!(page.contains("<title>burst &lt;1&gt;</title>") && page.contains("&lt;burst &amp; bomb&gt;"));
        assert_eq!(page.matches(">20,000</text>").count(), 1, "one marker");
        assert!(page.contains("<tr class=\"heavy\"><td>700</td>"), "the slowest frame leads the list");
        assert!(page.contains("<td>0.100</td><td>0.400</td><td></td>"), "p50 of both; their loads are no like ones");
        assert!(page.contains("<b>no verdict</b>") && page.contains("here are 0, and 1 left out"), "{page}");
        let rule = "<dt>percentiles</dt><dd>nearest rank, ascending, index ceil(q n) - 1; n/a while n &lt; 10 / (1 - q)</dd>";
        assert!(page.contains(rule) && page.contains("60 clean frames at least, anew after a mode switch"), "what its figures mean");
        assert!(!page.contains("NaN") && !page.contains("inf"));
    }

    /// The frames of [`csv`], 150 of them a block, in turns.
    fn blocks(of: &[(&str, u32, f32)]) -> String {
        let text = csv();
        let mut page: String = text.lines().take(2).flat_map(|line| [line, "\n"]).collect();
        for (mode, bullets, sim_ms) in of {
            for tick in 0..150 {
                let _ = writeln!(page, "{tick},{tick},{mode},1,16.7,{sim_ms},{sim_ms},,,0,,,,,,,,1000,{bullets}");
            }
        }
        html(&Table::read(&page).unwrap(), "blocks").unwrap()
    }

    #[test]
    fn the_verdict_is_that_of_blocks_with_like_loads() {
        let abba = |boxed_bullets, boxed_ms| {
            let (pooled, boxed) = (("pooled", 100, 0.5), ("boxed", boxed_bullets, boxed_ms));
            blocks(&[pooled, boxed, boxed, pooled])
        };
        let page = abba(105, 2.0);
        assert!(page.contains("boxed takes <b>4.00 times</b> as long as pooled: boxed / pooled is 4.00 to 4.00 in 2 pairs"), "{page}");
        assert!(page.contains("<td>4.00x</td>"));
        assert!(abba(100, 0.25).contains("pooled takes <b>2.00 times</b> as long as boxed"));
        assert!(abba(100, 0.5).contains("<b>no difference</b>"));
        let unlike = abba(80, 2.0);
        assert!(unlike.contains("here are 0, and 2 left out") && !unlike.contains(" times</b>") && !unlike.contains("4.00x"), "{unlike}");
        assert!(blocks(&[("pooled", 100, 0.5), ("boxed", 100, 2.0)]).contains("here are 1, and 0 left out"));
        let alone = blocks(&[("pooled", 100, 0.5)]);
        assert!(!alone.contains("verdict") && !alone.contains(" times"), "there is nothing to compare");
    }

    #[test]
    fn a_run_that_begins_anew_begins_a_block() {
        let slow_at_last = blocks(&[("pooled", 100, 0.5), ("boxed", 100, 2.0), ("boxed", 100, 1.0), ("pooled", 100, 0.5)]);
        assert!(slow_at_last.contains("boxed / pooled is 2.00 to 4.00 in 2 pairs"), "{slow_at_last}");
    }

    #[test]
    fn a_table_without_frames_or_columns_is_refused() {
        let problem = |text: &str| html(&Table::read(text).unwrap(), "x").err().unwrap().why;
        assert_eq!(problem("a,b\n1,2\n"), "there is no column `frame`");
        assert_eq!(problem(csv().lines().take(2).collect::<Vec<_>>().join("\n").as_str()), "the recording has no frames");
    }

    #[test]
    fn what_is_no_figure_of_its_column_is_refused_with_its_place() {
        let lines: Vec<String> = csv().lines().take(5).map(str::to_owned).collect();
        let columns: Vec<&str> = lines[1].split(',').collect();
        let problem = |column: &str, cell: &str| {
            let mut cells: Vec<&str> = lines[3].split(',').collect();
            cells[columns.iter().position(|name| *name == column).unwrap()] = cell;
            let text = [&lines[..3], &[cells.join(",")], &lines[4..]].concat().join("\n");
            html(&Table::read(&text).unwrap(), "x").err().map(|refusal| (refusal.line, refusal.why))
        };
        let refused = |column: &str, found: &str, expected: &str| Some((Some(4), format!("{column}: {found}; expected {expected}")));
        for name in columns.iter().filter(|name| !["mode", "clean", "heavy", "live_bytes"].contains(name)) {
            let sometimes = ["_excess_ms", "_allocs", "_frees", "_heap_operations"].iter().any(|ending| name.ends_with(ending));
            let expected = if sometimes { "a number from 0, or nothing" } else { "a number from 0" };
            assert_eq!(problem(name, "abc"), refused(name, "`abc`", expected));
            assert_eq!(problem(name, "-2.5"), refused(name, "`-2.5`", expected));
            assert_eq!(problem(name, ""), if sometimes { None } else { refused(name, "nothing", expected) });
        }
        assert_eq!(problem("mode", "purple"), refused("mode", "`purple`", "pooled or boxed"));
        assert_eq!(problem("mode", "1"), refused("mode", "`1`", "pooled or boxed"));
        assert_eq!(
            (problem("clean", "2"), problem("heavy", "")),
            (refused("clean", "`2`", "0 or 1"), refused("heavy", "nothing", "0 or 1"))
        );
        assert_eq!((problem("live_bytes", "x"), problem("live_bytes", "-5")), (refused("live_bytes", "`x`", "a number"), None));
    }
}

//! The page's tables.

use super::super::compare::{BLOCK_FRAMES_MIN, Comparison, Verdict};
use super::super::order::{P50, P95, P99, P999};
use super::super::recording::DEFINITIONS;
use super::super::table::Table;
use super::Escaped;
use super::analysis::{Analysis, Row, Side};
use std::fmt::Write;

/// Decimals of milliseconds, from a tenth up.
const MS_DECIMALS: usize = 3;

/// What was recorded where, and what it says most.
pub fn summary(out: &mut String, table: &Table, analysis: &Analysis) {
    let [pooled, boxed] = &analysis.sides;
    let told: Vec<String> = ["program", "load", "cpu"].iter().filter_map(|name| Some(Escaped(table.entry(name)?).to_string())).collect();
    let seconds = analysis.span_ms() / 1000.0;
    let _ = write!(out, "<p>{}</p><p>{} frames, {seconds:.1} s</p>", told.join(" · "), grouped(analysis.rows.len() as f64));
    for side in [pooled, boxed] {
        if let Some(p50) = side.sim(P50) {
            let (class, n) = (class(side.boxed), grouped(side.sim_ms.len() as f64));
            let _ = write!(out, "<p><b class=\"{class}\">{class}</b>: simulation p50 {} ms over {n} clean frames, ", ms(p50.into()));
            let plural = if side.spike_count == 1 { "" } else { "s" };
            let _ = write!(out, "{} spike{plural}, allocation-heavy {}, ", side.spike_count, side.heavy_spike_count);
            let _ = write!(out, "{:.1} allocations a frame</p>", side.allocs_mean);
        }
    }
    if analysis.rows.iter().any(|row| row.boxed) && analysis.rows.iter().any(|row| !row.boxed) {
        let _ = write!(out, "<p>{}</p>", verdict(&analysis.comparison));
    }
}

/// What the compare layer would say.
fn verdict(comparison: &Comparison) -> String {
    let Comparison { ratio, unequal_count, verdict } = comparison;
    let pair_count = ratio.map_or(0, |ratio| ratio.pair_count);
    let pairs = format!("pair{} of neighbouring blocks with like loads", if pair_count == 1 { "" } else { "s" });
    let range =
        ratio.map_or(String::new(), |ratio| format!("boxed / pooled is {:.2} to {:.2} in {pair_count} {pairs}", ratio.low, ratio.high));
    match verdict {
        Verdict::PooledFaster(times) => format!("boxed takes <b>{times:.2} times</b> as long as pooled: {range}, by the medians"),
        Verdict::BoxedFaster(times) => format!("pooled takes <b>{times:.2} times</b> as long as boxed: {range}, by the medians"),
        Verdict::NoDifference => format!("<b>no difference</b> between pooled and boxed: {range}, by the medians"),
        Verdict::TooLittle => format!(
            "<b>no verdict</b> on pooled against boxed: it needs two pairs of neighbouring blocks with like loads, of {BLOCK_FRAMES_MIN} clean frames each; \
            here are {pair_count}, and {unequal_count} left out because their loads differ by more than 10 %"
        ),
    }
}

/// Figures of both storages; their ratio only where blocks of like loads carry one.
pub fn figures(out: &mut String, analysis: &Analysis) {
    let ([pooled, boxed], comparable) = (&analysis.sides, analysis.comparison.ratio.is_some());
    out.push_str("<table><tr><th></th><th class=\"pooled\">pooled</th><th class=\"boxed\">boxed</th><th>boxed / pooled</th></tr>");
    let mut row = |name: &str, figure: &dyn Fn(&Side) -> Option<f64>, decimals: usize, ratio: bool| {
        let text = |figure: Option<f64>| figure.map_or("n/a".to_owned(), |figure| decimal(figure, decimals));
        let (a, b) = (figure(pooled), figure(boxed));
        let ratio = a.zip(b).filter(|(a, _)| ratio && comparable && *a > 0.0).map_or(String::new(), |(a, b)| format!("{:.2}x", b / a));
        let _ = write!(out, "\n<tr><td>{name}</td><td>{}</td><td>{}</td><td>{ratio}</td></tr>", text(a), text(b));
    };
    row("clean frames", &|side| Some(side.sim_ms.len() as f64), 0, false);
    row("bullets, mean", &|side| some(side, side.bullets_mean), 0, false);
    for (name, per_mille) in [("simulation p50, ms", P50), ("p95", P95), ("p99", P99), ("p99.9", P999)] {
        row(name, &|side| side.sim(per_mille).map(f64::from), MS_DECIMALS, true);
    }
    row("max", &|side| side.sim_ms.last().map(|ms| f64::from(*ms)), MS_DECIMALS, true);
    row("work p50, ms", &|side| super::super::order::percentile(&side.work_ms, P50).map(f64::from), MS_DECIMALS, true);
    row("spikes", &|side| some(side, side.spike_count as f64), 0, false);
    row("of these allocation-heavy", &|side| some(side, side.heavy_spike_count as f64), 0, false);
    row("allocations a frame", &|side| some(side, side.allocs_mean), 1, false);
    row("frees a frame", &|side| some(side, side.frees_mean), 1, false);
    row("heap alive at most, MiB", &|side| some(side, side.live_bytes_max / 1_048_576.0), 1, false);
    out.push_str("</table>");
}

/// The slowest frames, each with what happened in it.
pub fn slowest(out: &mut String, analysis: &Analysis) {
    let mut rows: Vec<&Row> = analysis.rows.iter().collect();
    rows.sort_by(|a, b| b.sim_ms.total_cmp(&a.sim_ms));
    out.push_str("<table><tr><th>frame</th><th>tick</th><th>mode</th><th>simulation, ms</th><th>work, ms</th><th>interval, ms</th>");
    out.push_str("<th>heap operations</th><th>bullets</th><th>clean</th></tr>");
    for row in rows.into_iter().take(32) {
        let heavy = if row.heavy { " class=\"heavy\"" } else { "" };
        let operations = row.operations.map_or("n/a".to_owned(), grouped);
        let (frame, tick, mode) = (grouped(row.frame), grouped(row.tick), class(row.boxed));
        let _ =
            write!(out, "\n<tr{heavy}><td>{frame}</td><td>{tick}</td><td class=\"{mode}\">{mode}</td><td>{}</td>", ms(row.sim_ms.into()));
        let _ = write!(out, "<td>{}</td><td>{:.2}</td><td>{operations}</td>", ms(row.work_ms.into()), row.interval_ms);
        let _ = write!(out, "<td>{}</td><td>{}</td></tr>", grouped(row.bullets), if row.clean { "yes" } else { "no" });
    }
    out.push_str("</table>");
}

/// The recording's own words, and the definitions that it lacks: the page follows them.
pub fn preamble(out: &mut String, table: &Table) {
    out.push_str("<dl>");
    let own = table.preamble.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in own.chain(DEFINITIONS.into_iter().filter(|(name, _)| table.entry(name).is_none())) {
        let _ = write!(out, "\n<dt>{}</dt><dd>{}</dd>", Escaped(name), Escaped(value));
    }
    out.push_str("</dl>");
}

/// The name of a storage, which is also its class on the page.
pub fn class(boxed: bool) -> &'static str {
    if boxed { "boxed" } else { "pooled" }
}

/// A whole number in groups of three.
pub fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = if value < 0.0 { "-".to_owned() } else { String::new() };
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn decimal(value: f64, decimals: usize) -> String {
    match decimals {
        0 => grouped(value),
        MS_DECIMALS => ms(value),
        _ => format!("{value:.decimals$}"),
    }
}

/// Milliseconds: below a tenth four digits that say something, so that microseconds do not round to one of them; no zeros after what was recorded.
fn ms(ms: f64) -> String {
    if ms <= 0.0 || ms >= 0.1 {
        return format!("{ms:.MS_DECIMALS$}");
    }
    let decimals = (3.0 - ms.log10().floor()) as usize;
    let text = format!("{ms:.decimals$}");
    let kept = text.trim_end_matches('0').len().max("0.".len() + MS_DECIMALS);
    text[..kept].to_owned()
}

fn some(side: &Side, value: f64) -> Option<f64> {
    (!side.sim_ms.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn microseconds_keep_four_digits() {
        let told = [0.0, 0.0038, 0.000_1, 0.012_345_6, 0.04, 0.099_999_9, 0.1, 0.123_456, 12.5].map(ms);
        assert_eq!(told, ["0.000", "0.0038", "0.0001", "0.01235", "0.040", "0.100", "0.100", "0.123", "12.500"]);
        assert_eq!(ms(f64::from(0.0038_f32)), "0.0038");
    }
}

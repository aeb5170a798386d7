//! `check`: every problem of the content, with file, line and column. Writes nothing but its report.

use super::arguments::{Command, Flag, Given};
use super::{Exit, Failure, Shell, options};
use std::collections::BTreeSet;
use std::io::{self, Write};
use tamafubuki::content::cost::{self, Cost, LIVE_MAX, Peaks};
use tamafubuki::content::{self, Diagnostic, Sources, Subject, subject};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::laser::LASERS_MAX;
use tamafubuki::sim::pattern::{BIRTHS_PER_TICK_MAX, OPERATIONS_PER_TICK_MAX};

pub const COMMAND: Command = Command {
    name: "check",
    about: "Checks content: every problem with its file, line and column.",
    more: "PATH is a file or folder of the content, another content folder (with assets/ or levels/), or a stage's folder. Without it all\n\
           content is checked: that of the working tree, else what is built in. A file from elsewhere is checked as what its folder is\n\
           called (figures, spells, ...), else as what its fields say it is. Of an .xml (BulletML) the pattern is checked that it becomes.\n\
           Every pattern, enemy, wave and attack is run for half a minute in each difficulty at full rank; its peaks of bullets and\n\
           lasers alive, of births and of compiled steps a tick are printed, and are problems when they are above the budget.\n\
           Exit codes: 0 no problem, 2 problems.",
    values: "[PATH...]",
    value_count: 0..=usize::MAX,
    flags: &[
        Flag { name: "json", value: "", about: "problems and peaks as JSON instead of text" },
        options::SPEED_SCALE,
        Flag { name: "quick", value: "", about: "run nothing: no peaks, and what runs away is not found" },
        options::MODIFY,
        options::CONTENT,
        options::MOD,
    ],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let origin = options::origin(given.path("content"), &given.paths("mod"))?;
    let standard = origin.with_modifiers(options::modifiers(given)?).with_import(options::import(given)?).read();
    let mut found = Found { is_quick: given.has("quick"), ..Found::default() };
    if given.values.is_empty() {
        found.add(&standard, &Subject::default());
    }
    for path in &given.values {
        let mut sources = standard.clone();
        let subject = subject::at(path, &mut sources).map_err(Failure::Input)?;
        if !found.add(&sources, &subject) {
            return Err(Failure::Input(format!("{}: no content file is there", path.display())));
        }
    }
    if given.has("json") {
        found.write_json(shell.out)?
    } else {
        found.write_text(shell.out)?
    }
    Ok(if found.problems.is_empty() { Exit::Ok } else { Exit::BadInput })
}

/// What is told of a pattern.
const FIGURES: [fn(&Peaks) -> u32; 4] =
    [|peaks| peaks.live as u32, |peaks| peaks.lasers as u32, |peaks| peaks.births, |peaks| peaks.operations];

/// The report.
#[derive(Default)]
struct Found {
    is_quick: bool,
    problems: Vec<Diagnostic>,
    costs: Vec<Cost>,
    file_count: usize,
}

impl Found {
    /// Loads the sources and keeps what is about the subject. False if nothing is.
    fn add(&mut self, sources: &Sources, subject: &Subject) -> bool {
        let is_its = |file: &str| subject.rest(file).is_some();
        let file_count = sources.paths().filter(|path| is_its(path)).count();
        let (mut loaded, mut costs) = (content::load(sources), Vec::new());
        if !self.is_quick {
            costs = cost::costs_of(&loaded.content, is_its);
            cost::refuse(&mut loaded, sources, &costs);
        }
        let about = loaded.problems.into_iter().filter(|problem| is_its(&problem.file));
        let problems: Vec<Diagnostic> = about.map(|problem| subject.told(problem)).collect();
        let is_any = file_count > 0 || !problems.is_empty();
        self.file_count += file_count;
        self.problems.extend(problems);
        self.costs.extend(costs.into_iter().map(|cost| Cost { file: subject.written(&cost.file), ..cost }));
        is_any
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for problem in &self.problems {
            writeln!(out, "{problem}")?;
        }
        self.write_costs(out)?;
        let broken: BTreeSet<&str> = self.problems.iter().map(|problem| problem.file.as_str()).collect();
        let files = counted(self.file_count, "file");
        match self.problems.len() {
            0 => writeln!(out, "{files}, no problem")?,
            count => writeln!(out, "{} in {} of {files}", counted(count, "problem"), broken.len())?,
        }
        Ok(())
    }

    /// The peaks of each pattern, those of the heaviest difficulty.
    fn write_costs(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.costs.is_empty() {
            return Ok(());
        }
        let longest = self.costs.iter().map(|cost| cost.file.chars().count()).max().unwrap_or(0);
        let titles = ["bullets alive", "lasers alive", "births", "steps"];
        writeln!(out, "{:longest$}{}", "peaks in a tick", titles.map(|title| format!("  {title:>16}")).concat())?;
        for cost in &self.costs {
            write!(out, "{:longest$}", cost.file)?;
            for figure in FIGURES {
                // The easiest of equals.
                let (difficulty, peak) = heaviest(&cost.peaks, figure);
                write!(out, "  {peak:>8} {difficulty:<7}")?;
            }
            writeln!(out)?;
        }
        let budget = [LIVE_MAX as u32, LASERS_MAX as u32, BIRTHS_PER_TICK_MAX, OPERATIONS_PER_TICK_MAX];
        let budget = budget.map(|most| format!("  {most:>8} {:<7}", "")).concat();
        writeln!(out, "{}", format!("{:longest$}{budget}", "budget").trim_end())
    }

    fn write_json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let list = |rows: Vec<String>| {
            let lines: Vec<String> = rows.iter().map(|row| format!("\n    {row}")).collect();
            format!("[{}{}]", lines.join(","), if rows.is_empty() { "" } else { "\n  " })
        };
        let problems = list(self.problems.iter().map(Diagnostic::json).collect());
        let costs = list(self.costs.iter().flat_map(Cost::json).collect());
        writeln!(out, "{{\n  \"problems\": {problems},\n  \"costs\": {costs}\n}}")?;
        Ok(())
    }
}

/// The difficulty with the greatest figure, the easiest of equals, and the figure.
fn heaviest(peaks: &[Peaks; 4], figure: fn(&Peaks) -> u32) -> (&'static str, u32) {
    let figures = Difficulty::ALL.into_iter().zip(peaks.map(|peaks| figure(&peaks)));
    let heaviest = figures.rev().max_by_key(|(_, figure)| *figure);
    heaviest.map_or(("", 0), |(difficulty, figure)| (difficulty.name(), figure))
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

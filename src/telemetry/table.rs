//! A recording read back from its CSV text: names, figures, preamble.
//!
//! Invariant: every row has a figure, or a known gap, for every column; anything else is refused with its line.
//! Must not know: what the columns mean.

/// Most columns that are read. LIMIT: far above what is ever written.
const COLUMN_COUNT_MAX: usize = 1000;

/// Most different words. LIMIT: a mode has two.
const WORD_COUNT_MAX: usize = 16;
/// Largest figure that a recording holds: what lies above is no time, count or size of ours, and sums of it would lose their ends.
const FIGURE_MAX: f64 = 1e15;

/// Figures by row and column.
pub struct Table {
    /// `# name: value` lines before the figures.
    pub preamble: Vec<(String, String)>,
    columns: Vec<String>,
    /// Row by row.
    cells: Vec<Cell>,
    /// The line of each row.
    lines: Vec<usize>,
    words: Vec<String>,
}

/// What stands in a row and a column.
#[derive(Clone, Copy)]
enum Cell {
    Missing,
    Figure(f64),
    /// Index of the word.
    Word(usize),
}

/// Why a text is no recording, and in which line that shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// From 1; `None` when no line is to blame.
    pub line: Option<usize>,
    /// A sentence.
    pub why: String,
}

impl Refusal {
    /// Of the text as a whole.
    pub fn of_all(why: String) -> Refusal {
        Refusal { line: None, why }
    }
}

impl Table {
    /// Reads a recording's CSV.
    ///
    /// # Errors
    /// What is wrong, with its line number.
    pub fn read(text: &str) -> Result<Table, Refusal> {
        let mut table = Table { preamble: Vec::new(), columns: Vec::new(), cells: Vec::new(), lines: Vec::new(), words: Vec::new() };
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let number = index + 1;
            let refused = |why| Refusal { line: Some(number), why };
            if let Some(entry) = line.strip_prefix('#') {
                let (name, value) = entry.split_once(':').unwrap_or((entry, ""));
                table.preamble.push((name.trim().to_owned(), value.trim().to_owned()));
            } else if table.columns.is_empty() {
                table.columns = line.split(',').map(|name| name.trim().to_owned()).collect();
                if table.columns.len() > COLUMN_COUNT_MAX {
                    return Err(refused(format!("more than {COLUMN_COUNT_MAX} columns")));
                }
            } else if !line.trim().is_empty() {
                table.row(line).map_err(refused)?;
                table.lines.push(number);
            }
        }
        if table.columns.len() < 2 { Err(Refusal::of_all("no line of column names".to_owned())) } else { Ok(table) }
    }

    fn row(&mut self, line: &str) -> Result<(), String> {
        let count = line.split(',').count();
        if count != self.columns.len() {
            return Err(format!("{count} figures for {} columns", self.columns.len()));
        }
        for (column, text) in line.split(',').map(str::trim).enumerate() {
            let cell = match text.parse::<f64>() {
                _ if text.is_empty() => Some(Cell::Missing),
                Ok(figure) => (figure.abs() <= FIGURE_MAX).then_some(Cell::Figure(figure)),
                Err(_) => self.word(text).map(Cell::Word),
            };
            self.cells.push(cell.ok_or_else(|| format!("{}: `{text}`; expected a finite number", self.columns[column]))?);
        }
        Ok(())
    }

    /// `None` for one word too many.
    fn word(&mut self, word: &str) -> Option<usize> {
        if let Some(index) = self.words.iter().position(|known| known == word) {
            return Some(index);
        }
        let room = self.words.len() < WORD_COUNT_MAX;
        room.then(|| {
            self.words.push(word.to_owned());
            self.words.len() - 1
        })
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The index of a column.
    ///
    /// # Errors
    /// That the column is missing.
    pub fn column(&self, name: &str) -> Result<usize, Refusal> {
        let found = self.columns.iter().position(|column| column == name);
        found.ok_or_else(|| Refusal::of_all(format!("there is no column `{name}`")))
    }

    /// The indices of the columns whose names end so.
    pub fn columns_ending(&self, ending: &str) -> Vec<usize> {
        (0..self.columns.len()).filter(|index| self.columns[*index].ends_with(ending)).collect()
    }

    /// The figure in a row and a column; `None` for a gap or a word. Panics outside the table.
    pub fn figure(&self, row: usize, column: usize) -> Option<f64> {
        match self.cell(row, column) {
            Cell::Figure(figure) => Some(figure),
            Cell::Missing | Cell::Word(_) => None,
        }
    }

    /// The word in a row and a column; empty if there is none. Panics outside the table.
    pub fn word_at(&self, row: usize, column: usize) -> &str {
        match self.cell(row, column) {
            Cell::Word(index) => &self.words[index],
            Cell::Missing | Cell::Figure(_) => "",
        }
    }

    /// Whether nothing stands in a row and a column. Panics outside the table.
    pub fn is_missing(&self, row: usize, column: usize) -> bool {
        matches!(self.cell(row, column), Cell::Missing)
    }

    /// Says that something else was expected in a row and a column. Panics outside the table.
    pub fn refuse(&self, row: usize, column: usize, expected: &str) -> Refusal {
        let found = match self.cell(row, column) {
            Cell::Missing => "nothing".to_owned(),
            Cell::Figure(figure) => format!("`{figure}`"),
            Cell::Word(index) => format!("`{}`", self.words[index]),
        };
        Refusal { line: Some(self.lines[row]), why: format!("{}: {found}; expected {expected}", self.columns[column]) }
    }

    fn cell(&self, row: usize, column: usize) -> Cell {
        self.cells[row * self.columns.len() + column]
    }

    /// The value of a preamble entry.
    pub fn entry(&self, name: &str) -> Option<&str> {
        self.preamble.iter().find(|(entry, _)| entry == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::counter::Counts;
    use crate::telemetry::recording::Recording;
    use crate::telemetry::{Sample, Timing};

    #[test]
    fn a_recording_reads_back() {
        let mut recording = Recording::start(vec![("load".to_owned(), "burst, \"bomb\"\nand more".to_owned())]);
        let mut sample = Sample { sequence: 41, sim_ms: 0.25, clean: true, sim_excess_ms: Some(0.5), ..Sample::default() };
        sample.frame.timing = Timing { counts: Some(Counts::default()), live_bytes: -5, ..Timing::default() };
        recording.push(&Sample::default());
        recording.push(&sample);
        let table = Table::read(&recording.to_csv()).unwrap();
        assert_eq!((table.len(), table.entry("load")), (2, Some("burst, \"bomb\" and more")));
        let at = |row, name: &str| table.figure(row, table.column(name).unwrap());
        assert_eq!((at(1, "frame"), at(1, "sim_ms"), at(1, "sim_excess_ms")), (Some(41.0), Some(0.25), Some(0.5)));
        assert_eq!((at(0, "sim_excess_ms"), at(0, "draw_allocs"), at(1, "draw_allocs")), (None, None, Some(0.0)));
        assert_eq!((at(1, "live_bytes"), table.word_at(1, table.column("mode").unwrap())), (Some(-5.0), "pooled"));
        let told = |name| table.entry(name).unwrap();
        assert_eq!(told("percentiles"), "nearest rank, ascending, index ceil(q n) - 1; n/a while n < 10 / (1 - q)");
        assert!(told("excess").contains("(60 clean frames at least, anew after a mode switch)"));
        let json = recording.to_json();
        assert!(json.contains(r#""load":"burst, \"bomb\"\u000aand more""#), "{json}");
        assert_eq!(json.matches("[41,0,\"pooled\",1,0,0,0.0000,0.0000,0.2500,").count(), 1);
    }

    #[test]
    fn what_is_no_recording_is_refused_with_its_line() {
        let problem = |text: &str| Table::read(text).err().map(|refusal| (refusal.line.unwrap_or_default(), refusal.why)).unwrap();
        let told = |line: usize, why: &str| (line, why.to_owned());
        assert_eq!(problem("# a: b\nx,y\n1,2\n3\n"), told(4, "1 figures for 2 columns"));
        for what in ["inf", "-inf", "NaN", "1e16", "1e400"] {
            assert_eq!(problem(&format!("x,y\n1,{what}\n")), (2, format!("y: `{what}`; expected a finite number")));
        }
        assert_eq!(problem("# nothing\n"), told(0, "no line of column names"));
        let words: String = (0..17).map(|index| format!("1,w{index}\n")).collect();
        assert_eq!(problem(&format!("x,y\n{words}")), told(18, "y: `w16`; expected a finite number"));
        let table = Table::read("x,y\n\n1,2\nabc,\n").unwrap();
        assert_eq!(table.column("z").err().unwrap().why, "there is no column `z`");
        assert_eq!((table.figure(1, 0), table.word_at(1, 0), table.figure(1, 1)), (None, "abc", None), "a word is no figure");
        let refused = |row, column| table.refuse(row, column, "a number").why;
        assert_eq!((table.refuse(0, 0, "a number").line, refused(0, 0)), (Some(3), "x: `1`; expected a number".to_owned()));
        assert_eq!((refused(1, 0).as_str(), refused(1, 1).as_str()), ("x: `abc`; expected a number", "y: nothing; expected a number"));
    }
}

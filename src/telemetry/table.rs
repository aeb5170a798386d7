//! A recording read back from its CSV text: names, figures, preamble.
//!
//! Invariant: every row has a figure, or a known gap, for every column; anything else is refused with its line.
//! Must not know: what the columns mean.

/// Most columns that are read. LIMIT: far above what is ever written.
const COLUMN_COUNT_MAX: usize = 1000;

/// Figures by row and column.
pub struct Table {
    /// `# name: value` lines before the figures.
    pub preamble: Vec<(String, String)>,
    columns: Vec<String>,
    /// Row by row; NaN for a missing figure, the index of `words` for a word.
    cells: Vec<f64>,
    words: Vec<String>,
}

impl Table {
    /// Reads a recording's CSV.
    ///
    /// # Errors
    /// What is wrong, with its line number.
    pub fn read(text: &str) -> Result<Table, String> {
        let mut table = Table { preamble: Vec::new(), columns: Vec::new(), cells: Vec::new(), words: Vec::new() };
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let number = index + 1;
            if let Some(entry) = line.strip_prefix('#') {
                let (name, value) = entry.split_once(':').unwrap_or((entry, ""));
                table.preamble.push((name.trim().to_owned(), value.trim().to_owned()));
            } else if table.columns.is_empty() {
                table.columns = line.split(',').map(|name| name.trim().to_owned()).collect();
                if table.columns.len() > COLUMN_COUNT_MAX {
                    return Err(format!("line {number}: more than {COLUMN_COUNT_MAX} columns"));
                }
            } else if !line.trim().is_empty() {
                table.row(line).map_err(|problem| format!("line {number}: {problem}"))?;
            }
        }
        if table.columns.len() < 2 { Err("no line of column names".to_owned()) } else { Ok(table) }
    }

    fn row(&mut self, line: &str) -> Result<(), String> {
        let start = self.cells.len();
        for cell in line.split(',').map(str::trim) {
            let figure = match cell.parse::<f64>() {
                _ if cell.is_empty() => f64::NAN,
                Ok(figure) if figure.is_finite() => figure,
                Ok(_) => return Err(format!("`{cell}` is not a figure")),
                Err(_) => self.word(cell)? as f64,
            };
            self.cells.push(figure);
        }
        let count = self.cells.len() - start;
        if count == self.columns.len() { Ok(()) } else { Err(format!("{count} figures for {} columns", self.columns.len())) }
    }

    fn word(&mut self, word: &str) -> Result<usize, String> {
        if let Some(index) = self.words.iter().position(|known| known == word) {
            return Ok(index);
        }
        if self.words.len() == 16 {
            return Err(format!("`{word}` is not a figure"));
        }
        self.words.push(word.to_owned());
        Ok(self.words.len() - 1)
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.cells.len() / self.columns.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The index of a column.
    ///
    /// # Errors
    /// The sentence that the column is missing.
    pub fn column(&self, name: &str) -> Result<usize, String> {
        self.columns.iter().position(|column| column == name).ok_or_else(|| format!("there is no column `{name}`"))
    }

    /// The indices of the columns whose names end so.
    pub fn columns_ending(&self, ending: &str) -> Vec<usize> {
        (0..self.columns.len()).filter(|index| self.columns[*index].ends_with(ending)).collect()
    }

    /// The figure in a row and a column; `None` if it is missing. Panics outside the table.
    pub fn figure(&self, row: usize, column: usize) -> Option<f64> {
        let figure = self.cells[row * self.columns.len() + column];
        (!figure.is_nan()).then_some(figure)
    }

    /// The word in a row and a column; empty if there is none. Panics outside the table.
    pub fn word_at(&self, row: usize, column: usize) -> &str {
        self.figure(row, column).and_then(|index| self.words.get(index as usize)).map_or("", String::as_str)
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
        let json = recording.to_json();
        assert!(json.contains(r#""load":"burst, \"bomb\"\u000aand more""#), "{json}");
        assert_eq!(json.matches("[41,0,\"pooled\",1,0,0,0.0000,0.0000,0.2500,").count(), 1);
    }

    #[test]
    fn what_is_no_recording_is_refused_with_its_line() {
        let problem = |text: &str| Table::read(text).err().unwrap();
        assert_eq!(problem("# a: b\nx,y\n1,2\n3\n"), "line 4: 1 figures for 2 columns");
        assert_eq!(problem("x,y\n1,inf\n"), "line 2: `inf` is not a figure");
        assert_eq!(problem("# nothing\n"), "no line of column names");
        let table = Table::read("x,y\n1,2\n").unwrap();
        assert_eq!(table.column("z").err().unwrap(), "there is no column `z`");
    }
}

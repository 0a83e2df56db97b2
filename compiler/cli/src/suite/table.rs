//! Tables of known answers: text with a heading line and columns parted by tabs.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::shell::{Failure, Shell};
use crate::source::unreadable;
use crate::words::nearest;

/// The largest table that is read.
const LIMIT: u64 = 256 << 20;

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// Its line in the file, from 1.
    pub(crate) line: usize,
    /// Its columns; as many as the heading names, or what is wrong with the row.
    pub(crate) columns: Result<Vec<String>, String>,
}

impl Row {
    /// The first column, which names what the row is about.
    pub(crate) fn name(&self) -> Option<&str> {
        self.columns.as_ref().ok().map(|c| c[0].as_str())
    }
}

/// Reads a table whose heading names these columns.
pub(crate) fn read(path: &Path, columns: &[&str]) -> Result<Vec<Row>, Failure> {
    let shown = path.display();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LIMIT + 1).read_to_end(&mut bytes))
        .map_err(|e| unreadable(path, &e))?;
    if bytes.len() as u64 > LIMIT {
        return Err(Failure::Fault(format!("{shown} is larger than {} MiB", LIMIT >> 20)));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        Failure::Fault(format!("{shown}:{line}: this is not text (it is not UTF-8)"))
    })?;
    parse(&text, columns).map_err(|reason| Failure::Fault(format!("{shown}: {reason}")))
}

fn parse(text: &str, columns: &[&str]) -> Result<Vec<Row>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let heading = columns.join("<tab>");
    let Some((_, first)) = lines.next() else {
        return Err(format!("the table is empty; its first line should be {heading}"));
    };
    let found: Vec<&str> = first.split('\t').map(str::trim).collect();
    // The last column may go by another name: destinations, moves, legal_moves.
    if found.len() != columns.len() || found[..found.len() - 1] != columns[..columns.len() - 1] {
        return Err(format!("the first line should be {heading}, but it is `{first:.80}`"));
    }
    Ok(lines
        .map(|(i, line)| {
            let cells: Vec<String> = line.split('\t').map(|c| c.trim().to_owned()).collect();
            let columns = if cells.len() == columns.len() {
                Ok(cells)
            } else {
                Err(format!("{} columns instead of {}", cells.len(), columns.len()))
            };
            Row { line: i + 1, columns }
        })
        .collect())
}

/// Keeps the rows about these names (and those that are broken), and says which names occur in none.
pub(crate) fn only(shell: &mut Shell<'_>, rows: &mut Vec<Row>, names: &[String]) {
    for name in names {
        if !rows.iter().any(|row| row.name() == Some(name)) {
            let near = nearest(name, rows.iter().filter_map(Row::name));
            let hint = near.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
            shell.say(format!("no row of the table is about `{name}`{hint}"));
        }
    }
    rows.retain(|row| row.name().is_none_or(|name| names.iter().any(|n| n == name)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[&str] = &["variant", "fen", "depth", "nodes"];

    #[test]
    fn rows_keep_their_lines_and_bad_rows_stay_rows() {
        let text = "\u{feff}variant\tfen\tdepth\tnodes\r\n\r\na\tb c\t1\t2\r\nshort\t1\r\n";
        let rows = parse(text, COLUMNS).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].line, 3);
        assert_eq!(rows[0].columns, Ok(vec!["a".into(), "b c".into(), "1".into(), "2".into()]));
        assert_eq!((rows[1].line, rows[1].name()), (4, None));
        assert_eq!(rows[1].columns, Err("2 columns instead of 4".to_owned()));
    }

    #[test]
    fn a_table_needs_its_heading() {
        for text in ["", "\n\n", "a\tb\t1\t2\n", "variant fen depth nodes\n"] {
            let reason = parse(text, COLUMNS).unwrap_err();
            assert!(reason.contains("variant<tab>fen<tab>depth<tab>nodes"), "{text:?}: {reason}");
        }
    }
}

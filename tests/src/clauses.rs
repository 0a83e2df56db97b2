//! Which cases show which clauses of the rulings.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cases;

/// A case that cites a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cited {
    /// The name of the table.
    pub table: String,
    /// The line at which the case begins.
    pub line: usize,
    /// What it shows.
    pub title: String,
}

/// The clauses and their cases.
#[derive(Debug, Clone, Default)]
pub struct Clauses {
    /// Every listed clause with its cases, in the order of the list.
    pub listed: Vec<(String, Vec<Cited>)>,
    /// What cases cite that is neither a clause nor a trap.
    pub unknown: Vec<(String, Cited)>,
}

impl Clauses {
    /// Reads the list of clauses and all tables of a folder.
    ///
    /// # Errors
    /// The file that cannot be read, or the line that is none of a table.
    pub fn of(folder: &Path) -> Result<Self, String> {
        let read = |path: &Path| fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
        let list = read(&folder.join("clauses.txt"))?;
        let listed = list.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        let mut clauses =
            Self { listed: listed.map(|l| (l.to_owned(), Vec::new())).collect(), unknown: Vec::new() };
        let at: BTreeMap<String, usize> =
            clauses.listed.iter().enumerate().map(|(i, (clause, _))| (clause.clone(), i)).collect();
        for path in tables(folder)? {
            let table = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let cases = cases::parse(&read(&path)?).map_err(|e| format!("{table}: {e}"))?;
            for case in cases {
                for cite in case.cites.iter().filter(|c| !c.starts_with("trap ")) {
                    let cited = Cited { table: table.clone(), line: case.line, title: case.title.clone() };
                    match at.get(cite) {
                        Some(&i) => clauses.listed[i].1.push(cited),
                        None => clauses.unknown.push((cite.clone(), cited)),
                    }
                }
            }
        }
        Ok(clauses)
    }

    /// The clauses that no case shows.
    #[must_use]
    pub fn missing(&self) -> Vec<&str> {
        self.listed.iter().filter(|(_, cases)| cases.is_empty()).map(|(clause, _)| clause.as_str()).collect()
    }
}

/// The folder of the rulings' tables.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rules")
}

/// The tables of a folder, sorted by name.
///
/// # Errors
/// Why the folder cannot be read.
pub fn tables(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "cases"))
        .collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;

    #[test]
    fn clauses_without_cases_and_cites_of_none_are_found() {
        let folder = Folder::new("clauses").expect("a folder can be made");
        let table = "game chess\n== X-1, trap 3: a\n  count 20\n== X-1, X-9: b\n  count 20\n";
        for (name, text) in [("clauses.txt", "# list\nX-1\nX-2\n"), ("a.cases", table), ("b.txt", "no table")]
        {
            folder.write(name, text).expect("a file can be written");
        }
        let clauses = Clauses::of(folder.path()).expect("list and table can be read");
        assert_eq!(clauses.missing(), ["X-2"]);
        let lines: Vec<_> = clauses.listed[0].1.iter().map(|c| (c.table.as_str(), c.line)).collect();
        assert_eq!(lines, [("a.cases", 2), ("a.cases", 4)]);
        assert_eq!((clauses.unknown.len(), clauses.unknown[0].0.as_str()), (1, "X-9"));
        folder.write("a.cases", "given nothing").expect("a file can be written");
        assert!(Clauses::of(folder.path()).is_err());
    }
}

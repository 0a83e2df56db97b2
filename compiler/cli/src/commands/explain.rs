//! `chv explain`: the longer text on a diagnostic.

use chv_dsl::diagnostics::{Explanation, explanations};

use crate::shell::{Done, Failure, Shell};
use crate::verify;
use crate::words::nearest;

/// Writes the text of a code, or all codes with their titles.
pub(crate) fn run(shell: &mut Shell<'_>, code: Option<&str>) -> Done {
    let mut all: Vec<&Explanation> = explanations().iter().chain(verify::EXPLANATIONS).collect();
    all.sort_by_key(|e| (e.code.get(1..), e.code));
    let Some(code) = code else {
        for e in all {
            writeln!(shell.out, "{}  {}", e.code, e.title)?;
        }
        return Ok(());
    };
    let Some(found) = all.iter().find(|e| e.code.eq_ignore_ascii_case(code)) else {
        return Err(Failure::Usage(match nearest(code, all.iter().map(|e| e.code)) {
            Some(near) => format!("there is no diagnostic `{code}`; did you mean `{near}`?"),
            None => format!("there is no diagnostic `{code}`; `chv explain` alone lists all codes"),
        }));
    };
    writeln!(shell.out, "{}: {}\n\n{}", found.code, found.title, found.text.trim())?;
    Ok(())
}

//! `chv check`: everything that is wrong with rules files.

use std::path::Path;

use chv_dsl::diagnostics::{Diagnostic, Entry, Severity, entries, human, short};
use chv_dsl::{Compiled, SourceFile};
use chv_dsl::{check_bytes, compile_bytes};
use serde_json::{Value, json};

use crate::args::{CheckArgs, Deny, Format};
use crate::game::{chosen_once, interpret};
use crate::registry::Registry;
use crate::shell::{Done, Failure, Shell};
use crate::source::{self, Beside};
use crate::verify::{impossible, unknown_hooks, verify};

/// Writes the diagnostics of all files to standard output and their number to standard error.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, args: &CheckArgs) -> Done {
    chosen_once(&args.options)?;
    let (mut errors, mut warnings, mut unread) = (0, 0, 0);
    let deny = args.deny.contains(&Deny::Warnings);
    for (i, path) in args.files.iter().enumerate() {
        shell.progress(|| format!("{} of {}: {}", i + 1, args.files.len(), path.display()));
        let bytes = match source::read(path) {
            Ok(bytes) => bytes,
            Err(e) => {
                if let Failure::Usage(text) = source::unreadable(path, &e) {
                    shell.say(text);
                }
                unread += 1;
                continue;
            }
        };
        let (mut diagnostics, files) = diagnose(registry, path, &bytes, &args.options);
        if deny {
            diagnostics.iter_mut().for_each(|d| d.severity = Severity::Error);
        }
        let count = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
        errors += count(Severity::Error);
        warnings += count(Severity::Warning);
        shell.wipe();
        shell.out.write_all(write(&diagnostics, &files, args.format, shell.out_is_terminal).as_bytes())?;
    }
    shell.wipe();
    shell.out.flush()?;
    let number = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    shell.say(format!(
        "{}: {}, {}",
        number(args.files.len() - unread, "file"),
        number(errors, "error"),
        number(warnings, "warning")
    ));
    if unread > 0 {
        Err(Failure::Usage(String::new()))
    } else if errors > 0 {
        Err(Failure::Fault(String::new()))
    } else {
        Ok(())
    }
}

/// Compiles a file and, if it is well-formed, plays it.
fn diagnose(
    registry: &Registry,
    path: &Path,
    bytes: &[u8],
    options: &[(String, String)],
) -> (Vec<Diagnostic>, Vec<SourceFile>) {
    let name = path.display().to_string();
    let loader = Beside::new(path);
    // Without options asked for, every value of every option is looked at.
    let compiled = match options {
        [] => check_bytes(&name, bytes, &loader),
        _ => compile_bytes(&name, bytes, &loader, options),
    };
    let Compiled { variant, mut diagnostics, files } = compiled;
    if let Some(variant) = variant {
        let unknown = unknown_hooks(&variant, registry.hooks());
        if !unknown.is_empty() {
            diagnostics.extend(unknown);
            return (diagnostics, files);
        }
        diagnostics.extend(match interpret(variant.clone(), registry.hooks()) {
            Ok(rules) => verify(&variant, rules.as_ref()),
            Err(reasons) => vec![impossible(&variant, &reasons)],
        });
    }
    (diagnostics, files)
}

fn write(diagnostics: &[Diagnostic], files: &[SourceFile], format: Format, colour: bool) -> String {
    match format {
        Format::Human => human(diagnostics, files, colour),
        Format::Short => short(diagnostics, files),
        Format::Json => entries(diagnostics, files).iter().map(|e| format!("{}\n", object(e))).collect(),
    }
}

/// A diagnostic for tools.
fn object(e: &Entry) -> Value {
    let labels: Vec<Value> = e
        .labels
        .iter()
        .map(|l| {
            json!({
                "file": l.file,
                "byte_start": l.byte_start,
                "byte_end": l.byte_end,
                "line": l.line,
                "column": l.column,
                "message": l.message,
            })
        })
        .collect();
    json!({
        "file": e.file,
        "code": e.code,
        "severity": e.severity,
        "message": e.message,
        "byte_start": e.byte_start,
        "byte_end": e.byte_end,
        "line": e.line,
        "column": e.column,
        "help": e.help,
        "notes": e.notes,
        "labels": labels,
    })
}

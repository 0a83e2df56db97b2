//! Text to syntax tree.
//!
//! Before: the text of one file. After: a [`Tree`] of every statement that could be read, and a
//! diagnostic for every one that could not. The outer grammar (`skeleton.pest`) finds statements and
//! cannot fail; the inner one (`statement.pest`) reads the words of one statement at a time. Neither
//! recurses deeper than brackets nest, which is limited before they run, and neither tries the same
//! text in more than a fixed number of ways.

mod inner;
mod read;
mod scan;
mod skeleton;
mod top;
mod words;

pub(crate) use scan::LARGEST;

use crate::diagnostics::{codes, report::Report};
use crate::syntax::{Span, Tree};
use read::{Context, Reader};

/// The inner grammar.
#[derive(pest_derive::Parser)]
#[grammar = "parse/statement.pest"]
struct Statement;

/// Reads one file.
pub(crate) fn parse(file: u16, text: &str, report: &mut Report) -> Tree {
    let Some(clean) = scan::scan(file, text, report) else { return Tree::default() };
    let items = skeleton::split(file, &clean, report);
    if items.is_empty() {
        let span = Span { file, start: 0, end: 0 };
        if !report.has_errors() {
            report
                .error(codes::EMPTY, span, "there is no variant in this file")
                .help("a file holds one: `variant \"Title\" { ... }`");
        }
        return Tree::default();
    }
    let mut reader = Reader { file, report, broken: Vec::new(), outside: false, conditions: Vec::new() };
    let mut variants = reader.entries(items, Context::File, Reader::variant).into_iter();
    let variant = variants.next();
    if let Some(first) = &variant {
        for second in variants {
            report_second(&first.what.span, second.span, reader.report);
        }
    }
    let broken = reader.broken;
    let variant = variant.map(|entry| {
        let mut variant = entry.what;
        variant.doc = entry.doc;
        variant
    });
    Tree { variant, broken }
}

fn report_second(first: &Span, second: Span, report: &mut Report) {
    report
        .error(codes::SECOND_VARIANT, second, "a second variant in one file")
        .label(*first, "the first one")
        .help("give each variant a file of its own");
}

//! The outer level: a file as statements and blocks, not yet understood.

use pest::Parser;
use pest::iterators::Pair;

use crate::diagnostics::{codes, report::Report};
use crate::syntax::Span;

/// The outer grammar.
#[derive(pest_derive::Parser)]
#[grammar = "parse/skeleton.pest"]
struct Skeleton;

/// A statement, not yet understood.
#[derive(Debug)]
pub(super) struct Item<'a> {
    /// The `///` comments before it.
    pub(super) doc: String,
    /// Its words; empty for a block that has none.
    pub(super) head: &'a str,
    /// Where the words start, or the block if there are none.
    pub(super) start: usize,
    /// Its block.
    pub(super) block: Option<Block<'a>>,
    /// The text of all of it.
    pub(super) whole: &'a str,
}

/// A block: where its opening brace is, and its statements.
#[derive(Debug)]
pub(super) struct Block<'a> {
    /// The opening brace.
    pub(super) start: usize,
    /// The statements.
    pub(super) items: Vec<Item<'a>>,
}

/// Splits a text.
pub(super) fn split<'a>(file: u16, text: &'a str, report: &mut Report) -> Vec<Item<'a>> {
    let span = Span { file, start: 0, end: 0 };
    match Skeleton::parse(Rule::file, text) {
        Ok(mut pairs) => pairs.next().map(|p| items(file, p, report)).unwrap_or_default(),
        Err(_) => {
            report.error(codes::EXPECTED, span, "the file cannot be split into statements");
            Vec::new()
        }
    }
}

fn items<'a>(file: u16, parent: Pair<'a, Rule>, report: &mut Report) -> Vec<Item<'a>> {
    let mut list = Vec::new();
    let mut docs: Option<(String, Span)> = None;
    for pair in parent.into_inner() {
        let at = pair.as_span();
        let span = Span { file, start: at.start() as u32, end: at.end() as u32 };
        match pair.as_rule() {
            Rule::doc => {
                let line = pair.as_str().trim_start_matches('/');
                let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
                match &mut docs {
                    Some((text, _)) => {
                        text.push('\n');
                        text.push_str(line);
                    }
                    None => docs = Some((line.to_owned(), span)),
                }
            }
            Rule::statement => {
                let doc = docs.take().map(|d| d.0).unwrap_or_default();
                list.push(item(file, doc, pair, report));
            }
            Rule::stray => {
                report
                    .error(codes::STRAY, span, "`}` closes nothing")
                    .help("take it away, or look for a `{` that is missing before it");
            }
            _ => {}
        }
    }
    if let Some((_, span)) = docs {
        report
            .warn(codes::LOOSE_DOC, span, "this comment describes nothing")
            .note("`///` describes the statement after it")
            .help("use `//` for a comment that stands alone");
    }
    list
}

fn item<'a>(file: u16, doc: String, pair: Pair<'a, Rule>, report: &mut Report) -> Item<'a> {
    let mut item = Item { doc, head: "", start: pair.as_span().start(), block: None, whole: pair.as_str() };
    for part in pair.into_inner() {
        let start = part.as_span().start();
        match part.as_rule() {
            Rule::head => item.head = part.as_str().trim_end(),
            Rule::block => {
                let brace = Span { file, start: start as u32, end: start as u32 + 1 };
                let closed = part.clone().into_inner().any(|p| p.as_rule() == Rule::close);
                item.block = Some(Block { start, items: items(file, part, report) });
                // Only the innermost one: those around it merely follow.
                if !closed && !report.has(codes::UNCLOSED) {
                    report
                        .error(codes::UNCLOSED, brace, "`{` is not closed")
                        .help("add the `}` that ends this block");
                }
            }
            _ => {}
        }
    }
    item
}

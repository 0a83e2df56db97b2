//! The examples of `LANGUAGE.md` are files that compile without a word.

use std::collections::BTreeMap;

use chv_dsl::{Loader, SourceFile, check, diagnostics};

/// The examples that others extend, by name.
struct Named(BTreeMap<String, String>);

impl Loader for Named {
    fn load(&self, stem: &str) -> Option<SourceFile> {
        let text = self.0.get(stem)?.clone();
        Some(SourceFile { name: format!("{stem}.chv"), text })
    }
}

#[test]
fn examples_compile_without_warnings() {
    let page = include_str!("../LANGUAGE.md").replace("\r\n", "\n");
    let mut blocks = Vec::new();
    let mut named = BTreeMap::new();
    for part in page.split("\n```chv").skip(1) {
        let (info, rest) = part.split_once('\n').unwrap();
        let (text, _) = rest.split_once("\n```").unwrap();
        let line = page[..page.find(text).unwrap()].lines().count();
        if let Some(name) = info.trim().strip_prefix("name=") {
            named.insert(name.to_owned(), text.to_owned());
        }
        blocks.push((line, text.to_owned()));
    }
    assert!(blocks.len() >= 15, "only {} examples", blocks.len());
    let loader = Named(named);
    let mut wrong = String::new();
    for (line, text) in blocks {
        let compiled = check(SourceFile { name: format!("LANGUAGE.md-{line}.chv"), text }, &loader);
        wrong += &diagnostics::human(&compiled.diagnostics, &compiled.files, false);
        assert_eq!(compiled.variant.is_some(), compiled.diagnostics.is_empty(), "line {line}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Every first word of a statement has its place on the page.
#[test]
fn the_page_names_every_word() {
    let page = include_str!("../LANGUAGE.md");
    let grammar = include_str!("../src/parse/statement.pest");
    let words: Vec<&str> = grammar.lines().filter_map(|l| l.strip_prefix("k_")?.split(' ').next()).collect();
    assert!(words.len() > 80);
    for word in words {
        assert!(page.contains(word), "`{word}` is not on the page");
    }
}

//! The statements in force: files that extend others, `override` and `remove`, options and `when`.
//!
//! Before: the tree of one file. After: one list of statements without doubles, parents first, in
//! which every condition of a statement holds; the conditions inside blocks are asked with
//! [`Merged::live`].

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::{
    codes,
    report::{Report, did_you_mean},
};
use crate::movement::Dialect;
use crate::parse;
use crate::syntax::*;
use crate::{Loader, SourceFile};

/// Longest chain of files that extend each other.
const LONGEST_CHAIN: usize = 16;

/// Most values of all options together: each of them is compiled when a file is checked.
const MOST_VALUES: usize = 64;

/// The statements in force.
#[derive(Debug, Default)]
pub(super) struct Merged {
    /// All files, the main one first.
    pub(super) files: Vec<SourceFile>,
    /// The variant of the main file, without its body.
    pub(super) variant: Option<Variant>,
    /// The statements in force.
    pub(super) list: Vec<Entry<Top>>,
    /// The options, with the values that are chosen.
    pub(super) options: BTreeMap<String, Chosen>,
    /// The names of the options in declared order.
    pub(super) option_order: Vec<String>,
    /// The files whose movements are in another dialect.
    pub(super) dialects: BTreeMap<u16, Dialect>,
    /// Words of statements that could not be read: nothing is said of names among them.
    pub(super) broken: BTreeSet<String>,
    /// Whether anything could not be read.
    pub(super) incomplete: bool,
}

/// An option in force.
#[derive(Debug)]
pub(super) struct Chosen {
    /// Its declaration.
    pub(super) choice: Choice,
    /// Index of the value.
    pub(super) index: usize,
    /// Whether a condition asks for it.
    pub(super) used: bool,
    level: usize,
}

/// What a statement declares, as far as there can be only one of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// Something with a name: the word before it and the name.
    Named(&'static str, String),
    /// Something of which there is one.
    Single(&'static str),
    /// Something of which there may be several.
    Many(&'static str),
}

/// The statements so far, each with the level of its file, and where those of a key are.
#[derive(Debug, Default)]
struct Found {
    slots: Vec<Option<(usize, Entry<Top>)>>,
    places: BTreeMap<Key, Vec<usize>>,
}

impl Found {
    fn push(&mut self, level: usize, key: Key, entry: Entry<Top>) {
        self.places.entry(key).or_default().push(self.slots.len());
        self.slots.push(Some((level, entry)));
    }

    /// The places of the statements of a key that come from files below a level.
    fn below(&self, key: &Key, level: usize) -> Vec<usize> {
        let lower = |i: &&usize| self.slots[**i].as_ref().is_some_and(|s| s.0 < level);
        self.places.get(key).map_or(Vec::new(), |list| list.iter().filter(lower).copied().collect())
    }

    /// Takes statements away.
    fn clear(&mut self, key: &Key, places: &[usize]) {
        for &place in places {
            self.slots[place] = None;
        }
        if let Some(list) = self.places.get_mut(key) {
            list.retain(|i| !places.contains(i));
        }
    }
}

/// Reads the main file and those it extends.
pub(super) fn merge(
    main: SourceFile,
    loader: &dyn Loader,
    chosen: &[(String, String)],
    report: &mut Report,
) -> Merged {
    let mut merged = Merged::default();
    let mut levels: Vec<Vec<Entry<Top>>> = Vec::new();
    let mut stems = vec![crate::stem(&main.name).to_owned()];
    let mut next = Some(main);
    while let Some(file) = next.take() {
        let index = merged.files.len() as u16;
        let tree = parse::parse(index, &file.text, report);
        merged.incomplete |= !tree.broken.is_empty() || tree.variant.is_none();
        merged.broken.extend(tree.broken.into_iter().flat_map(|b| b.words));
        merged.files.push(file);
        let Some(mut variant) = tree.variant else { break };
        let body = std::mem::take(&mut variant.body);
        if index == 0 {
            merged.variant = Some(variant);
        }
        next = parent(&body, &mut stems, loader, report, &mut merged.incomplete);
        levels.push(body);
    }
    levels.reverse();
    let last = levels.len().saturating_sub(1);
    for (level, body) in levels.iter().enumerate() {
        merged.read_dialect(body, report);
        merged.declare_options(level, body, report);
    }
    merged.choose(chosen, report);
    let mut found = Found::default();
    for (level, body) in levels.into_iter().enumerate() {
        for entry in body {
            if merged.holds(&entry.when, report) {
                merged.take(level, level == last, entry, &mut found, report);
            }
        }
    }
    merged.list.extend(found.slots.into_iter().flatten().map(|f| f.1));
    merged
}

/// The file that a body extends.
fn parent(
    body: &[Entry<Top>],
    stems: &mut Vec<String>,
    loader: &dyn Loader,
    report: &mut Report,
    incomplete: &mut bool,
) -> Option<SourceFile> {
    let mut all = body.iter().filter_map(|e| match &e.what {
        Top::Extends(stem) => Some((stem, e.span)),
        _ => None,
    });
    let (word, first) = all.next()?;
    for (_, second) in all {
        report
            .error(codes::GIVEN_TWICE, second, "a variant extends one other only")
            .label(first, "it extends this one already");
    }
    let stem = word.value.strip_suffix(".chv").unwrap_or(&word.value);
    *incomplete = true;
    if stems.iter().any(|s| s == stem) {
        report
            .error(codes::CIRCLE, word.span, format!("`{stem}` extends itself"))
            .note(format!("the chain is: {} -> {stem}", stems.join(" -> ")));
        return None;
    }
    if stems.len() > LONGEST_CHAIN {
        report
            .error(codes::CIRCLE, word.span, "the chain of extended files is too long")
            .note(format!("at most {LONGEST_CHAIN} files"));
        return None;
    }
    let Some(file) = loader.load(stem) else {
        report
            .error(codes::NO_FILE, word.span, format!("there is no file `{stem}.chv` to extend"))
            .note("it is looked for beside this file");
        return None;
    };
    *incomplete = false;
    stems.push(stem.to_owned());
    Some(file)
}

impl Merged {
    /// The spelling of the movements of a file.
    fn read_dialect(&mut self, body: &[Entry<Top>], report: &mut Report) {
        let mut first: Option<Span> = None;
        for entry in body {
            let Top::Dialect(word) = &entry.what else { continue };
            if let Some(first) = first.replace(entry.span) {
                let message = "`dialect` is given twice";
                report.error(codes::GIVEN_TWICE, entry.span, message).label(first, "first given here");
            }
            let difference = match word.value.as_str() {
                "chv" => continue,
                "fsf" => {
                    self.dialects.insert(word.span.file, Dialect::Fsf);
                    continue;
                }
                "betza2" => "there `a` means all directions, and legs are joined by `-` in round brackets",
                "shogi" => {
                    "there legs are joined by `-` in round brackets, and K and Q are read as their parts"
                }
                "classic" => {
                    "there `t[..]` leaves open where one may stop, and K and Q are read as their parts"
                }
                "xboard" => "there J and L are exchanged, and modifiers in an unusual order are dropped",
                _ => "a dialect is a settled spelling of movements",
            };
            report
                .error(
                    codes::DIALECT,
                    word.span,
                    format!("movements in the dialect `{}` cannot be read", word.value),
                )
                .note(difference)
                .note("known are `chv`, which need not be said, and `fsf`");
        }
    }

    fn declare_options(&mut self, level: usize, body: &[Entry<Top>], report: &mut Report) {
        for entry in body {
            let Top::Choice(choice) = &entry.what else { continue };
            let name = &choice.name;
            for (i, value) in choice.values.iter().enumerate() {
                if let Some(first) = choice.values[..i].iter().find(|v| v.value == value.value) {
                    report
                        .error(
                            codes::DUPLICATE,
                            value.span,
                            format!("the value `{}` stands twice", value.value),
                        )
                        .label(first.span, "here first");
                }
            }
            if let Some(old) = self.options.get(&name.value) {
                let place = old.choice.name.span;
                if old.level == level {
                    report
                        .error(
                            codes::DUPLICATE,
                            name.span,
                            format!("option `{}` is declared twice", name.value),
                        )
                        .label(place, "first declared here");
                    continue;
                }
                if entry.replaces.is_none() {
                    self.inherited(&format!("option {}", name.value), name.span, place, report);
                    continue;
                }
            } else if let Some(word) = entry.replaces {
                report.error(
                    codes::NOTHING_THERE,
                    word,
                    format!("there is no option `{}` to replace", name.value),
                );
            }
            let others = self.options.values().filter(|o| o.choice.name.value != choice.name.value);
            let values = choice.values.len() + others.map(|o| o.choice.values.len()).sum::<usize>();
            if values > MOST_VALUES {
                report
                    .error(
                        codes::TOO_MANY_VALUES,
                        choice.name.span,
                        format!("with this option there are {values} values to choose from"),
                    )
                    .note(format!("all options of a variant together have at most {MOST_VALUES} values"));
                continue;
            }
            if !self.option_order.contains(&name.value) {
                self.option_order.push(name.value.clone());
            }
            let choice = choice.clone();
            self.options.insert(choice.name.value.clone(), Chosen { choice, index: 0, used: false, level });
        }
    }

    /// Puts the values in force that the caller asked for.
    fn choose(&mut self, chosen: &[(String, String)], report: &mut Report) {
        let title = self.variant.as_ref().map(|v| v.title.span).unwrap_or_default();
        for (name, value) in chosen {
            let Some(option) = self.options.get_mut(name) else {
                if self.incomplete {
                    continue;
                }
                let names: Vec<String> = self.option_order.iter().map(|n| format!("`{n}`")).collect();
                let guess = did_you_mean(name, self.option_order.iter().map(String::as_str));
                report
                    .error(codes::ASKED_OPTION, title, format!("this variant has no option `{name}`"))
                    .note(if names.is_empty() {
                        "it has no options".to_owned()
                    } else {
                        format!("its options are {}", names.join(", "))
                    })
                    .help_if(guess);
                continue;
            };
            match option.choice.values.iter().position(|v| v.value == *value) {
                Some(index) => option.index = index,
                None => {
                    let message = format!("option `{name}` has no value `{value}`");
                    report
                        .error(codes::ASKED_OPTION, option.choice.name.span, message)
                        .note(format!("its values are {}", values(&option.choice)));
                }
            }
        }
    }

    /// Whether all of some conditions hold. What they ask for must exist.
    pub(super) fn holds(&mut self, when: &[When], report: &mut Report) -> bool {
        let mut all = true;
        for condition in when {
            let (name, value) = (&condition.option, &condition.value);
            let Some(option) = self.options.get_mut(&name.value) else {
                if !self.broken.contains(&name.value) && !self.incomplete {
                    let guess = did_you_mean(&name.value, self.option_order.iter().map(String::as_str));
                    report
                        .error(codes::NO_OPTION, name.span, format!("there is no option `{}`", name.value))
                        .note("an option is declared as `option name = value | value`")
                        .help_if(guess);
                }
                continue;
            };
            option.used = true;
            match option.choice.values.iter().position(|v| v.value == value.value) {
                Some(index) => all &= (index == option.index) == condition.equal,
                None => {
                    let words = option.choice.values.iter().map(|v| v.value.as_str());
                    let guess = did_you_mean(&value.value, words);
                    let message = format!("option `{}` has no value `{}`", name.value, value.value);
                    report
                        .error(codes::NO_VALUE, value.span, message)
                        .label(option.choice.name.span, format!("its values are {}", values(&option.choice)))
                        .help_if(guess);
                    all = false;
                }
            }
        }
        all
    }

    /// The statements of a block whose conditions hold.
    pub(super) fn live<T>(&mut self, list: Vec<Entry<T>>, report: &mut Report) -> Vec<Entry<T>> {
        list.into_iter().filter(|e| self.holds(&e.when, report)).collect()
    }

    fn take(&mut self, level: usize, main: bool, entry: Entry<Top>, found: &mut Found, report: &mut Report) {
        if let Top::Remove(what) = &entry.what {
            self.remove(level, what, entry.span, found, report);
            return;
        }
        let Some(key) = key(&entry.what) else {
            // What describes a file is not what its game consists of: it is not passed on.
            if main || matches!(entry.what, Top::Language(_)) {
                found.push(level, Key::Many("description"), entry);
            }
            return;
        };
        if let Some(word) = entry.replaces {
            let old = found.below(&key, level);
            let Some((first, rest)) = old.split_first() else {
                if !self.incomplete {
                    let message = format!("there is no {} to replace", spelled(&key));
                    report
                        .error(codes::NOTHING_THERE, word, message)
                        .note("`override` replaces what the extended file declares");
                }
                found.push(level, key, entry);
                return;
            };
            found.clear(&key, rest);
            found.slots[*first] = Some((level, entry));
            return;
        }
        let old = found.places.get(&key).and_then(|list| found.slots[*list.first()?].as_ref());
        if let (Some((old_level, old)), Key::Named(..) | Key::Single(_)) = (old, &key) {
            let (here, there) = (name_span(&entry), name_span(old));
            if *old_level == level {
                let (code, message) = match &key {
                    Key::Named(..) => (codes::DUPLICATE, format!("{} is declared twice", spelled(&key))),
                    _ => (codes::GIVEN_TWICE, format!("{} is given twice", spelled(&key))),
                };
                report.error(code, here, message).label(there, "first declared here");
            } else {
                self.inherited(&spelled(&key).replace('`', ""), here, there, report);
            }
            return;
        }
        found.push(level, key, entry);
    }

    fn inherited(&self, what: &str, here: Span, there: Span, report: &mut Report) {
        let file = self.files.get(usize::from(there.file)).map_or("", |f| f.name.as_str());
        report
            .error(codes::INHERITED, here, format!("`{what}` is declared already in `{file}`"))
            .label(there, "declared here")
            .help(format!("write `override {what} ...` to replace it"));
    }

    fn remove(&self, level: usize, what: &Remove, span: Span, found: &mut Found, report: &mut Report) {
        let mut gone = |found: &mut Found, keys: Vec<Key>, what: String, span: Span| {
            let mut any = false;
            for key in keys {
                let old = found.below(&key, level);
                any |= !old.is_empty();
                found.clear(&key, &old);
            }
            if !any && !self.incomplete {
                report
                    .error(codes::NOTHING_THERE, span, format!("there is no {what} to remove"))
                    .note("`remove` takes away what the extended file declares");
            }
        };
        let (word, names) = match what {
            Remove::Pieces(names) => ("piece", names),
            Remove::Regions(names) => ("region", names),
            Remove::Terrains(names) => ("terrain", names),
            Remove::Hooks(names) => ("hook", names),
            Remove::Phases(names) => ("phase", names),
            Remove::Sort(sort) => {
                let fits = |k: &Key| match k {
                    Key::Named(s, _) | Key::Single(s) | Key::Many(s) => s == sort,
                };
                let keys = found.places.keys().filter(|k| fits(k)).cloned().collect();
                gone(found, keys, format!("`{sort}`"), span);
                return;
            }
        };
        for name in names {
            let key = Key::Named(word, name.value.clone());
            gone(found, vec![key], format!("{word} `{}`", name.value), name.span);
        }
    }
}

/// What a statement declares; `None` for what only describes its file.
fn key(what: &Top) -> Option<Key> {
    Some(match what {
        Top::Piece(p) => Key::Named("piece", p.name.value.clone()),
        Top::Region(r) => Key::Named("region", r.name.value.clone()),
        Top::Terrain(t) => Key::Named("terrain", t.name.value.clone()),
        Top::Castling(c) => Key::Named("castling", c.king.value.clone()),
        Top::Hook(name, _) => Key::Named("hook", name.value.clone()),
        Top::Phase(p) => Key::Named("phase", p.name.value.clone()),
        Top::Turn(_) => Key::Single("turn"),
        Top::Hidden(_) => Key::Single("hidden"),
        Top::Board(_) => Key::Single("board"),
        Top::Setup(_) => Key::Single("setup"),
        Top::Symmetry(_) => Key::Single("symmetry"),
        Top::Drops(_) => Key::Single("drops"),
        Top::Ends(_) => Key::Single("end"),
        Top::Promotion(_) => Key::Many("promotion"),
        Top::Reaction(r) => Key::Many(match r.on {
            Event::Capture { .. } => "on capture",
            Event::AfterCapture(_) => "after capture",
            Event::AfterMove(..) => "after move",
        }),
        _ => return None,
    })
}

fn spelled(key: &Key) -> String {
    match key {
        Key::Named(word, name) => format!("{word} `{name}`"),
        Key::Single(word) | Key::Many(word) => format!("`{word}`"),
    }
}

/// The name that a statement declares, or all its words.
fn name_span(entry: &Entry<Top>) -> Span {
    match &entry.what {
        Top::Piece(p) => p.name.span,
        Top::Region(r) => r.name.span,
        Top::Terrain(t) => t.name.span,
        Top::Castling(c) => c.king.span,
        Top::Hook(name, _) => name.span,
        Top::Phase(p) => p.name.span,
        _ => entry.span,
    }
}

fn values(choice: &Choice) -> String {
    choice.values.iter().map(|v| format!("`{}`", v.value)).collect::<Vec<_>>().join(", ")
}

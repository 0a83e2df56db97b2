//! What the grammar expected, in plain words.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::Rule;
use super::read::Known;
use crate::diagnostics::{
    codes,
    report::{Report, did_you_mean, either},
};
use crate::syntax::Span;

/// Most alternatives that a message lists.
const MOST: usize = 7;

/// Reports that the words of a statement, which start at `base` in the file, do not fit.
/// `inner` is what stands in the block of the statement.
pub(super) fn misfit(
    file: u16,
    base: usize,
    head: &str,
    error: &Error<Rule>,
    inner: &[Known],
    report: &mut Report,
) {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let (start, found) = word_at(head, at);
    let span = Span { file, start: (base + start) as u32, end: (base + start + found.len()) as u32 };
    if found.starts_with('"') && !closed(&head[start..]) {
        report
            .error(codes::OPEN_TEXT, span, "text in quotes is not closed")
            .note("text in quotes ends on the line it begins on")
            .help("add the closing `\"`");
        return;
    }
    let mut expected: Vec<String> = Vec::new();
    if let ErrorVariant::ParsingError { positives, .. } = &error.variant {
        for rule in positives {
            for words in plain(*rule) {
                if !expected.contains(&words) {
                    expected.push(words);
                }
            }
        }
    }
    // The end comes last, as the least likely.
    expected.sort_by_key(|w| w.starts_with("the end"));
    let shown = if found.is_empty() { "the end of the statement".to_owned() } else { format!("`{found}`") };
    let words: Vec<String> =
        expected.iter().filter_map(|w| w.strip_prefix('`')?.strip_suffix('`')).map(str::to_owned).collect();
    let belongs_inside = inner.iter().any(|known| known.0 == found);
    let guess = if belongs_inside {
        let rest: String = head[start..].split_whitespace().take(6).collect::<Vec<_>>().join(" ");
        Some(format!("put it into a block: `{{ {rest} }}`"))
    } else {
        did_you_mean(found, words.iter().map(String::as_str))
    };
    if expected.len() > MOST {
        expected.truncate(MOST);
    }
    let message = if expected.is_empty() {
        format!("{shown} is not expected here")
    } else {
        format!("expected {}, found {shown}", either(&expected))
    };
    let name_wanted = expected.iter().any(|w| w == "a name");
    let diagnostic = report.error(codes::EXPECTED, span, message).help_if(guess);
    if name_wanted && RESERVED.contains(&found) {
        diagnostic.note(format!("`{found}` joins the parts of statements, so nothing is named so"));
    } else if found.is_empty() {
        diagnostic.note("a statement ends with its line, at `;` or with its block");
    }
}

/// Words that nothing can be named by: those of the rule `reserved`.
const RESERVED: [&str; 20] = [
    "and", "or", "not", "except", "on", "in", "out", "of", "to", "from", "at", "by", "when", "with",
    "without", "within", "limit", "as", "unless", "none",
];

/// The word at a place (blanks before it are passed over), for messages.
fn word_at(head: &str, at: usize) -> (usize, &str) {
    let rest = &head[at.min(head.len())..];
    let start = head.len() - rest.trim_start().len();
    let rest = &head[start..];
    let word = |c: char| !c.is_whitespace() && !",;(){}=|>\"".contains(c);
    let mut end = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
    if end == 0 {
        let step = rest.chars().next().map_or(0, char::len_utf8);
        end = if rest.starts_with('"') { rest.find(['\n', '\r']).unwrap_or(rest.len()) } else { step };
    }
    let cut = rest.char_indices().take_while(|(i, _)| *i < end).take(40).last();
    (start, cut.map_or("", |(i, c)| &rest[..i + c.len_utf8()]))
}

/// Whether a text in quotes ends.
fn closed(text: &str) -> bool {
    text.chars().skip(1).take_while(|c| !matches!(c, '\n' | '\r')).any(|c| c == '"')
}

/// A rule of the grammar in plain words.
fn plain(rule: Rule) -> Vec<String> {
    let name = format!("{rule:?}");
    if let Some(word) = name.strip_prefix("k_") {
        return vec![format!("`{word}`")];
    }
    let words: &[&str] = match rule {
        Rule::EOI => &["the end of the statement"],
        Rule::when => &["`when`"],
        Rule::name | Rule::names | Rule::against | Rule::choice | Rule::placed => &["a name"],
        Rule::tag => &["a name"],
        Rule::value => &["a value"],
        Rule::string => &["a text in quotes"],
        Rule::number => &["a number"],
        Rule::size => &["a size such as `8x8`"],
        Rule::square => &["a square"],
        Rule::line => &["squares joined by `-`"],
        Rule::file | Rule::file_range => &["a file letter"],
        Rule::rank | Rule::rank_range => &["a rank number"],
        Rule::code => &["a letter"],
        Rule::movement => &["a movement"],
        Rule::cells => &["the squares of the rank"],
        Rule::letters => &["letters"],
        Rule::moves | Rule::move_text => &["a move"],
        Rule::char => &["a single character"],
        Rule::to_range => &["`..`"],
        Rule::comma => &["`,`"],
        Rule::equals => &["`=`"],
        Rule::differs => &["`!=`"],
        Rule::bar => &["`|`"],
        Rule::arrow => &["`>`"],
        Rule::dash => &["`-`"],
        Rule::open | Rule::group => &["`(`"],
        Rule::shut => &["`)`"],
        Rule::region | Rule::union | Rule::cut | Rule::area => &["a region"],
        Rule::files | Rule::ranks | Rule::squares => &["a region"],
        Rule::zone => &["`on`", "`in or out of`", "`out of`"],
        Rule::optional => &["`optional`"],
        Rule::on_capture => &["`on capture only`"],
        Rule::by => &["`by`"],
        Rule::of | Rule::of_region => &["`of`"],
        Rule::from_region => &["`from`"],
        Rule::along => &["`along`"],
        Rule::prey => &["`captures`"],
        Rule::hops => &["`hops`"],
        Rule::whose => &["`own`", "`enemy`"],
        Rule::to_region | Rule::choices => &["`to`"],
        Rule::as_letter => &["`as`"],
        Rule::limit | Rule::per_file => &["`limit`"],
        Rule::on_region => &["`on`"],
        Rule::without => &["`without`"],
        Rule::each => &["`each`"],
        Rule::but => &["`except`"],
        Rule::verdict => &["`loses`", "`draws`", "`wins`"],
        _ => &[],
    };
    words.iter().map(|w| (*w).to_owned()).collect()
}

//! Properties of the movement notation, of random and of hostile texts.

use chv_agree::make::draft;
use chv_agree::movement::{Taste, terms};
use chv_agree::rng::Random;
use chv_dsl::model::{BoardSize, KindSet, Movement, Side};
use chv_dsl::movement::{Context, Dialect, expand, parse};
use chv_dsl::{NoFiles, SourceFile, compile};
use proptest::prelude::*;

fn context(side: Side) -> Context {
    let all = KindSet(0b1111);
    let size = BoardSize { files: 9, ranks: 8 };
    Context::new(size, side, all, KindSet(1))
}

/// One canonical order out: writing a movement and reading it again changes nothing, and both texts
/// mean the same walks.
fn canonical(text: &str) -> Result<(), TestCaseError> {
    let (movement, problems) = parse(text, Dialect::Chv);
    let Some(movement) = movement.filter(|_| problems.iter().all(|p| !p.error)) else { return Ok(()) };
    let written = movement.canonical();
    let (again, problems) = parse(&written, Dialect::Chv);
    prop_assert!(problems.iter().all(|p| !p.error), "{text} is written {written}: {problems:?}");
    let again = again.expect("a text without errors has a movement");
    prop_assert_eq!(again.canonical(), written.clone());
    // What has too many ways has its places, in each text other ones.
    let [one, other] = [again, movement].map(|m| expand(&m, &context(Side::White)).ok());
    prop_assert_eq!(one, other);
    Ok(())
}

/// Black's movement is White's turned by 180 degrees.
fn turned(text: &str) -> Result<(), TestCaseError> {
    let (movement, problems) = parse(text, Dialect::Chv);
    let Some(movement) = movement.filter(|_| problems.iter().all(|p| !p.error)) else { return Ok(()) };
    let sides = Side::BOTH.map(|side| expand(&movement, &context(side)));
    let [Ok(white), Ok(black)] = sides else { return Ok(()) };
    prop_assert_eq!(white.len(), black.len());
    for (w, b) in white.iter().zip(&black) {
        let (Movement::Walk(w), Movement::Walk(b)) = (&w.movement, &b.movement) else { continue };
        let mut forth: Vec<(i8, i8)> = w.first.iter().map(|e| (e.dx, e.dy)).collect();
        let mut back: Vec<(i8, i8)> = b.first.iter().map(|e| (-e.dx, -e.dy)).collect();
        forth.sort_unstable();
        back.sort_unstable();
        prop_assert_eq!(forth, back);
        prop_assert_eq!(w.nodes.len(), b.nodes.len());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn canonical_texts_say_the_same(seed: u64) {
        canonical(&terms(&mut Random::new(seed), Taste::Wild).concat())?;
    }

    #[test]
    fn letters_in_any_order_are_read_or_refused(
        text in "[fblrvshmcdektupgynjzqaoi()W-]{0,7}[WFDNAHCZGRBQKUOI]([0-9]|[XYW])?(\\[[fsbWFRBN?-]{0,6}\\])?"
    ) {
        canonical(&text)?;
        turned(&text)?;
    }

    #[test]
    fn black_moves_as_white_turned_round(seed: u64) {
        turned(&terms(&mut Random::new(seed), Taste::Wild).concat())?;
    }

    #[test]
    fn any_text_is_read_or_refused_with_places_inside_it(text in "\\PC{0,200}") {
        for dialect in [Dialect::Chv, Dialect::Fsf] {
            for problem in parse(&text, dialect).1 {
                prop_assert!(problem.span.end <= text.len() && text.get(problem.span.clone()).is_some());
            }
        }
    }

    #[test]
    fn damaged_files_are_refused_with_places_inside_them(seed: u64, at: prop::sample::Index, with in "\\PC{0,3}") {
        let mut text = draft(seed).text();
        let places: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
        let start = places[at.index(places.len())];
        let end = text[start..].char_indices().nth(1).map_or(text.len(), |(n, _)| start + n);
        text.replace_range(start..end, &with);
        let size = text.len();
        let out = compile(SourceFile { name: "damaged.chv".to_owned(), text }, &NoFiles, &[]);
        for diagnostic in &out.diagnostics {
            prop_assert!(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= size);
        }
        prop_assert!(out.variant.is_some() || !out.diagnostics.is_empty());
    }
}

//! Any text as a movement: read or refused; what is read is written in one way that reads the same
//! and means the same.
#![no_main]

use chv_dsl::model::{BoardSize, KindSet, Side};
use chv_dsl::movement::{Context, Dialect, expand, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = parse(text, Dialect::Fsf);
    let (movement, problems) = parse(text, Dialect::Chv);
    for problem in &problems {
        assert!(text.get(problem.span.clone()).is_some(), "{problem:?}");
    }
    let Some(movement) = movement.filter(|_| problems.iter().all(|p| !p.error)) else { return };
    let written = movement.canonical();
    let (again, problems) = parse(&written, Dialect::Chv);
    assert!(problems.iter().all(|p| !p.error), "{written}: {problems:?}");
    let again = again.expect("what has no errors is a movement");
    assert_eq!(again.canonical(), written);
    let all = KindSet(0b1111);
    let size = BoardSize { files: 8, ranks: 8 };
    for side in Side::BOTH {
        let cx = Context::new(size, side, all, KindSet(1));
        assert_eq!(expand(&again, &cx), expand(&movement, &cx));
    }
});

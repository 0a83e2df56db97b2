//! Any bytes as a file: read or refused, never a panic, and every place inside the text.
#![no_main]

use chv_dsl::{NoFiles, compile_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let out = compile_bytes("fuzz.chv", bytes, &NoFiles, &[]);
    assert!(out.variant.is_some() || !out.diagnostics.is_empty());
    for diagnostic in &out.diagnostics {
        let text = &out.files[diagnostic.file].text;
        assert!(text.get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
    }
    // Messages can be shown whatever they are about.
    let _ = chv_dsl::diagnostics::human(&out.diagnostics, &out.files, false);
});

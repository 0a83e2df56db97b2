//! What the compiler says when generated code is misused.

#[test]
fn misuse_is_explained() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("misuse/fail/*.rs");
}

//! chv
fn main() {}

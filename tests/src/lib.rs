//! chv-tests

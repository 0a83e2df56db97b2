//! chv-compiler

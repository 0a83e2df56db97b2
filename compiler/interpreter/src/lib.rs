//! chv-interpreter

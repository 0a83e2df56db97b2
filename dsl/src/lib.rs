//! The chv language: text in, checked model or diagnostics out.

pub mod model;

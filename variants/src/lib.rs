//! chv-variants

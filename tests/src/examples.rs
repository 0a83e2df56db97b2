//! The worked examples of movements, as games with a kind of piece for each: made by the build script.

use chv_runtime::dynamic::{AnyRules, erase};

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

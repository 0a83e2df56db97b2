//! Compiles chv variants to Rust.
//!
//! In a build script, one call does everything:
//!
//! ```no_run
//! fn main() -> Result<(), chv_compiler::BuildError> {
//!     chv_compiler::compile_dir("variants")
//! }
//! ```
//!
//! and `chv_runtime::include_variant!("name")` in the code takes the module in. [`Builder`] has the
//! choices; [`generate`] is the pure core: a checked variant in, text out.

mod build;
mod emit;
pub mod plan;

pub use build::{BuildError, Builder, compile_dir};
pub use emit::Emission;
pub use plan::Unsupported;

use chv_dsl::model::Variant;

/// The Rust module of a variant.
///
/// # Errors
/// Everything in the variant for which the generator has no form; the interpreter runs it all the
/// same.
pub fn generate(variant: &Variant, emission: Emission) -> Result<String, Vec<Unsupported>> {
    generate_as(variant, &variant.about.name, emission)
}

/// The same as a module of another name, from which what no name may have is taken away: for a game
/// that is there more than once, with other options.
///
/// # Errors
/// See [`generate`].
pub fn generate_as(variant: &Variant, module: &str, emission: Emission) -> Result<String, Vec<Unsupported>> {
    let plan = plan::Plan::new(variant)?;
    let options = variant
        .options
        .iter()
        .filter(|o| o.chosen != 0)
        .filter_map(|o| Some(format!("{}={}", o.name, o.values.get(o.chosen)?)))
        .collect();
    let file = variant.about.file.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    Ok(emit::module(&plan, module, emission, &emit::Header { file, options }))
}

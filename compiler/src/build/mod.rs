//! The build-script interface: the only part of this crate that reads and writes files, reads the
//! environment and prints.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use chv_dsl::{Loader, SourceFile, compile};

use crate::emit::Emission;

/// Compiles every `.chv` file of a folder into the build script's output folder, one module each,
/// named by the file's stem. The folder is relative to the package.
///
/// # Errors
/// The diagnostics of all files, as text for people; also files that cannot be read or written.
pub fn compile_dir(folder: impl AsRef<Path>) -> Result<(), BuildError> {
    Builder::new().folder(folder).compile()
}

/// What went wrong in a build: shown by `cargo build` when a build script returns it.
pub struct BuildError(String);

// Cargo shows what a build script's `main` returns by its `Debug` form; people should see the text.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BuildError {}

/// The choices of a build. Each setter says its default.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    folder: PathBuf,
    only: Option<Vec<String>>,
    out: Option<PathBuf>,
    instances: Vec<Instance>,
    emission: Emission,
}

/// A game with values of its options that are not the defaults.
#[derive(Debug, Clone)]
struct Instance {
    stem: String,
    module: String,
    options: Vec<(String, String)>,
}

impl Builder {
    /// A builder for the folder `variants`, all its files, into `OUT_DIR`.
    #[must_use]
    pub fn new() -> Self {
        Self { folder: PathBuf::from("variants"), ..Self::default() }
    }

    /// The folder with the `.chv` files, relative to the package. Default: `variants`.
    #[must_use]
    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.folder = folder.as_ref().to_owned();
        self
    }

    /// Compiles only the files with these stems; the others may still be extended. Default: all.
    #[must_use]
    pub fn only<I: IntoIterator<Item = S>, S: Into<String>>(mut self, stems: I) -> Self {
        self.only = Some(stems.into_iter().map(Into::into).collect());
        self
    }

    /// Compiles a game once more, with other values of its options, under a name of its own:
    /// `instance("shogi", "shogi-2", [("pawn_drop_mate", "allowed")])` writes a module `shogi_2`, which
    /// `include_variant!("shogi-2")` takes in. Default: every game once, with the first value of each
    /// option.
    #[must_use]
    pub fn instance<I, N, V>(mut self, stem: impl Into<String>, module: impl Into<String>, options: I) -> Self
    where
        I: IntoIterator<Item = (N, V)>,
        N: Into<String>,
        V: Into<String>,
    {
        let options = options.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        self.instances.push(Instance { stem: stem.into(), module: module.into(), options });
        self
    }

    /// Where the modules are written. Default: the build script's `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, folder: impl AsRef<Path>) -> Self {
        self.out = Some(folder.as_ref().to_owned());
        self
    }

    /// Whether the code also has the slow path, in which every move is made and tested, for
    /// comparison with the fast one. Default: no.
    #[must_use]
    pub fn tested_path(mut self, yes: bool) -> Self {
        self.emission.tested_path = yes;
        self
    }

    /// Compiles.
    ///
    /// # Errors
    /// See [`compile_dir`].
    pub fn compile(&self) -> Result<(), BuildError> {
        let root = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
        let folder = root.join(&self.folder);
        let out = match (&self.out, std::env::var_os("OUT_DIR")) {
            (Some(out), _) => out.clone(),
            (None, Some(out)) => PathBuf::from(out),
            (None, None) => {
                return Err(BuildError("no output folder: call this from a build script".to_owned()));
            }
        };
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut stems = Vec::new();
        let entries = fs::read_dir(&folder)
            .map_err(|e| BuildError(format!("cannot read the folder `{}`: {e}", folder.display())))?;
        for entry in entries {
            let entry = entry.map_err(|e| BuildError(format!("cannot read `{}`: {e}", folder.display())))?;
            let path = entry.path();
            if path.extension().is_some_and(|e| e == "chv") {
                println!("cargo::rerun-if-changed={}", path.display());
                if let Some(stem) = path.file_stem().and_then(|s| s.to_str()) {
                    stems.push(stem.to_owned());
                }
            }
        }
        stems.sort();
        if let Some(only) = &self.only {
            for wanted in only {
                if !stems.contains(wanted) {
                    return Err(BuildError(format!("there is no `{wanted}.chv` in `{}`", folder.display())));
                }
            }
            stems.retain(|s| only.contains(s));
        }
        let mut failures = String::new();
        for (i, instance) in self.instances.iter().enumerate() {
            let taken = |name: &str| {
                stems.iter().any(|s| s == name)
                    || self.instances[..i].iter().any(|other| other.module == name)
            };
            if taken(&instance.module) {
                failures.push_str(&format!("two games would be compiled as `{}`\n", instance.module));
            }
        }
        let plain =
            |stem: &String| Instance { stem: stem.clone(), module: stem.clone(), options: Vec::new() };
        for instance in stems.iter().map(plain).chain(self.instances.iter().cloned()) {
            if let Err(text) = self.compile_one(&folder, &instance, &out) {
                failures.push_str(&text);
            }
        }
        if failures.is_empty() { Ok(()) } else { Err(BuildError(failures)) }
    }

    fn compile_one(&self, folder: &Path, instance: &Instance, out: &Path) -> Result<(), String> {
        let Instance { stem, module, options } = instance;
        let files = Folder(folder);
        let shown = self.folder.join(format!("{stem}.chv"));
        let text = fs::read_to_string(folder.join(format!("{stem}.chv")))
            .map_err(|e| format!("cannot read `{}`: {e}\n", shown.display()))?;
        let main = SourceFile { name: shown.display().to_string(), text };
        let compiled = compile(main, &files, options);
        for file in compiled.files.iter().skip(1) {
            println!("cargo::rerun-if-changed={}", file.name);
        }
        let Some(variant) = compiled.variant else {
            return Err(chv_dsl::diagnostics::human(&compiled.diagnostics, &compiled.files, false));
        };
        for warning in chv_dsl::diagnostics::short(&compiled.diagnostics, &compiled.files).lines() {
            println!("cargo::warning={warning}");
        }
        let code = crate::generate_as(&variant, module, self.emission).map_err(|problems| {
            let mut text = String::new();
            for p in problems {
                text.push_str(&format!(
                    "{}:{}:{}: this game cannot be compiled yet: {}; run it by the interpreter\n",
                    shown.display(),
                    p.source.line,
                    p.source.column,
                    p.what
                ));
            }
            text
        })?;
        let target = out.join(format!("{module}.rs"));
        // An unchanged file keeps its time, so that nothing behind it is compiled again.
        if fs::read_to_string(&target).is_ok_and(|old| old == code) {
            return Ok(());
        }
        fs::write(&target, code).map_err(|e| format!("cannot write `{}`: {e}\n", target.display()))
    }
}

/// Finds the files that a file extends: in the same folder.
struct Folder<'a>(&'a Path);

impl Loader for Folder<'_> {
    fn load(&self, stem: &str) -> Option<SourceFile> {
        let path = self.0.join(format!("{stem}.chv"));
        let text = fs::read_to_string(&path).ok()?;
        Some(SourceFile { name: path.display().to_string(), text })
    }
}

//! `chv gen`: the code that a build script would make.

use std::fs;
use std::path::Path;

use crate::args::GenArgs;
use crate::game::variant_of_file;
use crate::shell::{Done, Failure, Shell};

/// Writes the module of a rules file into a folder and says where.
pub(crate) fn run(shell: &mut Shell<'_>, args: &GenArgs) -> Done {
    let Some(path) = args.file.to_str() else {
        return Err(Failure::Usage("the path of the rules file is not UTF-8".to_owned()));
    };
    let variant = variant_of_file(path, &args.options)?;
    let code = chv_compiler::generate(&variant).map_err(|e| Failure::Fault(e.to_string()))?;
    let target = args.output.join(format!("{}.rs", module(&variant.about.name)));
    write(&args.output, &target, &code)
        .map_err(|e| Failure::Fault(format!("cannot write {}: {e}", target.display())))?;
    writeln!(shell.out, "{}", target.display())?;
    Ok(())
}

fn write(folder: &Path, target: &Path, code: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(target, code)
}

/// The module of a game is named as its file, in the letters that Rust allows.
fn module(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

//! `chv gen`: the code that a build script would make.

use std::fs;
use std::path::Path;

use chv_compiler::Emission;

use crate::args::GenArgs;
use crate::game::variant_of_file;
use crate::registry::stem;
use crate::shell::{Done, Failure, Shell};

/// Writes the module of a rules file into a folder and says where.
pub(crate) fn run(shell: &mut Shell<'_>, args: &GenArgs) -> Done {
    let path = args.file.display().to_string();
    let variant = variant_of_file(&path, &args.options)?;
    let code = chv_compiler::generate(&variant, Emission::default()).map_err(|problems| {
        let mut reasons: Vec<String> = problems
            .iter()
            .map(|p| {
                let files = &variant.about.files;
                let file = files.get(usize::from(p.source.file)).map_or(path.as_str(), String::as_str);
                format!("  {file}:{}:{}: {}", p.source.line, p.source.column, p.what)
            })
            .collect();
        // One clause of a file stands for actions of both sides and of several kinds.
        reasons.dedup();
        Failure::Fault(format!("{path} can be interpreted but not compiled yet:\n{}", reasons.join("\n")))
    })?;
    let target = args.output.join(format!("{}.rs", stem(&variant.about.name)));
    write(&args.output, &target, &code)
        .map_err(|e| Failure::Fault(format!("cannot write {}: {e}", target.display())))?;
    writeln!(shell.out, "{}", target.display())?;
    Ok(())
}

fn write(folder: &Path, target: &Path, code: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(target, code)
}

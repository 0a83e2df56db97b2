//! `chv show`: movement diagrams, as text and as pictures.

mod bare;
mod sheet;
mod subject;
mod svg;
mod symbols;
mod terminal;
mod words;

use std::fs;
use std::io;

pub(crate) use bare::size;

use crate::args::ShowArgs;
use crate::registry::Registry;
use crate::shell::{Done, Failure, Shell};
use sheet::Sheet;

/// Draws what is asked for: to a file as SVG, or as text.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, args: &ShowArgs) -> Done {
    let subject = subject::find(registry, shell, args)?;
    let sheet = Sheet::new(&subject);
    let Some(path) = &args.svg else {
        let colour = shell.out_is_terminal && shell.colour();
        shell.out.write_all(terminal::write(&sheet, colour).as_bytes())?;
        return Ok(());
    };
    let text = svg::write(&sheet);
    if path.as_os_str() == "-" {
        shell.out.write_all(text.as_bytes())?;
        return Ok(());
    }
    fs::write(path, text).map_err(|e| {
        let shown = path.display();
        Failure::Usage(match e.kind() {
            io::ErrorKind::NotFound => format!("cannot write {shown}: there is no such folder"),
            _ => format!("cannot write {shown}: {e}"),
        })
    })
}

//! Rules files on disk: reading them, and finding those that they extend.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chv_dsl::{Loader, SourceFile};

use crate::shell::Failure;

/// One byte more than a rules file may have: enough for the language to say that it is too large,
/// and little enough to read from anything.
const LIMIT: u64 = (1 << 20) + 1;

/// Reads the bytes of a rules file; what is too much of a too large one is left out.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LIMIT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The failure of reading a file, for people: the wrong file was named.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    Failure::Usage(if path.is_dir() {
        format!("cannot read {shown}: it is a folder; name a file in it")
    } else if error.kind() == io::ErrorKind::NotFound {
        format!("cannot read {shown}: there is no such file")
    } else {
        format!("cannot read {shown}: {error}")
    })
}

/// Files are extended by others beside them.
pub(crate) struct Beside {
    folder: PathBuf,
}

impl Beside {
    /// Finds files in the folder of this one.
    pub(crate) fn new(path: &Path) -> Self {
        Self { folder: path.parent().map(Path::to_path_buf).unwrap_or_default() }
    }
}

impl Loader for Beside {
    fn load(&self, stem: &str) -> Option<SourceFile> {
        let path = self.folder.join(format!("{stem}.chv"));
        let bytes = read(&path).ok()?;
        Some(SourceFile {
            name: path.display().to_string(),
            text: String::from_utf8_lossy(&bytes).into_owned(),
        })
    }
}

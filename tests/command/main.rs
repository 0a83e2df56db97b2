//! The command line: what it writes, where, and with which exit status.

mod check;
mod counts;
mod listing;
mod play;
mod position;
mod show;
mod usage;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// What a run of the command left behind.
#[derive(Debug)]
struct Run {
    status: u8,
    out: String,
    messages: String,
}

impl Run {
    /// The lines of standard output.
    fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// Standard output as JSON.
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }
}

/// Runs the command in this process.
fn chv(arguments: &[&str]) -> Run {
    chv_typed(arguments, "")
}

/// Runs the command with something on standard input.
fn chv_typed(arguments: &[&str], input: &str) -> Run {
    chv_of(&chv_cli::Registry::library(), arguments, input)
}

/// Runs the command with games of its own.
fn chv_of(registry: &chv_cli::Registry, arguments: &[&str], input: &str) -> Run {
    let (mut out, mut messages) = (Vec::new(), Vec::new());
    let all = ["chv"].iter().chain(arguments);
    let status = chv_cli::run_with(registry, all, &mut out, &mut messages, &mut input.as_bytes());
    Run {
        status,
        out: String::from_utf8(out).expect("output is UTF-8"),
        messages: String::from_utf8(messages).expect("messages are UTF-8"),
    }
}

/// A folder of its own for a test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("chv command {}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder can be made");
        Folder(path)
    }

    /// Writes a file and gives back its path.
    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("a temporary file can be written");
        path.to_str().expect("the path is UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A small game of its own, with an option and a test.
const SMALL: &str = "\
variant \"Small\" {
  board 5x5
  option stale = draws | wins
  piece King K K { royal }
  piece Rook R R
  setup {
    5 kr3
    1 3RK
  }
  end {
    checkmate loses
    stalemate draws when stale = draws
    stalemate wins when stale = wins
    repetition 3 draws
    clock 10 moves draws
  }
  test \"first moves\" {
    legal d1d4
    illegal d1e1
  }
}
";

//! The `chv` command with the library of games.

use std::process::ExitCode;

use chv_cli::{Registry, main_with};

fn main() -> ExitCode {
    main_with(&Registry::library())
}

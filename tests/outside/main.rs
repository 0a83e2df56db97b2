//! A crate outside the workspace with a game of its own: the one that the README shows, built by
//! cargo without network in a folder whose path has a blank.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chv_dsl::SourceFile;
use chv_runtime::{Rules as _, perft::perft};
use chv_tests::folder::Folder;
use chv_tests::games;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the workspace").to_owned()
}

fn readme() -> String {
    fs::read_to_string(workspace().join("README.md")).expect("the README can be read")
}

/// The first block of a language in the README that contains some text.
fn block<'a>(readme: &'a str, language: &str, contains: &str) -> &'a str {
    let mark = format!("```{language}\n");
    let blocks = readme.split(&mark).skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    blocks.into_iter().find(|b| b.contains(contains)).unwrap_or_else(|| panic!("no {language} block"))
}

/// A crate in a folder of its own.
struct Outside {
    folder: Folder,
}

impl Outside {
    /// The crate of the README, with two games more: one that extends another.
    fn new() -> Self {
        let text = readme();
        let folder = Folder::new("outside crate").expect("a temporary folder can be made");
        let write = |name: &str, text: &str| folder.write(name, text).expect("a file can be written");
        let here = workspace().display().to_string();
        let manifest = block(&text, "toml", "[package]").replace("../chv", &here);
        write("Cargo.toml", &format!("{manifest}\n[workspace]\n"));
        let lock = fs::read_to_string(workspace().join("Cargo.lock")).expect("the lock can be read");
        write("Cargo.lock", &lock);
        write("build.rs", block(&text, "rust", "compile_dir"));
        write("variants/ten.chv", block(&text, "chv", "variant"));
        write("README.md", "# A crate\n");
        let main = block(&text, "rust", "include_variant");
        write("src/main.rs", main);
        Outside { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        self.folder.write(name, text).expect("a file can be written");
    }

    fn cargo(&self, arguments: &[&str]) -> Output {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Command::new(cargo)
            .arg(arguments[0])
            .arg("--offline")
            .args(&arguments[1..])
            .current_dir(self.folder.path())
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside"))
            .env_remove("RUSTFLAGS")
            .env_remove("RUSTDOCFLAGS")
            .output()
            .expect("cargo can be run")
    }

    /// Runs cargo, which must succeed; what it wrote to standard output.
    fn good(&self, arguments: &[&str]) -> String {
        let output = self.cargo(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "cargo {}: {said}", arguments.join(" "));
        String::from_utf8(output.stdout).expect("output is UTF-8")
    }

    /// Builds, which must succeed; whether the crate itself was compiled.
    fn compiles(&self) -> bool {
        let messages = self.good(&["build", "--message-format=json"]);
        let artifacts: Vec<serde_json::Value> = messages
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .filter(|m: &serde_json::Value| m["reason"] == "compiler-artifact")
            .collect();
        let own = artifacts.iter().find(|m| m["target"]["kind"][0] == "bin").expect("the crate is built");
        own["fresh"] == false
    }

    /// All files below the folder with their contents.
    fn contents(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut all = Vec::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("the folder can be read") {
                let path = entry.expect("the entry can be read").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = fs::read(&path).expect("the file can be read");
                    all.push((path, bytes));
                }
            }
        }
        all.sort();
        all
    }

    fn read_only(&self, yes: bool) {
        let mut paths: Vec<PathBuf> = self.contents().into_iter().map(|(path, _)| path).collect();
        paths.extend(["", "src", "variants"].map(|f| self.path(f)));
        for path in paths {
            let mut permissions = fs::metadata(&path).expect("the path exists").permissions();
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt as _;
                let mode = permissions.mode();
                permissions.set_mode(if yes { mode & !0o222 } else { mode | 0o200 });
            }
            #[cfg(not(unix))]
            permissions.set_readonly(yes);
            fs::set_permissions(&path, permissions).expect("permissions can be set");
        }
    }
}

/// The node counts of the README's game by the interpreter.
fn counts(text: &str) -> Vec<String> {
    let file = SourceFile { name: "ten.chv".to_owned(), text: text.to_owned() };
    let rules = games::of_text(file, &[]).unwrap_or_else(|e| panic!("{e}"));
    (1..=3).map(|depth| format!("{depth} {}", perft(&rules.start(), depth, true))).collect()
}

/// One test, since each of its parts stands on a build of the part before.
#[test]
fn the_crate_of_the_readme() {
    let outside = Outside::new();
    let text = readme();
    let build = block(&text, "rust", "compile_dir").lines().count();
    let crate_lines: usize = block(&text, "rust", "include_variant").lines().count();
    assert!(build <= 5 && crate_lines <= 20, "{build} and {crate_lines} lines");

    // It builds offline, and generated code counts what the interpreter counts.
    assert!(outside.compiles());
    let out = outside.good(&["run", "--quiet"]);
    let lines: Vec<&str> = out.lines().collect();
    let position = "r8r/1nbhqkhbn1/pppppppppp/10/10/4P5/10/PPPP1PPPPP/1NBHQKHBN1/R8R b - - 0 1";
    assert_eq!(lines[0], position);
    assert_eq!(lines[1..], counts(block(&text, "chv", "variant")));
    let shown = text.replace(' ', "");
    for line in &lines[1..] {
        let count = line.split_once(' ').map_or("", |(_, n)| n);
        assert!(shown.contains(count), "the README says other counts than {count}");
    }

    // trap 173: nothing is compiled again for nothing; trap 184: nothing is written beside the sources.
    assert!(!outside.compiles());
    outside.write("README.md", "# Another text\n");
    assert!(!outside.compiles(), "touching another file compiles the crate");
    let before = outside.contents();
    outside.write("variants/ten.chv", &text_with_other_name(&text));
    outside.read_only(true);
    assert!(outside.compiles(), "changing the rules must compile the crate");
    outside.read_only(false);
    let after = outside.contents();
    assert_eq!(before.len(), after.len(), "the build wrote into the source folder");

    // trap 189: two games with equal names of pieces; trap 177: the parent of a game is watched too.
    let parent = "variant \"Parent\" {\n  board 5x5\n  piece King K K { royal }\n  piece Rook R R\n  \
        setup { 5 kr3; 1 3RK }\n  end { checkmate loses; stalemate draws }\n}\n";
    outside.write("variants/parent.chv", parent);
    outside.write("variants/child.chv", "variant \"Child\" {\n  extends \"parent\"\n}\n");
    let main = "//! Counts positions of three games with kinds of equal names.\n#![forbid(unsafe_code)]\n\
        #![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]\n\n\
        use chv_runtime::{Position as _, Rules as _};\n\n\
        chv_runtime::include_variant!(\"child\");\nchv_runtime::include_variant!(\"parent\");\n\
        chv_runtime::include_variant!(\"ten\");\n\n\
        fn main() {\n    let kings = [child::PieceKind::King as u8, parent::PieceKind::King as u8];\n    \
        assert_eq!(kings[0], ten::PieceKind::King as u8);\n    \
        println!(\"{} {}\", child::Rules.start().count(), parent::Rules.start().count());\n}\n";
    outside.write("src/main.rs", main);
    assert!(outside.compiles());
    assert_eq!(outside.good(&["run", "--quiet"]).trim(), "9 9");
    assert!(!outside.compiles(), "trap 174: the crate is never up to date");
    outside.write("variants/parent.chv", &parent.replace("Rook R R", "Rook R W"));
    assert!(outside.compiles(), "changing the parent of a game must compile the crate");
    assert_eq!(outside.good(&["run", "--quiet"]).trim(), "4 4");

    // trap 183: strict lints hold in generated code too. A toolchain need not have clippy.
    if outside.cargo(&["clippy", "--version"]).status.success() {
        outside.good(&["clippy", "--quiet", "--", "-D", "warnings"]);
    }

    // trap 188: a mistake in the rules fails the build with its place, in our own words.
    outside.write("variants/child.chv", "variant \"Child\" {\n  extends \"parent\"\n  piece Rook R R\n}\n");
    let output = outside.cargo(&["build"]);
    let said = String::from_utf8_lossy(&output.stderr).replace('\\', "/");
    assert!(!output.status.success() && said.contains("variants/child.chv:3:"), "{said}");
}

/// The game of the README with another title.
fn text_with_other_name(readme: &str) -> String {
    block(readme, "chv", "variant").replace("\"Ten\"", "\"Ten by ten\"")
}

/// The game of the README has neither mistakes nor warnings, and can be played by the command.
#[test]
fn the_game_of_the_readme() {
    let text = readme();
    let folder = Folder::new("readme").expect("a temporary folder can be made");
    let path = folder.write("ten.chv", block(&text, "chv", "variant")).expect("a file can be written");
    let path = path.to_str().expect("the path is UTF-8");
    let chv = |arguments: &[&str]| {
        let (mut out, mut messages) = (Vec::new(), Vec::new());
        let all = ["chv"].iter().chain(arguments);
        let registry = chv_cli::Registry::library();
        let status = chv_cli::run_with(&registry, all, &mut out, &mut messages, &mut std::io::empty());
        assert_eq!(status, 0, "{arguments:?}: {}", String::from_utf8_lossy(&messages));
        String::from_utf8(out).expect("output is UTF-8")
    };
    assert_eq!(chv(&["check", path, "--deny", "warnings"]), "");
    let moves = chv(&["moves", path]);
    assert_eq!(moves.lines().count(), 62, "{moves}");
    assert!(chv(&["perft", path, "--depth", "3"]).ends_with("Nodes searched: 226918\n"));
    // The commands that the README shows are those that there are.
    let help = chv(&["--help"]);
    for line in block(&text, "sh", "chv check").lines() {
        let command = line.split_whitespace().nth(1).expect("a line shows a command");
        assert!(help.contains(&format!("  {command} ")), "no `chv {command}`: {help}");
    }
}

//! Crates made for comparing: generated modules, the interpreter, and a program that plays both.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::compare::{Amount, Difference, Played};
use super::generator::Ready;

/// Where crates are made, and how they are built.
#[derive(Debug, Clone)]
pub struct Workshop {
    /// The folder of the project.
    pub project: PathBuf,
    /// The folder in which crates are made.
    pub folder: PathBuf,
    /// Cargo's target folder for them.
    pub target: PathBuf,
    /// How much generated code is optimised: 0 to 3.
    pub optimised: u8,
    /// How much everything else is.
    pub libraries: u8,
}

/// What came out for one variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Result {
    /// Both executions were compared.
    Compared(Played),
    /// The generated module does not compile, or its program breaks off.
    Broken(String),
}

impl Workshop {
    /// Compares variants; results are in their order.
    ///
    /// # Errors
    /// What is wrong with the machine: files or programs that do not work.
    pub fn compare(&self, batch: &[Ready], amount: Amount) -> io::Result<Vec<Result>> {
        let mut results: Vec<Option<Result>> = vec![None; batch.len()];
        fs::create_dir_all(self.folder.join("src/bin"))?;
        fs::create_dir_all(self.folder.join("games"))?;
        self.write(Path::new("Cargo.toml"), &self.manifest())?;
        let lock = self.project.join("Cargo.lock");
        if lock.exists() && !self.folder.join("Cargo.lock").exists() {
            fs::copy(lock, self.folder.join("Cargo.lock"))?;
        }
        self.write(Path::new("src/compare.rs"), include_str!("compare.rs"))?;
        self.write(Path::new("src/rng.rs"), include_str!("rng.rs"))?;
        for ready in batch {
            let name = &ready.draft.name;
            self.write(&Path::new("games").join(format!("{name}.rs")), &ready.code)?;
            self.write(&Path::new("games").join(format!("{name}.chv")), &ready.text)?;
        }
        // Modules that do not compile are found one round after the other.
        loop {
            let open: Vec<usize> = (0..batch.len()).filter(|&i| results[i].is_none()).collect();
            if open.is_empty() {
                break;
            }
            self.programs(batch, &open)?;
            let errors = self.build()?;
            if errors.is_empty() {
                break;
            }
            let mut found = false;
            for &i in &open {
                let file = format!("games/{}.rs:", batch[i].draft.name);
                let about: Vec<&str> =
                    errors.lines().filter(|l| l.contains(&file) && l.contains(": error")).take(3).collect();
                if !about.is_empty() {
                    results[i] = Some(Result::Broken(format!("does not compile: {}", about.join(" / "))));
                    found = true;
                }
            }
            if !found {
                return Err(io::Error::other(format!("the crate does not build:\n{errors}")));
            }
        }
        for (i, result) in self.run(batch, &results, amount)? {
            results[i] = Some(result);
        }
        for ready in batch {
            for ending in ["rs", "chv"] {
                fs::remove_file(self.folder.join(format!("games/{}.{ending}", ready.draft.name)))?;
            }
        }
        let missing = || Result::Broken("its program broke off before it".to_owned());
        Ok(results.into_iter().map(|r| r.unwrap_or_else(missing)).collect())
    }

    fn manifest(&self) -> String {
        let path = |folder: &str| self.project.join(folder).display().to_string();
        let (optimised, libraries) = (self.optimised, self.libraries);
        format!(
            "[workspace]\n\n[package]\nname = \"agree-games\"\nedition = \"2024\"\n\n[dependencies]\n\
             chv-runtime = {{ path = {:?} }}\nchv-dsl = {{ path = {:?} }}\nchv-interpreter = {{ path = {:?} }}\n\n\
             [profile.dev]\nopt-level = {optimised}\ndebug = false\nincremental = false\n\n\
             [profile.dev.package.\"*\"]\nopt-level = {libraries}\n",
            path("runtime"),
            path("dsl"),
            path("compiler/interpreter")
        )
    }

    /// Writes a file, unless it is the same already.
    fn write(&self, name: &Path, text: &str) -> io::Result<()> {
        let path = self.folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) { Ok(()) } else { fs::write(path, text) }
    }

    /// Two programs, each with half of the games.
    fn programs(&self, batch: &[Ready], open: &[usize]) -> io::Result<()> {
        for half in 0..2 {
            let mut modules = String::new();
            let mut calls = String::new();
            for (_, &i) in open.iter().enumerate().filter(|(n, _)| n % 2 == half) {
                let name = &batch[i].draft.name;
                modules.push_str(&format!("include!(\"../../games/{name}.rs\");\n"));
                let text = format!("include_str!(\"../../games/{name}.chv\")");
                calls.push_str(&format!("    one({i}, {name:?}, {text}, &{name}::Rules);\n"));
            }
            self.write(
                &PathBuf::from(format!("src/bin/half{half}.rs")),
                &format!("{PROGRAM}{modules}\nfn main() {{\n{calls}}}\n"),
            )?;
        }
        Ok(())
    }

    /// Builds the programs; gives the errors of the compiler.
    fn build(&self) -> io::Result<String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let out = Command::new(cargo)
            .args(["build", "--offline", "--quiet", "--message-format", "short"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .stdin(Stdio::null())
            .output()?;
        if out.status.success() {
            return Ok(String::new());
        }
        Ok(format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr)))
    }

    fn run(
        &self,
        batch: &[Ready],
        known: &[Option<Result>],
        amount: Amount,
    ) -> io::Result<Vec<(usize, Result)>> {
        let open = known.iter().filter(|r| r.is_none()).count();
        if open == 0 {
            return Ok(Vec::new());
        }
        let mut children: Vec<(Child, std::thread::JoinHandle<String>)> = Vec::new();
        for half in 0..2 {
            let mut child = Command::new(self.target.join(format!("debug/half{half}")))
                .arg(amount.seed.to_string())
                .arg(amount.positions.to_string())
                .arg(amount.time.as_millis().to_string())
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()?;
            let mut pipe = child.stdout.take().ok_or_else(|| io::Error::other("no output to read"))?;
            let reader = std::thread::spawn(move || {
                let mut text = String::new();
                let _ = pipe.read_to_string(&mut text);
                text
            });
            children.push((child, reader));
        }
        let limit = amount.time * 2 * open as u32 + Duration::from_secs(60);
        let start = Instant::now();
        let mut results = Vec::new();
        for (mut child, reader) in children {
            while child.try_wait()?.is_none() {
                if start.elapsed() > limit {
                    child.kill()?;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            let text = reader.join().unwrap_or_default();
            let mut begun = None;
            for line in text.lines() {
                let fields: Vec<&str> = line.split('\t').collect();
                let Some(i) = fields.get(1).and_then(|n| n.parse::<usize>().ok()) else { continue };
                match fields[0] {
                    "begin" => begun = Some(i),
                    _ if i < batch.len() => {
                        begun = None;
                        results.push((i, read(&fields)));
                    }
                    _ => {}
                }
            }
            if let Some(i) = begun {
                results.push((i, Result::Broken("its program does not end, or is killed".to_owned())));
            }
        }
        Ok(results)
    }
}

/// Reads a line that a program has printed.
fn read(fields: &[&str]) -> Result {
    let number = |i: usize| fields.get(i).and_then(|n| n.parse().ok()).unwrap_or(0);
    let text = |i: usize| fields.get(i).map_or(String::new(), |t| t.replace("\\n", "\n"));
    if fields[0] == "panic" {
        return Result::Broken(format!("panics: {}", text(2)));
    }
    let difference = (fields[0] == "differs").then(|| Difference {
        what: text(7),
        fen: text(8),
        moves: text(9).split_whitespace().map(str::to_owned).collect(),
    });
    Result::Compared(Played {
        positions: number(2),
        games: number(3),
        moves: number(4),
        checks: number(5),
        ends: number(6),
        difference,
    })
}

/// The program, without its games: a line for each game that begins, and one for what came out.
const PROGRAM: &str = r#"//! Games compared.
#![deny(warnings)]
#[path = "../compare.rs"]
#[allow(dead_code)]
mod compare;
#[path = "../rng.rs"]
#[allow(dead_code)]
mod rng;

#[allow(dead_code, reason = "there may be no game")]
fn one<R: chv_runtime::Rules>(number: usize, name: &str, text: &str, rules: &R)
where
    R::Position: chv_runtime::compiled::Tested,
{
    let arg = |i: usize| std::env::args().nth(i).and_then(|n| n.parse::<u64>().ok()).unwrap_or(1);
    let amount = compare::Amount {
        seed: arg(1),
        positions: arg(2),
        time: std::time::Duration::from_millis(arg(3)),
    };
    println!("begin\t{number}");
    let line = |text: &str| text.replace('\n', "\\n").replace('\t', " ");
    let work = std::panic::AssertUnwindSafe(|| compare::compare(rules, text, name, amount));
    match std::panic::catch_unwind(work) {
        Ok(p) => {
            let counts = [p.positions, p.games, p.moves, p.checks, p.ends].map(|n| n.to_string()).join("\t");
            match p.difference {
                None => println!("agrees\t{number}\t{counts}"),
                Some(d) => println!(
                    "differs\t{number}\t{counts}\t{}\t{}\t{}",
                    line(&d.what), line(&d.fen), d.moves.join(" ")
                ),
            }
        }
        Err(panic) => {
            let what = panic.downcast_ref::<String>().cloned();
            let what = what.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            println!("panic\t{number}\t{}", line(&what.unwrap_or_default()));
        }
    }
}

"#;

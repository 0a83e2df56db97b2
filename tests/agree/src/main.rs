//! `agree`: random variants in both executions, any number of them.
//!
//! `cargo run --release -p chv-agree -- --variants 100 --positions 1000 --seed 1`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use chv_agree::compare::Amount;
use chv_agree::crates::{Result, Workshop};
use chv_agree::generator::{Ready, Refusals, fitted, playable, written};
use chv_agree::shrink::{fails, smallest};
use chv_agree::survey::Survey;

const HELP: &str = "Compares random variants in both executions.

Options:
  --variants N    how many variants (20)
  --positions N   positions of each (500)
  --seconds N     most seconds for each (20)
  --seed N        the first variant (1)
  --batch N       variants built at once (16)
  --opt N         optimisation of generated code, 0 to 3 (1)
  --rounds N      rounds of making a failure smaller (12)
  --folder PATH   where crates are made (a temporary folder)
  --file PATH     compares this game instead of random ones
  --show          prints the variants and what they are made of, and plays nothing
";

fn main() -> ExitCode {
    let mut numbers: BTreeMap<&str, u64> = [
        ("--variants", 20),
        ("--positions", 500),
        ("--seconds", 20),
        ("--seed", 1),
        ("--batch", 16),
        ("--opt", 1),
        ("--rounds", 12),
    ]
    .into();
    let mut folder = std::env::temp_dir().join("chv-agree");
    let (mut show, mut file) = (false, None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = match arg.as_str() {
            "--show" => {
                show = true;
                continue;
            }
            "--file" => {
                file = args.next().map(PathBuf::from);
                continue;
            }
            "--folder" => {
                folder = args.next().map_or(folder, PathBuf::from);
                continue;
            }
            _ => args.next().and_then(|n| n.parse().ok()),
        };
        match (numbers.get_mut(arg.as_str()), value) {
            (Some(number), Some(value)) => *number = value,
            _ => {
                eprint!("{HELP}");
                return ExitCode::from(2);
            }
        }
    }
    let get = |name: &str| numbers[name];
    if show {
        let (mut refusals, mut survey) = (Refusals::new(), Survey::default());
        for n in 0..get("--variants") {
            let draft = playable(get("--seed") + n);
            let text = draft.text();
            let fits = fitted(draft, &mut refusals);
            println!("{text}// fits: {}\n", fits.is_some());
            if let Some(ready) = fits {
                survey.add(&ready.draft, 0);
            }
        }
        print!("{survey}");
        report(&refusals);
        return ExitCode::SUCCESS;
    }
    let project = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workshop = Workshop {
        project: project.canonicalize().unwrap_or(project),
        target: folder.join("target"),
        folder,
        optimised: get("--opt").min(3) as u8,
        libraries: 2,
    };
    let amount = Amount {
        seed: get("--seed"),
        positions: get("--positions"),
        time: Duration::from_secs(get("--seconds")),
    };
    let done = match file {
        Some(path) => one(&workshop, amount, &path),
        None => run(&workshop, amount, &get),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Compares a game that is written down.
fn one(workshop: &Workshop, amount: Amount, path: &Path) -> std::io::Result<bool> {
    let text = std::fs::read_to_string(path)?;
    let ready = written("game", text).map_err(std::io::Error::other)?;
    let results = workshop.compare(std::slice::from_ref(&ready), amount)?;
    let mut agrees = true;
    for result in results {
        if let Result::Compared(played) = &result {
            println!(
                "{} positions ({} in check, {} decided), {} moves",
                played.positions, played.checks, played.ends, played.moves
            );
        }
        if fails(&result) {
            agrees = false;
            say(&ready, &result);
        }
    }
    Ok(agrees)
}

fn run(workshop: &Workshop, amount: Amount, get: &dyn Fn(&str) -> u64) -> std::io::Result<bool> {
    let (mut refusals, mut survey) = (Refusals::new(), Survey::default());
    let (mut positions, mut moves, mut checks, mut ends, mut compared, mut dropped) = (0, 0, 0, 0, 0, 0);
    let mut failures = 0;
    let start = Instant::now();
    let seeds: Vec<u64> = (get("--seed")..get("--seed") + get("--variants")).collect();
    for chunk in seeds.chunks(get("--batch").max(1) as usize) {
        let batch: Vec<Ready> =
            chunk.iter().filter_map(|&seed| fitted(playable(seed), &mut refusals)).collect();
        dropped += chunk.len() - batch.len();
        let results = workshop.compare(&batch, amount)?;
        for (ready, result) in batch.into_iter().zip(results) {
            compared += 1;
            if let Result::Compared(played) = &result {
                positions += played.positions;
                moves += played.moves;
                checks += played.checks;
                ends += played.ends;
                survey.add(&ready.draft, played.positions);
            }
            if fails(&result) {
                failures += 1;
                say(&ready, &result);
                let small = Amount { positions: 400, time: Duration::from_secs(3), ..amount };
                let (ready, result) = smallest(workshop, (ready, result), small, get("--rounds") as usize)?;
                println!("made smaller:");
                say(&ready, &result);
            }
        }
        println!(
            "seeds {}..{}: {compared} variants, {positions} positions ({checks} in check, {ends} decided), {moves} moves, {failures} failures, {:.0} s",
            seeds[0],
            chunk[chunk.len() - 1],
            start.elapsed().as_secs_f64()
        );
    }
    print!("{survey}");
    report(&refusals);
    println!("{dropped} variants could not be made to fit");
    Ok(failures == 0)
}

fn report(refusals: &Refusals) {
    for (reason, count) in refusals {
        println!("refused at first in {count} variants: {reason}");
    }
}

fn say(ready: &Ready, result: &Result) {
    println!("{}", ready.text);
    match result {
        Result::Broken(what) => println!("{what}"),
        Result::Compared(played) => {
            if let Some(d) = &played.difference {
                println!("{}\nposition: {}\nmoves: {}", d.what, d.fen, d.moves.join(" "));
            }
        }
    }
    println!();
}

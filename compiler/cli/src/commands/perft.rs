//! `chv perft`: node counts.

use std::time::{Duration, Instant};

use crate::args::PerftArgs;
use crate::game::{load, set_up};
use crate::registry::Registry;
use crate::shell::{Done, Shell};

/// Writes the count, with `--divide` the count below each move first; the rate goes to standard
/// error.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, args: &PerftArgs) -> Done {
    let rules = load(registry, shell, &args.at.game.game, &args.at.game.run)?;
    let game = set_up(&*rules, &args.at)?;
    let bulk = !args.no_bulk;
    let begin = Instant::now();
    // Move by move there is something to show, to the terminal or on the way.
    let nodes = if args.depth > 0 && (args.divide || shell.progress_is_seen()) {
        let moves = game.positional_texts();
        let mut total = 0u64;
        for (done, text) in moves.iter().enumerate() {
            shell.progress(|| format!("{done} of {} moves, {total} nodes", moves.len()));
            let below = game.perft_below(text, args.depth, bulk).unwrap_or(0);
            total += below;
            if args.divide {
                shell.wipe();
                writeln!(shell.out, "{text}: {below}")?;
            }
        }
        total
    } else {
        game.perft(args.depth, bulk)
    };
    shell.wipe();
    if args.divide {
        writeln!(shell.out)?;
    }
    writeln!(shell.out, "Nodes searched: {nodes}")?;
    shell.out.flush()?;
    shell.say(rate(nodes, begin.elapsed()));
    Ok(())
}

fn rate(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let rate = nodes as f64 / seconds.max(1e-9);
    format!("{seconds:.3} s, {:.3} million nodes a second", rate / 1e6)
}

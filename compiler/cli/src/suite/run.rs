//! Running the rows of a table on several threads and reporting in their order.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::table::Row;
use crate::shell::{Done, Failure, Shell};

/// What became of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The answer is right.
    Passed,
    /// It is wrong, or there was none: what to say.
    Failed(String),
    /// The row was not run; if there is a text, it is said once.
    Skipped(Option<String>),
}

/// The closing count of a suite.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
}

/// Runs every row with workers made by `worker` (one a thread, each with its own state), writes a
/// line for each failure and the closing line.
///
/// # Errors
/// When a row failed or none passed.
pub(crate) fn run<W, F>(shell: &mut Shell<'_>, rows: &[Row], jobs: Option<NonZeroUsize>, worker: F) -> Done
where
    W: FnMut(&Row) -> Verdict,
    F: Fn() -> W + Sync,
{
    let jobs = jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (send, receive) = mpsc::channel();
    let result = thread::scope(|scope| {
        for _ in 0..jobs.min(rows.len()) {
            let send = send.clone();
            let (next, stop, worker) = (&next, &stop, &worker);
            scope.spawn(move || {
                let mut work = worker();
                while !stop.load(Ordering::Relaxed) {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(row) = rows.get(i) else { break };
                    if send.send((i, work(row))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let result = report(shell, rows, &receive);
        stop.store(true, Ordering::Relaxed);
        result
    });
    let tally = result?;
    writeln!(shell.out, "{} passed, {} failed, {} skipped", tally.passed, tally.failed, tally.skipped)?;
    shell.out.flush()?;
    if tally.failed > 0 {
        return Err(Failure::Fault(String::new()));
    }
    if tally.passed == 0 {
        return Err(Failure::Fault("nothing passed: no row of the table was run".to_owned()));
    }
    Ok(())
}

/// Takes verdicts as they come and reports them in the order of the rows.
fn report(
    shell: &mut Shell<'_>,
    rows: &[Row],
    verdicts: &mpsc::Receiver<(usize, Verdict)>,
) -> Result<Tally, Failure> {
    let mut waiting: Vec<Option<Verdict>> = vec![None; rows.len()];
    let mut said: Vec<String> = Vec::new();
    let mut tally = Tally::default();
    let mut reported = 0;
    for (done, (i, verdict)) in verdicts.iter().enumerate() {
        waiting[i] = Some(verdict);
        while let Some(verdict) = waiting.get_mut(reported).and_then(Option::take) {
            match verdict {
                Verdict::Passed => tally.passed += 1,
                Verdict::Failed(text) => {
                    tally.failed += 1;
                    shell.wipe();
                    writeln!(shell.out, "line {}: {text}", rows[reported].line)?;
                    shell.out.flush()?;
                }
                Verdict::Skipped(reason) => {
                    tally.skipped += 1;
                    if let Some(reason) = reason.filter(|r| !said.contains(r)) {
                        shell.say(&reason);
                        said.push(reason);
                    }
                }
            }
            reported += 1;
        }
        let done = done + 1;
        if done % 16 == 0 {
            shell.progress(|| format!("{done} of {} rows, {} failed", rows.len(), tally.failed));
        }
    }
    shell.wipe();
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdicts: &[Verdict], jobs: usize) -> (String, String, bool) {
        let rows: Vec<Row> =
            (0..verdicts.len()).map(|i| Row { line: i + 2, columns: Ok(vec![i.to_string()]) }).collect();
        let (mut out, mut messages, mut input) = (Vec::new(), Vec::new(), std::io::empty());
        let mut shell = Shell::quiet(&mut out, &mut messages, &mut input);
        let good =
            run(&mut shell, &rows, NonZeroUsize::new(jobs), || |row: &Row| verdicts[row.line - 2].clone())
                .is_ok();
        (String::from_utf8(out).unwrap(), String::from_utf8(messages).unwrap(), good)
    }

    #[test]
    fn failures_come_in_order_and_reasons_once() {
        let skip = || Verdict::Skipped(Some("no game x".to_owned()));
        let fail = |text: &str| Verdict::Failed(text.to_owned());
        let verdicts = [Verdict::Passed, fail("a"), skip(), Verdict::Skipped(None), skip(), fail("b")];
        for jobs in [1, 2, 5] {
            let (out, messages, good) = outcome(&verdicts, jobs);
            assert_eq!(out, "line 3: a\nline 7: b\n1 passed, 2 failed, 3 skipped\n");
            assert_eq!(messages, "no game x\n");
            assert!(!good);
        }
    }

    #[test]
    fn nothing_passed_is_a_failure() {
        assert!(outcome(&[Verdict::Passed], 1).2);
        assert_eq!(outcome(&[], 4), ("0 passed, 0 failed, 0 skipped\n".to_owned(), String::new(), false));
        assert!(!outcome(&[Verdict::Skipped(None)], 1).2);
    }
}

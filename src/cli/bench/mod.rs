//! `flowbot bench`: Solve whole collections, check every answer, say how long it took.

mod clock;
mod engines;
mod futoshiki;
mod measure;
mod report;

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use super::Exit;
use super::files::{self, PUZZLES};
use super::output::ending_in;
use super::parallel::in_order;
use super::progress::Progress;
use super::stdio::print;
use crate::puzzle::flow::text::{Level, read_bytes};
use crate::solve::flow::Touching;
use measure::{Measurement, Question, measure};
use report::Report;

const EXAMPLES: &str = "\
Examples:
  flowbot bench levels/
  flowbot bench levels/ --count 2 --threads 1 --json
  flowbot bench hard.puzzle --touching --max-guesses 1000000
  flowbot bench futoshiki boards/ --report family.html
  flowbot bench levels/ --engines all --report target/family.html
  flowbot bench levels/ --engines smart,dijkstra --runs 3 --max-ms 60000

Every answer is checked: each path by itself, and against the solution that the
file gives. Times are CPU time of the thread that solves, one cold pass a board;
of the ten slowest boards the median of three passes.";

/// More than any machine has cores.
const MOST_THREADS: i64 = 1024;
/// So many of the slowest boards are measured again, twice.
const SLOWEST: usize = 10;

/// Solve whole collections, check every answer, say how long it took
#[derive(Debug, clap::Args)]
#[command(
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(super) struct Args {
    #[command(subcommand)]
    other: Option<Other>,

    /// Files with puzzles or level packs, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// How many solutions to look for; 2 proves that there is only one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,

    /// Let paths touch themselves from the start, not only where nothing is found without
    #[arg(long)]
    touching: bool,

    /// Stop a board after so many guesses
    #[arg(long, value_name = "N")]
    max_guesses: Option<u64>,

    /// Stop a board after so many milliseconds of CPU time
    #[arg(long, value_name = "MS")]
    max_ms: Option<u64>,

    /// Boards solved at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: u16,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,

    /// Let these engines find a first solution each, side by side: names as in `solve --engine`, or all [default limit:
    /// 10 s a board]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', conflicts_with_all = ["count", "json", "threads", "max_guesses"])]
    engines: Option<Vec<String>>,

    /// How often an engine solves each board
    #[arg(long, value_name = "N", default_value_t = 5, requires = "engines", value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,

    /// Write the comparison of engines to this page, with charts and published figures
    #[arg(long, value_name = "FILE.html", requires = "engines", value_parser = ending_in(["html"]))]
    report: Option<PathBuf>,
}

/// Puzzles other than Flow, with engines of their own.
#[derive(Debug, clap::Subcommand)]
enum Other {
    Futoshiki(futoshiki::Args),
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(Other::Futoshiki(args)) = args.other {
        return futoshiki::run(&args);
    }
    let mut levels = Vec::new();
    for path in files::find(&args.paths, &PUZZLES)? {
        levels.extend(read(&path)?);
    }
    if let Some(names) = &args.engines {
        return engines::run(&args, &levels, names);
    }
    let question = Question {
        count: usize::from(args.count),
        touching: if args.touching {
            Touching::Allowed
        } else {
            Touching::Fallback
        },
        max_guesses: args.max_guesses,
        max_ms: args.max_ms,
    };
    let mut measured = measure_all(&levels, &question, args.threads);
    measure_slowest_again(&levels, &question, &mut measured);
    let report = Report::new(&levels, &measured);
    if args.json {
        print(&(report.json() + "\n"))?;
    } else {
        print(&report.table())?;
    }
    Ok(if report.is_all_right() {
        Exit::Done
    } else {
        Exit::Failed
    })
}

/// The levels of a file, under names that say the file.
fn read(path: &Path) -> anyhow::Result<Vec<Level>> {
    let (name, bytes) = files::read(path)?;
    let stem = Path::new(&name)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let levels = read_bytes(&name, &bytes)?.into_iter().map(|level| Level {
        name: short_name(&level.name, &name, &stem),
        ..level
    });
    Ok(levels.collect())
}

/// The file's stem for its folder and ending, and in front of names that do not say the file.
fn short_name(level: &str, file: &str, stem: &str) -> String {
    match level.strip_prefix(file) {
        Some(rest) => format!("{stem}{rest}"),
        None => format!("{stem}, {level}"),
    }
}

/// One cold pass over every level.
fn measure_all(levels: &[Level], question: &Question, threads: u16) -> Vec<Measurement> {
    let progress = Progress::new(levels.len(), "boards");
    let mut measured = Vec::with_capacity(levels.len());
    let keep = |_: &Level, measurement| {
        measured.push(measurement);
        progress.step();
        Ok::<(), Infallible>(())
    };
    let Ok(()) = in_order(
        levels,
        threads.into(),
        |level| measure(level, question),
        keep,
    );
    measured
}

/// Any board may be slow once because the machine did something else.
fn measure_slowest_again(levels: &[Level], question: &Question, measured: &mut [Measurement]) {
    let mut order: Vec<usize> = (0..measured.len()).collect();
    order.sort_by(|&a, &b| measured[b].ms.total_cmp(&measured[a].ms));
    for &index in order.iter().take(SLOWEST) {
        let again = || measure(&levels[index], question).ms;
        let mut times = [measured[index].ms, again(), again()];
        times.sort_by(f64::total_cmp);
        measured[index].ms = times[1];
    }
}

//! `flowbot solve`: Solve a puzzle file or a picture.

mod explain;
mod futoshiki;
mod input;
mod show;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};

use super::Exit;
use super::exit::Usage;
use super::files;
use super::output::{ending_in, ensure_may_write, write_whole};
use super::stdio::note;
use crate::pipeline::Limits;
use crate::puzzle::flow::text::Level;
use crate::puzzle::flow::verify;
use crate::puzzle::futoshiki::text::{is_futoshiki, read_bytes};
use crate::render::{Style, draw_board, png};
use crate::solve::flow::direction::solve_observed;
use crate::solve::flow::{Answer, Outcome, Request, Touching, solve};
use explain::Log;
use input::Board;
use show::Format;

const EXAMPLES: &str = "\
Examples:
  flowbot solve my.puzzle
  flowbot solve screenshot.png --picture solved.png
  flowbot solve levels.txt --level 12 --format paths
  flowbot solve my.puzzle --explain
  printf 'A..B\\nA..B\\n' | flowbot solve - --count 2
  flowbot solve my.futoshiki --count 2 --explain
  echo '4:0D,0D,0,0D,0,0,0,0,0,0L,0,0U,0,0,0R,0,' | flowbot solve - --engine mrv1 --stats

Solutions go to standard output, all that is said about them to standard error.
A puzzle file has one character a cell: `.` empty, `*` not a cell, `+` a bridge,
anything else a terminal, twice each. Header lines above it say what a grid
cannot: `shape: hex`, `warp: both`, `walls: 3|4 7|12`. Boards on no lattice are
one row of nodes: `shape: graph`, `nodes: 0,0 10,0 5,8`, `edges: 0|1 1|2`. Level
packs, Numberlink files (`WIDTH HEIGHT`, then the grid) and JSON are read too.

A Futoshiki file is known by its content: `size: 4`, then the rows, `.` or a digit
a cell, `<` or `>` or a space between two; below each row but the last a line with
`^`, `v` or a space under each cell. The same with commas (CSV), game ids of
Simon Tatham's `unequal` and JSON with \"puzzle\": \"futoshiki\" are read too.
Engines: bt, bt-fc, mrv1, mrv2, mrv3, which stop after 1000000 digits tried if no
other limit is given, and propagation.

Exit codes: 0 solved; 1 a file failed; 2 usage; 3 no board in the picture; 4 no
solution; 5 stopped by --max-guesses; 6 stopped by a signal.";

const STOPPED: &str = "stopped by a signal";

/// Solve a puzzle file or a picture
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A puzzle, pack, Numberlink or JSON file, a picture (PNG, JPEG, WebP, GIF, BMP), or - for standard input
    #[arg(value_name = "FILE|PICTURE|-")]
    file: PathBuf,

    /// Solve only this level of a file that holds several, counted from 1 [default: all of them]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    level: Option<u64>,

    /// How to write solutions [default: box, or paths where the board is not of plain square cells]
    #[arg(long)]
    format: Option<Format>,

    /// Look for up to N solutions; with 2 or more, say whether there is only one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,

    /// Let paths touch themselves from the start [default: only if there is no other solution, and for a picture only if
    /// the picture alone is sure of the board]
    #[arg(long)]
    touching: bool,

    /// Give up after so many guesses
    #[arg(long, value_name = "N")]
    max_guesses: Option<u64>,

    /// Futoshiki: how to search, bt, bt-fc, mrv1, mrv2, mrv3 or propagation [default: propagation]
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,

    /// Say how much work it was
    #[arg(long)]
    stats: bool,

    /// Tell on standard error what was deduced: which rule fixed which cell, each guess and what came of it
    #[arg(long)]
    explain: bool,

    /// Draw the first solution into this PNG file
    #[arg(long, value_name = "FILE.png", value_parser = ending_in("png"))]
    picture: Option<PathBuf>,

    /// Replace the picture if it exists already
    #[arg(long, requires = "picture")]
    force: bool,
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    let (name, bytes) = files::read(&args.file)?;
    if is_futoshiki(&bytes) {
        let levels = chosen(read_bytes(&name, &bytes)?, &args)?;
        let name = |level: &futoshiki::Level| level.name.clone();
        return solve_all(&levels, name, &args, futoshiki::solver(&args)?);
    }
    if args.engine.is_some() {
        bail!(Usage(format!(
            "{name} holds no Futoshiki, and --engine is for Futoshiki: leave it out"
        )));
    }
    let boards = chosen(
        input::boards(&args.file, name, &bytes, args.touching)?,
        &args,
    )?;
    if let Some(picture) = &args.picture {
        ensure_may_write(picture, args.force)?;
    }
    solve_all(&boards, |board| board.level.name.clone(), &args, solve_one)
}

/// Solves one board after another.
fn solve_all<B>(
    boards: &[B],
    name: impl Fn(&B) -> String,
    args: &Args,
    solve_one: impl Fn(&B, &Args, &AtomicBool) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let stop = stop_on_signals()?;
    let has_several = boards.len() > 1;
    let mut exit = Exit::Done;
    for (index, board) in boards.iter().enumerate() {
        // The engine asks only before a guess, and most levels need none.
        if stop.load(Ordering::Relaxed) {
            note(STOPPED);
            return Ok(Exit::Stopped);
        }
        if has_several {
            let gap = if index > 0 { "\n" } else { "" };
            show::heading(&name(board), gap, args.format)?;
        }
        match solve_one(board, args, &stop)? {
            Exit::Done => {}
            Exit::Stopped => return Ok(Exit::Stopped),
            // One level without a solution says more of a file than one that took too long.
            Exit::NoSolution => exit = Exit::NoSolution,
            other if exit == Exit::Done => exit = other,
            _ => {}
        }
    }
    Ok(exit)
}

/// The level asked for, or all.
fn chosen<B>(mut boards: Vec<B>, args: &Args) -> anyhow::Result<Vec<B>> {
    let file = args.file.display();
    let count = boards.len();
    if let Some(level) = args.level {
        let index = usize::try_from(level - 1).unwrap_or(usize::MAX);
        if index >= count {
            bail!(Usage(format!(
                "{file} holds {count} level(s), so there is no --level {level}: choose 1 to {count}"
            )));
        }
        boards = vec![boards.swap_remove(index)];
    }
    if args.picture.is_some() && boards.len() > 1 {
        bail!(Usage(format!(
            "{file} holds {count} levels, and --picture draws one: choose it with --level"
        )));
    }
    Ok(boards)
}

/// Turns the first signal into a request to stop.
fn stop_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let handle = Arc::clone(&stop);
    ctrlc::set_handler(move || handle.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

fn solve_one(board: &Board, args: &Args, stop: &AtomicBool) -> anyhow::Result<Exit> {
    let Level { name, puzzle, .. } = &board.level;
    let request = Request {
        puzzle,
        count: args.count as usize,
        touching: if args.touching {
            Touching::Allowed
        } else {
            board.touching
        },
        limits: Limits {
            guesses: args.max_guesses,
            should_stop: &|| stop.load(Ordering::Relaxed),
        },
    };
    let started = Instant::now();
    let answer = if args.explain {
        let mut log = Log::new(puzzle);
        let answer = solve_observed(&request, &mut log);
        log.finish(answer.outcome);
        answer
    } else {
        solve(&request)
    };
    let took = started.elapsed();
    tracing::info!("{name}: the engine took {:.1} ms", took.as_secs_f64() * 1e3);
    for solution in &answer.solutions {
        verify(puzzle, solution)
            .with_context(|| format!("{name}: the engine is wrong, please report this puzzle"))?;
    }
    show::solutions(&board.level, &answer.solutions, args.format)?;
    if let (Some(file), Some(solution)) = (&args.picture, answer.solutions.first()) {
        let style = Style {
            colours: board.colours.clone(),
            ..Style::default()
        };
        let picture = png(&draw_board(puzzle, Some(solution), &style))?;
        write_whole(file, &picture)?;
    }
    let was_signalled = stop.load(Ordering::Relaxed) && answer.outcome == Outcome::Stopped;
    if let Some(verdict) = verdict(&answer, args, was_signalled) {
        note(&format!("{name}: {verdict}"));
    }
    if args.stats {
        let stats = answer.stats;
        note(&format!(
            "{name}: {} guesses, {} assignments, {} propagations, {:.1} ms",
            stats.guesses,
            stats.assignments,
            stats.propagations,
            took.as_secs_f64() * 1e3
        ));
    }
    Ok(match answer.outcome {
        Outcome::Solved => Exit::Done,
        Outcome::NoSolution => Exit::NoSolution,
        Outcome::Stopped if was_signalled => Exit::Stopped,
        Outcome::Stopped => Exit::Limit,
    })
}

/// What is to be said of an answer; nothing of one solution where one was asked for.
fn verdict(answer: &Answer, args: &Args, was_signalled: bool) -> Option<String> {
    let (found, wanted) = (answer.solutions.len(), args.count as usize);
    let among = if answer.touching {
        "counting paths that touch themselves too"
    } else {
        "counting only paths that never touch themselves (--touching counts all)"
    };
    match answer.outcome {
        Outcome::NoSolution if answer.touching => {
            Some("no solution, not even with paths that touch themselves".to_owned())
        }
        Outcome::NoSolution => {
            Some("no solution whose paths do not touch themselves; try --touching".to_owned())
        }
        Outcome::Stopped if was_signalled => Some(STOPPED.to_owned()),
        Outcome::Stopped => Some(format!(
            "stopped after {} guesses with {found} solution(s) found; raise --max-guesses to go on",
            answer.stats.guesses
        )),
        Outcome::Solved if wanted == 1 => None,
        Outcome::Solved if found == 1 => Some(format!("exactly one solution, {among}")),
        Outcome::Solved if found < wanted => Some(format!("exactly {found} solutions, {among}")),
        Outcome::Solved => Some(format!("at least {found} solutions, {among}")),
    }
}

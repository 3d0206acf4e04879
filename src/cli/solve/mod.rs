//! `flowbot solve`: Solve a puzzle file or a picture.

mod animate;
mod engine;
mod explain;
mod futoshiki;
mod show;
mod step_log;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::Exit;
use super::exit::Usage;
use super::input::{self, Board, Input};
use super::output::{ending_in, ensure_may_write, has_ending, write_whole};
use super::stdio::note;
use crate::pipeline::{Limits, SearchView};
use crate::puzzle::flow::text::Level;
use crate::puzzle::flow::verify;
use crate::read::Rules;
use crate::render::{Style, board_svg, draw_board, png};
use crate::solve::flow::{Answer, Outcome, PathRule, Request};
use animate::{animate, watch};
use engine::{EngineArgs, Look, Looked};
use show::Format;

const EXAMPLES: &str = "\
Examples:
  flowbot solve my.puzzle
  flowbot solve screenshot.png --picture solved.png
  flowbot solve my.puzzle --picture solved.svg
  flowbot solve levels.txt --level 12 --format paths
  flowbot solve my.puzzle --explain
  flowbot solve my.puzzle --animate solved.gif
  flowbot solve my.puzzle --watch --engine first-free
  flowbot solve my.puzzle --engine smart --with fc,mrv --stats
  flowbot solve my.puzzle --engine random --seed 7 --max-ms 5000
  flowbot solve numberlink.puzzle --allow-empty
  printf 'A..B\\nA..B\\n' | flowbot solve - --count 2
  flowbot solve my.futoshiki --count 2 --explain
  echo '4:0D,0D,0,0D,0,0,0,0,0,0L,0,0U,0,0,0R,0,' | flowbot solve - --engine mrv1 --stats

Solutions go to standard output, all that is said about them to standard error.
A puzzle file has one character a cell: `.` empty, `*` not a cell, `+` a bridge,
anything else a terminal, twice each. Header lines above it say what a grid
cannot: `shape: hex`, `warp: both`, `walls: 3|4 7|12`. Boards on no lattice are
one row of nodes: `shape: graph`, `nodes: 0,0 10,0 5,8`, `edges: 0|1 1|2`, and if
wanted `outlines: 0,0|9,0|9,9`, the corners of each cell. Level
packs, Numberlink files (`WIDTH HEIGHT`, then the grid, where all but `.` is a
terminal), ADC files (`SIZE 10X10`) and JSON are read too.

A Futoshiki file is known by its content: `size: 4`, then the rows, `.` or a digit
a cell, `<` or `>` or a space between two; below each row but the last a line with
`^`, `v` or a space under each cell. The same with commas (CSV), game ids of
Simon Tatham's `unequal` and JSON with \"puzzle\": \"futoshiki\" are read too.
Engines: bt, bt-fc, mrv1, mrv2, mrv3, which stop after 1000000 digits tried if no
other limit is given, and propagation.

Paths touch themselves only if there is no other solution, and fill a 2x2 square
only if there is none without; what is said names the rule. With --touching they
may from the start.

Exit codes: 0 solved; 1 a file failed; 2 usage; 3 no board in the picture; 4 no
solution; 5 stopped by --max-guesses, --max-ms or --max-mb; 6 stopped by a signal.";

const STOPPED: &str = "stopped by a signal";

/// Solve a puzzle file or a picture
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A puzzle, pack, Numberlink, ADC or JSON file, a picture (PNG, JPEG, WebP, GIF, BMP), or - for standard input
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

    /// Let cells stay empty, as some Numberlink puzzles do
    #[arg(long)]
    allow_empty: bool,

    /// In a picture, also believe a Futoshiki board with more than one solution where all that stands on it can be told
    #[arg(long)]
    any_solution: bool,

    /// Give up after so many guesses
    #[arg(long, value_name = "N")]
    max_guesses: Option<u64>,

    #[command(flatten)]
    engine: EngineArgs,

    /// Give up after so many milliseconds
    #[arg(long, value_name = "MS")]
    max_ms: Option<u64>,

    /// Say how much work it was
    #[arg(long)]
    stats: bool,

    /// Tell on standard error what was deduced: which rule fixed which cell, each guess and what came of it
    #[arg(long)]
    explain: bool,

    /// Draw the first solution into this PNG or SVG file
    #[arg(long, value_name = "FILE.png|FILE.svg", value_parser = ending_in(["png", "svg"]))]
    picture: Option<PathBuf>,

    /// Draw the search into this animated GIF, or into a page with a slider
    #[arg(long, value_name = "FILE.gif|FILE.html", value_parser = ending_in(["gif", "html"]), conflicts_with = "explain")]
    animate: Option<PathBuf>,

    /// Show the search in the terminal, with keys to pause, step and change the speed
    #[arg(long, conflicts_with = "explain")]
    watch: bool,

    /// Replace the picture or the animation if it exists already
    #[arg(long)]
    force: bool,
}

impl Args {
    fn look(&self) -> Look {
        if self.explain {
            Look::Explain
        } else if self.watch || self.animate.is_some() {
            Look::Film
        } else {
            Look::Nothing
        }
    }

    /// The limit that stopped a search, or may have.
    fn limit(&self) -> &'static str {
        match (self.max_guesses, self.max_ms) {
            (Some(_), None) => "--max-guesses",
            (None, Some(_)) => "--max-ms or --max-mb",
            (Some(_), Some(_)) => "--max-guesses, --max-ms or --max-mb",
            (None, None) => "--max-mb",
        }
    }
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    let rules = Rules {
        touching: args.touching,
        allow_empty: args.allow_empty,
        any_solution: args.any_solution,
    };
    let boards = match input::input(&args.file, rules)? {
        Input::Flow(boards) => chosen(boards, &args)?,
        Input::Futoshiki(boards) => {
            let levels = boards.into_iter().map(|board| board.level).collect();
            let levels = chosen(levels, &args)?;
            let name = |level: &futoshiki::Level| level.name.clone();
            return solve_all(&levels, name, &args, futoshiki::solver(&args)?);
        }
    };
    for file in args.picture.iter().chain(&args.animate) {
        ensure_may_write(file, args.force)?;
    }
    ensure_may_be_shown(&args, &boards)?;
    solve_all(&boards, |board| board.level.name.clone(), &args, solve_one)
}

/// Fails when a search cannot be shown as asked.
fn ensure_may_be_shown(args: &Args, boards: &[Board]) -> Result<(), Usage> {
    if args.watch && !io::stdout().is_terminal() {
        return Err(Usage(
            "--watch needs a terminal; --animate FILE.gif draws into a file".to_owned(),
        ));
    }
    let is_graph = |board: &Board| board.level.puzzle.board().layout().graph.is_some();
    if args.look() == Look::Film && boards.iter().any(is_graph) {
        return Err(Usage(
            "--animate and --watch draw boards on a lattice, and this one is a graph: take --explain".to_owned(),
        ));
    }
    Ok(())
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
    let is_one_drawn = args.picture.is_some() || args.animate.is_some() || args.watch;
    if is_one_drawn && boards.len() > 1 {
        bail!(Usage(format!(
            "{file} holds {count} levels, and --picture, --animate and --watch draw one: choose it with --level"
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
    let started = Instant::now();
    let limit = args.max_ms.map(Duration::from_millis);
    let request = Request {
        puzzle,
        count: args.count as usize,
        touching: board.touching,
        limits: Limits {
            guesses: args.max_guesses,
            should_stop: &|| {
                stop.load(Ordering::Relaxed)
                    || limit.is_some_and(|limit| started.elapsed() >= limit)
            },
        },
    };
    let Looked { answer, views } = args.engine.solve(&request, args.look())?;
    let took = started.elapsed();
    tracing::info!("{name}: the engine took {:.1} ms", took.as_secs_f64() * 1e3);
    for solution in &answer.solutions {
        verify(puzzle, solution)
            .with_context(|| format!("{name}: the engine is wrong, please report this puzzle"))?;
    }
    show::solutions(&board.level, &answer.solutions, args.format)?;
    draw(board, args, &answer, &views, stop)?;
    let was_signalled = stop.load(Ordering::Relaxed) && answer.outcome == Outcome::Stopped;
    if let Some(verdict) = verdict(&answer, args, was_signalled) {
        note(&format!("{name}: {verdict}"));
    }
    if args.stats {
        let work = engine::work(puzzle, &answer.stats);
        note(&format!(
            "{name}: {work}, {:.1} ms",
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

/// Shows the search and the first solution as asked; a signal ends the watching.
fn draw(
    board: &Board,
    args: &Args,
    answer: &Answer,
    views: &[SearchView],
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let puzzle = &board.level.puzzle;
    if let (Some(file), Some(solution)) = (&args.picture, answer.solutions.first()) {
        let style = Style {
            colours: board.colours.clone(),
            ..Style::default()
        };
        let picture = if has_ending(file, "svg") {
            board_svg(puzzle, Some(solution), &style).into_bytes()
        } else {
            png(&draw_board(puzzle, Some(solution), &style))?
        };
        write_whole(file, &picture)?;
    }
    if let Some(file) = &args.animate {
        animate(file, puzzle, views, &board.colours)?;
    }
    if args.watch {
        watch(puzzle, views, &board.colours, stop).context("cannot draw on the terminal")?;
    }
    Ok(())
}

/// What is to be said of an answer; nothing of one solution where one was asked for and no path touches itself.
fn verdict(answer: &Answer, args: &Args, was_signalled: bool) -> Option<String> {
    let (found, wanted) = (answer.solutions.len(), args.count as usize);
    let among = match answer.rule {
        PathRule::NoTouching => {
            "counting only paths that never touch themselves (--touching counts all)"
        }
        PathRule::NoSquares => {
            "counting only paths that fill no 2x2 square, for none never touch themselves (--touching counts all)"
        }
        PathRule::AnyPath => "counting paths that touch themselves too",
    };
    let none = || match answer.rule {
        PathRule::NoTouching => args.engine.no_plain_solution(),
        PathRule::NoSquares => "no solution whose paths fill no 2x2 square; try --touching",
        PathRule::AnyPath => "no solution, not even with paths that touch themselves",
    };
    match answer.outcome {
        Outcome::NoSolution if args.allow_empty => {
            Some(format!("{}, cells left empty or not", none()))
        }
        Outcome::NoSolution => Some(none().to_owned()),
        Outcome::Stopped if was_signalled => Some(STOPPED.to_owned()),
        Outcome::Stopped => Some(format!(
            "stopped after {} guesses with {found} solution(s) found, {among}; raise {} to go on",
            answer.stats.guesses,
            args.limit()
        )),
        Outcome::Solved if wanted == 1 => rule_needed(answer.rule, args).map(str::to_owned),
        Outcome::Solved if found == 1 => Some(format!("exactly one solution, {among}")),
        Outcome::Solved if found < wanted => Some(format!("exactly {found} solutions, {among}")),
        Outcome::Solved => Some(format!("at least {found} solutions, {among}")),
    }
}

/// What a solution needed that the usual rule forbids, if nobody asked for it.
fn rule_needed(rule: PathRule, args: &Args) -> Option<&'static str> {
    match rule {
        _ if args.touching => None,
        PathRule::NoTouching => None,
        PathRule::NoSquares => {
            Some("paths touch themselves, for there is no other solution; none fills a 2x2 square")
        }
        PathRule::AnyPath => {
            Some("paths touch themselves and fill 2x2 squares, for there is no other solution")
        }
    }
}

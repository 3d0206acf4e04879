//! `bench --engines`: engines against each other on the same boards.

mod contestants;
mod measure;
mod page;
mod published;
mod table;

use std::time::Duration;

use anyhow::anyhow;

use super::Args;
use crate::cli::Exit;
use crate::cli::exit::Usage;
use crate::cli::output::write_whole;
use crate::cli::progress::Progress;
use crate::cli::stdio::print;
use crate::puzzle::flow::text::Level;
use crate::solve::flow::{Engine, Touching};
use contestants::Contestant;
use measure::{Conditions, End, Result, measure};

/// How long an engine may take on a board if nothing is said.
const LIMIT: Duration = Duration::from_secs(10);

/// Contestants on boards.
struct Contest<'a> {
    /// Smallest boards first.
    boards: Vec<Board<'a>>,
    contestants: Vec<Contestant>,
    /// By board, then by contestant.
    results: Vec<Vec<Result>>,
}

/// A board of the contest.
struct Board<'a> {
    level: &'a Level,
    /// Cells without a terminal.
    free: usize,
    /// `regular`, `jumbo`, `extreme`, or `other`: what its name says.
    class: &'static str,
}

impl<'a> Board<'a> {
    fn new(level: &'a Level) -> Self {
        let classes = ["regular", "jumbo", "extreme"];
        let mut named = classes
            .into_iter()
            .filter(|class| level.name.contains(class));
        Self {
            free: level.puzzle.board().node_count() - 2 * level.puzzle.pairs().len(),
            class: named.next().unwrap_or("other"),
            level,
        }
    }

    /// Columns and rows: `14x14`.
    fn size(&self) -> String {
        let board = self.level.puzzle.board();
        format!("{}x{}", board.cols(), board.rows())
    }
}

impl<'a> Contest<'a> {
    fn hold(levels: &'a [Level], contestants: Vec<Contestant>, conditions: Conditions) -> Self {
        let mut boards: Vec<Board> = levels.iter().map(Board::new).collect();
        boards.sort_by_key(|board| (board.class, board.level.puzzle.board().node_count()));
        let progress = Progress::new(boards.len() * contestants.len(), "runs");
        let mut results = Vec::new();
        for board in &boards {
            let row = contestants.iter().map(|contestant| {
                let result = measure(contestant, board.level, conditions);
                progress.step();
                result
            });
            results.push(row.collect());
        }
        Self {
            boards,
            contestants,
            results,
        }
    }

    fn has_wrong(&self) -> bool {
        let mut all = self.results.iter().flatten();
        all.any(|result| result.end == End::Wrong)
    }
}

/// Runs the command with `--engines`.
pub(super) fn run(args: &Args, levels: &[Level], names: &[String]) -> anyhow::Result<Exit> {
    let contestants =
        contestants::named(names).map_err(|error| anyhow!(Usage(error.to_string())))?;
    let conditions = Conditions {
        runs: args.runs,
        limit: args.max_ms.map_or(LIMIT, Duration::from_millis),
        touching: if args.touching {
            Touching::Allowed
        } else {
            Touching::Fallback
        },
    };
    let has_smart = contestants.iter().any(|one| one.engine == Engine::Smart);
    let contest = Contest::hold(levels, contestants, conditions);
    let steps = has_smart.then(|| Contest::hold(levels, contestants::smart_steps(), conditions));
    print(&table::text(&contest))?;
    if let Some(steps) = &steps {
        print(&format!(
            "\nsmart, one part more in each column\n{}",
            table::text(steps)
        ))?;
    }
    if let Some(file) = &args.report {
        write_whole(
            file,
            page::html(&contest, steps.as_ref(), conditions).as_bytes(),
        )?;
    }
    let is_wrong = contest.has_wrong() || steps.is_some_and(|steps| steps.has_wrong());
    Ok(if is_wrong { Exit::Failed } else { Exit::Done })
}

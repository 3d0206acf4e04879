//! `flowbot bench futoshiki`: the family of engines side by side.
//!
//! It answers the three questions of the report in which the family was published: are the answers right; how much time and
//! how many assignments does each take; do assignments depend on the number of signs?

mod chart;
mod measure;
mod page;
mod sweep;
mod table;

use std::path::PathBuf;

use crate::cli::Exit;
use crate::cli::files::{self, FUTOSHIKI};
use crate::cli::output::{ending_in, ensure_may_write, write_whole};
use crate::cli::progress::Progress;
use crate::cli::stdio::print;
use crate::puzzle::futoshiki::text::{Level, read_bytes};
use crate::solve::futoshiki::{Engine, PUBLISHED_LIMIT};
use measure::{Measurement, measure};

const EXAMPLES: &str = "\
Examples:
  flowbot bench futoshiki boards/
  flowbot bench futoshiki boards/ --limit 100000 --report family.html
  flowbot bench futoshiki boards/ --runs 0

Every engine solves every board; each answer is checked by itself and against those
of the others. Times are CPU time, one cold pass a board.";

/// Compare the engines for Futoshiki on boards, and on generated ones with more and more signs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Files with boards, or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The most assignments of the published engines on one board
    #[arg(long, value_name = "N", default_value_t = PUBLISHED_LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Generated boards for each size and number of signs; 0 leaves this question out
    #[arg(long, value_name = "N", default_value_t = 3)]
    runs: u64,

    /// Write a page with tables and plots
    #[arg(long, value_name = "FILE.html", value_parser = ending_in(["html"]))]
    report: Option<PathBuf>,

    /// Replace the page if it exists already
    #[arg(long, requires = "report")]
    force: bool,
}

/// What all engines did on one board, in the order of [`Engine::ALL`].
struct Row {
    name: String,
    size: u8,
    measured: Vec<Measurement>,
}

impl Row {
    /// Engines whose answer is wrong, or contradicts a proof of another that there is none.
    fn wrong(&self) -> impl Iterator<Item = Engine> {
        let mut solved = self.measured.iter().map(|one| one.is_solved());
        let has_solution = solved.any(|is_solved| is_solved);
        let all = Engine::ALL.into_iter().zip(&self.measured);
        let wrong = all.filter(move |(_, one)| one.is_wrong(has_solution));
        wrong.map(|(engine, _)| engine)
    }
}

/// Runs the command.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    if let Some(file) = &args.report {
        ensure_may_write(file, args.force)?;
    }
    let mut levels = Vec::new();
    for path in files::find(&args.paths, &FUTOSHIKI)? {
        let (name, bytes) = files::read(&path)?;
        levels.extend(read_bytes(&name, &bytes)?);
    }
    let progress = Progress::new(levels.len(), "boards");
    let row = |Level { name, puzzle, .. }: Level| {
        let measured = Engine::ALL.map(|engine| measure(engine, &puzzle, args.limit));
        progress.step();
        Row {
            name,
            size: puzzle.size(),
            measured: measured.to_vec(),
        }
    };
    let rows: Vec<Row> = levels.into_iter().map(row).collect();
    drop(progress);
    let tables = [table::answers(&rows), table::work(&rows)];
    for table in &tables {
        print(&(table.text() + "\n"))?;
    }
    let wrong = rows
        .iter()
        .flat_map(|row| row.wrong().map(move |engine| (row, engine)));
    let wrong: Vec<String> = wrong
        .map(|(row, engine)| format!("WRONG: {} on {}\n", engine.name(), row.name))
        .collect();
    print(&wrong.concat())?;
    let sweeps = sweep::sweeps(args.runs, args.limit)?;
    let signs = table::signs(&sweeps);
    if !sweeps.is_empty() {
        print(&signs.text())?;
    }
    if let Some(file) = &args.report {
        let [answers, work] = tables;
        write_whole(
            file,
            page::html(&rows, [answers, work, signs], &sweeps).as_bytes(),
        )?;
    }
    Ok(if wrong.is_empty() {
        Exit::Done
    } else {
        Exit::Failed
    })
}

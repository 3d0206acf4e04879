//! `flowbot generate futoshiki`: Make Futoshiki puzzles with exactly one solution.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::{PATIENCE, seed_of_now};
use crate::cli::Exit;
use crate::cli::output::{ensure_may_write, write_whole};
use crate::cli::progress::Progress;
use crate::generate::futoshiki::{
    Difficulty, GenerateError, Generated, LONGEST_SIDE, Recipe, SHORTEST_SIDE, generate,
};
use crate::pipeline::Limits;
use crate::puzzle::futoshiki::text::{Level, board, csv, game_id, json};

const EXAMPLES: &str = "\
Examples:
  flowbot generate futoshiki
  flowbot generate futoshiki --size 9 --difficulty hard --seed 7 | flowbot solve -
  flowbot generate futoshiki --size 6 --signs 0.5 --givens 0.1
  flowbot generate futoshiki --count 50 --format json --out boards.json

The same seed gives the same puzzles. Easy: digits follow one by one. Medium: several
cells of a row or column must be looked at together. Hard: something must be tried.";

/// Make Futoshiki puzzles with exactly one solution
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Cells along a side
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(i64::from(SHORTEST_SIDE)..=i64::from(LONGEST_SIDE)))]
    size: u8,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Where the random numbers start; the puzzle after the first takes the next number
    /// [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// The share of cells with a given digit, 0 to 1 [default: as few as possible]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    givens: Option<f64>,

    /// The share of neighbours with a sign between, 0 to 1 [default: 0.35]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    signs: Option<f64>,

    /// What the puzzles ask [default: anything]
    #[arg(long, value_name = "HOW")]
    difficulty: Option<Asked>,

    /// What to write: JSON holds the solution too
    #[arg(long, value_name = "FORMAT", default_value = "board")]
    format: Format,

    /// Write to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Overwrite the file if it exists
    #[arg(long, requires = "out")]
    force: bool,

    /// Give up when one puzzle takes longer
    #[arg(long, value_name = "S", default_value_t = PATIENCE.as_secs())]
    seconds: u64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Asked {
    Easy,
    Medium,
    Hard,
}

impl From<Asked> for Difficulty {
    fn from(asked: Asked) -> Self {
        match asked {
            Asked::Easy => Self::Easy,
            Asked::Medium => Self::Medium,
            Asked::Hard => Self::Hard,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A board file
    Board,
    /// Fields with commas
    Csv,
    /// A game id of `unequal`
    Id,
    /// One line with the solution
    Json,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok();
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "write a number from 0 to 1, as 0.3".to_owned())
}

/// Runs the command.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let first_seed = args.seed.unwrap_or_else(seed_of_now);
    if let Some(file) = &args.out {
        ensure_may_write(file, args.force)?;
    }
    let progress = Progress::new(args.count as usize, "puzzles");
    let mut all = String::new();
    for number in 0..args.count {
        let recipe = Recipe {
            size: args.size,
            givens: args.givens,
            signs: args.signs,
            difficulty: args.difficulty.map(Difficulty::from),
            seed: first_seed.wrapping_add(number),
        };
        let made = made(&recipe, Duration::from_secs(args.seconds))?;
        let mut text = text_of(&recipe, made, args.format);
        if args.format == Format::Csv && number > 0 {
            text.insert(0, '\n');
        }
        match &args.out {
            Some(_) => all += &text,
            None => progress.print(&text)?,
        }
        progress.step();
    }
    if let Some(file) = &args.out {
        write_whole(file, all.as_bytes())?;
    }
    Ok(Exit::Done)
}

/// Makes a puzzle within a time.
fn made(recipe: &Recipe, patience: Duration) -> Result<Generated, GenerateError> {
    let begin = Instant::now();
    let limits = Limits {
        guesses: None,
        should_stop: &|| begin.elapsed() >= patience,
    };
    let made = generate(recipe, &limits);
    let (seed, ms) = (recipe.seed, begin.elapsed().as_millis());
    tracing::info!(seed, ms, "generate");
    made
}

fn text_of(recipe: &Recipe, made: Generated, format: Format) -> String {
    let (size, seed) = (recipe.size, recipe.seed);
    let difficulty = match made.difficulty {
        Difficulty::Easy => "easy",
        Difficulty::Medium => "medium",
        Difficulty::Hard => "hard",
    };
    let level = Level {
        name: format!("{size}x{size}, seed {seed}, {difficulty}"),
        puzzle: made.puzzle,
        solution: Some(made.solution),
    };
    match format {
        Format::Board => format!("# {}\n{}", level.name, board(&level.puzzle)),
        Format::Csv => csv(&level.puzzle),
        Format::Id => game_id(&level.puzzle) + "\n",
        Format::Json => json(&level) + "\n",
    }
}

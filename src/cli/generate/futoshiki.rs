//! `flowbot generate futoshiki`: Make Futoshiki puzzles with exactly one solution.

use super::batch::{Batch, Hardness, within};
use crate::cli::Exit;
use crate::generate::futoshiki::{
    Difficulty, Generated, LONGEST_SIDE, Recipe, SHORTEST_SIDE, generate,
};
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

    /// The share of cells with a given digit, 0 to 1 [default: as few as possible]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    givens: Option<f64>,

    /// The share of neighbours with a sign between, 0 to 1 [default: 0.35]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    signs: Option<f64>,

    /// What the puzzles ask [default: anything]
    #[arg(long, value_name = "HOW")]
    difficulty: Option<Hardness>,

    /// What to write: JSON holds the solution too
    #[arg(long, value_name = "FORMAT", default_value = "board")]
    format: Format,

    #[command(flatten)]
    batch: Batch,
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
    let between = match args.format {
        Format::Csv => "\n",
        Format::Board | Format::Id | Format::Json => "",
    };
    args.batch.write(between, |seed, patience| {
        let recipe = Recipe {
            size: args.size,
            givens: args.givens,
            signs: args.signs,
            difficulty: args.difficulty.map(Difficulty::from),
            seed,
        };
        let made = within(patience, seed, |limits| generate(&recipe, limits))?;
        Ok(text_of(&recipe, made, args.format))
    })
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
        Format::Id => game_id(&level.puzzle),
        Format::Json => json(&level),
    }
}

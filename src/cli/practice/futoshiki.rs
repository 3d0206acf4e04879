//! `flowbot practice futoshiki`: Serve a game of Futoshiki.

use anyhow::Context;
use clap::builder::PossibleValuesParser;

use super::stand;
use crate::cli::Exit;
use crate::cli::generate::{Hardness, PATIENCE, seed_of_now, within};
use crate::generate::futoshiki::{Difficulty, Recipe, SHORTEST_SIDE, generate};
use crate::practice::{FUTOSHIKI_BEHAVIOURS, serve_futoshiki};
use crate::puzzle::futoshiki::Puzzle;

/// A larger board has digits that no key types.
const LONGEST_SIDE: i64 = 9;

const EXAMPLES: &str = "\
Examples:
  flowbot practice futoshiki                     ten boards of 5x5; open the address in a browser
  flowbot practice futoshiki --size 7 --seed 4   the same boards each time
  flowbot practice futoshiki --behave dialog     asks before it goes on
  flowbot practice futoshiki --behave clicks     a click on a cell counts up

Click a cell, or go there with the arrow keys, and type its digit, or click it below. N or Shift
makes pencil marks. Digits that break a rule are red. Ctrl-C ends it.";

/// Serve a game of Futoshiki
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Cells along a side
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(i64::from(SHORTEST_SIDE)..=LONGEST_SIDE))]
    size: u8,

    /// What the boards ask [default: anything]
    #[arg(long, value_name = "HOW")]
    difficulty: Option<Hardness>,

    /// How many boards to make
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Where the random numbers start; the board after the first takes the next number
    /// [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// The port of 127.0.0.1 to serve on; 0 for any that is free
    #[arg(long, value_name = "P", default_value_t = 8000)]
    port: u16,

    /// How the game behaves, to try out what other games do: names with commas between
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(FUTOSHIKI_BEHAVIOURS))]
    behave: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let first_seed = args.seed.unwrap_or_else(seed_of_now);
    let level = |number| -> anyhow::Result<Puzzle> {
        let recipe = Recipe {
            size: args.size,
            givens: None,
            signs: None,
            difficulty: args.difficulty.map(Difficulty::from),
            seed: first_seed.wrapping_add(number),
        };
        let made = within(PATIENCE, recipe.seed, |limits| generate(&recipe, limits));
        let made = made.with_context(|| format!("board {} cannot be made", number + 1))?;
        Ok(made.puzzle)
    };
    let levels: Vec<Puzzle> = (0..args.count).map(level).collect::<Result<_, _>>()?;
    let practice = serve_futoshiki(&levels, args.port)?;
    let mut address = practice.url();
    if !args.behave.is_empty() {
        address += &format!("?behave={}", args.behave.join(","));
    }
    stand(&address)
}

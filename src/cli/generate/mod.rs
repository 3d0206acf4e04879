//! `flowbot generate`: Make puzzles with exactly one solution.

mod batch;
mod futoshiki;

use std::str::FromStr;
use std::time::Duration;

use super::Exit;
use crate::generate::{
    BoardKind, Difficulty, GenerateError, Generated, LONGEST_SIDE, Recipe, SHORTEST_SIDE, generate,
};
use crate::puzzle::flow::text::{Level, json, pack_line, write_puzzle};
use batch::Batch;
pub(super) use batch::{Hardness, PATIENCE, seed_of_now, within};

const EXAMPLES: &str = "\
Examples:
  flowbot generate
  flowbot generate --size 10 --seed 7 | flowbot solve -
  flowbot generate --kind bridges
  flowbot generate --kind star --size 5x4
  flowbot generate --size 20 --difficulty hard
  flowbot generate --size 7x9 --count 50 --format pack --out levels.txt
  flowbot generate futoshiki --size 6 --difficulty hard

The same seed gives the same puzzles. Of up to 81 cells, no other solution has paths
that touch themselves either. What takes longer than --seconds ends with exit code 5.";

/// Make puzzles with exactly one solution
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    other: Option<Other>,

    /// Cells along a side, or COLUMNSxROWS; of a star POINTSxSIDE, of a ring SECTORSxRINGS
    /// [default: 9; cube 4, star 6x3, ring 12x4]
    #[arg(long, value_name = "N|WxH")]
    size: Option<Size>,

    /// What the boards have that plain ones have not, or the shape of those on no lattice
    #[arg(long, value_name = "KIND", default_value = "plain")]
    kind: Kind,

    /// How many flows [default: as many as real levels have]
    #[arg(long, value_name = "N")]
    flows: Option<usize>,

    /// How hard: by the guesses that the engine needs to prove the solution unique, none, one or two, or more
    #[arg(long, value_name = "LEVEL")]
    difficulty: Option<Hardness>,

    /// What to write: puzzle files hold no solution, packs and JSON do
    #[arg(long, value_name = "FORMAT", default_value = "puzzle")]
    format: Format,

    #[command(flatten)]
    batch: Batch,
}

/// Puzzles other than Flow, with options of their own.
#[derive(Debug, clap::Subcommand)]
enum Other {
    Futoshiki(futoshiki::Args),
}

/// Kinds of boards, as `--kind` takes them.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Kind {
    Plain,
    Walls,
    Bridges,
    Holes,
    Warps,
    Hexes,
    Cube,
    Star,
    Ring,
}

/// Cells along a side of a plain board, if nothing else is asked for.
const USUAL_SIDE: u16 = 9;

impl Kind {
    /// The size of boards if none is asked for; `side` is that of those on a lattice.
    pub(super) fn usual_size(self, side: u16) -> Size {
        let (cols, rows) = match self {
            Self::Cube => (4, 4),
            Self::Star => (6, 3),
            Self::Ring => (12, 4),
            _ => (side, side),
        };
        Size { rows, cols }
    }
}

impl From<Kind> for BoardKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Plain => Self::Plain,
            Kind::Walls => Self::Walls,
            Kind::Bridges => Self::Bridges,
            Kind::Holes => Self::Holes,
            Kind::Warps => Self::Warps,
            Kind::Hexes => Self::Hexes,
            Kind::Cube => Self::Cube,
            Kind::Star => Self::Star,
            Kind::Ring => Self::Ring,
        }
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Puzzle,
    Pack,
    Json,
}

/// Rows and columns, as `--size` takes them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) rows: u16,
    pub(super) cols: u16,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cols, rows) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let side = |side: &str| {
            let side = side.trim().parse().ok();
            side.filter(|side| (SHORTEST_SIDE..=LONGEST_SIDE).contains(side))
        };
        match (side(cols), side(rows)) {
            (Some(cols), Some(rows)) => Ok(Self { rows, cols }),
            _ => Err(format!(
                "write 9, or 7x9 for 7 columns and 9 rows; each side {SHORTEST_SIDE} to {LONGEST_SIDE}"
            )),
        }
    }
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(Other::Futoshiki(args)) = args.other {
        return futoshiki::run(&args);
    }
    let between = match args.format {
        Format::Puzzle => "\n",
        Format::Pack | Format::Json => "",
    };
    let usual = args.kind.usual_size(USUAL_SIDE);
    let Size { rows, cols } = args.size.unwrap_or(usual);
    args.batch.write(between, |seed, patience| {
        let recipe = Recipe {
            rows,
            cols,
            flows: args.flows,
            kind: args.kind.into(),
            difficulty: args.difficulty.map(Difficulty::from),
            seed,
        };
        text_of(&made(&recipe, patience)?, args.format)
    })
}

/// Makes a level within a time.
pub(super) fn made(recipe: &Recipe, patience: Duration) -> Result<Level, GenerateError> {
    let &Recipe {
        rows, cols, seed, ..
    } = recipe;
    let generated = within(patience, seed, |limits| generate(recipe, limits));
    let Generated { puzzle, solution } = generated?;
    let name = format!("{cols}x{rows}, seed {seed}");
    Ok(Level::new(name, puzzle, Some(solution)))
}

fn text_of(level: &Level, format: Format) -> anyhow::Result<String> {
    Ok(match format {
        Format::Puzzle => format!("# {}\n{}", level.name, write_puzzle(&level.puzzle)),
        Format::Pack => pack_line(level)?,
        Format::Json => json(level),
    })
}

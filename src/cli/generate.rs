//! `flowbot generate`: Make puzzles with exactly one solution.

mod futoshiki;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::Exit;
use super::output::{ensure_may_write, write_whole};
use super::progress::Progress;
use crate::generate::{
    BoardKind, Difficulty, GenerateError, Generated, LONGEST_SIDE, Recipe, SHORTEST_SIDE, generate,
};
use crate::pipeline::Limits;
use crate::puzzle::flow::text::{Level, json, pack_line, write_puzzle};

/// How long one puzzle may take, if no other time is given.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Examples:
  flowbot generate
  flowbot generate --size 10 --seed 7 | flowbot solve -
  flowbot generate --kind bridges
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

    /// Cells along a side, or COLUMNSxROWS
    #[arg(long, value_name = "N|WxH", default_value = "9")]
    size: Size,

    /// What the boards have that plain ones have not
    #[arg(long, value_name = "KIND", default_value = "plain")]
    kind: Kind,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Where the random numbers start; the puzzle after the first takes the next number
    /// [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How many flows [default: as many as real levels have]
    #[arg(long, value_name = "N")]
    flows: Option<usize>,

    /// How hard: by the guesses that the engine needs to prove the solution unique, none, one or two, or more
    #[arg(long, value_name = "LEVEL")]
    difficulty: Option<Hardness>,

    /// What to write: puzzle files hold no solution, packs and JSON do
    #[arg(long, value_name = "FORMAT", default_value = "puzzle")]
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
        }
    }
}

/// How hard puzzles are, as `--difficulty` takes it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Hardness {
    Easy,
    Medium,
    Hard,
}

impl From<Hardness> for Difficulty {
    fn from(hardness: Hardness) -> Self {
        match hardness {
            Hardness::Easy => Self::Easy,
            Hardness::Medium => Self::Medium,
            Hardness::Hard => Self::Hard,
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
    let first_seed = args.seed.unwrap_or_else(seed_of_now);
    if let Some(file) = &args.out {
        ensure_may_write(file, args.force)?;
    }
    let progress = Progress::new(args.count as usize, "puzzles");
    let mut all = String::new();
    for number in 0..args.count {
        let recipe = Recipe {
            rows: args.size.rows,
            cols: args.size.cols,
            flows: args.flows,
            kind: args.kind.into(),
            difficulty: args.difficulty.map(Difficulty::from),
            seed: first_seed.wrapping_add(number),
        };
        let level = made(&recipe, Duration::from_secs(args.seconds))?;
        let text = text_of(&level, args.format)?;
        let between = match args.format {
            Format::Puzzle if number > 0 => "\n",
            _ => "",
        };
        let text = format!("{between}{}\n", text.trim_end());
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

/// No two runs alike.
pub(super) fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_micros() as u64)
}

/// Makes a level within a time.
pub(super) fn made(recipe: &Recipe, patience: Duration) -> Result<Level, GenerateError> {
    let begin = Instant::now();
    let limits = Limits {
        guesses: None,
        should_stop: &|| begin.elapsed() >= patience,
    };
    let generated = generate(recipe, &limits);
    let &Recipe {
        rows, cols, seed, ..
    } = recipe;
    tracing::info!(seed, ms = begin.elapsed().as_millis(), "generate");
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

//! `flowbot practice`: Serve the practice game.

mod futoshiki;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc;

use anyhow::{Context, bail};
use clap::builder::PossibleValuesParser;

use crate::cli::Exit;
use crate::cli::files;
use crate::cli::film::SHOW_ME;
use crate::cli::generate::{Kind, PATIENCE, Size, made, seed_of_now};
use crate::cli::progress::Progress;
use crate::cli::stdio::tell;
use crate::generate::Recipe;
use crate::practice::{BEHAVIOURS, LOOKS, RANDOM, serve};
use crate::puzzle::flow::text::{Level, read_bytes};

const EXAMPLES: &str = "\
Examples:
  flowbot practice                          ten levels of 7x7; open the address in a browser
  flowbot practice --size 10 --seed 4       the same levels each time
  flowbot practice --kind warps             borders that are joined to the opposite ones
  flowbot practice --kind cube              cells on the faces of a cube
  flowbot practice levels.txt --look light  the levels of a file
  flowbot practice --behave whole,dialog    takes whole cells only, and asks before it goes on
  flowbot practice futoshiki --size 6       the other puzzle: click a cell, type a digit

The button \"show me how\" shows over the board how its level is solved; it does not count.
Ctrl-C ends it.";

/// Cells along a side of a plain board, if nothing else is asked for.
const USUAL_SIDE: u16 = 7;
/// The page counts in 53 bits, and multiplies its seed by a hundred thousand.
const MOST_PAGE_SEED: u64 = 1 << 32;

/// Serve the practice game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    other: Option<Other>,

    /// Puzzle or pack files to play, or - for standard input; without them levels are made
    files: Vec<PathBuf>,

    /// Cells along a side of the levels that are made, or COLUMNSxROWS; of a star POINTSxSIDE, of a ring SECTORSxRINGS
    /// [default: 7; cube 4, star 6x3, ring 12x4]
    #[arg(long, value_name = "N|WxH", conflicts_with = "files")]
    size: Option<Size>,

    /// What the boards have that plain ones have not, or the shape of those on no lattice
    #[arg(
        long,
        value_name = "KIND",
        default_value = "plain",
        conflicts_with = "files"
    )]
    kind: Kind,

    /// How many levels to make
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "files")]
    count: u64,

    /// Where the random numbers start; the level after the first takes the next number
    /// [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// The port of 127.0.0.1 to serve on; 0 for any that is free
    #[arg(long, value_name = "P", default_value_t = 8000)]
    port: u16,

    /// What the board looks like; `random` chooses for each level
    #[arg(long, value_name = "NAME", default_value = LOOKS[0], value_parser = one_of(&LOOKS))]
    look: String,

    /// How the game behaves, to try out what other games do: names with commas between; `random`
    /// adds others for each level
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = one_of(&BEHAVIOURS))]
    behave: Vec<String>,
}

/// Another puzzle.
#[derive(Debug, clap::Subcommand)]
enum Other {
    Futoshiki(futoshiki::Args),
}

/// One of these names, or [`RANDOM`].
fn one_of(names: &'static [&'static str]) -> PossibleValuesParser {
    PossibleValuesParser::new(names.iter().chain([&RANDOM]))
}

/// Runs the command.
pub(in crate::cli) fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(Other::Futoshiki(args)) = args.other {
        return futoshiki::run(&args);
    }
    let seed = args.seed.unwrap_or_else(seed_of_now);
    let levels = if args.files.is_empty() {
        make(&args, seed)?
    } else {
        read(&args.files)?
    };
    let practice = serve(levels, SHOW_ME, args.port)?;
    stand(&address(&practice.url(), &args, seed))
}

/// Says where a game is that is being served, and stands until a signal comes.
fn stand(address: &str) -> anyhow::Result<Exit> {
    let (stop, stopped) = mpsc::channel();
    // Nobody listens after the first signal, when the process is about to end anyway.
    ctrlc::set_handler(move || stop.send(()).unwrap_or(()))?;
    tell(address);
    io::stdout().flush()?;
    stopped.recv()?;
    Ok(Exit::Done)
}

/// The address of the page, with what was asked of it.
fn address(page: &str, args: &Args, seed: u64) -> String {
    let mut address = format!("{page}?look={}", args.look);
    if !args.behave.is_empty() {
        address += &format!("&behave={}", args.behave.join(","));
    }
    address + &format!("&seed={}", seed % MOST_PAGE_SEED)
}

fn make(args: &Args, first_seed: u64) -> anyhow::Result<Vec<Level>> {
    let progress = Progress::new(args.count as usize, "levels");
    let usual = args.kind.usual_size(USUAL_SIDE);
    let Size { rows, cols } = args.size.unwrap_or(usual);
    let level = |number| {
        let recipe = Recipe {
            rows,
            cols,
            flows: None,
            kind: args.kind.into(),
            difficulty: None,
            seed: first_seed.wrapping_add(number),
        };
        let level = made(&recipe, PATIENCE).with_context(|| {
            let nth = number + 1;
            format!("level {nth} cannot be made: give a smaller `--size`, or a file of levels")
        })?;
        progress.step();
        Ok(level)
    };
    (0..args.count).map(level).collect()
}

fn read(files: &[PathBuf]) -> anyhow::Result<Vec<Level>> {
    let mut levels = Vec::new();
    for file in files {
        let (name, bytes) = files::read(file)?;
        levels.extend(read_bytes(&name, &bytes)?);
    }
    let has_no_outlines = |level: &&Level| {
        let graph = level.puzzle.board().layout().graph.as_ref();
        graph.is_some_and(|graph| graph.outlines().is_empty())
    };
    if let Some(level) = levels.iter().find(has_no_outlines) {
        bail!(
            "{}: the page cannot draw a board of `shape: graph` without `outlines`: add them, or leave this level out",
            level.name
        );
    }
    Ok(levels)
}

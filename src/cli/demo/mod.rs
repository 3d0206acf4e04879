//! `flowbot demo`: Watch flowbot win the practice game.
//!
//! ```text
//!   levels ──▶ practice game ──▶ browser window ──▶ play ──▶ table, pictures, animation
//!                    └───────────── what the game says ──────────▲
//! ```

mod album;
pub mod stage;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use regex::Regex;

use super::Exit;
use super::film::SHOW_ME;
use super::generate::{PATIENCE as LEVEL_PATIENCE, made};
use super::play::{HEADER, row};
use super::stdio::{note, tell};
use crate::capture::{Screen, ScreenError, Target, locate, open_screen};
use crate::generate::{BoardKind, GenerateError, Recipe};
use crate::play::{self, Desktop, Event, FlowFamily, Game, LearnedSettings, LevelLimits, Options};
use crate::practice::{Practice, serve};
use crate::puzzle::flow::text::Level;
use crate::read::{self, ReadOptions};
use crate::replay::{RealClock, StopFlag, open_pointer, stop_on_signals};
use album::Album;
use stage::{Browser, Display, Ending};

/// Sides of the boards, one after another.
const SIDES: std::ops::RangeInclusive<u16> = 5..=14;
/// How long a browser may take to show the first board, on a slow machine that starts it for the first time.
const OPENING: Duration = Duration::from_secs(60);
/// How long the game may take to show the next board.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the game may take to say that a level is solved.
const WORD: Duration = Duration::from_secs(2);
/// How often something that is waited for is asked about.
const BEAT: Duration = Duration::from_millis(20);

const EXAMPLES: &str = "\
Examples:
  flowbot demo               ten levels from 5x5 to 14x14
  flowbot demo --levels 3

It plays on your display, with your mouse; where there is none, on one of its own (Xvfb) that nobody
sees. Move the mouse or press Ctrl-C and it lets go.";

/// Watch flowbot win the practice game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// How many levels
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    levels: u64,

    /// Where to put a picture of each level before and after, and an animation of the whole
    #[arg(long, value_name = "DIR", default_value = "target/demo")]
    out: PathBuf,

    /// Never open another display: how the demo starts itself on its own one
    #[arg(long, hide = true)]
    here: bool,
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    match open_screen() {
        Ok(_) => perform(&args),
        Err(error) if args.here || matches!(error, ScreenError::NotBuilt) => Err(error.into()),
        Err(error) => perform_elsewhere(&error),
    }
}

/// Starts this command once more, on a display of its own: a process cannot change to another one.
fn perform_elsewhere(why: &ScreenError) -> anyhow::Result<Exit> {
    let display = Display::open()?;
    let why = why.to_string();
    let cause = why.split('.').next().unwrap_or(&why);
    note(&format!(
        "Playing on a display of its own that nobody sees ({cause})."
    ));
    let stop_flag = Arc::new(StopFlag::default());
    let mut command = Command::new(std::env::current_exe()?);
    command.args(std::env::args_os().skip(1)).arg("--here");
    display.host(&mut command);
    // Signals are handed on, so that they come once, whether they were sent to a process or to its group.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    stop_on_signals(Arc::clone(&stop_flag), || {})?;
    let mut child = command.spawn().context("cannot start the demo again")?;
    let mut is_told = false;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Exit::with_code(status.code()));
        }
        if stop_flag.is_set() && !is_told {
            stage::signal(child.id(), Ending::Gently);
            is_told = true;
        }
        std::thread::sleep(BEAT);
    }
}

/// Plays on the display of this process.
fn perform(args: &Args) -> anyhow::Result<Exit> {
    fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let practice = serve(levels(args.levels)?, SHOW_ME, 0)?;
    let stop_flag = Arc::new(StopFlag::default());
    let mut browser = Browser::open(&practice.url(), None)?;
    let close = browser.killer();
    stop_on_signals(Arc::clone(&stop_flag), move || {
        close();
        std::process::exit(Exit::Stopped.code().into());
    })?;
    let target = Target::Window(Regex::new("^flowbot practice$")?);
    wait_for_board(&practice, &mut browser, &target, &stop_flag)?;
    let mut album = Album::start(&args.out)?;
    let played = play(args, &practice, &target, &stop_flag, &mut album);
    drop(browser);
    // The pictures are worth most when something went wrong.
    album.save()?;
    played?;
    let solved = practice.state().solved_count() as u64;
    tell(&format!(
        "The game says: {solved} of {} levels solved.",
        args.levels
    ));
    tell(&format!(
        "Pictures and an animation are in {}.",
        args.out.display()
    ));
    Ok(if solved == args.levels {
        Exit::Done
    } else {
        Exit::NotShown
    })
}

/// The same levels each time.
fn levels(count: u64) -> Result<Vec<Level>, GenerateError> {
    let recipes = SIDES.cycle().zip(1..=count).map(|(side, seed)| Recipe {
        rows: side,
        cols: side,
        kind: BoardKind::Plain,
        difficulty: None,
        flows: None,
        seed,
    });
    recipes
        .map(|recipe| made(&recipe, LEVEL_PATIENCE))
        .collect()
}

/// Waits until the page has a level on the screen: in a window that can be found, which shows a board that can be read.
fn wait_for_board(
    practice: &Practice,
    browser: &mut Browser,
    target: &Target,
    stop_flag: &StopFlag,
) -> anyhow::Result<()> {
    let mut screen = open_screen()?;
    let begin = Instant::now();
    loop {
        let is_shown = practice
            .state()
            .current()
            .is_some_and(|report| report.shown);
        if stop_flag.is_set() || (is_shown && shows_board(screen.as_mut(), target)) {
            return Ok(());
        }
        if browser.has_ended() {
            bail!("the browser ended before it showed the game");
        }
        if begin.elapsed() > OPENING {
            bail!(
                "the browser did not show the game within {} s",
                OPENING.as_secs()
            );
        }
        std::thread::sleep(BEAT);
    }
}

/// A window is listed before its program has painted it.
fn shows_board(screen: &mut dyn Screen, target: &Target) -> bool {
    let seen = locate(screen, target).and_then(|place| screen.grab(place.rect));
    seen.is_ok_and(|frame| read::flow(&frame, &ReadOptions::default()).is_ok())
}

/// Plays all levels; prints a row of the table for each.
fn play(
    args: &Args,
    practice: &Practice,
    target: &Target,
    stop_flag: &StopFlag,
    album: &mut Album,
) -> anyhow::Result<()> {
    let (mut screen, mut pointer) = (open_screen()?, open_pointer()?);
    let desktop = Desktop {
        screen: screen.as_mut(),
        pointer: pointer.as_mut(),
        clock: &RealClock::default(),
        stop_flag,
    };
    let options = Options {
        levels: Some(args.levels as usize),
        time: None,
        wait: PATIENCE,
        patience: PATIENCE,
        limits: LevelLimits::default(),
        next: None,
    };
    let family = FlowFamily::default();
    let place = play::find(desktop.screen, &family, Some(target))?;
    tell(&format!("{HEADER}  game says"));
    play::play(
        desktop,
        Game {
            family: &family,
            place,
        },
        &options,
        &mut LearnedSettings::default(),
        &mut |event| {
            album.hear(&event);
            if let Event::Won { report, .. } = event {
                let word = if is_solved(practice, report.number) {
                    "solved"
                } else {
                    "NOT solved"
                };
                tell(&format!("{}  {word}", row(report)));
            }
        },
    )?;
    Ok(())
}

/// Whether the game calls a level solved, or does so soon.
fn is_solved(practice: &Practice, number: usize) -> bool {
    let begin = Instant::now();
    loop {
        let state = practice.state();
        let report = state.levels.get(number - 1).and_then(Option::as_ref);
        if report.is_some_and(|report| report.solved) {
            return true;
        }
        if begin.elapsed() > WORD {
            return false;
        }
        std::thread::sleep(BEAT);
    }
}

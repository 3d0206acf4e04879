//! `flowbot play`: Solve the live game on screen.

mod tell;

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::Exit;
use super::exit::Usage;
use super::output::{ending_in, ensure_may_write};
use super::record::Recorder;
use super::state::state_file;
use super::stdio::{note, tell};
use super::target::TargetArgs;
use crate::capture::{Place, load_picture, open_screen};
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::pipeline::{Action, Refusal};
use crate::play::{
    self, Desk, Ending, Event, FlowGame, Habits, LevelLimits, Memory, Next, Options, Pace,
    PlayError, Rehearsal, Tape,
};
use crate::profile::{self, Profile};
use crate::replay::{Brake, Halt, RealClock, brake_on_signals, open_pointer};
use tell::Teller;
pub(super) use tell::{HEADER, row};

/// How long the game may take to show the next board: longer than any animation between levels.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a person who is asked something is given the chance to stop by a signal.
const BLINK: Duration = Duration::from_millis(50);

const EXAMPLES: &str = "\
Examples:
  flowbot play                            the only window that shows a board
  flowbot play --window flow --levels 5   five levels in the window with `flow` in its title
  flowbot play --dry-run                  show what would be drawn; the mouse stays where it is

The mouse is yours at any time: move it, or press Ctrl-C, and flowbot lets go
and stops.

Exit codes: 0 done; 1 the machine failed or the window was lost; 2 usage; 3 no
board, or refused, also for want of a solution; 5 stopped by a limit; 6 stopped
by a person, a signal or a guard; 7 drawn, but the game does not show it.";

/// Solve the live game on screen
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    target: TargetArgs,

    /// How many levels to play, or `all` that come
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_levels)]
    levels: Levels,

    /// A fixed time a cell, in milliseconds; without it flowbot slows down when cells are lost
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(profile::PACES))]
    pace: Option<u64>,

    /// Take the pace, and what to click for the next level, of this profile, where nothing else is said:
    /// `flow-free`, or a TOML file like it
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,

    /// Read and solve, print what would be drawn, and never move the mouse
    #[arg(long)]
    dry_run: bool,

    /// Stop after this time, such as `90s` or `2m`, and say where it went
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time, conflicts_with = "dry_run")]
    time: Option<Duration>,

    /// What to click for the next level: a place in points from the top left corner of the window, or a
    /// picture of it; without it flowbot clicks only a button that it has seen appear
    #[arg(long, value_name = "X,Y|FILE", value_parser = parse_next)]
    next: Option<NextArg>,

    /// Leave a level, and stop, after so many strokes
    #[arg(long, value_name = "N", default_value_t = LevelLimits::default().drags)]
    level_drags: usize,

    /// Leave a level, and stop, after so many seconds
    #[arg(long, value_name = "S", default_value_t = LevelLimits::default().time.as_secs())]
    level_seconds: u64,

    /// Show what would be drawn first, and ask
    #[arg(long, conflicts_with_all = ["dry_run", "json"])]
    confirm: bool,

    /// Write an animated GIF of the target, one picture for each drag
    #[arg(long, value_name = "FILE.gif", value_parser = ending_in("gif"), conflicts_with = "dry_run")]
    record: Option<PathBuf>,

    /// Replace the GIF if it exists already
    #[arg(long, requires = "record")]
    force: bool,

    /// One line of JSON for each level
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug)]
struct Levels(Option<usize>);

fn parse_levels(text: &str) -> Result<Levels, String> {
    match text.parse() {
        _ if text == "all" => Ok(Levels(None)),
        Ok(number) if number > 0 => Ok(Levels(Some(number))),
        _ => Err("give a number of levels, at least 1, or `all`".to_owned()),
    }
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.trim_end_matches(char::is_alphabetic).len());
    let seconds = match unit {
        "s" | "" => 1,
        "m" => 60,
        "h" => 3600,
        _ => 0,
    };
    let time = number
        .parse::<u64>()
        .ok()
        .and_then(|n| n.checked_mul(seconds));
    match time.filter(|&time| time > 0) {
        Some(time) => Ok(Duration::from_secs(time)),
        None => Err("give a time such as 90s, 2m or 1h".to_owned()),
    }
}

/// What the user named for the next level.
#[derive(Clone, Debug, PartialEq)]
enum NextArg {
    At(ScreenPoint),
    Picture(PathBuf),
}

fn parse_next(text: &str) -> Result<NextArg, String> {
    let numbers: Option<Vec<f64>> = text
        .split(',')
        .map(|part| {
            part.trim()
                .parse()
                .ok()
                .filter(|n: &f64| n.is_finite() && *n >= 0.0)
        })
        .collect();
    match numbers.as_deref() {
        Some(&[x, y]) => Ok(NextArg::At(ScreenPoint::new(x, y))),
        _ if Path::new(text).is_file() => Ok(NextArg::Picture(text.into())),
        _ => {
            Err("give two numbers X,Y from 0, such as 380,640, or the file of a picture".to_owned())
        }
    }
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(file) = &args.record {
        ensure_may_write(file, args.force)?;
    }
    let brake = Arc::new(Brake::default());
    brake_on_signals(Arc::clone(&brake), || {
        std::process::exit(Exit::Stopped.code().into());
    })?;
    let agreed = if args.confirm {
        let plan = rehearse(&args, &brake)?;
        if !is_agreed(BufReader::new(io::stdin()), &brake)? {
            note("Nothing was drawn.");
            return Ok(Exit::Stopped);
        }
        Some(plan)
    } else {
        None
    };
    let result = if args.dry_run {
        rehearse(&args, &brake).map(drop)
    } else {
        live(&args, &brake, agreed.as_ref())
    };
    if args.json
        && let Err(error) = &result
    {
        tell(&problem(error).to_string());
    }
    result.map(|()| Exit::Done)
}

/// Asks a person; no answer is no, and so is a signal.
fn is_agreed(mut input: impl BufRead + Send + 'static, brake: &Brake) -> io::Result<bool> {
    note("Draw this? Type y and press Enter.");
    let (sender, answers) = mpsc::channel();
    // Reading cannot be interrupted, so it is left behind when a signal comes first.
    thread::spawn(move || {
        let mut answer = String::new();
        let read = input.read_line(&mut answer).map(|_| answer);
        sender.send(read).ok();
    });
    while !brake.is_pulled() {
        match answers.recv_timeout(BLINK) {
            Ok(answer) => {
                let answer = answer?.trim().to_lowercase();
                return Ok(["y", "yes"].contains(&answer.as_str()));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(false)
}

/// What the user fixed, here or in a profile.
struct Wishes {
    pace: Option<Pace>,
    next: Option<Next>,
}

fn wishes(args: &Args) -> anyhow::Result<Wishes> {
    let profile = args.profile.as_deref().map(profile::load).transpose()?;
    let asked = args.pace.map(Duration::from_millis);
    let pace = asked.or(profile.as_ref().and_then(Profile::pace));
    let place = profile.and_then(|profile| profile.next);
    let next = match &args.next {
        Some(NextArg::At(place)) => Some(Next::At(*place)),
        Some(NextArg::Picture(file)) => Some(Next::LooksLike(load_picture(file)?.picture)),
        None => place.map(|[x, y]| Next::At(ScreenPoint::new(x.into(), y.into()))),
    };
    Ok(Wishes {
        pace: pace.map(Pace::fixed),
        next,
    })
}

/// Whether what is to be clicked for the next level lies in the target: it must not be missed only when a level is won.
fn lies_inside(next: Option<&Next>, place: &Place) -> Result<(), Usage> {
    let Some(Next::At(at)) = next else {
        return Ok(());
    };
    let ScreenRect { width, height, .. } = place.rect;
    if at.x < width && at.y < height {
        return Ok(());
    }
    Err(Usage(format!(
        "the place {},{} to click for the next level is not in {place}: give it with `--next X,Y` in points from the \
         corner of that",
        at.x, at.y
    )))
}

/// What was learned of games before, where there is a place to keep it.
fn memory() -> Option<Memory> {
    state_file("games.toml").map(|file| Memory::open(&file))
}

/// What is known of the game at a place; a pace that the user fixed goes before the one that was learned.
fn recall(memory: Option<&Memory>, place: &Place, fixed: Option<Pace>) -> Habits {
    let learned = memory.map_or_else(Habits::default, |memory| memory.recall(place));
    Habits {
        pace: fixed.unwrap_or(learned.pace),
        ..learned
    }
}

/// Keeps what was learned, but not a pace that the user fixed.
fn keep(memory: &mut Memory, place: &Place, fixed: Option<Pace>, habits: &Habits) {
    let learned = recall(Some(memory), place, None);
    let kept = Habits {
        pace: fixed.map_or(habits.pace, |_| learned.pace),
        ..*habits
    };
    if let Err(error) = memory.keep(place, &kept) {
        tracing::warn!("what was learned of the game cannot be kept: {error}");
    }
}

/// Plays; where a plan was agreed to, only there, and only if the first board is the one of the plan.
fn live(args: &Args, brake: &Brake, agreed: Option<&Rehearsal>) -> anyhow::Result<()> {
    let Wishes { pace: fixed, next } = wishes(args)?;
    let (mut screen, mut pointer) = (open_screen()?, open_pointer()?);
    let game = FlowGame;
    let place = match agreed {
        Some(plan) => plan.place.clone(),
        None => play::find(screen.as_mut(), &game, args.target.target().as_ref())?,
    };
    lies_inside(next.as_ref(), &place)?;
    let mut memory = memory();
    let mut habits = recall(memory.as_ref(), &place, fixed);
    let options = Options {
        levels: args.levels.0,
        time: args.time,
        patience: PATIENCE,
        limits: LevelLimits {
            drags: args.level_drags,
            time: Duration::from_secs(args.level_seconds),
        },
        next,
    };
    let recorder = args.record.as_deref().map(Recorder::start).transpose()?;
    let mut teller = Teller::new(args.json);
    let tape = Tape::default();
    let real_clock = RealClock::default();
    let (mut screen, mut pointer) = (tape.screen(screen.as_mut()), tape.pointer(pointer.as_mut()));
    let desk = Desk {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &tape.clock(&real_clock),
        brake,
    };
    let mut agreed = agreed.map(|plan| &plan.summary.key);
    let mut is_other = false;
    let played = play::play(
        desk,
        &game,
        place.clone(),
        &options,
        &mut habits,
        &mut |event| {
            if let Event::Read {
                level,
                frame,
                start,
            } = &event
            {
                is_other = agreed.take().is_some_and(|key| *key != level.summary().key);
                if is_other {
                    brake.pull();
                }
                tape.begin(start.clone(), frame, *level);
            }
            teller.hear(&event);
            if let Some(recorder) = &recorder {
                recorder.hear(&event);
            }
        },
    );
    teller.finish();
    // What was recorded and learned is kept even if the run ended early.
    let recorded = recorder.map(Recorder::finish).transpose();
    if let Some(memory) = &mut memory
        && teller.has_drawn()
    {
        keep(memory, &place, fixed, &habits);
    }
    if is_other {
        let seen = "it is not the one that you agreed to".to_owned();
        return Err(PlayError::BoardLost { seen }.into());
    }
    if let Err(error) = &played {
        keep_failure(&tape, &place, &options, error);
    }
    match played? {
        Ending::AllDrawn => {}
        Ending::TimeIsUp => note("The time is up."),
        Ending::NoMore { seen } => note(&format!("No other board came: {seen}.")),
    }
    recorded?;
    Ok(())
}

/// Keeps what led to a failure, unless a person or a signal ended the run.
fn keep_failure(tape: &Tape, place: &Place, options: &Options, error: &PlayError) {
    if matches!(error, PlayError::Halted(Halt::Signal | Halt::Person { .. })) {
        return;
    }
    let Some(folder) = state_file("last-failure") else {
        return;
    };
    match tape.save(&folder, place, options, error) {
        Ok(()) => note(&format!(
            "What was seen and done is in {0}: `flowbot reproduce {0}` plays it back.",
            folder.display()
        )),
        Err(cause) => tracing::warn!("{}: cannot be written: {cause}", folder.display()),
    }
}

/// Says what would be drawn.
fn rehearse(args: &Args, brake: &Brake) -> anyhow::Result<Rehearsal> {
    let Wishes { pace, next } = wishes(args)?;
    let (mut screen, game) = (open_screen()?, FlowGame);
    let place = play::find(screen.as_mut(), &game, args.target.target().as_ref())?;
    lies_inside(next.as_ref(), &place)?;
    let habits = recall(memory().as_ref(), &place, pace);
    let clock = RealClock::default();
    let plan = play::rehearse(screen.as_mut(), &clock, brake, &game, place, &habits)?;
    let (place, summary) = (&plan.place, &plan.summary);
    let strokes: Vec<Vec<(i32, i32)>> = plan
        .strokes
        .iter()
        .map(|actions| actions.iter().flat_map(places).collect())
        .collect();
    if args.json {
        let line = json!({
            "target": place.to_string(), "rows": summary.rows, "cols": summary.cols,
            "colours": summary.colours, "strokes": strokes,
        });
        tell(&line.to_string());
        return Ok(plan);
    }
    tell(&format!("Would draw on {place}:"));
    for (number, stroke) in (1..).zip(&strokes) {
        let way: Vec<String> = stroke.iter().map(|(x, y)| format!("{x},{y}")).collect();
        tell(&format!("stroke {number}: {}", way.join(" ")));
    }
    Ok(plan)
}

/// The screen points that an action passes.
fn places(action: &Action) -> Vec<(i32, i32)> {
    match action {
        Action::Drag(waypoints) | Action::Pass(waypoints) => {
            waypoints.iter().map(|way| way.at.round()).collect()
        }
        Action::Click(way) => vec![way.at.round()],
    }
}

/// The line of JSON that says why a run ended early.
fn problem(error: &anyhow::Error) -> serde_json::Value {
    let refusal = match error.downcast_ref() {
        Some(PlayError::Refused(refusal)) => Some(refusal),
        _ => error.downcast_ref::<Refusal>(),
    };
    match refusal {
        Some(refusal) => json!({
            "status": "refused", "reason": refusal.reason.to_string(), "message": refusal.message,
        }),
        None => json!({ "status": "stopped", "message": format!("{error:#}") }),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::{Cli, Command};
    use super::*;

    #[test]
    fn levels_are_a_number_or_all() {
        assert_eq!(parse_levels("all").unwrap().0, None);
        assert_eq!(parse_levels("12").unwrap().0, Some(12));
        for bad in ["0", "-1", "many", ""] {
            assert!(parse_levels(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn only_a_yes_agrees_and_a_signal_ends_the_question() {
        let agreed = |text: &'static str| is_agreed(text.as_bytes(), &Brake::default()).unwrap();
        assert!(agreed("y\n") && agreed(" Yes\n"));
        assert!(!agreed("n\n") && !agreed("") && !agreed("yesterday\n"));
        // Nobody ever writes to this pipe.
        let (silent, _writer) = io::pipe().unwrap();
        let brake = Brake::default();
        brake.pull();
        assert!(!is_agreed(BufReader::new(silent), &brake).unwrap());
    }

    #[test]
    fn a_pace_that_is_asked_for_goes_before_that_of_a_profile() {
        let pace = |arguments: &[&str]| {
            let line = ["flowbot", "play"].iter().chain(arguments);
            let Ok(Cli {
                command: Command::Play(args),
                ..
            }) = Cli::try_parse_from(line)
            else {
                panic!("{arguments:?} is a command line");
            };
            wishes(&args).unwrap().pace
        };
        let fixed = |ms| Some(Pace::fixed(Duration::from_millis(ms)));
        assert_eq!(pace(&[]), None);
        assert_eq!(pace(&["--profile", "flow-free"]), fixed(18));
        assert_eq!(pace(&["--profile", "flow-free", "--pace", "5"]), fixed(5));
    }

    fn place() -> Place {
        Place {
            name: "the window \"A game\"".to_owned(),
            program: String::new(),
            rect: ScreenRect::new(-300.0, 40.0, 760.0, 920.0),
            window: Some(crate::capture::WindowId(1)),
        }
    }

    #[test]
    fn a_fixed_pace_is_used_and_the_learned_one_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut memory = Memory::open(&folder.path().join("games.toml"));
        let [slow, fast] = [30, 5].map(|ms| Pace::fixed(Duration::from_millis(ms)));
        let learned = Habits {
            pace: slow,
            latency: Duration::from_millis(90),
            ..Habits::default()
        };
        assert_eq!(recall(None, &place(), None), Habits::default());
        keep(&mut memory, &place(), None, &learned);
        assert_eq!(recall(Some(&memory), &place(), None), learned);
        let fixed = recall(Some(&memory), &place(), Some(fast));
        assert_eq!((fixed.pace, fixed.latency), (fast, learned.latency));
        keep(&mut memory, &place(), Some(fast), &fixed);
        assert_eq!(recall(Some(&memory), &place(), None), learned);
    }

    #[test]
    fn what_is_to_be_clicked_lies_in_the_window() {
        let place = place();
        let inside = |x, y| lies_inside(Some(&Next::At(ScreenPoint::new(x, y))), &place);
        assert!(inside(0.0, 0.0).is_ok() && inside(759.0, 919.0).is_ok());
        for (x, y) in [(760.0, 10.0), (10.0, 920.0), (1e9, 1e9)] {
            let said = inside(x, y).unwrap_err().to_string();
            assert!(
                said.contains("A game") && said.contains("760x920"),
                "{said}"
            );
        }
        assert!(lies_inside(None, &place).is_ok());
    }

    #[test]
    fn a_time_has_a_unit_and_a_place_two_numbers() {
        assert_eq!(parse_time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("2m"), Ok(Duration::from_secs(120)));
        for bad in ["", "m", "0s", "2 m", "2d", "-1s", "99999999999999999999h"] {
            assert!(parse_time(bad).is_err(), "{bad:?}");
        }
        let place = NextArg::At(ScreenPoint::new(380.0, 640.0));
        assert_eq!(parse_next("380,640"), Ok(place));
        for bad in ["", "3", "1,2,3", "-1,2", "a,b", "1,inf"] {
            assert!(parse_next(bad).is_err(), "{bad:?}");
        }
    }
}

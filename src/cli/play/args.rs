//! What can be said on the command line of `flowbot play`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::capture::{Place, Screen, load_picture};
use crate::cli::exit::Usage;
use crate::cli::game_rules::GameRules;
use crate::cli::output::ending_in;
use crate::cli::target::TargetArgs;
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::play::{AnyFamily, LevelLimits, Next, Options, Pace, PlayError, find_within};
use crate::profile::{self, Profile};
use crate::replay::{Clock, StopFlag};

/// How long the game may take to show the next board: longer than any animation between levels.
const PATIENCE: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Examples:
  flowbot play                            the only window that shows a board, of Flow or Futoshiki
  flowbot play --window flow --levels 5   five levels in the window with `flow` in its title
  flowbot play --dry-run                  show what would be drawn; the mouse stays where it is

After a level is won, what --next names is clicked, at most once a level: a place, or a
picture as soon as it is found. Without --next flowbot clicks what says \"next\", the only
button that has appeared, or what led on before; and nothing where nothing tells two apart.

The mouse is yours at any time: move it, or press Ctrl-C, and flowbot lets go
and stops.

Exit codes: 0 done, also when all levels that came are won; 1 the machine failed or the window was lost; 2 usage; 3 no
board, or refused, also for want of a solution; 5 stopped by a limit; 6 stopped
by a person, a signal or a guard; 7 drawn, but the game does not show it.";

/// Solve the live game on screen
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    pub(super) target: TargetArgs,

    /// How many levels to play, or `all` that come
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_levels)]
    pub(super) levels: Levels,

    /// A fixed time a cell, in milliseconds; without it flowbot slows down when cells are lost
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(profile::PACES))]
    pub(super) pace: Option<u64>,

    /// Take the pace, and what to click for the next level, of this profile, where nothing else is said, and read boards with
    /// its help that cannot be read without: `flow-free`, or a TOML file like it
    #[arg(long, value_name = "NAME|FILE")]
    pub(super) profile: Option<String>,

    #[command(flatten)]
    pub(super) rules: GameRules,

    /// Read and solve, print what would be drawn, and never move the mouse
    #[arg(long)]
    pub(super) dry_run: bool,

    /// Stop after this time, such as `90s` or `2m`, and say where it went
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time, conflicts_with = "dry_run")]
    pub(super) time: Option<Duration>,

    /// Wait so long until the window or a board appears, such as `30s` or `2m`
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) wait: Option<Duration>,

    /// What to click for the next level: a place in points from the top left corner of the window, or a
    /// picture of it; without it flowbot clicks only what says that it leads on, or the only button that has appeared
    #[arg(long, value_name = "X,Y|FILE", value_parser = parse_next)]
    pub(super) next: Option<NextArg>,

    /// Leave a level, and stop, after so many strokes
    #[arg(long, value_name = "N", default_value_t = LevelLimits::default().drags)]
    pub(super) level_drags: usize,

    /// Leave a level, and stop, after so many seconds
    #[arg(long, value_name = "S", default_value_t = LevelLimits::default().time.as_secs())]
    pub(super) level_seconds: u64,

    /// Show what would be drawn first, and ask
    #[arg(long, conflicts_with_all = ["dry_run", "json"])]
    pub(super) confirm: bool,

    /// Write an animated GIF of the target, one picture for each drag
    #[arg(long, value_name = "FILE.gif", value_parser = ending_in(["gif"]), conflicts_with = "dry_run")]
    pub(super) record: Option<PathBuf>,

    /// Replace the GIF if it exists already
    #[arg(long, requires = "record")]
    pub(super) force: bool,

    /// One line of JSON for each level
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Levels(pub(super) Option<usize>);

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
pub(super) enum NextArg {
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

/// What the user fixed, here or in a profile.
pub(super) struct Wishes {
    pub(super) pace: Option<Pace>,
    pub(super) next: Option<Next>,
    pub(super) family: AnyFamily,
}

/// How long the first board may take to appear in a window that the user named, if nothing else is said: a game that was
/// only just started loads.
const BOARD_WAIT: Duration = Duration::from_secs(3);

impl Args {
    /// The place to play at. What is not there yet is waited for if the user said so.
    ///
    /// # Errors
    /// As [`find_within`].
    pub(super) fn find(
        &self,
        desktop: (&mut dyn Screen, &dyn Clock, &StopFlag),
        family: &AnyFamily,
    ) -> Result<Place, PlayError> {
        let target = self.target.target();
        let wait = self.wait.unwrap_or_default();
        find_within(desktop, family, target.as_ref(), wait)
    }

    /// How long the first board may take to appear.
    pub(super) fn board_wait(&self) -> Duration {
        self.wait.unwrap_or(BOARD_WAIT)
    }

    /// How far a run goes, with what is to be clicked after a level.
    pub(super) fn options(&self, next: Option<Next>) -> Options {
        Options {
            levels: self.levels.0,
            time: self.time,
            wait: self.board_wait(),
            patience: PATIENCE,
            limits: LevelLimits {
                drags: self.level_drags,
                time: Duration::from_secs(self.level_seconds),
            },
            next,
        }
    }

    /// What the user fixed.
    ///
    /// # Errors
    /// When the profile or the picture of what is to be clicked cannot be used.
    pub(super) fn wishes(&self) -> anyhow::Result<Wishes> {
        let profile = self.profile.as_deref().map(profile::load).transpose()?;
        let asked = self.pace.map(Duration::from_millis);
        let pace = asked.or(profile.as_ref().and_then(Profile::pace));
        let place = profile.as_ref().and_then(|profile| profile.next);
        let next = match &self.next {
            Some(NextArg::At(place)) => Some(Next::At(*place)),
            Some(NextArg::Picture(file)) => Some(Next::LooksLike(load_picture(file)?.picture)),
            None => place.map(|[x, y]| Next::At(ScreenPoint::new(x.into(), y.into()))),
        };
        Ok(Wishes {
            pace: pace.map(Pace::fixed),
            next,
            family: AnyFamily::new(profile, self.rules.into()),
        })
    }
}

/// Whether what is to be clicked for the next level lies in the target: it must not be missed only when a level is won.
pub(super) fn lies_inside(next: Option<&Next>, place: &Place) -> Result<(), Usage> {
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    #[test]
    fn levels_are_a_number_or_all() {
        assert_eq!(parse_levels("all").unwrap().0, None);
        assert_eq!(parse_levels("12").unwrap().0, Some(12));
        for bad in ["0", "-1", "many", ""] {
            assert!(parse_levels(bad).is_err(), "{bad:?}");
        }
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
            args.wishes().unwrap().pace
        };
        let fixed = |ms| Some(Pace::fixed(Duration::from_millis(ms)));
        assert_eq!(pace(&[]), None);
        assert_eq!(pace(&["--profile", "flow-free"]), fixed(18));
        assert_eq!(pace(&["--profile", "flow-free", "--pace", "5"]), fixed(5));
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

    #[test]
    fn what_is_to_be_clicked_lies_in_the_window() {
        let place = Place {
            name: "the window \"A game\"".to_owned(),
            program: String::new(),
            rect: ScreenRect::new(-300.0, 40.0, 760.0, 920.0),
            window: None,
        };
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
}

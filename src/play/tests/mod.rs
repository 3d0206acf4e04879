//! The whole loop on the fake desktop.

mod accidents;
mod again;
mod between;
mod corners;
mod futoshiki;
mod kinds;
mod looks;
mod losses;
mod paces;
mod places;
mod touching;
mod ways;
mod windows;

use std::time::Duration;

use super::testkit::{
    self, Accident, BeginsAt, Behaviour, ExactReader, FakeDesktop, FakeGame, FakeWindow,
};
use super::*;
use crate::capture::Target;
use crate::geometry::{Cell, ScreenPoint, ScreenRect};
use crate::replay::StopFlag;

/// Each has exactly one solution.
const FIRST: &[&str] = &["A.B.D", "..C.E", ".....", ".B.D.", ".ACE."];
const SECOND: &[&str] = &["D....", ".....", "..B..", "CBA.D", "A...C"];
/// One flow joins two neighbours: its cells look the same before and after.
const NEIGHBOURS: &[&str] = &["AAB", "B..", "C.C"];
/// One flow is much longer than the others.
const LONG: &[&str] = &["....A", ".BC.D", "....C", ".B.D.", ".A..."];

const CELL: f64 = 44.0;

/// A window of 400x400 with a game of these levels.
fn window(x: f64, y: f64, levels: &[&[&str]], behaviour: Behaviour) -> FakeWindow {
    FakeWindow {
        number: 1,
        title: "A game".to_owned(),
        program: "fake",
        rect: ScreenRect::new(x, y, 400.0, 400.0),
        game: Some(FakeGame::new(levels, CELL, behaviour)),
        futoshiki: None,
        is_glass: false,
        is_message: false,
    }
}

fn one_window(scale: f64, levels: &[&[&str]], behaviour: Behaviour) -> FakeDesktop {
    FakeDesktop::new(scale, vec![window(120.0, 60.0, levels, behaviour)])
}

/// What a run told and how it ended.
struct Run {
    reports: Vec<Report>,
    /// The most strokes that were told to be drawn again while a level was drawn.
    told_redrawn: usize,
    /// What was spent after the last level.
    rest: Spent,
    result: Result<Ending, PlayError>,
}

/// What is known of a game whose strokes pass every cell: so no stroke is spent on finding out.
fn known() -> LearnedSettings {
    LearnedSettings {
        fills_in: Some(false),
        ..LearnedSettings::default()
    }
}

fn run(desktop: &FakeDesktop, options: &Options) -> Run {
    run_game(desktop, &ExactReader, options, &mut known())
}

fn run_game(
    desktop: &FakeDesktop,
    game: &dyn Family,
    options: &Options,
    learned: &mut LearnedSettings,
) -> Run {
    let mut reports = Vec::new();
    let mut told_redrawn = 0;
    let mut rest = Spent::default();
    let mut is_target_known = false;
    let tell = &mut |event: Event<'_>| match event {
        Event::Target(_) => is_target_known = true,
        Event::Stroke { redrawn, .. } => {
            assert!(is_target_known, "pressed before the target was told");
            told_redrawn = told_redrawn.max(redrawn);
        }
        Event::Won { report, .. } => reports.push(report.clone()),
        Event::Read { .. } | Event::Rejected | Event::Clicked { .. } | Event::PassedOver { .. } => {
        }
        Event::Ended(spent) => rest = spent,
    };
    let result = play_at(desktop, (game, None), options, learned, tell);
    Run {
        reports,
        told_redrawn,
        rest,
        result,
    }
}

/// Plays these levels to their end with the eyes of a real game; returns what was told and how many presses it took.
#[track_caller]
fn is_played(levels: &[&[&str]], behaviour: Behaviour) -> (Vec<Report>, usize) {
    let desktop = one_window(1.0, levels, behaviour);
    let (game, options) = (FlowFamily::default(), options(levels.len()));
    let run = run_game(&desktop, &game, &options, &mut known());
    run.result
        .unwrap_or_else(|error| panic!("{behaviour:?}: {error}"));
    assert_eq!(solved(&desktop), levels.len(), "{behaviour:?}");
    (run.reports, presses(&desktop))
}

/// Finds the game, at a target or anywhere, and plays it.
fn play_at(
    desktop: &FakeDesktop,
    (family, target): (&dyn Family, Option<&Target>),
    options: &Options,
    learned: &mut LearnedSettings,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Ending, PlayError> {
    let (mut screen, mut pointer) = (desktop.clone(), desktop.clone());
    let place = find(&mut screen, family, target)?;
    let parts = Desktop {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: desktop,
        stop_flag: &StopFlag::default(),
    };
    let game = Game { family, place };
    let ended = play(parts, game, options, learned, tell);
    desktop.with(|world| assert!(!world.is_down, "the button is down"));
    ended
}

fn options(levels: usize) -> Options {
    Options {
        levels: Some(levels),
        time: None,
        wait: Duration::from_secs(5),
        patience: Duration::from_secs(2),
        limits: LevelLimits::default(),
        next: None,
    }
}

/// With time for whatever comes between levels.
fn patient(levels: usize) -> Options {
    Options {
        patience: Duration::from_secs(10),
        ..options(levels)
    }
}

fn solved(desktop: &FakeDesktop) -> usize {
    desktop.with(|world| {
        let games = world.windows.iter().filter_map(|one| one.game.as_ref());
        games.map(|game| game.solved).sum()
    })
}

fn presses(desktop: &FakeDesktop) -> usize {
    desktop.with(|world| world.presses.len())
}

#[test]
fn a_level_is_solved_with_one_drag_for_each_flow_at_every_scale() {
    for scale in [1.0, 1.25, 2.0] {
        let desktop = one_window(scale, &[FIRST], Behaviour::default());
        let run = run(&desktop, &options(1));
        run.result.unwrap();
        assert_eq!(solved(&desktop), 1, "scale {scale}");
        assert_eq!(presses(&desktop), 5, "scale {scale}");
        assert_eq!(run.reports[0].redrawn, 0);
        let board = ScreenRect::new(120.0 + CELL, 60.0 + CELL, 5.0 * CELL, 5.0 * CELL);
        desktop.with(|world| {
            for (x, y) in &world.dragged {
                let at = ScreenPoint::new(f64::from(*x), f64::from(*y));
                assert!(board.contains(at), "{at:?} is outside the board");
            }
        });
    }
}

#[test]
fn a_second_board_is_played_when_it_appears() {
    let desktop = one_window(1.0, &[FIRST, SECOND, NEIGHBOURS], Behaviour::default());
    let run = run(&desktop, &options(3));
    run.result.unwrap();
    assert_eq!(solved(&desktop), 3);
    let sizes: Vec<_> = run.reports.iter().map(|one| one.summary.rows).collect();
    assert_eq!(sizes, [5, 5, 3]);
}

/// Where as many levels are played as come; a number of levels that was asked for is played.
#[test]
fn a_game_that_goes_round_its_levels_is_left() {
    let round = [FIRST, SECOND].repeat(4);
    for (asked, played) in [(None, 4), (Some(7), 7)] {
        let desktop = one_window(1.0, &round, Behaviour::default());
        let options = Options {
            levels: asked,
            ..options(1)
        };
        let ended = run(&desktop, &options).result.unwrap();
        assert_eq!(solved(&desktop), played, "{ended:?}");
        assert_eq!(ended == Ending::AllWon, asked.is_some(), "{ended:?}");
    }
}

#[test]
fn a_game_that_shows_its_help_first_is_waited_for() {
    let behaviour = Behaviour {
        helps_until: Duration::from_secs(4),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let window = Target::Region(ScreenRect::new(120.0, 60.0, 400.0, 400.0));
    let (options, learned) = (options(1), &mut known());
    play_at(
        &desktop,
        (&ExactReader, Some(&window)),
        &options,
        learned,
        &mut |_| {},
    )
    .unwrap();
    assert_eq!(solved(&desktop), 1);
}

#[test]
fn when_no_board_follows_it_says_what_is_seen() {
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    let all = Options {
        levels: None,
        ..options(1)
    };
    let run = run(&desktop, &all);
    let Ok(Ending::NoMore { seen }) = run.result else {
        panic!("ended with {:?}", run.result);
    };
    assert!(seen.contains("old board"), "{seen}");
    assert_eq!((run.reports.len(), presses(&desktop)), (1, 5));
    assert!(run.rest.wait > all.patience / 2, "{:?}", run.rest);
}

#[test]
fn when_the_last_board_goes_away_it_says_so() {
    let behaviour = Behaviour {
        ending: testkit::Ending::Nothing,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let all = Options {
        levels: None,
        ..options(1)
    };
    let run = run_game(&desktop, &FlowFamily::default(), &all, &mut known());
    let Ok(Ending::NoMore { seen }) = run.result else {
        panic!("ended with {:?}", run.result);
    };
    assert_eq!(seen, "no board is seen any more");
}

/// The last stroke is never seen whole, and the game takes no more strokes.
#[test]
fn words_right_over_a_solved_board_do_not_hide_that_it_is_drawn() {
    let behaviour = Behaviour {
        ending: testkit::Ending::Words,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let game = FlowFamily::default();
    let run = run_game(&desktop, &game, &options(1), &mut known());
    run.result.unwrap();
    assert_eq!(solved(&desktop), 1);
    assert!(run.reports[0].redrawn <= 4, "{}", run.reports[0].redrawn);
}

#[test]
fn a_rehearsal_says_what_would_be_drawn() {
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    let mut screen = desktop.clone();
    let place = find(&mut screen, &ExactReader, None).unwrap();
    let plan = rehearse(
        (&mut screen, &desktop, &StopFlag::default()),
        &ExactReader,
        place,
        Duration::ZERO,
        &LearnedSettings::default(),
    )
    .unwrap();
    assert!(plan.place.name.contains("A game"));
    assert_eq!((plan.summary.rows, plan.strokes.len()), (5, 5));
    assert_eq!(presses(&desktop), 0);
}

#[test]
fn the_real_reader_plays_three_levels_at_every_scale() {
    for scale in [1.0, 1.25, 2.0] {
        let levels = [FIRST, SECOND, NEIGHBOURS];
        let desktop = one_window(scale, &levels, Behaviour::default());
        let run = run_game(&desktop, &FlowFamily::default(), &options(3), &mut known());
        run.result.unwrap();
        assert_eq!(solved(&desktop), 3, "scale {scale}");
    }
}

//! The whole loop on the fake desktop.

mod again;
mod between;

use std::time::Duration;

use super::fake::{self, Accident, FakeDesktop, FakeGame, FakeWindow, Manners};
use super::plain::PlainGame;
use super::*;
use crate::capture::ScreenError;
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::pipeline::Reason;
use crate::replay::Halt;

/// Each has exactly one solution.
const FIRST: &[&str] = &["A.B.D", "..C.E", ".....", ".B.D.", ".ACE."];
const SECOND: &[&str] = &["D....", ".....", "..B..", "CBA.D", "A...C"];
/// One flow joins two neighbours: its cells look the same before and after.
const NEIGHBOURS: &[&str] = &["AAB", "B..", "C.C"];

const CELL: f64 = 44.0;

/// A window of 400x400 with a game of these levels.
fn window(x: f64, y: f64, levels: &[&[&str]], manners: Manners) -> FakeWindow {
    FakeWindow {
        title: "A game".to_owned(),
        rect: ScreenRect::new(x, y, 400.0, 400.0),
        game: Some(FakeGame::new(levels, CELL, manners)),
    }
}

fn one_window(scale: f64, levels: &[&[&str]], manners: Manners) -> FakeDesktop {
    FakeDesktop::new(scale, vec![window(120.0, 60.0, levels, manners)])
}

/// What a run told and how it ended.
struct Run {
    reports: Vec<Report>,
    /// The most strokes that were told to be drawn again while a level was drawn.
    told_redrawn: usize,
    result: Result<Ending, PlayError>,
}

fn run(desktop: &FakeDesktop, options: &Options) -> Run {
    run_game(desktop, &PlainGame, options, &mut Habits::default())
}

fn run_game(desktop: &FakeDesktop, game: &dyn Game, options: &Options, habits: &mut Habits) -> Run {
    let (mut screen, mut pointer) = (desktop.clone(), desktop.clone());
    let brake = Brake::default();
    let desk = Desk {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: desktop,
        brake: &brake,
    };
    let mut reports = Vec::new();
    let mut told_redrawn = 0;
    let mut is_target_known = false;
    let place = find(desk.screen, game, None);
    let result = place.and_then(|place| {
        play(
            desk,
            game,
            place,
            options,
            habits,
            &mut |event| match event {
                Event::Target(_) => is_target_known = true,
                Event::Stroke { redrawn, .. } => {
                    assert!(is_target_known, "pressed before the target was told");
                    told_redrawn = told_redrawn.max(redrawn);
                }
                Event::Drawn { report, .. } => reports.push(report.clone()),
                Event::Read { .. } => {}
            },
        )
    });
    desktop.with(|world| assert!(!world.is_down, "the button is down"));
    Run {
        reports,
        told_redrawn,
        result,
    }
}

fn options(levels: usize) -> Options {
    Options {
        levels: Some(levels),
        time: None,
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
        let desktop = one_window(scale, &[FIRST], Manners::default());
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
    let desktop = one_window(1.0, &[FIRST, SECOND, NEIGHBOURS], Manners::default());
    let run = run(&desktop, &options(3));
    run.result.unwrap();
    assert_eq!(solved(&desktop), 3);
    let sizes: Vec<_> = run.reports.iter().map(|one| one.summary.rows).collect();
    assert_eq!(sizes, [5, 5, 3]);
}

#[test]
fn a_game_that_shows_its_help_first_is_waited_for() {
    let manners = Manners {
        helps_until: Duration::from_secs(4),
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST], manners);
    let (mut screen, mut pointer) = (desktop.clone(), desktop.clone());
    let window = Target::Region(ScreenRect::new(120.0, 60.0, 400.0, 400.0));
    let place = find(&mut screen, &PlainGame, Some(&window)).unwrap();
    let desk = Desk {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &desktop,
        brake: &Brake::default(),
    };
    let habits = &mut Habits::default();
    play(desk, &PlainGame, place, &options(1), habits, &mut |_| {}).unwrap();
    assert_eq!(solved(&desktop), 1);
}

#[test]
fn when_no_board_follows_it_says_what_is_seen() {
    let desktop = one_window(1.0, &[FIRST], Manners::default());
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
}

#[test]
fn lost_cells_are_seen_and_redrawn_slower() {
    let manners = Manners {
        frame: Duration::from_millis(25),
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], manners);
    let run = run(&desktop, &options(2));
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
    assert!(run.reports[0].redrawn > 0);
    assert_eq!(run.told_redrawn, run.reports[0].redrawn);
    assert!(run.reports[0].pace > manners.frame);
    assert_eq!(run.reports[1].redrawn, 0, "the pace was not remembered");
}

#[test]
fn strokes_that_slowness_loses_are_drawn_faster() {
    let manners = Manners {
        longest_drag: Duration::from_millis(170),
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST], manners);
    let mut habits = Habits::default();
    for _ in 0..9 {
        habits.pace.lost();
    }
    run_game(&desktop, &PlainGame, &options(1), &mut habits)
        .result
        .unwrap();
    assert_eq!(solved(&desktop), 1);
}

#[test]
fn a_fixed_pace_is_kept() {
    let manners = Manners {
        frame: Duration::from_millis(25),
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST], manners);
    let mut habits = Habits {
        pace: Pace::fixed(Duration::from_millis(10)),
        ..Habits::default()
    };
    let run = run_game(&desktop, &PlainGame, &options(1), &mut habits);
    assert!(matches!(
        run.result,
        Err(PlayError::NotShown { tries: 3, .. })
    ));
    let start = desktop.with(|world| world.presses.clone());
    assert_ne!(start[0], start[1], "the other terminal was not tried");
}

#[test]
fn a_game_that_takes_drags_from_one_terminal_only_is_found_out() {
    let manners = Manners {
        only_from_last: true,
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], manners);
    run(&desktop, &options(2)).result.unwrap();
    assert_eq!(solved(&desktop), 2);
    assert!(presses(&desktop) <= 9 + 2);
}

#[test]
fn a_lost_first_press_costs_one_probe() {
    let manners = Manners {
        loses_first_press: true,
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST], manners);
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!((solved(&desktop), presses(&desktop)), (1, 6));
}

#[test]
fn a_game_that_ignores_everything_is_pressed_four_times_and_no_more() {
    let manners = Manners {
        is_deaf: true,
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST], manners);
    let run = run(&desktop, &options(1));
    let Err(PlayError::NotShown {
        tries,
        shown,
        total,
    }) = run.result
    else {
        panic!("ended with {:?}", run.result);
    };
    assert_eq!((tries, shown, total, presses(&desktop)), (3, 0, 5, 4));
}

#[test]
fn a_game_of_clicks_is_found_out_and_remembered() {
    let manners = Manners {
        is_clicked: true,
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], manners);
    let mut habits = Habits::default();
    let run = run_game(&desktop, &PlainGame, &options(2), &mut habits);
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
    assert_eq!(habits.way.tool, Tool::Click);
    // Two drags in vain, then two presses for each flow.
    assert_eq!(presses(&desktop), 2 + 2 * 5 + 2 * 4);
}

/// The window has no focus when a run begins that knows how the game is played.
#[test]
fn a_lost_first_press_in_a_game_of_clicks_does_not_turn_its_clicks_round() {
    let manners = Manners {
        is_clicked: true,
        loses_first_press: true,
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], manners);
    let mut habits = Habits::default();
    habits.way.tool = Tool::Click;
    let run = run_game(&desktop, &PlainGame, &options(2), &mut habits);
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
    assert_eq!(habits.way.tool, Tool::Click);
}

/// The last of them leaves all cells of a stroke filled, but not joined to the terminal.
#[test]
fn a_single_move_that_is_lost_is_noticed() {
    for number in 1..=4 {
        let manners = Manners {
            loses_move: Some(number),
            ..Manners::default()
        };
        let desktop = one_window(1.0, &[FIRST], manners);
        let game = FlowGame::default();
        let run = run_game(&desktop, &game, &options(1), &mut Habits::default());
        run.result.unwrap();
        assert_eq!(solved(&desktop), 1, "move {number}");
    }
}

/// Plays a game in which something happens at the fifth move of a drag.
fn after(accident: Accident) -> (FakeDesktop, Result<Ending, PlayError>) {
    let desktop = one_window(1.0, &[FIRST], Manners::default());
    desktop.with(|world| world.accident = Some((5, accident)));
    let result = run(&desktop, &options(1)).result;
    (desktop, result)
}

#[test]
fn a_person_who_moves_the_mouse_stops_the_drag_at_once() {
    let (desktop, result) = after(Accident::PersonMoves);
    let person = matches!(result, Err(PlayError::Halted(Halt::Person { .. })));
    assert!(person, "ended with {result:?}");
    assert_eq!(desktop.with(|world| world.dragged.len()), 5);
}

#[test]
fn a_window_that_closes_in_mid_drag_is_named() {
    let (desktop, result) = after(Accident::WindowCloses);
    let Err(PlayError::Screen(ScreenError::Closed(name))) = result else {
        panic!("ended with {result:?}");
    };
    assert!(name.contains("A game"));
    assert!(desktop.with(|world| world.dragged.len()) < 10);
}

#[test]
fn a_window_that_moves_is_found_again() {
    let (desktop, result) = after(Accident::WindowMoves(90.0, 25.0));
    result.unwrap();
    assert_eq!(solved(&desktop), 1);
}

#[test]
fn a_board_that_is_covered_is_not_drawn_on() {
    let (desktop, result) = after(Accident::Covered);
    let lost = matches!(result, Err(PlayError::BoardLost { .. }));
    assert!(lost, "ended with {result:?}");
    assert!(presses(&desktop) <= 2);
}

#[test]
fn a_screen_that_is_locked_in_mid_drag_is_lost() {
    let (desktop, result) = after(Accident::ScreenLocks);
    let lost = matches!(result, Err(PlayError::Screen(ScreenError::Failed { .. })));
    assert!(lost, "ended with {result:?}");
    assert!(desktop.with(|world| world.dragged.len()) < 10);
}

#[test]
fn a_board_is_found_again_in_another_resolution() {
    for scale in [1.25, 2.0] {
        let (desktop, result) = after(Accident::Resolution(scale, 800.0));
        result.unwrap();
        assert_eq!(solved(&desktop), 1, "scale {scale}");
    }
}

#[test]
fn a_resolution_that_leaves_the_board_off_the_screen_ends_the_run() {
    let (desktop, result) = after(Accident::Resolution(1.0, 200.0));
    let lost = matches!(result, Err(PlayError::BoardLost { .. }));
    assert!(lost, "ended with {result:?}");
    let (desktop_without, result) = after(Accident::Resolution(1.0, 100.0));
    let lost = matches!(result, Err(PlayError::Screen(ScreenError::Outside(_))));
    assert!(lost, "ended with {result:?}");
    for desktop in [desktop, desktop_without] {
        assert!(desktop.with(|world| world.dragged.len()) < 10);
    }
}

#[test]
fn a_signal_stops_before_anything_is_pressed() {
    let desktop = one_window(1.0, &[FIRST], Manners::default());
    let brake = Brake::default();
    brake.pull();
    let (mut screen, mut pointer) = (desktop.clone(), desktop.clone());
    let desk = Desk {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &desktop,
        brake: &brake,
    };
    let place = find(desk.screen, &PlainGame, None).unwrap();
    let habits = &mut Habits::default();
    let result = play(desk, &PlainGame, place, &options(1), habits, &mut |_| {});
    assert!(matches!(result, Err(PlayError::Halted(Halt::Signal))));
    assert_eq!(presses(&desktop), 0);
}

#[test]
fn a_monitor_left_of_the_main_one_is_played_on() {
    let desktop = FakeDesktop::new(
        1.25,
        vec![window(-900.0, -40.0, &[FIRST], Manners::default())],
    );
    let left = ScreenRect::new(-1280.0, -200.0, 1280.0, 720.0);
    desktop.with(|world| world.monitors.insert(0, left));
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!(solved(&desktop), 1);
    assert!(desktop.with(|world| world.presses.iter().all(|(x, _)| *x < 0)));
}

#[test]
fn a_window_half_off_the_screen_is_played_when_its_board_is_all_there() {
    // The board is the left 264 points of the window; the screen ends at 1000.
    let desktop = FakeDesktop::new(
        1.0,
        vec![window(700.0, 500.0, &[FIRST], Manners::default())],
    );
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!(solved(&desktop), 1);
}

#[test]
fn a_board_half_off_the_screen_is_refused_and_nothing_is_pressed() {
    let desktop = FakeDesktop::new(
        1.0,
        vec![window(860.0, 100.0, &[FIRST], Manners::default())],
    );
    let result = run(&desktop, &options(1)).result;
    let refused = matches!(result, Err(PlayError::Refused(_)));
    assert!(refused, "ended with {result:?}");
    assert_eq!(presses(&desktop), 0);
}

#[test]
fn two_windows_with_boards_are_listed_and_nothing_is_pressed() {
    let windows =
        [(20.0, 20.0), (500.0, 300.0)].map(|(x, y)| window(x, y, &[FIRST], Manners::default()));
    let desktop = FakeDesktop::new(1.0, windows.into());
    let Err(PlayError::Refused(refusal)) = run(&desktop, &options(1)).result else {
        panic!("not refused");
    };
    assert_eq!(refusal.reason, Reason::Ambiguous);
    assert!(refusal.message.contains("--window") && refusal.message.contains("500,300"));
    assert_eq!(presses(&desktop), 0);
}

#[test]
fn a_board_behind_another_window_does_not_count() {
    // The windows lie over each other, so the pixels of the front one's board are within both.
    let windows =
        [(100.0, 100.0), (90.0, 80.0)].map(|(x, y)| window(x, y, &[FIRST], Manners::default()));
    let desktop = FakeDesktop::new(1.0, windows.into());
    run(&desktop, &options(1)).result.unwrap();
    let solved = desktop.with(|world| world.windows[0].game.as_ref().map(|game| game.solved));
    assert_eq!(solved, Some(1));
}

#[test]
fn no_board_is_refused() {
    let mut empty = window(100.0, 100.0, &[FIRST], Manners::default());
    empty.game = None;
    let desktop = FakeDesktop::new(1.0, vec![empty]);
    let Err(PlayError::Refused(refusal)) = run(&desktop, &options(1)).result else {
        panic!("not refused");
    };
    assert_eq!(refusal.reason, Reason::NoBoard);
}

#[test]
fn a_rehearsal_says_what_would_be_drawn() {
    let desktop = one_window(1.0, &[FIRST], Manners::default());
    let mut screen = desktop.clone();
    let plan = rehearse(
        &mut screen,
        &desktop,
        &Brake::default(),
        &PlainGame,
        None,
        &Habits::default(),
    )
    .unwrap();
    assert!(plan.place.name.contains("A game"));
    assert_eq!((plan.summary.rows, plan.actions.len()), (5, 5));
    assert_eq!(presses(&desktop), 0);
}

#[test]
fn the_real_reader_plays_three_levels_at_every_scale() {
    for scale in [1.0, 1.25, 2.0] {
        let levels = [FIRST, SECOND, NEIGHBOURS];
        let desktop = one_window(scale, &levels, Manners::default());
        let run = run_game(
            &desktop,
            &FlowGame::default(),
            &options(3),
            &mut Habits::default(),
        );
        run.result.unwrap();
        assert_eq!(solved(&desktop), 3, "scale {scale}");
    }
}

//! How fast a game takes strokes.

use super::*;

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

/// A page that shows a dozen frames a second.
#[test]
fn a_very_slow_page_is_drawn_on_very_slowly() {
    let manners = Manners {
        frame: Duration::from_millis(75),
        ..Manners::default()
    };
    let (reports, _) = is_played(&[FIRST, SECOND], manners);
    assert_eq!(reports[1].redrawn, 0, "the pace was not remembered");
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
        habits.pace.lost_all();
    }
    run_game(&desktop, &PlainGame, &options(1), &mut habits)
        .result
        .unwrap();
    assert_eq!(solved(&desktop), 1);
}

/// Too short for any pace at which no move is lost.
#[test]
fn strokes_that_are_cut_short_each_time_are_drawn_in_pieces() {
    let manners = Manners {
        longest_drag: Duration::from_millis(150),
        frame: Duration::from_millis(15),
        ..Manners::default()
    };
    is_played(&[LONG], manners);
}

/// Of the longest flow a piece of three moves comes through each time, and no other pace helps.
#[test]
fn a_stroke_in_many_pieces_is_gone_on_with_to_its_end() {
    let manners = Manners {
        longest_drag: Duration::from_millis(65),
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[LONG], manners);
    let mut habits = Habits {
        pace: Pace::fixed(Duration::from_millis(20)),
        ..Habits::default()
    };
    let run = run_game(&desktop, &PlainGame, &options(1), &mut habits);
    run.result.unwrap();
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

/// Of one that nothing is known of, the first stroke is to lose no cell.
#[test]
fn a_game_that_is_remembered_takes_its_first_stroke_at_its_own_pace_too() {
    let draw = |mut habits: Habits| {
        let desktop = one_window(1.0, &[FIRST], Manners::default());
        let run = run_game(&desktop, &PlainGame, &options(1), &mut habits);
        run.result.unwrap();
        run.reports[0].draw
    };
    let remembered = Habits {
        latency: Duration::from_millis(20),
        ..Habits::default()
    };
    assert!(draw(remembered) < draw(Habits::default()));
}

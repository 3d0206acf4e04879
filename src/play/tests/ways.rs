//! In which way a game takes strokes: dragged or clicked, and from which end.

use super::*;

#[test]
fn a_game_that_takes_drags_from_one_terminal_only_is_found_out() {
    let manners = Manners {
        begins_at: BeginsAt::Last,
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], manners);
    run(&desktop, &options(2)).result.unwrap();
    assert_eq!(solved(&desktop), 2);
    assert!(presses(&desktop) <= 9 + 2);
}

/// It is not the pace that loses a flow of which nothing is seen.
#[test]
fn a_game_that_takes_each_flow_from_one_terminal_is_not_drawn_on_slower() {
    let manners = Manners {
        begins_at: BeginsAt::Either,
        ..Manners::default()
    };
    let (reports, presses) = is_played(&[FIRST, SECOND], manners);
    assert_eq!(reports[1].pace, Pace::default().now());
    assert!(presses <= 2 * 9, "{presses}");
}

#[test]
fn a_lost_first_press_costs_one_probe() {
    let manners = Manners {
        loses_press: Some(1),
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
fn what_a_level_taught_that_was_not_drawn_is_not_kept() {
    let manners = Manners {
        is_deaf: true,
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST], manners);
    let mut habits = Habits::default();
    let run = run_game(&desktop, &PlainGame, &options(1), &mut habits);
    assert!(matches!(run.result, Err(PlayError::NotShown { .. })));
    assert_eq!(habits, Habits::default());
}

/// Plays two levels of a game that knows one way of drawing; gives what was learned and how many presses it took.
fn finds_out(manners: Manners) -> (Tool, usize) {
    let desktop = one_window(1.0, &[FIRST, SECOND], manners);
    let mut habits = Habits::default();
    let run = run_game(&desktop, &PlainGame, &options(2), &mut habits);
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
    (habits.way.tool, presses(&desktop))
}

#[test]
fn a_game_of_clicks_is_found_out_and_remembered() {
    let manners = Manners {
        is_clicked: true,
        ..Manners::default()
    };
    // Two drags in vain, then two presses for each flow.
    assert_eq!(finds_out(manners), (Tool::Click, 2 + 2 * 5 + 2 * 4));
}

#[test]
fn a_game_of_a_click_on_every_cell_is_found_out_and_remembered() {
    let manners = Manners {
        is_tapped: true,
        ..Manners::default()
    };
    // Two drags in vain, then one press for each cell.
    assert_eq!(finds_out(manners), (Tool::Tap, 2 + 25 + 25));
}

/// The window has no focus when a run begins that knows how the game is played.
#[test]
fn a_lost_first_press_in_a_game_of_clicks_does_not_turn_its_clicks_round() {
    let manners = Manners {
        is_clicked: true,
        loses_press: Some(1),
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

/// From then on each click that begins a flow ends one for the game, and the other way round.
#[test]
fn a_lost_click_does_not_turn_all_others_round() {
    for lost in 4..=9 {
        let manners = Manners {
            is_clicked: true,
            loses_press: Some(lost),
            ..Manners::default()
        };
        let desktop = one_window(1.0, &[FIRST], manners);
        let run = run(&desktop, &options(1));
        run.result
            .unwrap_or_else(|error| panic!("press {lost}: {error}"));
        assert_eq!(solved(&desktop), 1, "press {lost}");
    }
}

/// From the second level on: the clicks on every cell that are tried first leave a stroke begun, or do not.
#[test]
fn a_game_of_a_click_on_every_cell_may_become_one_of_two_clicks() {
    for levels in [[FIRST, SECOND], [SECOND, FIRST], [SECOND, NEIGHBOURS]] {
        let manners = Manners {
            is_tapped: true,
            is_clicked_after: Some(2 + 25),
            ..Manners::default()
        };
        let desktop = one_window(1.0, &levels, manners);
        run(&desktop, &options(2)).result.unwrap();
        assert_eq!(solved(&desktop), 2, "{levels:?}");
    }
}

/// As when a click before has begun what the probe's drag seems to draw.
#[test]
fn a_probe_that_was_shown_by_chance_is_made_again() {
    let manners = Manners {
        is_clicked_after: Some(1),
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST], manners);
    let mut habits = Habits::default();
    let run = run_game(&desktop, &PlainGame, &options(1), &mut habits);
    run.result.unwrap();
    assert_eq!((solved(&desktop), habits.way.tool), (1, Tool::Click));
}

//! In which way a game takes strokes: dragged or clicked, and from which end.

use super::*;

#[test]
fn a_game_that_takes_drags_from_one_terminal_only_is_found_out() {
    let behaviour = Behaviour {
        begins_at: BeginsAt::Last,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
    run(&desktop, &options(2)).result.unwrap();
    assert_eq!(solved(&desktop), 2);
    assert!(presses(&desktop) <= 9 + 2);
}

#[test]
fn a_game_that_takes_small_moves_only_is_found_out() {
    let behaviour = Behaviour {
        ignores_jumps: true,
        ..Behaviour::default()
    };
    let (reports, _) = is_played(&[FIRST, SECOND, FIRST], behaviour);
    let redrawn: Vec<usize> = reports.iter().map(|one| one.redrawn).collect();
    // Each faster pace loses a few strokes first, and is tried again later.
    assert!(redrawn[0] <= 25, "{redrawn:?}");
    assert!(redrawn[1] + redrawn[2] <= 1, "{redrawn:?}");
}

/// It is not the pace that loses a flow of which nothing is seen.
#[test]
fn a_game_that_takes_each_flow_from_one_terminal_is_not_drawn_on_slower() {
    let behaviour = Behaviour {
        begins_at: BeginsAt::Either,
        ..Behaviour::default()
    };
    let (reports, presses) = is_played(&[FIRST, SECOND], behaviour);
    assert_eq!(reports[1].pace, Pace::default().now());
    // The first that is lost is drawn after a click too, and one more follows.
    assert!(presses <= 2 * 9 + 3, "{presses}");
}

/// The stroke is drawn from the other end next, very slowly: it would be the end that seems to help.
#[test]
fn a_probe_that_is_lost_half_way_is_drawn_slower_from_the_same_end() {
    let behaviour = Behaviour {
        frame: Duration::from_millis(75),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[LONG], behaviour);
    let mut learned = LearnedSettings::default();
    let usual = learned.input;
    let run = run_game(&desktop, &ExactReader, &options(1), &mut learned);
    run.result.unwrap();
    assert_eq!(solved(&desktop), 1);
    assert_eq!(learned.input, usual);
}

#[test]
fn a_lost_first_press_costs_one_probe() {
    let behaviour = Behaviour {
        loses_press: Some(1),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!((solved(&desktop), presses(&desktop)), (1, 6));
}

/// The first stroke that a game takes is shown two seconds late: clicks in its place would erase it.
#[test]
fn a_first_stroke_that_is_shown_late_is_waited_for() {
    let behaviour = Behaviour {
        begins_at: BeginsAt::Last,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let stall = Accident::Stalls(Duration::from_millis(2500));
    desktop.with(|world| world.accident_at_press = Some((2, stall)));
    let mut learned = LearnedSettings::default();
    run_game(&desktop, &ExactReader, &options(1), &mut learned)
        .result
        .unwrap();
    assert_eq!((solved(&desktop), presses(&desktop)), (1, 6));
    assert_eq!(learned.input.method, InputMethod::Drag);
}

#[test]
fn a_game_that_ignores_everything_is_pressed_five_times_and_no_more() {
    let behaviour = Behaviour {
        is_deaf: true,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let run = run(&desktop, &options(1));
    let Err(PlayError::NotShown {
        tries,
        shown,
        total,
    }) = run.result
    else {
        panic!("ended with {:?}", run.result);
    };
    assert_eq!((tries, shown, total, presses(&desktop)), (4, 0, 5, 5));
}

#[test]
fn what_a_level_taught_that_was_not_drawn_is_not_kept() {
    let behaviour = Behaviour {
        is_deaf: true,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let mut learned = known();
    let run = run_game(&desktop, &ExactReader, &options(1), &mut learned);
    assert!(matches!(run.result, Err(PlayError::NotShown { .. })));
    assert_eq!(learned, known());
}

/// Plays two levels of a game that knows one way of drawing; gives what was learned and how many presses it took.
fn finds_out(behaviour: Behaviour) -> (InputMethod, usize) {
    let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
    let mut learned = known();
    let run = run_game(&desktop, &ExactReader, &options(2), &mut learned);
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
    (learned.input.method, presses(&desktop))
}

#[test]
fn a_game_of_clicks_is_found_out_and_remembered() {
    let behaviour = Behaviour {
        is_clicked: true,
        ..Behaviour::default()
    };
    // Two drags in vain, then two presses for each flow.
    assert_eq!(
        finds_out(behaviour),
        (InputMethod::Click, 2 + 2 * 5 + 2 * 4)
    );
}

/// A click before a drag would begin a line there, and the next click would end it.
#[test]
fn a_run_begins_with_no_click_before_a_drag_where_the_game_was_known_to_take_clicks() {
    let behaviour = Behaviour {
        is_clicked: true,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let mut learned = known();
    learned.input.method = InputMethod::Click;
    learned.first_click.drawn_again(false, false);
    learned.first_click.drawn_again(false, false);
    learned.first_click.drawn_again(true, true);
    assert!(learned.first_click.is_needed());
    run_game(&desktop, &ExactReader, &options(1), &mut learned)
        .result
        .unwrap();
    // A drag in vain, then two presses for each flow.
    assert_eq!((solved(&desktop), presses(&desktop)), (1, 1 + 2 * 5));
}

#[test]
fn a_game_of_a_click_on_every_cell_is_found_out_and_remembered() {
    let behaviour = Behaviour {
        is_tapped: true,
        ..Behaviour::default()
    };
    // Two drags in vain, then one press for each cell.
    assert_eq!(finds_out(behaviour), (InputMethod::Tap, 2 + 25 + 25));
}

#[test]
fn a_game_of_arrow_keys_is_found_out_and_remembered() {
    let behaviour = Behaviour {
        is_keyed: true,
        ..Behaviour::default()
    };
    // Two drags and a click on two cells in vain, of which one has selected the first flow, then one press for each of the others.
    assert_eq!(finds_out(behaviour), (InputMethod::Keys, 4 + 4 + 4));
}

/// The first drag selects the first flow, and the second lets go of it; so do two clicks.
#[test]
fn a_game_of_arrow_keys_is_found_out_where_a_second_click_lets_go() {
    let behaviour = Behaviour {
        is_keyed: true,
        is_let_go: true,
        ..Behaviour::default()
    };
    assert_eq!(finds_out(behaviour), (InputMethod::Keys, 4 + 4 + 4));
}

#[test]
fn two_arrows_are_typed_at_most_in_a_game_that_shows_nothing() {
    let behaviour = Behaviour {
        is_deaf: true,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let run = run(&desktop, &options(1));
    assert!(matches!(run.result, Err(PlayError::NotShown { .. })));
    assert_eq!(desktop.with(|world| world.keys), 2);
}

/// The window has no focus when a run begins that knows how the game is played.
#[test]
fn a_lost_first_press_in_a_game_of_clicks_does_not_turn_its_clicks_round() {
    let behaviour = Behaviour {
        is_clicked: true,
        loses_press: Some(1),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
    let mut learned = known();
    learned.input.method = InputMethod::Click;
    let run = run_game(&desktop, &ExactReader, &options(2), &mut learned);
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
    assert_eq!(learned.input.method, InputMethod::Click);
}

/// From then on each click that begins a flow ends one for the game, and the other way round.
#[test]
fn a_lost_click_does_not_turn_all_others_round() {
    for lost in 4..=9 {
        let behaviour = Behaviour {
            is_clicked: true,
            loses_press: Some(lost),
            ..Behaviour::default()
        };
        let desktop = one_window(1.0, &[FIRST], behaviour);
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
        let behaviour = Behaviour {
            is_tapped: true,
            is_clicked_after: Some(2 + 25),
            ..Behaviour::default()
        };
        let desktop = one_window(1.0, &levels, behaviour);
        run(&desktop, &options(2)).result.unwrap();
        assert_eq!(solved(&desktop), 2, "{levels:?}");
    }
}

/// As when a click before has begun what the probe's drag seems to draw.
#[test]
fn a_probe_that_was_shown_by_chance_is_made_again() {
    let behaviour = Behaviour {
        is_clicked_after: Some(1),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let mut learned = known();
    let run = run_game(&desktop, &ExactReader, &options(1), &mut learned);
    run.result.unwrap();
    assert_eq!(
        (solved(&desktop), learned.input.method),
        (1, InputMethod::Click)
    );
}

/// A press begins a flow and the next one ends it: what a drag has drawn goes on following the pointer.
#[test]
fn a_game_whose_lines_follow_the_pointer_after_a_drag_is_clicked() {
    let behaviour = Behaviour {
        is_latched: true,
        ..Behaviour::default()
    };
    // A drag, a click that ends it, and then two presses for each flow.
    assert_eq!(
        finds_out(behaviour),
        (InputMethod::Click, 2 + 2 * 5 + 2 * 4)
    );
}

/// All but the first are lost, until it is known that a click must come before each.
#[test]
fn a_page_on_which_drags_select_text_costs_three_strokes_drawn_twice_at_most() {
    let behaviour = Behaviour {
        selects_text: true,
        ..Behaviour::default()
    };
    let (reports, _) = is_played(&[FIRST, SECOND], behaviour);
    let redrawn: Vec<usize> = reports.iter().map(|one| one.redrawn).collect();
    assert!(redrawn[0] <= 3 && redrawn[1] == 0, "{redrawn:?}");
    assert!(reports[1].pace <= Pace::default().now(), "slowed down");
}

/// As with libraries that tell a drag from a click by its first move, and games that choose the colour with that.
#[test]
fn a_drag_that_begins_where_one_of_its_first_moves_ends_is_drawn_from_the_first_on() {
    for moves_before in [1, 2] {
        let behaviour = Behaviour {
            moves_before,
            ..Behaviour::default()
        };
        let (reports, presses) = is_played(&[FIRST, SECOND], behaviour);
        let strokes: usize = reports.iter().map(|it| it.summary.colours).sum();
        assert_eq!(presses, strokes, "{moves_before}");
    }
}

/// As in a game that takes a cell only where both coordinates differ from those of the press.
#[test]
fn a_game_that_takes_no_cell_in_line_with_the_press_is_played_like_any_other() {
    let behaviour = Behaviour {
        ignores_line: true,
        ..Behaviour::default()
    };
    let (reports, presses) = is_played(&[FIRST, SECOND], behaviour);
    let strokes: usize = reports.iter().map(|it| it.summary.colours).sum();
    assert_eq!(presses, strokes);
}

/// A page that shows 30 frames a second.
#[test]
fn a_slow_page_costs_a_few_strokes_drawn_twice_at_most() {
    let behaviour = Behaviour {
        frame: Duration::from_millis(33),
        ..Behaviour::default()
    };
    let (reports, _) = is_played(&[FIRST, SECOND], behaviour);
    let redrawn: usize = reports.iter().map(|one| one.redrawn).sum();
    assert!(redrawn <= 6, "{redrawn}");
}

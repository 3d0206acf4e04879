//! Games that take strokes in their own ways, or lose some.

use super::*;

/// Plays these levels to their end with the eyes of a real game; returns what was told and how many presses it took.
#[track_caller]
fn is_played(levels: &[&[&str]], manners: Manners) -> (Vec<Report>, usize) {
    let desktop = one_window(1.0, levels, manners);
    let (game, options) = (FlowGame::default(), options(levels.len()));
    let run = run_game(&desktop, &game, &options, &mut Habits::default());
    run.result
        .unwrap_or_else(|error| panic!("{manners:?}: {error}"));
    assert_eq!(solved(&desktop), levels.len(), "{manners:?}");
    (run.reports, presses(&desktop))
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

/// Moves after those of the probe, which loses no cell when one of them is lost.
const AFTER_PROBE: std::ops::RangeInclusive<usize> = 10..=16;

/// One of them leaves all cells of a stroke filled, but not joined to the terminal.
#[test]
fn a_single_move_that_is_lost_is_noticed() {
    for number in AFTER_PROBE {
        let manners = Manners {
            loses_move: Some(number),
            ..Manners::default()
        };
        is_played(&[FIRST], manners);
    }
}

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

/// The last stroke is lost, and then no terminal is seen for a moment.
#[test]
fn a_board_that_is_not_seen_for_a_moment_is_not_finished() {
    for lost in 18..=24 {
        let manners = Manners {
            flashes: true,
            loses_move: Some(lost),
            ..Manners::default()
        };
        is_played(&[FIRST], manners);
    }
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

/// It is read too early, and its colours are others when the first stroke is looked for.
#[test]
fn a_level_that_fades_in_is_found_again_as_soon_as_it_is_all_there() {
    let manners = Manners {
        fades_in: Duration::from_millis(600),
        ..Manners::default()
    };
    let (reports, _) = is_played(&[FIRST, SECOND], manners);
    // On the fake clock, so no machine is too slow for it.
    let slowest = reports.iter().map(|one| one.draw).max().unwrap();
    assert!(slowest < Duration::from_secs(3), "{slowest:?}");
}

/// Cells that are not drawn yet show something else than before all the time.
#[test]
fn lost_strokes_over_a_moving_background_are_not_taken_for_covered_ones() {
    let manners = Manners {
        has_stripes: true,
        frame: Duration::from_millis(30),
        ..Manners::default()
    };
    is_played(&[FIRST], manners);
}

/// The pointer rests where the last stroke ended; that cell of the next board is unlike all others.
#[test]
fn a_cell_that_is_lit_up_by_the_pointer_is_left() {
    let manners = Manners {
        lights_up: true,
        ..Manners::default()
    };
    is_played(&[FIRST, SECOND], manners);
}

/// The first pictures of it show a board that is all there, and smaller.
#[test]
fn a_level_that_zooms_in_is_read_when_it_stands_still() {
    let manners = Manners {
        zooms_in: Duration::from_millis(300),
        ..Manners::default()
    };
    let (_, presses) = is_played(&[FIRST], manners);
    assert_eq!(presses, 5);
}

/// A stroke that stops one cell short looks like a whole one where terminals are full from the first.
#[test]
fn what_may_not_be_drawn_is_drawn_again_when_a_game_does_not_go_on() {
    for number in AFTER_PROBE {
        let manners = Manners {
            fills_cells: true,
            loses_move: Some(number),
            ..Manners::default()
        };
        is_played(&[FIRST, SECOND], manners);
    }
}

#[test]
fn what_was_drawn_once_more_in_vain_is_drawn_again() {
    // The move that leaves a stroke one cell short, and the press with which that stroke is drawn once more.
    for (number, press) in [(10, 7), (14, 8)] {
        let manners = Manners {
            fills_cells: true,
            loses_move: Some(number),
            loses_press: Some(press),
            ..Manners::default()
        };
        is_played(&[FIRST, SECOND], manners);
    }
}

#[test]
fn a_flow_that_a_bar_behind_the_board_pretends_is_drawn() {
    let manners = Manners {
        has_bar: Some((Cell::new(0, 1), 'A')),
        ..Manners::default()
    };
    let (_, presses) = is_played(&[&["A.A", "B.B", "C.C"]], manners);
    assert_eq!(presses, 3);
}

/// A press that only gives the window its focus makes it paint again: with one stroke left, that is no solved level. The
/// other flow joins two neighbours and looks drawn from the first.
#[test]
fn a_board_that_is_gone_for_a_moment_is_not_taken_for_solved() {
    let manners = Manners {
        flashes: true,
        loses_press: Some(1),
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[&["AB", "A.", "B."]], manners);
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!(solved(&desktop), 1);
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

/// The longest flow, which is drawn last, is in the way of another one and cannot be drawn over.
#[test]
fn a_flow_that_was_drawn_wrongly_and_blocks_another_is_drawn_again() {
    let manners = Manners {
        is_blocked_by: &[
            (0, 0),
            (1, 0),
            (1, 1),
            (2, 1),
            (2, 0),
            (3, 0),
            (4, 0),
            (4, 1),
        ],
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST], manners);
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!(solved(&desktop), 1);
}

/// All but pipes in the colours of their terminals: white lines, beads between the cells, and pipes in a shade that may be
/// nearer to another's colour.
const TRACES: [fake::Trace; 4] = [
    fake::Trace::White,
    fake::Trace::Beads,
    fake::Trace::Pale("ABCDE"),
    fake::Trace::Pale("E"),
];

#[test]
fn what_is_drawn_is_seen_in_whatever_look() {
    for trace in TRACES {
        let manners = Manners {
            trace,
            ..Manners::default()
        };
        let (reports, presses) = is_played(&[FIRST, SECOND, LONG], manners);
        let strokes: usize = reports.iter().map(|report| report.summary.colours).sum();
        assert_eq!(
            presses, strokes,
            "{trace:?}: learned in the first level, and kept"
        );
    }
}

/// Flows of which nothing is seen are drawn again and again; what comes after the level tells that it was solved.
#[test]
fn a_game_that_goes_on_before_all_is_seen_is_gone_on_with() {
    let manners = Manners {
        trace: fake::Trace::Unseen("DE"),
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND, LONG], manners);
    let game = FlowGame::default();
    let run = run_game(&desktop, &game, &options(2), &mut Habits::default());
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
}

#[test]
fn lost_cells_are_seen_in_whatever_look() {
    for trace in TRACES {
        let manners = Manners {
            trace,
            frame: Duration::from_millis(25),
            loses_move: Some(11),
            ..Manners::default()
        };
        let (reports, _) = is_played(&[FIRST, SECOND], manners);
        assert!(reports[0].redrawn > 0, "{trace:?}");
    }
}

/// What was learned of another game with the same title.
#[test]
fn what_was_learned_wrongly_is_learned_again() {
    let mut habits = Habits {
        ink: Ink::Lines,
        ..Habits::default()
    };
    let manners = Manners {
        fills_cells: true,
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST], manners);
    run_game(&desktop, &FlowGame::default(), &options(1), &mut habits)
        .result
        .unwrap();
    assert_eq!(habits.ink, Ink::Pipes);
}

/// What lies over the end of the last stroke looks like a part of it, and lies there no more when the game does not go on.
#[test]
fn a_last_stroke_that_only_looked_drawn_is_drawn_again() {
    let manners = Manners {
        veils_end: true,
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], manners);
    let game = FlowGame::default();
    let run = run_game(&desktop, &game, &options(2), &mut Habits::default());
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
}

/// A dialog over a window that goes dark at once: in that light no line is known again, and nothing more is drawn on it.
#[test]
fn nothing_is_drawn_on_a_dialog_over_lines() {
    for trace in TRACES {
        for ending in [fake::Ending::DarkButton, fake::Ending::DarkAtOnce] {
            let manners = Manners {
                trace,
                ending,
                ..Manners::default()
            };
            let desktop = one_window(1.0, &[FIRST, SECOND], manners);
            let game = FlowGame::default();
            let run = run_game(&desktop, &game, &options(1), &mut Habits::default());
            run.result
                .unwrap_or_else(|error| panic!("{manners:?}: {error}"));
            assert_eq!(solved(&desktop), 1);
            assert_eq!(
                presses(&desktop),
                run.reports[0].summary.colours,
                "{manners:?}"
            );
        }
    }
}

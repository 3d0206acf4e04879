//! How a game shows its boards, and what is drawn on them.

use super::*;

/// It is read too early, and its colours are others when the first stroke is looked for.
#[test]
fn a_level_that_fades_in_is_found_again_as_soon_as_it_is_all_there() {
    let behaviour = Behaviour {
        fades_in: Duration::from_millis(600),
        ..Behaviour::default()
    };
    let (reports, _) = is_played(&[FIRST, SECOND], behaviour);
    // On the fake clock, so no machine is too slow for it.
    let slowest = reports.iter().map(|one| one.draw).max().unwrap();
    assert!(slowest < Duration::from_secs(3), "{slowest:?}");
}

/// The first pictures of it show a board that is all there, and smaller.
#[test]
fn a_level_that_zooms_in_is_read_when_it_stands_still() {
    let behaviour = Behaviour {
        zooms_in: Duration::from_millis(300),
        ..Behaviour::default()
    };
    let (_, presses) = is_played(&[FIRST], behaviour);
    assert_eq!(presses, 5);
}

/// Cells that are not drawn yet show something else than before all the time.
#[test]
fn lost_strokes_over_a_moving_background_are_not_taken_for_covered_ones() {
    let behaviour = Behaviour {
        has_stripes: true,
        frame: Duration::from_millis(30),
        ..Behaviour::default()
    };
    is_played(&[FIRST], behaviour);
}

/// The pointer rests where the last stroke ended; that cell of the next board is unlike all others.
#[test]
fn a_cell_that_is_lit_up_by_the_pointer_is_left() {
    let behaviour = Behaviour {
        lights_up: true,
        ..Behaviour::default()
    };
    is_played(&[FIRST, SECOND], behaviour);
}

/// A terminal may look like no other of its pair below it.
#[test]
fn the_pointer_is_moved_off_the_board_before_the_first_board_is_told() {
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    let board = ScreenRect::new(120.0 + CELL, 60.0 + CELL, 5.0 * CELL, 5.0 * CELL);
    let is_on_board = || {
        let (x, y) = desktop.with(|world| world.pointer);
        board.contains(ScreenPoint::new(f64::from(x), f64::from(y)))
    };
    desktop.with(|world| world.pointer = (200, 140));
    let tell = &mut |event: Event<'_>| match event {
        Event::Target(_) => assert!(is_on_board()),
        Event::Read { .. } => assert!(!is_on_board()),
        _ => {}
    };
    let reader = (&ExactReader as &dyn Family, None);
    play_at(&desktop, reader, &options(1), &mut known(), tell).unwrap();
    assert_eq!(solved(&desktop), 1);
}

/// It lies over the terminal at which each stroke ends.
#[test]
fn a_terminal_below_the_cursor_of_a_game_is_seen_when_the_pointer_is_parked() {
    let behaviour = Behaviour {
        has_cursor: true,
        ..Behaviour::default()
    };
    let (reports, presses) = is_played(&[FIRST, SECOND], behaviour);
    let strokes: usize = reports.iter().map(|report| report.summary.colours).sum();
    assert_eq!(presses, strokes);
}

#[test]
fn a_flow_that_a_bar_behind_the_board_pretends_is_drawn() {
    let behaviour = Behaviour {
        has_bar: Some((Cell::new(0, 1), 'A')),
        ..Behaviour::default()
    };
    let (_, presses) = is_played(&[&["A.A", "B.B", "C.C"]], behaviour);
    assert_eq!(presses, 3);
}

/// All but pipes in the colours of their terminals: white lines, beads between the cells, marks in them, and pipes in a shade
/// that may be nearer to another's colour.
const TRACES: [testkit::Trace; 5] = [
    testkit::Trace::Stars,
    testkit::Trace::White,
    testkit::Trace::Beads,
    testkit::Trace::Pale("ABCDE"),
    testkit::Trace::Pale("E"),
];

#[test]
fn what_is_drawn_is_seen_in_whatever_look() {
    for trace in TRACES {
        let behaviour = Behaviour {
            trace,
            ..Behaviour::default()
        };
        let (reports, presses) = is_played(&[FIRST, SECOND, LONG], behaviour);
        let strokes: usize = reports.iter().map(|report| report.summary.colours).sum();
        assert_eq!(
            presses, strokes,
            "{trace:?}: learned in the first level, and kept"
        );
    }
}

#[test]
fn lost_cells_are_seen_in_whatever_look() {
    for trace in TRACES {
        let behaviour = Behaviour {
            trace,
            frame: Duration::from_millis(25),
            loses_move: Some(11),
            ..Behaviour::default()
        };
        let (reports, _) = is_played(&[FIRST, SECOND], behaviour);
        assert!(reports[0].redrawn > 0, "{trace:?}");
    }
}

/// A dialog over a window that goes dark at once: in that light no line is known again, and nothing more is drawn on it.
#[test]
fn nothing_is_drawn_on_a_dialog_over_lines() {
    for trace in TRACES {
        for ending in [testkit::Ending::DarkButton, testkit::Ending::DarkAtOnce] {
            let behaviour = Behaviour {
                trace,
                ending,
                ..Behaviour::default()
            };
            let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
            let game = FlowFamily::default();
            let run = run_game(&desktop, &game, &options(1), &mut known());
            run.result
                .unwrap_or_else(|error| panic!("{behaviour:?}: {error}"));
            assert_eq!(solved(&desktop), 1);
            assert_eq!(
                presses(&desktop),
                run.reports[0].summary.colours,
                "{behaviour:?}"
            );
        }
    }
}

/// The next level has its pairs where this one has them, each in the colour of another one.
#[test]
fn a_board_with_the_same_pairs_in_other_colours_is_a_new_one() {
    const EXCHANGED: &[&str] = &["B.C.E", "..D.A", ".....", ".C.E.", ".BDA."];
    is_played(&[FIRST, EXCHANGED, SECOND], Behaviour::default());
}

/// A dialog beside the board: the whole solution is seen, in another light.
#[test]
fn a_solved_board_that_goes_dark_is_not_dealt_again() {
    for trace in TRACES {
        let behaviour = Behaviour {
            trace,
            ending: testkit::Ending::DarkAbove,
            ..Behaviour::default()
        };
        let (reports, presses) = is_played(&[FIRST, SECOND], behaviour);
        let strokes: usize = reports.iter().map(|it| it.summary.colours).sum();
        assert_eq!(presses, strokes + 1, "{trace:?}");
    }
}

/// What was learned of another game with the same title.
#[test]
fn what_was_learned_wrongly_is_learned_again() {
    let mut learned = LearnedSettings {
        trace: TraceStyle::Lines,
        ..LearnedSettings::default()
    };
    let behaviour = Behaviour {
        fills_cells: true,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    run_game(&desktop, &FlowFamily::default(), &options(1), &mut learned)
        .result
        .unwrap();
    assert_eq!(learned.trace, TraceStyle::Pipes);
}

/// Flows of which nothing is seen are drawn again and again; what comes after the level tells that it was solved.
#[test]
fn a_game_that_goes_on_before_all_is_seen_is_gone_on_with() {
    let behaviour = Behaviour {
        trace: testkit::Trace::Unseen("DE"),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND, LONG], behaviour);
    let game = FlowFamily::default();
    let run = run_game(&desktop, &game, &options(2), &mut known());
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
}

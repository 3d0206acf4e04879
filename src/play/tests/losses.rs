//! Strokes that are lost, or only look drawn.

use super::*;

/// Moves after those of the probe, which loses no cell when one of them is lost.
const AFTER_PROBE: std::ops::RangeInclusive<usize> = 10..=16;

/// One of them leaves all cells of a stroke filled, but not joined to the terminal.
#[test]
fn a_single_move_that_is_lost_is_noticed() {
    for number in AFTER_PROBE {
        let behaviour = Behaviour {
            loses_move: Some(number),
            ..Behaviour::default()
        };
        is_played(&[FIRST], behaviour);
    }
}

/// A stroke that stops one cell short looks like a whole one where terminals are full from the first.
#[test]
fn what_may_not_be_drawn_is_drawn_again_when_a_game_does_not_go_on() {
    for number in AFTER_PROBE {
        let behaviour = Behaviour {
            fills_cells: true,
            loses_move: Some(number),
            ..Behaviour::default()
        };
        is_played(&[FIRST, SECOND], behaviour);
    }
}

#[test]
fn what_was_drawn_once_more_in_vain_is_drawn_again() {
    // The move that leaves a stroke one cell short, and the press with which that stroke is drawn once more.
    for (number, press) in [(10, 7), (14, 8)] {
        let behaviour = Behaviour {
            fills_cells: true,
            loses_move: Some(number),
            loses_press: Some(press),
            ..Behaviour::default()
        };
        is_played(&[FIRST, SECOND], behaviour);
    }
}

/// What lies over the end of the last stroke looks like a part of it, and lies there no more when the game does not go on.
#[test]
fn a_last_stroke_that_only_looked_drawn_is_drawn_again() {
    let behaviour = Behaviour {
        veils_end: true,
        ..Behaviour::default()
    };
    is_played(&[FIRST, SECOND], behaviour);
}

/// The longest flow, which is drawn last, is in the way of another one and cannot be drawn over.
#[test]
fn a_flow_that_was_drawn_wrongly_and_blocks_another_is_drawn_again() {
    let behaviour = Behaviour {
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
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!(solved(&desktop), 1);
}

/// The last stroke is lost, and then no terminal is seen for a moment.
#[test]
fn a_board_that_is_not_seen_for_a_moment_is_not_finished() {
    for lost in 18..=24 {
        let behaviour = Behaviour {
            flashes: true,
            loses_move: Some(lost),
            ..Behaviour::default()
        };
        is_played(&[FIRST], behaviour);
    }
}

/// A press that only gives the window its focus makes it paint again: with one stroke left, that is no solved level. The
/// other flow joins two neighbours and looks drawn from the first.
#[test]
fn a_board_that_is_gone_for_a_moment_is_not_taken_for_solved() {
    let behaviour = Behaviour {
        flashes: true,
        loses_press: Some(1),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[&["AB", "A.", "B."]], behaviour);
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!(solved(&desktop), 1);
}

/// Nothing lies over the board: it is the game that has spoilt it.
#[test]
fn a_level_whose_terminal_a_stroke_has_erased_is_not_told_as_won() {
    let behaviour = Behaviour {
        trace: testkit::Trace::Unseen("A"),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let mut won = 0;
    let tell = &mut |event: Event<'_>| match event {
        Event::Stroke { redrawn: 1.., .. } => desktop.with(|world| {
            let game = world.windows[0].game.as_mut();
            game.expect("a game").erase(Cell::new(0, 0));
        }),
        Event::Won { .. } => won += 1,
        _ => {}
    };
    let reader = (&FlowFamily::default() as &dyn Family, None);
    let ended = play_at(&desktop, reader, &options(1), &mut known(), tell);
    assert!(
        matches!(ended, Err(PlayError::NotShown { .. })),
        "{ended:?}"
    );
    assert_eq!(won, 0);
}

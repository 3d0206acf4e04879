//! Boards of walls, bridges, joined borders and hexagons, with the eyes of a real game.

use super::*;
use crate::play::learned::OverBorder;
use crate::play::testkit::Crossing;
use crate::read::Rules;

/// Each has exactly one solution.
const WALLS: &[&str] = &[
    "walls: 1|6 7|8 12|13 16|17",
    "A...B",
    "..C..",
    ".A...",
    ".C..B",
];
const BRIDGE: &[&str] = &["A.B.", ".+C.", "..B.", "C..A"];
const HEXES: &[&str] = &["shape: hex", ".ABC", "A...", "...D", "BCD."];
/// One flow ends right behind a border, one right before it.
const WARP: &[&str] = &["warp: both", "A..B", ".C.A", ".D.B", "D..C"];
const ACROSS: &[&str] = &[
    "warp: horizontal",
    "walls: 5|9",
    ".ABA.",
    "C....",
    "....C",
    ".B...",
];

const KINDS: [&[&str]; 5] = [WALLS, BRIDGE, HEXES, WARP, ACROSS];

/// Its three flows can be joined in many ways, and in none are all cells filled.
const NOT_FILLED: &[&str] = &["A.A..", ".....", "B...B", ".....", "..C.C"];

/// Plays one level and checks that no stroke leaves the board by more than a cell, and only where borders are joined.
#[track_caller]
fn is_won(level: &[&str], behaviour: Behaviour) -> LearnedSettings {
    let desktop = one_window(1.0, &[level], behaviour);
    let mut learned = known();
    let game = FlowFamily::default();
    let run = run_game(&desktop, &game, &options(1), &mut learned);
    run.result
        .unwrap_or_else(|error| panic!("{level:?}, {behaviour:?}: {error}"));
    assert_eq!(solved(&desktop), 1, "{level:?}, {behaviour:?}");
    let is_joined = level[0].starts_with("warp");
    let rows = level.iter().filter(|line| !line.contains(':')).count() as f64;
    let cols = level.last().map_or(0, |row| row.len()) as f64;
    let lower = if level[0] == HEXES[0] { 0.5 } else { 0.0 };
    let board = ScreenRect::new(
        120.0 + CELL,
        60.0 + CELL,
        cols * CELL,
        (rows + lower) * CELL,
    );
    let area = board.grown(if is_joined { CELL } else { 0.0 });
    desktop.with(|world| {
        for (x, y) in &world.dragged {
            let at = ScreenPoint::new(f64::from(*x), f64::from(*y));
            assert!(area.contains(at), "{at:?} is outside of {area:?}");
        }
        for (x, y) in &world.presses {
            let at = ScreenPoint::new(f64::from(*x), f64::from(*y));
            assert!(
                board.contains(at),
                "pressed at {at:?}, outside of {board:?}"
            );
        }
    });
    learned
}

#[test]
fn all_kinds_are_won_with_drags() {
    for level in KINDS {
        is_won(level, Behaviour::default());
    }
}

#[test]
fn all_kinds_are_won_with_clicks() {
    for (is_clicked, is_tapped) in [(true, false), (false, true)] {
        for level in KINDS {
            let crossing = Crossing::Sides;
            let behaviour = Behaviour {
                is_clicked,
                is_tapped,
                crossing,
                ..Behaviour::default()
            };
            is_won(level, behaviour);
        }
    }
}

/// The stroke goes on where it stopped, or begins again.
#[test]
fn a_move_that_is_lost_is_drawn_again_on_all_kinds() {
    for level in KINDS {
        for lost in [2, 7, 12] {
            let behaviour = Behaviour {
                loses_move: Some(lost),
                ..Behaviour::default()
            };
            is_won(level, behaviour);
        }
    }
}

#[test]
fn a_game_that_takes_flows_from_one_end_is_won_on_all_kinds() {
    for level in [WALLS, BRIDGE, HEXES] {
        let behaviour = Behaviour {
            begins_at: BeginsAt::Last,
            ..Behaviour::default()
        };
        is_won(level, behaviour);
    }
}

#[test]
fn how_a_flow_goes_on_over_a_joined_border_is_found_out_and_remembered() {
    for level in [WARP, ACROSS] {
        let learned = is_won(level, Behaviour::default());
        assert_eq!(learned.over_border, OverBorder::Out);
    }
    let behaviour = Behaviour {
        crossing: Crossing::Sides,
        ..Behaviour::default()
    };
    let learned = is_won(WARP, behaviour);
    assert_eq!(learned.over_border, OverBorder::Sides);
}

/// Corners alone: no wall is crossed, and a bridge only straight.
#[test]
fn corners_alone_win_boards_of_walls_and_bridges() {
    let behaviour = Behaviour {
        fills_in: true,
        ..Behaviour::default()
    };
    for level in [WALLS, BRIDGE, WARP] {
        let desktop = one_window(1.0, &[level], behaviour);
        let mut learned = known();
        learned.answers = true;
        learned.filled_in(Duration::from_millis(20), 4);
        let game = FlowFamily::default();
        let run = run_game(&desktop, &game, &options(1), &mut learned);
        run.result.unwrap();
        assert_eq!(solved(&desktop), 1, "{level:?}");
    }
}

#[test]
fn a_game_that_wants_no_filling_is_played_where_cells_may_stay_empty() {
    let behaviour = Behaviour {
        wants_no_filling: true,
        ..Behaviour::default()
    };
    let played = |allow_empty: bool| {
        let desktop = one_window(1.0, &[NOT_FILLED], behaviour);
        let rules = Rules {
            allow_empty,
            ..Rules::default()
        };
        let game = FlowFamily {
            rules,
            ..FlowFamily::default()
        };
        let run = run_game(&desktop, &game, &options(1), &mut known());
        (run, solved(&desktop), presses(&desktop))
    };
    let (run, solved, presses) = played(true);
    run.result.unwrap();
    assert_eq!((solved, presses), (1, 3));
    assert!(run.reports[0].summary.leaves_empty);
    let (run, _, presses) = played(false);
    assert!(
        matches!(run.result, Err(PlayError::Refused(_))),
        "{:?}",
        run.result
    );
    assert_eq!(presses, 0);
}

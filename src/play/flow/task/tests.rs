//! What a board shows under shadows, layers and marks.

use std::time::Duration;

use super::*;
use crate::play::family::{MoveState, PuzzleKind};

const COLOURS: [Rgb; 3] = [Rgb([220, 30, 60]), Rgb([40, 90, 230]), Rgb([0, 141, 0])];

/// Three pairs, each in a row of its own.
fn three_rows() -> FlowTask {
    let cells = (0..6).map(|number| Cell::from_index(number, 2));
    let terminals = cells.map(|cell| (cell, usize::from(cell.row)));
    FlowTask {
        summary: Summary {
            kind: PuzzleKind::Flow,
            key: String::new(),
            rows: 3,
            cols: 2,
            colours: 3,
            cells: 6,
            drawn: 0,
            touching: false,
            leaves_empty: false,
            read: Duration::ZERO,
            solve: Duration::ZERO,
        },
        lattice: Lattice::upright(3, 2, [20.0, 20.0], [40.0, 40.0]),
        colours: COLOURS.to_vec(),
        terminals: terminals.collect(),
        moves: Vec::new(),
        traits: Vec::new(),
        end_fillings: Vec::new(),
        shows_around_middles: true,
        empty: vec![None; 6],
        terminal_looks: vec![TerminalLook::default(); 6],
    }
}

#[test]
fn terminals_of_one_flow_that_become_darker_are_there() {
    let darker = |rows: u32| {
        RgbImage::from_fn(80, 120, |_, y| {
            let row = y / 40;
            let share = if row < rows { 2 } else { 1 };
            image::Rgb(COLOURS[row as usize].0.map(|level| level / share))
        })
    };
    let is_there = |rows: u32| {
        let seen = three_rows().observe(&darker(rows), TraceStyle::Pipes);
        seen.is_there
    };
    assert!(is_there(0) && is_there(1));
    assert!(!is_there(2) && !is_there(3), "a layer of darkness");
}

#[test]
fn a_terminal_that_fades_to_the_ground_of_its_cell_is_there() {
    let white = Rgb([240; 3]);
    let board = FlowTask {
        terminal_looks: vec![
            TerminalLook {
                ground: Some(white),
                area: 0,
            };
            6
        ],
        ..three_rows()
    };
    let faded = |share: f64| {
        RgbImage::from_fn(80, 120, |_, y| {
            let colour = COLOURS[y as usize / 40].0;
            let over = |channel: usize| {
                let (from, to) = (f64::from(white.0[channel]), f64::from(colour[channel]));
                (from + share * (to - from)).round() as u8
            };
            image::Rgb([0, 1, 2].map(over))
        })
    };
    let is_there = |share: f64| board.observe(&faded(share), TraceStyle::Pipes).is_there;
    assert!(is_there(0.28), "pale");
    assert!(!is_there(0.0), "gone");
    assert!(!is_there(0.1), "a shadow");
}

#[test]
fn a_terminal_is_there_under_a_smaller_mark_of_another_flow() {
    let discs = |mark: Rgb, radius: f64| {
        RgbImage::from_fn(80, 120, |x, y| {
            let [right, down] = [x, y].map(|at| f64::from(at % 40) + 0.5 - 20.0);
            let is_marked = (x / 40, y / 40) == (0, 0) && right.hypot(down) < radius;
            image::Rgb(match right.hypot(down) {
                _ if is_marked => mark.0,
                off if off < 16.0 => COLOURS[y as usize / 40].0,
                _ => [240; 3],
            })
        })
    };
    let empty = discs(COLOURS[0], 0.0);
    let mut task = three_rows();
    let looks = task.terminals.iter();
    task.terminal_looks = looks
        .map(|&(cell, colour)| TerminalLook::of(task.cell_colours(&empty), cell, colour))
        .collect();
    let is_there = |mark: Rgb, radius: f64| {
        let seen = task.observe(&discs(mark, radius), TraceStyle::Pipes);
        seen.is_there
    };
    assert!(is_there(COLOURS[1], 12.0));
    assert!(!is_there(COLOURS[1], 15.5), "no more than its rim");
    assert!(!is_there(Rgb([90; 3]), 12.0), "a box over it");
}

/// The outline lies where what is around the middle of a cell is looked at.
#[test]
fn filled_cells_are_seen_in_which_terminals_are_outlined() {
    let outlined = |thickness: f64| {
        RgbImage::from_fn(80, 120, |x, y| {
            let [right, down] = [x, y].map(|at| f64::from(at % 40) + 0.5 - 20.0);
            let is_outline = (right.hypot(down) - 10.0).abs() < thickness / 2.0;
            image::Rgb(if is_outline {
                [60; 3]
            } else {
                COLOURS[y as usize / 40].0
            })
        })
    };
    assert!(
        three_rows()
            .observe(&outlined(4.0), TraceStyle::Pipes)
            .is_there
    );
    assert!(
        !three_rows()
            .observe(&outlined(20.0), TraceStyle::Pipes)
            .is_there,
        "a disc"
    );
}

#[test]
fn a_board_is_relit_when_all_its_terminals_are_and_not_when_those_of_drawn_flows_fade() {
    let task = three_rows();
    let shown = |shares: [u16; 3]| {
        RgbImage::from_fn(80, 120, |_, y| {
            let row = y as usize / 40;
            let dimmed = |value: u8| (u16::from(value) * shares[row] / 4) as u8;
            image::Rgb(COLOURS[row].0.map(dimmed))
        })
    };
    assert!(!task.is_relit(&shown([4, 4, 4])));
    assert!(!task.is_relit(&shown([1, 1, 4])));
    assert!(task.is_relit(&shown([1, 1, 1])));
}

/// A layer over the whole board changes nearly all its terminals; a box over two of them hides these.
#[test]
fn a_board_is_in_another_light_where_most_of_its_terminals_are() {
    let task = three_rows();
    let is_lit = |colours: [Rgb; 3]| {
        let picture = RgbImage::from_fn(80, 120, |_, y| image::Rgb(colours[y as usize / 40].0));
        task.in_other_light(&picture).is_some()
    };
    let dark = COLOURS.map(|colour| Rgb(colour.0.map(|value| value / 2)));
    assert!(is_lit([dark[0], dark[1], dark[2]]));
    assert!(!is_lit([Rgb([0; 3]), COLOURS[1], COLOURS[2]]), "a box");
    let exchanged = [COLOURS[1], COLOURS[2], COLOURS[0]];
    assert!(!is_lit(exchanged), "another board");
    let are_exchanged = |colours: [Rgb; 3]| {
        let picture = RgbImage::from_fn(80, 120, |_, y| image::Rgb(colours[y as usize / 40].0));
        task.has_exchanged_colours(&picture)
    };
    assert!(are_exchanged(exchanged) && !are_exchanged(dark) && !are_exchanged(COLOURS));
}

/// Two pairs in two columns of so many cells, of which the second is a move, given what the board shows empty.
fn two_columns(rows: u16, empty: &RgbImage) -> FlowTask {
    let column = Move::stroke((0..rows).map(|row| Cell::new(row, 1)).collect());
    let lattice = Lattice::upright(rows, 2, [20.0, 20.0], [40.0, 40.0]);
    let cells = (0..2 * usize::from(rows)).map(|number| Cell::from_index(number, 2));
    let ends = cells
        .clone()
        .filter(|cell| [0, rows - 1].contains(&cell.row));
    FlowTask {
        traits: vec![MoveTraits {
            colour: 1,
            shows: column.cells().to_vec(),
            bridges: Vec::new(),
            sides: sides(empty, &lattice, &column),
            exits: Vec::new(),
        }],
        moves: vec![column],
        terminals: ends.map(|cell| (cell, usize::from(cell.col))).collect(),
        empty: cells
            .map(|cell| EmptyCell::of(empty, &lattice, cell))
            .collect(),
        lattice,
        ..three_rows()
    }
}

/// Two pairs in two columns of five cells, the third cells being bridges. The others are filled as a path passes them.
#[test]
fn a_bridge_that_shows_nothing_is_crossed_where_the_cells_around_it_are_filled() {
    let ground = Rgb([226; 3]);
    let shown = |filled: std::ops::Range<usize>| {
        RgbImage::from_fn(80, 200, |x, y| {
            let (col, row) = (x as usize / 40, y as usize / 40);
            let is_end = [0, 4].contains(&row);
            let is_rail = row == 2 && (x + 20) % 40 < 8;
            let is_filled = col == 1 && row != 2 && filled.contains(&row);
            image::Rgb(match (is_end || is_filled, is_rail) {
                (true, _) => COLOURS[col].0,
                (false, true) => [110; 3],
                (false, false) => ground.0,
            })
        })
    };
    let mut task = two_columns(5, &shown(0..0));
    task.traits[0].shows.remove(2);
    task.traits[0].bridges = vec![(2, false)];
    let is_done = |picture: &RgbImage| task.observe(picture, TraceStyle::Pipes).moves[0].is_done();
    assert!(is_done(&shown(1..4)));
    assert!(!is_done(&shown(1..2)), "it ends before the bridge");
    let mut other = shown(1..4);
    for (x, y) in (40..80).flat_map(|x| (84..116).map(move |y| (x, y))) {
        other.put_pixel(x, y, image::Rgb(COLOURS[0].0));
    }
    assert!(!is_done(&other), "another flow is seen on it");
    // From left to right over the bridge.
    let crossing = Move::stroke((0..2).map(|col| Cell::new(2, col)).collect());
    task.traits.push(MoveTraits {
        colour: 0,
        shows: Vec::new(),
        bridges: vec![(1, true)],
        sides: sides(&other, &task.lattice, &crossing),
        exits: Vec::new(),
    });
    task.moves.push(crossing);
    let is_done = |picture: &RgbImage| task.observe(picture, TraceStyle::Pipes).moves[0].is_done();
    assert!(is_done(&other), "a flow that crosses it as well");
}

/// Two pairs in two columns of three cells; what the cell between the ends of the second one shows.
#[test]
fn a_tint_that_an_earlier_stroke_left_hides_nothing() {
    let ground = Rgb([248, 247, 245]);
    let shown = |middle: Rgb| {
        RgbImage::from_fn(80, 120, |x, y| {
            let (col, row) = (x as usize / 40, y as usize / 40);
            let is_end = row != 1;
            let colour = match (is_end, col) {
                (true, col) => COLOURS[col],
                (false, 1) => middle,
                (false, _) => ground,
            };
            image::Rgb(colour.0)
        })
    };
    let task = two_columns(3, &shown(ground));
    let state = |middle: Rgb| {
        let seen = task.observe(&shown(middle), TraceStyle::Pipes);
        seen.moves[0].state
    };
    let over = |colour: Rgb| {
        let channel = |at: usize| {
            let (from, to) = (f64::from(ground.0[at]), f64::from(colour.0[at]));
            (from + 0.13 * (to - from)).round() as u8
        };
        Rgb([0, 1, 2].map(channel))
    };
    assert_ne!(state(over(COLOURS[1])), MoveState::Occluded, "its own tint");
    assert_eq!(state(over(Rgb([0; 3]))), MoveState::Occluded, "a grey box");
}

/// Of the second of two columns of five cells all but the third show its flow.
#[test]
fn an_empty_cell_that_a_shorter_way_leaves_out_is_no_gap_and_a_box_over_it_is() {
    let shown = |is_drawn: bool, third: Rgb| {
        RgbImage::from_fn(80, 200, |x, y| {
            let (col, row) = (x as usize / 40, y as usize / 40);
            let is_flow = [0, 4].contains(&row) || is_drawn && col == 1;
            image::Rgb(match (row, col) {
                (2, 1) => third.0,
                _ if is_flow => COLOURS[col].0,
                _ => [20; 3],
            })
        })
    };
    let ground = Rgb([20; 3]);
    let task = two_columns(5, &shown(false, ground));
    let has_gap = |third: Rgb| {
        let seen = task.observe(&shown(true, third), TraceStyle::Pipes);
        seen.moves[0].has_gap()
    };
    assert!(!has_gap(ground));
    assert!(has_gap(Rgb([240; 3])));
}

/// Cells are filled as a flow passes them, but for the line around each. The second flow joins two neighbours.
#[test]
fn a_flow_between_two_neighbours_looks_drawn_where_another_fills_its_cells() {
    is_known_by_another_flow(2);
}

/// What marks a cell leaves a broad gap to the next one.
#[test]
fn a_flow_between_two_neighbours_looks_drawn_where_another_marks_its_cells_alone() {
    is_known_by_another_flow(8);
}

/// Between the cells that a flow fills lie lines of twice this breadth.
#[track_caller]
fn is_known_by_another_flow(line: u32) {
    let shown = |is_drawn: bool, is_joined: bool| {
        RgbImage::from_fn(80, 120, |x, y| {
            let (col, row) = (x as usize / 40, y as usize / 40);
            let is_terminal = [(0, 0), (0, 1), (1, 0), (1, 2)].contains(&(col, row));
            let is_line = [x, y]
                .iter()
                .any(|at| at % 40 < line || at % 40 >= 40 - line);
            let is_between = is_joined && col == 0 && (20..60).contains(&y);
            image::Rgb(match is_terminal || is_drawn && (col, row) == (1, 1) {
                true if !is_line || is_between => COLOURS[col].0,
                _ if is_line => [0; 3],
                _ => [226; 3],
            })
        })
    };
    let empty = shown(false, false);
    let mut task = two_columns(3, &empty);
    let neighbours = Move::stroke(vec![Cell::new(0, 0), Cell::new(1, 0)]);
    task.terminals = [((0, 0), 0), ((1, 0), 0), ((0, 1), 1), ((2, 1), 1)]
        .map(|((row, col), colour)| (Cell::new(row, col), colour))
        .to_vec();
    task.traits.push(MoveTraits {
        colour: 0,
        shows: neighbours.cells().to_vec(),
        bridges: Vec::new(),
        sides: sides(&empty, &task.lattice, &neighbours),
        exits: Vec::new(),
    });
    task.moves.push(neighbours);
    let of_neighbours = |is_drawn: bool, is_joined: bool| {
        let seen = task.observe(&shown(is_drawn, is_joined), TraceStyle::Pipes);
        assert_eq!(seen.moves[0].is_done(), is_drawn);
        (seen.moves[1].is_done(), seen.moves[1].is_sure)
    };
    assert!(!of_neighbours(false, false).0, "nothing is known yet");
    assert_eq!(of_neighbours(true, false), (true, false));
    assert_eq!(of_neighbours(true, true), (true, true), "it is seen");
}

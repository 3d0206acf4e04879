//! Walls and what looks like them, painted between the cells of small boards.

use image::{Rgb, RgbImage};

use super::*;
use crate::geometry::Projection;

const GROUND: Colour = [0.0; 3];

pub(super) fn line(grey: f32, breadth: f32) -> Line {
    Line {
        strength: grey,
        rise: grey,
        breadth,
        weight: grey * breadth,
        off: 0.0,
        edges: [None; 2],
        step: None,
        colour: [grey; 3],
        beside: [GROUND; 2],
    }
}

/// Whether the first line of a row is a narrow wall on a board where most lines of one pixel lie between two.
fn is_narrow_wall(row: &[Line]) -> bool {
    let usual = Usual::of(vec![line(43.0, 0.08); 9]).unwrap();
    let limits = usual.limits(row, &grid());
    usual.is_unlike(&row[0], &limits)
}

fn grid() -> GridHypothesis {
    GridHypothesis {
        projection: Projection::IDENTITY,
        pitch: 80.0,
        cells: BTreeSet::new(),
        residual: 0.0,
    }
}

#[test]
fn a_row_of_lines_that_fill_their_pixel_is_no_row_of_walls() {
    let clear = line(86.0, 0.065);
    assert!(is_narrow_wall(&[clear, line(43.0, 0.08), line(43.0, 0.08)]));
    assert!(!is_narrow_wall(&[clear; 4]));
    // What lies beside a coloured cell says nothing of a row.
    let beside_red = Line {
        beside: [GROUND, [200.0, 30.0, 30.0]],
        ..line(43.0, 0.08)
    };
    assert!(!is_narrow_wall(&[clear, beside_red]));
}

/// Grey walls of six pixels among black lines of four, on white, out of focus.
#[test]
fn a_wall_as_heavy_as_the_lines_of_its_row_has_another_colour() {
    let dark = |level: f32, breadth| Line {
        rise: level - 245.0,
        weight: (245.0 - level) * breadth,
        beside: [[245.0; 3]; 2],
        ..line(level, breadth)
    };
    let (usual_line, wall) = (dark(92.0, 0.074), dark(143.0, 0.111));
    let usual = Usual::of(vec![usual_line; 9]).unwrap();
    let row = [wall, usual_line, usual_line];
    assert!(usual.is_unlike(&wall, &usual.limits(&row, &grid())));
    let tilted = GridHypothesis {
        projection: Projection::tilt((400.0, 400.0), 800.0, [5.0, 0.0]),
        ..grid()
    };
    assert!(!usual.is_unlike(&wall, &usual.limits(&row, &tilted)));
    // Dark rows of a screen.
    let fainter = dark(194.0, 0.074);
    let limits = usual.limits(&[fainter, usual_line, usual_line], &grid());
    assert!(!usual.is_unlike(&fainter, &limits));
}

/// A dark line of two pixels on a dim ground, and what lies between bright cells.
#[test]
fn what_filled_cells_leave_free_around_them_is_no_wall() {
    let dark = |ground: f32, breadth| Line {
        rise: 22.0 - ground,
        weight: (ground - 22.0) * breadth,
        beside: [[ground; 3]; 2],
        ..line(22.0, breadth)
    };
    let usual = Usual::of(vec![dark(46.0, 0.025); 9]).unwrap();
    let limits = usual.limits(&[dark(46.0, 0.025)], &grid());
    assert!(usual.is_broad(&dark(46.0, 0.05), &limits));
    assert!(!usual.is_broad(&dark(200.0, 0.05), &limits));
    assert!(usual.is_broad(&dark(200.0, 0.1), &limits));
}

#[test]
fn a_line_that_lies_on_two_pixels_is_as_heavy_as_before_and_no_wall() {
    let sharp = line(200.0, 0.0125);
    let usual = Usual::of(vec![sharp; 9]).unwrap();
    let limits = usual.limits(&[sharp], &grid());
    assert!(usual.is_broad(&line(200.0, 0.024), &limits));
    assert!(!usual.is_broad(&line(100.0, 0.024), &limits));
    // The shadows of two tiles, half as clear over nearly four pixels.
    let broad = line(200.0, 0.025);
    let usual_broad = Usual::of(vec![broad; 9]).unwrap();
    let limits_broad = usual_broad.limits(&[broad], &grid());
    assert!(!usual_broad.is_broad(&line(100.0, 0.046), &limits_broad));
    assert!(usual_broad.is_broad(&line(150.0, 0.046), &limits_broad));
    assert!(usual.is_broad(&line(70.0, 0.05), &limits));
}

#[test]
fn the_usual_line_is_one_with_the_same_colour_on_both_sides() {
    let beside_dark = Line {
        beside: [[255.0; 3], GROUND],
        ..line(6.0, 0.02)
    };
    let lines = |light, dark| [vec![line(150.0, 0.02); light], vec![beside_dark; dark]].concat();
    assert_eq!(150.0, Usual::of(lines(5, 9)).unwrap().rise);
    assert_eq!(6.0, Usual::of(lines(1, 9)).unwrap().rise, "too few");
}

#[test]
fn a_dark_wall_among_light_lines_is_one_whatever_its_breadth() {
    let on_grey = |level: f32, breadth| Line {
        rise: level - 226.0,
        weight: (level - 226.0).abs() * breadth,
        beside: [[226.0; 3]; 2],
        ..line(level, breadth)
    };
    let usual = Usual::of(vec![on_grey(255.0, 0.08); 9]).unwrap();
    assert!(usual.is_reversed(&on_grey(117.0, 0.1)));
    assert!(!usual.is_reversed(&on_grey(255.0, 0.1)));
    assert!(!usual.is_reversed(&on_grey(210.0, 0.1)), "too faint");
    // Beside what fills a cell it may be that.
    let beside_red = Line {
        beside: [[226.0; 3], [200.0, 30.0, 30.0]],
        ..on_grey(117.0, 0.1)
    };
    assert!(!usual.is_reversed(&beside_red));
}

/// Black around blue, yellow and red cells, grey between all others.
#[test]
fn borders_of_filled_terminals_are_a_frame_also_where_two_of_them_hide_the_line() {
    const GREY: Colour = [211.0; 3];
    const BLUE: Colour = [0.0, 0.0, 255.0];
    const YELLOW: Colour = [255.0, 255.0, 0.0];
    let line = |rise: f32, colour, beside| Line {
        rise,
        colour,
        beside,
        ..line(rise.abs(), 0.03)
    };
    let plain = line(-83.0, [128.0; 3], [GREY; 2]);
    let border = line(-211.0, GROUND, [GREY, BLUE]);
    let hidden = line(0.0, BLUE, [BLUE, YELLOW]);
    let usual = Usual::of([vec![plain; 5], vec![border; 8]].concat()).unwrap();
    let is_frame = |around: [Line; 4]| usual.is_frame(&around.map(Some));
    assert!(is_frame([border, border, border, hidden]));
    assert!(!is_frame([border, border, border, plain]), "a wall");
    assert!(!is_frame([border, border, hidden, hidden]), "too few");
}

#[test]
fn walls_along_a_whole_row_stand_out_far_more() {
    assert!(is_narrow_wall(&[line(200.0, 0.08); 4]));
}

/// Light cells on grey; a disc as wide as its cell lies on the grey. A wall of six pixels stands right of cell (2, 2) at will.
#[test]
fn the_ground_of_a_disc_as_wide_as_its_cell_is_no_wall_beside_it() {
    const CELL: u32 = 40;
    const CELLS: u32 = 5;
    const DISCS: [(u32, u32); 4] = [(1, 0), (1, 1), (3, 1), (4, 4)];
    let has_walls = |is_walled: bool| {
        let picture = RgbImage::from_fn(CELLS * CELL, CELLS * CELL, |x, y| {
            let (cell, at) = ((x / CELL, y / CELL), [x % CELL, y % CELL]);
            let is_gap = at.contains(&0);
            let [right, down] = at.map(|at| f64::from(at) - f64::from(CELL) / 2.0);
            let is_wall = is_walled && y / CELL == 2 && x.abs_diff(3 * CELL) <= 3;
            Rgb(if is_wall {
                [200; 3]
            } else if !DISCS.contains(&cell) {
                [if is_gap { 200 } else { 232 }; 3]
            } else if right.hypot(down) < 0.47 * f64::from(CELL) {
                [230, 75, 60]
            } else {
                [200; 3]
            })
        });
        let (middle, pitch) = (f64::from(CELL) / 2.0, f64::from(CELL));
        let last = CELLS as i32 - 1;
        let board = Extent::of_bounds((0, 0, last, last));
        let grid = GridHypothesis::upright(middle, pitch, board.cells().collect());
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let lines = GridLines::of(&sampler).expect("there are lines");
        has_walls(&sampler, &lines, &board)
    };
    assert!(!has_walls(false));
    assert!(has_walls(true));
}

#[test]
fn lines_through_which_a_background_is_seen_are_no_walls_where_it_is_lighter() {
    // Gaps between grey cells on a picture of the sky.
    let gap = |blue: f32| Line {
        rise: -125.0,
        colour: [5.0, 12.0, blue],
        beside: [[136.0; 3]; 2],
        ..line(10.0, 0.06)
    };
    let (usual, light) = (gap(27.0), gap(91.0));
    let row = [light, usual, usual];
    let is_wall = |sky: Vec<Line>| {
        let board = Usual::of(sky).unwrap();
        board.is_unlike(&light, &board.limits(&row, &grid()))
    };
    assert!(is_wall(vec![usual; 20]));
    let sky = (0..20).map(|at| gap(27.0 + 3.0 * at as f32));
    assert!(!is_wall(sky.collect()));
}

#[test]
fn a_bar_that_is_brighter_than_faint_lines_hides_the_line_at_its_end() {
    let faint = line(5.0, 0.02);
    let usual = Usual::of(vec![faint; 9]).unwrap();
    let between = |ground: Colour| Line {
        rise: -15.0,
        weight: 0.3,
        beside: [ground; 2],
        ..faint
    };
    assert!(usual.is_reversed(&between(GROUND)));
    assert!(!usual.is_reversed(&between([15.0, 1.0, 0.0])));
}

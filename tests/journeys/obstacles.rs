//! Boards with obstacles: cells that hold something which is no terminal. Where they are the holes of the puzzle, it is read; where
//! it is solvable only without them, whoever takes them for empty cells finds a solution: it must be refused, and most are.
//!
//! `FLOWBOT_CASES=500 cargo test --release --test journeys obstacles:: -- --nocapture` tries more.

use flowbot::generate::BoardKind;
use flowbot::geometry::Cell;
use flowbot::pipeline::Frame;
use flowbot::puzzle::flow::Puzzle;
use flowbot::puzzle::flow::text::rows;
use flowbot::random::Random;
use flowbot::read::{self, ReadOptions};
use image::{Rgb, RgbImage};

use super::looks::{Case, assert_read, with_all_cores};
use crate::common::looks::{Cells, Look, Terminal, level_of};

/// The share of boards whose obstacles may still be taken for empty cells: to be brought down to nothing.
const MOST_READ: f64 = 0.25;

/// Cells that show where they end, and obstacles that are no pair.
fn with_obstacles(look: &mut Look, random: &mut Random) {
    if matches!(look.cells, Cells::Plain | Cells::Checkerboard { .. }) {
        look.cells = Cells::Lines {
            width: random.real(1.0..3.5) / look.pitch,
            contrast: random.real(30.0..120.0),
        };
    }
    // A board that is drawn whole has no cell for an obstacle.
    if look.drawn >= 1.0 {
        look.drawn = 0.0;
    }
    look.obstacles = *random.pick(&[1, 3, 4, 5]);
    look.obstacle = *random.pick(&[0.5, 0.5, 0.46, 0.42]);
}

/// A board whose colours are those of its discs, by letter.
const OVER_A_PICTURE: [&str; 7] = [
    ".AB....", "..CD.D.", "..E....", "..FG.E.", "....GF.", "..C....", "..AB...",
];
const DISCS: [[u8; 3]; 7] = [
    [220, 40, 40],
    [40, 90, 230],
    [60, 190, 70],
    [240, 220, 40],
    [250, 140, 20],
    [0, 200, 200],
    [200, 60, 200],
];

/// That board, with lines over a picture that runs from dark to light in waves of this length, height and beginning.
fn over_waves(length: f64, height: f64, from: f64) -> RgbImage {
    const CELL: i32 = 60;
    const MARGIN: i32 = 40;
    let side = 2 * MARGIN + 7 * CELL;
    RgbImage::from_fn(side as u32, side as u32, |x, y| {
        let wave =
            (f64::from(x) / length + from).sin() + (f64::from(y) / (1.5 * length) + from).cos();
        let ground = [110.0, 90.0, 60.0].map(|level| (level + height * wave) as u8);
        let [x, y] = [x, y].map(|at| at as i32 - MARGIN);
        let is_on = |at: i32| (0..=7 * CELL + 1).contains(&at);
        if !is_on(x) || !is_on(y) {
            return Rgb(ground);
        }
        if x % CELL < 2 || y % CELL < 2 {
            return Rgb([230; 3]);
        }
        let letter = OVER_A_PICTURE[(y / CELL) as usize].as_bytes()[(x / CELL) as usize];
        let [right, down] = [x, y].map(|at| f64::from(at % CELL - CELL / 2 - 1));
        let is_disc = letter != b'.' && right.hypot(down) < 20.0;
        Rgb(if is_disc {
            DISCS[usize::from(letter - b'A')]
        } else {
            ground
        })
    })
}

/// No fill of a cell ends there with the cell, though a line does lie before the next one.
#[test]
fn a_picture_behind_a_board_with_lines_fills_no_cells() {
    for (length, height, from) in [(40.0, 25.0, 0.0), (90.0, 35.0, 3.0), (130.0, 35.0, 0.0)] {
        let frame = Frame::from_picture(over_waves(length, height, from));
        let reading = read::flow(&frame, &ReadOptions::default()).unwrap();
        assert_eq!(rows(&reading.board.puzzle), OVER_A_PICTURE);
    }
}

/// The share of boards that must be read whose holes are filled cells.
const FEWEST_READ: f64 = 0.6;

#[test]
fn holes_that_are_filled_cells_are_read() {
    // A border that is all holes is the same puzzle without it.
    let level = |random: &mut Random| {
        let levels = || Some(level_of(BoardKind::Holes, random, 4..10));
        let mut full = std::iter::from_fn(levels).filter(|(puzzle, _)| fills_its_rectangle(puzzle));
        let (puzzle, solution) = full.next().expect("there is no end of levels");
        (puzzle, Some(solution))
    };
    assert_read("filled-holes", 24, FEWEST_READ..=1.0, |seed| {
        Case::of(88_000 + seed, level, |look, random| {
            with_obstacles(look, random);
            look.terminal = Terminal::Disc {
                radius: random.real(0.28..0.37),
            };
            look.drawn = 0.0;
            look.fills_holes = true;
        })
    });
}

fn fills_its_rectangle(puzzle: &Puzzle) -> bool {
    let (rows, cols) = (puzzle.board().rows(), puzzle.board().cols());
    let has = |is_on: &dyn Fn(&Cell) -> bool| puzzle.board().layout().cells().any(|it| is_on(&it));
    has(&|it| it.row == 0)
        && has(&|it| it.row == rows - 1)
        && has(&|it| it.col == 0)
        && has(&|it| it.col == cols - 1)
}

#[test]
fn a_board_with_filled_cells_that_are_no_terminals_is_refused() {
    assert_few_are_read("obstacles", 24, |seed| {
        Case::new(85_000 + seed, 4..10, with_obstacles)
    });
}

/// A pair of obstacles is none of terminals where these look otherwise.
#[test]
fn two_filled_cells_beside_round_terminals_are_no_pair() {
    assert_few_are_read("two-obstacles", 12, |seed| {
        Case::new(86_000 + seed, 4..10, |look, random| {
            with_obstacles(look, random);
            look.terminal = Terminal::Disc {
                radius: random.real(0.28..0.37),
            };
            (look.obstacles, look.obstacle) = (2, 0.5);
        })
    });
}

/// Obstacles that are smaller than terminals look like pipes that bend.
#[test]
fn a_board_with_blocks_in_its_cells_is_refused() {
    assert_few_are_read("blocks", 12, |seed| {
        Case::new(87_000 + seed, 4..10, |look, random| {
            with_obstacles(look, random);
            look.obstacle = random.real(0.15..0.4);
        })
    });
}

fn assert_few_are_read(name: &str, quick: u64, case: impl Fn(u64) -> Case + Sync) {
    let asked = std::env::var("FLOWBOT_CASES").ok();
    let count = asked.and_then(|count| count.parse().ok()).unwrap_or(quick);
    let read = |number: u64| {
        let Case { scene, remark, .. } = case(number);
        let frame = Frame::from_picture(scene.picture.clone());
        read::flow(&frame, &ReadOptions::default()).ok().map(|_| {
            let path = format!("{}/{name}-{number}.png", env!("CARGO_TARGET_TMPDIR"));
            scene.picture.save(&path).unwrap();
            format!("{remark}; see {path}")
        })
    };
    let wrong: Vec<String> = with_all_cores(count, read).into_iter().flatten().collect();
    println!("{name}: {} of {count} read", wrong.len());
    let share = wrong.len() as f64 / count as f64;
    assert!(share <= MOST_READ, "{}", wrong.join("\n"));
}

//! Boards whose only solutions touch themselves: read where the picture alone is sure, else refused, never wrongly.
//!
//! `FLOWBOT_CASES=500 cargo test --release --test journeys touching:: -- --nocapture` tries more.

use flowbot::pipeline::Frame;
use flowbot::puzzle::flow::{Board, Puzzle, Solution, text};
use flowbot::random::Random;
use flowbot::read::{self, ReadOptions};
use flowbot::render::distort::Kind;
use image::{Rgb, RgbImage, imageops};

use super::looks::{Case, assert_read, with_all_cores, with_pop_up, with_rows_cut_off};
use crate::common::looks::{Cells, Look, Terminal};
use crate::common::touching::touching_level;

/// The share of fresh boards that must be read in the looks that most games have: lines or gaps between the cells, and discs
/// or squares for terminals.
const FEWEST_READ: f64 = 0.7;

/// The share where terminals fill their cells: beside those of pale colours a grey line is taken for a blurred edge.
const FEWEST_FILLED_READ: f64 = 0.2;

/// The same where the page hides the outer half of the outer lines.
const FEWEST_READ_OF_HALF_LINES: f64 = 0.6;

/// The same on a page that runs from one colour into another.
const FEWEST_SLOPING_READ: f64 = 0.6;

/// The same in any look, and in a usual one of which something is hidden or distorted.
const FEWEST_READ_IN_ANY_LOOK: f64 = 0.2;
const FEWEST_SPOILED_READ: f64 = 0.2;

/// A random puzzle of up to ten rows and columns.
fn level(random: &mut Random) -> (Puzzle, Option<Solution>) {
    let [rows, cols] = [0; 2].map(|_| random.whole(4..11) as u16);
    let board = Board::rectangle(rows, cols).expect("a rectangle is a board");
    let flows = random.whole(3..usize::from(rows.max(cols)).max(4));
    let flows = flows.min(usize::from(rows * cols) / 4);
    let level = touching_level(&board, flows, random);
    (level.puzzle, level.solution)
}

/// Nothing is drawn yet.
fn fresh(look: &mut Look, _: &mut Random) {
    look.drawn = 0.0;
}

/// What most games look like.
fn usual(look: &mut Look, random: &mut Random) {
    fresh(look, random);
    (look.bars, look.buttons) = (0, 0);
    if matches!(look.terminal, Terminal::FilledCell) {
        look.terminal = Terminal::Disc { radius: 0.35 };
    }
    if matches!(look.cells, Cells::Plain | Cells::Checkerboard { .. }) {
        look.cells = Cells::Lines {
            width: random.real(1.0..3.5) / look.pitch,
            contrast: random.real(30.0..120.0),
        };
    }
}

#[test]
fn a_fresh_board_in_a_usual_look_is_read() {
    assert_read("touching", 16, FEWEST_READ..=1.0, |seed| {
        Case::of(70_000 + seed, level, usual)
    });
}

/// Grids that are drawn up to the edge of a canvas look so.
#[test]
fn a_board_whose_outer_lines_are_cut_in_half_is_read() {
    assert_read(
        "touching-half-lines",
        16,
        FEWEST_READ_OF_HALF_LINES..=1.0,
        |seed| {
            let mut case = Case::of(77_000 + seed, level, |look, random| {
                usual(look, random);
                look.cells = Cells::Lines {
                    width: 2.0 / look.pitch,
                    contrast: random.real(30.0..120.0),
                };
                look.outline = 0.0;
            });
            let [near, _, far, _] = case.scene.lattice.corners();
            let (left, top) = (near.x.round() as u32, near.y.round() as u32);
            let (right, bottom) = (far.x.round() as u32, far.y.round() as u32);
            let page = *case.scene.picture.get_pixel(0, 0);
            for (x, y, pixel) in case.scene.picture.enumerate_pixels_mut() {
                if !(left..right).contains(&x) || !(top..bottom).contains(&y) {
                    *pixel = page;
                }
            }
            case
        },
    );
}

/// Light that runs over the whole picture: some pages run from one colour into another.
fn sloping(mut case: Case, seed: u64) -> Case {
    let mut random = Random::new(seed);
    let (width, height) = case.scene.picture.dimensions();
    let slopes = [width, height].map(|side| random.real(-40.0..40.0) / f64::from(side));
    let shares = [0; 3].map(|_| random.real(0.3..1.0));
    for (x, y, Rgb(pixel)) in case.scene.picture.enumerate_pixels_mut() {
        let away = [x, y].map(f64::from);
        let rise = slopes[0] * away[0] + slopes[1] * away[1];
        for (level, share) in pixel.iter_mut().zip(shares) {
            *level = (f64::from(*level) + share * rise).round() as u8;
        }
    }
    case
}

#[test]
fn a_fresh_board_on_a_page_that_runs_from_one_colour_into_another_is_read() {
    assert_read("touching-sloping", 16, FEWEST_SLOPING_READ..=1.0, |seed| {
        sloping(Case::of(70_000 + seed, level, usual), seed)
    });
}

/// As usual, but terminals fill their cells.
fn filled(look: &mut Look, random: &mut Random) {
    usual(look, random);
    look.terminal = Terminal::FilledCell;
}

#[test]
fn a_fresh_board_with_filled_terminals_is_read() {
    assert_read("touching-filled", 16, FEWEST_FILLED_READ..=1.0, |seed| {
        Case::of(76_000 + seed, level, filled)
    });
}

/// Any path through all cells of a board of three by three touches itself.
#[test]
fn a_small_board_with_a_single_pair_is_read() {
    let level = |random: &mut Random| {
        let [rows, cols] = [0; 2].map(|_| random.whole(3..6) as u16);
        let board = Board::rectangle(rows, cols).expect("a rectangle is a board");
        let level = touching_level(&board, 1, random);
        (level.puzzle, level.solution)
    };
    assert_read("single-pair", 12, FEWEST_READ..=1.0, |seed| {
        Case::of(75_000 + seed, level, usual)
    });
}

#[test]
fn a_board_in_any_look_is_read_or_refused() {
    assert_read("touching-any", 24, FEWEST_READ_IN_ANY_LOOK..=1.0, |seed| {
        let case = Case::of(71_000 + seed, level, |_, _| {});
        match seed % 3 {
            0 => case.on_desktop(),
            _ => case,
        }
    });
}

#[test]
fn a_spoiled_picture_is_read_rightly_or_refused() {
    assert_read("touching-spoiled", 24, FEWEST_SPOILED_READ..=1.0, |seed| {
        let case = Case::of(72_000 + seed, level, usual);
        match seed % 4 {
            0 => with_pop_up(case),
            1 => with_banner(case),
            2 => case.distorted(Kind::ALL[seed as usize / 4 % Kind::ALL.len()]),
            _ => with_cover_on_a_terminal(case),
        }
    });
}

#[test]
fn a_board_of_which_rows_are_cut_off_is_refused() {
    assert_none_is_read("touching-cut", 12, |seed| {
        let case = Case::of(73_000 + seed, level, usual);
        match seed % 2 {
            0 => with_rows_cut_off(case),
            _ => cut_at_a_line(case),
        }
    });
}

/// Without its last rows: the picture ends at a line, or a few pixels beside it.
fn cut_at_a_line(mut case: Case) -> Case {
    let lattice = &case.scene.lattice;
    let kept = case.random.whole(3..usize::from(lattice.rows())) as u16;
    let [near, _, far, _] = lattice.corners();
    let share = f64::from(kept) / f64::from(lattice.rows());
    let at = near.y + (far.y - near.y) * share + case.random.real(-3.0..4.0);
    let (width, _) = case.scene.picture.dimensions();
    case.scene.picture = imageops::crop_imm(&case.scene.picture, 0, 0, width, at as u32).to_image();
    case.remark += &format!(", {kept} rows kept");
    case
}

/// With a banner across the whole picture over the last rows, which begins near a line, in the colour of the page at times.
fn with_banner(mut case: Case) -> Case {
    let lattice = &case.scene.lattice;
    let kept = case.random.whole(3..usize::from(lattice.rows())) as u16;
    let [near, _, far, _] = lattice.corners();
    let share = f64::from(kept) / f64::from(lattice.rows());
    let beside = 0.3 * lattice.pitch();
    let at = near.y + (far.y - near.y) * share + case.random.real(-beside..beside);
    let (width, height) = case.scene.picture.dimensions();
    let page = *case.scene.picture.get_pixel(0, height - 1);
    let grey = Rgb([*case.random.pick(&[30, 128, 240]); 3]);
    let colour = *case.random.pick(&[page, grey]);
    let banner = RgbImage::from_pixel(width, height - at as u32, colour);
    imageops::replace(&mut case.scene.picture, &banner, 0, at as i64);
    case.remark += &format!(", {kept} rows above a banner");
    case
}

/// With something in the colour of the ground, or of another grey, over a part of one or two terminals: a pointer, a hint.
fn with_cover_on_a_terminal(mut case: Case) -> Case {
    let lattice = case.scene.lattice.clone();
    let cells: Vec<_> = (0..lattice.rows())
        .flat_map(|row| (0..lattice.cols()).map(move |col| flowbot::geometry::Cell::new(row, col)))
        .collect();
    for _ in 0..case.random.whole(1..3) {
        let centre = lattice.centre(*case.random.pick(&cells));
        let half = case.random.real(0.1..0.45) * lattice.pitch();
        let grey = *case.random.pick(&[0, 40, 128, 250]);
        let side = (2.0 * half) as u32 + 1;
        let cover = RgbImage::from_pixel(side, side, Rgb([grey; 3]));
        let (x, y) = (centre.x - half, centre.y - half);
        imageops::replace(&mut case.scene.picture, &cover, x as i64, y as i64);
    }
    case
}

/// A board of walls taken for a plain one nearly always has a solution that touches.
#[test]
fn a_board_with_walls_is_refused_in_any_look() {
    assert_walls_are_refused("touching-walls", 74_000, with_walls, |case, _| case);
}

#[test]
fn a_board_with_walls_on_a_page_that_runs_from_one_colour_into_another_is_refused() {
    assert_walls_are_refused("touching-sloping-walls", 78_000, with_walls, sloping);
}

#[test]
fn a_board_with_walls_and_filled_terminals_is_refused() {
    let filled = |look: &mut Look, random: &mut Random| {
        with_walls(look, random);
        look.terminal = Terminal::FilledCell;
    };
    assert_walls_are_refused("touching-filled-walls", 77_000, filled, |case, _| case);
}

fn assert_walls_are_refused(
    name: &str,
    first: u64,
    look: impl Fn(&mut Look, &mut Random) + Sync,
    changed: impl Fn(Case, u64) -> Case + Sync,
) {
    let Some(folder) = crate::common::shared("levels") else {
        return;
    };
    let pack = std::fs::read_to_string(folder.join("walls.txt")).unwrap();
    let levels = text::read_any("walls", &pack).unwrap();
    assert_none_is_read(name, 16, |seed| {
        let level = |random: &mut Random| (random.pick(&levels).puzzle.clone(), None);
        changed(Case::of(first + seed, level, &look), seed)
    });
}

/// Asserts that none of so many pictures, of which none shows a whole plain board, is read for a solution that touches. What is
/// read for its only solution without touching is read by another rule.
fn assert_none_is_read(name: &str, quick: u64, case: impl Fn(u64) -> Case + Sync) {
    let asked = std::env::var("FLOWBOT_CASES").ok();
    let count = asked.and_then(|count| count.parse().ok()).unwrap_or(quick);
    let read = |number: u64| {
        let Case {
            scene, mut remark, ..
        } = case(number);
        let frame = Frame::from_picture(scene.picture.clone());
        let read = read::flow(&frame, &ReadOptions::default());
        let is_read = read.is_ok_and(|reading| reading.touching);
        if is_read {
            let path = format!("{}/{name}-{number}.png", env!("CARGO_TARGET_TMPDIR"));
            scene.picture.save(&path).unwrap();
            remark += &format!("; see {path}");
        }
        is_read.then_some(remark)
    };
    let wrong: Vec<String> = with_all_cores(count, read).into_iter().flatten().collect();
    println!("{name}: {} of {count} read", wrong.len());
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Any look in which walls are at least twice as broad as lines.
fn with_walls(look: &mut Look, random: &mut Random) {
    usual(look, random);
    let (width, contrast) = match look.cells {
        Cells::Lines { width, contrast } => (width, contrast),
        Cells::Tiles { gap, contrast } => (gap, contrast),
        Cells::Checkerboard { contrast } => (0.02, contrast),
        Cells::Plain => (0.02, 60.0),
    };
    let pixel = 1.0 / look.pitch;
    let breadth = random.real(2.0..5.0) * width.max(pixel);
    let shade = if random.chance(0.5) {
        contrast
    } else {
        random.real(60.0..200.0)
    };
    look.wall = [breadth.min(0.25), shade.max(contrast)];
}

//! Futoshiki boards in pictures: read as they are, or refused.
//!
//! `FLOWBOT_CASES=1000 cargo test --release --test journeys futoshiki_pictures:: -- --nocapture` tries more looks, and keeps the
//! pictures that were not read in `target/tmp`; with `FLOWBOT_SEED=10000` others.

use std::fs;

use image::imageops::crop_imm;
use image::{Rgb, RgbImage};

use super::looks::with_all_cores;
use crate::common::Flowbot;
use crate::common::futoshiki::{Boxes, Look, Sign};
use flowbot::generate::futoshiki::{Generated, Recipe, generate};
use flowbot::geometry::Cell;
use flowbot::pipeline::{Frame, Limits, Reason};
use flowbot::puzzle::futoshiki::text::{board, read_any};
use flowbot::puzzle::futoshiki::{Inequality, Puzzle};
use flowbot::random::Random;
use flowbot::read::{self, AnyReading, ReadOptions, Rules};
use flowbot::render::distort::Kind;

const BLACK: Rgb<u8> = Rgb([0; 3]);

fn made(size: u8, seed: u64) -> Puzzle {
    made_with_solution(size, seed).puzzle
}

fn made_with_solution(size: u8, seed: u64) -> Generated {
    let (givens, signs, difficulty) = (None, None, None);
    let recipe = Recipe {
        size,
        givens,
        signs,
        difficulty,
        seed,
    };
    generate(&recipe, &Limits::NONE).unwrap()
}

/// The share of pictures in any look that must be read, a bit less than what is, and the same after a distortion of any strength.
const FEWEST_READ: f64 = 0.95;
const FEWEST_READ_DISTORTED: f64 = 0.9;
/// The same of small letters.
const FEWEST_READ_SMALL: f64 = 0.85;

/// A board in a look of its own.
struct Case {
    puzzle: Puzzle,
    look: Look,
    picture: RgbImage,
    remark: String,
}

impl Case {
    /// Each seed is another board in another look; in a third of them some digits were entered.
    fn new(seed: u64) -> (Self, Random) {
        let mut random = Random::new(seed);
        let size = 4 + (seed % 6) as u8;
        let made = made_with_solution(size, seed);
        let look = Look::any(&mut random);
        let mut givens = made.puzzle.givens().to_vec();
        let mut entered = Vec::new();
        if random.chance(0.3) {
            for (cell, given) in givens.iter_mut().enumerate() {
                if given.is_none() && random.chance(0.4) {
                    *given = Some(made.solution.digits[cell]);
                    entered.push(cell);
                }
            }
        }
        let signs = made.puzzle.inequalities().to_vec();
        let puzzle = Puzzle::new(size.into(), givens, signs).unwrap();
        let case = Self {
            picture: look.draw_with(&puzzle, &entered),
            puzzle,
            look,
            remark: format!("seed {seed}"),
        };
        (case, random)
    }

    /// Without entered digits, spread over a page in small letters.
    fn spread(seed: u64) -> Self {
        let (mut case, mut random) = Self::new(seed);
        case.puzzle = made(4 + (seed % 6) as u8, seed);
        case.look = case.look.spread(&mut random);
        case.picture = case.look.draw(&case.puzzle);
        case
    }

    /// The same after a distortion that hides nothing.
    fn distorted(seed: u64) -> Self {
        let (mut case, mut random) = Self::new(seed);
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| !kind.hides()).collect();
        let kind = kinds[seed as usize % kinds.len()];
        let strength = random.real(0.0..1.0);
        let lattice = case.look.lattice(case.puzzle.size().into());
        let distorted = kind.apply(&case.picture, Some(&lattice), strength, &mut random);
        case.picture = distorted.picture;
        case.remark += &format!(", {} at {strength:.2}", kind.name());
        case
    }
}

/// Reads the cases of so many seeds, or of as many as the environment asks for. None may be read wrongly.
fn assert_read(name: &str, quick: u64, fewest: f64, case: impl Fn(u64) -> Case + Sync) {
    let number = |name| std::env::var(name).ok().and_then(|it| it.parse().ok());
    let asked: Option<u64> = number("FLOWBOT_CASES");
    let first = number("FLOWBOT_SEED").unwrap_or(0);
    let count = asked.unwrap_or(quick);
    let is_read = |number| {
        let case = case(first + number);
        let frame = Frame::from_picture(case.picture.clone());
        let (remark, look) = (&case.remark, &case.look);
        let read = read::futoshiki(&frame).map(|reading| board(&reading.board.puzzle));
        let truth = board(&case.puzzle);
        if read.as_ref() == Ok(&truth) {
            return true;
        }
        let folder = env!("CARGO_TARGET_TMPDIR");
        let path = format!("{folder}/futoshiki-{name}-{}.png", first + number);
        if asked.is_some() {
            case.picture.save(&path).unwrap();
        }
        match read {
            Ok(shown) => assert_eq!(shown, truth, "{name}: {remark}, {look:?}"),
            Err(why) if asked.is_some() => {
                println!("{name}: refused {remark}: {why}; see {path}\n    {look:?}");
            }
            Err(_) => {}
        }
        false
    };
    let read = with_all_cores(count, is_read);
    let read = read.into_iter().filter(|is_read| *is_read).count();
    println!("{name}: {read} of {count} read");
    assert!(
        read as f64 >= fewest * count as f64,
        "{name}: {read} of {count} read"
    );
}

#[test]
fn boards_in_any_look_are_read_as_they_are_or_refused() {
    assert_read("looks", 66, FEWEST_READ, |seed| Case::new(seed).0);
}

#[test]
fn distorted_boards_are_read_as_they_are_or_refused() {
    assert_read("distorted", 36, FEWEST_READ_DISTORTED, |seed| {
        Case::distorted(1000 + seed)
    });
}

#[test]
fn boards_spread_over_a_page_in_small_letters_are_read_as_they_are_or_refused() {
    assert_read("spread", 36, FEWEST_READ_SMALL, Case::spread);
}

/// In this picture noise was taken for borders of the boxes, and signs were lost with them.
#[test]
fn noise_hides_no_signs() {
    let case = Case::distorted(21_295);
    let reading = read::futoshiki(&Frame::from_picture(case.picture)).unwrap();
    assert_eq!(board(&reading.board.puzzle), board(&case.puzzle));
}

/// A text field puts them there. Its margin is as broad as the border of another box.
#[test]
fn digits_at_the_left_of_their_boxes_are_read() {
    let looks = (0..40).map(|seed| {
        let mut look = Look::any(&mut Random::new(seed));
        look.font.height = look.font.height.max(0.55);
        look.with_digits_at_left(2.0)
    });
    let puzzle = made(5, 4);
    let (mut shown, mut read) = (0, 0);
    for look in looks {
        shown += 1;
        let frame = Frame::from_picture(look.draw(&puzzle));
        if let Ok(reading) = read::futoshiki(&frame) {
            assert_eq!(board(&reading.board.puzzle), board(&puzzle), "{look:?}");
            read += 1;
        }
    }
    println!("{read} of {shown} are read");
    assert!(f64::from(read) >= FEWEST_READ * f64::from(shown));
}

/// Black triangles turn a side to each other side of a grey box, at a seventh of it: taken for its border, they make it a digit.
#[test]
fn a_sign_along_a_box_is_not_its_border() {
    let (case, _) = Case::new(266);
    let reading = read::futoshiki(&Frame::from_picture(case.picture)).unwrap();
    assert_eq!(board(&reading.board.puzzle), board(&case.puzzle));
}

/// Boxes and gaps of these sides in pixels, with black chevrons that reach so far from their middles, in boxes.
fn with_small_signs(sides: [f64; 2], extent: [f64; 2]) -> Look {
    let any = Look::any(&mut Random::new(1));
    let [page, inside, border, _] = any.colours;
    Look {
        sides,
        boxes: Boxes::Border(1.0),
        colours: [page, inside, border, BLACK],
        sign: Sign::Chevron(0.02),
        extent,
        marked: 0.0,
        lean: 0.0,
        ..any
    }
}

/// Small signs stand in narrow gaps, those that open upwards at the lower box and the others at the upper one.
#[test]
fn signs_that_touch_a_box_are_read() {
    let puzzle = made(5, 3);
    let look = Look {
        lean: 0.04,
        ..with_small_signs([76.0, 10.0], [0.026, 0.055])
    };
    let reading = read::futoshiki(&Frame::from_picture(look.draw(&puzzle))).unwrap();
    assert_eq!(board(&reading.board.puzzle), board(&puzzle));
}

/// Of four small triangles below boxes one points up, and stands higher than the others: without it the board has one solution, too.
#[test]
fn a_sign_at_another_place_than_the_others_is_read() {
    let case = Case::spread(342);
    let reading = read::futoshiki(&Frame::from_picture(case.picture)).unwrap();
    assert_eq!(board(&reading.board.puzzle), board(&case.puzzle));
}

/// As letters, `∨` is smaller than `<`.
#[test]
fn signs_below_boxes_that_are_smaller_than_those_beside_boxes_are_read() {
    let puzzle = made(5, 3);
    let drawn = |extent: [f64; 2], is_kept: fn(&Inequality) -> bool| {
        let signs = puzzle.inequalities().iter().copied().filter(is_kept);
        let part = Puzzle::new(5, puzzle.givens().to_vec(), signs.collect()).unwrap();
        with_small_signs([60.0, 20.0], extent).draw(&part)
    };
    let large = [0.05, 0.09];
    let mut picture = drawn(large, is_beside);
    let below = drawn([0.036, 0.05], |sign| !is_beside(sign));
    overlay(&mut picture, &below, &drawn(large, |_| false));
    let reading = read::futoshiki(&Frame::from_picture(picture)).unwrap();
    assert_eq!(board(&reading.board.puzzle), board(&puzzle));
}

/// Whether a sign stands between boxes of one row.
fn is_beside(sign: &Inequality) -> bool {
    sign.smaller.row == sign.larger.row
}

/// Puts over a picture what another one shows and a third does not.
fn overlay(picture: &mut RgbImage, other: &RgbImage, without: &RgbImage) {
    for (x, y, pixel) in other.enumerate_pixels() {
        if pixel != without.get_pixel(x, y) {
            picture.put_pixel(x, y, *pixel);
        }
    }
}

/// A game marked the signs that were kept: those stood out twice as far as the others.
#[test]
fn signs_of_two_colours_are_read() {
    let puzzle = made(5, 3);
    let drawn = |ink: Rgb<u8>, is_kept: fn(&Inequality) -> bool| {
        let signs = puzzle.inequalities().iter().copied().filter(is_kept);
        let part = Puzzle::new(5, puzzle.givens().to_vec(), signs.collect()).unwrap();
        let mut look = with_small_signs([60.0, 30.0], [0.11, 0.14]);
        look.colours[3] = ink;
        look.draw(&part)
    };
    let faint = Rgb([150; 3]);
    let mut picture = drawn(BLACK, is_beside);
    let below = drawn(faint, |sign| !is_beside(sign));
    overlay(&mut picture, &below, &drawn(faint, |_| false));
    let reading = read::futoshiki(&Frame::from_picture(picture)).unwrap();
    assert_eq!(board(&reading.board.puzzle), board(&puzzle));
}

/// A game laid a label of its own colour into each gap, and wrote the sign on it.
#[test]
fn signs_on_plates_are_read() {
    let puzzle = made(5, 3);
    let unsigned = Puzzle::new(5, puzzle.givens().to_vec(), Vec::new()).unwrap();
    let look = with_small_signs([60.0, 40.0], [0.11, 0.14]);
    let [signed, unsigned] = [&puzzle, &unsigned].map(|one| look.draw(one));
    let reading = read::futoshiki(&Frame::from_picture(signed.clone())).unwrap();
    let lattice = reading.board.lattice;
    let mut picture = unsigned.clone();
    for cell in (0..25).map(|number| Cell::from_index(number, 5)) {
        for [right, down] in [[0.5, 0.0], [0.0, 0.5]] {
            let is_gap = right > 0.0 && cell.col < 4 || down > 0.0 && cell.row < 4;
            let middle = lattice.at(cell, right, down);
            for (x, y) in (0..24)
                .flat_map(|x| (0..24).map(move |y| (x, y)))
                .filter(|_| is_gap)
            {
                let [x, y] = [middle.x + f64::from(x), middle.y + f64::from(y)];
                picture.put_pixel(x as u32 - 10, y as u32 - 13, Rgb([166, 189, 219]));
            }
        }
    }
    overlay(&mut picture, &signed, &unsigned);
    let reading = read::futoshiki(&Frame::from_picture(picture)).unwrap();
    assert_eq!(board(&reading.board.puzzle), board(&puzzle));
}

/// What is left of a sign beside the border is none that can be told.
#[test]
fn signs_that_stand_on_a_border_are_not_passed_over() {
    let puzzle = made(5, 3);
    let look = Look {
        lean: 0.1,
        ..with_small_signs([84.0, 20.0], [0.05, 0.1])
    };
    let reading = read::futoshiki(&Frame::from_picture(look.draw(&puzzle)));
    let refusal = reading.map(|reading| board(&reading.board.puzzle));
    let message = refusal.unwrap_err().to_string();
    assert!(message.contains("the sign between"), "{message}");
}

/// Each digit stands there twice, and paths that fill the board join all pairs in one way. The signs are small against the boxes.
#[test]
fn a_board_whose_digits_are_pairs_is_no_board_of_flow() {
    let solution = ["43512", "21345", "54231", "32154", "15423"];
    let shown = ["4....", ".....", "..2..", "321.4", "1...3"];
    let digit = |row: usize, col: usize| solution[row].as_bytes()[col];
    let cell = |row: usize, col: usize| Cell::new(row as u16, col as u16);
    let neighbours = (0..5).flat_map(|row| {
        (0..4).flat_map(move |col| [[(row, col), (row, col + 1)], [(col, row), (col + 1, row)]])
    });
    let signs = neighbours.map(|[a, b]| {
        let (smaller, larger) = if digit(a.0, a.1) < digit(b.0, b.1) {
            (a, b)
        } else {
            (b, a)
        };
        Inequality {
            smaller: cell(smaller.0, smaller.1),
            larger: cell(larger.0, larger.1),
        }
    });
    let givens = shown.iter().flat_map(|row| row.bytes());
    let givens = givens.map(|it| it.is_ascii_digit().then(|| it - b'0'));
    let puzzle = Puzzle::new(5, givens.collect(), signs.collect()).unwrap();
    let look = with_small_signs([126.0, 21.0], [0.035, 0.04]);
    let frame = Frame::from_picture(look.draw(&puzzle));
    let options = ReadOptions::default();
    let refusal = read::flow(&frame, &options).unwrap_err();
    assert!(refusal.message.contains("signs"), "{refusal}");
    let AnyReading::Futoshiki(reading) = read::any(&frame, &options).unwrap() else {
        panic!("read as a board of Flow");
    };
    assert_eq!(board(&reading.board.puzzle), board(&puzzle));
}

/// One of them stands near the middle of each box, and is as high as a small digit.
#[test]
fn of_pencil_marks_in_rows_none_is_a_digit() {
    let puzzle = made(5, 3);
    let any = Look::any(&mut Random::new(1));
    let look = Look {
        sides: [80.0, 30.0],
        extent: [0.1, 0.15],
        marked: 0.0,
        is_all_marked: true,
        ..any
    };
    let reading = read::futoshiki(&Frame::from_picture(look.draw(&puzzle))).unwrap();
    assert_eq!(board(&reading.board.puzzle), board(&puzzle));
}

#[test]
fn what_a_picture_shows_is_told_from_its_score() {
    let look = Look::any(&mut Random::new(1));
    let puzzle = made(5, 1);
    let frame = Frame::from_picture(look.draw(&puzzle));
    let reading = read::any(&frame, &ReadOptions::default()).unwrap();
    assert!(matches!(reading, AnyReading::Futoshiki(_)));
    // Boxes with numbers and nothing between are a calendar, or the like.
    let without_signs = Puzzle::new(5, puzzle.givens().to_vec(), Vec::new()).unwrap();
    let frame = Frame::from_picture(look.draw(&without_signs));
    assert!(read::any(&frame, &ReadOptions::default()).is_err());
    // One sign less leaves more solutions, or a board that is not the one shown.
    let signs = puzzle.inequalities()[1..].to_vec();
    let fewer = Puzzle::new(5, vec![None; 25], signs).unwrap();
    let frame = Frame::from_picture(look.draw(&fewer));
    assert!(read::futoshiki(&frame).is_err());
}

#[test]
fn a_board_with_several_solutions_is_read_for_a_game_that_takes_any() {
    let look = Look::any(&mut Random::new(1));
    let options = ReadOptions {
        rules: Rules {
            any_solution: true,
            ..Rules::default()
        },
        ..ReadOptions::default()
    };
    let all_signs = made(5, 1).inequalities().to_vec();
    for (signs, is_read) in [(all_signs[1..].to_vec(), true), (Vec::new(), false)] {
        let puzzle = Puzzle::new(5, vec![None; 25], signs).unwrap();
        let frame = Frame::from_picture(look.draw(&puzzle));
        let solutions = match read::any(&frame, &options) {
            Ok(AnyReading::Futoshiki(reading)) => Some((reading.board.puzzle, reading.solutions)),
            _ => None,
        };
        assert_eq!(solutions, is_read.then_some((puzzle, 2)));
    }
}

/// A board with signs is told by its name, though it is not believed.
#[test]
fn a_board_with_several_solutions_is_refused_in_words_that_say_so() {
    let look = Look::any(&mut Random::new(1));
    let signs = made(5, 1).inequalities().to_vec();
    let refused = |signs: Vec<Inequality>| {
        let puzzle = Puzzle::new(5, vec![None; 25], signs).unwrap();
        let frame = Frame::from_picture(look.draw(&puzzle));
        read::any(&frame, &ReadOptions::default()).unwrap_err()
    };
    let why = refused(signs[1..].to_vec());
    assert_eq!(why.reason, Reason::Ambiguous, "{why}");
    assert!(why.message.contains("a Futoshiki board of 5 x 5"), "{why}");
    assert!(why.message.contains("more than one solution"), "{why}");
    assert!(why.message.contains("--any-solution"), "{why}");
    assert!(why.doubtful_grid.is_some());
    assert!(
        !refused(Vec::new()).message.contains("Futoshiki"),
        "no signs"
    );
}

/// What stands in one of its boxes is no digit. What else is told is named, though a reader of Flow boards refuses the picture, too.
#[test]
fn a_board_with_a_mark_that_is_no_digit_is_refused_in_words_that_say_where() {
    let look = Look::any(&mut Random::new(1));
    let puzzle = made(5, 1);
    let mut picture = look.draw(&puzzle);
    let empty = puzzle.givens().iter().position(Option::is_none).unwrap();
    let cell = Cell::from_index(empty, 5);
    let at = look.lattice(5).centre(cell);
    let half = 0.2 * look.sides[0];
    for (x, y) in (0..=100).flat_map(|x| (0..=100).map(move |y| (x, y))) {
        let [x, y] = [x, y].map(|it: i32| f64::from(it) / 50.0 - 1.0);
        let place = [at.x + x * half, at.y + y * half].map(|it| it as u32);
        picture.put_pixel(place[0], place[1], look.colours[3]);
    }
    let why = read::any(&Frame::from_picture(picture), &ReadOptions::default()).unwrap_err();
    assert_eq!(why.reason, Reason::Ambiguous, "{why}");
    assert!(why.message.contains("a Futoshiki board of 5 x 5"), "{why}");
    assert!(
        why.message.contains(&format!("the digit at {cell}")),
        "{why}"
    );
    assert!(why.doubtful_grid.is_some());
}

/// One stands beside a digit, another in an empty box, both in a board of small letters.
#[test]
fn the_caret_of_a_text_field_is_no_digit() {
    let puzzle = made(5, 4);
    let shows_it = |picture: &RgbImage| {
        let read = read::futoshiki(&Frame::from_picture(picture.clone()));
        read.is_ok_and(|reading| board(&reading.board.puzzle) == board(&puzzle))
    };
    let mut looks = (0..20).map(|seed| {
        let mut random = Random::new(seed);
        let mut look = Look::any(&mut random).spread(&mut random);
        look.font.height = 0.17;
        look
    });
    let look = looks.find(|look| shows_it(&look.draw(&puzzle)));
    let look = look.expect("a look in which it is read");
    let mut picture = look.draw(&puzzle);
    let [side, _] = look.sides;
    let lattice = look.lattice(5);
    let given = |is_given: bool| {
        let at = puzzle
            .givens()
            .iter()
            .position(|it| it.is_some() == is_given);
        lattice.centre(Cell::from_index(at.unwrap(), 5))
    };
    let beside = 0.4 * look.font.height * side + 3.0;
    for (at, right) in [(given(true), beside), (given(false), 0.0)] {
        let high = (0.6 * look.font.height * side) as u32;
        let (x, y) = ((at.x + right) as u32, at.y as u32);
        (y - high..y + high).for_each(|y| picture.put_pixel(x, y, look.colours[3]));
    }
    assert!(shows_it(&picture));
}

/// Where the picture ends within a box, the board is not seen whole.
#[test]
fn a_board_at_the_edge_of_the_picture_is_read_whole_or_refused() {
    let look = Look::any(&mut Random::new(1));
    let puzzle = made(5, 1);
    let whole = look.draw(&puzzle);
    let [side, gap] = look.sides;
    let right = (look.corner[0] + 5.0 * side + 4.0 * gap) as u32;
    for cut in 0..side as u32 {
        let part = crop_imm(&whole, 0, 0, right - cut, whole.height()).to_image();
        if let Ok(reading) = read::futoshiki(&Frame::from_picture(part)) {
            assert_eq!(
                board(&reading.board.puzzle),
                board(&puzzle),
                "{cut} cut off"
            );
        }
    }
}

#[test]
fn a_picture_is_extracted_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.png");
    let puzzle = made(5, 1);
    Look::any(&mut Random::new(1))
        .draw(&puzzle)
        .save(&picture)
        .unwrap();
    let ended = Flowbot::runs("extract")
        .with(&picture)
        .with("--json")
        .exits(0);
    let line: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        (&line["puzzle"], &line["rows"]),
        (&"futoshiki".into(), &5.into())
    );
    Flowbot::runs("extract")
        .with(&picture)
        .exits(0)
        .prints_only(&board(&puzzle));
    let truth = folder.path().join("a.futoshiki");
    fs::write(&truth, board(&puzzle)).unwrap();
    Flowbot::runs("check")
        .with(folder.path())
        .exits(0)
        .prints("ok ");
    let other = made(5, 2);
    fs::write(&truth, board(&other)).unwrap();
    Flowbot::runs("check")
        .with(folder.path())
        .exits(1)
        .prints("WRONG");
    assert!(read_any("it", &ended.out).is_err());
}

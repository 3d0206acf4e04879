//! Futoshiki boards in pictures: read as they are, or refused.

use std::fs;

use image::imageops::crop_imm;

use crate::common::Flowbot;
use crate::common::futoshiki::Look;
use flowbot::generate::futoshiki::{Recipe, generate};
use flowbot::pipeline::{Frame, Limits};
use flowbot::puzzle::futoshiki::Puzzle;
use flowbot::puzzle::futoshiki::text::{board, read_any};
use flowbot::random::Random;
use flowbot::read::{self, AnyReading, ReadOptions};

fn made(size: u8, seed: u64) -> Puzzle {
    let (givens, signs, difficulty) = (None, None, None);
    let recipe = Recipe {
        size,
        givens,
        signs,
        difficulty,
        seed,
    };
    generate(&recipe, &Limits::NONE).unwrap().puzzle
}

#[test]
fn boards_in_any_look_are_read_as_they_are_or_refused() {
    let (mut random, mut read) = (Random::new(5), 0);
    for seed in 0..60 {
        let puzzle = made(4 + seed as u8 % 4, seed);
        let look = Look::any(&mut random);
        let frame = Frame::from_picture(look.draw(&puzzle));
        if let Ok(reading) = read::futoshiki(&frame) {
            assert_eq!(board(&reading.board.puzzle), board(&puzzle), "{look:?}");
            read += 1;
        }
    }
    println!("{read} of 60 looks read");
    assert!(read >= 45, "{read} of 60 looks read");
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

/// Where the picture ends within a box, the board is not seen whole.
#[test]
fn a_board_at_the_edge_of_the_picture_is_read_whole_or_refused() {
    let look = Look::any(&mut Random::new(1));
    let puzzle = made(5, 1);
    let whole = look.draw(&puzzle);
    let [side, gap] = look.sides;
    let right = (look.corner[0] + 5 * side + 4 * gap) as u32;
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

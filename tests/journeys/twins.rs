//! Boards on which two pairs have one colour: read where signs on the terminals tell the pairs apart, else refused.
//!
//! `FLOWBOT_CASES=500 cargo test --release --test journeys twins:: -- --nocapture` tries more.

use flowbot::random::Random;

use super::looks::{Case, assert_read};
use crate::common::looks::{Cells, Look, Mark, Terminal};

/// The share of boards with signs that must be read: numbers such as 38 and 39, or small ones, are not far enough apart.
const FEWEST_READ: f64 = 0.2;

/// Lines, so that the pairs alone are in question, and cells in which a person can read a number.
fn with_twins(look: &mut Look, random: &mut Random) {
    look.pitch = look.pitch.max(32.0);
    look.cells = Cells::Lines {
        width: random.real(1.0..3.5) / look.pitch,
        contrast: random.real(40.0..120.0),
    };
    look.has_twins = true;
    look.drawn = 0.0;
}

/// The same with a number or a letter on each terminal.
fn with_signs(look: &mut Look, random: &mut Random) {
    with_twins(look, random);
    look.mark = match random.chance(0.6) {
        true => Mark::Number(random.whole(1..60)),
        false => Mark::Letter,
    };
}

#[test]
fn numbers_and_letters_tell_the_pairs_of_one_colour_apart() {
    assert_read("twins", 16, FEWEST_READ..=1.0, |seed| {
        Case::new(80_000 + seed, 5..11, with_signs)
    });
}

#[test]
fn filled_cells_of_one_colour_with_numbers_are_told_apart() {
    assert_read("twins-filled", 12, FEWEST_READ..=1.0, |seed| {
        Case::new(81_000 + seed, 5..11, |look, random| {
            with_signs(look, random);
            look.terminal = Terminal::FilledCell;
        })
    });
}

#[test]
fn two_pairs_of_one_colour_without_a_sign_of_their_own_are_refused() {
    assert_read("twins-unsigned", 12, 0.0..=0.0, |seed| {
        Case::new(82_000 + seed, 5..11, |look, random| {
            with_twins(look, random);
            look.mark = *random.pick(&[Mark::None, Mark::Check]);
        })
    });
}

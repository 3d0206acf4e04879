//! Reads a Flow Free board: the picture proposes hypotheses, the number of solutions decides.

use super::aspect::read_with_square_cells;
use super::only_board::only_board;
use super::options::{Part, ReadOptions};
use super::selection::refused_with_grid;
use crate::detect::flow::{PictureFeatures, observe};
use crate::detect::futoshiki::has_signs;
use crate::pipeline::{BoardHypothesis, EXPLAIN, Frame, Reading, Reason, Refusal, Rgb};
use crate::puzzle::flow::Puzzle;
use crate::vision::colour::step;

/// Digits in one ink differ by no more levels of a channel.
const SAME_INK: u8 = 48;

/// Reads the board in a picture.
///
/// # Errors
/// [`Refusal`] when the picture shows no board, or none that can be trusted.
pub fn flow(frame: &Frame, options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    let features = PictureFeatures::of(frame)
        .between(options.edges)
        .without(options.detection_without());
    let unaided = ReadOptions {
        profile: None,
        ..*options
    };
    let mut reading =
        read(&features, &unaided).or_else(|why| aided(features, options).ok_or(why))?;
    if let Some(why) = taken_for_futoshiki(frame, &reading.board) {
        return Err(why);
    }
    let board = &mut reading.board;
    board.drawn = tracing::info_span!("drawn")
        .in_scope(|| observe(&frame.picture, &board.lattice, &board.colours));
    Ok(reading)
}

/// Why a board is none of Flow whose terminals are digits that are pairs by chance.
fn taken_for_futoshiki(frame: &Frame, board: &BoardHypothesis<Puzzle>) -> Option<Refusal> {
    let (rows, cols) = (board.puzzle.board().rows(), board.puzzle.board().cols());
    // Where colours tell the pairs, nobody looks at digits.
    let is_shared = |(own, ink): (usize, &Rgb)| {
        let mut others = board.colours.iter().enumerate();
        others.any(|(other, it)| other != own && step(*it, *ink) <= SAME_INK)
    };
    let are_glyphs = board.colours.iter().enumerate().all(is_shared);
    let words = "signs stand between its cells, as on a board of Futoshiki";
    (are_glyphs && rows == cols && has_signs(&frame.picture, rows))
        .then(|| refused_with_grid(Reason::Ambiguous, words, board))
}

/// What is read by one who knows what the game looks like, if anything is.
fn aided(features: PictureFeatures, options: &ReadOptions) -> Option<Reading<Puzzle>> {
    let name = &options.profile?.name;
    tracing::debug!(target: EXPLAIN, "looked at once more, for what the profile {name} describes:");
    let mut reading = read(&features.knowing(options.profile), options).ok()?;
    let reason = format!("read with what the profile {name} says");
    reading.board.reasons.push(reason);
    Some(reading)
}

fn read(features: &PictureFeatures, options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    let read = only_board(features, options);
    match read {
        Err(why) if options.asks(Part::AspectCorrection) => {
            read_with_square_cells(features, options, why)
        }
        read => read,
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::pipeline::Reason;

    #[test]
    fn a_grid_without_terminals_is_said_to_be_one() {
        let picture = RgbImage::from_fn(300, 300, |x, y| {
            let is_line = x % 50 == 25 || y % 50 == 25;
            Rgb(if is_line { [120; 3] } else { [0; 3] })
        });
        let frame = Frame::from_picture(picture);
        let refusal = flow(&frame, &ReadOptions::default()).unwrap_err();
        assert_eq!(refusal.reason, Reason::NoBoard);
        assert!(refusal.message.contains("a grid of"), "{refusal}");
    }
}

//! Flow Free: the picture proposes, the engine bears witness.

use super::look::look;
use super::squeezed::read_squeezed;
use super::{hidden, rivals};
use crate::detect;
use crate::detect::flow::{Eye, Sight, observe};
use crate::pipeline::{EXPLAIN, Frame, Reading, Refusal};
use crate::profile::Profile;
use crate::puzzle::flow::Puzzle;

/// What a person may say about a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReadOptions<'a> {
    /// Whether a path may touch itself.
    pub touching: bool,
    /// What the game looks like: asked where a board cannot be read without it.
    pub profile: Option<&'a Profile>,
    /// A part that is left out, to see what it is for.
    pub without: Option<Part>,
}

/// A part of reading. `cargo bench --bench parts` leaves each out and counts what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One of what is asked of the picture.
    Seeing(detect::flow::Part),
    /// Cells that are not square are made square.
    Squeezed,
    /// Whether the picture shows a second board.
    SecondBoard,
    /// Boards that only paths that touch themselves can solve.
    Touching,
}

impl ReadOptions<'_> {
    /// Whether a part is not left out.
    pub(super) fn asks(&self, part: Part) -> bool {
        self.without != Some(part)
    }

    /// The part of seeing that is left out.
    pub(super) fn unseeing(&self) -> Option<detect::flow::Part> {
        match self.without {
            Some(Part::Seeing(part)) => Some(part),
            _ => None,
        }
    }
}

/// Reads the board in a picture.
///
/// # Errors
/// [`Refusal`] when the picture shows no board, or none that can be trusted.
pub fn flow(frame: &Frame, options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    let sight = Sight::of(frame).without(options.unseeing());
    let unaided = ReadOptions {
        profile: None,
        ..*options
    };
    let mut reading = read(&sight, &unaided).or_else(|why| aided(sight, options).ok_or(why))?;
    let board = &mut reading.board;
    board.drawn = tracing::info_span!("drawn")
        .in_scope(|| observe(&frame.picture, &board.lattice, &board.colours));
    Ok(reading)
}

/// What is read by one who knows what the game looks like, if anything is.
fn aided(sight: Sight, options: &ReadOptions) -> Option<Reading<Puzzle>> {
    let name = &options.profile?.name;
    tracing::debug!(target: EXPLAIN, "looked at once more, for what the profile {name} describes:");
    let mut reading = read(&sight.knowing(options.profile), options).ok()?;
    let reason = format!("read with what the profile {name} says");
    reading.board.reasons.push(reason);
    Some(reading)
}

fn read(sight: &Sight, options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    let read = chosen(sight, options);
    match read {
        Err(why) if options.asks(Part::Squeezed) => read_squeezed(sight, options, why),
        read => read,
    }
}

/// The board that the picture shows, if it is the only one; not yet what is drawn on it.
pub(super) fn chosen(sight: &Sight, options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    let seen = look(sight, &Eye::ALL, options);
    let board = seen.board.as_ref();
    let Some(board) = board.filter(|_| options.asks(Part::SecondBoard)) else {
        return seen.outcome.map_err(|why| hidden::named(sight, why));
    };
    let least_pitch = rivals::THUMBNAIL * board.lattice.pitch();
    tracing::debug!(target: EXPLAIN, "that board painted over, to see whether it is the only one:");
    let beside = sight.around(&board.lattice, least_pitch);
    // Eyes that were not needed for this board are not needed for another like it; but colours may be those of another game.
    let eyes = match beside.may_show_flows() {
        true => &Eye::ALL,
        false => seen.eyes,
    };
    let around = look(&beside, eyes, options);
    // Without the engine: that one of two boards cannot be solved does not say that the other is meant.
    match (&around.board, &around.outcome) {
        (Some(other), _) if rivals::is_thumbnail(board, other) => around.outcome,
        (Some(other), _) => Err(rivals::refusal(board, other)),
        (None, Err(why)) if around.is_half_seen_beside(board) && seen.outcome.is_ok() => {
            Err(rivals::half_seen(board, why.clone()))
        }
        _ => seen.outcome.map_err(|why| hidden::named(sight, why)),
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

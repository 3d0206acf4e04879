//! Flow Free: the picture proposes, the engine bears witness.

use super::squeezed::read_squeezed;
use super::{hidden, rivals};
use crate::detect::flow::{Eye, Sight, observe};
use crate::pipeline::{Candidate, EXPLAIN, Frame, Limits, Reading, Reason, Refusal};
use crate::puzzle::flow::{Board, Layout, Puzzle, Warp, text};
use crate::solve::flow::{Outcome, Request, Touching, solve};

/// The most guesses for one candidate: a hundred times what real levels take, a second at most.
const GUESSES: u64 = 20_000;

/// A board with several solutions cannot confirm how it was read. It is believed only if every other settled way to read
/// the lattice has a confidence lower by this or more.
const RIVAL: f64 = 0.2;

/// What a person may say about a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether a path may touch itself.
    pub touching: bool,
}

/// Reads the board in a picture.
///
/// # Errors
/// [`Refusal`] when the picture shows no board, or none that can be trusted.
pub fn flow(frame: &Frame, options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    let sight = Sight::of(frame);
    let mut reading = chosen(&sight, options).or_else(|why| read_squeezed(&sight, options, why))?;
    let board = &mut reading.board;
    board.drawn = tracing::info_span!("drawn")
        .in_scope(|| observe(&frame.picture, &board.lattice, &board.colours));
    Ok(reading)
}

/// The board that the picture shows, if it is the only one; not yet what is drawn on it.
pub(super) fn chosen(sight: &Sight, options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    let seen = look(sight, &Eye::ALL, options);
    let Some(board) = &seen.board else {
        return seen.outcome.map_err(|why| hidden::named(sight, why));
    };
    let least_pitch = rivals::THUMBNAIL * board.lattice.pitch();
    tracing::debug!(target: EXPLAIN, "that board painted over, to see whether it is the only one:");
    // Eyes that were not needed for this board are not needed for another like it.
    let around = look(
        &sight.around(&board.lattice, least_pitch),
        seen.eyes,
        options,
    );
    // Without the engine: that one of two boards cannot be solved does not say that the other is meant.
    match (&around.board, &around.outcome) {
        (Some(other), _) if rivals::is_thumbnail(board, other) => around.outcome,
        (Some(other), _) => Err(rivals::refusal(board, other)),
        (None, Err(why)) if why.doubtful_grid.is_some() && seen.outcome.is_ok() => {
            Err(rivals::half_seen(board, why.clone()))
        }
        _ => seen.outcome.map_err(|why| hidden::named(sight, why)),
    }
}

/// What was found in a picture.
struct Seen {
    outcome: Result<Reading<Puzzle>, Refusal>,
    /// The board that was read, or else one that the picture settles.
    board: Option<Candidate<Puzzle>>,
    /// The eyes that were needed.
    eyes: &'static [Eye],
    /// Whether cells lie in rows and columns at all.
    has_lattice: bool,
    /// Whether no other eye is asked: a board is read, or known to be none that can be.
    is_final: bool,
}

/// How much an outcome says.
#[derive(PartialEq, PartialOrd)]
enum Says {
    Nothing,
    /// Cells may lie in rows and columns.
    Lattice,
    /// A part of a board may be there.
    Grid,
    /// A board is read, or refused for a reason of its own.
    More,
}

impl Seen {
    fn says(&self) -> Says {
        match &self.outcome {
            Err(why) if why.reason == Reason::NoBoard => {
                match (&why.doubtful_grid, self.has_lattice) {
                    (Some(_), _) => Says::Grid,
                    (None, true) => Says::Lattice,
                    (None, false) => Says::Nothing,
                }
            }
            _ => Says::More,
        }
    }
}

/// Looks with one eye after the other until a board is read, or is known to be of a kind that cannot be.
fn look(sight: &Sight, eyes: &'static [Eye], options: &ReadOptions) -> Seen {
    let mut kept: Option<Seen> = None;
    for (index, eye) in eyes.iter().enumerate() {
        let seen = look_with(sight, *eye, &eyes[..=index], options);
        let is_last = seen.is_final;
        // The earlier eye is the surer one: a later one is kept only if it says more. Doubts of `HalfClosed` and `Signs`
        // are not kept: blurred lines and words look like grids too often.
        let do_doubts_count = !matches!(eye, Eye::HalfClosed | Eye::Signs);
        let says_more = |before: &Seen| do_doubts_count && seen.says() > before.says();
        if is_last || kept.as_ref().is_none_or(says_more) {
            kept = Some(seen);
        }
        if is_last {
            break;
        }
    }
    let mut seen = kept.expect("every caller gives at least one eye");
    let is_board = seen.says() > Says::Lattice;
    if !is_board && let Some(refusal) = sight.other_kind() {
        seen.outcome = Err(refusal);
    }
    if let (Err(why), Some(board)) = (&mut seen.outcome, &seen.board)
        && why.reason == Reason::NoSolution
        && is_warp(board, options)
    {
        let words = "what was read has a solution only if its borders are joined to those opposite";
        *why = doubted(Reason::Unsupported("warps".into()), words, board);
    }
    seen
}

fn look_with(sight: &Sight, eye: Eye, eyes: &'static [Eye], options: &ReadOptions) -> Seen {
    let mut boards: Vec<Candidate<Puzzle>> = Vec::new();
    let mut refusal: Option<Refusal> = None;
    for found in sight.boards(eye) {
        match found {
            Ok(found) => {
                if let Some(seen) = sure(&found, eyes, options) {
                    return seen;
                }
                boards.extend(found);
            }
            Err(why) => {
                let says_more = why.doubtful_grid.is_some() || why.reason != Reason::NoBoard;
                let is_better = |known: &Refusal| known.doubtful_grid.is_none() && says_more;
                if refusal.as_ref().is_none_or(is_better) {
                    refusal = Some(why);
                }
            }
        }
    }
    let has_lattice = refusal.is_some() || !boards.is_empty();
    let refusal = refusal.unwrap_or_else(no_lattice);
    let outcome = best(&boards, refusal, options);
    let board = match &outcome {
        Ok(reading) => Some(reading.board.clone()),
        Err(_) => boards
            .into_iter()
            .find(|board| board.is_settled && board.is_bounded),
    };
    let is_final = match &outcome {
        Ok(_) => true,
        Err(refusal) => matches!(refusal.reason, Reason::Unsupported(_)),
    };
    Seen {
        outcome,
        board,
        eyes,
        has_lattice,
        is_final,
    }
}

fn no_lattice() -> Refusal {
    let why = "no lattice of cells was found: show the whole board, without a window over it";
    Refusal::new(Reason::NoBoard, why)
}

/// If exactly one board of this lattice has exactly one solution, no other lattice is looked at. Two different ones are
/// refused: a part of a board has one solution now and then.
fn sure(boards: &[Candidate<Puzzle>], eyes: &'static [Eye], options: &ReadOptions) -> Option<Seen> {
    let is_sure = |board: &&Candidate<Puzzle>| {
        board.is_settled && board.is_bounded && matches!(witness(board, options), Testimony::One)
    };
    let sure: Vec<&Candidate<Puzzle>> = boards.iter().filter(is_sure).collect();
    let (&first, others) = sure.split_first()?;
    let outcome = if others.iter().any(|other| other.puzzle != first.puzzle) {
        let words = "what was read has one solution, and so has another way to read it";
        Err(doubted(Reason::Ambiguous, words, first))
    } else {
        Ok(reading(first, 1))
    };
    Some(Seen {
        outcome,
        board: Some(first.clone()),
        eyes,
        has_lattice: true,
        is_final: true,
    })
}

/// The first of the boards that counts as read.
fn best(
    boards: &[Candidate<Puzzle>],
    refusal: Refusal,
    options: &ReadOptions,
) -> Result<Reading<Puzzle>, Refusal> {
    let mut doubtful: Option<Refusal> = None;
    let is_one_of_sizes = |board: &Candidate<Puzzle>| board.is_settled && !board.is_bounded;
    for (index, board) in boards.iter().enumerate() {
        if is_one_of_sizes(board) {
            continue;
        }
        let doubt = if board.is_settled {
            match witness(board, options) {
                Testimony::One => return Ok(reading(board, 1)),
                Testimony::Many if !has_rival(boards, index) => return Ok(reading(board, 2)),
                Testimony::Many => (
                    Reason::Ambiguous,
                    "what was read has several solutions, and it can be read in another way",
                ),
                Testimony::None => (Reason::NoSolution, "what was read has no solution"),
                Testimony::Silent => (Reason::Ambiguous, "no solution was found in time"),
            }
        } else {
            explain(board, "the picture does not settle it");
            (Reason::Ambiguous, "the picture does not settle every cell")
        };
        doubtful.get_or_insert_with(|| doubted(doubt.0, doubt.1, board));
    }
    // Of the sizes that a board without bounds may have, one is believed only if all the others have no solution.
    let sizes: Vec<_> = boards.iter().filter(|it| is_one_of_sizes(it)).collect();
    if !sizes.is_empty() {
        match only(&sizes, options) {
            Ok(board) => return Ok(reading(board, 1)),
            Err(_) if boards.iter().any(|it| it.is_settled && it.is_bounded) => {}
            Err(why) => doubtful = Some(why),
        }
    }
    // That a board of an unsupported kind was recognised says more than that other lattices are unsettled.
    let is_named = matches!(refusal.reason, Reason::Unsupported(_));
    let is_settled = boards.iter().any(|board| board.is_settled);
    match doubtful {
        Some(doubtful) if is_settled || !is_named => Err(doubtful),
        _ => Err(refusal),
    }
}

/// The only one of these sizes of a board without bounds that has a solution, and one alone.
fn only<'b>(
    sizes: &[&'b Candidate<Puzzle>],
    options: &ReadOptions,
) -> Result<&'b Candidate<Puzzle>, Refusal> {
    let mut solvable: Vec<(&Candidate<Puzzle>, Testimony)> = Vec::new();
    for &board in sizes {
        // One size may be seen on two lattices.
        if solvable
            .iter()
            .any(|(known, _)| known.puzzle == board.puzzle)
        {
            continue;
        }
        match witness(board, options) {
            Testimony::None => {}
            testimony => solvable.push((board, testimony)),
        }
        if solvable.len() > 1 {
            break;
        }
    }
    match solvable.as_slice() {
        [(board, Testimony::One)] => Ok(board),
        [] => Err(doubted(
            Reason::NoSolution,
            "a board without lines has no solution at any size",
            sizes[0],
        )),
        [(first, _), ..] => Err(doubted(
            Reason::Ambiguous,
            "a board without lines can be read at several sizes",
            first,
        )),
    }
}

/// Whether a board without a solution has exactly one, as real levels do, when borders are joined to those opposite.
fn is_warp(board: &Candidate<Puzzle>, options: &ReadOptions) -> bool {
    let joined = |warp: Warp| {
        let layout = Layout {
            warp,
            ..board.puzzle.board().layout().clone()
        };
        let pairs = board.puzzle.pairs().to_vec();
        Some(Candidate {
            puzzle: Puzzle::new(Board::new(layout).ok()?, pairs).ok()?,
            ..board.clone()
        })
    };
    let is_solved = |board: Candidate<Puzzle>| matches!(witness(&board, options), Testimony::One);
    let ways = [Warp::Both, Warp::Horizontal, Warp::Vertical];
    ways.into_iter().filter_map(joined).any(is_solved)
}

/// What the engine says of a board.
enum Testimony {
    None,
    One,
    /// Two or more, or one and no proof that it is the only one.
    Many,
    /// No solution was found, and no proof that there is none.
    Silent,
}

#[tracing::instrument(name = "engine", skip_all)]
fn witness(board: &Candidate<Puzzle>, options: &ReadOptions) -> Testimony {
    let touching = if options.touching {
        Touching::Allowed
    } else {
        Touching::Never
    };
    let answer = solve(&Request {
        puzzle: &board.puzzle,
        count: 2,
        touching,
        limits: Limits::guesses(GUESSES),
    });
    let (testimony, words) = match (answer.outcome, answer.solutions.len()) {
        (Outcome::NoSolution, _) => (Testimony::None, "no solution"),
        (Outcome::Stopped, 0) => (Testimony::Silent, "no answer in time"),
        (Outcome::Solved, 1) => (Testimony::One, "exactly one solution"),
        (Outcome::Stopped, _) => (
            Testimony::Many,
            "a solution, and no proof in time that it is alone",
        ),
        _ => (Testimony::Many, "more than one solution"),
    };
    explain(board, &format!("the engine finds {words}"));
    testimony
}

/// Says what speaks for a board and what came of it.
fn explain(board: &Candidate<Puzzle>, end: &str) {
    let lattice = &board.lattice;
    tracing::debug!(
        target: EXPLAIN,
        "a board of {} rows and {} columns, confidence {:.2}: {}; {end}",
        lattice.rows(),
        lattice.cols(),
        board.confidence,
        board.reasons.join("; ")
    );
}

/// Whether another way to read the picture is settled as well and nearly as well supported.
fn has_rival(boards: &[Candidate<Puzzle>], index: usize) -> bool {
    let least = boards[index].confidence - RIVAL;
    let others = boards
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != index);
    others
        .filter(|(_, board)| board.puzzle != boards[index].puzzle)
        .any(|(_, board)| board.is_settled && board.confidence > least)
}

fn reading(board: &Candidate<Puzzle>, solutions: usize) -> Reading<Puzzle> {
    Reading {
        board: board.clone(),
        solutions,
    }
}

fn doubted(reason: Reason, why: &str, board: &Candidate<Puzzle>) -> Refusal {
    let message = format!(
        "{why} ({}): look at the grid, then give it as text",
        board.reasons.join("; ")
    );
    Refusal {
        doubtful_grid: Some(text::rows(&board.puzzle)),
        ..Refusal::new(reason, message)
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::geometry::Lattice;

    fn candidate(rows: &str, confidence: f64) -> Candidate<Puzzle> {
        let puzzle = text::read_any("test", rows).unwrap().remove(0).puzzle;
        let board = puzzle.board();
        Candidate {
            lattice: Lattice::upright(board.rows(), board.cols(), 10.0, 10.0, 20.0, 20.0),
            colours: Vec::new(),
            drawn: Vec::new(),
            confidence,
            is_settled: true,
            is_bounded: true,
            reasons: Vec::new(),
            puzzle,
        }
    }

    fn decide(candidates: Vec<Candidate<Puzzle>>) -> Result<usize, Reason> {
        let refusal = Refusal::new(Reason::NoBoard, "nothing else is there");
        let decided = best(&candidates, refusal, &ReadOptions::default());
        decided.map(|it| it.solutions).map_err(|it| it.reason)
    }

    const ONE: &str = "AB\nAB\n";
    const OTHER: &str = "AA\nBB\n";
    const NONE: &str = "AB\nBA\n";
    const MANY: &str = include_str!("../../fixtures/puzzles/many.puzzle");

    #[test]
    fn exactly_one_solution_speaks_for_itself() {
        assert_eq!(
            decide(vec![candidate(ONE, 0.1), candidate(OTHER, 0.9)]),
            Ok(1)
        );
        assert_eq!(
            decide(vec![candidate(NONE, 0.9), candidate(ONE, 0.9)]),
            Ok(1)
        );
    }

    #[test]
    fn of_two_ways_to_read_one_lattice_with_one_solution_each_none_is_sure() {
        let options = ReadOptions::default();
        let is_read = |boards: &[Candidate<Puzzle>]| {
            sure(boards, &Eye::ALL, &options).map(|seen| seen.outcome.is_ok())
        };
        let (one, other) = (candidate(ONE, 0.9), candidate(OTHER, 0.9));
        assert_eq!(is_read(&[one.clone(), one.clone()]), Some(true));
        assert_eq!(is_read(&[one, other]), Some(false));
        assert_eq!(is_read(&[candidate(NONE, 0.9)]), None);
    }

    #[test]
    fn several_solutions_are_believed_only_without_a_rival() {
        assert_eq!(decide(vec![candidate(MANY, 0.8)]), Ok(2));
        assert_eq!(
            decide(vec![candidate(MANY, 0.8), candidate(MANY, 0.8)]),
            Ok(2)
        );
        assert_eq!(
            decide(vec![candidate(MANY, 0.8), candidate(NONE, 0.5)]),
            Ok(2)
        );
        let rivals = vec![candidate(MANY, 0.8), candidate(NONE, 0.7)];
        assert_eq!(decide(rivals), Err(Reason::Ambiguous));
    }

    /// A board without lines, of which this may be one size.
    fn size(rows: &str) -> Candidate<Puzzle> {
        Candidate {
            is_bounded: false,
            ..candidate(rows, 0.9)
        }
    }

    #[test]
    fn a_board_without_bounds_is_read_only_where_no_other_size_of_it_can_be() {
        assert_eq!(decide(vec![size(NONE), size(ONE)]), Ok(1));
        assert_eq!(decide(vec![size(ONE), size(ONE)]), Ok(1), "one size, twice");
        assert_eq!(decide(vec![size(MANY)]), Err(Reason::Ambiguous));
        assert_eq!(decide(vec![size(NONE)]), Err(Reason::NoSolution));
        let two = vec![size(ONE), size(OTHER)];
        assert_eq!(decide(two.clone()), Err(Reason::Ambiguous));
        let beside = [vec![candidate(NONE, 0.9)], two].concat();
        assert_eq!(decide(beside), Err(Reason::NoSolution));
    }

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

    #[test]
    fn what_has_no_solution_or_is_not_settled_is_refused() {
        assert_eq!(decide(vec![candidate(NONE, 0.9)]), Err(Reason::NoSolution));
        let mut open = candidate(ONE, 0.9);
        open.is_settled = false;
        assert_eq!(decide(vec![open]), Err(Reason::Ambiguous));
        assert_eq!(decide(Vec::new()), Err(Reason::NoBoard));
    }
}

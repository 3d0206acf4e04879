//! Asks one detector after the other for a board.

use super::options::{Part, ReadOptions};
use super::rivals::{has_all_terminals, is_part, may_be_second};
use super::selection::{Read, best, refused_with_grid, sure};
use super::uniqueness::{has_none, is_warp};
use super::unproven::unproven;
use crate::detect::flow::{Detector, PictureFeatures};
use crate::pipeline::{BoardHypothesis, Reason, Refusal};
use crate::puzzle::flow::Puzzle;
use crate::solve::flow::Touching;

/// What was found in a picture.
pub(super) struct Detected {
    pub(super) outcome: Read,
    /// The board that was read, or else one that the picture settles.
    pub(super) board: Option<BoardHypothesis<Puzzle>>,
    /// Where something that may be a board could not be read: what it may be, if that much is known.
    pub(super) half_seen: Option<Vec<BoardHypothesis<Puzzle>>>,
    /// The detectors that were needed.
    pub(super) detectors: &'static [Detector],
    /// Whether cells lie in rows and columns at all.
    has_lattice: bool,
    /// Whether a board is read, or known in two ways.
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

impl Detected {
    /// Whether something that may be a second board beside this one could not be read.
    pub(super) fn is_half_seen_beside(&self, board: &BoardHypothesis<Puzzle>) -> bool {
        let half_seen = self.half_seen.as_ref();
        half_seen.is_some_and(|half_seen| {
            half_seen.is_empty() || half_seen.iter().any(|it| may_be_second(it, board))
        })
    }

    /// The boards whose outer lines are seen, settled or not.
    pub(super) fn whole_boards(&self) -> Vec<BoardHypothesis<Puzzle>> {
        let boards = self.half_seen.iter().flatten().chain(&self.board);
        let is_whole = |it: &&BoardHypothesis<Puzzle>| it.is_bounded && it.is_whole;
        boards.filter(is_whole).cloned().collect()
    }

    /// Whether a board is read that is a part of the one that was seen before, or nothing shows that it is not.
    fn is_part_of(&self, before: &Self) -> bool {
        let (Ok(reading), Some(whole)) = (&self.outcome, &before.board) else {
            return false;
        };
        let board = &reading.board;
        whole.is_bounded && (!board.is_bounded || whole.is_whole && is_part(board, whole))
    }

    /// Whether the board that is read is one of these, and not settled there, or has no bounds where one of these has, with all its
    /// terminals: what an earlier detector does not settle, a later one with less evidence does not either.
    fn is_unsettled_in(&self, boards: &[BoardHypothesis<Puzzle>]) -> bool {
        let own = self.outcome.as_ref().map(|reading| &reading.board);
        own.is_ok_and(|own| {
            let is_larger = |it: &BoardHypothesis<Puzzle>| {
                !own.is_bounded && it.is_bounded && has_all_terminals(it, own)
            };
            let mut unsettled = boards.iter().filter(|it| !it.is_settled);
            unsettled.any(|it| it.puzzle == own.puzzle || is_larger(it))
        })
    }

    /// Whether no other detector is asked. What a later detector takes for a board of another kind may be more than the board that an
    /// earlier one saw: the words beside it look like walls.
    fn is_last_after(&self, before: Option<&Self>) -> bool {
        let is_of_other_kind =
            matches!(&self.outcome, Err(why) if matches!(why.reason, Reason::Unsupported(_)));
        let has_seen_board = before.is_some_and(|before| before.says() == Says::More);
        self.is_final || is_of_other_kind && !has_seen_board
    }

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

/// Asks one detector after the other until a board is read, or is known to be of a kind that cannot be.
pub(super) fn detect(
    features: &PictureFeatures,
    detectors: &'static [Detector],
    options: &ReadOptions,
) -> Detected {
    let mut kept: Option<Detected> = None;
    let mut half_seen: Vec<BoardHypothesis<Puzzle>> = Vec::new();
    for (index, detector) in detectors.iter().enumerate() {
        let seen = detect_with(features, *detector, &detectors[..=index], options);
        let is_unsettled = seen.is_unsettled_in(&half_seen);
        // What is not sharp is no better evidence than what a later detector sees.
        if *detector != Detector::Blurred {
            half_seen.extend(seen.half_seen.iter().flatten().cloned());
        }
        let is_part = kept.as_ref().is_some_and(|before| seen.is_part_of(before));
        if is_unsettled || is_part {
            continue;
        }
        let is_last = seen.is_last_after(kept.as_ref());
        // The earlier detector is the surer one: a later one is kept only if it says more. Blurred lines and words look like grids
        // too often: of what shows glyphs only a board that the picture settles counts.
        let do_refusals_count = match detector {
            Detector::Blurred => false,
            Detector::Glyphs => seen.board.is_some(),
            _ => true,
        };
        let says_more = |before: &Detected| do_refusals_count && seen.says() > before.says();
        if is_last || kept.as_ref().is_none_or(says_more) {
            kept = Some(seen);
        }
        if is_last {
            break;
        }
    }
    let mut seen =
        kept.expect("every caller gives at least one detector, and what the first sees is kept");
    let is_board = seen.says() > Says::Lattice;
    if !is_board && let Some(refusal) = features.other_kind() {
        seen.outcome = Err(refusal);
    }
    let (Err(why), Some(board)) = (&mut seen.outcome, &seen.board) else {
        return seen;
    };
    if !matches!(why.reason, Reason::Unsupported(_))
        && options.asks(Part::Touching)
        && let Some(reading) = unproven(&settled_of(half_seen), options)
        && features.what_hides() != Some(Reason::Covered)
    {
        seen.board = Some(reading.board.clone());
        seen.outcome = Ok(reading);
    } else if why.reason == Reason::NoSolution
        && !board.shortfalls.is_empty()
        && is_warp(board, options)
    {
        // Where nothing falls short, the borders are seen to be no joined ones.
        let words = "what was read has a solution only if its borders are joined to those opposite";
        *why = refused_with_grid(Reason::Unsupported("warps".into()), words, board);
    }
    seen
}

/// The boards that the picture settles, and shows the ends of.
fn settled_of(mut boards: Vec<BoardHypothesis<Puzzle>>) -> Vec<BoardHypothesis<Puzzle>> {
    boards.retain(|it| it.is_settled && it.is_bounded);
    boards
}

fn detect_with(
    features: &PictureFeatures,
    detector: Detector,
    detectors: &'static [Detector],
    options: &ReadOptions,
) -> Detected {
    let mut boards: Vec<BoardHypothesis<Puzzle>> = Vec::new();
    let mut refusal: Option<Refusal> = None;
    for found in features.boards(detector) {
        match found {
            Ok(mut found) => {
                found.iter_mut().for_each(doubt_beside_rival);
                if let Some((board, outcome)) = sure(&found, options) {
                    return Detected {
                        outcome,
                        board: Some(board.clone()),
                        half_seen: None,
                        detectors,
                        has_lattice: true,
                        is_final: true,
                    };
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
    let is_doubtful = matches!(&outcome, Err(why) if why.doubtful_grid.is_some());
    let board = match &outcome {
        Ok(reading) => Some(reading.board.clone()),
        Err(_) => boards
            .iter()
            .find(|board| board.is_settled && board.is_bounded)
            .cloned(),
    };
    Detected {
        is_final: outcome.is_ok(),
        outcome,
        board,
        half_seen: is_doubtful.then_some(boards),
        detectors,
        has_lattice,
    }
}

/// A board whose rival has a solution, too, is not settled.
fn doubt_beside_rival(board: &mut BoardHypothesis<Puzzle>) {
    let is_solvable = |rival: &Puzzle| !has_none(rival, Touching::Never);
    if board.is_settled && board.rival.as_ref().is_some_and(is_solvable) {
        board.is_settled = false;
        let words = "some cells are filled, and it has a solution with and without these";
        board.reasons.push(words.into());
    }
}

fn no_lattice() -> Refusal {
    let why = "no lattice of cells was found: show the whole board, without a window over it";
    Refusal::new(Reason::NoBoard, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Lattice;
    use crate::pipeline::Reading;
    use crate::puzzle::flow::text;

    fn refused(reason: Reason) -> Detected {
        Detected {
            outcome: Err(Refusal::new(reason, "why")),
            board: None,
            half_seen: None,
            detectors: &[],
            has_lattice: true,
            is_final: false,
        }
    }

    #[test]
    fn a_board_that_an_earlier_detector_does_not_settle_is_known_again() {
        let of = |rows: &str, is_settled: bool| {
            let puzzle = text::read_any("test", rows).unwrap().remove(0).puzzle;
            let lattice = Lattice::upright(2, 2, [10.0, 10.0], [20.0, 20.0]);
            BoardHypothesis {
                is_settled,
                ..BoardHypothesis::sure(puzzle, lattice)
            }
        };
        let read = |rows: &str| Detected {
            outcome: Ok(Reading {
                board: of(rows, true),
                solutions: 1,
                touching: false,
            }),
            ..refused(Reason::NoBoard)
        };
        let before = [of("AB\nAB\n", false), of("AA\nBB\n", true)];
        assert!(read("AB\nAB\n").is_unsettled_in(&before));
        assert!(!read("AA\nBB\n").is_unsettled_in(&before));
        assert!(!refused(Reason::NoBoard).is_unsettled_in(&before));
    }

    /// All its cells are among those between lines.
    #[test]
    fn a_board_without_lines_is_no_part_of_one_with_lines_that_is_not_settled() {
        let of = |rows: &str, from: f64, is_between_lines: bool| {
            let puzzle = text::read_any("test", rows).unwrap().remove(0).puzzle;
            let (rows, cols) = (puzzle.board().rows(), puzzle.board().cols());
            let lattice = Lattice::upright(rows, cols, [from, from], [20.0, 20.0]);
            BoardHypothesis {
                is_bounded: is_between_lines,
                is_settled: !is_between_lines,
                ..BoardHypothesis::sure(puzzle, lattice)
            }
        };
        let is_unsettled = |from: f64, between_lines: &str| {
            let read = Detected {
                outcome: Ok(Reading {
                    board: of("..A\nB.B\n..A\n", from, false),
                    solutions: 1,
                    touching: false,
                }),
                ..refused(Reason::NoBoard)
            };
            read.is_unsettled_in(&[of(between_lines, 10.0, true)])
        };
        let whole = "....\n...A\n.B.B\n...A\n";
        assert!(is_unsettled(30.0, whole));
        assert!(!is_unsettled(40.0, whole), "between its cells");
        let with_another_pair = "C..C\n...A\n.B.B\n...A\n";
        assert!(!is_unsettled(30.0, with_another_pair));
    }

    #[test]
    fn another_kind_is_believed_only_where_no_board_was_seen_before() {
        let walls = refused(Reason::Unsupported("walls".into()));
        assert!(walls.is_last_after(None));
        assert!(walls.is_last_after(Some(&refused(Reason::NoBoard))));
        let doubted = refused(Reason::Ambiguous);
        assert!(!walls.is_last_after(Some(&doubted)));
        let known_in_two_ways = Detected {
            is_final: true,
            ..refused(Reason::Ambiguous)
        };
        assert!(known_in_two_ways.is_last_after(Some(&doubted)));
    }
}

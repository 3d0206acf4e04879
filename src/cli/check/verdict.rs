//! Was a picture read rightly?

use serde::Serialize;

use super::expectation::{Expectation, Refusals};
use crate::cli::look::Outcome;
use crate::puzzle::flow::{Puzzle, text};
use crate::puzzle::futoshiki;

/// The word for how a picture did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Word {
    /// Read as expected, or refused as expected.
    #[serde(rename = "ok")]
    Ok,
    /// Refused, though it shows a board that was to be read.
    #[serde(rename = "refused")]
    Refused,
    /// Rightly refused, but for another reason.
    #[serde(rename = "reason")]
    OtherReason,
    /// Another board was read, or a board where there is none: the one thing that must never be.
    #[serde(rename = "WRONG")]
    Wrong,
    /// The picture or what is expected of it cannot be read.
    #[serde(rename = "error")]
    Error,
    /// Nothing says what the picture shows.
    #[serde(rename = "skipped")]
    Skipped,
}

impl Word {
    /// All words, those that need a look first.
    pub(super) const BY_NEED: [Self; 6] = [
        Self::Wrong,
        Self::Error,
        Self::Refused,
        Self::OtherReason,
        Self::Ok,
        Self::Skipped,
    ];

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Refused => "refused",
            Self::OtherReason => "reason",
            Self::Wrong => "WRONG",
            Self::Error => "error",
            Self::Skipped => "skipped",
        }
    }
}

/// The word, and what there is to say.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) word: Word,
    pub(super) remark: String,
}

impl Verdict {
    pub(super) fn new(word: Word, remark: impl Into<String>) -> Self {
        Self {
            word,
            remark: remark.into(),
        }
    }

    /// Compares what was seen with what is right.
    pub(super) fn of(expected: &Expectation, outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Read(reading) => {
                let puzzle = &reading.board.puzzle;
                let terminals = expected.terminals.as_ref();
                if terminals.is_some_and(|it| it.are_those_of(&reading.board)) {
                    return Self::new(Word::Ok, size(puzzle));
                }
                Self::of_board(expected.board.as_ref(), puzzle)
            }
            Outcome::Futoshiki(reading) => {
                Self::of_futoshiki(expected.futoshiki.as_ref(), &reading.board.puzzle)
            }
            Outcome::Refused(_) | Outcome::Failed(_) => Self::of_refusal(expected, outcome),
        }
    }

    fn of_futoshiki(expected: Option<&futoshiki::Puzzle>, read: &futoshiki::Puzzle) -> Self {
        let size = format!("Futoshiki, {0} x {0}", read.size());
        let lines = |puzzle| futoshiki::text::rows(puzzle).join("/");
        match expected {
            Some(expected) if expected == read => Self::new(Word::Ok, size),
            Some(expected) => Self::new(
                Word::Wrong,
                format!("expected {}, read {}", lines(expected), lines(read)),
            ),
            None => Self::new(
                Word::Wrong,
                format!("no Futoshiki, but was read as {}", lines(read)),
            ),
        }
    }

    fn of_board(expected: Option<&Puzzle>, read: &Puzzle) -> Self {
        match expected {
            Some(expected) if expected.is_same_board(read) => Self::new(Word::Ok, size(read)),
            Some(expected) => Self::new(
                Word::Wrong,
                format!("expected {}, read {}", rows(expected), rows(read)),
            ),
            None => Self::new(
                Word::Wrong,
                format!("must be refused, but was read as {}", rows(read)),
            ),
        }
    }

    fn of_refusal(expected: &Expectation, outcome: &Outcome) -> Self {
        let said = match outcome {
            Outcome::Refused(refusal) => refusal.to_string(),
            Outcome::Failed(error) => format!("{error:#}"),
            Outcome::Read(_) | Outcome::Futoshiki(_) => String::new(),
        };
        let (Some(reason), Some(right)) = (outcome.reason(), &expected.refusal) else {
            let word = match outcome {
                Outcome::Failed(_) => Word::Error,
                _ => Word::Refused,
            };
            return Self::new(word, said);
        };
        match right {
            right if right.allow(&reason) => Self::new(Word::Ok, format!("refused, {reason}")),
            Refusals::Words(words) if !expected.has_board() => Self::new(
                Word::OtherReason,
                format!("expected {}, got {said}", words.join(" or ")),
            ),
            _ => Self::new(Word::Refused, said),
        }
    }
}

fn size(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let holes = match board.layout().holes.len() {
        0 => String::new(),
        count => format!(", {count} holes"),
    };
    let colours = puzzle.pairs().len();
    if board.layout().graph.is_some() {
        return format!("a graph of {} nodes, {colours} colours", board.cols());
    }
    format!(
        "{} x {}, {colours} colours{holes}",
        board.cols(),
        board.rows()
    )
}

fn rows(puzzle: &Puzzle) -> String {
    format!("{} ({})", size(puzzle), text::rows(puzzle).join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{Reason, Refusal};

    fn puzzle(rows: &str) -> Puzzle {
        text::read_any("test", rows).unwrap().remove(0).puzzle
    }

    fn expecting(board: Option<&str>, reasons: Option<&[&str]>) -> Expectation {
        Expectation {
            board: board.map(puzzle),
            futoshiki: None,
            refusal: reasons
                .map(|words| Refusals::Words(words.iter().map(|&word| word.to_owned()).collect())),
            terminals: None,
        }
    }

    fn word_for(expected: &Expectation, reason: Reason) -> Word {
        let outcome = Outcome::Refused(Refusal::new(reason, "because"));
        Verdict::of(expected, &outcome).word
    }

    #[test]
    fn boards_are_compared_up_to_the_names_of_the_colours() {
        let expected = puzzle("A.B\nA.B\n");
        let word = |rows| Verdict::of_board(Some(&expected), &puzzle(rows)).word;
        assert_eq!(word("B.A\nB.A\n"), Word::Ok);
        assert_eq!(word("x.Q\nx.Q\n"), Word::Ok);
        for other in ["A.B\nB.A\n", "A.B\n..B\nA..\n", "A*B\nA.B\n", "AB\nAB\n"] {
            assert_eq!(word(other), Word::Wrong, "{other}");
        }
        assert_eq!(Verdict::of_board(None, &expected).word, Word::Wrong);
    }

    #[test]
    fn a_refusal_is_judged_by_what_is_expected() {
        let board = expecting(Some("AA\n"), None);
        assert_eq!(word_for(&board, Reason::Partial), Word::Refused);
        let menu = expecting(None, Some(&["no-board", "partial"]));
        assert_eq!(word_for(&menu, Reason::Partial), Word::Ok);
        assert_eq!(word_for(&menu, Reason::Covered), Word::OtherReason);
        let either = expecting(Some("AA\n"), Some(&["ambiguous"]));
        assert_eq!(word_for(&either, Reason::Ambiguous), Word::Ok);
        assert_eq!(word_for(&either, Reason::NoBoard), Word::Refused);
    }

    #[test]
    fn a_broken_file_is_an_error_unless_it_is_expected_to_be_broken() {
        let file = std::path::PathBuf::from("a.png");
        let broken = Outcome::Failed(crate::capture::PictureError::Empty { file }.into());
        let board = expecting(Some("AA\n"), None);
        assert_eq!(Verdict::of(&board, &broken).word, Word::Error);
        let expected = expecting(None, Some(&["broken-file"]));
        assert_eq!(Verdict::of(&expected, &broken).word, Word::Ok);
    }
}

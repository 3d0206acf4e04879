//! What `flowbot extract` says of one picture: a line of JSON, or text for a person.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::cli::look::{Look, Outcome, milliseconds};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::{Reading, Rgb};
use crate::puzzle::flow::{Pair, text};
use crate::puzzle::futoshiki;

/// One line of `--json`. What does not apply is left out.
#[derive(Default, Serialize)]
pub(super) struct Line<'a> {
    /// The picture as named on the command line.
    file: &'a str,
    /// `read`, `refused` or `error`.
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cols: Option<u16>,
    /// Flow: one string a row, a letter for each terminal, `.` empty, `*` not a cell. Futoshiki: the lines of a board file.
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<Vec<String>>,
    /// `flow` or `futoshiki`, if a board was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'static str>,
    /// The puzzle file of a board that the grid alone does not describe: of hexagons, of no lattice, or with walls or joined borders.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle_file: Option<String>,
    /// Letter to `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    colours: Option<BTreeMap<char, String>>,
    /// `None` on no lattice: there the nodes of the puzzle say where they lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    lattice: Option<UprightLattice>,
    /// 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    /// 1, or 2 for two or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<usize>,
    /// Whether only paths that touch themselves solve it.
    #[serde(skip_serializing_if = "Option::is_none")]
    touching: Option<bool>,
    /// Whether only paths that leave cells empty solve it.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves_empty: Option<bool>,
    /// The word for why nothing was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The same for a person, with what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doubtful_grid: Option<&'a [String]>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    explanation: &'a [String],
    /// Milliseconds for the reading, without decoding the file.
    ms: f64,
}

/// Centre of the first cell and mean pitch, in pixels of the picture.
#[derive(Serialize)]
struct UprightLattice {
    x0: f64,
    y0: f64,
    dx: f64,
    dy: f64,
}

impl UprightLattice {
    fn of(lattice: &Lattice) -> Self {
        let first = lattice.centre(Cell::new(0, 0));
        let (across, down) = (f64::from(lattice.cols()), f64::from(lattice.rows()));
        // From the first centre to the centres that would follow the last, so that one row is enough.
        let right = lattice.at(Cell::new(0, 0), across, 0.0);
        let below = lattice.at(Cell::new(0, 0), 0.0, down);
        Self {
            x0: thousandths(first.x),
            y0: thousandths(first.y),
            dx: thousandths(first.distance(right) / across),
            dy: thousandths(first.distance(below) / down),
        }
    }
}

fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

impl<'a> Line<'a> {
    pub(super) fn of(file: &'a str, look: &'a Look, explanation: &'a [String]) -> Self {
        let line = Self {
            file,
            explanation,
            reason: look.outcome.reason().map(|reason| reason.to_string()),
            ms: milliseconds(look.took),
            ..Self::default()
        };
        match &look.outcome {
            Outcome::Read(reading) => {
                let board = &reading.board;
                let colour = |(pair, rgb): (&Pair, &Rgb)| (pair.label, rgb.to_string());
                Self {
                    status: "read",
                    rows: Some(board.lattice.rows()),
                    cols: Some(board.lattice.cols()),
                    grid: Some(text::rows(&board.puzzle)),
                    puzzle: Some("flow"),
                    puzzle_file: (!board.puzzle.board().layout().is_plain())
                        .then(|| text::write_puzzle(&board.puzzle)),
                    colours: Some(
                        board
                            .puzzle
                            .pairs()
                            .iter()
                            .zip(&board.colours)
                            .map(colour)
                            .collect(),
                    ),
                    lattice: (!board.lattice.has_places())
                        .then(|| UprightLattice::of(&board.lattice)),
                    confidence: Some(thousandths(board.confidence)),
                    solutions: Some(reading.solutions),
                    touching: Some(reading.touching),
                    leaves_empty: Some(board.puzzle.may_leave_empty()),
                    ..line
                }
            }
            Outcome::Futoshiki(reading) => line.with_futoshiki(reading),
            Outcome::Refused(refusal) => Self {
                status: "refused",
                message: Some(refusal.message.clone()),
                doubtful_grid: refusal.doubtful_grid.as_deref(),
                ..line
            },
            Outcome::Failed(error) => Self {
                status: "error",
                message: Some(format!("{error:#}")),
                ..line
            },
        }
    }

    fn with_futoshiki(self, reading: &Reading<futoshiki::Puzzle>) -> Self {
        let board = &reading.board;
        Self {
            status: "read",
            puzzle: Some("futoshiki"),
            rows: Some(board.lattice.rows()),
            cols: Some(board.lattice.cols()),
            grid: Some(futoshiki::text::rows(&board.puzzle)),
            lattice: Some(UprightLattice::of(&board.lattice)),
            confidence: Some(thousandths(board.confidence)),
            solutions: Some(reading.solutions),
            ..self
        }
    }

    pub(super) fn to_text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

/// How a picture was read, for standard error.
pub(super) fn explanation(file: &str, lines: &[String]) -> String {
    let mut text = format!("{file}:\n");
    for line in lines {
        text += &format!("  {line}\n");
    }
    text
}

/// Why a picture was not read, for standard error; `None` for one that was.
pub(super) fn complaint(file: &str, outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Read(_) | Outcome::Futoshiki(_) => None,
        Outcome::Refused(refusal) => {
            let mut text = format!("{file}: refused, {refusal}\n");
            if let Some(grid) = &refusal.doubtful_grid {
                text += "the doubtful board:\n";
                for row in grid {
                    text += &format!("  {row}\n");
                }
            }
            Some(text)
        }
        // Errors name their file themselves.
        Outcome::Failed(error) => Some(format!("{error:#}\n")),
    }
}

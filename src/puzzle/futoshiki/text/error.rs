//! What can be wrong with a text, and what to do about it.

use thiserror::Error;

use crate::puzzle;
use crate::puzzle::futoshiki::{Flaw, PuzzleError};

/// Text that holds no puzzle, with the place of the fault.
pub type TextError = puzzle::TextError<Problem>;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Nothing but white space and comments.
    #[error(
        "there is no puzzle here: write `size: 4`, then the rows with a line of signs between each two"
    )]
    Empty,
    /// Bytes that are no UTF-8.
    #[error("this is not text: save it as UTF-8, or give a picture")]
    NotText,
    /// A line that should say the size.
    #[error("{0:?} is no header: a board starts with `size: N`, N from 2 to 25")]
    NoHeader(String),
    /// Something that cannot be a cell.
    #[error("{found:?} cannot be a cell of a board of size {size}: write `.` for empty, or a digit from 1 to {}", crate::puzzle::futoshiki::symbol(*.size))]
    NotACell {
        /// What stands there.
        found: String,
        /// Size of the board.
        size: u8,
    },
    /// Something else than a sign between two cells of a row.
    #[error("{0:?} cannot stand between two cells of a row: write `<`, `>` or a space")]
    NotARowSign(String),
    /// Something else than a sign below a cell.
    #[error(
        "{0:?} cannot stand between two rows: write `^` where the upper cell is smaller, `v` where the lower is, or a space"
    )]
    NotAColumnSign(String),
    /// Something where neither a cell nor a sign can stand.
    #[error(
        "{0:?} stands below the gap between two cells: signs between rows stand right below a cell"
    )]
    BetweenCells(String),
    /// A row with too few cells, or a line with too many characters.
    #[error(
        "this line has {found} places, it should have {expected}: a row has a cell at every second place"
    )]
    Width {
        /// Places found.
        found: usize,
        /// Places that there should be.
        expected: usize,
    },
    /// More lines than a board of this size has.
    #[error(
        "{found} lines, there should be {expected}: a row for each cell of a side, and a line of signs between two"
    )]
    Height {
        /// Lines found.
        found: usize,
        /// Lines that there should be.
        expected: usize,
    },
    /// The text ends before the board does.
    #[error(
        "row {row} of {size} is missing: a board has a line for each row and a line of signs, perhaps empty, between two rows"
    )]
    MissingRow {
        /// The first row that is missing, from 1.
        row: usize,
        /// Size of the board.
        size: u8,
    },
    /// A game id with more or fewer cells than its size says.
    #[error("{found} cells for a board of size {size}: name {} cells, each followed by a comma", usize::from(*.size) * usize::from(*.size))]
    CellCount {
        /// Cells found.
        found: usize,
        /// Size of the board.
        size: u8,
    },
    /// A game id of the other kind of puzzle in `unequal`.
    #[error(
        "this is a board of adjacent numbers, not of inequalities: choose the mode `Unequal` in the game"
    )]
    Adjacent,
    /// Something that should be directions of signs.
    #[error("{0:?} is no direction: write `U`, `R`, `D` or `L` for a neighbour that is smaller")]
    NotADirection(char),
    /// A sign that leads off the board.
    #[error("there is no neighbour in the direction `{0}`: this cell lies at the border")]
    NoNeighbour(char),
    /// A solution in JSON that does not solve the puzzle.
    #[error("this is no solution: {0}")]
    Unsolved(#[from] Flaw),
    /// Cells and signs that make no puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// Text that is no JSON, or not of our schema.
    #[error("{0} (in JSON; see `flowbot solve --help` for the formats)")]
    Json(String),
}

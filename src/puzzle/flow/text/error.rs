//! What can be wrong with a text, where, and what to do about it.

use thiserror::Error;

use crate::geometry::Cell;
use crate::puzzle;
use crate::puzzle::flow::{BoardError, Flaw, PuzzleError};

/// Text that holds no puzzle or no solution, with the place of the fault.
pub type TextError = puzzle::TextError<Problem>;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Nothing but white space and comments.
    #[error(
        "there is no puzzle here: write one line a row, one character a cell, `.` for an empty cell"
    )]
    Empty,
    /// Bytes that are no UTF-8.
    #[error("this is not text: save it as UTF-8, or give a picture")]
    NotText,
    /// A character that cannot stand for a cell.
    #[error(
        "{0:?} cannot be a cell: write `.` for empty, `*` for a hole, `+` for a bridge, a letter or digit for a terminal"
    )]
    NotACell(char),
    /// Rows of different lengths.
    #[error(
        "this row has {found} cells, the first has {expected}: make all rows equally long (`*` is a cell that is not there)"
    )]
    Ragged {
        /// Cells of this row.
        found: usize,
        /// Cells of the first.
        expected: usize,
    },
    /// A header and no grid below it.
    #[error("there is no grid below this header: write the rows under it")]
    NoGrid,
    /// A header below the first row.
    #[error("the header `{0}` stands below a row of the grid: move it above the grid")]
    LateHeader(String),
    /// A header that does not exist.
    #[error(
        "no header is called {0:?}: there are `shape`, `warp`, `walls`, `nodes`, `edges` and `outlines`"
    )]
    UnknownHeader(String),
    /// A header with a value that it cannot have.
    #[error("{key} cannot be {value:?}: it is {allowed}")]
    BadValue {
        /// The header's key.
        key: &'static str,
        /// The value found.
        value: String,
        /// What it may be.
        allowed: &'static str,
    },
    /// A wall that is not two cell numbers.
    #[error(
        "{0:?} is no wall: write the numbers of two neighbouring cells, `3|4`; cells are counted row by row from 0"
    )]
    BadWall(String),
    /// An edge that is not two node numbers.
    #[error("{0:?} is no edge: write the numbers of two nodes, `3|4`; nodes are counted from 0")]
    BadEdge(String),
    /// A position that is not two whole numbers.
    #[error("{0:?} is no position of a node: write two whole numbers up to 65535, `X,Y`")]
    BadPosition(String),
    /// Nodes, edges or outlines of a board that is no graph.
    #[error(
        "only a graph has `nodes`, `edges` and `outlines`: write `shape: graph` above, or leave them out"
    )]
    NoGraph,
    /// A colour with one terminal.
    #[error(
        "{0:?} stands in one cell only: each colour has exactly two terminals, so add the other one or write `.` here"
    )]
    OneTerminal(char),
    /// A colour with more than two terminals.
    #[error("{label:?} stands in {} cells ({}): each colour has exactly two terminals, so give the others another character", .cells.len(), list(.cells))]
    ManyTerminals {
        /// The colour's character.
        label: char,
        /// Where it stands, row by row.
        cells: Vec<Cell>,
    },
    /// A layout that is no board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Terminals that make no puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// Something that should be a number.
    #[error("{0:?} is not a number: write {1}")]
    NotANumber(String, &'static str),
    /// A cell number beyond the last cell.
    #[error("there is no cell {number}: the last of {rows} rows by {cols} columns is {}", usize::from(*.rows) * usize::from(*.cols) - 1)]
    NoSuchCell {
        /// The number found.
        number: usize,
        /// Rows of the board.
        rows: u16,
        /// Columns of the board.
        cols: u16,
    },
    /// A pack line whose header lacks fields.
    #[error(
        "the header of a pack line is SIZE,PACK,NUMBER,FLOWS[,BRIDGES[,HOLES[,WALLS]]]; here are {0} fields"
    )]
    PackHeader(usize),
    /// A pack line with more or fewer paths than it says.
    #[error("the header says {expected} flows, {found} paths follow: correct one of them")]
    FlowCount {
        /// Flows by the header.
        expected: usize,
        /// Paths that follow.
        found: usize,
    },
    /// A path of less than two cells, or one that ends in a hole or on a bridge.
    #[error(
        "a path runs from one terminal to another: it needs two cells or more, and its ends are no holes and no bridges"
    )]
    BadEnds,
    /// Two consecutive cells of a path are no neighbours.
    #[error("the path jumps from {from} to {to}: they are no neighbours")]
    Jump {
        /// Where it jumps from.
        from: Cell,
        /// Where it lands.
        to: Cell,
    },
    /// Paths that do not solve the puzzle they stand with.
    #[error("this is no solution: {0}")]
    Unsolved(#[from] Flaw),
    /// A label that the puzzle does not have, or has twice, or that is missing.
    #[error(
        "{0:?} is no colour of the puzzle, or stands here twice: write one line `LABEL: CELL CELL ...` for each colour"
    )]
    BadLabel(String),
    /// A line of the ADC form that is none.
    #[error(
        "{0:?} is no line of the ADC form: write `SIZE 10X10`, then `LINE#1 (x,y)-(x,y)` for each flow, columns and rows from 0"
    )]
    BadAdcLine(String),
    /// A terminal of the ADC form outside of the board.
    #[error(
        "there is no column {col}, row {row} on this board: both are counted from 0 at the top left"
    )]
    OffAdcBoard {
        /// Its column, from 0.
        col: usize,
        /// Its row, from 0.
        row: usize,
    },
    /// Fewer or more rows than there should be.
    #[error("{found} rows of {expected}: check the height")]
    RowCount {
        /// Rows found.
        found: usize,
        /// Rows that there should be.
        expected: usize,
    },
    /// A row of another length than there should be.
    #[error("this row has {found} cells, it should have {expected}: check the width")]
    RowWidth {
        /// Cells found.
        found: usize,
        /// Cells that there should be.
        expected: usize,
    },
    /// A drawing from which a flow cannot be followed.
    #[error(
        "the flow of {0:?} cannot be followed from here: draw it from terminal to terminal without a fork, or give the solution as paths"
    )]
    LostFlow(char),
    /// A drawing that shows another cell than the puzzle has there.
    #[error(
        "{0:?} does not belong here: terminals and holes stand where the puzzle has them, pipes in all other cells"
    )]
    WrongDrawing(char),
    /// Text that is no JSON, or not of our schema.
    #[error("{0}")]
    Json(String),
}

fn list(cells: &[Cell]) -> String {
    let places: Vec<String> = cells.iter().map(Cell::to_string).collect();
    places.join("; ")
}

/// A format that cannot show this puzzle or solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CannotShow {
    /// The board is not of plain square cells.
    #[error("{format} cannot show {what}: use paths or json")]
    Board {
        /// The format.
        format: &'static str,
        /// What it cannot show.
        what: &'static str,
    },
    /// More colours than letters.
    #[error("letters has 26 letters for {0} colours: use paths")]
    TooManyColours(usize),
    /// A level without a solution in a format that is made of it.
    #[error("a level pack holds solutions, and this level has none: solve it first")]
    NoSolution,
}

//! Puzzles and solutions as text. This page is the reference for all formats.
//!
//! | format | read | written | holds |
//! |---|---|---|---|
//! | puzzle file | [`read_any`] | [`write_puzzle`] | a puzzle of any kind |
//! | level pack | [`read_any`] | [`pack_line`] | a level of any kind with its solution |
//! | Numberlink | [`read_any`] | [`numberlink`] | a puzzle on a plain rectangle |
//! | ADC | [`read_any`] | | a puzzle on a plain rectangle |
//! | JSON | [`read_any`] | [`json`] | a level of any kind |
//! | paths | [`read_paths`] | [`paths`] | a solution of any kind |
//! | box drawing | [`read_box_drawing`] | [`box_drawing`] | a solution on square cells |
//! | letters | [`read_letters`] | [`letters`] | a solution on square cells |
//!
//! All text is UTF-8, with or without a byte order mark; lines end with LF or CRLF.
//! **Cells are numbered row by row from 0**, holes included: number = row × columns + column.
//!
//! # Puzzle file
//!
//! ```text
//! # a comment: from here to the end of the line
//! walls: 1|2
//! AAB*
//! C..C
//! .+..
//! B...
//! ```
//!
//! One character a cell, one line a row, all rows equally long:
//!
//! | character | cell |
//! |---|---|
//! | `.` or `_` | empty |
//! | `*` | a hole: not part of the board |
//! | `+` | a bridge: one flow crosses left to right, one up and down |
//! | any other printable character but `#` and space | a terminal; each stands in exactly two cells |
//!
//! Written terminals are `A`-`Z`, `a`-`z`, `0`-`9`, then the rest of ASCII, then letters beyond.
//!
//! Above the grid stand header lines for what a grid cannot show: a key, a colon, **a space**, a value.
//! A row of the grid has no space in it, so `A:.:A` is a row and `warp: both` is a header.
//!
//! | header | value |
//! |---|---|
//! | `shape` | `square` (if not given); `hex`: flat tops, odd columns (from 0) half a cell higher; or `graph` |
//! | `warp` | `none` (if not given), `horizontal`, `vertical`, `both`: borders that are joined |
//! | `walls` | `a\|b` for each wall between cells number `a` and `b`; several lines are fine |
//! | `nodes` | of a graph: `x,y` for each node, in whole numbers up to 65535; several lines are fine |
//! | `edges` | of a graph: `a\|b` for each two nodes that a pipe may pass between; several lines are fine |
//! | `outlines` | of a graph, if wanted: for each node the corners of its cell in order, `x,y\|x,y\|x,y`; several lines are fine |
//!
//! A board of `shape: graph` lies on no lattice: a star, a cube, a ring. Its grid is one row with a character for each node, in the
//! order of `nodes`, and nodes are numbered from 0. Positions (x to the right, y down, in any unit) say where the nodes lie on
//! paper, and nothing else; outlines, in the same unit, say what their cells look like there. Those of joined nodes share a side. At most 6 edges meet at a node, and it has no holes, bridges, walls or warp:
//!
//! ```text
//! shape: graph
//! nodes: 0,0 10,0 20,0 10,10 0,10
//! edges: 0|1 1|2 2|3 3|4 0|4
//! AB.BA
//! ```
//!
//! An empty line after a grid ends it, so that one file can hold many puzzles.
//!
//! # Level pack
//!
//! One level a line: `HEADER;PATH;PATH;...`, a path being the cell numbers of one flow, joined by commas.
//! `HEADER = SIZE,PACK,NUMBER,FLOWS[,BRIDGES[,HOLES[,WALLS]]]`. SIZE is `5` or `COLS:ROWS`; `W_` in front
//! joins all borders, `X_` makes hexagons, `+B` and the like behind say how the game draws the border.
//! Bridges and holes are cell numbers joined by `:`, walls `a|b` joined by `:`; a `_TAG` behind a hole is
//! about drawing. The header is kept as it came, so that a line is written back unchanged.
//!
//! # Numberlink
//!
//! A line `WIDTH HEIGHT`, then the rows; more puzzles may follow; `0 0` ends the file. Rows are one
//! character a cell, or words with spaces between. Empty cells are `.`; in a grid without it, the first of `_`, `0`
//! and `-` that it has. **All else is a terminal**, also `*`, `+`, `_` and `#`, so there are no holes, no bridges and, in
//! a grid, no comments. Those four, and in a grid with words (`12`) all terminals, are given other labels of one
//! character in the order in which they first occur.
//!
//! # ADC
//!
//! The form of the Algorithm Design Contest (Japan, 2012 and later): a line `SIZE 10X10` (columns, rows), then for each
//! flow `LINE#1 (x,y)-(x,y)`: column and row of its terminals, from 0 at the top left. A line `LINE_NUM 12` with the
//! number of flows may stand between. Another `SIZE` begins another puzzle. There cells may stay empty.
//!
//! # JSON
//!
//! An object, an array of objects, or objects one after another:
//!
//! ```json
//! {"name": "corner", "shape": "square", "rows": 2, "cols": 3, "grid": ["ABB", "..A"],
//!  "warp": "none", "walls": [[0, 1]], "solution": {"A": [0, 3, 4, 5], "B": [1, 2]}}
//! ```
//!
//! Only `grid` must be there: the rows as in a puzzle file. `rows` and `cols`, if given, must agree with it.
//! `shape`, `warp` and `walls` are as in a puzzle file, and so are `nodes` (`[[0, 0], [10, 0]]`) `edges` (`[[0, 1]]`) and `outlines` (`[[[0, 0], [10, 0], [10, 10]]]`); `solution` is by label the path of cell numbers.
//!
//! # Solutions
//!
//! ```text
//! box drawing   letters   paths
//! ABB           ABB       A: 0 3 4 5
//! └─A           aaA       B: 1 2
//! ```
//!
//! Box drawing and letters are for square cells without bridges and warps. Letters has upper case for
//! terminals and lower case for pipes, so at most 26 colours; where labels are not all `A`-`Z`, flows are called `A`,
//! `B`, `C` in order. They are read against the puzzle that they solve. Letters does not show which way a flow
//! runs that touches itself: such a solution can be written but not read back.

mod adc;
mod box_drawing;
mod drawing;
mod error;
mod grid;
mod json;
mod label;
mod letters;
mod numberlink;
mod pack;
mod paths;
mod puzzle_file;
mod scan;

pub use box_drawing::{box_drawing, read_box_drawing};
pub use error::{CannotShow, Problem, TextError};
pub use json::json;
pub use label::label;
pub use letters::{letters, read_letters};
pub use numberlink::numberlink;
pub use pack::{PackHeader, pack_line};
pub use paths::{paths, read_paths};
pub use puzzle_file::{rows, write_puzzle};

use super::{Puzzle, Solution};
use crate::puzzle::text::{numbered, utf8};
use scan::Field;

/// A puzzle with a name, and its solution where the text gave one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What to call it: the name that the text gives, else the file's, with a number where it holds several.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution that the text gives; `verify` has accepted it.
    pub solution: Option<Solution>,
    /// What the line of a level pack says besides, if the level came from one.
    pub pack: Option<PackHeader>,
}

impl Level {
    /// A level that does not come from a pack.
    pub fn new(name: impl Into<String>, puzzle: Puzzle, solution: Option<Solution>) -> Self {
        Self {
            // A name in JSON may hold a line break or what moves a terminal's cursor.
            name: name.into().replace(char::is_control, " "),
            puzzle,
            solution,
            pack: None,
        }
    }
}

/// Reads text of any format that holds puzzles; `name` is the file's, for messages. At least one level.
///
/// The format is told from the text. A character stands in a grid exactly twice, so a text with three
/// quotes is no grid but JSON, and a line with three commas that is no header is one of a level pack.
///
/// # Errors
/// [`TextError`]: where the text is wrong, and what to do.
pub fn read_any(name: &str, text: &str) -> Result<Vec<Level>, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_object = text.trim_start().starts_with(['{', '[']);
    if is_object && text.matches('"').nth(2).is_some() {
        return json::read(name, text);
    }
    let lines: Vec<Field> = scan::lines(name, text).collect();
    let Some(first) = lines
        .iter()
        .map(|line| line.content())
        .find(|line| !line.text.is_empty())
    else {
        return Err(TextError::new(name, 1, 1, Problem::Empty));
    };
    if adc::is_size(first) {
        adc::read(&lines)
    } else if puzzle_file::header(first).is_none() && first.text.matches(',').nth(2).is_some() {
        pack::read(&lines)
    } else if numberlink::size(first).is_some() {
        numberlink::read(&lines)
    } else {
        puzzle_file::read(&lines)
    }
}

/// As [`read_any`], from the bytes of a file.
///
/// # Errors
/// As [`read_any`], and when the bytes are not UTF-8.
pub fn read_bytes(name: &str, bytes: &[u8]) -> Result<Vec<Level>, TextError> {
    read_any(name, utf8(name, bytes, Problem::NotText)?)
}

//! Why a lattice carries no board.

use crate::detect::flow::extent::{Evidence, Extent, LEAST_RULED};
use crate::detect::flow::terminals::{FEWEST, Terminal};
use crate::pipeline::{Reason, Refusal};

/// Says that there are no lines.
pub fn no_lines() -> Refusal {
    let why = "no group of cells has lines around it: show the whole board";
    Refusal::new(Reason::NoBoard, why)
}

/// Says that dots where no lines are make no board.
pub fn no_dots() -> Refusal {
    let why = "dots lie in rows and columns, but no board of pairs shows: show the whole board";
    Refusal::new(Reason::NoBoard, why)
}

/// Names what makes a board one of another kind.
pub fn unsupported(kind: &str) -> Refusal {
    Refusal::new(
        Reason::Unsupported(kind.into()),
        format!(
            "the board has {kind}, and is not clear enough to be read with them: give it as text"
        ),
    )
}

/// Whether lines show where the cells are.
fn has_grid_lines(extent: &Extent) -> bool {
    match extent.evidence {
        Evidence::Lines { share, .. } => share >= LEAST_RULED,
        Evidence::Frame | Evidence::Pegs | Evidence::Nothing => false,
    }
}

/// Says that the terminals make no pairs; where the lines show a board, with what was seen of it.
pub fn unpaired(extent: &Extent, terminals: &[Terminal]) -> Refusal {
    let (rows, cols, count) = (extent.rows, extent.cols, terminals.len());
    let why = format!(
        "a grid of {rows} by {cols} cells shows {count} terminals, and they make no pairs: \
         show the whole board, without a window over it"
    );
    let is_board = has_grid_lines(extent) && count >= FEWEST;
    Refusal {
        doubtful_grid: is_board.then(|| sketch(extent, terminals)),
        ..Refusal::new(Reason::NoBoard, why)
    }
}

/// Says that two terminals are a pair alone, which is believed only on a small board without these shortfalls.
pub fn lone_pair(extent: &Extent, shortfalls: &[&str]) -> Refusal {
    let (rows, cols) = (extent.rows, extent.cols);
    let unsure = match shortfalls {
        [] => "that is too large a board for one",
        _ => &shortfalls.join(", "),
    };
    let why = format!(
        "a grid of {rows} by {cols} cells shows a single pair, but {unsure}: show the whole board, without a window over it"
    );
    Refusal::new(Reason::NoBoard, why)
}

/// A grid whose terminals have no letters, one string a row.
fn sketch(extent: &Extent, terminals: &[Terminal]) -> Vec<String> {
    let shown = |cell: (i32, i32)| {
        if extent.holes.contains(&cell) {
            '*'
        } else if terminals.iter().any(|terminal| terminal.cell == cell) {
            '?'
        } else {
            '.'
        }
    };
    (extent.row..extent.row + extent.rows)
        .map(|row| {
            (extent.col..extent.col + extent.cols)
                .map(|col| shown((col, row)))
                .collect()
        })
        .collect()
}

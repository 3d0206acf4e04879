//! Solutions as paths: a line for each colour with the numbers of its cells. For every kind of board.

use std::collections::HashMap;

use super::error::{Problem, TextError};
use super::grid::cell;
use super::scan::{Field, lines};
use crate::geometry::Cell;
use crate::puzzle::flow::{Board, Node, Puzzle, Solution, verify};

/// One line a colour: `A: 0 4 5`.
pub fn paths(puzzle: &Puzzle, solution: &Solution) -> String {
    let mut text = String::new();
    for (pair, path) in puzzle.pairs().iter().zip(&solution.paths) {
        let numbers = cell_numbers(puzzle.board(), path);
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        text += &format!("{}: {}\n", pair.label, numbers.join(" "));
    }
    text
}

/// Reads what [`paths`] writes. Colours may come in any order; `verify` has accepted the solution.
///
/// # Errors
/// [`TextError`] with the line of the fault.
pub fn read_paths(name: &str, puzzle: &Puzzle, text: &str) -> Result<Solution, TextError> {
    let board = puzzle.board();
    let mut found: HashMap<char, Vec<Node>> = HashMap::new();
    let mut last = 1;
    for line in lines(name, text) {
        // A label may be any character, but never `#`.
        let line = line.content();
        if line.text.is_empty() {
            continue;
        }
        last = line.line;
        let mut chars = line.text.chars();
        let (label, colon) = (chars.next(), chars.next());
        let known = puzzle.pairs().iter().find(|pair| Some(pair.label) == label);
        let (Some(pair), Some(':')) = (known, colon) else {
            return Err(line.fail(Problem::BadLabel(line.shown())));
        };
        let cells: Vec<(usize, Field)> = line
            .words()
            .skip(1)
            .map(|word| Ok((word.number("a cell number")?, word)))
            .collect::<Result<_, TextError>>()?;
        if found
            .insert(pair.label, walk(board, &cells, line)?)
            .is_some()
        {
            return Err(line.fail(Problem::BadLabel(pair.label.to_string())));
        }
    }
    let paths = puzzle.pairs().iter().map(|pair| {
        found
            .remove(&pair.label)
            .ok_or_else(|| TextError::new(name, last, 1, Problem::BadLabel(pair.label.to_string())))
    });
    let solution = Solution {
        paths: paths.collect::<Result<_, _>>()?,
    };
    match verify(puzzle, &solution) {
        Ok(()) => Ok(solution),
        Err(flaw) => Err(TextError::new(name, last, 1, flaw.into())),
    }
}

/// The cell numbers of a path.
pub(super) fn cell_numbers(board: &Board, path: &[Node]) -> Vec<usize> {
    path.iter()
        .map(|&node| board.cell(node).index(board.cols()))
        .collect()
}

/// The nodes that a path of cell numbers passes. On a bridge, the way it comes tells which of the two.
pub(super) fn walk(
    board: &Board,
    cells: &[(usize, Field)],
    whole: Field,
) -> Result<Vec<Node>, TextError> {
    let mut path: Vec<Node> = Vec::with_capacity(cells.len());
    for &(number, at) in cells {
        let to = cell(number, board.rows(), board.cols(), at)?;
        let next = match path.last() {
            None => board.node_at(to).ok_or_else(|| at.fail(Problem::BadEnds))?,
            Some(&from) => step(board, from, to).ok_or_else(|| {
                let from = board.cell(from);
                at.fail(Problem::Jump { from, to })
            })?,
        };
        path.push(next);
    }
    let ends_well = path.last().is_some_and(|&last| !board.is_bridge(last));
    if path.len() < 2 || !ends_well {
        return Err(whole.fail(Problem::BadEnds));
    }
    Ok(path)
}

fn step(board: &Board, from: Node, to: Cell) -> Option<Node> {
    board
        .edges(from)
        .filter(|(_, edge)| board.cell(edge.to) == to)
        .min_by_key(|(_, edge)| edge.is_wrap)
        .map(|(_, edge)| edge.to)
}

//! Solutions in letters: terminals in upper case, pipes in lower case.

use super::drawing::{Drawing, check, draw};
use super::error::{CannotShow, Problem, TextError};
use crate::puzzle::flow::{Node, Puzzle, Solution};

/// The upper-case letter of each colour: the labels if all are letters of that kind, else `A`, `B`, ...
fn capitals(puzzle: &Puzzle) -> Result<Vec<char>, CannotShow> {
    let pairs = puzzle.pairs();
    if pairs.iter().all(|pair| pair.label.is_ascii_uppercase()) {
        return Ok(pairs.iter().map(|pair| pair.label).collect());
    }
    let capitals: Vec<char> = ('A'..='Z').take(pairs.len()).collect();
    if capitals.len() < pairs.len() {
        return Err(CannotShow::TooManyColours(pairs.len()));
    }
    Ok(capitals)
}

/// One letter a cell: `ABbb`. An empty cell, where the solution leaves one, is `.`.
///
/// # Errors
/// [`CannotShow`] for more than 26 colours, and for hexagons, bridges and warps.
pub fn letters(puzzle: &Puzzle, solution: &Solution) -> Result<String, CannotShow> {
    check(puzzle, "letters")?;
    let capitals = capitals(puzzle)?;
    let terminals = puzzle.terminals();
    let colours = solution.colours(puzzle.board());
    Ok(draw(puzzle, |node| {
        match (terminals[node.index()], colours[node.index()]) {
            (Some(colour), _) => capitals[colour.index()],
            (None, Some(colour)) => capitals[colour.index()].to_ascii_lowercase(),
            (None, None) => '.',
        }
    }))
}

/// Reads what [`letters`] writes, as a solution of `puzzle` that `verify` has accepted.
///
/// # Errors
/// [`TextError`] with the place of the fault; also where a flow touches itself, so that letters do not
/// say which way it runs.
pub fn read_letters(name: &str, puzzle: &Puzzle, text: &str) -> Result<Solution, TextError> {
    let drawing = Drawing::read(name, puzzle, text)?;
    let board = puzzle.board();
    let first = drawing.marks[0];
    let capitals = capitals(puzzle).map_err(|_| first.1.fail(Problem::WrongDrawing(first.0)))?;
    let terminals = puzzle.terminals();
    for (node, &(c, at)) in board.nodes().zip(&drawing.marks) {
        let fits = match terminals[node.index()] {
            Some(colour) => c == capitals[colour.index()],
            None => c.is_ascii_lowercase() && capitals.contains(&c.to_ascii_uppercase()),
        };
        if !fits {
            return Err(at.fail(Problem::WrongDrawing(c)));
        }
    }
    let colour = |node: Node| drawing.marks[node.index()].0.to_ascii_uppercase();
    drawing.follow(puzzle, |path, _| {
        let end = path[path.len() - 1];
        let before = path.len().checked_sub(2).map(|index| path[index]);
        let mut ways = board
            .edges(end)
            .map(|(_, edge)| edge.to)
            .filter(|&to| colour(to) == colour(end) && Some(to) != before);
        let only = ways.next()?;
        ways.next().is_none().then_some(only)
    })
}

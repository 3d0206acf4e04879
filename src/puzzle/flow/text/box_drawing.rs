//! Solutions in box drawing: terminals as their labels, pipes as lines.

use super::drawing::{Drawing, check, draw};
use super::error::{CannotShow, Problem, TextError};
use crate::puzzle::flow::{Board, Node, Puzzle, Side, Solution};

/// The six ways through a square cell: the character and its two sides, clockwise from the top.
const WAYS: [(char, [u8; 2]); 6] = [
    ('│', [0, 2]),
    ('─', [1, 3]),
    ('└', [0, 1]),
    ('┌', [1, 2]),
    ('┐', [2, 3]),
    ('┘', [0, 3]),
];

fn opens(pipe: char, side: Side) -> bool {
    let way = WAYS.iter().find(|(c, _)| *c == pipe);
    way.is_some_and(|(_, sides)| sides.contains(&side.0))
}

/// One character a cell: `B┌─RO`. An empty cell, where the solution leaves one, is `.`.
///
/// # Errors
/// [`CannotShow`] for hexagons, bridges and warps.
pub fn box_drawing(puzzle: &Puzzle, solution: &Solution) -> Result<String, CannotShow> {
    check(puzzle, "box drawing")?;
    let board = puzzle.board();
    let mut marks = vec!['.'; board.node_count()];
    for (path, pair) in solution.paths.iter().zip(puzzle.pairs()) {
        for step in path.windows(3) {
            marks[step[1].index()] = pipe(board, step).unwrap_or('.');
        }
        for node in pair.terminals {
            marks[node.index()] = pair.label;
        }
    }
    Ok(draw(puzzle, |node| marks[node.index()]))
}

/// The pipe through the middle one of three nodes.
fn pipe(board: &Board, step: &[Node]) -> Option<char> {
    let side = |to: Node| board.edge_between(step[1], to).map(|(side, _)| side);
    let sides = [side(step[0])?, side(step[2])?];
    let is_way = |way: &&(char, [u8; 2])| sides.iter().all(|side| way.1.contains(&side.0));
    WAYS.iter().find(is_way).map(|way| way.0)
}

/// Reads what [`box_drawing`] writes, as a solution of `puzzle` that `verify` has accepted.
///
/// # Errors
/// [`TextError`] with the place of the fault.
pub fn read_box_drawing(name: &str, puzzle: &Puzzle, text: &str) -> Result<Solution, TextError> {
    let drawing = Drawing::read(name, puzzle, text)?;
    let board = puzzle.board();
    let terminals = puzzle.terminals();
    for (node, &(c, at)) in board.nodes().zip(&drawing.marks) {
        let fits = match terminals[node.index()] {
            Some(colour) => c == puzzle.pair(colour).label,
            None => WAYS.iter().any(|way| way.0 == c),
        };
        if !fits {
            return Err(at.fail(Problem::WrongDrawing(c)));
        }
    }
    let mark = |node: Node| drawing.marks[node.index()].0;
    let is_pipe = |node: Node| terminals[node.index()].is_none();
    drawing.follow(puzzle, |path, last| {
        let end = path[path.len() - 1];
        let before = path.len().checked_sub(2).map(|index| path[index]);
        let mut ways = board.edges(end).filter(|(side, edge)| {
            let leaves = !is_pipe(end) || opens(mark(end), *side);
            let enters = edge.to == last || is_pipe(edge.to) && opens(mark(edge.to), edge.back);
            Some(edge.to) != before && leaves && enters
        });
        let (_, first) = ways.next()?;
        // Two neighbouring terminals may be joined the long way round: a pipe that leads off is meant.
        match ways.next() {
            Some((_, second)) if first.to == last => Some(second.to),
            _ => Some(first.to),
        }
    })
}

//! Solutions drawn cell by cell: what box drawing and letters share.

use super::error::{CannotShow, Problem, TextError};
use super::scan::{Field, lines};
use crate::geometry::{Cell, Tiling};

use crate::puzzle::flow::{Node, Puzzle, Solution, Warp, verify};

/// Refuses boards that a drawing of one character a cell cannot show.
pub(super) fn check(puzzle: &Puzzle, format: &'static str) -> Result<(), CannotShow> {
    let layout = puzzle.board().layout();
    let what = match layout {
        _ if layout.graph.is_some() => "a graph",
        _ if layout.tiling == Tiling::Hexagonal => "hexagons",
        _ if !layout.bridges.is_empty() => "bridges",
        _ if layout.warp != Warp::None => "warps",
        _ => return Ok(()),
    };
    Err(CannotShow::Board { format, what })
}

/// Draws the board: `*` for a hole, else what `show` says of the cell's node.
pub(super) fn draw(puzzle: &Puzzle, show: impl Fn(Node) -> char) -> String {
    let board = puzzle.board();
    let mut text = String::new();
    for row in 0..board.rows() {
        text.extend((0..board.cols()).map(|col| {
            let node = board.node_at(Cell::new(row, col));
            node.map_or('*', &show)
        }));
        text.push('\n');
    }
    text
}

/// A drawing that fits a puzzle: by node, its character and where that stands.
pub(super) struct Drawing<'a> {
    pub marks: Vec<(char, Field<'a>)>,
}

impl<'a> Drawing<'a> {
    pub fn read(name: &'a str, puzzle: &Puzzle, text: &'a str) -> Result<Self, TextError> {
        let board = puzzle.board();
        let rows: Vec<Field> = lines(name, text)
            .map(|line| line.content())
            .filter(|line| !line.text.is_empty())
            .collect();
        let expected = usize::from(board.rows());
        if rows.len() != expected {
            let found = rows.len();
            return Err(TextError::new(
                name,
                1,
                1,
                Problem::RowCount { found, expected },
            ));
        }
        let mut marks = Vec::with_capacity(board.node_count());
        for (row, index) in rows.into_iter().zip(0..) {
            let (found, expected) = (row.text.chars().count(), usize::from(board.cols()));
            if found != expected {
                return Err(row.fail(Problem::RowWidth { found, expected }));
            }
            for ((c, at), col) in row.chars().zip(0..) {
                let is_hole = board.node_at(Cell::new(index, col)).is_none();
                if is_hole != (c == '*') {
                    return Err(at.fail(Problem::WrongDrawing(c)));
                }
                if !is_hole {
                    marks.push((c, at));
                }
            }
        }
        Ok(Self { marks })
    }

    /// Follows every flow from its first terminal: `next` says where the path goes on.
    pub fn follow(
        &self,
        puzzle: &Puzzle,
        next: impl Fn(&[Node], Node) -> Option<Node>,
    ) -> Result<Solution, TextError> {
        let mut paths = Vec::with_capacity(puzzle.pairs().len());
        for pair in puzzle.pairs() {
            let [first, last] = pair.terminals;
            let mut path = vec![first];
            let mut end = first;
            while end != last {
                let at = self.marks[end.index()].1;
                // A path of as many nodes as the board has, and not at its end, goes round in a circle.
                let is_circle = path.len() == puzzle.board().node_count();
                end = next(&path, last)
                    .filter(|_| !is_circle)
                    .ok_or_else(|| at.fail(Problem::LostFlow(pair.label)))?;
                path.push(end);
            }
            paths.push(path);
        }
        let solution = Solution { paths };
        match verify(puzzle, &solution) {
            Ok(()) => Ok(solution),
            Err(flaw) => Err(self.marks[0].1.fail(flaw.into())),
        }
    }
}

//! Random boards whose only solutions touch themselves: a random path through all cells, cut into flows, as games do that
//! make their levels at random. Boards with a solution that does not touch are left out.

use flowbot::geometry::Cell;
use flowbot::pipeline::Limits;
use flowbot::puzzle::flow::text::{Level, label};
use flowbot::puzzle::flow::{Board, Node, Pair, Puzzle, Solution};
use flowbot::random::Random;
use flowbot::solve::flow::{Outcome, Request, Touching, solve};

/// The shortest flow, in cells.
const SHORTEST_FLOW: usize = 3;
/// Changes of the path for each cell: twice as many make the boards no harder.
const CHANGES_A_CELL: usize = 40;

/// A random level with no solution that does not touch.
pub fn touching_level(board: &Board, flows: usize, random: &mut Random) -> Level {
    loop {
        let path = path_through_all(board, random);
        let paths: Vec<Vec<Node>> = cut(&path, flows, random);
        let pairs = paths.iter().enumerate().map(|(index, path)| Pair {
            label: label(index),
            terminals: [path[0], path[path.len() - 1]],
        });
        let puzzle = Puzzle::new(board.clone(), pairs.collect()).expect("ends are different cells");
        let answer = solve(&Request {
            puzzle: &puzzle,
            count: 1,
            touching: Touching::Never,
            limits: Limits::NONE,
        });
        if answer.outcome == Outcome::NoSolution {
            return Level::new("", puzzle, Some(Solution { paths }));
        }
    }
}

/// A random path through all cells. It begins as lines to and fro; then one end again and again takes a neighbour on
/// the path, and the part between them turns round.
///
/// ```text
///   1 ─ 2 ─ 3        1   2 ─ 3        the end 6 takes 1: what came after 1
///           │   ──▶  │       │        comes in reverse, so the new end is 2
///   6 ─ 5 ─ 4        6 ─ 5 ─ 4
/// ```
fn path_through_all(board: &Board, random: &mut Random) -> Vec<Node> {
    let (rows, cols) = (board.rows(), board.cols());
    let to_and_fro = |row: u16| {
        (0..cols).map(move |col| {
            Cell::new(
                row,
                if row.is_multiple_of(2) {
                    col
                } else {
                    cols - 1 - col
                },
            )
        })
    };
    let cells = (0..rows).flat_map(to_and_fro);
    let mut path: Vec<Node> = cells.filter_map(|cell| board.node_at(cell)).collect();
    for _ in 0..path.len() * CHANGES_A_CELL {
        if random.below(2) == 0 {
            path.reverse();
        }
        let end = path[path.len() - 1];
        let neighbours: Vec<Node> = board.edges(end).map(|(_, edge)| edge.to).collect();
        let taken = random.pick(&neighbours);
        let behind = path
            .iter()
            .position(|node| node == taken)
            .map_or(path.len(), |at| at + 1);
        path[behind..].reverse();
    }
    path
}

/// Cuts a path into so many flows.
fn cut(path: &[Node], flows: usize, random: &mut Random) -> Vec<Vec<Node>> {
    loop {
        let mut cuts: Vec<usize> = (1..flows).map(|_| random.below(path.len())).collect();
        cuts.extend([0, path.len()]);
        cuts.sort_unstable();
        if cuts.windows(2).all(|two| two[1] - two[0] >= SHORTEST_FLOW) {
            return cuts
                .windows(2)
                .map(|two| path[two[0]..two[1]].to_vec())
                .collect();
        }
    }
}

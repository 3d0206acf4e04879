//! A path of a solution as a stroke of the pointer.

use crate::pipeline::{Move, Out, Wrap};
use crate::puzzle::flow::{Board, Node};

/// A path as a stroke. It wraps where it leaves the board at one border and comes back at the opposite one.
pub(super) fn stroke(board: &Board, path: &[Node]) -> Move {
    let wrap = |(after, step): (usize, &[Node])| {
        let &[from, to] = step else {
            return None;
        };
        let (side, edge) = board.edge_between(from, to)?;
        let (right, down) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side.index() % 4];
        edge.is_wrap.then_some(Wrap {
            after,
            over: Out { right, down },
        })
    };
    Move::Stroke {
        cells: path.iter().map(|&node| board.cell(node)).collect(),
        wraps: path.windows(2).enumerate().filter_map(wrap).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::{Layout, Warp};

    #[test]
    fn a_path_is_cut_where_it_wraps_round() {
        let layout = Layout {
            rows: 1,
            cols: 5,
            warp: Warp::Horizontal,
            ..Layout::default()
        };
        let board = Board::new(layout).unwrap();
        let nodes = |numbers: &[u16]| numbers.iter().map(|&one| Node(one)).collect::<Vec<_>>();
        let around = stroke(&board, &nodes(&[1, 0, 4, 3]));
        let (right, down) = (-1, 0);
        let over = Out { right, down };
        assert_eq!(around.wraps(), [Wrap { after: 1, over }]);
        assert_eq!(around.parts(0).len(), 2);
        let straight = stroke(&board, &nodes(&[1, 2, 3]));
        assert_eq!(straight.wraps(), []);
    }
}

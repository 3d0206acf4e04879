//! Random small boards of every kind, and puzzles on them with no, one and many solutions.

use crate::geometry::{Cell, Tiling};

use crate::puzzle::flow::{Board, Layout, Node, NodeGraph, Pair, Puzzle, Warp};
use crate::random::Random;

/// The kinds of boards that levels come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Holes,
    Walls,
    Bridges,
    Warps,
    Hexes,
    Graphs,
    Everything,
}

pub const KINDS: [Kind; 8] = [
    Kind::Plain,
    Kind::Holes,
    Kind::Walls,
    Kind::Bridges,
    Kind::Warps,
    Kind::Hexes,
    Kind::Graphs,
    Kind::Everything,
];

/// A board of nodes in a chain, with other edges between any two of them.
fn graph(random: &mut Random, nodes: usize) -> Board {
    let mut graph = NodeGraph::new(vec![[0, 0]; nodes]).unwrap();
    for node in 1..nodes {
        graph.join(node - 1, node).unwrap();
    }
    for _ in 0..nodes {
        // Loops, second edges and edges of full nodes are refused, which is no matter here.
        let _ = graph.join(random.below(nodes), random.below(nodes));
    }
    Board::new(Layout::of_graph(graph)).unwrap()
}

/// The nodes of a board and its edges, as a graph. The nodes keep their numbers.
pub fn as_graph(board: &Board) -> Board {
    let mut graph = NodeGraph::new(vec![[0, 0]; board.node_count()]).unwrap();
    for node in board.nodes() {
        let later = board.edges(node).filter(|(_, edge)| edge.to > node);
        for (_, edge) in later {
            graph.join(node.index(), edge.to.index()).unwrap();
        }
    }
    Board::new(Layout::of_graph(graph)).unwrap()
}

/// A board of this kind and size.
pub fn board(random: &mut Random, kind: Kind, rows: u16, cols: u16) -> Board {
    if kind == Kind::Graphs {
        return graph(random, usize::from(rows * cols));
    }
    let mut layout = Layout::rectangle(rows, cols);
    let has = |wanted| kind == wanted || kind == Kind::Everything;
    if kind == Kind::Hexes {
        layout.tiling = Tiling::Hexagonal;
    }
    if has(Kind::Warps) {
        layout.warp = [Warp::None, Warp::Horizontal, Warp::Vertical, Warp::Both][random.below(4)];
    }
    let cells: Vec<Cell> = layout.cells().collect();
    let some = |random: &mut Random, share: usize| -> Vec<Cell> {
        let is_taken = |_: &&Cell| random.below(share) == 0;
        cells.iter().filter(is_taken).copied().collect()
    };
    if has(Kind::Holes) || (kind == Kind::Hexes && random.below(2) == 0) {
        layout.holes.extend(some(random, 8));
    }
    if has(Kind::Bridges) {
        layout.bridges.extend(some(random, 8));
        layout.bridges = &layout.bridges - &layout.holes;
    }
    if has(Kind::Walls) || (kind == Kind::Hexes && random.below(2) == 0) {
        let open = Board::new(layout.clone());
        let edges: Vec<(Cell, Cell)> = open.iter().flat_map(all_edges).collect();
        for (a, b) in edges {
            if random.below(8) == 0 {
                layout.add_wall(a, b);
            }
        }
    }
    // Everything may have become a hole; then any board will do.
    Board::new(layout).unwrap_or_else(|_| Board::rectangle(rows, cols).unwrap())
}

fn all_edges(board: &Board) -> Vec<(Cell, Cell)> {
    board
        .nodes()
        .flat_map(|node| board.edges(node).map(move |(_, edge)| (node, edge.to)))
        .map(|(a, b)| (board.cell(a), board.cell(b)))
        .filter(|(a, b)| a < b)
        .collect()
}

/// Terminals anywhere: mostly no solution.
pub fn scattered(random: &mut Random, board: Board, pairs: usize) -> Option<Puzzle> {
    let mut nodes: Vec<Node> = board
        .nodes()
        .filter(|&node| !board.is_bridge(node))
        .collect();
    random.shuffle(&mut nodes);
    let ends = nodes.chunks_exact(2).take(pairs);
    let pairs = ends.map(|ends| [ends[0], ends[1]]).collect();
    puzzle(board, pairs)
}

/// Terminals at the ends of random paths that cover the board: at least one solution, without touching
/// where `calm` asks for it. `None` when the random paths leave a node alone.
pub fn covered(random: &mut Random, board: Board, calm: bool) -> Option<Puzzle> {
    let mut edges: Vec<(Node, Node)> = board
        .nodes()
        .flat_map(|node| board.edges(node).map(move |(_, edge)| (node, edge.to)))
        .filter(|(a, b)| a < b)
        .collect();
    random.shuffle(&mut edges);
    // The ways over bridges have no choice: they go first.
    let is_forced = |&(a, b): &(Node, Node)| board.is_bridge(a) || board.is_bridge(b);
    edges.sort_by_key(|edge| !is_forced(edge));
    let mut paths: Vec<Vec<Node>> = board.nodes().map(|node| vec![node]).collect();
    for edge in edges {
        if is_forced(&edge) || random.below(12) != 0 {
            join(&board, &mut paths, edge, calm);
        }
    }
    absorb_lone_nodes(&board, &mut paths);
    let is_bridge_end = |path: &Vec<Node>| {
        let ends = [path[0], path[path.len() - 1]];
        ends.iter().any(|&end| board.is_bridge(end))
    };
    if paths
        .iter()
        .any(|path| path.len() == 1 || is_bridge_end(path))
    {
        return None;
    }
    let ends = paths.iter().map(|path| [path[0], path[path.len() - 1]]);
    let ends = ends.collect();
    puzzle(board, ends)
}

/// Joins two paths whose ends are neighbours; where `calm`, only if they meet nowhere else.
fn join(board: &Board, paths: &mut Vec<Vec<Node>>, (a, b): (Node, Node), calm: bool) {
    let ending_at = |paths: &[Vec<Node>], node| {
        let is_end = |path: &Vec<Node>| path[0] == node || path[path.len() - 1] == node;
        paths.iter().position(is_end)
    };
    let (Some(first), Some(second)) = (ending_at(paths, a), ending_at(paths, b)) else {
        return;
    };
    let is_near = |node: &Node| {
        board
            .edges(*node)
            .filter(|(_, edge)| paths[second].contains(&edge.to))
            .count()
    };
    let meetings: usize = paths[first].iter().map(is_near).sum();
    if first == second || (calm && meetings > 1) {
        return;
    }
    let mut tail = std::mem::take(&mut paths[second]);
    if tail[0] != b {
        tail.reverse();
    }
    if paths[first][paths[first].len() - 1] != a {
        paths[first].reverse();
    }
    paths[first].extend(tail);
    paths.swap_remove(second);
}

/// A node that is a path of its own takes the first part of a path beside it:
///
/// ```text
///   P P P       P P Q       no cell before the one taken is beside the lone node, so nothing
///   P s P  ──▶  P P Q       touches that did not before
/// ```
fn absorb_lone_nodes(board: &Board, paths: &mut Vec<Vec<Node>>) {
    for node in board.nodes() {
        let Some(lone) = paths.iter().position(|path| *path == [node]) else {
            continue;
        };
        for other in 0..paths.len() {
            let beside = |near: &Node| board.edges(node).any(|(_, edge)| edge.to == *near);
            let Some(at) = paths[other].iter().position(beside) else {
                continue;
            };
            let is_cut_at_bridge = paths[other][at..]
                .iter()
                .take(2)
                .any(|&near| board.is_bridge(near));
            if paths[other].len() - at == 2 || is_cut_at_bridge {
                continue;
            }
            let rest = paths[other].split_off(at + 1);
            paths[other].push(node);
            paths[lone] = rest;
            if paths[lone].is_empty() {
                paths.swap_remove(lone);
            }
            break;
        }
    }
}

/// A puzzle with these pairs of terminals; `None` where that is none.
pub fn puzzle(board: Board, ends: Vec<[Node; 2]>) -> Option<Puzzle> {
    let pairs = ends.into_iter().enumerate().map(|(index, terminals)| Pair {
        // Any characters will do that differ, of as many as there are.
        label: char::from_u32('A' as u32 + index as u32).unwrap(),
        terminals,
    });
    Puzzle::new(board, pairs.collect()).ok()
}

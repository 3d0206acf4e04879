//! The pipes on the board of the pretended game, and how a stroke extends one.

use std::collections::BTreeMap;

use super::level::Level;
use crate::geometry::Cell;
use crate::puzzle::flow::{Edge, Node};

/// By colour the nodes of its pipe, from where it was begun; and which of them is being drawn.
#[derive(Clone, Default)]
pub(super) struct Pipes {
    by_colour: BTreeMap<char, Vec<Node>>,
    pub(super) drawing: Option<char>,
}

impl Pipes {
    /// A single pipe, of this colour.
    pub(super) fn of(colour: char, nodes: Vec<Node>) -> Self {
        Self {
            by_colour: [(colour, nodes)].into(),
            drawing: None,
        }
    }

    /// The pipes by colour.
    pub(super) fn all(&self) -> impl Iterator<Item = (char, &Vec<Node>)> {
        self.by_colour.iter().map(|(colour, pipe)| (*colour, pipe))
    }

    /// The nodes of pipes that are others than these.
    pub(super) fn other_than(&self, before: &Self) -> Vec<Node> {
        let all = self.by_colour.keys().chain(before.by_colour.keys());
        let pipes = all.map(|colour| [self, before].map(|it| it.by_colour.get(colour)));
        let changed = pipes.filter(|[now, before]| now != before);
        changed.flatten().flatten().flatten().copied().collect()
    }

    /// The end of the pipe that is being drawn.
    pub(super) fn end(&self) -> Option<Node> {
        let pipe = self.by_colour.get(&self.drawing?)?;
        pipe.last().copied()
    }

    /// Whether any pipe lies on a node.
    pub(super) fn cover(&self, node: Node) -> bool {
        self.by_colour.values().flatten().any(|one| *one == node)
    }

    /// Begins the pipe of a colour anew.
    pub(super) fn begin(&mut self, colour: char, node: Option<Node>) {
        self.by_colour.insert(colour, node.into_iter().collect());
        self.drawing = Some(colour);
    }

    /// Draws on from a cell that a pipe passes, if one does; returns whether it does.
    pub(super) fn go_on(&mut self, level: &Level, cell: Cell) -> bool {
        let nodes: Vec<Node> = level.board.nodes_at(cell).collect();
        for (&colour, pipe) in &mut self.by_colour {
            let at = pipe.iter().rposition(|one| nodes.contains(one));
            if let Some(at) = at {
                pipe.truncate(at + 1);
                self.drawing = Some(colour);
                return true;
            }
        }
        false
    }

    /// Draws on from behind a joined border, if a pipe ends before it; returns whether one does.
    pub(super) fn go_on_behind(&mut self, level: &Level, cell: Cell) -> bool {
        let mut found = None;
        for node in level.board.nodes_at(cell) {
            for (_, edge) in level.board.edges(node).filter(|(_, edge)| edge.is_wrap) {
                let ends = |(colour, pipe): (char, &Vec<Node>)| {
                    let is_open = pipe.last() == Some(&edge.to) && !is_joined(level, colour, pipe);
                    is_open.then_some((colour, node))
                };
                found = found.or(self.all().find_map(ends));
            }
        }
        let is_free =
            |colour: char| [colour, '.', '+'].contains(&level.at(cell)) && !self.pass(level, cell);
        let Some((colour, node)) = found.filter(|(colour, _)| is_free(*colour)) else {
            return false;
        };
        self.by_colour.entry(colour).or_default().push(node);
        self.drawing = Some(colour);
        true
    }

    /// Whether a pipe passes a cell; a terminal alone is none.
    fn pass(&self, level: &Level, cell: Cell) -> bool {
        let nodes: Vec<Node> = level.board.nodes_at(cell).collect();
        let mut pipes = self.by_colour.values().filter(|pipe| pipe.len() > 1);
        pipes.any(|pipe| pipe.iter().any(|node| nodes.contains(node)))
    }

    /// The cells from the end of the pipe that is being drawn to one in the same row or column.
    pub(super) fn in_line(&self, level: &Level, cell: Cell) -> Vec<Cell> {
        let Some(end) = self.end().map(|end| level.board.cell(end)) else {
            return Vec::new();
        };
        let (down, right) = (
            i32::from(cell.row) - i32::from(end.row),
            i32::from(cell.col) - i32::from(end.col),
        );
        if down != 0 && right != 0 {
            return Vec::new();
        }
        let at = |from: u16, step: i32, number: i32| (i32::from(from) + step * number) as u16;
        (1..=down.abs() + right.abs())
            .map(|number| {
                let row = at(end.row, down.signum(), number);
                Cell::new(row, at(end.col, right.signum(), number))
            })
            .collect()
    }

    /// The node of a cell that is a neighbour of the end of the pipe that is being drawn; over a joined border only if such
    /// steps are taken.
    pub(super) fn step_to(&self, level: &Level, cell: Cell, are_wraps_taken: bool) -> Option<Node> {
        let end = self.end()?;
        let is_step =
            |edge: &Edge| level.board.cell(edge.to) == cell && (!edge.is_wrap || are_wraps_taken);
        let mut edges = level.board.edges(end).map(|(_, edge)| edge);
        edges.find(is_step).map(|edge| edge.to)
    }

    /// Draws on to a neighbour of the end, and cuts the pipe that lies there; returns whether the cell takes the colour.
    pub(super) fn extend(&mut self, level: &Level, node: Node) -> bool {
        let here = level.at(level.board.cell(node));
        let Some(colour) = self.drawing.filter(|own| ['.', '+', *own].contains(&here)) else {
            return false;
        };
        for other in self.by_colour.values_mut() {
            if let Some(cut) = other.iter().position(|one| *one == node) {
                other.truncate(cut);
            }
        }
        self.by_colour.entry(colour).or_default().push(node);
        true
    }

    /// Whether all cells but perhaps this one are covered, and this one is not.
    pub(super) fn lack_only(&self, level: &Level, cell: Cell) -> bool {
        let is_covered = |cell: Cell| {
            let mut nodes = level.board.nodes_at(cell);
            nodes.any(|node| self.cover(node))
        };
        let mut cells = level.board.layout().cells();
        !is_covered(cell) && cells.all(|one| one == cell || is_covered(one))
    }

    /// Whether they join all terminals and fill the board, where that is wanted.
    pub(super) fn solve(&self, level: &Level, wants_no_filling: bool) -> bool {
        let filled: usize = self.by_colour.values().map(Vec::len).sum();
        let is_filled = filled == level.board.node_count();
        (is_filled || wants_no_filling && self.by_colour.len() == level.colour_count())
            && self
                .all()
                .all(|(colour, pipe)| is_joined(level, colour, pipe))
    }

    pub(super) fn clear(&mut self) {
        self.by_colour.clear();
    }
}

/// Whether a pipe joins the terminals of its colour.
fn is_joined(level: &Level, colour: char, pipe: &[Node]) -> bool {
    let ends = [pipe.first(), pipe.last()];
    let is_end = |end: &Node| level.at(level.board.cell(*end)) == colour;
    ends.into_iter().flatten().all(is_end) && pipe.len() > 1
}

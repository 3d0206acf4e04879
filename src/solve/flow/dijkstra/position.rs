//! One position: how far each path has come.

use crate::puzzle::flow::{Board, Colour, Edge, Node, Puzzle, Side, Solution};
use crate::random::Random;

/// A cell that nothing is drawn in.
const FREE: u16 = u16::MAX;

/// What all positions share.
pub(super) struct Space<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) touching: bool,
}

impl Space<'_> {
    pub(super) fn board(&self) -> &Board {
        self.puzzle.board()
    }

    /// Where the path of a colour must come to.
    pub(super) fn goal(&self, colour: Colour) -> Node {
        self.puzzle.pair(colour).terminals[1]
    }

    /// How many bytes a position takes.
    pub(super) fn bytes(&self) -> usize {
        let numbers = self.board().node_count() + self.puzzle.pairs().len();
        size_of::<Position>() + numbers * size_of::<u16>()
    }
}

/// How far each path has come.
#[derive(Clone)]
pub(super) struct Position {
    /// By node: 4 times its colour, plus the side that leads back to where its path came from.
    cells: Box<[u16]>,
    /// By colour: the cell that its path has come to.
    heads: Box<[Node]>,
    /// The colour moved last.
    last: Option<Colour>,
    /// How many cells nothing is drawn in.
    free: u16,
}

impl Position {
    /// Nothing but terminals.
    pub(super) fn first(space: &Space) -> Self {
        let mut first = Self::of_terminals(space);
        if !space.touching {
            for colour in space.puzzle.colours() {
                first.enter_goal(space, colour);
            }
            first.last = None;
        }
        first
    }

    fn of_terminals(space: &Space) -> Self {
        let terminals = space.puzzle.terminals();
        let pairs = space.puzzle.pairs().iter();
        Self {
            free: terminals.iter().filter(|colour| colour.is_none()).count() as u16,
            cells: terminals
                .into_iter()
                .map(|colour| colour.map_or(FREE, |colour| 4 * colour.0))
                .collect(),
            heads: pairs.map(|pair| pair.terminals[0]).collect(),
            last: None,
        }
    }

    /// Links the flows whose terminals see each other in a straight line. Whether there are any.
    pub(super) fn link_straight(&mut self, space: &Space) -> bool {
        let mut is_any = false;
        for colour in space.puzzle.colours() {
            for side in (0..4).map(Side) {
                let line = self.straight_line(space, colour, side);
                for (node, back) in line.iter().flatten() {
                    self.enter(colour, *back, *node);
                    is_any = true;
                }
            }
        }
        self.last = None;
        is_any
    }

    /// The cells from a head to its goal, if they are all free and on one line: each with the side that leads back.
    fn straight_line(
        &self,
        space: &Space,
        colour: Colour,
        side: Side,
    ) -> Option<Vec<(Node, Side)>> {
        let mut line = Vec::new();
        let mut node = self.head(colour);
        while node != space.goal(colour) {
            let edge = space.board().edge(node, side)?;
            if edge.to != space.goal(colour) && self.colour(edge.to).is_some() {
                return None;
            }
            line.push((edge.to, edge.back));
            node = edge.to;
        }
        Some(line)
    }

    /// The colour in a cell.
    pub(super) fn colour(&self, node: Node) -> Option<Colour> {
        let cell = self.cells[node.index()];
        (cell != FREE).then_some(Colour(cell / 4))
    }

    /// The cell that a path has come to.
    pub(super) fn head(&self, colour: Colour) -> Node {
        self.heads[colour.index()]
    }

    /// Whether a path has come to its goal.
    pub(super) fn is_complete(&self, space: &Space, colour: Colour) -> bool {
        self.head(colour) == space.goal(colour)
    }

    pub(super) fn is_solved(&self, space: &Space) -> bool {
        let mut colours = space.puzzle.colours();
        self.free == 0 && colours.all(|colour| self.is_complete(space, colour))
    }

    /// The colour to move: the last one until it is complete, then the one with the fewest free cells round its
    /// head, or any.
    pub(super) fn next_colour(&self, space: &Space, random: Option<&mut Random>) -> Option<Colour> {
        let is_open = |colour: &Colour| !self.is_complete(space, *colour);
        if let Some(random) = random {
            let open: Vec<Colour> = space.puzzle.colours().filter(is_open).collect();
            return (!open.is_empty()).then(|| *random.pick(&open));
        }
        let free_around = |colour: &Colour| {
            let edges = space.board().edges(self.head(*colour));
            edges
                .filter(|(_, edge)| self.colour(edge.to).is_none())
                .count()
        };
        let kept = self.last.filter(is_open);
        kept.or_else(|| {
            space
                .puzzle
                .colours()
                .filter(is_open)
                .min_by_key(free_around)
        })
    }

    /// Where a colour can move: the side that leads back, and the cell.
    pub(super) fn moves(&self, space: &Space, colour: Colour) -> Vec<(Side, Node)> {
        let edges = space.board().edges(self.head(colour));
        let mut moves: Vec<Edge> = edges.map(|(_, edge)| edge).collect();
        moves.retain(|edge| {
            let is_free = self.colour(edge.to).is_none();
            edge.to == space.goal(colour)
                || is_free && (space.touching || !self.touches(space, colour, edge.to))
        });
        moves.iter().map(|edge| (edge.back, edge.to)).collect()
    }

    /// Whether a path would lie beside an earlier cell of itself.
    fn touches(&self, space: &Space, colour: Colour, to: Node) -> bool {
        let passed_by = [self.head(colour), space.goal(colour)];
        let mut edges = space.board().edges(to);
        edges.any(|(_, edge)| !passed_by.contains(&edge.to) && self.colour(edge.to) == Some(colour))
    }

    /// The position after a move. A path that may not touch itself enters a goal that it comes beside in the same move.
    pub(super) fn moved(&self, space: &Space, colour: Colour, (back, to): (Side, Node)) -> Self {
        let mut moved = self.clone();
        moved.enter(colour, back, to);
        if !space.touching {
            moved.enter_goal(space, colour);
        }
        moved
    }

    fn enter_goal(&mut self, space: &Space, colour: Colour) {
        if let Some((_, edge)) = space
            .board()
            .edge_between(self.head(colour), space.goal(colour))
        {
            self.enter(colour, edge.back, edge.to);
        }
    }

    fn enter(&mut self, colour: Colour, back: Side, to: Node) {
        let cell = &mut self.cells[to.index()];
        self.free -= u16::from(*cell == FREE);
        *cell = 4 * colour.0 + u16::from(back.0);
        self.heads[colour.index()] = to;
        self.last = Some(colour);
    }

    /// The path of a colour so far.
    pub(super) fn path(&self, space: &Space, colour: Colour) -> Vec<Node> {
        let start = space.puzzle.pair(colour).terminals[0];
        let mut path = vec![self.head(colour)];
        let mut node = path[0];
        while node != start {
            let back = Side((self.cells[node.index()] % 4) as u8);
            let Some(edge) = space.board().edge(node, back) else {
                break;
            };
            node = edge.to;
            path.push(node);
        }
        path.reverse();
        path
    }

    pub(super) fn solution(&self, space: &Space) -> Solution {
        let colours = space.puzzle.colours();
        Solution {
            paths: colours.map(|colour| self.path(space, colour)).collect(),
        }
    }
}

//! The shapes left to every cell, the ends of every path, and the rules that shrink them.

use super::super::direction::{Contradiction, Deduced};
use super::super::run::Run;
use super::super::step::Cause;
use super::left;
use super::shapes::{Domain, is_straight, opposite};
use crate::puzzle::flow::{Colour, Node, Puzzle, Side, Solution};

/// What can be undone.
enum Change {
    Domain(Node, Domain),
    Mate(Node, Node),
    Joined(Node, u8),
}

/// A board of which some is deduced.
pub(super) struct Position<'a> {
    puzzle: &'a Puzzle,
    terminals: Vec<Option<Colour>>,
    domains: Vec<Domain>,
    /// By end of a path: its other end. A cell that is joined to none is both ends of its own path.
    mates: Vec<Node>,
    /// By node: the sides by which it was joined to its neighbours.
    joined: Vec<u8>,
    trail: Vec<Change>,
    waiting: Vec<Node>,
}

impl<'a> Position<'a> {
    /// The board with what its borders leave.
    pub(super) fn new(puzzle: &'a Puzzle) -> Self {
        let board = puzzle.board();
        let terminals = puzzle.terminals();
        let domain = |node: Node| {
            let sides = board
                .edges(node)
                .fold(0, |all, (side, _)| all | 1 << side.0);
            let count = if terminals[node.index()].is_some() {
                1
            } else {
                2
            };
            Domain::with_sides(count, sides)
        };
        Self {
            puzzle,
            domains: board.nodes().map(domain).collect(),
            mates: board.nodes().collect(),
            joined: vec![0; terminals.len()],
            terminals,
            trail: Vec::new(),
            waiting: board.nodes().collect(),
        }
    }

    /// Deduces what follows from the borders and from terminals side by side.
    pub(super) fn begin(&mut self, run: &mut Run) -> Deduced {
        for (node, &domain) in self.puzzle.board().nodes().zip(&self.domains.clone()) {
            if domain.only().is_some() {
                self.count(node, run);
            }
        }
        for pair in self.puzzle.pairs() {
            let [a, b] = pair.terminals;
            for end in [a, b] {
                self.part_ends(end, run)?;
            }
            if let Some((side, _)) = self.puzzle.board().edge_between(a, b) {
                self.keep(a, Domain::single(1 << side.0), Cause::Rule("sources"), run)?;
            }
        }
        self.propagate(run)
    }

    pub(super) fn domain(&self, node: Node) -> Domain {
        self.domains[node.index()]
    }

    /// Leaves a cell some of its shapes and deduces what follows.
    pub(super) fn decide(
        &mut self,
        node: Node,
        kept: Domain,
        cause: Cause,
        run: &mut Run,
    ) -> Deduced {
        self.keep(node, kept, cause, run)?;
        self.propagate(run)
    }

    /// The cell with the fewest shapes left of those that have several, and the shape to try.
    pub(super) fn next_open(&self) -> Option<(Node, Domain)> {
        let open = self
            .puzzle
            .board()
            .nodes()
            .filter(|&node| self.domain(node).len() > 1);
        let node = open.min_by_key(|&node| self.domain(node).len())?;
        let is_border = self.puzzle.board().edges(node).count() < 4;
        let mut masks = self.domain(node).masks();
        let first = masks.next()?;
        let wanted = std::iter::once(first)
            .chain(masks)
            .find(|&mask| is_straight(mask) != is_border);
        Some((node, Domain::single(wanted.unwrap_or(first))))
    }

    /// How many cells without a terminal have a single shape.
    pub(super) fn decided_cells(&self) -> u64 {
        let cells = self.domains.iter().zip(&self.terminals);
        let decided = cells.filter(|(domain, colour)| colour.is_none() && domain.len() == 1);
        decided.count() as u64
    }

    /// Counts that a cell is decided.
    fn count(&self, node: Node, run: &mut Run) {
        run.stats.assignments += u64::from(self.terminals[node.index()].is_none());
    }

    /// Leaves a cell only those of its shapes that are among `kept`.
    fn keep(&mut self, node: Node, kept: Domain, cause: Cause, run: &mut Run) -> Deduced {
        let before = self.domain(node);
        let after = before.without(before.without(kept));
        if after == before {
            return Ok(());
        }
        run.step(node, left(after), cause);
        if after.is_empty() {
            return Err(Contradiction);
        }
        run.stats.propagations += 1;
        if after.only().is_some() {
            self.count(node, run);
        }
        self.trail.push(Change::Domain(node, before));
        self.domains[node.index()] = after;
        self.waiting.push(node);
        Ok(())
    }

    /// Asks the rules of every cell that has changed, until nothing follows.
    fn propagate(&mut self, run: &mut Run) -> Deduced {
        while let Some(node) = self.waiting.pop() {
            for side in 0..4 {
                self.agree(node, side, run)?;
            }
            self.chain_corner(node, run)?;
        }
        Ok(())
    }

    /// The cell behind a side.
    fn beside(&self, node: Node, side: usize) -> Option<Node> {
        let edge = self.puzzle.board().edge(node, Side(side as u8));
        edge.map(|edge| edge.to)
    }

    /// Tells the neighbour behind a side what is known of the side, and joins the two paths when it is on.
    fn agree(&mut self, node: Node, side: usize, run: &mut Run) -> Deduced {
        let (Some(is_on), Some(next)) = (self.domain(node).is_on(side), self.beside(node, side))
        else {
            return Ok(());
        };
        let domain = self.domain(next);
        let using = domain.using(opposite(side));
        let kept = if is_on { using } else { domain.without(using) };
        self.keep(next, kept, Cause::Rule("sides"), run)?;
        if is_on && self.joined[node.index()] >> side & 1 == 0 {
            return self.join((node, side), next, run);
        }
        Ok(())
    }

    /// Makes one path of two: it must not be a loop, nor end at terminals of two colours.
    fn join(&mut self, (node, side): (Node, usize), next: Node, run: &mut Run) -> Deduced {
        for (node, side) in [(node, side), (next, opposite(side))] {
            let joined = self.joined[node.index()];
            self.trail.push(Change::Joined(node, joined));
            self.joined[node.index()] = joined | 1 << side;
        }
        let [a, b] = [node, next].map(|end| self.mates[end.index()]);
        let [colour, other] = [a, b].map(|end| self.terminals[end.index()]);
        let is_wrong = colour.is_some() && other.is_some() && colour != other;
        if a == next || is_wrong {
            return Err(Contradiction);
        }
        for (end, mate) in [(a, b), (b, a)] {
            self.trail.push(Change::Mate(end, self.mates[end.index()]));
            self.mates[end.index()] = mate;
        }
        for end in [a, b] {
            self.part_ends(end, run)?;
        }
        Ok(())
    }

    /// The colour of the path that ends in a cell, if one of its ends is a terminal.
    fn colour(&self, end: Node) -> Option<Colour> {
        let own = self.terminals[end.index()];
        own.or_else(|| self.terminals[self.mates[end.index()].index()])
    }

    /// Closes the sides of an end that would join it to an end of another colour or to its own other end.
    fn part_ends(&mut self, end: Node, run: &mut Run) -> Deduced {
        for side in 0..4 {
            let is_open = self.domain(end).is_on(side).is_none();
            let Some(next) = self.beside(end, side).filter(|_| is_open) else {
                continue;
            };
            let [own, other] = [end, next].map(|end| self.colour(end));
            let is_other = own.is_some() && other.is_some() && own != other;
            let is_own = self.mates[end.index()] == next;
            let domain = self.domain(end);
            if is_other || is_own {
                let kept = domain.without(domain.using(side));
                self.keep(end, kept, Cause::Rule("ends"), run)?;
            }
        }
        Ok(())
    }

    /// The cell across the square that a corner closes uses neither of its sides of the square.
    fn chain_corner(&mut self, node: Node, run: &mut Run) -> Deduced {
        let Some(mask) = self.domain(node).only() else {
            return Ok(());
        };
        let is_corner = |side: &usize| mask == 1 << side | 1 << ((side + 1) % 4);
        let Some(side) = (0..4).find(is_corner) else {
            return Ok(());
        };
        let across = self
            .beside(node, side)
            .and_then(|next| self.beside(next, (side + 1) % 4));
        let Some(across) = across else {
            return Ok(());
        };
        let domain = self.domain(across);
        let inwards = [opposite(side), opposite((side + 1) % 4)];
        let kept = inwards
            .into_iter()
            .fold(domain, |kept, side| kept.without(domain.using(side)));
        self.keep(across, kept, Cause::Rule("corner chain"), run)
    }

    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn undo_to(&mut self, mark: usize) {
        self.waiting.clear();
        for change in self.trail.drain(mark..).rev() {
            match change {
                Change::Domain(node, before) => self.domains[node.index()] = before,
                Change::Mate(node, before) => self.mates[node.index()] = before,
                Change::Joined(node, before) => self.joined[node.index()] = before,
            }
        }
    }

    /// How many bytes the history takes.
    pub(super) fn bytes(&self) -> usize {
        self.trail.len() * size_of::<Change>()
    }

    /// The paths, when every cell is decided.
    pub(super) fn solution(&self) -> Solution {
        let pairs = self.puzzle.pairs().iter();
        Solution {
            paths: pairs.map(|pair| self.path(pair.terminals[0])).collect(),
        }
    }

    fn path(&self, start: Node) -> Vec<Node> {
        let mut path = vec![start];
        let mut came_by = None;
        loop {
            let node = path[path.len() - 1];
            let is_next = |side: &usize| {
                Some(*side) != came_by && self.domain(node).is_on(*side) == Some(true)
            };
            let next = (0..4).find(is_next);
            let Some((side, to)) = next.and_then(|side| Some((side, self.beside(node, side)?)))
            else {
                return path;
            };
            came_by = Some(opposite(side));
            path.push(to);
        }
    }
}

//! What the rules find from edges that are drawn already, each finding with what it rests on.
//!
//! The rules are those of the search. They are asked breadth first: what takes few steps is found in few steps, so its [`proof`]
//! is short. The search asks depth first, which is faster.
//!
//! [`proof`]: super::proof

use super::facts::MAX_FACTS;
use super::position::{Contradiction, Deduced, Position};
use super::propagate::{join, look_at_terminals};
use super::shapes::{Shapes, Table};
use super::trace::{Deduction, Observer, Rule};
use crate::puzzle::flow::{Node, Puzzle, Side};
use crate::solve::flow::PathRule;

/// What all shapes left to a node agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The path of the node goes by this side.
    On(Side),
    /// It does not.
    Off(Side),
    /// It goes by one of these sides, or by both.
    Either(Side, Side),
}

impl Claim {
    /// The fact of this number as a claim.
    fn of_fact<const SIDES: usize>(fact: usize) -> Self {
        debug_assert!(fact < MAX_FACTS);
        let side = |side: usize| Side(side as u8);
        match fact {
            on if on < SIDES => Self::On(side(on)),
            off if off < 2 * SIDES => Self::Off(side(off - SIDES)),
            blocked => {
                let (first, second) = Table::<SIDES>::sides_of_corner(blocked - 2 * SIDES);
                Self::Either(side(first), side(second))
            }
        }
    }

    /// Whether all these shapes agree on it.
    pub(super) fn holds(self, shapes: Shapes, side_count: usize) -> bool {
        let uses = |mask: u8, side: Side| mask >> side.0 & 1 != 0;
        shapes.masks(side_count).all(|mask| match self {
            Self::On(side) => uses(mask, side),
            Self::Off(side) => !uses(mask, side),
            Self::Either(first, second) => uses(mask, first) || uses(mask, second),
        })
    }
}

/// A deduction, and the claim about another node that it follows from.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The node, and what it lost. The rule is [`Rule::Guess`] where an edge is drawn.
    pub deduction: Deduction,
    /// The other node; `None` where the rule looks at whole paths.
    pub source: Option<(Node, Claim)>,
}

/// All that is found.
pub(super) struct Findings {
    /// By node: the shapes that borders, walls and terminals allow.
    pub(super) starts: Vec<Shapes>,
    /// In the order in which they were found.
    pub(super) list: Vec<Finding>,
}

/// Keeps what it is told.
#[derive(Default)]
struct Recorder {
    list: Vec<Finding>,
    /// What the next deduction follows from.
    source: Option<(Node, Claim)>,
}

impl Observer for Recorder {
    fn deduced(&mut self, deduction: &Deduction) {
        self.list.push(Finding {
            deduction: *deduction,
            source: self.source,
        });
    }
}

/// Finds all that follows from drawn edges. Where no further edge does, tries shapes, those of the nodes `first` before all others,
/// until one that leads to a contradiction makes an edge follow.
pub(super) fn findings(
    puzzle: &Puzzle,
    rule: PathRule,
    drawn: &[[Node; 2]],
    first: &[Node],
) -> Result<Findings, Contradiction> {
    if puzzle.board().side_count() == 4 {
        Derivation::<4>::new(puzzle, rule).run(drawn, first)
    } else {
        Derivation::<6>::new(puzzle, rule).run(drawn, first)
    }
}

struct Derivation<'a, const SIDES: usize> {
    puzzle: &'a Puzzle,
    position: Position<SIDES, Recorder>,
}

impl<'a, const SIDES: usize> Derivation<'a, SIDES> {
    fn new(puzzle: &'a Puzzle, rule: PathRule) -> Self {
        Self {
            puzzle,
            position: Position::new(puzzle, rule, Recorder::default()),
        }
    }

    fn run(mut self, drawn: &[[Node; 2]], first: &[Node]) -> Result<Findings, Contradiction> {
        let nodes = 0..self.position.node_count();
        let starts = nodes.map(|node| self.position.shapes(node)).collect();
        for (node, sides) in self.sides_of(drawn) {
            let allowed = Table::<SIDES>::using_all(sides);
            self.position.keep(node.0, allowed, Rule::Guess)?;
        }
        look_at_terminals(&mut self.position, self.puzzle)?;
        self.deduce()?;
        while self.edges_on() == drawn.len() && self.refute(drawn.len(), first)? {}
        Ok(Findings {
            starts,
            list: std::mem::take(&mut self.position.observer.list),
        })
    }

    /// By node: the sides by which a path is drawn, as a mask; only of nodes that have any.
    fn sides_of(&self, drawn: &[[Node; 2]]) -> Vec<(Node, u8)> {
        let board = self.puzzle.board();
        let mut sides = vec![0u8; board.node_count()];
        for &[a, b] in drawn {
            if let Some((side, edge)) = board.edge_between(a, b) {
                sides[a.index()] |= 1 << side.0;
                sides[b.index()] |= 1 << edge.back.0;
            }
        }
        let sides = board.nodes().zip(sides);
        sides.filter(|(_, sides)| *sides != 0).collect()
    }

    /// Applies the rules in rounds until none finds anything new.
    fn deduce(&mut self) -> Deduced {
        loop {
            while let Some((node, side)) = self.position.next_join() {
                join(&mut self.position, node, side)?;
            }
            let round = self.position.take_waiting();
            if round.is_empty() {
                return Ok(());
            }
            for node in round {
                self.tell_news(node)?;
            }
        }
    }

    /// Tells other nodes what is new about one.
    fn tell_news(&mut self, node: u16) -> Deduced {
        let news = self.position.news_of(node);
        for fact in news.iter() {
            let to = (self.position.graph).linked(node, Table::<SIDES>::link(fact));
            self.position.observer.source = Some((Node(node), Claim::of_fact::<SIDES>(fact)));
            let told = self.position.tell(to, Table::<SIDES>::EFFECTS[fact]);
            self.position.observer.source = None;
            told?;
        }
        self.position.await_joins(node, news);
        Ok(())
    }

    /// How many edges are on.
    fn edges_on(&self) -> usize {
        let on = |node| Table::<SIDES>::facts(self.position.shapes(node)).on::<SIDES>();
        let mut count = 0;
        for node in self.puzzle.board().nodes() {
            for (side, edge) in self.puzzle.board().edges(node) {
                // Both ends know of an edge when all is told.
                count += usize::from(on(node.0) >> side.0 & 1 != 0 && node < edge.to);
            }
        }
        count
    }

    /// Tries every shape of every open node until a contradiction makes more than `known` edges follow. Whether one was taken away.
    fn refute(&mut self, known: usize, first: &[Node]) -> Result<bool, Contradiction> {
        let mut has_refuted = false;
        let nodes = self.puzzle.board().nodes();
        let nodes: Vec<Node> = first.iter().copied().chain(nodes).collect();
        for Node(node) in nodes {
            let mut left = self.position.shapes(node);
            while left != Shapes::NONE && !self.position.shapes(node).is_single() {
                let shape = left.first();
                left = left.without(shape);
                if self.is_possible(node, shape) {
                    continue;
                }
                has_refuted = true;
                self.position.remove(node, shape, Rule::Refuted)?;
                self.deduce()?;
                if self.edges_on() > known {
                    return Ok(true);
                }
                left = left & self.position.shapes(node);
            }
        }
        Ok(has_refuted)
    }

    /// Whether no contradiction follows from a shape of a node.
    fn is_possible(&mut self, node: u16, shape: Shapes) -> bool {
        let (mark, found) = (self.position.mark(), self.position.observer.list.len());
        let tried = self.position.keep(node, shape, Rule::Guess);
        let is_possible = tried.and_then(|()| self.deduce()).is_ok();
        self.position.undo_to(mark);
        self.position.observer.list.truncate(found);
        self.position.observer.source = None;
        is_possible
    }
}

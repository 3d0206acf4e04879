//! Why an edge is on: the findings that it rests on, as few as are needed.
//!
//! ```text
//!   edge ◀── shapes that its node lost ◀── a claim about another node ◀── shapes that this one lost ◀── ...
//!                                      ◀── the edges of paths, where a rule looks at these
//! ```

use std::collections::{BTreeSet, HashMap};

use super::derivation::{Claim, Finding, Findings, findings};
use super::position::Contradiction;
use super::shapes::Shapes;
use super::trace::Rule;
use crate::puzzle::flow::{Node, Puzzle, Side};
use crate::solve::flow::PathRule;

/// An edge by its two ends, the lower number first.
type Ends = [Node; 2];

/// The end of an edge that shows first that it is on.
#[derive(Clone, Copy)]
struct Known {
    node: Node,
    side: Side,
    /// The number of findings that were made till then.
    since: usize,
}

/// What follows from drawn edges, ready to be asked why.
pub struct Consequences<'a> {
    puzzle: &'a Puzzle,
    terminals: Vec<bool>,
    starts: Vec<Shapes>,
    findings: Vec<Finding>,
    /// By node: the numbers of its findings.
    of_node: Vec<Vec<usize>>,
    on: HashMap<Ends, Known>,
}

/// The two ends of an edge, the lower number first.
pub(crate) fn ends(a: Node, b: Node) -> Ends {
    [a.min(b), a.max(b)]
}

impl<'a> Consequences<'a> {
    /// What follows from these edges of paths; `None` if they contradict the puzzle. Where no edge follows by the other rules, shapes are
    /// refuted, those of the nodes `first` before others.
    pub fn of(
        puzzle: &'a Puzzle,
        rule: PathRule,
        drawn: &[[Node; 2]],
        first: &[Node],
    ) -> Option<Self> {
        let found: Result<Findings, Contradiction> = findings(puzzle, rule, drawn, first);
        let Findings { starts, list } = found.ok()?;
        let mut of_node = vec![Vec::new(); starts.len()];
        for (number, finding) in list.iter().enumerate() {
            of_node[finding.deduction.node.index()].push(number);
        }
        let terminals = puzzle.terminals().iter().map(Option::is_some).collect();
        let mut all = Self {
            puzzle,
            terminals,
            starts,
            findings: list,
            of_node,
            on: HashMap::new(),
        };
        all.find_edges();
        Some(all)
    }

    /// Notes when each edge was first known to be on.
    fn find_edges(&mut self) {
        for node in self.puzzle.board().nodes() {
            self.note_edges(node, self.starts[node.index()], 0);
        }
        for number in 0..self.findings.len() {
            let deduction = self.findings[number].deduction;
            self.note_edges(deduction.node, deduction.after, number + 1);
        }
    }

    fn note_edges(&mut self, node: Node, shapes: Shapes, since: usize) {
        let board = self.puzzle.board();
        for (side, edge) in board.edges(node) {
            if Claim::On(side).holds(shapes, board.side_count()) {
                let known = Known { node, side, since };
                self.on.entry(ends(node, edge.to)).or_insert(known);
            }
        }
    }

    /// The edges that are on, those that are drawn too.
    pub fn edges(&self) -> impl Iterator<Item = [Node; 2]> {
        self.on.keys().copied()
    }

    /// Whether an edge is on.
    pub fn is_on(&self, [a, b]: [Node; 2]) -> bool {
        self.on.contains_key(&ends(a, b))
    }

    /// The end of an edge that shows first that it is on: it has no other way left.
    pub fn known_at(&self, [a, b]: [Node; 2]) -> Option<Node> {
        self.on.get(&ends(a, b)).map(|known| known.node)
    }

    /// The findings that make edges be on, each after those that it rests on; drawn edges are left out. Empty where borders, walls and
    /// drawn edges alone do, and of edges that are not on.
    pub fn proof(&self, edges: impl IntoIterator<Item = [Node; 2]>) -> Vec<(usize, Finding)> {
        let mut needed = BTreeSet::new();
        for [a, b] in edges {
            self.need_edge(ends(a, b), &mut needed);
        }
        let numbered = needed
            .into_iter()
            .map(|number| (number, self.findings[number]));
        numbered
            .filter(|(_, finding)| finding.deduction.rule != Rule::Guess)
            .collect()
    }

    fn need_edge(&self, edge: Ends, needed: &mut BTreeSet<usize>) {
        if let Some(&Known { node, side, since }) = self.on.get(&edge) {
            self.need(node, Claim::On(side), since, needed);
        }
    }

    /// Adds the findings, of those before `until`, that a claim rests on. The latest are left out first.
    fn need(&self, node: Node, claim: Claim, until: usize, needed: &mut BTreeSet<usize>) {
        let before = self.of_node[node.index()].iter().copied();
        let mut kept: Vec<usize> = before.filter(|&number| number < until).collect();
        for place in (0..kept.len()).rev() {
            let number = kept.remove(place);
            if !claim.holds(self.without(node, &kept), self.puzzle.board().side_count()) {
                kept.insert(place, number);
            }
        }
        for number in kept {
            if needed.insert(number) {
                self.need_premises(number, needed);
            }
        }
    }

    /// What these findings alone leave to a node.
    fn without(&self, node: Node, findings: &[usize]) -> Shapes {
        let start = self.starts[node.index()];
        findings.iter().fold(start, |shapes, &number| {
            let deduction = self.findings[number].deduction;
            shapes.without(deduction.before.without(deduction.after))
        })
    }

    fn need_premises(&self, number: usize, needed: &mut BTreeSet<usize>) {
        let Finding { deduction, source } = self.findings[number];
        if let Some((node, claim)) = source {
            self.need(node, claim, number, needed);
            return;
        }
        let neighbours = || self.changed_sides(number).map(|(_, to)| to);
        match deduction.rule {
            Rule::Colour => {
                for from in std::iter::once(deduction.node).chain(neighbours()) {
                    let is_end = |node: Node| self.terminals[node.index()];
                    self.need_stretch(from, is_end, number, needed);
                }
            }
            Rule::Loop => {
                for to in neighbours() {
                    self.need_stretch(deduction.node, |node| node == to, number, needed);
                }
            }
            _ => {}
        }
    }

    /// The sides about which a finding says something new, and what lies behind them.
    pub fn changed_sides(&self, number: usize) -> impl Iterator<Item = (Claim, Node)> {
        let board = self.puzzle.board();
        let deduction = self.findings[number].deduction;
        board.edges(deduction.node).filter_map(move |(side, edge)| {
            let is_new = |claim: &Claim| {
                claim.holds(deduction.after, board.side_count())
                    && !claim.holds(deduction.before, board.side_count())
            };
            let claims = [Claim::On(side), Claim::Off(side)];
            claims
                .into_iter()
                .find(is_new)
                .map(|claim| (claim, edge.to))
        })
    }

    /// Adds what the edges of a path rest on, from a node to where the path ends as asked.
    fn need_stretch(
        &self,
        from: Node,
        is_end: impl Fn(Node) -> bool,
        until: usize,
        needed: &mut BTreeSet<usize>,
    ) {
        if is_end(from) {
            return;
        }
        for first in self.joined(from, until) {
            let (mut stretch, mut before, mut at) = (vec![ends(from, first)], from, first);
            while !is_end(at) {
                let next = self.joined(at, until).find(|&next| next != before);
                let Some(next) = next.filter(|&next| next != from) else {
                    break;
                };
                stretch.push(ends(at, next));
                (before, at) = (at, next);
            }
            if is_end(at) {
                for edge in stretch {
                    self.need_edge(edge, needed);
                }
                return;
            }
        }
    }

    /// The nodes that the first `until` findings join to one.
    fn joined(&self, node: Node, until: usize) -> impl Iterator<Item = Node> {
        let edges = self.puzzle.board().edges(node);
        edges.map(|(_, edge)| edge.to).filter(move |&to| {
            let known = self.on.get(&ends(node, to));
            known.is_some_and(|known| known.since <= until)
        })
    }
}
